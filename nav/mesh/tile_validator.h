#ifndef FOOTFALL_NAV_MESH_TILE_VALIDATOR_H_
#define FOOTFALL_NAV_MESH_TILE_VALIDATOR_H_

#include <string_view>

#include "absl/status/status.h"

namespace footfall::nav {

// Full check of one tile's bytes, which may hold anything: after ok, MapTile and every accessor and query may
// use the tile without further checks. Checks layout, every index, the widths of the format, polygons (3 to
// 16 vertices, clockwise, convex with collinear vertices allowed, no vertex twice, area above 0.01 m2 [R30],
// inside the tile's square), Normal adjacency inside the tile (the neighbour has the same edge the other way
// round), boxes, links, quadtree and cover points. INVALID_ARGUMENT for another format version, else
// DATA_LOSS; both name element, value and what was expected.
absl::Status ValidateTile(std::string_view bytes);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_TILE_VALIDATOR_H_
