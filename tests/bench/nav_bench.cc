// Footfall's mesh queries beside Detour's on the same triangles, interleaved in one run. `./dev bench` runs
// it and prints the ratios of medians; see README.md.
//
// usage: footfall_bench [--packs=DIR] [--smoke] [options of Google Benchmark]
//
// --packs  writes each level's pack into the folder, for query_set
// --smoke  one small level and few pairs: does everything run?

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nav/build/annotations.h"
#include "nav/build/build_params.h"
#include "nav/build/city.h"
#include "nav/build/material_map.h"
#include "nav/build/obj_reader.h"
#include "nav/build/world_builder.h"
#include "nav/mesh/pack.h"
#include "nav/mesh/pack_format.h"
#include "nav/mesh/pack_writer.h"
#include "nav/mesh/tile_layout.h"
#include "nav/mesh/tile_validator.h"
#include "nav/path/path_search.h"
#include "nav/query/nearest.h"
#include "nav/query/random_point.h"
#include "nav/query/walk_ray.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"
#include "platform/random.h"
#include "tests/bench/build_times.h"
#include "tests/bench/detour_mesh.h"
#include "tests/bench/query_lines.h"
#include "tests/test_data.h"

namespace footfall::bench {
namespace {

using platform::Vec3;

constexpr float kRayLength = 30.0F;  // m

// A start and an end that both meshes know and can join.
struct Pair {
  Vec3 start;
  Vec3 end;
  nav::PolyRef start_poly;
  nav::PolyRef end_poly;
  Vec3 ray_end;  // kRayLength from the start towards the end
  float detour_start[3];
  float detour_end[3];
  float detour_ray_end[3];
  dtPolyRef detour_start_ref;
  dtPolyRef detour_end_ref;
};

// One level in both forms.
struct Level {
  std::string name;
  std::string bytes;  // our pack
  std::shared_ptr<const nav::Pack> pack;
  std::shared_ptr<const nav::NavView> view;
  std::unique_ptr<DetourMesh> detour;
  std::vector<Pair> any;
  std::vector<Pair> near;  // at most 100 m apart; empty where all are
  std::vector<QueryPoint> points;
};

template <typename T>
T Must(absl::StatusOr<T> value) {
  if (value.ok()) return *std::move(value);
  std::fprintf(stderr, "bench: %s\n", value.status().ToString().c_str());
  std::exit(3);
}

void MakePairs(Level& level, float distance_max, int count, std::vector<Pair>& out) {
  const platform::Profile profile = Must(platform::LoadProfile("server"));
  nav::PathSearch search(profile);
  nav::PathResult path;
  platform::RandomStream random(7, platform::RandomPurpose::kBench, static_cast<uint64_t>(distance_max), 0);
  const auto [low, high] = [&] {
    Vec3 min{1e9F, 1e9F, 0};
    Vec3 max{-1e9F, -1e9F, 0};
    for (const nav::MeshIndex mesh : level.view->resident()) {
      const nav::TileView& tile = *level.view->slot(mesh).tile;
      for (uint32_t e = 0; e < tile.edges.size(); ++e) {
        const Vec3 v = tile.EdgeA(e);
        min = {std::fmin(min.x, v.x), std::fmin(min.y, v.y), std::fmin(min.z, v.z)};
        max = {std::fmax(max.x, v.x), std::fmax(max.y, v.y), std::fmax(max.z, v.z)};
      }
    }
    return std::make_pair(min, max);
  }();
  const nav::SnapLimits limits{2.0F, 100.0F, 100.0F};
  const auto draw = [&](Vec3 around, float reach, Vec3* at, nav::PolyRef* ref) {
    const float x = random.NextRange(std::fmax(low.x, around.x - reach), std::fmin(high.x, around.x + reach));
    const float y = random.NextRange(std::fmax(low.y, around.y - reach), std::fmin(high.y, around.y + reach));
    const nav::NearestResult found = nav::NearestPoly(*level.view, {x, y, (low.z + high.z) / 2}, limits);
    *at = found.point;
    *ref = found.poly;
    return found.poly.valid();
  };
  while (static_cast<int>(out.size()) < count) {
    Pair pair;
    if (!draw({0, 0, 0}, 1e6F, &pair.start, &pair.start_poly)) continue;
    if (!draw(pair.start, distance_max, &pair.end, &pair.end_poly)) continue;
    if (platform::Distance(pair.start, pair.end) > distance_max) continue;
    float point[3];
    ToDetour(pair.start, point);
    pair.detour_start_ref = level.detour->Nearest(point, pair.detour_start);
    ToDetour(pair.end, point);
    pair.detour_end_ref = level.detour->Nearest(point, pair.detour_end);
    if (pair.detour_start_ref == 0 || pair.detour_end_ref == 0) continue;
    if (level.detour->Path(pair.detour_start_ref, pair.detour_start, pair.detour_end_ref, pair.detour_end,
                           nullptr) == 0) {
      continue;
    }
    nav::PathRequest request;
    request.start = pair.start;
    request.end = pair.end;
    platform::CostMeter meter;
    search.Run(*level.view, request, meter, path);
    if (path.code != nav::CompletionCode::kFound || !path.last_route_point_is_target) continue;
    const float distance = platform::Distance(pair.start, pair.end);
    pair.ray_end = distance > 0 ? platform::Lerp(pair.start, pair.end, kRayLength / distance) : pair.end;
    ToDetour(pair.ray_end, pair.detour_ray_end);
    out.push_back(pair);
  }
}

// R49: what building takes, ours on two threads and the peer's on one.
void PrintBuild(const Level& level, const BuilderStages& ours, double millis) {
  std::printf("%s: built in %.0f ms on 2 threads; wall ms by stage:", level.name.c_str(), millis);
  ours.Print();
  const StageTimes& stages = level.detour->stages();
  std::printf("\n%s: Recast the standard way on 1 thread, ms by stage:", level.name.c_str());
  constexpr std::pair<const char*, rcTimerLabel> kStages[] = {
      {"rasterise", RC_TIMER_RASTERIZE_TRIANGLES},    {"ledges", RC_TIMER_FILTER_BORDER},
      {"compact", RC_TIMER_BUILD_COMPACTHEIGHTFIELD}, {"erode", RC_TIMER_ERODE_AREA},
      {"distances", RC_TIMER_BUILD_DISTANCEFIELD},    {"regions", RC_TIMER_BUILD_REGIONS},
      {"contours", RC_TIMER_BUILD_CONTOURS},          {"polygons", RC_TIMER_BUILD_POLYMESH},
      {"detail", RC_TIMER_BUILD_POLYMESHDETAIL},
  };
  for (const auto& [name, label] : kStages) std::printf(" %s %.0f,", name, stages.Millis(label));
  std::printf(" dtCreateNavMeshData %.1f\n", level.detour->create_millis());
}

// What differs between a measurement and a smoke test.
struct Options {
  int pairs = 10000;
  std::string packs;  // empty: none are written
};

void WriteFile(const std::string& path, const std::string& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  const bool ok = file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (file == nullptr || std::fclose(file) != 0 || !ok) {
    std::fprintf(stderr, "bench: cannot write %s\n", path.c_str());
    std::exit(3);
  }
}

std::unique_ptr<Level> MakeLevel(const std::string& name, const nav::TriangleSoup& soup,
                                 const nav::MaterialMap& materials, const nav::BuildParams& params,
                                 bool with_near, const Options& options) {
  auto level = std::make_unique<Level>();
  level->name = name;
  nav::WorldDraft draft;
  BuilderStages stages;
  const Clock::time_point start = Clock::now();
  // Ladders would be ways that the peer does not have.
  Must(nav::BuildWorld(soup, materials, nav::Annotations(), params, 2, stages.Listener(), &draft));
  stages.Begin("pack");
  level->bytes = Must(nav::PackWorld(draft));
  stages.End();
  const double millis = MillisSince(start);
  if (!options.packs.empty()) WriteFile(options.packs + "/" + name + ".ffnav", level->bytes);
  level->pack = Must(nav::Pack::FromBytes(level->bytes));
  level->view = Must(level->pack->ViewOfAll());
  level->detour = std::make_unique<DetourMesh>(soup, params);
  PrintBuild(*level, stages, millis);
  MakePairs(*level, 1e6F, options.pairs, level->any);
  if (with_near) MakePairs(*level, 100.0F, options.pairs, level->near);
  for (const Pair& pair : level->any) {
    QueryPoint point{pair.start, pair.end, {}, pair.detour_start_ref};
    std::copy(std::begin(pair.detour_start), std::end(pair.detour_start), point.detour_position);
    level->points.push_back(point);
  }
  return level;
}

// ---- The lines. Each handles one pair an iteration, so times are those of one query.

void OursNearest(benchmark::State& state, const Level& level) {
  size_t i = 0;
  for (auto _ : state) {
    const nav::NearestResult found = nav::NearestPoly(*level.view, level.any[i].start, nav::SnapLimits{});
    benchmark::DoNotOptimize(found.poly.value);
    if (++i == level.any.size()) i = 0;
  }
}

void DetourNearest(benchmark::State& state, const Level& level) {
  size_t i = 0;
  for (auto _ : state) {
    float at[3];
    benchmark::DoNotOptimize(level.detour->Nearest(level.any[i].detour_start, at));
    if (++i == level.any.size()) i = 0;
  }
}

void OursRay(benchmark::State& state, const Level& level) {
  size_t i = 0;
  for (auto _ : state) {
    const Pair& pair = level.any[i];
    const nav::WalkRay ray = nav::CastWalkRay(*level.view, pair.start_poly, pair.start, pair.ray_end);
    benchmark::DoNotOptimize(ray.last.value);
    if (++i == level.any.size()) i = 0;
  }
}

void DetourRay(benchmark::State& state, const Level& level) {
  std::vector<dtPolyRef> crossed(256);
  size_t i = 0;
  for (auto _ : state) {
    const Pair& pair = level.any[i];
    float t = 0;
    float normal[3];
    int count = 0;
    level.detour->query().raycast(pair.detour_start_ref, pair.detour_start, pair.detour_ray_end,
                                  &level.detour->filter(), &t, normal, crossed.data(), &count, 256);
    benchmark::DoNotOptimize(t);
    if (++i == level.any.size()) i = 0;
  }
}

void OursPath(benchmark::State& state, const Level& level, const std::vector<Pair>& pairs) {
  const platform::Profile profile = Must(platform::LoadProfile("server"));
  nav::PathSearch search(profile);
  nav::PathResult path;
  size_t i = 0;
  double length = 0;
  uint64_t expanded = 0;
  for (auto _ : state) {
    nav::PathRequest request;
    request.start = pairs[i].start;
    request.end = pairs[i].end;
    platform::CostMeter meter;
    search.Run(*level.view, request, meter, path);
    benchmark::DoNotOptimize(path.points.data());
    length += path.length;
    expanded += path.nodes_expanded;
    if (++i == pairs.size()) i = 0;
  }
  state.counters["expanded"] =
      benchmark::Counter(static_cast<double>(expanded), benchmark::Counter::kAvgIterations);
  state.counters["length_m"] = benchmark::Counter(length, benchmark::Counter::kAvgIterations);
}

// The whole of what a path request does: both nearest polygons, corridor, corners.
void DetourPath(benchmark::State& state, const Level& level, const std::vector<Pair>& pairs) {
  size_t i = 0;
  double length = 0;
  for (auto _ : state) {
    float start[3];
    float end[3];
    const dtPolyRef start_ref = level.detour->Nearest(pairs[i].detour_start, start);
    const dtPolyRef end_ref = level.detour->Nearest(pairs[i].detour_end, end);
    float one = 0;
    benchmark::DoNotOptimize(level.detour->Path(start_ref, start, end_ref, end, &one));
    length += one;
    if (++i == pairs.size()) i = 0;
  }
  state.counters["length_m"] = benchmark::Counter(length, benchmark::Counter::kAvgIterations);
}

// What opening a tile checks: R49 wants it with and without.
enum class Checks { kNone, kChecksum, kAll };

// Makes a view of all tiles of the pack, which lies in memory as a mapped file would.
template <Checks checks>
void OursOpen(benchmark::State& state, const Level& level) {
  for (auto _ : state) {
    // As often as the peer's line, whose mesh is made here.
    state.PauseTiming();
    state.ResumeTiming();
    nav::NavViewBuilder builder;
    for (const nav::Pack::Entry& entry : level.pack->entries()) {
      const std::string_view bytes = level.bytes;
      const std::string_view blob = bytes.substr(entry.offset, entry.bytes);
      if constexpr (checks != Checks::kNone) {
        const std::string_view covered = bytes.substr(entry.offset, nav::RoundUpToPage(entry.bytes));
        if (nav::PackChecksum(covered) != entry.checksum) state.SkipWithError("checksum");
      }
      if constexpr (checks == Checks::kAll) {
        if (!nav::ValidateTile(blob).ok()) state.SkipWithError("structure");
      }
      builder.Place(entry.index, std::make_shared<nav::TileView>(nav::MapTile(blob)));
    }
    std::shared_ptr<const nav::NavView> view = builder.Build();
    benchmark::DoNotOptimize(view.get());
    state.PauseTiming();
    view = nullptr;
    state.ResumeTiming();
  }
  state.counters["bytes_a_tile"] =
      static_cast<double>(level.bytes.size()) / static_cast<double>(level.view->resident().size());
}

void DetourOpen(benchmark::State& state, const Level& level) {
  for (auto _ : state) {
    state.PauseTiming();
    std::vector<std::vector<unsigned char>> tiles = level.detour->tiles();
    dtNavMesh* mesh = dtAllocNavMesh();
    mesh->init(level.detour->mesh().getParams());
    state.ResumeTiming();
    for (std::vector<unsigned char>& tile : tiles) {
      mesh->addTile(tile.data(), static_cast<int>(tile.size()), 0, 0, nullptr);
    }
    state.PauseTiming();
    dtFreeNavMesh(mesh);
    state.ResumeTiming();
  }
  state.counters["bytes_a_tile"] =
      static_cast<double>(level.detour->bytes()) / static_cast<double>(level.detour->tiles().size());
}

// The mean XY length of our paths over the peer's, on the same pairs.
void PrintLengths(const Level& level, const std::vector<Pair>& pairs, const char* what) {
  const platform::Profile profile = Must(platform::LoadProfile("server"));
  nav::PathSearch search(profile);
  nav::PathResult path;
  double ours = 0;
  double theirs = 0;
  for (const Pair& pair : pairs) {
    nav::PathRequest request;
    request.start = pair.start;
    request.end = pair.end;
    platform::CostMeter meter;
    search.Run(*level.view, request, meter, path);
    for (size_t i = 1; i < path.points.size(); ++i) {
      ours += platform::Distance(platform::Xy(path.points[i - 1]), platform::Xy(path.points[i]));
    }
    float one = 0;
    level.detour->Path(pair.detour_start_ref, pair.detour_start, pair.detour_end_ref, pair.detour_end, &one);
    theirs += one;
  }
  const double count = static_cast<double>(pairs.size());
  std::printf("%s %s: mean length %.2f m, Detour %.2f m, ratio %.4f\n", level.name.c_str(), what,
              ours / count, theirs / count, ours / theirs);
}

void Register(const Level& level) {
  const auto add = [](const std::string& line, const char* who, auto body) {
    benchmark::RegisterBenchmark((line + "/" + who).c_str(), body);
  };
  const auto pair_of = [&](const std::string& line, auto ours, auto theirs) {
    add(level.name + "/" + line, "footfall", [ours, &level](benchmark::State& s) { ours(s, level); });
    add(level.name + "/" + line, "detour", [theirs, &level](benchmark::State& s) { theirs(s, level); });
  };
  pair_of("nearest", OursNearest, DetourNearest);
  pair_of("ray", OursRay, DetourRay);
  pair_of("open", OursOpen<Checks::kNone>, DetourOpen);
  pair_of("open_checksum", OursOpen<Checks::kChecksum>, DetourOpen);
  pair_of("open_all_checks", OursOpen<Checks::kAll>, DetourOpen);
  pair_of(
      "path", [](benchmark::State& s, const Level& l) { OursPath(s, l, l.any); },
      [](benchmark::State& s, const Level& l) { DetourPath(s, l, l.any); });
  RegisterQueryLines(level.name, *level.view, *level.detour, level.points);
  if (level.near.empty()) return;
  pair_of(
      "path_100m", [](benchmark::State& s, const Level& l) { OursPath(s, l, l.near); },
      [](benchmark::State& s, const Level& l) { DetourPath(s, l, l.near); });
}

}  // namespace
}  // namespace footfall::bench

