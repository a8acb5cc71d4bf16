#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "footfall/v1/command.pb.h"
#include "nav/path/path_result.h"
#include "sim/command_config.h"
#include "sim/command_log.h"
#include "tests/sim/sim_fixture.h"
#include "tests/slow_build.h"

namespace footfall::sim::testing {
namespace {

constexpr int kTiles = 24;
constexpr int kTicks = 1500;

// A road of 2 m squares, eight rows, through kTiles tiles eastwards from (0, 0).
std::shared_ptr<const nav::Pack> RoadPack() {
  static const std::shared_ptr<const nav::Pack> pack = [] {
    tests::HandWorld world;
    world.Grid(0, 0, 75 * kTiles, 8, 2);
    return PackOf(world.Finish());
  }();
  return pack;
}

WorldOptions RoadOptions(const std::vector<std::string>& sets = {}) {
  WorldOptions options;
  options.pack = RoadPack();
  options.profile = ProfileOf("ps3", sets);
  options.focus = platform::Vec3{75, 8, 0};
  return options;
}

Command Edit(uint64_t sequence, CommandBody body) { return {4096, sequence, std::move(body)}; }

// A focus that runs along the road at 30 m/s, and walks of 150 m ahead of it and back, whose searches take
// several ticks: tiles come and go under them. What became of each, and the hash after every tick.
struct Run {
  std::vector<uint64_t> roots;
  std::vector<uint64_t> streaming;       // that leaf alone
  std::map<uint64_t, RequestView> done;  // by handle
  size_t submitted = 0;
  size_t most_resident = 0;
  nav::StreamCounters counters;
  uint64_t restarts = 0;
  uint64_t waits = 0;
  CommandLog log;
};

Run RunAlong(WorldOptions options, bool searches = true) {
  Run run;
  const std::unique_ptr<World> world = WorldOf(std::move(options));
  run.log = {world->options().seed,
             platform::ProfileHash(world->options().profile),
             world->options().pack->build_id(),
             world->options().hz,
             world->options().epoch,
             {}};
  world->set_command_sink([&](uint64_t tick, const Command& command, const CommandResult&) {
    run.log.entries.push_back({tick, command});
  });
  uint64_t sequence = 0;
  std::vector<Command> commands = {Edit(++sequence, SetFocus{{75, 8, 0}, {30, 0, 0}, 0})};
  std::vector<WireHandle> open;
  for (int tick = 1; tick <= kTicks; ++tick) {
    const float focus = 75 + static_cast<float>(tick) * 1.0F;
    if (searches && tick % 5 == 0) {
      SubmitPath submit;
      const float start = std::max(2.0F, focus - 60);
      submit.request.start = {start, 3, 0};
      submit.request.end = {std::min(start + 130, 150.0F * kTiles - 3), 12, 0};
      commands.push_back(Edit(++sequence, submit));
    }
    std::vector<CommandResult> results;
    world->Step(commands, &results);
    REQUIRE(world->failure().ok());
    for (const CommandResult& result : results) {
      if (!result.handle.valid()) continue;
      ++run.submitted;
      open.push_back(result.handle);
    }
    commands.clear();
    const auto view = world->view();
    for (const WireHandle handle : view->finished) {
      run.done.emplace(handle.value, *view->Find(handle));
      commands.push_back(Edit(++sequence, ReleasePath{handle}));
    }
    run.roots.push_back(world->hash().root);
    for (const platform::LeafDigest& leaf : world->hash().leaves) {
      if (leaf.name == "streaming") run.streaming.push_back(leaf.hash);
    }
    run.most_resident = std::max(run.most_resident, view->mesh->resident().size());
  }
  run.counters = world->view()->streaming->counters;
  run.restarts = world->view()->figures.restarts;
  run.waits = world->view()->streaming->disk_waits;
  return run;
}

// Searches of some 600 polygons over several slices of 64.
const std::vector<std::string> kSlow = {"path_slice_units=64"};

TEST_CASE("a focus that runs loads and evicts, and searches under its tiles end all the same",
          "[NAV-063][NAV-067][NAV-069][NAV-071]") {
  const Run run = RunAlong(RoadOptions(kSlow));
  CHECK(run.counters.placed >= 10);
  CHECK(run.counters.evicted >= 8);
  CHECK(run.most_resident <= 4);
  CHECK(run.restarts > 0);
  CHECK(run.submitted > 100);
  size_t found = 0;
  uint32_t most_restarts = 0;
  for (const auto& [handle, request] : run.done) {
    found += request.result->code == nav::CompletionCode::kFound ? 1 : 0;
    most_restarts = std::max(most_restarts, request.timing.restarts);
  }
  CHECK(most_restarts >= 1);
  CHECK(most_restarts <= 3);
  // A client sees no abort: requests are found, or told that a tile is not there.
  for (const auto& [handle, request] : run.done) {
    const bool is_answer = request.result->code == nav::CompletionCode::kFound ||
                           request.result->code == nav::CompletionCode::kNavMeshNotLoaded ||
                           request.result->code == nav::CompletionCode::kNotFound;
    CHECK(is_answer);
  }
  CHECK(found > run.done.size() / 2);
}

TEST_CASE("a search that is carried from tick to tick holds up no tile", "[NAV-006][NAV-276][NAV-070]") {
  const Run busy = RunAlong(RoadOptions(kSlow));
  const Run idle = RunAlong(RoadOptions(kSlow), false);
  CHECK(busy.restarts > 0);
  CHECK(idle.submitted == 0);
  REQUIRE(busy.streaming.size() == kTicks);
  CHECK(busy.streaming == idle.streaming);
}

TEST_CASE("threads and a throttled disk change no hash of a streaming world", "[NAV-068][NAV-005]") {
  const Run first = RunAlong(RoadOptions(kSlow));
  CHECK(std::set<uint64_t>(first.roots.begin(), first.roots.end()).size() == first.roots.size());
  for (const int threads : {2, 4, 8}) {
    if (tests::kIsSlowBuild && threads != 8) continue;
    WorldOptions options = RoadOptions(kSlow);
    options.threads = threads;
    options.order_threads = threads;
    CHECK(RunAlong(std::move(options)).roots == first.roots);
  }
  WorldOptions throttled = RoadOptions(kSlow);
  throttled.order_threads = 0;
  throttled.before_tile_read = [](nav::MeshIndex) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  };
  const Run slow = RunAlong(std::move(throttled));
  CHECK(slow.roots == first.roots);
  CHECK(slow.waits > 0);

