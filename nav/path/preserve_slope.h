#ifndef FOOTFALL_NAV_PATH_PRESERVE_SLOPE_H_
#define FOOTFALL_NAV_PATH_PRESERVE_SLOPE_H_

#include <cstddef>
#include <vector>

#include "nav/path/route_sight.h"

namespace footfall::nav {

// How far a segment may run above or below the surface, m, and how densely that is looked at, m. Ours.
inline constexpr float kSlopeTolerance = 0.15F;
inline constexpr float kSlopeSample = 0.5F;

// Post step 3 (NAV-159, NAV-201): inserts points where the slope changes, so that the straight lines between
// points stay within kSlopeTolerance of the surface at every sample, as long as the route has fewer than
// `points_max` points. Segments that begin with a climb, drop or link are left alone. No other point is
// moved. `scratch` is overwritten. False: Settle said so.
bool PreserveSlope(RouteSight& sight, size_t points_max, std::vector<RoutePoint>& route,
                   std::vector<RoutePoint>& scratch);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_PRESERVE_SLOPE_H_
