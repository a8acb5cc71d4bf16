// The table of writes (api-v1 item 6) and the waits (item 12): one case a cell.
#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "tests/server/server_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT
using Sessions = v1::SessionService::Stub;
using World = v1::WorldService::Stub;
using Paths = v1::PathService::Stub;

namespace {

void Member(v1::OpenSessionRequest& request) { request.set_lock_step_member(true); }

v1::SubmitRequest OnePath(v1::ReplyWhen when = v1::REPLY_WHEN_UNSPECIFIED) {
  v1::SubmitRequest request;
  *request.add_requests() = PathRequest(1, 1, 15, 15);
  request.set_reply_when(when);
  return request;
}

grpc::Status GetWorldAt(Client& client, uint64_t min_tick, v1::GetWorldResponse* response = nullptr) {
  v1::GetWorldRequest request;
  request.mutable_read()->set_min_tick(min_tick);
  return client.Call(client.world, &World::GetWorld, request, response);
}

v1::PollResponse Poll(Client& client, uint64_t handle, uint32_t wait_ticks) {
  v1::PollRequest request;
  request.add_handles(handle);
  request.set_wait_ticks(wait_ticks);
  v1::PollResponse response;
  const grpc::Status status = client.Call(client.paths, &Paths::Poll, request, &response);
  INFO(status.error_message());
  REQUIRE(status.ok());
  return response;
}

server::ServerOptions Running() {
  server::ServerOptions options = TestOptions();
  options.core.paused = false;
  options.core.speed = 10.0;
  return options;
}

}  // namespace

TEST_CASE("paused: a write is applied at once and its effect can be read") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  const v1::SubmitResponse response = client.Submit(OnePath());
  CHECK(response.results(0).applied_tick() == 1);
  CHECK(Poll(client, response.results(0).handle(), 0).results(0).outcome() == v1::NAV_OUTCOME_PENDING);
  // ACCEPTED tells what is known by then, which is all.
  CHECK(client.Submit(OnePath(v1::REPLY_WHEN_ACCEPTED)).results(0).handle() != 0);
}

TEST_CASE("paused: at_tick beyond the open tick waits for a Step, one gone by is refused") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  client.Step(5);
  v1::SubmitRequest request = OnePath();
  request.set_at_tick(8);
  const grpc::Status would_wait = client.Call(client.paths, &Paths::Submit, request);
  CHECK(would_wait.error_code() == grpc::StatusCode::FAILED_PRECONDITION);
  CHECK(ReasonOf(would_wait) == "WOULD_WAIT_FOR_STEP");
  request.set_at_tick(6);
  CHECK(client.Submit(request).results(0).applied_tick() == 6);
  request.set_at_tick(5);
  const v1::SubmitResponse passed = client.Submit(request);
  CHECK(passed.results(0).error().code() == grpc::StatusCode::ABORTED);
  CHECK(ReasonOf(passed.results(0).error()) == "TICK_PASSED");

  request.set_at_tick(8);
  request.set_reply_when(v1::REPLY_WHEN_ACCEPTED);
  const v1::SubmitResponse accepted = client.Submit(request);
  CHECK(accepted.results(0).handle() == 0);
  const uint64_t admission = accepted.results(0).admission();
  CHECK(admission > 0);
  const v1::StepResponse step = client.Step(4);
  REQUIRE(step.results_size() == 1);
  CHECK(step.results(0).admission() == admission);
  CHECK(step.results(0).applied_tick() == 8);
  CHECK(step.results(0).handle() != 0);
}

TEST_CASE("running: a write is gathered, applied in the next tick and answered after it") {
  const auto server = StartServer(Running());
  Client client(server->address());
  client.Open();
  const v1::SubmitResponse applied = client.Submit(OnePath());
  CHECK(applied.results(0).applied_tick() > 0);
  CHECK(applied.stamp().tick() >= applied.results(0).applied_tick());
  CHECK(applied.stamp().open_commands() == 0);
  const v1::SubmitResponse accepted = client.Submit(OnePath(v1::REPLY_WHEN_ACCEPTED));
  CHECK(accepted.results(0).handle() == 0);
  CHECK(accepted.results(0).admission() == 2);
  const v1::PollResponse polled = Poll(client, applied.results(0).handle(), 100);
  CHECK(polled.results(0).outcome() == v1::NAV_OUTCOME_COMPLETE);
}

