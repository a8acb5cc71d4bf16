// What a session has open ends with it.
#include <catch2/catch.hpp>
#include <thread>

#include "server/limits.h"
#include "tests/server/copies_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT
using Sessions = v1::SessionService::Stub;
using World = v1::WorldService::Stub;

namespace {

// A stream of every kind that the session may have open, but for Attach; none of them ends by itself.
class OpenStreams {
 public:
  explicit OpenStreams(Client& client)
      : fork_(client, PlanOf(server::kForkTicksMax)), upload_(client, PlanOf(1), 100), restore_(client, 100) {
    client.Prepare(watch_context_);
    watch_ = client.world.WatchTicks(&watch_context_, v1::WatchTicksRequest());
    watch_->WaitForInitialMetadata();
    v1::ForkResponse message;
    REQUIRE(fork_.Read(&message));
  }

  // Waits for the ends and gives their reasons.
  std::vector<std::string> Reasons() {
    v1::WatchTicksResponse frame;
    while (watch_->Read(&frame)) {
    }
    return {ReasonOf(fork_.Finish()), ReasonOf(upload_.Finish()), ReasonOf(restore_.Finish()),
            ReasonOf(watch_->Finish())};
  }

 private:
  OpenFork fork_;
  OpenFork upload_;
  OpenRestore restore_;
  grpc::ClientContext watch_context_;
  std::unique_ptr<grpc::ClientReader<v1::WatchTicksResponse>> watch_;
};

bool AllGone(server::Core& core) {
  return Eventually([&] { return *core.figures().forks_now == 0 && *core.figures().transfers_now == 0; });
}

const std::vector<std::string> kEnded(4, "SESSION_ENDED");

}  // namespace

TEST_CASE("a session that is closed takes its forks, snapshots and watches along", "[R7]") {
  const auto server = StartServer(TestOptions());
  Client other(server->address());
  other.Open();
  Client client(server->address());
  client.Open();
  OpenStreams streams(client);
  REQUIRE(Eventually([&] {
    return *server->core().figures().forks_now == 2 && *server->core().figures().transfers_now == 2;
  }));
  // Those of other sessions stay.
  OpenRestore stays(other, 100);
  REQUIRE(Eventually([&] { return *server->core().figures().transfers_now == 3; }));
  REQUIRE(client.Call(client.sessions, &Sessions::CloseSession, {}).ok());
  CHECK(streams.Reasons() == kEnded);
  CHECK(Eventually([&] { return *server->core().figures().forks_now == 0; }));
  CHECK(*server->core().figures().transfers_now == 1);
  CHECK(server->core().figures().restores == 0);
}

TEST_CASE("a session that is orphaned takes its forks, snapshots and watches along", "[R7]") {
  TestClock clock;
  server::ServerOptions options = TestOptions();
  options.core.clock = clock.clock();
  options.core.member_wait_ns = 5'000'000'000;
  const auto server = StartServer(std::move(options));
  const auto as_member = [](v1::OpenSessionRequest& request) { request.set_lock_step_member(true); };
  Client one(server->address());
  one.Open(v1::ROLE_OPERATOR, as_member);
  Client two(server->address());
  two.Open(v1::ROLE_OPERATOR, as_member);
  OpenStreams streams(two);
  v1::StepRequest step;
  step.set_ticks(1);
  // Ends when the other member, which is never ready, is left out.
  std::thread stepping([&] { CHECK(one.Call(one.world, &World::Step, step).ok()); });
  REQUIRE(Eventually([&] {
    bool is_ready = false;
    server->core().strand().Run([&] { is_ready = server->core().sessions().All().at(0)->ready_until == 1; });
    return is_ready;
  }));
  clock.AdvanceMs(6'000);
  stepping.join();
  CHECK(streams.Reasons() == kEnded);
  CHECK(AllGone(server->core()));
}

TEST_CASE("the lease does not run while a session watches or forks") {
  TestClock clock;
  server::ServerOptions options = TestOptions();
  options.core.clock = clock.clock();
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  grpc::ClientContext context;
  client.Prepare(context);
  const auto watch = client.world.WatchTicks(&context, v1::WatchTicksRequest());
  watch->WaitForInitialMetadata();
  const auto is_orphaned = [&] {
    bool orphaned = false;
    server->core().strand().Run([&] {
      const auto now = server->core().now_ns();
      orphaned = !server->core().sessions().LeaseRunOut(now).empty() ||
                 server->core().sessions().All().at(0)->state != server::SessionState::kOpen;
    });
    return orphaned;
  };
  clock.AdvanceMs(server::kLeaseDefaultMs + 1);
  CHECK_FALSE(is_orphaned());
  context.TryCancel();
  // From its end on it does.
  REQUIRE(Eventually([&] {
    bool is_over = false;
    server->core().strand().Run([&] { is_over = server->core().sessions().All().at(0)->streams.empty(); });
    return is_over;
  }));
  CHECK_FALSE(is_orphaned());
  clock.AdvanceMs(server::kLeaseDefaultMs + 1);
  CHECK(Eventually(is_orphaned));
}

TEST_CASE("an upload for a world that is gone ends at once, a fork of it goes on", "[R8]") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  OpenRestore restore(client, 100);
  OpenFork fork(client, PlanOf(server::kForkTicksMax));
  v1::ForkResponse message;
  REQUIRE(fork.Read(&message));
  REQUIRE(Eventually([&] { return *server->core().figures().transfers_now == 1; }));
  // Its head has come, which it is told for.
  REQUIRE(restore.Send("12345"));
  REQUIRE(Eventually([&] {
    REQUIRE(client.Call(client.world, &World::Reset, {}).ok());
    return *server->core().figures().transfers_now == 0;
  }));
  CHECK(ReasonOf(restore.Finish()) == "EPOCH_DIFFERS");
  REQUIRE(fork.Read(&message));
  CHECK(*server->core().figures().forks_now == 1);
  fork.Cancel();
  fork.Finish();
}
