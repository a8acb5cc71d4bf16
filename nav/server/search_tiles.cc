#include "nav/server/search_tiles.h"

#include <algorithm>
#include <cmath>

#include "platform/vec.h"

namespace footfall::nav {
namespace {

// Tile row or column of a coordinate; positions outside the world count as its border.
int TileOf(float coordinate) {
  const float clamped = std::clamp(coordinate, kWorldMin, kWorldMax);
  return std::clamp(static_cast<int>((clamped - kWorldMin) / kTileSize), 0, kTilesX - 1);
}

}  // namespace

SearchTiles::SearchTiles(const PathRequest& request)
    : mesh_(request.mesh),
      everywhere_(request.Has(kFlagDontLimitSearchExtents) ||
                  request.Has(kFlagSelectClosestLoadedNavMeshToTarget)) {
  const bool has_goal = request.search_type() == SearchType::kShortest;
  const platform::Vec2 start = Xy(request.start);
  const platform::Vec2 end = has_goal ? Xy(request.end) : start;
  float growth = has_goal ? std::max(kSearchGrowthMin, Distance(request.start, request.end) * 0.5F)
                          : request.reference_distance + kSearchGrowthMin;
  if (request.Has(kFlagUseLargerSearchExtents)) {
    growth *= 2;
  }
  x_min_ = TileOf(std::min(start.x, end.x) - growth);
  x_max_ = TileOf(std::max(start.x, end.x) + growth);
  y_min_ = TileOf(std::min(start.y, end.y) - growth);
  y_max_ = TileOf(std::max(start.y, end.y) + growth);
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
