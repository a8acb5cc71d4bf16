#ifndef FOOTFALL_NAV_MESH_TILE_SQUARE_H_
#define FOOTFALL_NAV_MESH_TILE_SQUARE_H_

#include "nav/mesh/types.h"

namespace footfall::nav {

// The minimum of a map tile's square, m.
constexpr float TileLowX(int index) {
  const int column = index % kTilesX;
  return kWorldMin + static_cast<float>(column) * kTileSize;
}
constexpr float TileLowY(int index) {
  const int row = index / kTilesX;
  return kWorldMin + static_cast<float>(row) * kTileSize;
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_TILE_SQUARE_H_
