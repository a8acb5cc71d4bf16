#include <google/protobuf/descriptor.h>
#include <grpcpp/generic/generic_stub.h>

#include <catch2/catch.hpp>
#include <thread>

#include "server/access.h"
#include "sim/scenario_run.h"
#include "tests/server/server_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT
using Sessions = v1::SessionService::Stub;
using World = v1::WorldService::Stub;
using Paths = v1::PathService::Stub;

namespace {

v1::OpenSessionRequest OpenRequest(v1::Role role) {
  v1::OpenSessionRequest request;
  request.set_client_name("test");
  request.set_role(role);
  return request;
}

// Asked of the server's own table: a call would renew the lease of an open session.
bool IsOrphaned(server::Server& server) {
  bool orphaned = false;
  server.core().strand().Run(
      [&] { orphaned = server.core().sessions().All().at(0)->state == server::SessionState::kOrphaned; });
  return orphaned;
}

grpc::Status Renew(Client& client) {
  return client.Call(client.sessions, &Sessions::RenewSession, v1::RenewSessionRequest());
}

}  // namespace

TEST_CASE("GetServer needs no session and tells limits, features and the highest role") {
  const auto server = StartServer(TestOptions("ps3"));
  Client client(server->address());
  v1::GetServerResponse response;
  REQUIRE(client.Call(client.sessions, &Sessions::GetServer, v1::GetServerRequest(), &response).ok());
  CHECK(response.profile() == "ps3");
  CHECK(response.role_max() == v1::ROLE_OPERATOR);
  CHECK(response.limits().path_requests() == 32);
  CHECK(response.limits().path_points() == 16);
  CHECK(response.limits().batch_items() == 256);
  CHECK(std::is_sorted(response.features().begin(), response.features().end()));
  CHECK(response.stamp().tick() == 0);
}

TEST_CASE("a call without a session, with an unknown or with an ended one is UNAUTHENTICATED") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  const grpc::Status none = Renew(client);
  CHECK(none.error_code() == grpc::StatusCode::UNAUTHENTICATED);
  CHECK(ReasonOf(none) == "SESSION_UNKNOWN");
  client.token = "0123456789abcdef";
  CHECK(ReasonOf(Renew(client)) == "SESSION_UNKNOWN");
  client.Open();
  CHECK(Renew(client).ok());
  v1::CloseSessionResponse closed;
  REQUIRE(client.Call(client.sessions, &Sessions::CloseSession, v1::CloseSessionRequest(), &closed).ok());
  CHECK(closed.closed_tick() == 0);  // It never gave a command.
  const grpc::Status ended = Renew(client);
  CHECK(ended.error_code() == grpc::StatusCode::UNAUTHENTICATED);
  CHECK(ReasonOf(ended) == "SESSION_ENDED");
  CHECK(ended.error_message().find(client.token) == std::string::npos);
}

TEST_CASE("a submit without a session is refused, issues nothing and leaves the server as it was",
          "[NAV-054]") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  v1::SubmitRequest submit;
  *submit.add_requests() = PathRequest(1, 1, 15, 15);
  const auto refused = [&] {
    v1::SubmitResponse response;
    const grpc::Status status = client.Call(client.paths, &v1::PathService::Stub::Submit, submit, &response);
    CHECK(response.results_size() == 0);
    CHECK(status.error_code() == grpc::StatusCode::UNAUTHENTICATED);
    return ReasonOf(status);
  };
  CHECK(refused() == "SESSION_UNKNOWN");
  client.Open();
  REQUIRE(client.Submit(submit).results(0).handle() != 0);
  REQUIRE(client.Call(client.sessions, &Sessions::CloseSession, v1::CloseSessionRequest()).ok());
  CHECK(refused() == "SESSION_ENDED");
  CHECK(server->core().published().view->figures.submitted == 1);
  Client next(server->address());
  next.Open();
  CHECK(next.Submit(submit).results(0).handle() != 0);
}

