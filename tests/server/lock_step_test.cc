#include <catch2/catch.hpp>
#include <thread>

#include "tests/server/server_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT
using Sessions = v1::SessionService::Stub;
using World = v1::WorldService::Stub;

namespace {

std::function<void(v1::OpenSessionRequest&)> MemberWithOrder(uint32_t order) {
  return [order](v1::OpenSessionRequest& request) {
    request.set_lock_step_member(true);
    request.set_order(order);
  };
}

// A member that submits in every Step.
void StepWithPaths(Client& client, int steps, float from, std::vector<std::string>* hashes) {
  for (int i = 0; i < steps; ++i) {
    v1::StepRequest request;
    request.set_ticks(1);
    request.set_want_hash(true);
    v1::Command* command = request.add_commands();
    command->set_sequence(static_cast<uint64_t>(i) + 1);
    *command->mutable_submit() = PathRequest(from, 1, 15, from + static_cast<float>(i % 5));
    v1::StepResponse response;
    const grpc::Status status = client.Call(client.world, &World::Step, request, &response);
    if (!status.ok()) return;
    if (hashes != nullptr) hashes->push_back(response.hash().root());
  }
}

std::vector<std::string> RunTwoMembers(bool first_opens_first) {
  server::ServerOptions options = TestOptions("ps3");
  options.core.members_expected = 2;
  const auto server = StartServer(std::move(options));
  Client one(server->address());
  Client two(server->address());
  if (first_opens_first) {
    one.Open(v1::ROLE_BOT, MemberWithOrder(1));
    two.Open(v1::ROLE_BOT, MemberWithOrder(2));
  } else {
    two.Open(v1::ROLE_BOT, MemberWithOrder(2));
    one.Open(v1::ROLE_BOT, MemberWithOrder(1));
  }
  std::vector<std::string> hashes;
  std::thread other([&] { StepWithPaths(two, 40, 3, nullptr); });
  StepWithPaths(one, 40, 7, &hashes);
  other.join();
  return hashes;
}

}  // namespace

TEST_CASE("two members with an order repeat a run exactly, however they race") {
  const std::vector<std::string> first = RunTwoMembers(true);
  REQUIRE(first.size() == 40);
  CHECK(first.front() != first.back());
  for (int round = 0; round < 3; ++round) CHECK(RunTwoMembers(round % 2 == 0) == first);
}

TEST_CASE("no tick runs before all expected members have opened") {
  server::ServerOptions options = TestOptions();
  options.core.members_expected = 2;
  const auto server = StartServer(std::move(options));
  Client one(server->address());
  one.Open(v1::ROLE_BOT, MemberWithOrder(1));
  const v1::GetWorldResponse world = one.GetWorld();
  CHECK(world.run_state() == v1::RUN_STATE_LOCK_STEP);
  CHECK(world.members_expected() == 2);
  CHECK(world.members_open() == 1);
  v1::StepRequest step;
  step.set_ticks(1);
  CHECK(one.Call(one.world, &World::Step, step, nullptr, 1).error_code() ==
        grpc::StatusCode::DEADLINE_EXCEEDED);
  CHECK(one.GetWorld().stamp().tick() == 0);
  Client two(server->address());
  two.Open(v1::ROLE_BOT, MemberWithOrder(2));
  std::thread stepping([&] { one.Step(1); });
  CHECK(two.Step(1).stamp().tick() == 1);
  stepping.join();
}

