#ifndef FOOTFALL_NAV_PATH_CANDIDATE_POINTS_H_
#define FOOTFALL_NAV_PATH_CANDIDATE_POINTS_H_

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
platform::Vec3 CrossingPoint(platform::Vec3 a, platform::Vec3 b, platform::Vec3 from, platform::Vec3 to);

// The point of the polygon's outline or inside that is nearest to `p` in XY, with the surface's height there.
platform::Vec3 ClosestPointOnPoly(const PolyView& poly, platform::Vec2 p);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_CANDIDATE_POINTS_H_
