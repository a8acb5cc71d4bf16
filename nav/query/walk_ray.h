#ifndef FOOTFALL_NAV_QUERY_WALK_RAY_H_
#define FOOTFALL_NAV_QUERY_WALK_RAY_H_

#include <cstdint>

#include "nav/mesh/nav_view.h"
#include "nav/query/surface.h"
#include "platform/vec.h"

namespace footfall::nav {

// Which polygons a ray may enter: those whose masked flags and attributes equal the given values. Default:
// all.
struct WalkFilter {
  uint32_t flags_mask = 0;  // PolyFlag
  uint32_t flags_value = 0;
  uint32_t attributes_mask = 0;  // PolyAttribute
  uint32_t attributes_value = 0;
  float slope_max = -1;             // rise a metre of run of the surface entered; negative: any
  bool keeps_to_ped_paths = false;  // enters nothing that is switched off for ambient peds (NAV-267)
  bool Passes(const PolyView& poly) const {
    return (poly.flags() & flags_mask) == flags_value &&
           (poly.attributes() & attributes_mask) == attributes_value &&
           (slope_max < 0 || IsSlopeWithin(poly, slope_max)) &&
           !(keeps_to_ped_paths && poly.is_switched_off());
  }
};

enum class WalkRayOutcome : uint8_t {
  kReached,      // the whole segment lies on the mesh
  kHit,          // left the walkable mesh: boundary, climb, drop, disabled or filtered polygon
  kNotResident,  // the next polygon's tile is not loaded
  kTooLong,      // crossed as many polygons as allowed
};

inline constexpr uint32_t kWalkRayPolysMax = 16384;

struct WalkRay {
  WalkRayOutcome outcome = WalkRayOutcome::kHit;
  PolyRef last;           // polygon that holds `point`
  platform::Vec3 point;   // the end, or where the ray left the mesh; on the surface
  platform::Vec2 normal;  // of the edge hit, unit length, back towards the mesh; zero when reached
  uint32_t crossed = 0;   // edges crossed
};

// Walks the straight XY segment from `from`, which lies on `poly`, to `to` over Normal adjacency. Rays along
// a wall or through a vertex are followed: a ray that the mesh's own points just touch is not blocked by
// them, and a reached ray is reached the other way round. Any thread; no allocation. REQUIRES: the view
// contains `poly`; finite points.
WalkRay CastWalkRay(const NavView& view, PolyRef poly, platform::Vec3 from, platform::Vec3 to,
                    const WalkFilter& filter = {}, uint32_t polys_max = kWalkRayPolysMax);

// The same for sight lines that ask only whether the end is reached and in which polygon: when it is, the
// point's height is left 0, which costs as much as crossing several polygons.
WalkRay CastSightLine(const NavView& view, PolyRef poly, platform::Vec3 from, platform::Vec3 to,
                      const WalkFilter& filter);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_WALK_RAY_H_
