#include "nav/mesh/tile_view.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

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
  const int count = vertex_count();
  // Which way round the centre each vertex lies from p: which one comes first cannot be predicted, so no
  // branch looks at one alone. The first vertex is the highest bit.
  std::array<float, kMaxPolyVerts> past;
  uint32_t not_clockwise = 0;
  uint32_t not_counter_clockwise = 0;
  for (int n = 0; n < count; ++n) {
    const float at = Cross(VertexXy(n) - Xy(centre), d);
    past[static_cast<size_t>(n)] = at;
    not_counter_clockwise = not_counter_clockwise << 1 | uint32_t{!(at > 0)};
    not_clockwise = not_clockwise << 1 | uint32_t{!(at < 0)};
  }
  // The fan triangles whose wedges may hold p: clockwise of a, counter-clockwise of b.
  uint32_t wedges = not_counter_clockwise & (not_clockwise << 1 | not_clockwise >> (count - 1));
  while (wedges != 0) {
    const int n = count - static_cast<int>(std::bit_width(wedges));
    wedges &= ~std::bit_floor(wedges);
    const float area = Cross(VertexXy(n) - Xy(centre), VertexXy(Next(n)) - Xy(centre));
    if (area < 0) {
      const float s = -past[static_cast<size_t>(Next(n))] / area;
      const float t = past[static_cast<size_t>(n)] / area;
      if (s + t > 1.0F) break;
      return centre.z + s * (Vertex(n).z - centre.z) + t * (EdgeEnd(n).z - centre.z);
    }
  }
  return OutlineHeight(*this, p);
}

}  // namespace footfall::nav
