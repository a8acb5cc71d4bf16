#include "nav/build/world_builder.h"

#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "nav/build/crossings.h"
#include "nav/build/finish.h"
#include "nav/build/palette.h"
#include "nav/build/seams.h"
#include "nav/build/tile_work.h"
#include "nav/mesh/tile_square.h"
#include "platform/math.h"
#include "platform/worker_pool.h"

#ifndef FOOTFALL_RECAST_VERSION
#error "the build file names the version of librecast, which is part of the build id"
#endif

namespace footfall::nav {
namespace {

constexpr double kDegrees = 3.14159265358979323846 / 180;

// What the slope of a triangle allows. Own maths: librecast's marking calls the system's cosf (R30).
enum class Footing : uint8_t { kNone, kSteep, kEasy };

class Slopes {
 public:
  explicit Slopes(const BuildParams& params)
      : easy_(platform::Cos(static_cast<float>(params.slope_deg * kDegrees))),
        steep_(platform::Cos(static_cast<float>(params.steep_slope_deg * kDegrees))) {}

  Footing Of(double normal_z) const {
    if (normal_z >= easy_) return Footing::kEasy;
    return normal_z >= steep_ ? Footing::kSteep : Footing::kNone;
  }

 private:
  double easy_;
  double steep_;
};

struct Normal {
  double z = 0;     // Of the unit normal; 0 for triangles without area.
  double area = 0;  // m2
};

Normal NormalOf(const TriangleSoup& soup, const TriangleSoup::Triangle& t) {
  const platform::Vec3 a = soup.vertices[t.a];
  const platform::Vec3 b = soup.vertices[t.b];
  const platform::Vec3 c = soup.vertices[t.c];
  const double ux = static_cast<double>(b.x) - a.x;
  const double uy = static_cast<double>(b.y) - a.y;
  const double uz = static_cast<double>(b.z) - a.z;
  const double vx = static_cast<double>(c.x) - a.x;
  const double vy = static_cast<double>(c.y) - a.y;
  const double vz = static_cast<double>(c.z) - a.z;
  const double nx = uy * vz - uz * vy;
  const double ny = uz * vx - ux * vz;
  const double nz = ux * vy - uy * vx;
  const double length = std::sqrt(nx * nx + ny * ny + nz * nz);
  return length > 0 ? Normal{nz / length, length / 2} : Normal{};
}

absl::Status CheckSoup(const TriangleSoup& soup) {
  for (size_t i = 0; i < soup.vertices.size(); ++i) {
    const platform::Vec3 v = soup.vertices[i];
    const bool inside = v.x >= kWorldMin && v.x <= kWorldMax && v.y >= kWorldMin && v.y <= kWorldMax;
    if (IsFinite(v) && inside && std::fabs(v.z) <= kWorldMax) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "vertex ", i, " (", v.x, ", ", v.y, ", ", v.z, ") is outside the world, X and Y ", kWorldMin, " .. ",
        kWorldMax, " m, Z within ", kWorldMax, " m; see --scale, --translate, --recentre"));
  }
  for (size_t i = 0; i < soup.triangles.size(); ++i) {
    const TriangleSoup::Triangle& t = soup.triangles[i];
    if (std::max({t.a, t.b, t.c}) >= soup.vertices.size()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "triangle ", i, ": vertex index ", std::max({t.a, t.b, t.c}), ", limit ", soup.vertices.size()));
    }
    if (t.material >= soup.materials.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("triangle ", i, ": material index ", t.material, ", limit ", soup.materials.size()));
    }
  }
  return absl::OkStatus();
}

// R36: where there is nothing to walk on, say how the surface lies, as a wrong up axis or winding shows
// there.
absl::Status NothingWalkable(const TriangleSoup& soup, const BuildParams& params) {
  double total = 0;
  double easy = 0;
  double steep = 0;
  double wall = 0;
  double down = 0;
  const Slopes slopes(params);
  for (const TriangleSoup::Triangle& t : soup.triangles) {
    const Normal n = NormalOf(soup, t);
    total += n.area;
    const Footing footing = slopes.Of(n.z);
    (footing == Footing::kEasy    ? easy
     : footing == Footing::kSteep ? steep
     : n.z > -0.1                 ? wall
                                  : down) += n.area;
  }
  const double percent = total > 0 ? 100 / total : 0;
  return absl::InvalidArgumentError(
      absl::StrFormat("no walkable triangle among %d: %.0f %% of the area is up to %g degrees, %.0f %% up to "
                      "%g, %.0f %% steeper, %.0f %% looks "
                      "down; see --up, and the winding of the faces",
                      soup.triangles.size(), easy * percent, params.slope_deg, steep * percent,
                      params.steep_slope_deg, wall * percent, down * percent));
}

