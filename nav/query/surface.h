#ifndef FOOTFALL_NAV_QUERY_SURFACE_H_
#define FOOTFALL_NAV_QUERY_SURFACE_H_

#include "nav/mesh/tile_view.h"
#include "platform/vec.h"

namespace footfall::nav {

// Normal of a polygon's surface, length 1, upwards. Right for planar polygons, a fair mean for others.
platform::Vec3 SurfaceNormal(const PolyView& poly);

// Whether the surface rises at most `slope_max` metres a metre of run.
bool IsSlopeWithin(const PolyView& poly, float slope_max);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_SURFACE_H_
