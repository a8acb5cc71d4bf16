// WorldService.SaveSnapshot and RestoreSnapshot.
#include <algorithm>
#include <catch2/catch.hpp>
#include <thread>

#include "footfall/v1/world_edit_service.grpc.pb.h"
#include "server/convert.h"
#include "server/limits.h"
#include "server/metrics_text.h"
#include "sim/snapshot_envelope.h"
#include "sim/snapshot_file.h"
#include "sim/world.h"
#include "tests/nav/hand_packs.h"
#include "tests/server/copies_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT
using World = v1::WorldService::Stub;
using Paths = v1::PathService::Stub;

namespace {

// The world after the last commit, in words that two servers share.
std::string HashAfter(Client& client, uint32_t ticks) { return client.Step(ticks, true).hash().root(); }

// Submits some paths and runs some ticks, so that requests wait, run and lie finished.
void Busy(Client& client) {
  for (int i = 0; i < 6; ++i) client.SubmitPath(1, 1, static_cast<float>(4 + 2 * i), 15);
  client.Step(2);
  for (int i = 0; i < 3; ++i) client.SubmitPath(15, 1, static_cast<float>(1 + i), 15);
}

void Close(Client& client) {
  REQUIRE(client.Call(client.sessions, &v1::SessionService::Stub::CloseSession, {}).ok());
}

}  // namespace

TEST_CASE("a saved world says what it is and comes in pieces below the message limit", "[R11]") {
  const auto server = StartServer(TestOptions("pc", {"message_bytes_max=65536"}));
  Client client(server->address());
  client.Open();
  Busy(client);
  const SavedWorld saved = Save(client);
  const v1::GetWorldResponse world = client.GetWorld();
  CHECK(saved.stamp.tick() == world.stamp().tick());
  CHECK(saved.stamp.world_epoch() == world.stamp().world_epoch());
  CHECK(saved.info.tick() == 2);
  CHECK(saved.info.open_commands() == 3);
  CHECK(saved.info.state_schema() == sim::kStateSchema);
  CHECK(saved.info.profile() == "pc");
  CHECK(saved.info.profile_hash() == world.profile_hash());
  CHECK(saved.info.world_build_id() == world.world_build_id());
  CHECK(saved.info.hz() == world.hz());
  CHECK(saved.info.seed() == world.seed());
  CHECK(saved.info.world_epoch() == world.stamp().world_epoch());
  CHECK(saved.largest_piece <= 65536);
  const auto state = sim::UnpackSnapshot(saved.bytes, "test");
  REQUIRE(state.ok());
  CHECK(state->size() == saved.info.state_bytes());
  CHECK(server->core().figures().snapshots_saved == 1);
}

TEST_CASE("saving leaves no trace in the world") {
  const auto saving = StartServer(TestOptions());
  const auto other = StartServer(TestOptions());
  Client a(saving->address());
  Client b(other->address());
  a.Open();
  b.Open();
  Busy(a);
  Busy(b);
  for (int tick = 0; tick < 10; ++tick) {
    Save(a);
    CHECK(HashAfter(a, 1) == HashAfter(b, 1));
  }
}

TEST_CASE("a restored world goes on as the one that never stopped", "[R7]") {
  // Of every kind: before the first tick, in an open phase, with requests under way, after all has ended.
  const uint32_t ticks_before = GENERATE(0, 1, 3, 40);
  const bool is_open_phase = GENERATE(false, true);
  CAPTURE(ticks_before, is_open_phase);
  const auto straight = StartServer(TestOptions());
  const auto restored = StartServer(TestOptions());
  Client on(straight->address());
  on.Open();
  // The same source on both.
  const auto third = [](v1::OpenSessionRequest& request) { request.set_order(3); };
  Client watcher(straight->address());
  watcher.Open(v1::ROLE_OPERATOR, third);
  if (ticks_before > 0) {
    Busy(on);
    on.Step(ticks_before);
  }
  if (is_open_phase) on.SubmitPath(2, 2, 17, 17);
  const SavedWorld saved = Save(on);
  Client client(restored->address());
  client.Open(v1::ROLE_OPERATOR, third);
  client.SubmitPath(5, 5, 9, 9);
  client.Step(7);
  const uint64_t epoch = client.GetWorld().stamp().world_epoch();

  const v1::RestoreSnapshotResponse response = Restore(client, saved.bytes);
  const bool had_source = ticks_before > 0 || is_open_phase;
  CHECK(response.sources_ended() == (had_source ? 1 : 0));
  CHECK(response.stamp().tick() == saved.info.tick());
  CHECK(response.stamp().world_epoch() == epoch + 1);
  CHECK(response.info().state_hash() == saved.info.state_hash());
  CHECK(client.Hash() == watcher.Hash());
  // What the live server does by itself is the end of the session on the other one.
  Close(on);
  CHECK(response.stamp().open_commands() == saved.info.open_commands() + response.sources_ended());
  for (int tick = 0; tick < 30; ++tick) {
    CAPTURE(tick);
    if (tick == 4) client.SubmitPath(3, 3, 15, 9);
    if (tick == 4) watcher.SubmitPath(3, 3, 15, 9);
    REQUIRE(HashAfter(client, 1) == HashAfter(watcher, 1));
  }
}

