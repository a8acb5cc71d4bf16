#ifndef FOOTFALL_NAV_QUERY_NEAREST_ON_POLY_H_
#define FOOTFALL_NAV_QUERY_NEAREST_ON_POLY_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "nav/mesh/fixed_box.h"
#include "nav/mesh/outline_lanes.h"
#include "nav/mesh/tile_view.h"
#include "nav/query/nearest.h"
#include "platform/vec.h"

// One polygon's part in a search for the nearest: what both the search for one and that for some share. In
// the header, as it is the innermost loop of both.
namespace footfall::nav {

// The point of the edge that is nearest to p in XY. Exactly an end point where it is one, so that polygons
// round a vertex have equal distances and the lowest id wins.
inline platform::Vec3 NearestOnEdge(platform::Vec3 a, platform::Vec3 b, platform::Vec2 p) {
  const platform::Vec2 along = Xy(b) - Xy(a);
  const float t = Dot(p - Xy(a), along);
  const float length_sq = LengthSq(along);
  if (t <= 0) return a;
  return t >= length_sq ? b : Lerp(a, b, t / length_sq);
}

// The point of the outline that is nearest to p in XY: on one of the edges beyond which p lies. False when
// there is none, hence p inside.
inline bool NearestOutside(const PolyView& poly, platform::Vec2 p, platform::Vec3& nearest) {
  float best_sq = std::numeric_limits<float>::infinity();
  for (uint32_t facing = EdgesFacing(poly, p); facing != 0; facing &= facing - 1) {
    const int n = std::countr_zero(facing);
    const platform::Vec3 at = NearestOnEdge(poly.Vertex(n), poly.EdgeEnd(n), p);
    const float distance_sq = LengthSq(p - Xy(at));
    if (distance_sq < best_sq) {
      best_sq = distance_sq;
      nearest = at;
    }
  }
  return best_sq < std::numeric_limits<float>::infinity();
}

// The polygon's point that it is judged by (nearest.h); false when that lies beyond the limits.
inline bool NearestWithin(const PolyView& poly, platform::Vec3 p, const SnapLimits& limits,
                          platform::Vec3& at) {
  if (NearestOutside(poly, Xy(p), at)) {
    if (!(LengthSq(Xy(at) - Xy(p)) <= limits.xy * limits.xy)) return false;
  } else {
    at = {p.x, p.y, poly.Height(Xy(p))};
  }
  const float rise = at.z - p.z;
  return rise <= limits.up && rise >= -limits.down;
}

// No point of a polygon with this box is nearer.
inline float BoxDistanceSq(const FixedBox& box, platform::Vec3 p) {
  const float dx = std::max({MinMetres(box, 0) - p.x, p.x - MaxMetres(box, 0), 0.0F});
  const float dy = std::max({MinMetres(box, 1) - p.y, p.y - MaxMetres(box, 1), 0.0F});
  const float dz = std::max({MinMetres(box, 2) - p.z, p.z - MaxMetres(box, 2), 0.0F});
  return dx * dx + dy * dy + dz * dz;
}

// What a polygon within `reach` in XY must overlap there.
inline FixedBox RangeAround(platform::Vec2 p, float reach) {
  return {{FixedFloor(p.x - reach, kWorldCentre), FixedFloor(p.y - reach, kWorldCentre), kFixedMin},
          {FixedCeil(p.x + reach, kWorldCentre), FixedCeil(p.y + reach, kWorldCentre), kFixedMax}};
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_NEAREST_ON_POLY_H_
