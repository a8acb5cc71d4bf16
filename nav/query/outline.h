#ifndef FOOTFALL_NAV_QUERY_OUTLINE_H_
#define FOOTFALL_NAV_QUERY_OUTLINE_H_

#include <array>
#include <cstdint>

#include "nav/mesh/tile_view.h"
#include "platform/vec.h"

namespace footfall::nav {

// The vertices of one polygon decoded once, for loops that look at each of them more than once.
struct PolyOutline {
  std::array<platform::Vec3, kMaxPolyVerts> vertices;
  int count = 0;

  PolyOutline(const TileView& tile, PolyIndex poly) : count(tile.polys[poly].vertex_count) {
    const uint32_t first = tile.polys[poly].first_edge;
    for (int n = 0; n < count; ++n) vertices[n] = tile.EdgeA(first + static_cast<uint32_t>(n));
  }
  int Next(int n) const { return n + 1 == count ? 0 : n + 1; }
};

// Map tiles whose closed square touches the closed range, as tile columns and rows; empty when low > high.
struct TileRange {
  int low_x = 0;
  int low_y = 0;
  int high_x = -1;
  int high_y = -1;
};
TileRange TilesTouching(platform::Vec2 low, platform::Vec2 high);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_OUTLINE_H_
