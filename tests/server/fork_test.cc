// WorldService.Fork.
#include "sim/fork.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "server/limits.h"
#include "server/metrics_text.h"
#include "tests/server/copies_fixture.h"
#include "tests/server/record_dir.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT

namespace {

void Busy(Client& client) {
  for (int i = 0; i < 6; ++i) client.SubmitPath(1, 1, static_cast<float>(4 + 2 * i), 15);
  client.Step(2);
  for (int i = 0; i < 3; ++i) client.SubmitPath(15, 1, static_cast<float>(1 + i), 15);
}

uint64_t FinishedAs(const ForkRun& run, v1::NavOutcome outcome) {
  for (const auto& row : run.outcome.counts().finished()) {
    if (row.outcome() == outcome) return row.requests();
  }
  return 0;
}

// More ticks than any test waits for.
v1::ForkPlan Endless() { return PlanOf(server::kForkTicksMax); }

}  // namespace

TEST_CASE("a fork without commands comes to what the live world comes to, tick by tick", "[R11]") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  Busy(client);
  v1::ForkPlan plan = PlanOf(40);
  plan.set_want_hashes(true);
  plan.set_order_threads(2);
  const v1::WorldStamp stamp = client.GetWorld().stamp();
  const ForkRun run = Fork(client, plan);
  CHECK(run.stamp.SerializeAsString() == stamp.SerializeAsString());
  CHECK(run.info.tick() == 2);
  CHECK(run.info.open_commands() == 3);
  REQUIRE(run.hashes.size() == 40);
  CHECK(run.outcome.hash().tick() == 42);
  CHECK(run.outcome.hash().root() == run.hashes.back().root());
  // The live world has not gone on meanwhile.
  CHECK(client.GetWorld().stamp().SerializeAsString() == stamp.SerializeAsString());
  for (const v1::StateHash& hash : run.hashes) {
    const v1::StateHash live = client.Step(1, true).hash();
    CAPTURE(hash.tick());
    REQUIRE(live.tick() == hash.tick());
    REQUIRE(live.SerializeAsString() == hash.SerializeAsString());
  }
}

TEST_CASE("a fork with commands comes to what the live world comes to when it is given the same", "[R1]") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  Busy(client);
  v1::ForkPlan plan = PlanOf(20);
  plan.set_want_results(true);
  v1::Command* submit = AddCommand(plan, 3);
  submit->set_sequence(77);
  *submit->mutable_submit() = PathRequest(2, 2, 17, 17);
  const ForkRun run = Fork(client, plan);
  client.Step(2);
  const uint64_t handle = client.SubmitPath(2, 2, 17, 17).results(0).handle();
  CHECK(run.outcome.results(0).handle() == handle);
  CHECK(run.outcome.results(0).applied_tick() == 5);
  CHECK(run.outcome.results(0).sequence() == 77);
  const v1::StepResponse live = client.Step(18, true);
  CHECK(live.hash().SerializeAsString() == run.outcome.hash().SerializeAsString());
  // 6 that ran before it, 3 of the open phase, and its own.
  const v1::ForkCounts& counts = run.outcome.counts();
  CHECK(counts.commands_applied() == 1);
  CHECK(counts.submitted() == 1);
  CHECK(counts.slots_in_use() == 10);
  CHECK(counts.refused_size() == 0);
  CHECK(FinishedAs(run, v1::NAV_OUTCOME_COMPLETE) == run.finished.size());
  REQUIRE_FALSE(run.finished.empty());
  CHECK(run.finished.back().handle() == handle);
  CHECK(run.finished.back().xyz_size() >= 6);
}

