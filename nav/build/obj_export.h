#ifndef FOOTFALL_NAV_BUILD_OBJ_EXPORT_H_
#define FOOTFALL_NAV_BUILD_OBJ_EXPORT_H_

#include <string>

#include "nav/mesh/nav_view.h"

namespace footfall::nav {

// The mesh as Wavefront OBJ, Z up, one face a polygon, materials named after surfaces, one group a tile.
// Polygons turn counter-clockwise seen from above, as OBJ readers expect.
std::string ExportObj(const NavView& view);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_OBJ_EXPORT_H_
