#include "nav/query/outline.h"

#include <algorithm>
#include <cmath>

namespace footfall::nav {
namespace {

// Tiles are closed here: a coordinate on a dividing line touches both sides.
int LowTile(float low, int tiles_count) {
  const float at = std::ceil((low - kWorldMin) / kTileSize) - 1.0F;
  return static_cast<int>(std::clamp(at, 0.0F, static_cast<float>(tiles_count)));
}

int HighTile(float high, int tiles_count) {
  const float at = std::floor((high - kWorldMin) / kTileSize);
  return static_cast<int>(std::clamp(at, -1.0F, static_cast<float>(tiles_count - 1)));
}

}  // namespace

TileRange TilesTouching(platform::Vec2 low, platform::Vec2 high) {
  return {LowTile(low.x, kTilesX), LowTile(low.y, kTilesY), HighTile(high.x, kTilesX),
          HighTile(high.y, kTilesY)};
}

}  // namespace footfall::nav
