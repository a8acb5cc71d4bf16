#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <map>
#include <string_view>
#include <thread>
#include <tuple>
#include <variant>

#include "clients/hash/world_source.h"
#include "platform/random.h"
#include "sim/scenario.h"
#include "sim/scenario_run.h"
#include "sim/world.h"
#include "tests/sim/view_difference.h"

namespace footfall::sim::testing {
namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
constexpr uint64_t kSeeds = 1;
// What differs most in what it saves, in presets that are slow; every scenario in the others.
constexpr std::string_view kOnly[] = {"all_requests", "busy_main_core_ps3", "crossing_city_ps3",
                                      "obstacles",    "streaming",          "world_edits"};
bool IsTried(const std::string& name) {
  return std::find(std::begin(kOnly), std::end(kOnly), name) != std::end(kOnly);
}
#else
constexpr uint64_t kSeeds = 4;
bool IsTried(const std::string&) { return true; }
#endif
constexpr int kThreads[] = {1, 2, 4, 8};

std::vector<std::string> Scenarios() {
  std::vector<std::string> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(FOOTFALL_SOURCE_DIR) + "/scenarios")) {
    if (entry.path().extension() == ".txtpb" && IsTried(entry.path().stem()))
      paths.push_back(entry.path().string());
  }
  // total order: paths differ.
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Opens worlds, and each city once: most scenarios share one.
class Worlds {
 public:
  absl::StatusOr<std::shared_ptr<const nav::Pack>> Open(const WorldSource& source) {
    if (std::holds_alternative<DemoSource>(source)) {
      return nav::Pack::Open(std::string(FOOTFALL_BINARY_DIR) + "/bin/demo.ffnav");
    }
    const auto* city = std::get_if<CitySource>(&source);
    if (city == nullptr) return client::OpenWorldSource(source);
    auto& pack = cities_[{city->tiles_x, city->tiles_y, city->seed, city->instanced}];
    if (pack == nullptr) {
      auto opened = client::OpenWorldSource(source);
      if (!opened.ok()) return opened.status();
      pack = *std::move(opened);
    }
    return pack;
  }

 private:
  std::map<std::tuple<uint32_t, uint32_t, uint64_t, bool>, std::shared_ptr<const nav::Pack>> cities_;
};

// The log's commands of a tick, one by one in the open phase, with a world that is replaced by what is
// restored from it at ticks drawn from `seed`, before, among and after the commands. The roots after each
// tick.
std::vector<uint64_t> RunRestored(const CommandLog& log, WorldOptions options, uint64_t ticks, uint64_t seed,
                                  int* restores) {
  auto created = World::Create(options);
  REQUIRE(created.ok());
  std::unique_ptr<World> world = *std::move(created);
  platform::RandomStream random(seed, platform::RandomPurpose::kTest, 920, 0);
  const uint32_t one_in = static_cast<uint32_t>(std::max<uint64_t>(4, ticks / 8));
  const auto restore = [&] {
    const auto before = world->view();
    const std::string snapshot = world->Save();
    WorldOptions other = options;
    other.order_threads = kThreads[random.NextBelow(4)];
    other.threads = kThreads[random.NextBelow(4)];
    if (random.NextBelow(2) == 0) {
      other.before_tile_read = [](nav::MeshIndex) {
        std::this_thread::sleep_for(std::chrono::microseconds(300));
      };
    }
    auto restored = World::Restore(std::move(other), snapshot);
    INFO(restored.status().ToString());
    REQUIRE(restored.ok());
    CHECK(ViewDifference(*before, *(*restored)->view()) == "");
    world = *std::move(restored);
    CHECK(world->Save() == snapshot);
    ++*restores;
  };
  std::vector<uint64_t> roots;
  size_t next = 0;
  while (world->tick() < ticks) {
    if (random.NextBelow(one_in) == 0) restore();
    for (; next < log.entries.size() && log.entries[next].tick == world->tick() + 1; ++next) {
      world->ApplyOpen(log.entries[next].command);
      if (random.NextBelow(one_in * 4) == 0) restore();
    }
    world->Step({}, nullptr);
    roots.push_back(world->hash().root);
  }
  return roots;
}

TEST_CASE("every scenario, saved and restored at random ticks, has the hashes of one that never stopped",
          "[R11]") {
  int restores = 0;
  Worlds worlds;
  for (const std::string& path : Scenarios()) {
    CAPTURE(path);
    const auto scenario = LoadScenario(path);
    REQUIRE(scenario.ok());
    const auto pack = worlds.Open(scenario->world);
    if (absl::IsNotFound(pack.status()) && std::holds_alternative<DemoSource>(scenario->world)) {
      WARN("SKIPPED: " << path << ": the demo world was not built");
      continue;
    }
    INFO(pack.status().ToString());
    REQUIRE(pack.ok());
    const auto report = RunScenario(*scenario, [&](const WorldSource&) { return pack; });
    REQUIRE(report.ok());
    std::vector<uint64_t> expected;
    for (const platform::StateDigest& digest : report->digests) expected.push_back(digest.root);
    WorldOptions options;
    options.pack = *pack;
    options.profile = *ScenarioProfile(*scenario, "", {});
    options.seed = scenario->seed;
    options.hz = scenario->hz;
    options.focus = scenario->focus;
    for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
      CAPTURE(seed);
      const std::vector<uint64_t> roots = RunRestored(report->log, options, scenario->ticks, seed, &restores);
      CHECK(roots == expected);
    }
  }
  CHECK(restores > 20);
}

}  // namespace
}  // namespace footfall::sim::testing
