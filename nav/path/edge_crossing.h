#ifndef FOOTFALL_NAV_PATH_EDGE_CROSSING_H_
#define FOOTFALL_NAV_PATH_EDGE_CROSSING_H_

#include <emmintrin.h>

#include <cstdint>

#include "absl/base/attributes.h"
#include "nav/mesh/tile_view.h"
#include "platform/vec.h"

namespace footfall::nav {

// CrossingPoint for the edges of one polygon, and the lengths of the way over it: the arithmetic on which a
// search spends the most of its time. What belongs to the two ends, and x, y and z of a point, go side by
// side in vectors, each lane rounded as CrossingPoint rounds it. The tile must outlive this object.
class EdgeCrossing {
 public:
  struct Way {
    platform::Vec3 point;
    float length;  // m from `from` to the point
    float rest;    // m on to `to`
  };
  // The lane behind x, y and z means nothing.
  struct Segment {
    __m128 a;
    __m128 b;
  };
  // The same as a Way: its lengths are lanes 0 and 1.
  struct WayLanes {
    __m128 point;
    __m128 lengths;
  };

  EdgeCrossing(const TileView& tile, platform::Vec3 from, platform::Vec3 to)
      : EdgeCrossing(tile, Lanes(from), Lanes(to)) {}
  EdgeCrossing(const TileView& tile, __m128 from, __m128 to)
      : tile_(tile),
        from_(from),
        to_(to),
        ends_x_(_mm_unpacklo_ps(from_, to_)),
        ends_y_(_mm_movehl_ps(ends_x_, ends_x_)),
        scale_(Lanes(tile.scale)),
        minimum_(Lanes(tile.minimum)) {}

  // By its number in the tile.
  ABSL_ATTRIBUTE_ALWAYS_INLINE Way Over(uint32_t edge) const {
    const auto [point, lengths] = Cross(from_, to_, ends_x_, ends_y_, Load(edge));
    return {{_mm_cvtss_f32(point), _mm_cvtss_f32(Broadcast<1>(point)), _mm_cvtss_f32(Broadcast<2>(point))},
            _mm_cvtss_f32(lengths),
            _mm_cvtss_f32(Broadcast<1>(lengths))};
  }

  // Between any ends, over a piece of an edge.
  ABSL_ATTRIBUTE_ALWAYS_INLINE static WayLanes Cross(__m128 from, __m128 to, const Segment& ab) {
    const __m128 ends_x = _mm_unpacklo_ps(from, to);
    return Cross(from, to, ends_x, _mm_movehl_ps(ends_x, ends_x), ab);
  }

  ABSL_ATTRIBUTE_ALWAYS_INLINE static WayLanes Cross(__m128 from, __m128 to, __m128 ends_x, __m128 ends_y,
                                                     const Segment& ab) {
    const __m128 along = ab.b - ab.a;
    const __m128 along_x = Broadcast<0>(along);
    const __m128 along_y = Broadcast<1>(along);
    const __m128 from_a_x = ends_x - Broadcast<0>(ab.a);
    const __m128 from_a_y = ends_y - Broadcast<1>(ab.a);
    // Lane 0 is of `from`, lane 1 of `to`.
    const __m128 side = Abs(along_x * from_a_y - along_y * from_a_x);
    const __m128 ahead = along_x * from_a_x + along_y * from_a_y;
    const __m128 crossed = ahead * Swap(side);
    const __m128 length_sq = along_x * along_x + along_y * along_y;
    const float sides = _mm_cvtss_f32(_mm_add_ss(side, Broadcast<1>(side)));
    __m128 numerator = _mm_add_ss(crossed, Broadcast<1>(crossed));
    __m128 denominator = _mm_mul_ss(_mm_set_ss(sides), length_sq);
    if (!(sides > 0)) {
      numerator = ahead;
      denominator = length_sq;
    }
    numerator = Broadcast<0>(numerator);
    denominator = Broadcast<0>(denominator);
    const __m128 between = ab.a + along * (numerator / denominator);
    const __m128 is_past = _mm_cmpgt_ps(numerator, _mm_setzero_ps());
    const __m128 is_behind = _mm_cmpge_ps(numerator, denominator);
    const __m128 point = Select(is_past, Select(is_behind, ab.b, between), ab.a);

    return {point, Lengths(point - from, to - point)};
  }

  // Of two vectors: lanes 0 and 1.
  ABSL_ATTRIBUTE_ALWAYS_INLINE static __m128 Lengths(__m128 first, __m128 second) {
    const __m128 first_sq = first * first;
    const __m128 second_sq = second * second;
    const __m128 xy_sq = _mm_unpacklo_ps(first_sq, second_sq);
    const __m128 z_sq = _mm_unpackhi_ps(first_sq, second_sq);
    return _mm_sqrt_ps(xy_sq + _mm_movehl_ps(xy_sq, xy_sq) + z_sq);
  }

  // By its number in the tile.
  Segment Load(uint32_t edge) const {
    if (!tile_.edge_floats.empty()) return {Lanes(tile_.EdgeA(edge)), Lanes(tile_.EdgeB(edge))};
    // a.x, a.y, a.z, b.x, b.y, b.z, and the link, 16 bits each.
    const __m128i record = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&tile_.edges[edge]));
    const __m128i zero = _mm_setzero_si128();
    return {Decode(_mm_unpacklo_epi16(record, zero)),
            Decode(_mm_unpacklo_epi16(_mm_srli_si128(record, 6), zero))};
  }

 private:
  static __m128 Lanes(platform::Vec3 v) { return _mm_setr_ps(v.x, v.y, v.z, 0); }
  template <int lane>
  static __m128 Broadcast(__m128 v) {
    return _mm_shuffle_ps(v, v, _MM_SHUFFLE(lane, lane, lane, lane));
  }
  static __m128 Swap(__m128 v) { return _mm_shuffle_ps(v, v, _MM_SHUFFLE(3, 2, 0, 1)); }
  static __m128 Abs(__m128 v) { return _mm_andnot_ps(_mm_set1_ps(-0.0F), v); }
  static __m128 Select(__m128 mask, __m128 yes, __m128 no) {
    return _mm_or_ps(_mm_and_ps(mask, yes), _mm_andnot_ps(mask, no));
  }

  __m128 Decode(__m128i quantised) const { return _mm_cvtepi32_ps(quantised) * scale_ + minimum_; }

  const TileView& tile_;
  const __m128 from_;
  const __m128 to_;
  const __m128 ends_x_;
  const __m128 ends_y_;
  const __m128 scale_;
  const __m128 minimum_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_EDGE_CROSSING_H_