TEST_CASE("the same fork twice is the same, and handles of the first are good in the second") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  Busy(client);
  v1::ForkPlan plan = PlanOf(30);
  *AddCommand(plan, 1)->mutable_submit() = PathRequest(2, 2, 17, 17);
  AddCommand(plan, 2)->set_release_handle(0x1234);
  const ForkRun first = Fork(client, plan);
  const ForkRun second = Fork(client, plan);
  CHECK(first.outcome.SerializeAsString() == second.outcome.SerializeAsString());
  REQUIRE(first.outcome.counts().refused_size() == 1);
  CHECK(first.outcome.counts().refused(0).commands() == 1);
  CHECK_FALSE(ReasonOf(first.outcome.results(1).error()).empty());
  plan.mutable_commands(1)->mutable_command()->set_release_handle(first.outcome.results(0).handle());
  const ForkRun released = Fork(client, plan);
  CHECK(released.outcome.counts().refused_size() == 0);
  CHECK(released.outcome.counts().slots_in_use() + 1 == first.outcome.counts().slots_in_use());
  CHECK(released.outcome.hash().root() != first.outcome.hash().root());
}

TEST_CASE("a command of a fork is its session's, or whose the plan says", "[R7][R8]") {
  const auto server = StartServer(TestOptions());
  Client ordered(server->address());
  ordered.Open(v1::ROLE_OPERATOR, [](auto& request) { request.set_order(7); });
  Client other(server->address());
  other.Open();
  const uint64_t handle = ordered.SubmitPath(1, 1, 15, 15).results(0).handle();
  v1::ForkPlan plan = PlanOf(2);
  AddCommand(plan, 1)->set_release_handle(handle);
  CHECK_FALSE(Fork(ordered, plan).outcome.results(0).has_error());
  CHECK(ReasonOf(Fork(other, plan).outcome.results(0).error()) == "HANDLE_UNKNOWN");
  plan.mutable_commands(0)->set_order(7);
  CHECK_FALSE(Fork(other, plan).outcome.results(0).has_error());
  // Out of bytes nobody is a session's.
  plan.mutable_commands(0)->clear_order();
  const SavedWorld saved = Save(ordered);
  CHECK(ReasonOf(Fork(ordered, plan, saved.bytes).outcome.results(0).error()) == "HANDLE_UNKNOWN");
}

TEST_CASE("a fork begins at an uploaded snapshot, or at one of the data directory") {
  RecordDir folder;
  auto options = TestOptions();
  options.data_dir = folder.path();
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  Busy(client);
  const SavedWorld saved = Save(client);
  const ForkRun live = Fork(client, PlanOf(25));
  client.Step(50);
  const ForkRun uploaded = Fork(client, PlanOf(25), saved.bytes);
  CHECK(uploaded.outcome.hash().SerializeAsString() == live.outcome.hash().SerializeAsString());
  CHECK(uploaded.info.tick() == 2);
  std::ofstream(folder.path() + "/monday.ffsnap", std::ios::binary) << saved.bytes;
  std::ofstream(folder.path() + "/damaged.ffsnap", std::ios::binary) << saved.bytes.substr(0, 200);
  v1::ForkPlan plan = PlanOf(25);
  for (const char* name : {"monday", "monday.ffsnap"}) {
    plan.set_file(name);
    CHECK(Fork(client, plan).outcome.hash().root() == live.outcome.hash().root());
  }
  plan.set_file("damaged");
  const grpc::Status damaged = TryFork(client, plan).status;
  CHECK(damaged.error_code() == grpc::StatusCode::DATA_LOSS);
  CHECK(ReasonOf(damaged) == "CHECKSUM");
  CHECK(damaged.error_message().find(folder.path()) == std::string::npos);
  // A link may lead on within the directory, and not out of it.
  RecordDir outside;
  std::ofstream(outside.path() + "/secret.ffsnap", std::ios::binary) << saved.bytes;
  std::filesystem::create_symlink(outside.path() + "/secret.ffsnap", folder.path() + "/out.ffsnap");
  std::filesystem::create_directory_symlink(outside.path(), folder.path() + "/elsewhere");
  std::filesystem::create_symlink("elsewhere/secret.ffsnap", folder.path() + "/round.ffsnap");
  std::filesystem::create_symlink("monday.ffsnap", folder.path() + "/in.ffsnap");
  for (const char* name : {"out", "out.ffsnap", "round"}) {
    plan.set_file(name);
    const grpc::Status status = TryFork(client, plan).status;
    CHECK(ReasonOf(status) == "NAME_UNKNOWN");
    CHECK(status.error_message().find("plan.file: ") == 0);
    CHECK(status.error_message().find("leads out of the server's data directory") != std::string::npos);
    CHECK(status.error_message().find(outside.path()) == std::string::npos);
  }
  plan.set_file("in");
  CHECK(Fork(client, plan).outcome.hash().root() == live.outcome.hash().root());
  plan.set_file("tuesday");
  CHECK(ReasonOf(TryFork(client, plan).status) == "NAME_UNKNOWN");
  plan.set_file("../monday");
  CHECK(FieldOf(DetailsOf(TryFork(client, plan).status)) == "plan.file");
  const grpc::Status cut = TryFork(client, PlanOf(1), saved.bytes.substr(0, 300)).status;
  CHECK(FieldOf(DetailsOf(cut)) == "piece");
  CHECK(*server->core().figures().forks_now == 0);
}

