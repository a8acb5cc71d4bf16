#include "tests/server/server_fixture.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "google/rpc/error_details.pb.h"
#include "nav/mesh/pack.h"
#include "platform/profile.h"
#include "server/event_log.h"
#include "tests/nav/hand_packs.h"

namespace footfall::tests {
namespace {

template <class T>
T Must(absl::StatusOr<T> value) {
  if (!value.ok()) {
    std::fprintf(stderr, "%s\n", std::string(value.status().message()).c_str());
    std::abort();
  }
  return *std::move(value);
}

template <class Detail>
std::optional<Detail> DetailOf(const google::rpc::Status& status) {
  for (const google::protobuf::Any& any : status.details()) {
    Detail detail;
    if (any.UnpackTo(&detail)) return detail;
  }
  return std::nullopt;
}

}  // namespace

server::ServerOptions TestOptions(const std::string& profile, const std::vector<std::string>& sets) {
  return TestOptions(GridWorld(10), profile, sets);
}

server::ServerOptions TestOptions(const nav::WorldDraft& draft, const std::string& profile,
                                  const std::vector<std::string>& sets) {
  server::SetLogLevel(server::LogLevel::kOff);
  server::ServerOptions options;
  options.world.pack = Must(nav::Pack::FromBytes(BytesOf(draft)));
  options.world.profile = Must(platform::LoadProfile(profile, sets));
  options.world.profile_sets = sets;
  options.core.paused = true;
  options.listen = "127.0.0.1:0";
  options.drain_ns = 2'000'000'000;
  return options;
}

std::unique_ptr<server::Server> StartServer(server::ServerOptions options) {
  return Must(server::Server::Start(std::move(options)));
}

google::rpc::Status DetailsOf(const grpc::Status& status) {
  google::rpc::Status details;
  details.ParseFromString(status.error_details());
  return details;
}

std::string ReasonOf(const google::rpc::Status& status) {
  const auto info = DetailOf<google::rpc::ErrorInfo>(status);
  if (!info) return "";
  CHECK(info->domain() == "footfall");
  return info->reason();
}

std::string ReasonOf(const grpc::Status& status) { return ReasonOf(DetailsOf(status)); }

std::string RetryTicksOf(const google::rpc::Status& status) {
  CHECK(DetailOf<google::rpc::RetryInfo>(status).has_value());
  const auto info = DetailOf<google::rpc::ErrorInfo>(status);
  if (!info || info->metadata().count("retry_after_ticks") == 0) return "";
  return info->metadata().at("retry_after_ticks");
}

std::string FieldOf(const google::rpc::Status& status) {
  const auto bad = DetailOf<google::rpc::BadRequest>(status);
  return bad && bad->field_violations_size() > 0 ? bad->field_violations(0).field() : "";
}

Client::Client(const std::string& address)
    : channel([&] {
        // A connection of its own: otherwise clients of one address share one.
        grpc::ChannelArguments arguments;
        arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
        return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
      }()),
      sessions(channel),
      world(channel),
      paths(channel),
      queries(channel) {}

void Client::Prepare(grpc::ClientContext& context, int seconds) const {
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(seconds));
  if (!token.empty()) context.AddMetadata("footfall-session-bin", token);
}

grpc::Status Client::TryOpen(const v1::OpenSessionRequest& request, v1::OpenSessionResponse* response) {
  return Call(sessions, &v1::SessionService::Stub::OpenSession, request, response);
}

v1::OpenSessionResponse Client::Open(v1::Role role,
                                     const std::function<void(v1::OpenSessionRequest&)>& fill) {
  v1::OpenSessionRequest request;
  request.set_client_name("test");
  request.set_role(role);
  if (fill) fill(request);
  v1::OpenSessionResponse response;
  const grpc::Status status = TryOpen(request, &response);
  INFO(status.error_message());
  REQUIRE(status.ok());
  token = response.session_token();
  client_id = response.client_id();
  return response;
}

v1::SubmitResponse Client::Submit(const v1::SubmitRequest& request) {
  v1::SubmitResponse response;
  const grpc::Status status = Call(paths, &v1::PathService::Stub::Submit, request, &response);
  INFO(status.error_message());
  REQUIRE(status.ok());
  return response;
}

v1::SubmitResponse Client::SubmitPath(float start_x, float start_y, float goal_x, float goal_y) {
  v1::SubmitRequest request;
  *request.add_requests() = PathRequest(start_x, start_y, goal_x, goal_y);
  return Submit(request);
}

v1::StepResponse Client::Step(uint32_t ticks, bool want_hash) {
  v1::StepRequest request;
  request.set_ticks(ticks);
  request.set_want_hash(want_hash);
  v1::StepResponse response;
  const grpc::Status status = Call(world, &v1::WorldService::Stub::Step, request, &response);
  INFO(status.error_message());
  REQUIRE(status.ok());
  return response;
}

v1::GetWorldResponse Client::GetWorld() {
  v1::GetWorldResponse response;
  const grpc::Status status =
      Call(world, &v1::WorldService::Stub::GetWorld, v1::GetWorldRequest(), &response);
  INFO(status.error_message());
  REQUIRE(status.ok());
  return response;
}

std::string Client::Hash() {
  v1::GetStateHashResponse response;
  REQUIRE(Call(world, &v1::WorldService::Stub::GetStateHash, v1::GetStateHashRequest(), &response).ok());
  return response.hash().root();
}

v1::Vec3 Point(float x, float y, float z) {
  v1::Vec3 point;
  point.set_x(x);
  point.set_y(y);
  point.set_z(z);
  return point;
}

v1::NavRequest PathRequest(const v1::Vec3& start, const v1::Vec3& goal) {
  v1::NavRequest request;
  *request.mutable_path()->mutable_start() = start;
  *request.mutable_path()->mutable_goal() = goal;
  return request;
}

v1::NavRequest PathRequest(float start_x, float start_y, float goal_x, float goal_y) {
  return PathRequest(Point(start_x, start_y), Point(goal_x, goal_y));
}

bool Eventually(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(kCallSeconds);
  while (std::chrono::steady_clock::now() < end) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return condition();
}

}  // namespace footfall::tests
