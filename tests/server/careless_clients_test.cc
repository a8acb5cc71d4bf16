// Clients that break off, vanish or ask for the impossible: nothing of them stays behind.
#include <catch2/catch.hpp>
#include <list>

#include "tests/server/server_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT
using World = v1::WorldService::Stub;

namespace {

// What a client could leave behind on the strand.
size_t Leftovers(server::Core& core) {
  size_t count = 0;
  core.strand().Run([&] {
    count = core.waits().size();
    for (const server::SessionPtr& session : core.sessions().All()) {
      count += static_cast<size_t>(session->calls);
      core.control().ForEachStepOf(*session, [&](const server::StepJob&) { ++count; });
    }
  });
  return count;
}

}  // namespace

TEST_CASE("a storm of Steps that are cancelled leaves no Step and no call behind") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  struct Storm {
    grpc::ClientContext context;
    v1::StepResponse response;
    grpc::Status status;
    std::unique_ptr<grpc::ClientAsyncResponseReader<v1::StepResponse>> reader;
  };
  std::list<Storm> storm;
  grpc::CompletionQueue queue;
  v1::StepRequest request;
  request.set_ticks(36000);
  for (int i = 0; i < 300; ++i) {
    Storm& one = storm.emplace_back();
    client.Prepare(one.context);
    one.reader = client.world.AsyncStep(&one.context, request, &queue);
    one.reader->Finish(&one.response, &one.status, &one);
  }
  for (auto one = storm.rbegin(); one != storm.rend(); ++one) one->context.TryCancel();
  for (size_t i = 0; i < storm.size(); ++i) {
    void* tag = nullptr;
    bool ok = false;
    REQUIRE(queue.Next(&tag, &ok));
  }
  queue.Shutdown();
  CHECK(Eventually([&] { return Leftovers(server->core()) == 0; }));
  CHECK(client.Step(1).ticks_run() == 1);
}

TEST_CASE("query streams that wait for a far tick and are cancelled leave no wait behind") {
  server::ServerOptions options = TestOptions();
  options.core.paused = false;
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  std::list<grpc::ClientContext> contexts;
  std::list<std::unique_ptr<grpc::ClientReaderWriter<v1::QueryStreamRequest, v1::QueryStreamResponse>>>
      streams;
  v1::QueryStreamRequest request;
  *request.mutable_query()->add_queries() = PathRequest(1, 1, 5, 5);
  request.mutable_query()->mutable_read()->set_min_tick(1'000'000'000);
  for (int i = 0; i < 100; ++i) {
    client.Prepare(contexts.emplace_back());
    streams.push_back(client.queries.QueryStream(&contexts.back()));
    REQUIRE(streams.back()->Write(request));
  }
  REQUIRE(Eventually([&] { return Leftovers(server->core()) == 100; }));
  for (grpc::ClientContext& context : contexts) context.TryCancel();
  for (const auto& stream : streams) {
    CHECK(stream->Finish().error_code() == grpc::StatusCode::CANCELLED);
  }
  CHECK(Eventually([&] { return Leftovers(server->core()) == 0; }));
}

TEST_CASE("sessions that vanish with requests in their slots are ended and give them back") {
  TestClock clock;
  server::ServerOptions options = TestOptions("server");
  options.core.clock = clock.clock();
  const auto server = StartServer(std::move(options));
  for (int i = 0; i < 50; ++i) {
    Client client(server->address());
    client.Open(v1::ROLE_BOT, [](v1::OpenSessionRequest& request) { request.set_lease_ms(1000); });
    client.SubmitPath(1, 1, 15, 15);
    grpc::ClientContext context;
    client.Prepare(context);
    const auto attach = client.sessions.Attach(&context);
    v1::AttachResponse frame;
    REQUIRE(attach->Read(&frame));
    context.TryCancel();
    attach->Finish();
  }
  CHECK(server->core().published().view->figures.slots_in_use == 50);
  clock.AdvanceMs(1001);
  REQUIRE(Eventually([&] {
    bool all_orphaned = true;
    server->core().strand().Run([&] {
      for (const server::SessionPtr& session : server->core().sessions().All()) {
        all_orphaned = all_orphaned && session->state == server::SessionState::kOrphaned;
      }
    });
    return all_orphaned;
  }));
  clock.AdvanceMs(60'001);
  REQUIRE(Eventually([&] { return server->core().figures().sessions == 0; }));
  Client client(server->address());
  client.Open();
  client.Step(2);
  CHECK(server->core().published().view->figures.slots_in_use == 0);
}
