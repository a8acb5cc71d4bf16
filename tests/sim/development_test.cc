// What --dev of the server switches on.
#include <set>

#include "sim/captured_request_config.h"
#include "sim/load_generator.h"
#include "sim/scenario_run.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

// Runs the generator and returns the roots, with the log that it left.
std::vector<uint64_t> RunLoad(World& world, uint64_t seed, uint64_t ticks, CommandLog* log) {
  LoadGenerator load(seed, 20);
  *log = {world.options().seed,
          platform::ProfileHash(world.options().profile),
          world.options().pack->build_id(),
          world.options().hz,
          world.options().epoch,
          {}};
  world.set_command_sink([&](uint64_t tick, const Command& command, const CommandResult&) {
    log->entries.push_back({tick, command});
  });
  std::vector<uint64_t> roots;
  uint64_t sequence = 0;
  for (uint64_t tick = 0; tick < ticks; ++tick) {
    std::vector<Command> commands;
    for (CommandBody& body : load.CommandsFor(*world.view())) {
      commands.push_back({nav::kWorldSource, ++sequence, std::move(body)});
    }
    std::vector<CommandResult> results;
    world.Step(commands, &results);
    load.Take(results);
    roots.push_back(world.hash().root);
  }
  world.set_command_sink({});
  return roots;
}

TEST_CASE("the load generator asks every type of request, and its log alone replays to the same hashes",
          "[NAV-060]") {
  constexpr uint64_t kTicks = 120;
  CommandLog log;
  auto world = WorldOf(YardOptions("ps3"));
  const std::vector<uint64_t> roots = RunLoad(*world, 5, kTicks, &log);
  const PathServerFigures figures = world->view()->figures;
  for (int type = 0; type < nav::kRequestTypes; ++type) {
    CAPTURE(type);
    const bool is_served = type != static_cast<int>(nav::RequestType::kGrid);
    CHECK((figures.by_type[static_cast<size_t>(type)].completed > 20) == is_served);
  }
  // It gives back what it is done with: what it still holds waits or has just been answered.
  CHECK(figures.slots_in_use < 88);
  CHECK(figures.expired == 0);

  auto again = WorldOf(YardOptions("ps3"));
  const auto digests = Replay(log, *again, kTicks);
  REQUIRE(digests.ok());
  CHECK(RootsOf(*digests) == roots);
  CommandLog other_log;
  auto other = WorldOf(YardOptions("ps3"));
  CHECK(RunLoad(*other, 6, kTicks, &other_log) != roots);
}

TEST_CASE("a load generator over a world without tiles asks nothing", "[NAV-060]") {
  WorldOptions options = YardOptions();
  options.pack = PackOf({});
  auto world = WorldOf(std::move(options));
  LoadGenerator load(1, 20);
  CHECK(load.CommandsFor(*world->view()).empty());
}

Command Put(uint64_t sequence, nav::ObjectKind kind, platform::Vec3 half, WireHandle vehicle = {}) {
  PutObstacle put;
  put.description.kind = kind;
  put.description.pose.origin = {9.5F, 10, 1};
  put.description.half_extents = half;
  put.vehicle = vehicle;
  put.door = vehicle.valid() ? 2 : 0;
  return {7, sequence, put};
}

TEST_CASE("a captured request replays to the same result among the same obstacles, and not without them",
          "[NAV-294]") {
  auto world = WorldOf(YardOptions("ps3"));
  const CommandResult vehicle = world->ApplyOpen(Put(1, nav::ObjectKind::kVehicle, {7.5F, 0.2F, 1}));
  REQUIRE(vehicle.fault == CommandFault::kNone);
  REQUIRE(world->ApplyOpen(Put(2, nav::ObjectKind::kVehicleDoor, {0.5F, 0.5F, 1}, vehicle.handle)).fault ==
          CommandFault::kNone);
  REQUIRE(world->ApplyOpen({7, 3, PutHazard{{}, {{}, nav::HazardKind::kGas, {30, 30, 0}, 2}}}).fault ==
          CommandFault::kNone);
  // And a closed area in which the wall alone would let one pass.
  SetAreaSwitch close;
  close.number = 4;
  close.kind = nav::SwitchKind::kNavMesh;
  close.area = nav::Area::Box({0, 9, -1}, {1.5F, 11, 1});
  REQUIRE(world->ApplyOpen({7, 4, close}).fault == CommandFault::kNone);
  const CommandResult submitted = world->ApplyOpen(SubmitOf(9, 1, {8, 4, 0}, {8, 16, 0}));
  while (world->view()->finished.empty()) world->Step({}, nullptr);

  CapturedRequest captured;
  captured.world = PackSource{"yard.ffnav"};
  captured.profile = "ps3";
  captured.seed = world->options().seed;
  captured.build_id = world->options().pack->build_id();
  for (const ObstacleView* seen : world->view()->Obstacles()) captured.obstacles.push_back(*seen);
  CHECK(captured.obstacles.size() == 3);
  captured.request = *world->view()->Find(submitted.handle);
  captured.edits = world->view()->upkeep->edits;
  const std::string text = CapturedScenarioText(captured);
  CHECK(text.find("# Cost units: " + std::to_string(captured.request.result->cost_units) + "\n") !=
        std::string::npos);

  const WorldResolver resolver = [](const WorldSource&) { return YardPack(); };
  const auto scenario = ParseScenario(text, "captured.txtpb");
  INFO(scenario.status().ToString());
  REQUIRE(scenario.ok());
  const auto report = RunScenario(*scenario, resolver);
  REQUIRE(report.ok());
  CHECK(report->failures == std::vector<std::string>{});

  CapturedRequest unclosed = captured;
  unclosed.edits = std::make_shared<nav::WorldEdits>();
  const auto open = ParseScenario(CapturedScenarioText(unclosed), "open.txtpb");
  REQUIRE(open.ok());
  const auto open_report = RunScenario(*open, resolver);
  REQUIRE(open_report.ok());
  CHECK_FALSE(open_report->failures.empty());

  captured.obstacles.clear();
  const auto bare = ParseScenario(CapturedScenarioText(captured), "bare.txtpb");
  REQUIRE(bare.ok());
  const auto bare_report = RunScenario(*bare, resolver);
  REQUIRE(bare_report.ok());
  CHECK_FALSE(bare_report->failures.empty());
}

}  // namespace
}  // namespace footfall::sim::testing
