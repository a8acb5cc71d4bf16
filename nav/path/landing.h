#ifndef FOOTFALL_NAV_PATH_LANDING_H_
#define FOOTFALL_NAV_PATH_LANDING_H_

#include "nav/mesh/tile_view.h"
#include "nav/path/candidate_points.h"
#include "platform/vec.h"

// The two forced points of a climb or drop (NAV-156).
namespace footfall::nav {

// How far a landing is drawn from the target polygon's outline towards its centroid.
inline constexpr float kLandingInset = 0.1F;

inline platform::Vec3 EdgeMiddle(const PolyView& poly, int n) {
  return platform::Lerp(poly.Vertex(n), poly.EdgeEnd(n), 0.5F);
}

// Where a climb or drop over edge `n` of `from` lands on `to`: the nearest point of `to`, drawn a little
// inwards.
inline platform::Vec3 Landing(const PolyView& from, int n, const PolyView& to) {
  const platform::Vec2 edge_point = ClosestXyOnPoly(to, platform::Xy(EdgeMiddle(from, n)));
  const platform::Vec2 inside = platform::Lerp(edge_point, platform::Xy(to.Centroid()), kLandingInset);
  return {inside.x, inside.y, to.Height(inside)};
}

// Where a step that is no walk begins and ends: over edge `entry` of `from`, or by its special link `entry`.
inline void ForcedPoints(const PolyView& from, bool over_edge, int entry, const PolyView& to,
                         platform::Vec3* leave, platform::Vec3* arrive) {
  if (over_edge) {
    *leave = EdgeMiddle(from, entry);
    *arrive = Landing(from, entry, to);
    return;
  }
  const TileView& tile = from.tile();
  const LinkRecord& link =
      tile.links[tile.link_indices[from.record().first_link() + static_cast<uint32_t>(entry)]];
  *leave = tile.Decode(link.start);
  *arrive = tile.Decode(link.end);
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_LANDING_H_
