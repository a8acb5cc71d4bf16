#ifndef FOOTFALL_NAV_BUILD_SVG_EXPORT_H_
#define FOOTFALL_NAV_BUILD_SVG_EXPORT_H_

#include <string>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "platform/vec.h"

namespace footfall::nav {

// What is drawn over the mesh.
struct SvgOverlay {
  std::vector<platform::Vec3> path;                    // A polyline; empty: none.
  std::vector<platform::Vec3> pulled;                  // Another, thin and dashed.
  std::vector<PolyRef> corridor;                       // Polygons to fill.
  std::vector<PolyRef> visited;                        // To fill less strongly, below the corridor.
  std::vector<std::vector<platform::Vec3>> outlines;   // Closed lines, e.g. fragments.
  std::vector<std::vector<platform::Vec3>> obstacles;  // Closed lines, drawn strongly.
};

struct SvgOptions {
  int size_px = 1600;  // The longer side of the picture without its legend.
  // Part of the world to draw, m: what lies outside is not in the text either. Empty (both zero): everything.
  platform::Vec2 min;
  platform::Vec2 max;
};

// The mesh seen from above as SVG: polygons by surface, walls, climbs, drops, ladders, cover points and the
// tile grid, with a legend.
std::string DrawSvg(const NavView& view, const SvgOptions& options, const SvgOverlay& overlay);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_SVG_EXPORT_H_
