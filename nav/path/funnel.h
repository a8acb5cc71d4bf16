#ifndef FOOTFALL_NAV_PATH_FUNNEL_H_
#define FOOTFALL_NAV_PATH_FUNNEL_H_

#include <cstdint>
#include <span>
#include <vector>

#include "platform/vec.h"

namespace footfall::nav {

// The edge between two polygons of a corridor, seen in walking direction.
struct Portal {
  platform::Vec3 left;
  platform::Vec3 right;
};

// A corner of the taut string: its point and the number of the portal that it lies on; the end's portal is
// the count.
struct FunnelCorner {
  platform::Vec3 point;
  uint32_t portal = 0;
};

// The shortest path in XY from `start` to `end` through all portals in order: appends its corners and the
// end, not the start. Orientation tests are exact for coordinates on the mesh lattice, so a corner is never
// missed or doubled by rounding. Every restart moves on by at least one portal, hence it ends.
void PullString(platform::Vec3 start, std::span<const Portal> portals, platform::Vec3 end,
                std::vector<FunnelCorner>& out);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_FUNNEL_H_
