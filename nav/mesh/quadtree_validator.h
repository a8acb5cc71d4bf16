#ifndef FOOTFALL_NAV_MESH_QUADTREE_VALIDATOR_H_
#define FOOTFALL_NAV_MESH_QUADTREE_VALIDATOR_H_

#include "absl/status/status.h"
#include "nav/mesh/tile_view.h"

namespace footfall::nav {

// The part of ValidateTile about the quadtree and cover points: every node is reached once and not too deep,
// every polygon stands in exactly the leaves that its box touches, every cover point in the leaf that holds
// it. REQUIRES: the view's arrays lie inside its bytes; boxes are not empty.
absl::Status ValidateQuadtree(const TileView& tile);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_QUADTREE_VALIDATOR_H_
