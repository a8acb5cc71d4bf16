#include <limits>
#include <set>
#include <thread>

#include "footfall/v1/command.pb.h"
#include "nav/path/path_result.h"
#include "sim/command_config.h"
#include "sim/command_log.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

using nav::Area;
using nav::SwitchKind;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// A band across the yard, east of its pillar.
SetAreaSwitch Band(uint32_t number, SwitchKind kind = SwitchKind::kNavMesh) {
  return {number, kind, false, Area::Box({28.5F, -1, -1}, {29.5F, 41, 1})};
}

// The code of a path from west to east as the path server finds it.
nav::CompletionCode CodeOf(World& world, uint64_t sequence) {
  const CommandResult made = world.ApplyOpen(SubmitOf(5, sequence, {5, 5, 0}, {35, 35, 0}));
  REQUIRE(made.handle.valid());
  for (int i = 0; i < 100 && world.view()->Find(made.handle)->result == nullptr; ++i) world.Step({}, nullptr);
  REQUIRE(world.view()->Find(made.handle)->result != nullptr);
  return world.view()->Find(made.handle)->result->code;
}

TEST_CASE("a switch of a command closes an area for requests of its tick, and the session's end opens it",
          "[NAV-267][NAV-268]") {
  const std::unique_ptr<World> world = WorldOf(YardOptions());
  CHECK(CodeOf(*world, 1) == nav::CompletionCode::kFound);
  const uint64_t generation = world->view()->mesh->generation();
  REQUIRE(world->ApplyOpen({7, 1, Band(1)}).fault == CommandFault::kNone);
  CHECK(world->view()->upkeep->edits->switches.rows().size() == 1);
  CHECK(world->view()->mesh->generation() == generation);  // stored; it shows after the sync
  CHECK(CodeOf(*world, 2) != nav::CompletionCode::kFound);
  CHECK(world->view()->mesh->generation() > generation);
  REQUIRE(world->ApplyOpen({7, 2, EndSource{}}).fault == CommandFault::kNone);
  CHECK(world->view()->upkeep->edits->switches.rows().empty());
  CHECK(CodeOf(*world, 3) == nav::CompletionCode::kFound);
  CHECK(world->view()->mesh->slot(tests::kHandTile).overlay == nullptr);
}

TEST_CASE("a carried search under a switched area begins again and sees it", "[NAV-071][NAV-267]") {
  const std::unique_ptr<World> world = WorldOf(YardOptions("ps3", {"path_slice_units=64"}));
  const CommandResult made = world->ApplyOpen(SubmitOf(5, 1, {5, 5, 0}, {35, 35, 0}));
  world->Step({}, nullptr);
  world->Step({}, nullptr);
  REQUIRE(world->view()->Find(made.handle)->result == nullptr);
  world->Step(std::vector<Command>{{7, 1, Band(1)}}, nullptr);
  for (int i = 0; i < 100 && world->view()->Find(made.handle)->result == nullptr; ++i)
    world->Step({}, nullptr);
  CHECK(world->view()->Find(made.handle)->timing.restarts == 1);
  CHECK(world->view()->Find(made.handle)->result->code != nav::CompletionCode::kFound);
}