TEST_CASE("running: no member can open and nobody can step") {
  const auto server = StartServer(Running());
  Client client(server->address());
  v1::OpenSessionRequest request;
  request.set_client_name("member");
  request.set_role(v1::ROLE_BOT);
  request.set_lock_step_member(true);
  v1::OpenSessionResponse opened;
  const grpc::Status member = client.TryOpen(request, &opened);
  CHECK(member.error_code() == grpc::StatusCode::FAILED_PRECONDITION);
  CHECK(ReasonOf(member) == "WORLD_RUNNING");
  client.Open();
  v1::StepRequest step;
  step.set_ticks(1);
  CHECK(ReasonOf(client.Call(client.world, &World::Step, step)) == "WORLD_RUNNING");
}

TEST_CASE("lock-step: a member's write is accepted at once and comes with its Step") {
  const auto server = StartServer(TestOptions());
  Client member(server->address());
  member.Open(v1::ROLE_BOT, Member);
  CHECK(member.GetWorld().run_state() == v1::RUN_STATE_LOCK_STEP);
  const v1::SubmitResponse accepted = member.Submit(OnePath());
  CHECK(accepted.results(0).handle() == 0);
  CHECK(accepted.results(0).applied_tick() == 0);
  const grpc::Status applied = member.Call(member.paths, &Paths::Submit, OnePath(v1::REPLY_WHEN_APPLIED));
  CHECK(ReasonOf(applied) == "WOULD_WAIT_FOR_STEP");
  const v1::StepResponse first = member.Step(1);
  REQUIRE(first.results_size() == 1);
  CHECK(first.results(0).admission() == accepted.results(0).admission());
  CHECK(first.results(0).applied_tick() == 1);
  const uint64_t handle = first.results(0).handle();
  REQUIRE(handle != 0);
  const v1::StepResponse second = member.Step(1);
  REQUIRE(second.finished_size() == 1);
  CHECK(second.finished(0).handle() == handle);
}

TEST_CASE("lock-step: another session's write is applied at once, before the members'") {
  const auto server = StartServer(TestOptions());
  Client member(server->address());
  member.Open(v1::ROLE_BOT, Member);
  Client other(server->address());
  other.Open();
  const v1::SubmitResponse response = other.Submit(OnePath());
  CHECK(response.results(0).applied_tick() == 1);
  CHECK(response.results(0).handle() != 0);
  CHECK(response.stamp().tick() == 0);
}

TEST_CASE("nothing waits in a paused world, so that a bot of one thread never hangs") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  const uint64_t handle = client.Submit(OnePath()).results(0).handle();
  CHECK(Poll(client, handle, 1000).results(0).outcome() == v1::NAV_OUTCOME_PENDING);
  v1::GetWorldResponse world;
  CHECK(GetWorldAt(client, 0, &world).ok());
  CHECK(GetWorldAt(client, 1, &world).ok());  // The open tick counts as reached.
  CHECK(world.stamp().tick() == 0);
  const grpc::Status beyond = GetWorldAt(client, 2);
  CHECK(beyond.error_code() == grpc::StatusCode::FAILED_PRECONDITION);
  CHECK(ReasonOf(beyond) == "WOULD_WAIT_FOR_STEP");
  v1::GetStateHashRequest hash;
  hash.set_tick(1);
  CHECK(ReasonOf(client.Call(client.world, &World::GetStateHash, hash)) == "WOULD_WAIT_FOR_STEP");
  v1::QueryRequest query;
  *query.add_queries() = PathRequest(1, 1, 15, 15);
  query.mutable_read()->set_min_tick(2);
  CHECK(ReasonOf(client.Call(client.queries, &v1::QueryService::Stub::Query, query)) ==
        "WOULD_WAIT_FOR_STEP");
  query.mutable_read()->set_min_tick(1);
  CHECK(client.Call(client.queries, &v1::QueryService::Stub::Query, query).ok());
  CHECK(client.Step(2).finished_size() == 1);
  CHECK(Poll(client, handle, 1000).results(0).outcome() == v1::NAV_OUTCOME_COMPLETE);
}