// What one tile gets of the world.
struct TileInput {
  VoxelGrid::Input voxels;
  std::vector<uint32_t> triangles;
  std::vector<bool> used;   // Palette pairs, see TilePalette.
  bool has_ground = false;  // A walkable triangle touches the tile itself.
};

class Preparation {
 public:
  Preparation(const TriangleSoup& soup, const SurfaceTable& surfaces, const Annotations& annotations,
              const BuildParams& params)
      : soup_(soup), surfaces_(surfaces), annotations_(annotations), params_(params) {}

  // Tiles with something to walk on, ascending.
  std::vector<TileInput> Run() {
    const Slopes slopes(params_);
    footing_.reserve(soup_.triangles.size());
    std::vector<std::vector<uint32_t>> by_tile(kTilesX * kTilesY);
    std::vector<bool> has_ground(kTilesX * kTilesY, false);
    for (uint32_t i = 0; i < soup_.triangles.size(); ++i) {
      const TriangleSoup::Triangle& t = soup_.triangles[i];
      const SurfaceAttributes& surface = SurfaceOf(t);
      const bool is_water = surface.deep_water || surface.shallow_water;
      const Footing footing =
          surface.walkable && !is_water ? slopes.Of(NormalOf(soup_, t).z) : Footing::kNone;
      footing_.push_back(footing);
      const Box box = BoxOf(t);
      VisitTiles(box, VoxelGrid::kBorder, [&](int tile) { by_tile[tile].push_back(i); });
      if (footing != Footing::kNone) VisitTiles(box, 0, [&](int tile) { has_ground[tile] = true; });
    }
    std::vector<TileInput> tiles;
    for (int tile = 0; tile < kTilesX * kTilesY; ++tile) {
      if (!has_ground[tile]) continue;
      TileInput input;
      input.voxels.tile = static_cast<MeshIndex>(tile);
      input.voxels.cell_size = CellSize(tile);
      input.triangles = std::move(by_tile[tile]);
      tiles.push_back(std::move(input));
    }
    return tiles;
  }

  // Fills in the triangles themselves; only while the tile is built, as they are many.
  void Fill(TileInput& input) const {
    input.used.assign(static_cast<size_t>(surfaces_.size()) * 2, false);
    for (const uint32_t i : input.triangles) {
      if (footing_[i] == Footing::kNone) continue;
      input.used[PairOf(i)] = true;
    }
    const TilePalette palette(input.used);
    for (const uint32_t i : input.triangles) {
      const TriangleSoup::Triangle& t = soup_.triangles[i];
      VoxelTriangle v;
      v.corners[0] = soup_.vertices[t.a];
      v.corners[1] = soup_.vertices[t.b];
      v.corners[2] = soup_.vertices[t.c];
      const SurfaceAttributes& surface = SurfaceOf(t);
      if (surface.deep_water) v.kind = VoxelTriangle::Kind::kDeepWater;
      if (surface.shallow_water) v.kind = VoxelTriangle::Kind::kShallowWater;
      if (footing_[i] != Footing::kNone && !palette.overflows()) {
        v.area = palette.AreaOf(surfaces_.of_material(t.material), footing_[i] == Footing::kSteep);
      }
      input.voxels.triangles.push_back(v);
    }
  }

 private:
  struct Box {
    float x_low, x_high, y_low, y_high;
  };

  const SurfaceAttributes& SurfaceOf(const TriangleSoup::Triangle& t) const {
    return surfaces_.surface(surfaces_.of_material(t.material));
  }

  size_t PairOf(uint32_t i) const {
    const auto surface = static_cast<size_t>(surfaces_.of_material(soup_.triangles[i].material));
    return surface * 2 + (footing_[i] == Footing::kSteep ? 1 : 0);
  }

  Box BoxOf(const TriangleSoup::Triangle& t) const {
    const platform::Vec3 a = soup_.vertices[t.a];
    const platform::Vec3 b = soup_.vertices[t.b];
    const platform::Vec3 c = soup_.vertices[t.c];
    return {std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}),
            std::max({a.y, b.y, c.y})};
  }

  template <class Visit>
  static void VisitTiles(const Box& box, float border, Visit visit) {
    const auto tile_of = [](float v, int tiles) {
      return std::clamp(static_cast<int>(std::floor((v - kWorldMin) / kTileSize)), 0, tiles - 1);
    };
    for (int y = tile_of(box.y_low - border, kTilesY); y <= tile_of(box.y_high + border, kTilesY); ++y) {
      for (int x = tile_of(box.x_low - border, kTilesX); x <= tile_of(box.x_high + border, kTilesX); ++x) {
        visit(y * kTilesX + x);
      }
    }
  }

  // NAV-315: the finest cell that an edit area asks for in this tile holds for the whole tile.
  float CellSize(int tile) const {
    const float x = TileLowX(tile);
    const float y = TileLowY(tile);
    float cell = params_.cell_size;
    for (const EditArea& area : annotations_.edit_areas) {
      const bool touches =
          area.min.x < x + kTileSize && area.max.x > x && area.min.y < y + kTileSize && area.max.y > y;
      if (touches && area.cell_size > 0) cell = std::min(cell, area.cell_size);
    }
    return cell;
  }

  const TriangleSoup& soup_;
  const SurfaceTable& surfaces_;
  const Annotations& annotations_;
  const BuildParams& params_;
  std::vector<Footing> footing_;
};

