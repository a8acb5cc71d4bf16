#ifndef FOOTFALL_NAV_MESH_POLY_VALIDATOR_H_
#define FOOTFALL_NAV_MESH_POLY_VALIDATOR_H_

#include "absl/status/status.h"
#include "nav/mesh/tile_view.h"

namespace footfall::nav {

// The part of ValidateTile about polygons and their edges: ranges, shapes, boxes, adjacency inside the tile.
// REQUIRES: the view's arrays lie inside its bytes and have the lengths that belong together.
absl::Status ValidatePolys(const TileView& tile);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_POLY_VALIDATOR_H_
