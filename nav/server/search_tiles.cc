#include "nav/server/search_tiles.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "platform/vec.h"

namespace footfall::nav {
namespace {

// Tile row or column of a coordinate; positions outside the world count as its border.
int TileOf(float coordinate) {
  const float clamped = std::clamp(coordinate, kWorldMin, kWorldMax);
  return std::clamp(static_cast<int>((clamped - kWorldMin) / kTileSize), 0, kTilesX - 1);
}

}  // namespace

SearchTiles::SearchTiles(const NavRequest& request) {
  std::visit([this](const auto& body) { Read(body); }, request);
}

void SearchTiles::Read(const PathRequest& path) {
  mesh_ = path.mesh;
  everywhere_ = path.Has(kFlagDontLimitSearchExtents) || path.Has(kFlagSelectClosestLoadedNavMeshToTarget);
  const bool has_goal = path.search_type() == SearchType::kShortest;
  const platform::Vec2 start = Xy(path.start);
  const platform::Vec2 end = has_goal ? Xy(path.end) : start;
  float growth = has_goal ? std::max(kSearchGrowthMin, Distance(path.start, path.end) * 0.5F)
                          : path.reference_distance + kSearchGrowthMin;
  if (path.Has(kFlagUseLargerSearchExtents)) {
    growth *= 2;
  }
  SetBox({std::min(start.x, end.x), std::min(start.y, end.y)},
         {std::max(start.x, end.x), std::max(start.y, end.y)}, growth);
}

void SearchTiles::Read(const LineOfSightRequest& sight) {
  platform::Vec2 low = Xy(sight.points[0]);
  platform::Vec2 high = low;
  for (uint32_t i = 1; i < sight.points_count; ++i) {
    low = {std::min(low.x, sight.points[i].x), std::min(low.y, sight.points[i].y)};
    high = {std::max(high.x, sight.points[i].x), std::max(high.y, sight.points[i].y)};
  }
  SetBox(low, high, kSearchGrowthMin);
}

void SearchTiles::Read(const FloodFillRequest& flood) {
  everywhere_ = flood.distance_max == 0;
  Around(flood.start, flood.distance_max);
}

void SearchTiles::Around(const platform::Vec3& point, float reach) {
  SetBox(Xy(point), Xy(point), reach + kSearchGrowthMin);
}

void SearchTiles::SetBox(platform::Vec2 low, platform::Vec2 high, float growth) {
  x_min_ = TileOf(low.x - growth);
  x_max_ = TileOf(high.x + growth);
  y_min_ = TileOf(low.y - growth);
  y_max_ = TileOf(high.y + growth);
}

bool SearchTiles::Touches(MeshIndex index) const {
  if (index > kLastMapIndex) {
    return index == mesh_;
  }
  if (mesh_ != kNoNavMesh) {
    return false;
  }
  if (everywhere_) {
    return true;
  }
  const int x = index % kTilesX;
  const int y = index / kTilesX;
  return x >= x_min_ && x <= x_max_ && y >= y_min_ && y <= y_max_;
}

}  // namespace footfall::nav
