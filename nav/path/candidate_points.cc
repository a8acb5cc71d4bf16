#include "nav/path/candidate_points.h"

#include <algorithm>
#include <cmath>

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
  if (poly.ContainsXy(p)) return p;
  Vec2 at = p;
  float best = 0;
  Vec2 a = poly.VertexXy(0);
  for (int edge = 0; edge < poly.vertex_count(); ++edge) {
    const Vec2 b = poly.VertexXy(poly.Next(edge));
    const Vec2 d = b - a;
    const float length_sq = platform::LengthSq(d);
    const float t = length_sq > 0 ? std::clamp(platform::Dot(p - a, d) / length_sq, 0.0F, 1.0F) : 0.0F;
    const Vec2 q = a + d * t;
    const float distance = platform::LengthSq(q - p);
    if (edge == 0 || distance < best) {
      best = distance;
      at = q;
    }
    a = b;
  }
  return at;
}

Vec3 ClosestPointOnPoly(const PolyView& poly, Vec2 p) {
  const Vec2 at = ClosestXyOnPoly(poly, p);
  return {at.x, at.y, poly.Height(at)};
}

}  // namespace footfall::nav
