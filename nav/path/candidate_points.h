#ifndef FOOTFALL_NAV_PATH_CANDIDATE_POINTS_H_
#define FOOTFALL_NAV_PATH_CANDIDATE_POINTS_H_

#include <cmath>

#include "nav/mesh/tile_view.h"
#include "platform/vec.h"

namespace footfall::nav {

// Candidate points of a polygon (NAV-035, OQ-07): per edge N its first vertex and the points at 1/4, 1/2 and
// 3/4, ids 4N .. 4N + 3; the centroid is id 64; 127 is none.
inline constexpr int kPointsPerEdge = 4;
inline constexpr int kMaxPointsInPoly = kMaxPolyVerts * kPointsPerEdge + 1;
inline constexpr int kCentroidPoint = 64;
inline constexpr int kNoPoint = 127;

// REQUIRES: `id` is one of the polygon's.
platform::Vec3 CandidatePoint(const PolyView& poly, int id);

// TARGET_CLOSEST (NAV-136): the candidate closest to the target in space; the lowest id among equals.
int ClosestCandidate(const PolyView& poly, platform::Vec3 target);

// SHARED_EDGE (R25): the point of segment a-b with the least |from - p| + |p - to| in XY, where the straight
// line crosses it, else the nearer end of the crossing. Z is interpolated along the edge.
inline platform::Vec3 CrossingPoint(platform::Vec3 a, platform::Vec3 b, platform::Vec3 from,
                                    platform::Vec3 to) {
  const float ex = b.x - a.x;
  const float ey = b.y - a.y;
  // Signed areas: how far `from` and `to` lie off the edge's line, times its length. Taking them absolute
  // mirrors `to` to the far side when both lie on one side, which gives the shortest way by the edge there
  // too.
  const float side_from = std::fabs(ex * (from.y - a.y) - ey * (from.x - a.x));
  const float side_to = std::fabs(ex * (to.y - a.y) - ey * (to.x - a.x));
  const float along_from = ex * (from.x - a.x) + ey * (from.y - a.y);
  const float along_to = ex * (to.x - a.x) + ey * (to.y - a.y);
  const float sides = side_from + side_to;
  // The crossing is at numerator / denominator of the edge, or beyond one of its ends. Which of the three is
  // looked up, not branched to: a search cannot predict it.
  const float length_sq = ex * ex + ey * ey;
  const float numerator = sides > 0 ? along_from * side_to + along_to * side_from : along_from;
  const float denominator = sides > 0 ? sides * length_sq : length_sq;
  const platform::Vec3 points[3] = {platform::Lerp(a, b, numerator / denominator), a, b};
  const bool is_before = !(numerator > 0);
  const bool is_behind = numerator >= denominator;
  return points[int{is_before} + 2 * int{is_behind & !is_before}];
}

// The point of the polygon's outline or inside that is nearest to `p` in XY.
platform::Vec2 ClosestXyOnPoly(const PolyView& poly, platform::Vec2 p);
// The same with the surface's height there.
platform::Vec3 ClosestPointOnPoly(const PolyView& poly, platform::Vec2 p);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_CANDIDATE_POINTS_H_