TEST_CASE("a member beyond its own ready tick does not wait, and one before it does") {
  const auto server = StartServer(TestOptions());
  Client one(server->address());
  one.Open(v1::ROLE_BOT, Member);
  Client two(server->address());
  two.Open(v1::ROLE_BOT, Member);
  CHECK(ReasonOf(GetWorldAt(one, 2)) == "WOULD_WAIT_FOR_STEP");
  std::thread stepping([&] { one.Step(3); });
  REQUIRE(Eventually([&] {
    uint64_t ready = 0;
    server->core().strand().Run([&] { ready = server->core().sessions().All().at(0)->ready_until; });
    return ready == 3;
  }));
  // Ready until tick 3: what it reads there is due.
  v1::GetWorldResponse world;
  std::thread reading([&] { CHECK(GetWorldAt(one, 3, &world).ok()); });
  two.Step(3);
  stepping.join();
  reading.join();
  CHECK(world.stamp().tick() == 3);
}

TEST_CASE("running: reads wait for their tick, and a deadline ends the wait alone") {
  const auto server = StartServer(Running());
  Client client(server->address());
  client.Open();
  const uint64_t now = client.GetWorld().stamp().tick();
  v1::GetWorldResponse world;
  CHECK(GetWorldAt(client, now + 3, &world).ok());
  CHECK(world.stamp().tick() >= now + 3);
  v1::GetWorldRequest far;
  far.mutable_read()->set_min_tick(now + 1'000'000);
  CHECK(client.Call(client.world, &World::GetWorld, far, nullptr, 1).error_code() ==
        grpc::StatusCode::DEADLINE_EXCEEDED);
  REQUIRE(Eventually([&] { return server->core().figures().waiting_calls == 0; }));
}

TEST_CASE("a pause answers those who wait: polls with what there is, reads with WOULD_WAIT_FOR_STEP") {
  server::ServerOptions options = Running();
  options.core.speed = 0.1;
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  grpc::Status waited;
  std::thread reading([&] { waited = GetWorldAt(client, 1'000'000); });
  REQUIRE(Eventually([&] { return server->core().figures().waiting_calls == 1; }));
  Client second(server->address());
  second.Open();
  CHECK(second.Call(second.world, &World::Pause, v1::PauseRequest()).ok());
  reading.join();
  CHECK(ReasonOf(waited) == "WOULD_WAIT_FOR_STEP");
}

TEST_CASE("commands gathered when the pause lands are applied at once") {
  server::ServerOptions options = Running();
  options.core.speed = 0.1;  // 300 ms a tick: the pause comes before it
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  Client other(server->address());
  other.Open();
  v1::SubmitResponse response;
  std::atomic<bool> submitted = false;
  std::thread submitting([&] {
    response = client.Submit(OnePath());
    submitted = true;
  });
  server::Core& core = server->core();
  REQUIRE(Eventually([&] {
    size_t gathered = 0;
    core.strand().Run([&] { gathered = core.desk().GatheredFor(core.world().open_tick()); });
    return gathered == 1 || submitted;
  }));
  CHECK(other.Call(other.world, &World::Pause, v1::PauseRequest()).ok());
  submitting.join();
  CHECK(response.results(0).handle() != 0);
  CHECK(other.GetWorld().run_state() == v1::RUN_STATE_PAUSED);
}