TEST_CASE("a session that gave commands ends by a command of the log, and its requests with it") {
  const auto server = StartServer(TestOptions("ps3"));
  Client client(server->address());
  client.Open();
  client.SubmitPath(1, 1, 15, 15);
  v1::CloseSessionResponse closed;
  REQUIRE(client.Call(client.sessions, &Sessions::CloseSession, v1::CloseSessionRequest(), &closed).ok());
  CHECK(closed.closed_tick() == 1);
  Client next(server->address());
  next.Open();
  v1::SubmitRequest all;
  for (int i = 0; i < 32; ++i) *all.add_requests() = PathRequest(1, 1, 15, 15);
  const v1::SubmitResponse response = next.Submit(all);
  for (const v1::CommandResult& result : response.results()) CHECK(result.handle() != 0);
}

TEST_CASE("OpenSession refuses bad names, roles, orders and a full table") {
  const auto server = StartServer(TestOptions("pc", {"sessions_max=3"}));
  Client client(server->address());
  v1::OpenSessionResponse response;
  for (const std::string& name :
       {std::string(), std::string("a b"), std::string(65, 'x'), std::string("ä")}) {
    v1::OpenSessionRequest request = OpenRequest(v1::ROLE_BOT);
    request.set_client_name(name);
    CHECK(FieldOf(DetailsOf(client.TryOpen(request, &response))) == "client_name");
  }
  CHECK(FieldOf(DetailsOf(client.TryOpen(OpenRequest(v1::ROLE_UNSPECIFIED), &response))) == "role");
  CHECK(FieldOf(DetailsOf(client.TryOpen(OpenRequest(static_cast<v1::Role>(9)), &response))) == "role");
  const grpc::Status debug = client.TryOpen(OpenRequest(v1::ROLE_DEBUG), &response);
  CHECK(debug.error_code() == grpc::StatusCode::PERMISSION_DENIED);
  CHECK(ReasonOf(debug) == "ROLE_NEEDED");

  v1::OpenSessionRequest ordered = OpenRequest(v1::ROLE_BOT);
  ordered.set_order(4095);
  CHECK(FieldOf(DetailsOf(client.TryOpen(ordered, &response))) == "order");
  ordered.set_order(0);
  CHECK(client.TryOpen(ordered, &response).ok());
  const grpc::Status taken = client.TryOpen(ordered, &response);
  CHECK(taken.error_code() == grpc::StatusCode::ALREADY_EXISTS);
  CHECK(ReasonOf(taken) == "ORDER_TAKEN");

  CHECK(client.TryOpen(OpenRequest(v1::ROLE_BOT), &response).ok());
  CHECK(client.TryOpen(OpenRequest(v1::ROLE_BOT), &response).ok());
  const grpc::Status full = client.TryOpen(OpenRequest(v1::ROLE_BOT), &response);
  CHECK(full.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
  CHECK(ReasonOf(full) == "TABLE_FULL");
  CHECK(RetryTicksOf(DetailsOf(full)) == "1");
}

TEST_CASE("the table of roles holds for every method") {
  const auto server = StartServer(TestOptions());
  Client operator_client(server->address());
  operator_client.Open(v1::ROLE_OPERATOR);
  Client bot(server->address());
  bot.Open(v1::ROLE_BOT);
  Client observer(server->address());
  observer.Open(v1::ROLE_OBSERVER);
  const auto generic_call = [](Client& client, const std::string& method) {
    grpc::ClientContext context;
    client.Prepare(context);
    grpc::GenericStub stub(client.channel);
    grpc::CompletionQueue queue;
    grpc::ByteBuffer request{nullptr, 0};
    request = grpc::ByteBuffer(std::vector<grpc::Slice>{grpc::Slice("")}.data(), 1);
    grpc::ByteBuffer response;
    grpc::Status status;
    auto call = stub.PrepareUnaryCall(&context, method, request, &queue);
    call->StartCall();
    call->Finish(&response, &status, nullptr);
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
    return status;
  };
  int checked = 0;
  for (const char* service : {"SessionService", "WorldService", "PathService"}) {
    const auto* descriptor = google::protobuf::DescriptorPool::generated_pool()->FindServiceByName(
        std::string("footfall.v1.") + service);
    REQUIRE(descriptor != nullptr);
    for (int i = 0; i < descriptor->method_count(); ++i) {
      const auto* method = descriptor->method(i);
      if (method->server_streaming() || method->name() == "CloseSession") continue;
      const v1::Access access = server::AccessOf(method->full_name());
      const std::string path = std::string("/footfall.v1.") + service + "/" + method->name();
      CAPTURE(path);
      for (const auto& [client, role] : {std::pair<Client*, v1::Role>{&observer, v1::ROLE_OBSERVER},
                                         {&bot, v1::ROLE_BOT},
                                         {&operator_client, v1::ROLE_OPERATOR}}) {
        CAPTURE(role);
        const std::string reason = ReasonOf(generic_call(*client, path));
        CHECK((reason == "ROLE_NEEDED") == (role < access.least()));
        CHECK(reason != "SESSION_UNKNOWN");
        ++checked;
      }
      Client stranger(server->address());
      const std::string reason = ReasonOf(generic_call(stranger, path));
      CHECK((reason == "SESSION_UNKNOWN") == (access.least() != v1::ROLE_UNSPECIFIED));
    }
  }
  CHECK(checked == 3 * (3 + 7 + 6));
}

TEST_CASE("the only session of ROLE_BOT may step, with a second one it may not") {
  const auto server = StartServer(TestOptions());
  Client bot(server->address());
  bot.Open(v1::ROLE_BOT);
  Client observer(server->address());
  observer.Open(v1::ROLE_OBSERVER);
  CHECK(bot.Step(1).ticks_run() == 1);
  v1::StepRequest step;
  step.set_ticks(1);
  CHECK(ReasonOf(observer.Call(observer.world, &World::Step, step)) == "ROLE_NEEDED");
  Client second(server->address());
  second.Open(v1::ROLE_BOT);
  CHECK(ReasonOf(bot.Call(bot.world, &World::Step, step)) == "ROLE_NEEDED");
}

TEST_CASE(
    "a session without a call is orphaned after its lease, resumed within its hold and ended after it") {
  TestClock clock;
  server::ServerOptions options = TestOptions();
  options.core.clock = clock.clock();
  options.core.hold_ns = 10'000'000'000;
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  const v1::OpenSessionResponse opened =
      client.Open(v1::ROLE_OPERATOR, [](v1::OpenSessionRequest& request) { request.set_lease_ms(1000); });
  CHECK(opened.lease_ms() == 1000);
  CHECK(opened.hold_ms() == 10000);
  const uint64_t handle = client.SubmitPath(1, 1, 15, 15).results(0).handle();
  clock.AdvanceMs(900);
  CHECK(Renew(client).ok());
  clock.AdvanceMs(900);
  CHECK(Renew(client).ok());  // Each call renews the lease.

  clock.AdvanceMs(1100);
  REQUIRE(Eventually([&] { return IsOrphaned(*server); }));
  CHECK(ReasonOf(Renew(client)) == "SESSION_ENDED");

  v1::OpenSessionRequest resume;
  resume.set_resume_token(client.token);
  v1::OpenSessionResponse resumed;
  REQUIRE(client.TryOpen(resume, &resumed).ok());
  CHECK(resumed.resumed());
  CHECK(resumed.client_id() == client.client_id);
  v1::PollRequest poll;
  poll.add_handles(handle);
  v1::PollResponse polled;
  REQUIRE(client.Call(client.paths, &Paths::Poll, poll, &polled).ok());
  CHECK(polled.results(0).outcome() == v1::NAV_OUTCOME_PENDING);

  clock.AdvanceMs(1100);
  REQUIRE(Eventually([&] { return IsOrphaned(*server); }));
  clock.AdvanceMs(10100);
  REQUIRE(Eventually([&] {
    size_t sessions = 1;
    server->core().strand().Run([&] { sessions = server->core().sessions().size(); });
    return sessions == 0;
  }));
  const grpc::Status gone = client.TryOpen(resume, &resumed);
  CHECK(gone.error_code() == grpc::StatusCode::UNAUTHENTICATED);
  CHECK(ReasonOf(gone) == "SESSION_ENDED");
}

TEST_CASE("the log of a world whose sessions lost their leases replays to the same hash", "[R7]") {
  const bool running = GENERATE(false, true);
  CAPTURE(running);
  TestClock clock;
  server::ServerOptions options = TestOptions();
  options.core.clock = clock.clock();
  options.core.hold_ns = 10'000'000'000;
  const server::WorldSetup setup = options.world;
  const auto server = StartServer(std::move(options));
  sim::CommandLog log{setup.seed, platform::ProfileHash(setup.profile), setup.pack->build_id(), setup.hz, 1,
                      {}};
  server->core().strand().Run([&] {
    server->core().world().set_command_sink(
        [&](uint64_t tick, const sim::Command& command, const sim::CommandResult&) {
          log.entries.push_back({tick, command});
        });
  });
  Client lost(server->address());
  lost.Open(v1::ROLE_OPERATOR, [](v1::OpenSessionRequest& request) { request.set_lease_ms(1000); });
  Client silent(server->address());  // It gives no command, so the world never hears of it.
  silent.Open(v1::ROLE_OPERATOR, [](v1::OpenSessionRequest& request) { request.set_lease_ms(1000); });
  Client stepping(server->address());
  stepping.Open(v1::ROLE_OPERATOR, [](v1::OpenSessionRequest& request) { request.set_lease_ms(600'000); });
  lost.SubmitPath(1, 1, 15, 15);
  stepping.Step(3);
  if (running) REQUIRE(stepping.Call(stepping.world, &v1::WorldService::Stub::Run, v1::RunRequest()).ok());
  for (int time = 0; time < 2; ++time) {
    clock.AdvanceMs(1100);
    REQUIRE(Eventually([&] { return IsOrphaned(*server); }));
    if (!running) stepping.Step(2);
    v1::OpenSessionRequest resume;
    resume.set_resume_token(lost.token);
    v1::OpenSessionResponse resumed;
    REQUIRE(lost.TryOpen(resume, &resumed).ok());
    lost.SubmitPath(1, 1, 15, 3);
  }
  clock.AdvanceMs(1100);
  REQUIRE(Eventually([&] { return IsOrphaned(*server); }));
  clock.AdvanceMs(10100);
  REQUIRE(Eventually([&] {
    size_t sessions = 0;
    server->core().strand().Run([&] { sessions = server->core().sessions().size(); });
    return sessions == 1;
  }));
  if (running)
    REQUIRE(stepping.Call(stepping.world, &v1::WorldService::Stub::Pause, v1::PauseRequest()).ok());
  const uint64_t tick = stepping.Step(1).stamp().tick();

  sim::WorldOptions world_options;
  world_options.pack = setup.pack;
  world_options.profile = setup.profile;
  world_options.seed = setup.seed;
  world_options.hz = setup.hz;
  const auto world = sim::World::Create(std::move(world_options));
  REQUIRE(world.ok());
  server->core().strand().Run([&] {
    size_t orphaned = 0;
    for (const sim::LogEntry& entry : log.entries) {
      orphaned += std::holds_alternative<sim::OrphanSource>(entry.command.body) ? 1 : 0;
    }
    CHECK(orphaned == 3);
    CHECK(std::holds_alternative<sim::EndSource>(log.entries.back().command.body));
    const auto digests = sim::Replay(log, **world, tick);
    REQUIRE(digests.ok());
    CHECK(digests->back().root == server->core().view().hash->root);
  });
}

TEST_CASE("the lease does not run while a call of the session waits") {
  TestClock clock;
  server::ServerOptions options = TestOptions();
  options.core.clock = clock.clock();
  options.core.paused = false;
  options.core.speed = std::nullopt;
  const auto server = StartServer(std::move(options));
  const auto short_lease = [](v1::OpenSessionRequest& request) { request.set_lease_ms(1000); };
  Client client(server->address());
  client.Open(v1::ROLE_OPERATOR, short_lease);
  Client idle(server->address());
  idle.Open(v1::ROLE_OPERATOR, short_lease);
  std::thread waiting([&] {
    v1::GetWorldRequest request;
    request.mutable_read()->set_min_tick(1'000'000'000);
    client.Call(client.world, &World::GetWorld, request, nullptr, 2);
  });
  REQUIRE(Eventually([&] { return server->core().figures().waiting_calls > 0; }));
  clock.AdvanceMs(60'000);
  // The leases have been looked at once that of the idle session has run out.
  REQUIRE(Eventually([&] {
    bool is_orphaned = false;
    server->core().strand().Run([&] {
      for (const server::SessionPtr& session : server->core().sessions().All()) {
        is_orphaned = is_orphaned || session->state == server::SessionState::kOrphaned;
      }
    });
    return is_orphaned;
  }));
  CHECK(Renew(client).ok());
  waiting.join();
}
