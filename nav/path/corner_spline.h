#ifndef FOOTFALL_NAV_PATH_CORNER_SPLINE_H_
#define FOOTFALL_NAV_PATH_CORNER_SPLINE_H_

#include <vector>

#include "nav/path/route_sight.h"
#include "platform/vec.h"

namespace footfall::nav {

inline constexpr float kSharpCornerCos = 0.8660254F;  // of the turn; above 30 deg a corner is sharp (OQ-33)
inline constexpr float kCornerControlMax = 2.0F;      // m from the corner to a control point (OQ-33)
inline constexpr int kCornerCheckSegments = 4;        // OQ-33

// How a sharp corner is cut: a quadratic Bezier curve from a point before the corner to one behind it, with
// the corner as its middle control point (NAV-160). It follows from the three points of the route alone, so a
// result says only at which waypoints it may be walked (kWaypointSmoothCorner), and whoever walks it makes it
// again: spline number = the waypoint's, parameter t in [0, 1].
struct CornerSpline {
  platform::Vec3 enter;
  platform::Vec3 corner;
  platform::Vec3 leave;

  platform::Vec3 At(float t) const;
};

// Control points min(2 m, half of the segment) before and behind the corner, so that the curves of two
// corners never overlap.
CornerSpline SplineAt(platform::Vec3 before, platform::Vec3 corner, platform::Vec3 after);

// Whether the way turns by more than 30 degrees in XY.
bool IsSharpCorner(platform::Vec3 before, platform::Vec3 corner, platform::Vec3 after);

// Post step 4 (NAV-160, NAV-202): sets kWaypointSmoothCorner at the sharp corners between the ends whose
// curve is free along kCornerCheckSegments straight lines. An obstructed corner, and one where something is
// climbed, stays sharp. No point is moved. False: Settle said so.
bool MarkSmoothCorners(RouteSight& sight, std::vector<RoutePoint>& route);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_CORNER_SPLINE_H_
