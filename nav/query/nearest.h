#ifndef FOOTFALL_NAV_QUERY_NEAREST_H_
#define FOOTFALL_NAV_QUERY_NEAREST_H_

#include <cstddef>
#include <span>

#include "nav/mesh/nav_view.h"
#include "platform/vec.h"

namespace footfall::nav {

// How far a point may be moved onto the mesh, metres (R35).
struct SnapLimits {
  float xy = 2.0F;
  float up = 1.5F;
  float down = 3.0F;
};

struct NearestResult {
  PolyRef poly;          // invalid: nothing within the limits
  platform::Vec3 point;  // on the polygon's surface
  float distance = -1;   // m, in space
};

// The polygon whose surface is nearest to `p` in space among those within the limits; the lower polygon id
// among equals. A polygon is judged by its point nearest in XY: the point straight below or above, or else
// the nearest one of its outline. Disabled polygons are passed over. Any thread; no allocation. Non-finite
// points give no polygon.
NearestResult NearestPoly(const NavView& view, platform::Vec3 p, const SnapLimits& limits);

// The same among the polygons of one tile or dynamic mesh, in the coordinates that it is local to. No
// polygon where it is not resident.
NearestResult NearestPolyOn(const NavView& view, MeshIndex mesh, platform::Vec3 p, const SnapLimits& limits);

// As many polygons as `nearest` has room for, each judged as above: those within the limits and within
// `distance_max` metres in space, the nearest first and the lower polygon id among equals. Returns how many
// there are; the rest of `nearest` is left as it was. Any thread; no allocation. Cost rises with the product
// of room and polygons within the limits. Non-finite points give none.
size_t NearestPolys(const NavView& view, platform::Vec3 p, const SnapLimits& limits, float distance_max,
                    std::span<NearestResult> nearest);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_NEAREST_H_
