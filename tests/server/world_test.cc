#include <catch2/catch.hpp>
#include <thread>

#include "tests/nav/hand_packs.h"
#include "tests/server/server_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT
using World = v1::WorldService::Stub;
using Paths = v1::PathService::Stub;

TEST_CASE("GetWorld tells clock, origin and extent") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open(v1::ROLE_OBSERVER);
  const v1::GetWorldResponse world = client.GetWorld();
  CHECK(world.run_state() == v1::RUN_STATE_PAUSED);
  CHECK(world.hz() == 30);
  CHECK(world.seed() == 1);
  CHECK(world.profile() == "pc");
  CHECK(world.world_build_id().size() == 8);
  CHECK(world.profile_hash().size() == 8);
  CHECK(world.bounds_min().x() == 0);
  CHECK(world.bounds_max().x() == 20);
  CHECK(world.bounds_max().y() == 20);
  CHECK(world.all_resident());
  CHECK(world.stamp().world_epoch() == 1);
}

TEST_CASE("GetWorld names the places of the pack", "[R57]") {
  nav::WorldDraft draft = GridWorld(10);
  draft.parameters = "seed: 1\nplace: 3 4 0.5 Town hall\nplace: 1 2 0 Arcade\n";
  const auto server = StartServer(TestOptions(draft, "pc"));
  Client client(server->address());
  client.Open(v1::ROLE_OBSERVER);
  const v1::GetWorldResponse world = client.GetWorld();
  REQUIRE(world.places_size() == 2);
  CHECK(world.places(0).name() == "Arcade");
  CHECK(world.places(1).name() == "Town hall");
  CHECK(world.places(1).position().x() == 3);
  CHECK(world.places(1).position().y() == 4);
  CHECK(world.places(1).position().z() == 0.5F);
}

TEST_CASE("what the caller expects of the world is checked before anything is changed") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  client.Step(2);
  const v1::WorldStamp stamp = client.GetWorld().stamp();
  v1::StepRequest step;
  step.set_ticks(1);
  step.mutable_expect()->set_tick(2);
  step.mutable_expect()->set_world_epoch(stamp.world_epoch());
  step.mutable_expect()->set_mesh_generation(stamp.mesh_generation());
  CHECK(client.Call(client.world, &World::Step, step).ok());
  const grpc::Status tick = client.Call(client.world, &World::Step, step);
  CHECK(tick.error_code() == grpc::StatusCode::ABORTED);
  CHECK(ReasonOf(tick) == "TICK_DIFFERS");
  step.mutable_expect()->set_tick(3);
  step.mutable_expect()->set_mesh_generation(stamp.mesh_generation() + 1);
  CHECK(ReasonOf(client.Call(client.world, &World::Step, step)) == "MESH_DIFFERS");
  step.mutable_expect()->clear_mesh_generation();
  step.mutable_expect()->set_world_epoch(99);
  CHECK(ReasonOf(client.Call(client.world, &World::Step, step)) == "EPOCH_DIFFERS");
  CHECK(client.GetWorld().stamp().tick() == 3);
}

TEST_CASE("a Step has a floor and a ceiling, and can be repeated by its request_id") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  v1::StepRequest step;
  step.set_ticks(36001);
  CHECK(FieldOf(DetailsOf(client.Call(client.world, &World::Step, step))) == "ticks");
  // Unset as well: a client that forgot the field would wait for ticks that never come.
  const grpc::Status none = client.Call(client.world, &World::Step, v1::StepRequest());
  CHECK(none.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
  CHECK(FieldOf(DetailsOf(none)) == "ticks");
  CHECK(none.error_message() == "ticks: is 0, must be 1 to 36000");
  CHECK(client.GetWorld().stamp().tick() == 0);
  step.set_ticks(3);
  step.set_request_id("three");
  v1::StepResponse first;
  REQUIRE(client.Call(client.world, &World::Step, step, &first).ok());
  CHECK(first.stamp().tick() == 3);
  v1::StepResponse second;
  REQUIRE(client.Call(client.world, &World::Step, step, &second).ok());
  CHECK(second.SerializeAsString() == first.SerializeAsString());
  CHECK(client.GetWorld().stamp().tick() == 3);
}