TEST_CASE("bad edits are refused with field, value and bound, full tables with their figure",
          "[NAV-265][NAV-266][NAV-268][NAV-270]") {
  const std::unique_ptr<World> world = WorldOf(YardOptions(
      "ps3", {"path_region_switches_max=1", "ped_gen_blocked_areas_max=1", "deferred_disable_climbs_max=1"}));
  uint64_t sequence = 0;
  const auto detail = [&](CommandBody body, CommandFault fault) {
    const CommandResult result = world->ApplyOpen({7, ++sequence, std::move(body)});
    CHECK(result.fault == fault);
    return result.detail;
  };
  const auto bad = [&](CommandBody body) { return detail(std::move(body), CommandFault::kBadNumber); };
  const auto full = [&](CommandBody body) { return detail(std::move(body), CommandFault::kTableFull); };
  const auto good = [&](CommandBody body) { return detail(std::move(body), CommandFault::kNone); };
  CHECK(bad(SetAreaSwitch{1, SwitchKind::kNavMesh, false, Area::Sphere({0, 0, kNaN}, 1)})
            .find("area.sphere.center: ") == 0);
  CHECK(bad(SetAreaSwitch{1, SwitchKind::kNavMesh, false, Area::Sphere({0, 0, 0}, -1)})
            .find("area.sphere.radius: -1 ") == 0);
  CHECK(bad(SetAreaSwitch{1, SwitchKind::kNavMesh, false, Area::Box({1, 1, 1}, {0, 0, 0})})
            .find("area.box.min: ") == 0);
  CHECK(bad(SetAreaSwitch{1, SwitchKind::kNavMesh, false, Area::Cylinder({0, 0, 0}, 1, 1)}) ==
        "area: a box or a sphere is wanted");
  CHECK(bad(BlockSpawns{1, Area::Sphere({0, 0, 0}, 1), 86'400'001}).find("duration_ms: ") == 0);
  CHECK(bad(StartSpawnSearch{Area::Sphere({0, 0, 0}, 1), false}) ==
        "area: a cylinder or an angled area is wanted");
  CHECK(bad(DisableClimb{{1e30F, 0, 0}}).find("position: ") == 0);
  CHECK(bad(BlockLadder{{kNaN, 0, 0}}).find("position: ") == 0);
  CHECK(bad(BlockLadder{{1, 1, 0}}) == "position: no ladder ends within 2 m");
  good(Band(1));
  CHECK(full(Band(2)) == "path_region_switches_max: all 1 area switches are in use");
  good(Band(1, SwitchKind::kPedPaths));
  good(BlockSpawns{1, Area::Sphere({0, 0, 0}, 1), 0});
  CHECK(full(BlockSpawns{2, Area::Sphere({0, 0, 0}, 1), 0}).find("ped_gen_blocked_areas_max: all 1 ") == 0);
  good(DisableClimb{{1, 1, 0}});
  CHECK(full(DisableClimb{{1, 1, 0}}).find("deferred_disable_climbs_max: all 1 ") == 0);
  good(StartSpawnSearch{Area::Cylinder({0, 0, 0}, 9, 1), true});
  CHECK(full(StartSpawnSearch{Area::Cylinder({0, 0, 0}, 9, 1), true}).find("start_spawn_search: ") == 0);
  good(CancelSpawnSearch{});
  good(CancelSpawnSearch{});  // none: nothing changes
  good(RemoveAreaSwitch{99});
  good(UnblockSpawns{99});
  CHECK(world->view()->upkeep->figures.switches.full == 1);
}

TEST_CASE("an opponent search is started, polled in the view and released with its session", "[NAV-266]") {
  const std::unique_ptr<World> world = WorldOf(YardOptions());
  REQUIRE(world->ApplyOpen({7, 1, StartSpawnSearch{Area::Cylinder({10, 10, -1}, 8, 2), true}}).fault ==
          CommandFault::kNone);
  CHECK(world->view()->upkeep->opponent->state == nav::SpawnSearchState::kRunning);
  for (int i = 0; i < 100 && world->view()->upkeep->opponent->state != nav::SpawnSearchState::kComplete;
       ++i) {
    world->Step({}, nullptr);
  }
  const auto seen = world->view()->upkeep->opponent;
  REQUIRE(seen->state == nav::SpawnSearchState::kComplete);
  CHECK(seen->coords.size() > 20);
  CHECK(seen->request.owner == 7);
  world->Step({}, nullptr);
  CHECK(world->view()->upkeep->opponent == seen);  // shared, not copied
  world->ApplyOpen({7, 2, EndSource{}});
  CHECK(world->view()->upkeep->opponent->state == nav::SpawnSearchState::kIdle);
  CHECK(seen->coords.size() > 20);
}

