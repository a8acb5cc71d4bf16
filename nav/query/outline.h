#ifndef FOOTFALL_NAV_QUERY_OUTLINE_H_
#define FOOTFALL_NAV_QUERY_OUTLINE_H_

#include <cstdint>

#include "nav/mesh/tile_view.h"
#include "platform/vec.h"

namespace footfall::nav {

// The vertices of one polygon decoded once, for loops that look at each of them more than once. Coordinates
// beyond `count` are left unset: clearing them would cost more than decoding a triangle.
struct PolyOutline {
  float x[kMaxPolyVerts];
  float y[kMaxPolyVerts];
  float z[kMaxPolyVerts];
  int count;

  PolyOutline(const TileView& tile, PolyIndex poly) : count(tile.polys[poly].vertex_count) {
    const uint32_t first = tile.polys[poly].first_edge;
    for (int n = 0; n < count; ++n) {
      const platform::Vec3 vertex = tile.EdgeA(first + static_cast<uint32_t>(n));
      x[n] = vertex.x;
      y[n] = vertex.y;
      z[n] = vertex.z;
    }
  }
  int Next(int n) const { return n + 1 == count ? 0 : n + 1; }
  int Before(int n) const { return n == 0 ? count - 1 : n - 1; }
  platform::Vec2 Xy(int n) const { return {x[n], y[n]}; }
  platform::Vec3 Vertex(int n) const { return {x[n], y[n], z[n]}; }
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
