#include "server/recordings.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <limits>
#include <set>
#include <thread>

#include "footfall/v1/obstacle_service.grpc.pb.h"
#include "server/convert.h"
#include "server/metrics_text.h"
#include "tests/server/record_dir.h"
#include "tests/server/server_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT
using Paths = v1::PathService::Stub;
using World = v1::WorldService::Stub;

namespace {

server::ServerOptions RecordedOptions(const RecordDir& folder, const std::vector<std::string>& sets = {}) {
  server::ServerOptions options = TestOptions("server", sets);
  auto recordings = server::Recordings::Create(folder.path(), 60);
  REQUIRE(recordings.ok());
  options.world.recordings = *std::move(recordings);
  return options;
}

// What one client does in its life; `kind` says how well it behaves. No call is expected to succeed.
void LiveAs(int kind, const std::string& address, int number) {
  Client client(address);
  v1::OpenSessionRequest open;
  open.set_client_name("careless");
  open.set_role(v1::ROLE_OPERATOR);
  open.set_lease_ms(1000);
  v1::OpenSessionResponse opened;
  if (!client.TryOpen(open, &opened).ok()) return;
  client.token = opened.session_token();
  const auto far = static_cast<float>(10 + number % 9);
  const auto submit = [&](const v1::NavRequest& path) {
    v1::SubmitRequest request;
    *request.add_requests() = path;
    v1::SubmitResponse response;
    client.Call(client.paths, &Paths::Submit, request, &response);
    return response.results_size() == 1 ? response.results(0).handle() : 0;
  };
  const auto give_up = [&](uint64_t handle) {
    v1::ReleaseRequest request;
    request.add_handles(handle);
    client.Call(client.paths, &Paths::Release, request);
  };
  if (kind == 0) {  // well behaved
    for (int i = 0; i < 4; ++i) give_up(submit(PathRequest(1, 1, far, far)));
  } else if (kind == 1) {  // nonsense
    submit(PathRequest(std::numeric_limits<float>::quiet_NaN(), 1, 1e30F, far));
    submit(PathRequest(1, 1, -300, 900));
    give_up(0xFFFF'FFFF'FFFF'FFFF);
  } else if (kind == 2) {  // foreign and guessed handles, twice each
    const uint64_t own = submit(PathRequest(1, 1, far, 3));
    for (uint64_t i = 0; i < 20; ++i) give_up(own + i / 2 - 5);
    for (uint64_t slot = 0; slot < 10; ++slot) give_up(own ^ slot << 36);
  } else if (kind == 3) {  // more than its share, and gone without a word
    for (int i = 0; i < 40; ++i) submit(PathRequest(1, 1, far, 1 + static_cast<float>(i % 18)));
  } else if (kind == 4) {  // objects, moved after their end
    v1::ObstacleService::Stub obstacles(client.channel);
    v1::PutObstaclesRequest put;
    *put.add_obstacles()->mutable_center() = Point(far, 5, 1);
    *put.mutable_obstacles(0)->mutable_half_extents() = Point(1, 1, 1);
    v1::PutObstaclesResponse response;
    client.Call(obstacles, &v1::ObstacleService::Stub::PutObstacles, put, &response);
    if (response.results_size() != 1) return;
    v1::RemoveObstaclesRequest remove;
    remove.add_handles(response.results(0).handle());
    client.Call(obstacles, &v1::ObstacleService::Stub::RemoveObstacles, remove);
    put.mutable_obstacles(0)->set_obstacle_handle(response.results(0).handle());
    client.Call(obstacles, &v1::ObstacleService::Stub::PutObstacles, put);
    give_up(response.results(0).handle());
  } else {  // calls that are broken off while they run
    for (int i = 0; i < 10; ++i) {
      grpc::ClientContext context;
      client.Prepare(context);
      grpc::CompletionQueue queue;
      v1::SubmitRequest request;
      *request.add_requests() = PathRequest(1, 1, far, far);
      v1::SubmitResponse response;
      grpc::Status status;
      const auto call = client.paths.AsyncSubmit(&context, request, &queue);
      call->Finish(&response, &status, nullptr);
      context.TryCancel();
      void* tag = nullptr;
      bool ok = false;
      queue.Next(&tag, &ok);
      queue.Shutdown();
    }
  }
  if (number % 3 == 0) client.Call(client.sessions, &v1::SessionService::Stub::CloseSession, {});
}

}  // namespace

TEST_CASE("a live session of fifty clients, most of them careless, replays with equal hashes", "[R7]") {
  const RecordDir folder;
  server::ServerOptions options =
      RecordedOptions(folder, {"path_requests_max=40", "requests_per_session_max=12", "dynamic_objects_max=8",
                               "obstacles_per_session_max=4", "in_world_reserve=4"});
  options.core.paused = false;
  options.core.speed = 8;
  options.core.hold_ns = 100'000'000;
  const std::shared_ptr<const nav::Pack> pack = options.world.pack;
  auto server = StartServer(std::move(options));
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 5; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 10; ++i) LiveAs((thread + i) % 6, server->address(), thread * 10 + i);
    });
  }
  for (std::thread& thread : threads) thread.join();
  Client last(server->address());
  last.Open();
  REQUIRE(last.Call(last.world, &World::Pause, {}).ok());
  LiveAs(0, server->address(), 1);
  LiveAs(2, server->address(), 2);
  last.Step(30);
  const std::string first_hash = last.Hash();
  const uint64_t first_tick = server->core().published().view->tick;
  REQUIRE(last.Call(last.world, &World::Reset, {}).ok());
  last.SubmitPath(1, 1, 9, 9);
  last.Step(100);
  const std::string second_hash = last.Hash();
  CHECK(server->core().figures().recording_failures == 0);
  CHECK(server->core().figures().recording_bytes > 0);
  server.reset();

  const std::vector<std::string> files = folder.Files();
  REQUIRE(files.size() == 2);
  const sim::ReplayReport first = Replayed(files[0], pack);
  CHECK(first.last_tick == first_tick);
  CHECK(server::WireHash(first.final_digest.root) == first_hash);
  CHECK(first.commands > 150);
  CHECK(first.outcome.commands_refused > 50);
  const sim::ReplayReport second = Replayed(files[1], pack);
  CHECK(second.last_tick == 100);
  CHECK(server::WireHash(second.final_digest.root) == second_hash);
  CHECK(second.commands >= 1);
}

TEST_CASE("a folder that takes no file is refused at once, and one that is lost is counted and logged") {
  CHECK(server::Recordings::Create("/nowhere", 60).status().code() == absl::StatusCode::kInvalidArgument);
  RecordDir folder;
  server::ServerOptions options = RecordedOptions(folder);
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  client.Step(3);
  CHECK(server->core().figures().recording_failures == 0);
  std::filesystem::remove_all(folder.path());
  REQUIRE(client.Call(client.world, &World::Reset, {}).ok());
  // That which was removed, closed beside the world's ticks, and that which the next world cannot begin.
  REQUIRE(Eventually([&] {
    client.Step(1);
    return server->core().figures().recording_failures == 2;
  }));
  const std::string page = server::MetricsText(server->core().published(), server->core().figures(), 0);
  CHECK(page.find("footfall_recording_failures_total 2\n") != std::string::npos);
  CHECK(page.find("footfall_recording_bytes_total ") != std::string::npos);
}

TEST_CASE("a server that records nothing has no figures of recordings") {
  const auto server = StartServer(TestOptions());
  const std::string page = server::MetricsText(server->core().published(), server->core().figures(), 0);
  CHECK(page.find("recording") == std::string::npos);
}