TEST_CASE("a restore ends what waits as a reset does, and old handles are of a changed world", "[R8]") {
  auto options = TestOptions();
  options.core.paused = true;
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  const uint64_t handle = client.SubmitPath(1, 1, 15, 15).results(0).handle();
  client.Step(1);
  const SavedWorld saved = Save(client);
  grpc::Status stepped;
  v1::StepRequest many;
  many.set_ticks(3000);
  Client stepper(server->address());
  stepper.Open();
  std::thread waiting([&] { stepped = stepper.Call(stepper.world, &World::Step, many); });
  REQUIRE(Eventually([&] { return server->core().published().view->tick > 10; }));
  const v1::RestoreSnapshotResponse response = Restore(client, saved.bytes);
  waiting.join();
  // A Step that ran some ticks answers with these.
  CHECK((stepped.ok() || ReasonOf(stepped) == "EPOCH_DIFFERS"));
  v1::FetchRequest fetch;
  fetch.add_handles(handle);
  v1::FetchResponse fetched;
  REQUIRE(client.Call(client.paths, &Paths::Fetch, fetch, &fetched).ok());
  CHECK(ReasonOf(fetched.results(0).error()) == "WORLD_CHANGED");
  CHECK(client.GetWorld().stamp().world_epoch() == response.stamp().world_epoch());
  // The sessions are open still.
  CHECK(stepper.SubmitPath(1, 1, 3, 3).results(0).handle() != 0);
}

TEST_CASE("a running world goes on running after a restore") {
  auto options = TestOptions();
  options.core.paused = false;
  options.core.speed = 50;
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  const SavedWorld saved = Save(client);
  REQUIRE(Eventually([&] { return server->core().published().view->tick > saved.info.tick() + 20; }));
  const v1::RestoreSnapshotResponse response = Restore(client, saved.bytes);
  CHECK(response.stamp().tick() == saved.info.tick());
  REQUIRE(Eventually([&] { return server->core().published().view->tick > saved.info.tick() + 5; }));
}

TEST_CASE("bytes that are no snapshot of this world are refused by name and change nothing", "[R11]") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  Busy(client);
  const SavedWorld saved = Save(client);
  const std::string before = client.Hash();
  const v1::WorldStamp stamp = client.GetWorld().stamp();
  const auto refused = [&](const std::string& bytes, const std::string& says) {
    const grpc::Status status = TryRestore(client, bytes);
    INFO(status.error_message());
    CHECK(status.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
    CHECK(ReasonOf(status) == "BAD_FIELD");
    CHECK(FieldOf(DetailsOf(status)) == "piece");
    CHECK(status.error_message().find(says) != std::string::npos);
  };
  refused("no snapshot at all", "no packed snapshot begins here");
  refused(saved.bytes.substr(0, saved.bytes.size() / 2), "cut off");
  std::string flipped = saved.bytes;
  flipped[flipped.size() / 2] ^= 0x10;
  refused(flipped, "damaged");
  refused(saved.bytes + "x", "bytes after the snapshot");
  const auto state = sim::UnpackSnapshot(saved.bytes, "test");
  REQUIRE(state.ok());
  refused(*sim::PackSnapshot(state->substr(0, state->size() - 9)), "cut off or damaged");
  refused(*sim::PackSnapshot("FFSNAP\r\n and nothing of it"), "snapshot: ");

  const auto foreign = [&](server::ServerOptions options, const std::string& says) {
    const auto other = StartServer(std::move(options));
    Client there(other->address());
    there.Open();
    refused(Save(there).bytes, says);
  };
  // The header is judged before the rest is unpacked, of which the last block is damaged here.
  sim::SnapshotHeader header = *sim::ReadSnapshotHeader(*state);
  ++header.profile_hash;
  std::string long_payload;
  for (uint32_t i = 0, bits = 1; i < 400'000; ++i) {
    bits = bits * 1664525 + 1013904223;
    long_payload.push_back(static_cast<char>(bits >> 24));
  }
  std::string torn = *sim::PackSnapshot(sim::SealSnapshot(header, long_payload));
  torn.back() ^= 0x10;
  CHECK(absl::IsDataLoss(sim::UnpackSnapshot(torn, "test").status()));
  refused(torn, "profile hash");
  foreign(TestOptions("ps3"), "profile hash");
  foreign(TestOptions("pc", {"request_timeout_ms=1234"}), "profile hash");
  auto slow = TestOptions();
  slow.world.hz = 20;
  foreign(std::move(slow), "hz 20 was found, expected is 30");
  foreign(TestOptions(GridWorld(9), "pc"), "set of packs");

  CHECK(client.Hash() == before);
  CHECK(client.GetWorld().stamp().SerializeAsString() == stamp.SerializeAsString());
  CHECK(server->core().figures().restores == 0);
  CHECK(server->core().figures().restores_refused == 11);
  CHECK(*server->core().figures().transfers_now == 0);
}

