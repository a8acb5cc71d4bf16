#ifndef FOOTFALL_SERVER_UNARY_CALL_H_
#define FOOTFALL_SERVER_UNARY_CALL_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "footfall/v1/role.pb.h"
#include "server/core.h"
#include "server/errors.h"
#include "server/session.h"

namespace footfall::server {

// The metadata key of a session's secret.
inline constexpr char kSessionKey[] = "footfall-session-bin";

// The token of a call's metadata, empty if there is none.
std::string TokenOf(const grpc::CallbackServerContext& context);

// Finds the session of a token and checks the access; fills `session`, which stays null where none is needed.
// On the strand.
std::optional<Fault> Authorise(Core& core, const v1::Access& access, const std::string& token,
                               SessionPtr* session);

// One unary call. gRPC makes and ends it on its own threads; everything else happens on the strand, where it
// is answered exactly once: by its handler, by the client's cancel or deadline, or after kCallCeilingMs.
// Request and response may be touched only until then.
class UnaryCall : public grpc::ServerUnaryReactor, public std::enable_shared_from_this<UnaryCall> {
 public:
  using Ptr = std::shared_ptr<UnaryCall>;
  using Handler = std::function<void(const Ptr&)>;

  // Authorises on the strand and runs `handler` there. The reactor owns itself until gRPC is done with it.
  static grpc::ServerUnaryReactor* Start(Core& core, grpc::CallbackServerContext* context,
                                         const v1::Access& access, Handler handler);

  Core& core() { return core_; }
  // Null where the method needs none.
  const SessionPtr& session() const { return session_; }
  bool answered() const { return answered_; }

  // The second and later answers are dropped: the call is gone.
  void Answer(const grpc::Status& status);
  void Ok() { Answer(grpc::Status::OK); }
  void Refuse(const Fault& fault) { Answer(ToGrpc(fault)); }
  // What else an early end ends, a wait or a Step. Replaces the one before.
  using EarlyEnd = std::function<void(const Fault& why)>;
  void OnEarlyEndDo(EarlyEnd early_end) { early_end_ = std::move(early_end); }

 private:
  UnaryCall(Core& core, std::string token) : core_(core), token_(std::move(token)) {}
  void Begin(const v1::Access& access, const Handler& handler);
  // By the client's cancel or deadline, or the server's ceiling.
  void EndEarly(const Fault& why);
  void OnCancel() override;
  void OnDone() override;

  Core& core_;
  std::string token_;
  SessionPtr session_;
  bool answered_ = false;
  EarlyEnd early_end_;
  uint64_t ceiling_ = 0;  // Core::LimitWait's number; 0: it does not wait
  Ptr self_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_UNARY_CALL_H_
