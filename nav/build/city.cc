#include "nav/build/city.h"

#include <algorithm>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "nav/build/city_block.h"
#include "nav/build/city_grid.h"
#include "nav/build/city_street.h"
#include "platform/random.h"

namespace footfall::nav {
namespace {

// Largest city: the whole world.
constexpr int kTilesMax = 100;

// Blocks that are the same in every city, so that people know their way; all others are drawn.
struct FixedBlock {
  int x;
  int y;
  BlockKind kind;
  const char* place;
};
constexpr FixedBlock kFixedBlocks[] = {
    {0, 0, BlockKind::kPlaza, "central_plaza"},
    {1, 1, BlockKind::kStation, "station"},
    {1, 0, BlockKind::kMarket, "market_hall"},
    {-1, 0, BlockKind::kCourtyard, "old_court"},
    {0, 1, BlockKind::kPark, "little_park"},
    {-1, 1, BlockKind::kTerraces, "terraces"},
    {1, -1, BlockKind::kRows, "garden_rows"},
    {-1, -1, BlockKind::kTowers, "towers"},
    {0, -1, BlockKind::kCourtyard, "south_court"},
    {0, -2, BlockKind::kCanal, "canal_promenade"},
    {0, 3, BlockKind::kPark, "north_park"},
    {0, -3, BlockKind::kPark, "south_park"},
    {-3, 0, BlockKind::kPlaza, "west_square"},
    {3, 0, BlockKind::kTerraces, "east_terraces"},
    {-3, 3, BlockKind::kRows, "north_west_rows"},
    {3, 3, BlockKind::kMarket, "north_east_market"},
    {3, -3, BlockKind::kPlaza, "south_east_square"},
    {-3, -3, BlockKind::kCourtyard, "south_west_court"},
    {5, 5, BlockKind::kPark, "far_north_east_park"},
    {-5, -5, BlockKind::kPlaza, "far_south_west_square"},
    {-5, 5, BlockKind::kTowers, "far_north_west_towers"},
    {5, -5, BlockKind::kRows, "far_south_east_rows"},
};

const FixedBlock* FindFixed(int x, int y) {
  for (const FixedBlock& block : kFixedBlocks) {
    if (block.x == x && block.y == y) return &block;
  }
  return nullptr;
}

// Streams of a block, by what they are for.
enum class Draw : uint64_t { kKind = 0, kBlock = 1, kStreets = 2, kDensity = 3 };

platform::RandomStream StreamOf(uint64_t seed, int x, int y, Draw draw) {
  const uint64_t entity = (static_cast<uint64_t>(static_cast<uint32_t>(x)) << 32) | static_cast<uint32_t>(y);
  return {seed, platform::RandomPurpose::kCityBuild, entity, static_cast<uint64_t>(draw)};
}

BlockKind DrawKind(uint64_t seed, int x, int y) {
  // Courtyards and rows are what most of a city is made of.
  constexpr BlockKind kKinds[] = {BlockKind::kCourtyard, BlockKind::kCourtyard, BlockKind::kCourtyard,
                                  BlockKind::kRows,      BlockKind::kRows,      BlockKind::kTowers,
                                  BlockKind::kPark,      BlockKind::kPlaza,     BlockKind::kTerraces,
                                  BlockKind::kMarket};
  platform::RandomStream random = StreamOf(seed, x, y, Draw::kKind);
  return kKinds[random.NextBelow(std::size(kKinds))];
}

// Peds get fewer from the middle outwards, unevenly.
int DrawDensity(uint64_t seed, int x, int y) {
  platform::RandomStream random = StreamOf(seed, x, y, Draw::kDensity);
  const int ring = std::max(std::abs(x), std::abs(y));
  return std::clamp(7 - ring - PickInt(random, 0, 1) + PickInt(random, 0, 1), 1, 7);
}

class CityBuilder {
 public:
  CityBuilder(const CityParams& params, City& city)
      : params_(params), grid_(params), city_(city), mesher_(&city.soup) {}

