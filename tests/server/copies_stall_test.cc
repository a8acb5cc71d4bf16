// Clients that stand still while a copy of the world travels.
#include <catch2/catch.hpp>
#include <memory>
#include <vector>

#include "server/client_turn.h"
#include "tests/server/copies_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT

namespace {

// 1,920 requests, each another one.
void SubmitMany(Client& client, int which) {
  for (int batch = 0; batch < 30; ++batch) {
    v1::SubmitRequest request;
    for (int i = 0; i < 64; ++i) {
      const float at = 1 + 0.0021F * static_cast<float>((which * 30 + batch) * 64 + i);
      *request.add_requests() = PathRequest(at, 1 + at / 7, 19 - at, 19 - at / 3);
    }
    client.Submit(request);
  }
}

}  // namespace

TEST_CASE("a client's turn is over at its limit, whenever it began") {
  server::ClientTurn turn;
  CHECK_FALSE(turn.IsOver(1'000, 60));
  turn.Begin(1'000);
  CHECK_FALSE(turn.IsOver(1'059, 60));
  CHECK(turn.IsOver(1'060, 60));
  turn.Begin(1'050);
  CHECK_FALSE(turn.IsOver(1'109, 60));
  CHECK(turn.IsOver(1'110, 60));
  turn.End();
  CHECK_FALSE(turn.IsOver(1'000'000, 60));
}

TEST_CASE(
    "a reader that stands still holds a place and no more, others go on, and after 60 s it is cut off") {
  TestClock clock;
  auto options = TestOptions("server", {"message_bytes_max=16384"});
  options.core.clock = clock.clock();
  const auto server = StartServer(std::move(options));
  const server::Figures& figures = server->core().figures();
  // Much more state than any buffer on the way takes.
  std::vector<std::unique_ptr<Client>> busy;
  for (int i = 0; i < 4; ++i) {
    busy.push_back(std::make_unique<Client>(server->address()));
    busy.back()->Open();
    SubmitMany(*busy.back(), i);
  }
  Client client(server->address());
  client.Open();
  client.Step(3);
  const SavedWorld whole = Save(client);
  CAPTURE(whole.bytes.size());
  REQUIRE(whole.bytes.size() > 250'000);

  Client still(server->address());
  still.Open();
  grpc::ClientContext context;
  still.Prepare(context);
  // A channel that takes little unread: else it is megabytes.
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  arguments.SetInt(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 16'384);
  v1::WorldService::Stub narrow(
      grpc::CreateCustomChannel(server->address(), grpc::InsecureChannelCredentials(), arguments));
  const auto reader = narrow.SaveSnapshot(&context, v1::SaveSnapshotRequest());
  reader->WaitForInitialMetadata();
  REQUIRE(*figures.transfers_now == 1);
  // Others step, save and fork meanwhile.
  for (int round = 0; round < 3; ++round) {
    CHECK(client.Step(1).ticks_run() == 1);
    Save(client);
  }
  Fork(client, PlanOf(2));
  CHECK(*figures.transfers_now == 1);
  CHECK(figures.slow_readers == 0);
  CheckStalls(server->core(), *clock.ns + 59'999'999'999);
  CHECK(*figures.transfers_now == 1);
  CheckStalls(server->core(), *clock.ns + 60'000'000'000);
  CHECK(*figures.transfers_now == 0);
  CHECK(figures.slow_readers == 1);
  // What was on its way is a part: the rest was never sent.
  v1::SaveSnapshotResponse message;
  size_t bytes = 0;
  while (reader->Read(&message)) bytes += message.piece().size();
  CHECK(bytes < whole.bytes.size() / 2);
  const grpc::Status status = reader->Finish();
  // Who reads too late for the reason is told less.
  const bool is_cancelled = status.error_code() == grpc::StatusCode::CANCELLED;
  CHECK((ReasonOf(status) == "SLOW_READER" || is_cancelled));
}

TEST_CASE("a client that sends nothing is cut off after 60 s and not before") {
  const TestClock clock;
  auto options = TestOptions();
  options.core.clock = clock.clock();
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  constexpr int64_t kStallNs = 60'000'000'000;
  OpenRestore restore(client, 100);
  REQUIRE(Eventually([&] { return *server->core().figures().transfers_now == 1; }));
  CheckStalls(server->core(), *clock.ns + kStallNs - 1);
  CHECK(*server->core().figures().transfers_now == 1);
  CheckStalls(server->core(), *clock.ns + kStallNs);
  CHECK(*server->core().figures().transfers_now == 0);
  const grpc::Status status = restore.Finish();
  CHECK(status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED);
  // Not the client's own deadline.
  CHECK(status.error_message() == "the client sent nothing for too long");
  // The server asks by itself.
  OpenRestore other(client, 100);
  REQUIRE(Eventually([&] { return *server->core().figures().transfers_now == 1; }));
  // Each message begins the client's turn anew: time passes until the first one has been taken too.
  REQUIRE(Eventually([&] {
    *clock.ns += kStallNs;
    return *server->core().figures().transfers_now == 0;
  }));
  CHECK(other.Finish().error_message() == "the client sent nothing for too long");
  CHECK(server->core().figures().restores_refused == 2);
}
