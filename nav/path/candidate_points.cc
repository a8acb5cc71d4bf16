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

Vec3 CrossingPoint(Vec3 a, Vec3 b, Vec3 from, Vec3 to) {
  const float ex = b.x - a.x;
  const float ey = b.y - a.y;
  // Signed areas: how far `from` and `to` lie off the edge's line, times its length. Taking them absolute
  // mirrors `to` to the far side when both lie on one side, which gives the shortest way by the edge there
  // too.
  const float side_from = std::fabs(ex * (from.y - a.y) - ey * (from.x - a.x));
  const float side_to = std::fabs(ex * (to.y - a.y) - ey * (to.x - a.x));
  const float along_from = ex * (from.x - a.x) + ey * (from.y - a.y);
  const float along_to = ex * (to.x - a.x) + ey * (to.y - a.y);
  const float length_sq = ex * ex + ey * ey;
  const float sides = side_from + side_to;
  float t;
  if (sides > 0) {
    t = (along_from * side_to + along_to * side_from) / (sides * length_sq);
  } else {
    t = along_from / length_sq;
  }
  if (!(t > 0)) return a;
  if (t >= 1) return b;
  return platform::Lerp(a, b, t);
}

Vec3 ClosestPointOnPoly(const PolyView& poly, Vec2 p) {
  Vec2 at = p;
  if (!poly.ContainsXy(p)) {
    float best = 0;
    for (int edge = 0; edge < poly.vertex_count(); ++edge) {
      const Vec2 a = platform::Xy(poly.Vertex(edge));
      const Vec2 d = platform::Xy(poly.EdgeEnd(edge)) - a;
      const float length_sq = platform::LengthSq(d);
      const float t = length_sq > 0 ? std::clamp(platform::Dot(p - a, d) / length_sq, 0.0F, 1.0F) : 0.0F;
      const Vec2 q = a + d * t;
      const float distance = platform::LengthSq(q - p);
      if (edge == 0 || distance < best) {
        best = distance;
        at = q;
      }
    }
  }
  return {at.x, at.y, poly.Height(at)};
}

}  // namespace footfall::nav