TEST_CASE("jobs get what requests left, and nothing under full load", "[R16][NAV-120]") {
  // One unit a slice: any search takes all of it.
  const std::unique_ptr<World> idle = WorldOf(YardOptions("ps3"));
  const std::unique_ptr<World> busy = WorldOf(YardOptions("ps3", {"path_slice_units=1"}));
  busy->ApplyOpen(SubmitOf(5, 1, {5, 5, 0}, {35, 35, 0}));
  for (int i = 0; i < 90; ++i) {
    idle->Step({}, nullptr);
    busy->Step({}, nullptr);
  }
  CHECK(idle->view()->upkeep->figures.spawn_job.units > 0);
  CHECK(idle->view()->upkeep->figures.spawn_job.starved == 0);
  CHECK(busy->view()->upkeep->figures.spawn_job.units <= 1);  // before the first request
  CHECK(busy->view()->upkeep->figures.spawn_job.starved >= 4);
}

TEST_CASE("ambient candidates are taken when complete and seen until the next ones", "[NAV-263]") {
  tests::HandWorld hand;
  for (int i = 0; i < 100; ++i) {
    const auto x = static_cast<float>(i % 10) * 12;
    const auto y = static_cast<float>(i / 10) * 12;
    const nav::PolyRef ref = hand.Quad(x, y, x + 12, y + 12);
    hand.Poly(ref).ped_density = 7;
  }
  WorldOptions options;
  options.pack = PackOf(hand.Finish());
  options.profile = ProfileOf("pc");
  options.focus = platform::Vec3{60, 60, 0};
  const std::unique_ptr<World> world = WorldOf(std::move(options));
  for (int i = 0; i < 60; ++i) {
    world->Step({}, nullptr);
    const auto view = world->view();
    for (const nav::SpawnCoord& coord : *view->upkeep->ambient) {
      const float distance = Distance(Xy(coord.position), {60, 60});
      CHECK(distance >= 20);
      CHECK(distance <= 85);
    }
  }
  CHECK(world->view()->upkeep->figures.ambient_searches > 10);
  CHECK(world->view()->upkeep->ambient->size() > 50);
}

// Switches, blocks, searches and a session's end, while requests are in work.
std::vector<uint64_t> RunEdits(WorldOptions options, CommandLog* log) {
  const std::unique_ptr<World> world = WorldOf(std::move(options));
  if (log != nullptr) {
    *log = {world->options().seed, 1, 1, 30, 1, {}};
    world->set_command_sink([log](uint64_t tick, const Command& command, const CommandResult&) {
      log->entries.push_back({tick, command});
    });
  }
  std::vector<uint64_t> roots;
  uint64_t sequence = 0;
  for (int tick = 1; tick <= 200; ++tick) {
    std::vector<Command> commands;
    const auto add = [&](nav::SourceId source, CommandBody body) {
      commands.push_back({source, ++sequence, std::move(body)});
    };
    if (tick % 3 == 0) commands.push_back(SubmitOf(5, ++sequence, {5, 5, 0}, {35, 35, 0}));
    if (tick % 40 == 10) add(7, Band(1));
    if (tick % 40 == 20) add(7, SetAreaSwitch{2, SwitchKind::kPedPaths, false, Area::Sphere({20, 20, 0}, 9)});
    if (tick % 40 == 25) add(7, BlockSpawns{1, Area::Sphere({20, 20, 0}, 9), 500});
    if (tick % 40 == 26) add(8, StartSpawnSearch{Area::Angled({5, 5, -1}, {35, 35, 1}, 4), true});
    if (tick % 40 == 30) add(7, RemoveAreaSwitch{1});
    if (tick % 40 == 35) add(7, EndSource{});
    if (tick % 80 == 39) add(8, CancelSpawnSearch{});
    if (tick == 100) add(8, DisableClimb{{5, 5, 0}});
    world->Step(commands, nullptr);
    roots.push_back(world->hash().root);
  }
  return roots;
}

