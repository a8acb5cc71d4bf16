#ifndef FOOTFALL_NAV_MESH_SEAM_VALIDATOR_H_
#define FOOTFALL_NAV_MESH_SEAM_VALIDATOR_H_

#include "absl/status/status.h"
#include "nav/mesh/nav_view.h"

namespace footfall::nav {

// What no tile can say alone, for a view that holds a whole pack: every neighbour and link target exists, and
// every Normal adjacency to another tile has its reverse there with end points that decode to the same floats
// (R24). DATA_LOSS names tile, polygon, edge and the other side. `footfall info --verify` calls it; opening
// does not.
absl::Status VerifySeams(const NavView& view);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_SEAM_VALIDATOR_H_
