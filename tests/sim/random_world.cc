#include "tests/sim/random_world.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nav/mesh/pack_writer.h"
#include "nav/stream/tile_set.h"
#include "platform/check.h"
#include "tests/nav/hand_packs.h"

namespace footfall::sim::testing {

namespace {

using platform::RandomStream;
using tests::HandWorld;

// Where four tiles meet.
constexpr float kCorner = 150;

int Between(RandomStream& random, int low, int high) {
  return low + static_cast<int>(random.NextBelow(static_cast<uint32_t>(high - low + 1)));
}

// A square with a flag or an attribute now and then.
void AddSquare(HandWorld& world, float x, float y, float z, RandomStream& random) {
  const uint32_t bits = random.NextU32();
  uint8_t flags = 0;
  if (bits % 5 == 0) flags |= nav::kPolyPavement;
  if (bits / 8 % 4 == 0) flags |= nav::kPolySheltered;
  if (bits / 64 % 8 == 0) flags |= nav::kPolyWater;
  uint16_t attributes = 0;
  if (bits / 512 % 16 == 0) attributes |= nav::kAttrNearVehicleLane;
  if (bits / 32768 % 3 == 0) attributes |= nav::kAttrIsolated;
  if (bits / 262144 % 4 == 0) attributes |= nav::kAttrInterior;
  world.Add({{x, y, z}, {x, y + 2, z}, {x + 2, y + 2, z}, {x + 2, y, z}}, flags, attributes);
}

// Squares of 2 m with holes around the corner of four tiles, and a floor above a part of them.
nav::WorldDraft RaggedDraft(RandomStream& random) {
  HandWorld world;
  const int half = Between(random, 4, 14);
  const uint32_t holes = random.NextBelow(30);
  for (int row = -half; row < half; ++row) {
    for (int column = -half; column < half; ++column) {
      if (random.NextBelow(100) < holes) continue;
      AddSquare(world, kCorner + 2 * static_cast<float>(column), kCorner + 2 * static_cast<float>(row), 0,
                random);
    }
  }
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 5; ++column) {
      AddSquare(world, kCorner + 2 * static_cast<float>(column), kCorner + 2 * static_cast<float>(row), 4,
                random);
    }
  }
  return world.Finish();
}

// A road of 2 m squares eastwards through several tiles.
nav::WorldDraft RoadDraft(int tiles, int rows) {
  HandWorld world;
  world.Grid(0, 0, 75 * tiles, rows, 2);
  return world.Finish();
}

struct Mesh {
  std::string name;
  std::shared_ptr<const nav::Pack> pack;
  platform::Vec2 low;
  platform::Vec2 high;
};

Mesh MeshOf(std::string name, const nav::WorldDraft& draft, platform::Vec2 low, platform::Vec2 high) {
  auto pack = nav::Pack::FromBytes(*nav::PackWorld(draft));
  FOOTFALL_CHECK(pack.ok());
  return {std::move(name), *pack, low, high};
}

// Meshes by hand, made once.
const Mesh& HandMesh(uint32_t number) {
  static const std::vector<Mesh> meshes = {
      MeshOf("seam", tests::SeamWorld(), {140, 0}, {160, 20}),
      MeshOf("island", tests::IslandWorld(), {0, 0}, {24, 10}),
      MeshOf("storeys", tests::StoreysWorld(), {0, 0}, {10, 10}),
      MeshOf("terrace", tests::TerraceWorld(), {0, 0}, {20, 10}),
      MeshOf("ladder", tests::LadderWorld(), {0, 0}, {22, 10}),
      MeshOf("hole", tests::HoleWorld(), {0, 0}, {18, 18}),
      MeshOf("water", tests::WaterWorld(), {0, 0}, {10, 10}),
      MeshOf("slope", tests::SlopeWorld(), {0, 0}, {10, 10}),
      MeshOf("short road", RoadDraft(3, 4), {0, 0}, {450, 8}),
      MeshOf("road", RoadDraft(8, 3), {0, 0}, {1200, 6}),
  };
  return meshes[number % meshes.size()];
}

// Other tiles for the second and the third of a road, as groups 1 and 2.
std::vector<nav::TileSet::ContentPack> RoadContent() {
  static const Mesh wide = [] {
    HandWorld world;
    world.Grid(kCorner, 0, 75, 5, 2);
    return MeshOf("wide", world.Finish(), {}, {});
  }();
  static const Mesh gap = [] {
    HandWorld world;
    world.Grid(2 * kCorner, 0, 30, 4, 2);
    world.Grid(2 * kCorner + 70, 0, 40, 4, 2);
    return MeshOf("gap", world.Finish(), {}, {});
  }();
  return {{1, wide.pack}, {2, gap.pack}};
}

