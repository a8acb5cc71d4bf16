#ifndef FOOTFALL_NAV_PATH_LANDING_H_
#define FOOTFALL_NAV_PATH_LANDING_H_

#include "nav/mesh/tile_view.h"
#include "nav/path/candidate_points.h"
#include "platform/vec.h"

// The two forced points of a climb or drop (NAV-156).
namespace footfall::nav {

// How far a landing is drawn from the target polygon's outline towards its centroid.
inline constexpr float kLandingInset = 0.1F;

inline platform::Vec3 EdgeMiddle(const PolyView& poly, int n) {
  return platform::Lerp(poly.Vertex(n), poly.EdgeEnd(n), 0.5F);
}

// Where a climb or drop over edge `n` of `from` lands on `to`: the nearest point of `to`, drawn a little
// inwards.
inline platform::Vec3 Landing(const PolyView& from, int n, const PolyView& to) {
  const platform::Vec2 edge_point = ClosestXyOnPoly(to, platform::Xy(EdgeMiddle(from, n)));
  const platform::Vec2 inside = platform::Lerp(edge_point, platform::Xy(to.Centroid()), kLandingInset);
  return {inside.x, inside.y, to.Height(inside)};
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_LANDING_H_