TEST_CASE("an upload is held to what its head told", "[R11]") {
  auto options = TestOptions();
  options.core.snapshot_bytes_max = 100'000;
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  const v1::OpenSessionResponse opened = client.Open();
  CHECK(opened.limits().snapshot_bytes() == 100'000);
  CHECK(opened.limits().snapshot_transfers() == server::kSnapshotTransfersMax);
  const auto refused = [&](uint64_t told, const std::vector<std::string>& pieces, const std::string& says) {
    v1::RestoreHead head;
    head.set_bytes(told);
    const grpc::Status status = RestorePieces(client, head, pieces);
    CHECK(ReasonOf(status) == "BAD_FIELD");
    INFO(status.error_message());
    CHECK(status.error_message().find(says) != std::string::npos);
  };
  refused(0, {}, "head.bytes: is 0, must be 1 to 100000");
  refused(100'001, {}, "head.bytes: is 100001, must be 1 to 100000, the limit snapshot_bytes");
  refused(10, {"12345"}, "cut off: 5 bytes came, told were 10 bytes");
  refused(10, {"12345", "123456"}, "ends at byte 11, told were 10 bytes");
  refused(10, {"12345", ""}, "is empty");
  // Out of order.
  for (const bool has_head : {false, true}) {
    grpc::ClientContext context;
    client.Prepare(context);
    v1::RestoreSnapshotResponse response;
    const auto writer = client.world.RestoreSnapshot(&context, &response);
    v1::RestoreSnapshotRequest request;
    request.mutable_head()->set_bytes(7);
    if (has_head) writer->Write(request);
    if (!has_head) request.set_piece("first");
    writer->Write(request);
    writer->WritesDone();
    const grpc::Status status = writer->Finish();
    CHECK(status.error_message() ==
          (has_head ? "head: comes a second time" : "piece: comes before the head"));
  }
  grpc::ClientContext context;
  client.Prepare(context);
  v1::RestoreSnapshotResponse response;
  const auto nothing = client.world.RestoreSnapshot(&context, &response);
  nothing->WritesDone();
  CHECK(nothing->Finish().error_message().find("head: is missing") == 0);
}

TEST_CASE("what a restore expects is checked, so that a repeated one is harmless") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  client.Step(3);
  const SavedWorld saved = Save(client);
  v1::RestoreHead head;
  head.set_bytes(saved.bytes.size());
  head.mutable_expect()->set_world_epoch(client.GetWorld().stamp().world_epoch());
  CHECK(RestorePieces(client, head, {saved.bytes}).ok());
  CHECK(ReasonOf(RestorePieces(client, head, {saved.bytes})) == "EPOCH_DIFFERS");
  v1::SaveSnapshotRequest save;
  save.mutable_expect()->set_tick(99);
  CHECK(ReasonOf(TrySave(client, save).status) == "TICK_DIFFERS");
}

TEST_CASE("of two restores at once one is done and the other is told") {
  const auto server = StartServer(TestOptions());
  Client first(server->address());
  Client second(server->address());
  first.Open();
  second.Open();
  first.Step(5);
  const SavedWorld saved = Save(first);
  const uint64_t epoch = first.GetWorld().stamp().world_epoch();
  OpenRestore a(first, saved.bytes.size(), epoch);
  OpenRestore b(second, saved.bytes.size(), epoch);
  REQUIRE(a.Send(saved.bytes));
  REQUIRE(b.Send(saved.bytes));
  REQUIRE(Eventually([&] { return *server->core().figures().transfers_now == 2; }));
  CHECK(a.Finish().ok());
  CHECK(ReasonOf(b.Finish()) == "EPOCH_DIFFERS");
  CHECK(server->core().figures().restores == 1);
  CHECK(first.GetWorld().stamp().tick() == 5);
}

TEST_CASE("transfers are counted, and one that its client gives up gives its place back") {
  auto options = TestOptions();
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  client.Step(2);
  const SavedWorld saved = Save(client);
  const std::string before = client.Hash();
  std::vector<std::unique_ptr<OpenRestore>> open;
  for (uint32_t i = 0; i < server::kSnapshotTransfersMax; ++i) {
    open.push_back(std::make_unique<OpenRestore>(client, saved.bytes.size()));
    REQUIRE(open.back()->Send(saved.bytes.substr(0, saved.bytes.size() / 2)));
  }
  REQUIRE(
      Eventually([&] { return *server->core().figures().transfers_now == server::kSnapshotTransfersMax; }));
  const grpc::Status full = TrySave(client).status;
  CHECK(full.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
  CHECK(ReasonOf(full) == "TABLE_FULL");
  CHECK(RetryTicksOf(DetailsOf(full)) == "1");
  CHECK(full.error_message() == "snapshot_transfers: all 4 places are taken");
  CHECK(ReasonOf(TryRestore(client, saved.bytes)) == "TABLE_FULL");
  const std::string page = server::MetricsText(server->core().published(), server->core().figures(), 0);
  CHECK(page.find("footfall_snapshot_transfers 4\n") != std::string::npos);
  // Killed halfway: nothing has changed, and there is room again.
  for (const auto& restore : open) restore->Cancel();
  REQUIRE(Eventually([&] { return *server->core().figures().transfers_now == 0; }));
  CHECK(client.Hash() == before);
  CHECK(server->core().figures().restores == 0);
  Restore(client, saved.bytes);
}

TEST_CASE("copies of the world are for operators and for whoever is alone") {
  const auto server = StartServer(TestOptions());
  Client nobody(server->address());
  CHECK(ReasonOf(TrySave(nobody).status) == "SESSION_UNKNOWN");
  Client bot(server->address());
  bot.Open(v1::ROLE_BOT);
  const SavedWorld saved = Save(bot);
  Client other(server->address());
  other.Open(v1::ROLE_BOT);
  CHECK(ReasonOf(TrySave(bot).status) == "ROLE_NEEDED");
  CHECK(ReasonOf(TryRestore(bot, saved.bytes)) == "ROLE_NEEDED");
  CHECK(ReasonOf(TryFork(bot, PlanOf(1)).status) == "ROLE_NEEDED");
}

TEST_CASE("a server that drains ends transfers and forks") {
  auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  OpenRestore restore(client, 100);
  OpenFork fork(client, PlanOf(server::kForkTicksMax));
  v1::ForkResponse message;
  REQUIRE(fork.Read(&message));
  server->Drain();
  CHECK(ReasonOf(restore.Finish()) == "DRAINING");
  CHECK(ReasonOf(fork.Finish()) == "DRAINING");
  server.reset();
}

TEST_CASE("every kind of source of a snapshot is ended by a command of the log", "[R7]") {
  const auto server = StartServer(TestOptions());
  Client closing(server->address());
  closing.Open();
  Client switching(server->address());
  switching.Open();
  closing.SubmitPath(1, 1, 15, 15);
  v1::EditWorldRequest edit;
  auto* area = edit.add_edits()->mutable_block_spawns()->mutable_area()->mutable_sphere();
  *area->mutable_center() = Point(5, 5);
  area->set_radius(3);
  v1::WorldEditService::Stub edits(switching.channel);
  v1::EditWorldResponse edited;
  REQUIRE(switching.Call(edits, &v1::WorldEditService::Stub::EditWorld, edit, &edited).ok());
  REQUIRE_FALSE(edited.results(0).has_error());
  const SavedWorld saved = Save(closing);
  std::vector<nav::SourceId> ended;
  server->core().strand().Run([&] {
    server->core().world().set_command_sink(
        [&](uint64_t, const sim::Command& command, const sim::CommandResult&) {
          if (std::holds_alternative<sim::EndSource>(command.body)) ended.push_back(command.source);
        });
  });
  CHECK(Restore(closing, saved.bytes).sources_ended() == 2);
  CHECK(ended ==
        std::vector<nav::SourceId>{server::kFirstUnorderedSource, server::kFirstUnorderedSource + 1});
  v1::ListWorldEditsResponse list;
  REQUIRE(closing.Call(edits, &v1::WorldEditService::Stub::ListWorldEdits, {}, &list).ok());
  closing.Step(1);
  REQUIRE(closing.Call(edits, &v1::WorldEditService::Stub::ListWorldEdits, {}, &list).ok());
  CHECK(list.edits_size() == 0);
  server->core().strand().Run([&] { server->core().world().set_command_sink({}); });
}
