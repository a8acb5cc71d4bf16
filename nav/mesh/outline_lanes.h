#ifndef FOOTFALL_NAV_MESH_OUTLINE_LANES_H_
#define FOOTFALL_NAV_MESH_OUTLINE_LANES_H_

#include <emmintrin.h>

#include <bit>
#include <cstdint>

#include "nav/mesh/orientation.h"
#include "nav/mesh/tile_view.h"
#include "platform/vec.h"

// Outlines of polygons four vertices at a time, for what looks at all vertices of many polygons. Each lane is
// rounded as the same expression on one number is, so results do not depend on how many lanes there are.
namespace footfall::nav {

inline constexpr int kLanes = 4;

// XY of four vertices.
struct VertexLanes {
  __m128 x;
  __m128 y;
};

// Vertices `first` to `first` + 3 of a polygon, going round; behind its first one again they are any of it.
// REQUIRES: `first` is even and below the number of vertices.
inline VertexLanes VerticesXy(const PolyView& poly, int first) {
  // An edge holds two vertices.
  const uint32_t e0 = poly.EdgeNumber(first);
  const uint32_t e1 = poly.EdgeNumber(first + 2 < poly.vertex_count() ? first + 2 : 0);
  const TileView& tile = poly.tile();
  if (!tile.edge_floats.empty()) {
    const float* const f0 = &tile.edge_floats[e0 * 6];
    const float* const f1 = &tile.edge_floats[e1 * 6];
    return {_mm_setr_ps(f0[0], f0[3], f1[0], f1[3]), _mm_setr_ps(f0[1], f0[4], f1[1], f1[4])};
  }
  const __m128i zero = _mm_setzero_si128();
  const __m128i q0 = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&tile.edges[e0]));
  const __m128i q1 = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&tile.edges[e1]));
  // Both edges' first four numbers are a.x, a.y, a.z and b.x, the next b.y.
  const __m128 low0 = _mm_castsi128_ps(_mm_unpacklo_epi16(q0, zero));
  const __m128 low1 = _mm_castsi128_ps(_mm_unpacklo_epi16(q1, zero));
  const __m128 high0 = _mm_castsi128_ps(_mm_unpackhi_epi16(q0, zero));
  const __m128 high1 = _mm_castsi128_ps(_mm_unpackhi_epi16(q1, zero));
  const __m128 x = _mm_shuffle_ps(low0, low1, _MM_SHUFFLE(3, 0, 3, 0));
  const __m128 y0 = _mm_shuffle_ps(low0, high0, _MM_SHUFFLE(0, 0, 1, 1));
  const __m128 y1 = _mm_shuffle_ps(low1, high1, _MM_SHUFFLE(0, 0, 1, 1));
  const __m128 y = _mm_shuffle_ps(y0, y1, _MM_SHUFFLE(2, 0, 2, 0));
  return {_mm_cvtepi32_ps(_mm_castps_si128(x)) * _mm_set1_ps(tile.scale.x) + _mm_set1_ps(tile.minimum.x),
          _mm_cvtepi32_ps(_mm_castps_si128(y)) * _mm_set1_ps(tile.scale.y) + _mm_set1_ps(tile.minimum.y)};
}

// A bit for each lane that is true, the first one the lowest.
inline uint32_t MaskOf(__m128 lanes) { return static_cast<uint32_t>(_mm_movemask_ps(lanes)); }
inline uint32_t MaskOf(__m128d low, __m128d high) {
  return static_cast<uint32_t>(_mm_movemask_pd(low) | _mm_movemask_pd(high) << 2);
}

// Lanes 1 to 3 and the first one of the next group.
inline __m128 FromSecond(__m128 lanes, __m128 next) {
  const __m128 rotated = _mm_move_ss(lanes, next);
  return _mm_shuffle_ps(rotated, rotated, _MM_SHUFFLE(0, 3, 2, 1));
}

// One bit a vertex: those of the polygon.
inline uint32_t AllVertices(const PolyView& poly) { return (1U << poly.vertex_count()) - 1; }
// The bits of a set moved from each vertex to the one before it, going round.
inline uint32_t ToVertexBefore(const PolyView& poly, uint32_t vertices) {
  return (vertices >> 1 | vertices << (poly.vertex_count() - 1)) & AllVertices(poly);
}

// The edges beyond which a point lies, a bit each: those of which Side says that it is not on the right or on
// them (NaN counts as beyond).
inline uint32_t EdgesFacing(const PolyView& poly, platform::Vec2 p) {
  // More than what rounding can do to the side in floats, by the size of its two products; the least value is
  // for products too small to be told from 0.
  const __m128 rounding = _mm_set1_ps(4e-7F);
  const __m128 least = _mm_set1_ps(1e-30F);
  const __m128 sign = _mm_set1_ps(-0.0F);
  const __m128 px = _mm_set1_ps(p.x);
  const __m128 py = _mm_set1_ps(p.y);
  const int count = poly.vertex_count();
  const VertexLanes first_lanes = VerticesXy(poly, 0);
  VertexLanes a = first_lanes;
  uint32_t certain = 0;
  uint32_t above = 0;
  for (int first = 0; first < count; first += kLanes) {
    const VertexLanes next = first + kLanes < count ? VerticesXy(poly, first + kLanes) : first_lanes;
    const __m128 up = (FromSecond(a.x, next.x) - a.x) * (py - a.y);
    const __m128 down = (FromSecond(a.y, next.y) - a.y) * (px - a.x);
    const __m128 side = up - down;
    const __m128 doubt = rounding * (_mm_andnot_ps(sign, up) + _mm_andnot_ps(sign, down)) + least;
    certain |= MaskOf(_mm_cmpgt_ps(_mm_andnot_ps(sign, side), doubt)) << first;
    above |= MaskOf(_mm_cmpgt_ps(side, _mm_setzero_ps())) << first;
    a = next;
  }
  uint32_t facing = certain & above;
  for (uint32_t doubtful = ~certain & AllVertices(poly); doubtful != 0; doubtful &= doubtful - 1) {
    const int n = std::countr_zero(doubtful);
    if (!(Side(poly.VertexXy(n), poly.VertexXy(poly.Next(n)), p) <= 0)) facing |= 1U << n;
  }
  return facing & AllVertices(poly);
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_OUTLINE_LANES_H_
