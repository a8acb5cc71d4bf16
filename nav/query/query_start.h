#ifndef FOOTFALL_NAV_QUERY_QUERY_START_H_
#define FOOTFALL_NAV_QUERY_QUERY_START_H_

#include "nav/mesh/nav_view.h"
#include "nav/query/nearest.h"
#include "nav/query/query_result.h"
#include "nav/query/surface.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"
#include "platform/vec.h"

namespace footfall::nav {

// The profile's snapping distances (R35) with a request's own one in XY, unless that is negative.
inline SnapLimits SnapLimitsOf(const platform::Profile& profile, float adjust_distance_max) {
  SnapLimits limits{profile.snap_xy, profile.snap_up, profile.snap_down};
  if (adjust_distance_max >= 0) limits.xy = adjust_distance_max;
  return limits;
}

// Puts a question's point on the mesh and says so in the result. False, with the code set, when nothing is
// within the limits. One unit.
inline bool PutOnMesh(const NavView& view, platform::Vec3 point, const SnapLimits& limits,
                      platform::CostMeter& meter, QueryResult& result) {
  meter.Charge(1);
  const NearestResult near = NearestPoly(view, point, limits);
  if (!near.poly.valid()) {
    result.code = CompletionCode::kNoSurfaceAtCoordinates;
    return false;
  }
  result.start_used = near.point;
  result.start_poly = near.poly;
  result.start_moved = near.distance;
  return true;
}

// An answer on a polygon.
inline QueryItem ItemOn(const NavView& view, PolyRef poly, platform::Vec3 position, float value,
                        uint32_t bits = 0) {
  return {position, SurfaceNormal(view.Poly(poly)), poly, value, bits};
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_QUERY_START_H_