int main(int argc, char** argv) {
  using namespace footfall;
  bench::Options options;
  bool is_smoke = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    if (arg.starts_with("--packs=")) options.packs = arg.substr(8);
    if (arg == "--smoke") is_smoke = true;
  }
  if (is_smoke) options.pairs = 20;

  std::vector<std::unique_ptr<bench::Level>> levels;
  const std::string data = tests::DataDir();
  if (is_smoke) {
    const nav::City city = bench::Must(nav::BuildCity({1, 1, 1}));
    levels.push_back(bench::MakeLevel("city_150m", city.soup, city.materials, city.params, true, options));
  } else if (!data.empty()) {
    nav::ObjImport import;
    import.recentre = true;
    // Into the middle of a tile: the peer's tiles begin at the level's corner, so it has one as well.
    import.translate = {nav::kTileSize / 2, nav::kTileSize / 2, 0};
    levels.push_back(bench::MakeLevel("nav_test",
                                      bench::Must(nav::ReadObjFile(data + "/obj/nav_test.obj", import)),
                                      nav::MaterialMap(), nav::BuildParams(), false, options));
  } else {
    std::printf("SKIPPED nav_test: no ../shared/data and FOOTFALL_DATA is unset\n");
  }
  if (!is_smoke) {
    const nav::City city = bench::Must(nav::BuildCity({1, 4, 4}));
    levels.push_back(bench::MakeLevel("city_600m", city.soup, city.materials, city.params, true, options));
  }
  for (const auto& level : levels) {
    const size_t tiles = level->view->resident().size();
    std::printf("%s: %zu tiles of %zu bytes on average; Detour %zu tiles of %zu bytes, %d polygons\n",
                level->name.c_str(), tiles, level->bytes.size() / tiles, level->detour->tiles().size(),
                level->detour->bytes() / level->detour->tiles().size(), level->detour->polys_count());
    bench::PrintLengths(*level, level->any, "any pair");
    if (!level->near.empty()) bench::PrintLengths(*level, level->near, "within 100 m");
    bench::Register(*level);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
