#ifndef FOOTFALL_NAV_BUILD_SURFACE_STYLE_H_
#define FOOTFALL_NAV_BUILD_SURFACE_STYLE_H_

#include <cstddef>

#include "nav/mesh/nav_view.h"

namespace footfall::nav {

// How a kind of surface is named and coloured in pictures and exports.
struct SurfaceStyle {
  const char* name;
  const char* fill;  // SVG colour
};

inline constexpr SurfaceStyle kSurfaceStyles[] = {
    {"ground", "#cfe3c4"}, {"pavement", "#d9d3c7"}, {"road", "#b4b8bf"},      {"interior", "#ecd9b8"},
    {"track", "#c6a88a"},  {"water", "#a9cdea"},    {"too_steep", "#e0b4a8"}, {"isolated", "#e3c6e6"},
};
inline constexpr size_t kSurfaceStylesCount = sizeof(kSurfaceStyles) / sizeof(kSurfaceStyles[0]);

// Index into kSurfaceStyles; of several properties the one that matters most for walking.
inline size_t StyleOf(const PolyView& poly) {
  if ((poly.attributes() & kAttrIsolated) != 0) return 7;
  if ((poly.flags() & kPolyWater) != 0) return 5;
  if ((poly.flags() & kPolyTooSteepToWalkOn) != 0) return 6;
  if ((poly.attributes() & kAttrTrainTrack) != 0) return 4;
  if ((poly.attributes() & kAttrRoad) != 0) return 2;
  if ((poly.flags() & kPolyPavement) != 0) return 1;
  if ((poly.attributes() & kAttrInterior) != 0) return 3;
  return 0;
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_SURFACE_STYLE_H_