TEST_CASE("a Step that ends before its first tick takes readiness and commands with it") {
  const auto server = StartServer(TestOptions());
  Client one(server->address());
  one.Open(v1::ROLE_BOT, MemberWithOrder(1));
  Client two(server->address());
  two.Open(v1::ROLE_BOT, MemberWithOrder(2));
  v1::StepRequest step;
  step.set_ticks(1);
  *step.add_commands()->mutable_submit() = PathRequest(1, 1, 15, 15);
  CHECK(one.Call(one.world, &World::Step, step, nullptr, 1).error_code() ==
        grpc::StatusCode::DEADLINE_EXCEEDED);
  // The server sees the deadline a little after the client.
  const auto nobody_is_ready = [&] {
    bool ready = false;
    server->core().strand().Run([&] {
      for (const auto& session : server->core().sessions().All()) ready = ready || session->ready_until > 0;
    });
    return !ready;
  };
  REQUIRE(Eventually(nobody_is_ready));
  // `two` alone is ready now: no tick runs, and the command is gone.
  CHECK(two.Call(two.world, &World::Step, step, nullptr, 1).error_code() ==
        grpc::StatusCode::DEADLINE_EXCEEDED);
  CHECK(one.GetWorld().stamp().tick() == 0);
  REQUIRE(Eventually(nobody_is_ready));
  std::thread stepping([&] { two.Step(2); });
  const v1::StepResponse response = one.Step(2);
  stepping.join();
  CHECK(response.stamp().tick() == 2);
  CHECK(response.finished_size() == 0);
  v1::ListRequestsResponse list;
  REQUIRE(one.Call(one.paths, &v1::PathService::Stub::ListRequests, v1::ListRequestsRequest(), &list).ok());
  CHECK(list.requests_size() == 0);
}

TEST_CASE("a Step that ends early leaves the readiness of a later Step of the same member") {
  const auto server = StartServer(TestOptions());
  Client one(server->address());
  one.Open(v1::ROLE_BOT, MemberWithOrder(1));
  Client two(server->address());
  two.Open(v1::ROLE_BOT, MemberWithOrder(2));
  const auto ready_of_one = [&] {
    uint64_t ready = 0;
    server->core().strand().Run([&] { ready = server->core().sessions().All().at(0)->ready_until; });
    return ready;
  };
  v1::StepRequest step;
  step.set_ticks(1);
  grpc::ClientContext early;
  one.Prepare(early);
  std::thread ends([&] {
    v1::StepResponse ignored;
    CHECK(one.world.Step(&early, step, &ignored).error_code() == grpc::StatusCode::CANCELLED);
  });
  REQUIRE(Eventually([&] { return ready_of_one() == 1; }));
  std::thread goes_on([&] { CHECK(one.Step(2).ticks_run() == 2); });
  REQUIRE(Eventually([&] { return ready_of_one() == 2; }));
  early.TryCancel();
  ends.join();
  CHECK(two.Step(2).stamp().tick() == 2);
  goes_on.join();
}

TEST_CASE("a member that closes gates no tick, and after the last one the world stands") {
  const auto server = StartServer(TestOptions());
  Client one(server->address());
  one.Open(v1::ROLE_BOT, MemberWithOrder(1));
  Client two(server->address());
  two.Open(v1::ROLE_BOT, MemberWithOrder(2));
  std::thread stepping([&] { CHECK(one.Step(1).ticks_run() == 1); });
  CHECK(two.Call(two.sessions, &Sessions::CloseSession, v1::CloseSessionRequest()).ok());
  stepping.join();
  CHECK(one.Call(one.sessions, &Sessions::CloseSession, v1::CloseSessionRequest()).ok());
  Client observer(server->address());
  observer.Open(v1::ROLE_OBSERVER);
  CHECK(observer.GetWorld().run_state() == v1::RUN_STATE_PAUSED);
}

TEST_CASE("a member that is not ready for too long is orphaned and the others go on") {
  TestClock clock;
  server::ServerOptions options = TestOptions();
  options.core.clock = clock.clock();
  options.core.member_wait_ns = 60'000'000'000;
  const auto server = StartServer(std::move(options));
  Client one(server->address());
  one.Open(v1::ROLE_BOT, [](v1::OpenSessionRequest& request) {
    MemberWithOrder(1)(request);
    request.set_lease_ms(600'000);
  });
  Client two(server->address());
  two.Open(v1::ROLE_BOT, [](v1::OpenSessionRequest& request) {
    MemberWithOrder(2)(request);
    request.set_lease_ms(600'000);
  });
  std::thread stepping([&] { CHECK(one.Step(1).ticks_run() == 1); });
  REQUIRE(Eventually([&] {
    bool ready = false;
    server->core().strand().Run([&] { ready = server->core().sessions().All().at(0)->ready_until == 1; });
    return ready;
  }));
  clock.AdvanceMs(61'000);
  stepping.join();
  CHECK(ReasonOf(two.Call(two.world, &World::GetWorld, v1::GetWorldRequest())) == "SESSION_ENDED");
}
