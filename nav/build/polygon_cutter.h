#ifndef FOOTFALL_NAV_BUILD_POLYGON_CUTTER_H_
#define FOOTFALL_NAV_BUILD_POLYGON_CUTTER_H_

#include <array>
#include <cstdint>
#include <vector>

#include "platform/vec.h"

namespace footfall::nav {

// Cuts a face into triangles that turn as it does: fans where it is convex, ears where it is not. `corners`
// are indices into `vertices`, three at least. Triangles with a repeated corner are left out. A face that
// crosses itself still gives triangles, which then overlap.
std::vector<std::array<uint32_t, 3>> CutFace(const std::vector<platform::Vec3>& vertices,
                                             const std::vector<uint32_t>& corners);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_POLYGON_CUTTER_H_