  // The log alone makes the same world again.
  const auto log = DecodeLog(EncodeLog(first.log));
  REQUIRE(log.ok());
  CHECK(*log == first.log);
}

TEST_CASE("a search into a tile that is not resident is told so", "[NAV-065]") {
  const std::unique_ptr<World> world = WorldOf(RoadOptions());
  CommandResult made = world->ApplyOpen(SubmitOf(5, 1, {10, 5, 0}, {20 * 150 + 10, 5, 0}));
  REQUIRE(made.handle.valid());
  for (int i = 0; i < 60 && world->view()->Find(made.handle)->result == nullptr; ++i)
    world->Step({}, nullptr);
  REQUIRE(world->view()->Find(made.handle)->result != nullptr);
  CHECK(world->view()->Find(made.handle)->result->code == nav::CompletionCode::kNavMeshNotLoaded);
}

TEST_CASE("only a profile that streams gives up tiles, and the view says what is there", "[NAV-064]") {
  const std::unique_ptr<World> all = WorldOf(RoadOptions({"streaming_enabled=false"}));
  CHECK(all->view()->mesh->resident().size() == kTiles);
  CHECK_FALSE(all->view()->streaming->is_streaming);
  const std::unique_ptr<World> some = WorldOf(RoadOptions());
  CHECK(some->view()->mesh->resident().size() == 2);
  CHECK(some->view()->streaming->is_streaming);
  CHECK(some->view()->streaming->focus == platform::Vec3{75, 8, 0});
  CHECK(some->view()->streaming->regions.size() == 3);
  // A world without a focus is entered in the middle of its tiles.
  WorldOptions options = RoadOptions();
  options.focus.reset();
  CHECK(WorldOf(std::move(options))->view()->streaming->focus.x == 75.0F * kTiles);
}

TEST_CASE("regions are commands, end with their source, and a full table refuses", "[NAV-064][NAV-268]") {
  const std::unique_ptr<World> world = WorldOf(RoadOptions());
  const SetRequiredRegion far{nav::LoadRegionKind::kScriptRequired, {20 * 150 + 75, 8, 0}, 10};
  CHECK(world->ApplyOpen({7, 1, far}).fault == CommandFault::kNone);
  const CommandResult full = world->ApplyOpen({8, 1, far});
  CHECK(full.fault == CommandFault::kTableFull);
  CHECK(full.detail.find("load_regions_max: all 3") == 0);
  for (int i = 0; i < 40; ++i) world->Step({}, nullptr);
  CHECK(world->view()->mesh->IsResident(tests::kHandTile + 20));
  CHECK(world->ApplyOpen({7, 2, EndSource{}}).fault == CommandFault::kNone);
  for (int i = 0; i < 40; ++i) world->Step({}, nullptr);
  CHECK_FALSE(world->view()->mesh->IsResident(tests::kHandTile + 20));
}

TEST_CASE("bad streaming edits are refused with field, value and bound", "[NAV-064][NAV-056]") {
  const std::unique_ptr<World> world = WorldOf(RoadOptions());
  const auto detail = [&](CommandBody body) {
    const CommandResult result = world->ApplyOpen({7, 1, std::move(body)});
    CHECK(result.fault == CommandFault::kBadNumber);
    return result.detail;
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(detail(SetFocus{{9000, 0, 0}, {}, 0}).find("position: ") == 0);
  CHECK(detail(SetFocus{{nan, 0, 0}, {}, 0}).find("position: ") == 0);
  CHECK(detail(SetFocus{{0, 0, 0}, {0, 1e30F, 0}, 0}).find("velocity: ") == 0);
  CHECK(detail(SetFocus{{0, 0, 0}, {}, 3'600'001}).find("switch_ms: ") == 0);
  CHECK(detail(SetRequiredRegion{nav::LoadRegionKind::kScriptRequired, {0, 0, 0}, -1}).find("radius: ") == 0);
  CHECK(detail(SetRequiredRegion{nav::LoadRegionKind::kScriptRequired, {0, nan, 0}, 1}).find("center: ") ==
        0);
  CHECK(detail(SetContentPack{3, true}).find("group: 3") == 0);
  WorldOptions options = RoadOptions();
  options.focus = platform::Vec3{0, 1e30F, 0};
  CHECK_FALSE(World::Create(std::move(options)).ok());
}

TEST_CASE("streaming edits go to the contract and back", "[R42]") {
  for (const CommandBody& body :
       {CommandBody(SetFocus{{1, 2, 3}, {4, 5, 0}, 0}), CommandBody(SetFocus{{1, 2, 3}, {}, 500}),
        CommandBody(SetRequiredRegion{nav::LoadRegionKind::kNetworkRespawn, {1, 2, 0}, 30}),
        CommandBody(ClearRequiredRegion{nav::LoadRegionKind::kScriptRequired}),
        CommandBody(SetContentPack{63, true})}) {
    v1::Command message;
    REQUIRE(CommandToProto(body, &message));
    const auto back = CommandFromProto(message, platform::Profile(), kAnyPointsMax);
    INFO(back.status().ToString());
    REQUIRE(back.ok());
    CHECK(*back == body);
  }
  v1::Command message;
  message.mutable_set_focus()->mutable_position();
  message.mutable_set_focus()->mutable_velocity();
  message.mutable_set_focus()->set_switch_ms(5);
  CHECK(CommandFromProto(message, platform::Profile(), kAnyPointsMax).status().message() ==
        "set_focus.velocity: excludes switch_ms");
}

}  // namespace
}  // namespace footfall::sim::testing
