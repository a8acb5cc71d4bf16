#include "nav/path/candidate_points.h"

#include <algorithm>
#include <cmath>

#include "nav/query/nearest_on_poly.h"
#include "platform/check.h"

namespace footfall::nav {

using platform::Vec2;
using platform::Vec3;

Vec3 CandidatePoint(const PolyView& poly, int id) {
  if (id == kCentroidPoint) return poly.Centroid();
  const int edge = id / kPointsPerEdge;
  FOOTFALL_DCHECK(edge < poly.vertex_count());
  const float t = static_cast<float>(id % kPointsPerEdge) * (1.0F / kPointsPerEdge);
  return platform::Lerp(poly.Vertex(edge), poly.EdgeEnd(edge), t);
}

int ClosestCandidate(const PolyView& poly, Vec3 target) {
  int best = kCentroidPoint;
  float best_distance = platform::LengthSq(poly.Centroid() - target);
  for (int edge = poly.vertex_count() - 1; edge >= 0; --edge) {
    const Vec3 a = poly.Vertex(edge);
    const Vec3 b = poly.EdgeEnd(edge);
    for (int step = kPointsPerEdge - 1; step >= 0; --step) {
      const float t = static_cast<float>(step) * (1.0F / kPointsPerEdge);
      const float distance = platform::LengthSq(platform::Lerp(a, b, t) - target);
      // Ids fall along these loops, so "not farther" leaves the lowest id among equals.
      if (distance <= best_distance) {
        best_distance = distance;
        best = edge * kPointsPerEdge + step;
      }
    }
  }
  return best;
}

Vec2 ClosestXyOnPoly(const PolyView& poly, Vec2 p) {
  Vec3 at;
  return NearestOutside(poly, p, at) ? platform::Xy(at) : p;
}

Vec3 ClosestPointOnPoly(const PolyView& poly, Vec2 p) {
  const Vec2 at = ClosestXyOnPoly(poly, p);
  return {at.x, at.y, poly.Height(at)};
}

}  // namespace footfall::nav