TEST_CASE("edits give the same hashes on any threads and whoever reads, and go through the log",
          "[NAV-260][NAV-005][R42]") {
  const std::vector<std::string> slow = {"path_slice_units=300"};
  CommandLog log;
  const std::vector<uint64_t> first = RunEdits(YardOptions("ps3", slow), &log);
  CHECK(std::set<uint64_t>(first.begin(), first.end()).size() == first.size());
  for (const int threads : {0, 2, 8}) {
    WorldOptions options = YardOptions("ps3", slow);
    options.order_threads = threads;
    CHECK(RunEdits(std::move(options), nullptr) == first);
  }
  const auto decoded = DecodeLog(EncodeLog(log));
  INFO(decoded.status().ToString());
  REQUIRE(decoded.ok());
  CHECK(*decoded == log);
  // The log alone makes the same world.
  const std::unique_ptr<World> world = WorldOf(YardOptions("ps3", slow));
  size_t next = 0;
  for (uint64_t tick = 1; tick <= 200; ++tick) {
    std::vector<Command> commands;
    for (; next < log.entries.size() && log.entries[next].tick == tick; ++next) {
      commands.push_back(decoded->entries[next].command);
    }
    world->Step(commands, nullptr);
    REQUIRE(world->hash().root == first[tick - 1]);
  }
}

TEST_CASE("edits go to the contract and back", "[R42]") {
  const Area box = Area::Box({1, 2, 3}, {4, 5, 6});
  const Area sphere = Area::Sphere({1, 2, 3}, 4);
  for (const CommandBody& body :
       {CommandBody(SetAreaSwitch{3, SwitchKind::kPedPaths, true, box}),
        CommandBody(SetAreaSwitch{0, SwitchKind::kNavMesh, false, sphere}), CommandBody(RemoveAreaSwitch{0}),
        CommandBody(RemoveAreaSwitch{9}), CommandBody(DisableClimb{{1, 2, 3}}),
        CommandBody(BlockLadder{{1, 2, 3}}), CommandBody(BlockSpawns{4, sphere, 100}),
        CommandBody(UnblockSpawns{4}), CommandBody(StartSpawnSearch{Area::Cylinder({1, 2, 3}, 4, 5), true}),
        CommandBody(StartSpawnSearch{Area::Angled({1, 2, 3}, {4, 5, 6}, 7), false}),
        CommandBody(CancelSpawnSearch{}), CommandBody(TuneMovementCost{1, 250})}) {
    v1::Command message;
    REQUIRE(CommandToProto(body, &message));
    const auto back = CommandFromProto(message, platform::Profile(), kAnyPointsMax);
    INFO(message.ShortDebugString() << " " << back.status().ToString());
    REQUIRE(back.ok());
    CHECK(*back == body);
    std::string bytes;
    CommandLog log{1, 1, 1, 30, 1, {{3, {7, 1, body}}}};
    const auto read = DecodeLog(EncodeLog(log));
    REQUIRE(read.ok());
    CHECK(*read == log);
  }
  v1::Command message;
  const auto fault = [&] {
    return std::string(CommandFromProto(message, platform::Profile(), kAnyPointsMax).status().message());
  };
  message.mutable_set_ped_paths_in_area();
  CHECK(fault() == "set_ped_paths_in_area.area: not set");
  message.mutable_set_ped_paths_in_area()->mutable_area()->mutable_box()->mutable_min();
  CHECK(fault() == "set_ped_paths_in_area.area.box.max: not set");
  message.mutable_start_spawn_search()->mutable_area()->mutable_cylinder()->mutable_base();
  CHECK(fault() == "start_spawn_search.area.cylinder.radius: 0 is not in (0, 20000]");
  message.mutable_disable_climb();
  CHECK(fault() == "disable_climb.position: not set");
  message.mutable_tune_movement_cost()->set_name("climb");
  CHECK(fault().find("tune_movement_cost.name: \"climb\" is none of climb_high, climb_low, ") == 0);
  message.mutable_tune_movement_cost()->set_name("climb_low");
  message.mutable_tune_movement_cost()->set_value(-1);
  CHECK(fault() == "tune_movement_cost.value: -1 is not in [0, 1000000]");
}

}  // namespace
}  // namespace footfall::sim::testing