Mesh DrawMesh(RandomStream& random) {
  const uint32_t what = random.NextBelow(24);
  if (what < 16) return HandMesh(what < 8 ? what : 8 + what % 2);
  return MeshOf("ragged", RaggedDraft(random), {kCorner - 28, kCorner - 28}, {kCorner + 28, kCorner + 28});
}

// Figures that a world runs into when they are small, each with the least and the most that is drawn.
struct SmallFigure {
  const char* name;
  int least;
  int most;
};
constexpr SmallFigure kSmallFigures[] = {
    {"path_requests_max", 1, 12},
    {"los_requests_max", 1, 4},
    {"audio_requests_max", 1, 3},
    {"flood_fill_requests_max", 1, 3},
    {"clear_area_requests_max", 1, 2},
    {"closest_position_requests_max", 1, 2},
    {"requests_per_session_max", 1, 8},
    {"path_points_max", 4, 16},
    {"result_points_max", 40, 120},
    {"path_slice_units", 16, 300},
    {"request_timeout_ms", 200, 3000},
    {"stale_check_ms", 100, 700},
    {"heap_max", 16, 512},
    {"visited_polys_max", 32, 2048},
    {"path_polys_max", 16, 256},
    {"tessellated_polys_max", 8, 512},
    {"dynamic_objects_max", 1, 24},
    {"obstacles_per_session_max", 1, 16},
    {"dynamic_object_grids_max", 1, 4},
    {"path_region_switches_max", 1, 6},
    {"deferred_disable_climbs_max", 1, 6},
    {"blocked_ladders_max", 1, 3},
    {"ped_gen_blocked_areas_max", 1, 6},
    {"ped_gen_coords_max", 1, 20},
    {"opponent_spawn_coords_max", 1, 20},
    {"cover_points_max", 1, 20},
    {"cover_tiles_max", 1, 4},
    {"load_regions_max", 1, 3},
    {"resident_tiles_max", 1, 9},
    {"load_proximity", 10, 120},
};

std::vector<std::string> DrawSets(RandomStream& random) {
  std::vector<std::string> sets;
  for (const SmallFigure& figure : kSmallFigures) {
    const int value = Between(random, figure.least, figure.most);
    if (random.NextBelow(3) != 0) sets.push_back(absl::StrCat(figure.name, "=", value));
  }
  return sets;
}

}  // namespace

RandomWorld DrawWorld(RandomStream& random, uint64_t epoch) {
  static constexpr const char* kProfiles[] = {"ps3", "xenon", "orbis", "durango", "pc", "server"};
  Mesh mesh = DrawMesh(random);
  const char* name = kProfiles[random.NextBelow(6)];
  std::vector<std::string> sets = DrawSets(random);
  if (std::string_view(name) == "server") {
    sets.insert(sets.begin(), {"in_world_reserve=0", "path_points_max=16"});
    if (random.NextBelow(2) == 0) sets.emplace_back("streaming_enabled=true");
  }
  auto profile = platform::LoadProfile(name, sets);
  if (!profile.ok()) {
    // Figures that do not go together; `path_slice_units` alone always does.
    sets = {"path_slice_units=64"};
    profile = platform::LoadProfile(name, sets);
  }
  FOOTFALL_CHECK(profile.ok());
  static constexpr int kRates[] = {20, 30, 60};
  RandomWorld world;
  world.options.pack = std::move(mesh.pack);
  if (mesh.name.ends_with("road")) world.options.content_packs = RoadContent();
  world.options.profile = *std::move(profile);
  world.options.seed = random.NextU64();
  world.options.hz = kRates[random.NextBelow(3)];
  world.options.epoch = epoch;
  if (random.NextBelow(2) == 0) {
    world.options.focus = platform::Vec3{(mesh.low.x + mesh.high.x) / 2, (mesh.low.y + mesh.high.y) / 2, 0};
  }
  world.told = absl::StrCat(mesh.name, ", ", name, " with ", absl::StrJoin(sets, " "));
  world.low = mesh.low;
  world.high = mesh.high;
  return world;
}

}  // namespace footfall::sim::testing
