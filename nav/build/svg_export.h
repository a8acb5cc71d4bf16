#ifndef FOOTFALL_NAV_BUILD_SVG_EXPORT_H_
#define FOOTFALL_NAV_BUILD_SVG_EXPORT_H_

#include <string>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "platform/vec.h"

namespace footfall::nav {

// What is drawn over the mesh.
struct SvgOverlay {
  std::vector<platform::Vec3> path;  // A polyline; empty: none.
  std::vector<PolyRef> corridor;     // Polygons to fill.
};

struct SvgOptions {
  int size_px = 1600;  // The longer side of the picture without its legend.
  // Part of the world to draw; empty (both zero): everything.
  platform::Vec2 min;
  platform::Vec2 max;
};

// The mesh seen from above as SVG: polygons by surface, walls, climbs, drops, ladders, cover points and the
// tile grid, with a legend.
std::string DrawSvg(const NavView& view, const SvgOptions& options, const SvgOverlay& overlay);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_SVG_EXPORT_H_
