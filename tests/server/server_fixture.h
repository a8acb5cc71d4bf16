#ifndef FOOTFALL_TESTS_SERVER_SERVER_FIXTURE_H_
#define FOOTFALL_TESTS_SERVER_SERVER_FIXTURE_H_

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "footfall/v1/path_service.grpc.pb.h"
#include "footfall/v1/query_service.grpc.pb.h"
#include "footfall/v1/session_service.grpc.pb.h"
#include "footfall/v1/world_service.grpc.pb.h"
#include "nav/mesh/tile_draft.h"
#include "server/server.h"

namespace footfall::tests {

// No call of a test takes longer; one that does fails with DEADLINE_EXCEEDED.
inline constexpr int kCallSeconds = 20;

// Wall time that a test sets: leases and holds run out when it says so.
struct TestClock {
  std::shared_ptr<std::atomic<int64_t>> ns = std::make_shared<std::atomic<int64_t>>(1'000'000'000);
  server::Clock clock() const {
    return [ns = ns] { return ns->load(); };
  }
  void AdvanceMs(int64_t ms) { *ns += ms * 1'000'000; }
};

// A paused world of 20 m x 20 m (GridWorld(10)) on profile pc, port 0, epoch 1.
server::ServerOptions TestOptions(const std::string& profile = "pc",
                                  const std::vector<std::string>& sets = {});
server::ServerOptions TestOptions(const nav::WorldDraft& draft, const std::string& profile,
                                  const std::vector<std::string>& sets = {});
// Ends the program with the message if the server does not start.
std::unique_ptr<server::Server> StartServer(server::ServerOptions options);

// The reason and metadata of an error.
std::string ReasonOf(const grpc::Status& status);
std::string ReasonOf(const google::rpc::Status& status);
// ErrorInfo.metadata["retry_after_ticks"], empty if there is none; RetryInfo must be there as well.
std::string RetryTicksOf(const google::rpc::Status& status);
// The field of the first BadRequest violation.
std::string FieldOf(const google::rpc::Status& status);
google::rpc::Status DetailsOf(const grpc::Status& status);

// A client with a connection of its own, and a session once Open was called.
class Client {
 public:
  explicit Client(const std::string& address);

  v1::OpenSessionResponse Open(v1::Role role = v1::ROLE_OPERATOR,
                               const std::function<void(v1::OpenSessionRequest&)>& fill = {});
  grpc::Status TryOpen(const v1::OpenSessionRequest& request, v1::OpenSessionResponse* response);
  // With deadline and token.
  void Prepare(grpc::ClientContext& context, int seconds = kCallSeconds) const;

  // Calls `(stub.*method)` and expects OK.
  v1::SubmitResponse Submit(const v1::SubmitRequest& request);
  v1::SubmitResponse SubmitPath(float start_x, float start_y, float goal_x, float goal_y);
  v1::StepResponse Step(uint32_t ticks, bool want_hash = false);
  v1::GetWorldResponse GetWorld();
  std::string Hash();

  // Calls that tests expect to fail; `response` may be null.
  template <class Stub, class Request, class Response>
  grpc::Status Call(Stub& stub, grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                    const Request& request, std::type_identity_t<Response>* response = nullptr,
                    int seconds = kCallSeconds) {
    grpc::ClientContext context;
    Prepare(context, seconds);
    Response ignored;
    return (stub.*method)(&context, request, response == nullptr ? &ignored : response);
  }

  std::shared_ptr<grpc::Channel> channel;
  v1::SessionService::Stub sessions;
  v1::WorldService::Stub world;
  v1::PathService::Stub paths;
  v1::QueryService::Stub queries;
  std::string token;
  uint64_t client_id = 0;
};

v1::NavRequest PathRequest(float start_x, float start_y, float goal_x, float goal_y);
v1::NavRequest PathRequest(const v1::Vec3& start, const v1::Vec3& goal);
v1::Vec3 Point(float x, float y, float z = 0);

// Waits until `condition` holds, at most kCallSeconds; false if it never did.
bool Eventually(const std::function<bool()>& condition);

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_SERVER_SERVER_FIXTURE_H_
