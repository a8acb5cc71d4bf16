#include "nav/mesh/tile_view.h"

#include <algorithm>

#include "nav/mesh/orientation.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

// Height of the outline point that is nearest to p in XY. The first edge wins a tie.
float OutlineHeight(const PolyView& poly, Vec2 p) {
  float best_sq = 0;
  float height = 0;
  for (int n = 0; n < poly.vertex_count(); ++n) {
    const Vec3 a = poly.Vertex(n);
    const Vec3 b = poly.EdgeEnd(n);
    const Vec2 along = Xy(b) - Xy(a);
    const float length_sq = LengthSq(along);
    const float t = length_sq > 0 ? std::clamp(Dot(p - Xy(a), along) / length_sq, 0.0F, 1.0F) : 0.0F;
    const Vec3 nearest = Lerp(a, b, t);
    const float distance_sq = LengthSq(p - Xy(nearest));
    if (n == 0 || distance_sq < best_sq) {
      best_sq = distance_sq;
      height = nearest.z;
    }
  }
  return height;
}

}  // namespace

bool PolyView::ContainsXy(Vec2 p) const {
  Vec2 a = VertexXy(vertex_count() - 1);
  for (int n = 0; n < vertex_count(); ++n) {
    const Vec2 b = VertexXy(n);
    // Written so that NaN is outside.
    if (!(Side(a, b, p) <= 0)) return false;
    a = b;
  }
  return true;
}

float PolyView::Height(Vec2 p) const {
  const Vec3 centre = Centroid();
  const Vec2 d = p - Xy(centre);
  Vec2 a = VertexXy(0) - Xy(centre);
  float past_a = Cross(a, d);
  for (int n = 0; n < vertex_count(); ++n) {
    const Vec2 b = VertexXy(Next(n)) - Xy(centre);
    const float past_b = Cross(b, d);
    // The fan triangle whose wedge holds p: clockwise of a, counter-clockwise of b.
    if (!(past_a > 0) && !(past_b < 0)) {
      const float area = Cross(a, b);
      if (area < 0) {
        const float s = -past_b / area;
        const float t = past_a / area;
        if (s + t > 1.0F) break;
        return centre.z + s * (Vertex(n).z - centre.z) + t * (EdgeEnd(n).z - centre.z);
      }
    }
    a = b;
    past_a = past_b;
  }
  return OutlineHeight(*this, p);
}

}  // namespace footfall::nav