TEST_CASE("a server that makes no forks says so, and not to try again") {
  auto options = TestOptions();
  options.core.forks_max = 0;
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  CHECK(client.Open().limits().forks() == 0);
  const grpc::Status status = TryFork(client, PlanOf(1)).status;
  CHECK(status.error_code() == grpc::StatusCode::UNIMPLEMENTED);
  CHECK(ReasonOf(status) == "TYPE_NOT_IN_USE");
  CHECK(status.error_message() == "forks: this server makes none (it was started with --forks 0)");
  CHECK(DetailsOf(status).details_size() == 1);  // no RetryInfo
  const auto names_forks = [](Client& asking) {
    v1::GetServerResponse response;
    REQUIRE(asking.Call(asking.sessions, &v1::SessionService::Stub::GetServer, {}, &response).ok());
    return std::count(response.features().begin(), response.features().end(), "fork") == 1;
  };
  CHECK_FALSE(names_forks(client));
  const auto other = StartServer(TestOptions());
  Client there(other->address());
  CHECK(names_forks(there));
}

TEST_CASE("a plan out of bounds is refused by name") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  const v1::OpenSessionResponse opened = client.Open();
  CHECK(opened.limits().forks() == server::kForksMax);
  CHECK(opened.limits().fork_ticks() == server::kForkTicksMax);
  CHECK(opened.limits().fork_commands() == server::kForkCommandsMax);
  const auto refused = [&](const v1::ForkPlan& plan, const std::string& field) {
    const grpc::Status status = TryFork(client, plan).status;
    CHECK(ReasonOf(status) == "BAD_FIELD");
    CHECK(FieldOf(DetailsOf(status)) == field);
  };
  refused(PlanOf(0), "plan.ticks");
  refused(PlanOf(server::kForkTicksMax + 1), "plan.ticks");
  v1::ForkPlan plan = PlanOf(5);
  plan.set_order_threads(257);
  refused(plan, "plan.order_threads");
  plan = PlanOf(5);
  plan.set_upload_bytes(server::kSnapshotBytesMax + 1);
  refused(plan, "plan.upload_bytes");
  plan = PlanOf(5);
  AddCommand(plan, 5)->set_release_handle(1);
  AddCommand(plan, 6)->set_release_handle(1);
  refused(plan, "plan.commands[1].tick");
  plan.mutable_commands(1)->set_tick(0);
  refused(plan, "plan.commands[1].tick");
  plan.mutable_commands(1)->set_tick(1);
  plan.mutable_commands(1)->set_order(4095);
  refused(plan, "plan.commands[1].order");
  plan.mutable_commands(1)->clear_order();
  plan.mutable_commands(1)->mutable_command()->set_at_tick(3);
  refused(plan, "plan.commands[1].command.at_tick");
  plan.mutable_commands(1)->mutable_command()->clear_at_tick();
  plan.mutable_commands(1)->mutable_command()->set_request_id("once");
  refused(plan, "plan.commands[1].command.request_id");
  plan.mutable_commands(1)->clear_command();
  *plan.mutable_commands(1)->mutable_command()->mutable_submit() = PathRequest(1, 1, 1e30F, 1);
  refused(plan, "plan.commands[1].command.submit.path.goal.x");
  plan = PlanOf(5);
  for (int i = 0; i <= server::kForkCommandsMax; ++i) AddCommand(plan, 1)->set_release_handle(1);
  refused(plan, "plan.commands");
  plan = PlanOf(5);
  plan.mutable_expect()->set_tick(99);
  CHECK(ReasonOf(TryFork(client, plan).status) == "TICK_DIFFERS");
  plan = PlanOf(5);
  AddCommand(plan, 1)->mutable_tune_movement_cost()->set_name("climb_low");
  CHECK(ReasonOf(TryFork(client, plan).status) == "DEVELOPMENT_ONLY");
}

