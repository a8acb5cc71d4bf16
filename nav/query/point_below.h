#ifndef FOOTFALL_NAV_QUERY_POINT_BELOW_H_
#define FOOTFALL_NAV_QUERY_POINT_BELOW_H_

#include "nav/mesh/nav_view.h"
#include "platform/vec.h"

namespace footfall::nav {

struct PointBelowResult {
  PolyRef poly;          // invalid: no surface below
  platform::Vec3 point;  // straight below or, within the tolerance, above
};

// The highest polygon whose outline contains the point in XY and whose surface is at most `up_tolerance`
// metres above it; the lower polygon id among equal heights (NAV-041, R31; the default is the profile's
// point_below_up_tolerance). Disabled polygons count: they are still ground. Any thread; no allocation.
// Non-finite points give no polygon.
PointBelowResult PointBelow(const NavView& view, platform::Vec3 p, float up_tolerance = 0.5F);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_POINT_BELOW_H_