TEST_CASE("no call waits longer than the server's ceiling") {
  TestClock clock;
  server::ServerOptions options = TestOptions();
  options.core.clock = clock.clock();
  options.core.members_expected = 2;  // Only one comes.
  options.core.member_wait_ns = 1'000'000'000'000'000;
  const auto server = StartServer(std::move(options));
  Client member(server->address());
  member.Open(v1::ROLE_OPERATOR, Member);
  Client reader(server->address());
  reader.Open();
  grpc::Status stepped;
  grpc::Status read;
  grpc::Status asked;
  std::thread stepping([&] {
    v1::StepRequest request;
    request.set_ticks(1);
    stepped = member.Call(member.world, &World::Step, request);
  });
  std::thread reading([&] { read = GetWorldAt(reader, 1); });
  std::thread asking([&] {
    v1::QueryRequest request;
    *request.add_queries() = PathRequest(1, 1, 5, 5);
    request.mutable_read()->set_min_tick(2);
    asked = reader.Call(reader.queries, &v1::QueryService::Stub::Query, request);
  });
  server::Core& core = server->core();
  REQUIRE(Eventually([&] {
    size_t waiting = 0;
    core.strand().Run([&] {
      waiting = core.waits().size();
      for (const server::SessionPtr& session : core.sessions().All()) {
        core.control().ForEachStepOf(*session, [&](const server::StepJob&) { ++waiting; });
      }
    });
    return waiting == 3;
  }));
  clock.AdvanceMs(599'999);
  CHECK(core.published().view->tick == 0);
  core.strand().Run([&] { CHECK(core.waits().size() == 2); });
  clock.AdvanceMs(2);
  stepping.join();
  reading.join();
  asking.join();
  for (const grpc::Status& status : {stepped, read, asked}) {
    CHECK(status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED);
    CHECK(status.error_message().find("600000 ms") != std::string::npos);
  }
  core.strand().Run([&] { CHECK(core.waits().size() == 0); });
}

TEST_CASE("commands for later ticks have a limit a session, and another's are not refused for them") {
  const auto server = StartServer(TestOptions("server"));
  Client client(server->address());
  client.Open();
  v1::SubmitRequest request;
  for (int i = 0; i < 512; ++i) *request.add_requests() = PathRequest(1, 1, 15, 15);
  request.set_reply_when(v1::REPLY_WHEN_ACCEPTED);
  for (uint64_t tick = 1000; tick < 1008; ++tick) {
    request.set_at_tick(tick);
    const v1::SubmitResponse accepted = client.Submit(request);
    REQUIRE_FALSE(accepted.results(511).has_error());
  }
  request.set_at_tick(2000);
  const v1::SubmitResponse refused = client.Submit(request);
  CHECK(ReasonOf(refused.results(0).error()) == "SESSION_QUOTA");
  CHECK(RetryTicksOf(refused.results(0).error()) == "1");
  CHECK(client.Submit(OnePath()).results(0).handle() != 0);
  Client other(server->address());
  other.Open();
  request.set_at_tick(1000);
  CHECK_FALSE(other.Submit(request).results(0).has_error());
  // The end of a session makes room.
  CHECK(client.Call(client.sessions, &Sessions::CloseSession, v1::CloseSessionRequest()).ok());
  size_t gathered = 0;
  server::Core& core = server->core();
  core.strand().Run([&] { gathered = core.desk().GatheredFor(1000); });
  CHECK(gathered == 512);
  core.strand().Run([&] { gathered = core.desk().GatheredFor(1001); });
  CHECK(gathered == 0);
}

TEST_CASE("a release that Fetch asks for and the tick refuses is told in its item") {
  const auto server = StartServer(TestOptions("pc", {"commands_per_tick_max=2"}));
  Client client(server->address());
  client.Open();
  const uint64_t handle = client.SubmitPath(1, 1, 15, 15).results(0).handle();
  REQUIRE(handle != 0);
  client.Step(3);
  client.Submit(OnePath());
  client.Submit(OnePath());
  v1::FetchRequest request;
  request.add_handles(handle);
  request.set_then_release(true);
  v1::FetchResponse response;
  REQUIRE(client.Call(client.paths, &Paths::Fetch, request, &response).ok());
  CHECK(ReasonOf(response.results(0).error()) == "RATE");
  CHECK(response.results(0).handle() == handle);
  CHECK(response.results(0).outcome() == v1::NAV_OUTCOME_UNSPECIFIED);
  client.Step(1);
  REQUIRE(client.Call(client.paths, &Paths::Fetch, request, &response).ok());
  CHECK_FALSE(response.results(0).has_error());
  CHECK(response.results(0).outcome() == v1::NAV_OUTCOME_COMPLETE);
  REQUIRE(client.Call(client.paths, &Paths::Fetch, request, &response).ok());
  CHECK(ReasonOf(response.results(0).error()) == "HANDLE_EXPIRED");
}

TEST_CASE("wait_ticks has a ceiling that is named") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  v1::PollRequest request;
  request.set_wait_ticks(36001);
  const grpc::Status status = client.Call(client.paths, &Paths::Poll, request);
  CHECK(status.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
  CHECK(FieldOf(DetailsOf(status)) == "wait_ticks");
}