TEST_CASE("a Step carries commands and, asked for it, whole results") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  v1::StepRequest step;
  step.set_ticks(2);
  step.set_want_results(true);
  step.set_want_hash(true);
  v1::Command* command = step.add_commands();
  command->set_sequence(41);
  *command->mutable_submit() = PathRequest(1, 1, 15, 15);
  command = step.add_commands();
  command->set_sequence(42);
  command->mutable_spawn();
  v1::StepResponse response;
  REQUIRE(client.Call(client.world, &World::Step, step, &response).ok());
  REQUIRE(response.results_size() == 2);
  CHECK(response.results(0).sequence() == 41);
  CHECK(response.results(0).handle() != 0);
  CHECK(response.results(1).sequence() == 42);
  CHECK(ReasonOf(response.results(1).error()) == "TYPE_NOT_IN_USE");
  REQUIRE(response.finished_size() == 1);
  CHECK(response.finished(0).xyz_size() >= 6);
  CHECK(response.hash().tick() == 2);
  CHECK(response.hash().root().size() == 8);
  CHECK(response.hash().leaves_size() > 0);
  CHECK(client.Hash() == response.hash().root());
}

TEST_CASE("a cancelled Step stops between ticks") {
  auto options = TestOptions();
  options.world.load_requests = 16;  // Else the Step is done in no time.
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  v1::StepRequest step;
  step.set_ticks(36000);
  grpc::ClientContext context;
  client.Prepare(context);
  std::thread cancelling([&] {
    Eventually([&] { return server->core().figures().ticks > 3; });
    context.TryCancel();
  });
  v1::StepResponse response;
  CHECK(client.world.Step(&context, step, &response).error_code() == grpc::StatusCode::CANCELLED);
  cancelling.join();
  // The client has its answer before the server hears of it: the next Step comes behind what still ran.
  const uint64_t next = client.Step(1).stamp().tick();
  CHECK(next < 36000);
  CHECK(client.Step(1).stamp().tick() == next + 1);
}

TEST_CASE("Run and Pause change the pace, Pause can name its tick") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  v1::RunRequest run;
  for (const double speed : {0.05, -1.0, 0.0}) {
    run.set_speed(speed);
    CHECK(FieldOf(DetailsOf(client.Call(client.world, &World::Run, run))) == "speed");
  }
  run.clear_speed();
  v1::PauseRequest pause;
  pause.set_at_tick(60);
  CHECK(ReasonOf(client.Call(client.world, &World::Pause, pause)) == "WOULD_WAIT_FOR_STEP");
  run.set_speed(1);  // 2 s, in which the pause comes for certain
  CHECK(client.Call(client.world, &World::Run, run).ok());
  CHECK(client.GetWorld().run_state() == v1::RUN_STATE_RUNNING);
  v1::PauseResponse paused;
  CHECK(client.Call(client.world, &World::Pause, pause, &paused).ok());
  CHECK(paused.stamp().tick() == 60);
  CHECK(client.GetWorld().run_state() == v1::RUN_STATE_PAUSED);
  CHECK(client.GetWorld().stamp().tick() == 60);
  pause.set_at_tick(59);
  CHECK(ReasonOf(client.Call(client.world, &World::Pause, pause)) == "TICK_PASSED");
}

TEST_CASE("paused between all ticks and free running, the same commands give the same hash") {
  const auto hash_of = [](bool running) {
    const auto server = StartServer(TestOptions("ps3"));
    Client client(server->address());
    client.Open();
    for (int i = 0; i < 8; ++i) client.SubmitPath(1, 1, 15, static_cast<float>(i + 1));
    if (!running) {
      for (int i = 0; i < 60; ++i) client.Step(1);
    } else {
      v1::RunRequest run;
      run.set_speed(1);  // 2 s, in which the pause comes for certain
      CHECK(client.Call(client.world, &World::Run, run).ok());
      v1::PauseRequest pause;
      pause.set_at_tick(60);
      CHECK(client.Call(client.world, &World::Pause, pause).ok());
    }
    v1::GetStateHashRequest request;
    request.set_tick(60);
    v1::GetStateHashResponse response;
    const grpc::Status status = client.Call(client.world, &World::GetStateHash, request, &response);
    REQUIRE(status.ok());
    return response.hash().root();
  };
  CHECK(hash_of(true) == hash_of(false));
}