absl::Status CheckEditAreas(const Annotations& annotations, const BuildParams& params) {
  for (const EditArea& area : annotations.edit_areas) {
    if (area.cell_size == 0) continue;
    const float ratio = params.cell_size / area.cell_size;
    const bool is_fine = ratio == 1 || ratio == 2 || ratio == 4 || ratio == 8;
    const float units = area.cell_size * kUnitsPerMetre;
    if (is_fine && units == std::floor(units)) continue;
    return absl::InvalidArgumentError(absl::StrCat("edit area \"", area.name, "\": cell_size ",
                                                   area.cell_size, " is not the builder's ", params.cell_size,
                                                   " divided by 1, 2, 4 or 8"));
  }
  return absl::OkStatus();
}

// XXH3 of everything that decides the tiles.
class BuildIdHasher {
 public:
  BuildIdHasher() { XXH3_64bits_reset(state_.get()); }
  void Add(const void* data, size_t bytes) { XXH3_64bits_update(state_.get(), data, bytes); }
  void Add(const std::string& text) {
    const uint64_t length = text.size();
    Add(&length, sizeof(length));
    Add(text.data(), text.size());
  }
  template <class Number>
  void AddNumber(Number value) {
    Add(&value, sizeof(value));
  }
  void Add(platform::Vec3 v) {
    AddNumber(v.x);
    AddNumber(v.y);
    AddNumber(v.z);
  }
  uint64_t Digest() const { return XXH3_64bits_digest(state_.get()); }

 private:
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  std::unique_ptr<XXH3_state_t, Free> state_{XXH3_createState()};
};

uint64_t BuildId(const TriangleSoup& soup, const SurfaceTable& surfaces, const Annotations& annotations,
                 const std::string& params_text, uint32_t builder_version) {
  BuildIdHasher hash;
  hash.AddNumber(builder_version);
  hash.Add(std::string(FOOTFALL_RECAST_VERSION));
  hash.Add(params_text);
  for (const platform::Vec3& v : soup.vertices) hash.Add(v);
  for (const TriangleSoup::Triangle& t : soup.triangles) {
    hash.AddNumber(t.a);
    hash.AddNumber(t.b);
    hash.AddNumber(t.c);
    hash.AddNumber(surfaces.of_material(t.material));
  }
  for (int i = 0; i < surfaces.size(); ++i) {
    const SurfaceAttributes& s = surfaces.surface(i);
    for (const bool bit : {s.walkable, s.deep_water, s.shallow_water}) hash.AddNumber<uint8_t>(bit ? 1 : 0);
    hash.AddNumber(s.flags);
    hash.AddNumber(s.attributes);
    hash.AddNumber(s.audio);
    hash.AddNumber(s.ped_density);
  }
  for (const LadderNote& ladder : annotations.ladders) {
    hash.Add(ladder.name);
    hash.Add(ladder.bottom);
    hash.Add(ladder.top);
    hash.AddNumber<uint8_t>(ladder.up_only ? 1 : 0);
  }
  for (const EditArea& area : annotations.edit_areas) {
    hash.Add(area.min);
    hash.Add(area.max);
    hash.AddNumber(area.cell_size);
    for (const bool bit : {area.no_cover, area.no_drops, area.no_climbs})
      hash.AddNumber<uint8_t>(bit ? 1 : 0);
  }
  for (const NamedPlace& place : annotations.places) {
    hash.Add(place.name);
    hash.Add(place.position);
  }
  return hash.Digest();
}

