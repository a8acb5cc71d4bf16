#ifndef FOOTFALL_NAV_MESH_OUTLINE_LANES_H_
#define FOOTFALL_NAV_MESH_OUTLINE_LANES_H_

#include <emmintrin.h>

#include <algorithm>
#include <cstdint>

#include "nav/mesh/tile_view.h"

// Outlines of polygons four vertices at a time, for what looks at all vertices of many polygons. Each lane is
// rounded as the same expression on one number is, so results do not depend on how many lanes there are.
namespace footfall::nav {

inline constexpr int kLanes = 4;

// XY of four vertices.
struct VertexLanes {
  __m128 x;
  __m128 y;
};

// Vertices `first` to `first` + 3 of a polygon; those past its last one are any of it. REQUIRES: `first` is
// even and below the number of vertices.
inline VertexLanes VerticesXy(const PolyView& poly, int first) {
  // An edge holds two vertices.
  const uint32_t e0 = poly.EdgeNumber(first);
  const uint32_t e1 = poly.EdgeNumber(std::min(first + 2, poly.vertex_count() - 1));
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

// One bit a vertex: those of the polygon.
inline uint32_t AllVertices(const PolyView& poly) { return (1U << poly.vertex_count()) - 1; }
// The bits of a set moved from each vertex to the one before it, going round.
inline uint32_t ToVertexBefore(const PolyView& poly, uint32_t vertices) {
  return (vertices >> 1 | vertices << (poly.vertex_count() - 1)) & AllVertices(poly);
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_OUTLINE_LANES_H_
