#ifndef FOOTFALL_NAV_PATH_FAR_TARGET_H_
#define FOOTFALL_NAV_PATH_FAR_TARGET_H_

#include "nav/mesh/nav_view.h"
#include "nav/query/nearest.h"
#include "platform/vec.h"

namespace footfall::nav {

inline constexpr float kFarTargetSearchRadius = 250.0F;       // m (NAV-129)
inline constexpr float kFarTargetCompletionRadius = 2000.0F;  // m (NAV-129)

// Where a search with SelectClosestLoadedNavMeshToTarget goes instead of to a target whose tile is not
// resident: the resident map tile nearest to it in XY (the lower index among equals), the point of its border
// nearest to the target, and the place on the mesh nearest to that within 250 m. The polygon is invalid when
// there is none: NoSurfaceAtCoordinates (OQ-24).
NearestResult FarTarget(const NavView& view, platform::Vec3 target);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_FAR_TARGET_H_