// The header text: parameters, places, and the figures that only the builder can measure.
std::string HeaderText(const std::string& params_text, const Annotations& annotations,
                       const BuildReport& report) {
  std::string text = params_text;
  absl::StrAppend(&text, "builder: ", report.builder_version, "\nlibrecast: ", FOOTFALL_RECAST_VERSION, "\n");
  for (const NamedPlace& place : annotations.places) {
    absl::StrAppendFormat(&text, "place: %.9g %.9g %.9g %s\n", place.position.x, place.position.y,
                          place.position.z, place.name);
  }
  absl::StrAppendFormat(&text, "height_residue_max: %.4f\nheight_residue_mean: %.4f\n",
                        report.height_residue_max, report.height_residue_mean);
  if (report.height_far_polys > 0)
    absl::StrAppend(&text, "height_far_polys: ", report.height_far_polys, "\n");
  absl::StrAppendFormat(&text, "walkable_cells_area: %.1f\n", report.walkable_cells_area);
  return text;
}

}  // namespace

absl::StatusOr<BuildReport> BuildWorld(const TriangleSoup& soup, const MaterialMap& materials,
                                       const Annotations& annotations, const BuildParams& params, int threads,
                                       const BuildProgressFn& progress, WorldDraft* out) {
  if (absl::Status status = ValidateBuildParams(params); !status.ok()) return status;
  if (absl::Status status = CheckEditAreas(annotations, params); !status.ok()) return status;
  if (absl::Status status = CheckSoup(soup); !status.ok()) return status;
  if (threads < 1) return absl::InvalidArgumentError(absl::StrCat("threads: ", threads, ", at least 1"));

  BuildReport report;
  report.triangles = static_cast<int64_t>(soup.triangles.size());
  const SurfaceTable surfaces(soup.materials, materials);
  for (const std::string& name : surfaces.unmapped()) {
    report.warnings.push_back(absl::StrCat("material \"", name, "\" is in no entry of the material map"));
  }
  Preparation preparation(soup, surfaces, annotations, params);
  std::vector<TileInput> inputs = preparation.Run();
  if (inputs.empty()) return NothingWalkable(soup, params);

  platform::WorkerPool pool(threads);
  std::vector<TileWork> tiles(inputs.size());
  std::mutex progress_mutex;
  int done = 0;
  const int total = static_cast<int>(inputs.size());
  const auto tell = [&](const char* stage, int finished) {
    if (progress) progress({stage, finished, total});
  };
  pool.ParallelFor(inputs.size(), 1, [&](size_t begin, size_t end, size_t) {
    for (size_t i = begin; i < end; ++i) {
      preparation.Fill(inputs[i]);
      tiles[i] = BuildTile(inputs[i].voxels, inputs[i].used, annotations.edit_areas, params);
      inputs[i] = TileInput();
      const std::lock_guard<std::mutex> lock(progress_mutex);
      tell("tiles", ++done);
    }
  });
  double residue_sum = 0;
  int64_t residue_cells = 0;
  for (const TileWork& tile : tiles) {
    if (!tile.status.ok()) return tile.status;
    report.warnings.insert(report.warnings.end(), tile.warnings.begin(), tile.warnings.end());
    report.walkable_cells_area += tile.walkable_area;
    report.height_residue_max = std::max(report.height_residue_max, tile.residue_max);
    residue_sum += tile.residue_sum;
    residue_cells += tile.residue_cells;
    report.height_far_polys += tile.far_polys;
    report.builder_version = std::max(report.builder_version, tile.builder_version);
  }
  if (report.height_far_polys > 0) {
    report.warnings.push_back(
        absl::StrFormat("%d polygons leave the ground by more than %g m, at most by %.3f m: floors or steps "
                        "lie closer together "
                        "there than the cells can tell apart",
                        report.height_far_polys, params.height_error, report.height_residue_max));
  }
  if (residue_cells > 0) report.height_residue_mean = residue_sum / static_cast<double>(residue_cells);
  // Ground that touched a tile may all have been too narrow or too small.
  std::erase_if(tiles, [](const TileWork& tile) { return tile.mesh.polys.empty(); });
  if (tiles.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("no ground is wide enough for radius ", params.agent_radius, " m, or larger than ",
                     params.region_area_min, " m2 with ", params.agent_height, " m of clearance"));
  }
  report.tiles = static_cast<int>(tiles.size());

  tell("seams", 0);
  const std::vector<SeamPair> pairs = StitchSeams(tiles, params);
  tell("crossings", 0);
  const std::vector<std::vector<CrossingEdge>> crossings = SplitAtCrossings(tiles, pairs, params, pool);
  tell("words", 0);
  WorldDraft world;
  const FinishInput finish{tiles, pairs, crossings, surfaces, annotations, params};
  if (absl::Status status = MakeDrafts(finish, pool, world.tiles, report); !status.ok()) return status;
  world.build_id = BuildId(soup, surfaces, annotations, BuildParamsText(params), report.builder_version);
  world.parameters = HeaderText(BuildParamsText(params), annotations, report);
  *out = std::move(world);
  return report;
}

}  // namespace footfall::nav