TEST_CASE("reads never change the hash") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  const uint64_t handle = client.SubmitPath(1, 1, 15, 15).results(0).handle();
  client.Step(3);
  const std::string before = client.Hash();
  v1::FetchRequest fetch;
  fetch.add_handles(handle);
  v1::QueryRequest query;
  for (int i = 0; i < 64; ++i) *query.add_queries() = PathRequest(1, 1, 15, static_cast<float>(i % 18));
  for (int i = 0; i < 3; ++i) {
    client.GetWorld();
    CHECK(client.Call(client.paths, &Paths::Fetch, fetch).ok());
    CHECK(client.Call(client.queries, &v1::QueryService::Stub::Query, query).ok());
  }
  CHECK(client.Hash() == before);
  // And neither the ticks after it: a server without reads gives the same.
  const std::string with_reads = client.Step(5, true).hash().root();
  const auto quiet_server = StartServer(TestOptions());
  Client quiet(quiet_server->address());
  quiet.Open();
  quiet.SubmitPath(1, 1, 15, 15);
  quiet.Step(3);
  CHECK(quiet.Step(5, true).hash().root() == with_reads);
}

TEST_CASE("Reset brings the world of its seed anew in the next epoch") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  const std::string at_start = client.Hash();
  const uint64_t handle = client.SubmitPath(1, 1, 15, 15).results(0).handle();
  client.Step(3);
  v1::ResetRequest reset;
  reset.set_profile("../secret.txtpb");
  CHECK(FieldOf(DetailsOf(client.Call(client.world, &World::Reset, reset))) == "profile");
  reset.set_profile("no_such");
  CHECK(FieldOf(DetailsOf(client.Call(client.world, &World::Reset, reset))) == "profile");
  reset.clear_profile();
  reset.set_request_id("reset");
  v1::ResetResponse response;
  REQUIRE(client.Call(client.world, &World::Reset, reset, &response).ok());
  CHECK(response.stamp().world_epoch() == 2);
  CHECK(response.stamp().tick() == 0);
  CHECK(client.Hash() == at_start);
  v1::PollRequest poll;
  poll.add_handles(handle);
  v1::PollResponse polled;
  REQUIRE(client.Call(client.paths, &Paths::Poll, poll, &polled).ok());
  CHECK(ReasonOf(polled.results(0).error()) == "WORLD_CHANGED");
  v1::ResetResponse again;
  REQUIRE(client.Call(client.world, &World::Reset, reset, &again).ok());
  CHECK(again.stamp().world_epoch() == 2);  // The same request_id resets nothing.
  CHECK(client.SubmitPath(1, 1, 15, 15).results(0).handle() != 0);
}

TEST_CASE("a Reset answers those who wait with EPOCH_DIFFERS") {
  server::ServerOptions options = TestOptions();
  options.core.paused = false;
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  grpc::Status waited;
  std::thread reading([&] {
    v1::GetWorldRequest request;
    request.mutable_read()->set_min_tick(1'000'000);
    waited = client.Call(client.world, &World::GetWorld, request);
  });
  REQUIRE(Eventually([&] { return server->core().figures().waiting_calls == 1; }));
  Client other(server->address());
  other.Open();
  CHECK(other.Call(other.world, &World::Reset, v1::ResetRequest()).ok());
  reading.join();
  CHECK(waited.error_code() == grpc::StatusCode::ABORTED);
  CHECK(ReasonOf(waited) == "EPOCH_DIFFERS");
}

TEST_CASE("old hashes are kept for a while and then TICK_TOO_OLD") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  const std::string first = client.Step(1, true).hash().root();
  client.Step(1000);
  v1::GetStateHashRequest request;
  request.set_tick(1);
  v1::GetStateHashResponse response;
  REQUIRE(client.Call(client.world, &World::GetStateHash, request, &response).ok());
  CHECK(response.hash().root() == first);
  client.Step(100);
  const grpc::Status old = client.Call(client.world, &World::GetStateHash, request);
  CHECK(old.error_code() == grpc::StatusCode::OUT_OF_RANGE);
  CHECK(ReasonOf(old) == "TICK_TOO_OLD");
}