TEST_CASE("messages of a fork out of order are refused") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  const auto ends = [&](const std::vector<v1::ForkRequest>& requests) {
    grpc::ClientContext context;
    client.Prepare(context);
    const auto stream = client.world.Fork(&context);
    for (const v1::ForkRequest& request : requests) stream->Write(request);
    stream->WritesDone();
    v1::ForkResponse message;
    while (stream->Read(&message)) {
    }
    return stream->Finish().error_message();
  };
  v1::ForkRequest plan;
  *plan.mutable_plan() = PlanOf(1);
  v1::ForkRequest piece;
  piece.set_piece("12345");
  CHECK(ends({}) == "plan: is missing: the client has sent nothing");
  CHECK(ends({v1::ForkRequest()}) == "kind: is unset");
  CHECK(ends({piece}) == "piece: comes before the plan");
  CHECK(ends({plan, plan}) == "plan: comes a second time");
  CHECK(ends({plan, piece}) == "piece: belongs to no plan: plan.upload_bytes is unset");
  plan.mutable_plan()->set_upload_bytes(7);
  CHECK(ends({plan, piece}) == "piece: cut off: 5 bytes came, told were 7 bytes");
  REQUIRE(Eventually([&] { return *server->core().figures().forks_now == 0; }));
}

TEST_CASE("forks are counted, end when they are cancelled, and leave the live world alone") {
  auto options = TestOptions();
  options.core.forks_max = 2;
  const auto server = StartServer(std::move(options));
  const auto other = StartServer(TestOptions());
  Client client(server->address());
  Client alone(other->address());
  client.Open();
  alone.Open();
  Busy(client);
  Busy(alone);
  OpenFork first(client, Endless());
  OpenFork second(client, Endless());
  v1::ForkResponse message;
  REQUIRE(first.Read(&message));
  CHECK(message.has_started());
  REQUIRE(second.Read(&message));
  const grpc::Status third = TryFork(client, PlanOf(1)).status;
  CHECK(third.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
  CHECK(ReasonOf(third) == "TABLE_FULL");
  CHECK(third.error_message() == "forks: all 2 places are taken");
  const std::string page = server::MetricsText(server->core().published(), server->core().figures(), 0);
  CHECK(page.find("footfall_forks 2\n") != std::string::npos);
  CHECK(page.find("footfall_forks_total 2\n") != std::string::npos);
  // The world keeps its hashes, is restored and reset, and the forks run on.
  for (int tick = 0; tick < 10; ++tick) {
    REQUIRE(client.Step(1, true).hash().root() == alone.Step(1, true).hash().root());
  }
  Restore(client, Save(client).bytes);
  REQUIRE(client.Call(client.world, &v1::WorldService::Stub::Reset, {}).ok());
  REQUIRE(first.Read(&message));
  CHECK(message.progress().ticks_run() > 0);
  CHECK(*server->core().figures().forks_now == 2);
  first.Cancel();
  CHECK(first.Finish().error_code() == grpc::StatusCode::CANCELLED);
  REQUIRE(Eventually([&] { return *server->core().figures().forks_now == 1; }));
  Fork(client, PlanOf(3));
  second.Cancel();
  second.Finish();
}

TEST_CASE("a fork of a world that plays a scenario goes on with its commands") {
  RecordDir folder;
  auto options = TestOptions();
  sim::Scenario scenario;
  scenario.name = "by_hand";
  scenario.ticks = 40;
  for (uint64_t tick = 1; tick < 30; ++tick) {
    sim::SubmitPath submit;
    submit.request.start = {1, 1, 0};
    submit.request.end = {15, static_cast<float>(tick % 9 + 1), 0};
    sim::ScenarioCommand command;
    command.tick = tick;
    command.source = 5;
    command.body = submit;
    scenario.commands.push_back(command);
    // Handles of commands before the fork are taken by those after it.
    if (tick <= 4) continue;
    command.body = sim::ReleasePath{};
    command.of = tick <= 5 ? 0 : 2 * (tick - 5) + 2;
    scenario.commands.push_back(command);
  }
  options.world.scenario = std::make_shared<const sim::Scenario>(scenario);
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  client.Step(6);
  const ForkRun run = Fork(client, PlanOf(34));
  CHECK(run.outcome.counts().submitted() == 23);
  CHECK(client.Step(34, true).hash().SerializeAsString() == run.outcome.hash().SerializeAsString());
}

TEST_CASE("a fork of a world under load goes on with it", "[NAV-060]") {
  auto options = TestOptions();
  options.world.load_requests = 3;
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  client.Step(5);
  const ForkRun run = Fork(client, PlanOf(15));
  CHECK(run.outcome.counts().submitted() > 10);
  CHECK(client.Step(15, true).hash().root() == run.outcome.hash().root());
}

TEST_CASE("a running world goes on at its pace beside a fork, and the fork beside it") {
  auto options = TestOptions();
  options.core.paused = false;
  options.core.speed = 20;
  options.world.load_requests = 3;
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  OpenFork fork(client, Endless());
  uint32_t fork_ticks = 0;
  const auto fork_goes_on = [&] {
    v1::ForkResponse message;
    const uint32_t before = fork_ticks;
    while (fork_ticks == before && fork.Read(&message)) {
      fork_ticks = std::max(fork_ticks, message.progress().ticks_run());
    }
    return fork_ticks > before;
  };
  for (int round = 0; round < 3; ++round) {
    REQUIRE(fork_goes_on());
    const uint64_t tick = server->core().published().view->tick;
    REQUIRE(Eventually([&] { return server->core().published().view->tick >= tick + 60; }));
    CHECK(*server->core().figures().forks_now == 1);
  }
  fork.Cancel();
  fork.Finish();
}

TEST_CASE("a slow reader makes its fork wait, and loses nothing") {
  const auto server = StartServer(TestOptions("pc", {"message_bytes_max=16384"}));
  Client client(server->address());
  client.Open();
  v1::ForkPlan plan = PlanOf(3000);
  plan.set_want_hashes(true);
  OpenFork fork(client, plan);
  REQUIRE(Eventually([&] { return server->core().figures().forks == 1; }));
  std::vector<uint64_t> ticks;
  v1::ForkResponse message;
  while (fork.Read(&message)) {
    for (const v1::StateHash& hash : message.progress().hashes()) ticks.push_back(hash.tick());
    CHECK(message.ByteSizeLong() <= 16384);
  }
  CHECK(fork.Finish().ok());
  REQUIRE(ticks.size() == 3000);
  for (size_t i = 0; i < ticks.size(); ++i) REQUIRE(ticks[i] == i + 1);
}