  void Build() {
    city_.soup.materials = CityMaterialNames();
    for (int y = grid_.y_first(); y <= grid_.y_last(); ++y) {
      for (int x = grid_.x_first(); x <= grid_.x_last(); ++x) BuildCell(x, y);
    }
    // In the table's order, which does not depend on where blocks lie.
    for (const FixedBlock& block : kFixedBlocks) {
      const bool is_inside = block.x > grid_.x_first() && block.x < grid_.x_last() &&
                             block.y > grid_.y_first() && block.y < grid_.y_last();
      if (!is_inside) continue;
      NamedPlace place;
      place.name = block.place;
      place.position = hearts_[static_cast<size_t>(&block - kFixedBlocks)];
      city_.annotations.places.push_back(place);
    }
  }

 private:
  BlockKind KindOf(int x, int y) const {
    if (grid_.IsRim(x, y)) return BlockKind::kRim;
    if (CityGrid::HasCanal(y)) return BlockKind::kCanal;
    const FixedBlock* fixed = FindFixed(PlanX(x), PlanY(y));
    return fixed != nullptr ? fixed->kind : DrawKind(params_.seed, PlanX(x), PlanY(y));
  }

  // The block of the plan that stands here: itself, or the one of the first period around the middle.
  static int Wrapped(int block, int period_tiles) {
    if (period_tiles == 0) return block;
    const int period = 2 * period_tiles;
    const int half = period / 2;
    return ((block + half) % period + period) % period - half;
  }
  int PlanX(int x) const { return Wrapped(x, params_.period_x); }
  int PlanY(int y) const { return Wrapped(y, params_.period_y); }

  void BuildCell(int x, int y) {
    const Rect block = grid_.Block(x, y);
    const CityMaterial pavement = PavementOf(DrawDensity(params_.seed, PlanX(x), PlanY(y)));
    platform::RandomStream streets_random = StreamOf(params_.seed, PlanX(x), PlanY(y), Draw::kStreets);
    const StreetSite streets{mesher_, grid_, streets_random, x, y, pavement};
    BuildStreets(streets);
    const TramCrossing to_east = TramCrossingAt(grid_, x, y, PlanY(y));
    const TramCrossing to_west = TramCrossingAt(grid_, x - 1, y, PlanY(y));
    BuildTramCrossing(streets, to_east);

    Sheet ground(block, kPavementZ, pavement);
    Rect free = block;
    if (to_east != TramCrossing::kNone) free.x1 -= kTramCrossingStrip;
    if (to_west != TramCrossing::kNone) free.x0 += kTramCrossingStrip;
    platform::RandomStream random = StreamOf(params_.seed, PlanX(x), PlanY(y), Draw::kBlock);
    const bool has_canal = grid_.CanalRuns(y);
    if (!has_canal || !grid_.IsRim(x, y)) {
      const BlockSite site{mesher_, city_.annotations.ladders,        random, ground,
                           free,    absl::StrCat("block_", x, "_", y)};
      const platform::Vec3 heart = BuildBlock(KindOf(x, y), site);
      if (const FixedBlock* fixed = FindFixed(x, y))
        hearts_[static_cast<size_t>(fixed - kFixedBlocks)] = heart;
    }
    if (has_canal) BuildCanal(streets, ground);
    if (to_east == TramCrossing::kUnderpass) CutUnderpass(block, Facing::kEast, ground);
    if (to_west == TramCrossing::kUnderpass) CutUnderpass(block, Facing::kWest, ground);
    ground.Emit(mesher_);
  }

  const CityParams& params_;
  CityGrid grid_;
  City& city_;
  CityMesher mesher_;
  platform::Vec3 hearts_[std::size(kFixedBlocks)];
};

absl::Status CheckTiles(const char* field, int tiles) {
  if (tiles >= 1 && tiles <= kTilesMax) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(field, ": ", tiles, ", limits 1 .. ", kTilesMax));
}

}  // namespace

absl::StatusOr<City> BuildCity(const CityParams& params) {
  if (absl::Status status = CheckTiles("tiles_x", params.tiles_x); !status.ok()) return status;
  if (absl::Status status = CheckTiles("tiles_y", params.tiles_y); !status.ok()) return status;
  if (params.period_x < 0 || params.period_x % 2 != 0 || params.period_y < 0 || params.period_y % 4 != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("period: ", params.period_x, " x ", params.period_y, " is no multiple of 2 x 4 tiles"));
  }
  City city;
  city.materials = CityMaterialMap();
  city.params.source = absl::StrCat("city ", params.tiles_x, "x", params.tiles_y, " seed ", params.seed);
  CityBuilder(params, city).Build();
  return city;
}

}  // namespace footfall::nav
