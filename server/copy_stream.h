#ifndef FOOTFALL_SERVER_COPY_STREAM_H_
#define FOOTFALL_SERVER_COPY_STREAM_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "server/client_turn.h"
#include "server/clock.h"
#include "server/copy_desk.h"
#include "server/limits.h"
#include "server/unary_call.h"

namespace footfall::server {

// What the streams that copy the world have in common: they are authorised and end exactly once, at the
// latest with their session, and a client that stands still is cut off. gRPC's callbacks only post;
// everything else happens on the strand. `Reactor` is one of gRPC's server reactors.
template <class Reactor>
class CopyStream : public Reactor,
                   public SessionCall,
                   public std::enable_shared_from_this<CopyStream<Reactor>> {
 public:
  void Close(const Fault& why) override { Refuse(why); }
  void CheckStall(int64_t now_ns) override {
    if (ending_ || !turn_.IsOver(now_ns, core().options().transfer_stall_ns)) return;
    if (writing_) {
      ++core().figures().slow_readers;
      return Refuse(Refusal("SLOW_READER", "what was sent was not read"));
    }
    Fault fault;
    fault.code = grpc::StatusCode::DEADLINE_EXCEEDED;
    fault.message = "the client sent nothing for too long";
    Refuse(fault);
  }

  // Authorises on the strand and goes on with Begin there. The stream owns itself until gRPC is done with it.
  void Launch(const v1::Access& access) {
    self_ = this->shared_from_this();
    Post([this, access] {
      if (ending_) return;
      SessionPtr session;
      if (const auto fault = Authorise(core(), access, token_, &session)) return Refuse(*fault);
      session_ = session;
      Core::AddStream(*session_, this->shared_from_this());
      Begin();
    });
  }

 protected:
  CopyStream(CopyDesk& desk, grpc::CallbackServerContext* context)
      : desk_(desk), context_(context), token_(TokenOf(*context)) {}

  virtual void Begin() = 0;
  // The first thing of the end: gives back what the stream holds.
  virtual void Ended() {}

  CopyDesk& desk() { return desk_; }
  Core& core() { return desk_.core(); }
  // Null after the end.
  const SessionPtr& session() const { return session_; }
  bool has_ended() const { return ending_.has_value(); }
  bool is_writing() const { return writing_; }

  // Any thread; `task` may use the stream.
  template <class Task>
  void Post(Task task) {
    core().strand().Post([self = this->shared_from_this(), task = std::move(task)]() mutable { task(); });
  }
  // From here on the client has to move something, until its turn ends.
  void ClientTurnBegins() { turn_.Begin(core().now_ns()); }
  void ClientTurnEnds() { turn_.End(); }
  void WriteBegins() {
    writing_ = true;
    ClientTurnBegins();
  }
  // To be called by OnWriteDone, on gRPC's thread; `then` is for the strand, where the stream still goes on.
  template <class Then>
  void WriteEnds(bool ok, Then then) {
    Post([this, ok, then = std::move(then)] {
      writing_ = false;
      ClientTurnEnds();
      if (ending_) return FinishNow();
      if (!ok) return End(grpc::Status(grpc::StatusCode::CANCELLED, "the client has gone"));
      then();
    });
  }

  void Refuse(const Fault& fault) { End(ToGrpc(fault)); }
  void End(const grpc::Status& status) {
    if (ending_) return;
    ending_ = status;
    Ended();
    // Last: the session may hold what keeps the stream.
    const auto self = this->shared_from_this();
    if (session_) core().RemoveStream(*session_, this);
    session_ = nullptr;
    if (!writing_) return FinishNow();
    // A reader that never reads would keep the stream for ever.
    core().Later(kClosingGraceMs * kNsPerMsWall, [self] {
      if (!self->finished_) self->context_->TryCancel();
    });
  }

 private:
  void FinishNow() {
    if (std::exchange(finished_, true)) return;
    this->Finish(*ending_);
  }

  void OnCancel() override {
    Post([this] { Refuse(Cancelled()); });
  }
  void OnDone() override { const auto self = std::move(self_); }

  CopyDesk& desk_;
  grpc::CallbackServerContext* context_;
  const std::string token_;
  SessionPtr session_;
  std::shared_ptr<CopyStream> self_;
  ClientTurn turn_;
  bool writing_ = false;
  std::optional<grpc::Status> ending_;
  bool finished_ = false;  // Finish was called
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_COPY_STREAM_H_
