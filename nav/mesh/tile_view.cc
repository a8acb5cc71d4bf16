#include "nav/mesh/tile_view.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "nav/mesh/orientation.h"
#include "nav/mesh/outline_lanes.h"

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

bool PolyView::ContainsXy(Vec2 p) const { return EdgesFacing(*this, p) == 0; }

float PolyView::Height(Vec2 p) const {
  const Vec3 centre = Centroid();
  const Vec2 d = p - Xy(centre);
  const int count = vertex_count();
  // Which way round the centre each vertex lies from p: which one comes first cannot be predicted, so no
  // branch looks at one alone.
  alignas(16) std::array<float, kMaxPolyVerts> xs;  // of the vertices, from the centre
  alignas(16) std::array<float, kMaxPolyVerts> ys;
  alignas(16) std::array<float, kMaxPolyVerts> past;
  uint32_t clockwise = 0;
  uint32_t counter_clockwise = 0;
  for (int first = 0; first < count; first += kLanes) {
    const VertexLanes v = VerticesXy(*this, first);
    const __m128 x = v.x - _mm_set1_ps(centre.x);
    const __m128 y = v.y - _mm_set1_ps(centre.y);
    const __m128 at = x * _mm_set1_ps(d.y) - y * _mm_set1_ps(d.x);
    _mm_store_ps(&xs[static_cast<size_t>(first)], x);
    _mm_store_ps(&ys[static_cast<size_t>(first)], y);
    _mm_store_ps(&past[static_cast<size_t>(first)], at);
    counter_clockwise |= MaskOf(_mm_cmpgt_ps(at, _mm_setzero_ps())) << first;
    clockwise |= MaskOf(_mm_cmplt_ps(at, _mm_setzero_ps())) << first;
  }
  // The fan triangles whose wedges may hold p: clockwise of a, counter-clockwise of b.
  uint32_t wedges = ~counter_clockwise & ToVertexBefore(*this, ~clockwise & AllVertices(*this));
  while (wedges != 0) {
    const int n = std::countr_zero(wedges);
    wedges &= wedges - 1;
    const auto a = static_cast<size_t>(n);
    const auto b = static_cast<size_t>(Next(n));
    const float area = platform::Cross({xs[a], ys[a]}, {xs[b], ys[b]});
    if (area < 0) {
      const float s = -past[b] / area;
      const float t = past[a] / area;
      if (s + t > 1.0F) break;
      return centre.z + s * (Vertex(n).z - centre.z) + t * (EdgeEnd(n).z - centre.z);
    }
  }
  return OutlineHeight(*this, p);
}

}  // namespace footfall::nav
