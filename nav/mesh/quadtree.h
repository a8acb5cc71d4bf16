#ifndef FOOTFALL_NAV_MESH_QUADTREE_H_
#define FOOTFALL_NAV_MESH_QUADTREE_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "nav/mesh/fixed_box.h"
#include "nav/mesh/tile_view.h"
#include "platform/vec.h"

// The quadtree of a tile (NAV-041, R34): an inner node has four quadrants, a leaf lists by number every
// polygon whose box touches its square, and owns the cover points inside it.
namespace footfall::nav {

inline constexpr uint32_t kQuadSplitAbove = 8;  // polygons of a leaf that is not at the greatest depth (R34)
inline constexpr int kQuadMaxDepth = 6;         // (R34)

// A square in FixedBox steps. Half open for points: a point on the dividing line belongs to the higher side.
struct QuadSquare {
  int32_t x = 0;
  int32_t y = 0;
  int32_t size = 0;

  QuadSquare Child(int quadrant) const {
    const int32_t half = size / 2;
    return {x + (quadrant & 1) * half, y + (quadrant >> 1) * half, half};
  }
  // Closed: touching counts.
  bool Touches(const FixedBox& box) const {
    return box.min[0] <= x + size && box.max[0] >= x && box.min[1] <= y + size && box.max[1] >= y;
  }
};

// A dividing line in metres, in X or Y.
inline float StepsToMetres(int32_t steps) { return static_cast<float>(steps) * kMinMaxUnit + kWorldCentre; }

struct QuadLeaf {
  QuadSquare square;
  std::span<const uint16_t> polys;  // ascending
  std::span<const CoverRecord> cover;
};

// "Leaf at position": the leaf whose square holds the point; none outside the root square, for NaN and in a
// tile without polygons. The far side of the root square belongs to it. O(depth), any thread.
std::optional<QuadLeaf> LeafAt(const TileView& tile, platform::Vec2 point);

// Calls visit(poly) once for each polygon whose box touches `range` in XY, leaf by leaf, not in ascending
// order. No allocation. `range` may lie anywhere.
template <typename Visit>
void ForEachPolyTouching(const TileView& tile, const FixedBox& range, Visit&& visit);

// What the builder below makes.
struct QuadtreeData {
  QuadRoot root = {};
  std::vector<QuadNode> nodes;
  std::vector<uint16_t> polys;
  std::vector<uint16_t> cover_order;  // old cover number of each cover point in leaf order
};

// Builds the tree over boxes and cover points. A tile without polygons and cover gets a root leaf.
QuadtreeData BuildQuadtree(std::span<const FixedBox> boxes, std::span<const platform::Vec2> cover);

// ---- Implementation.

namespace quadtree_internal {
struct Entry {
  uint32_t node;
  QuadSquare square;
};
}  // namespace quadtree_internal

template <typename Visit>
void ForEachPolyTouching(const TileView& tile, const FixedBox& range, Visit&& visit) {
  if (tile.quad_nodes.empty()) return;
  // At most three siblings wait on each level.
  std::array<quadtree_internal::Entry, 3 * kQuadMaxDepth + 1> stack;
  size_t depth = 0;
  stack[depth++] = {0, {tile.quad_root.min[0], tile.quad_root.min[1], tile.quad_root.size}};
  const QuadSquare root = stack[0].square;
  while (depth > 0) {
    const quadtree_internal::Entry entry = stack[--depth];
    const QuadNode& node = tile.quad_nodes[entry.node];
    if (node.first_child != 0) {
      for (int quadrant = 3; quadrant >= 0; --quadrant) {
        const QuadSquare child = entry.square.Child(quadrant);
        if (child.Touches(range)) {
          stack[depth++] = {node.first_child + static_cast<uint32_t>(quadrant), child};
        }
      }
      continue;
    }
    const QuadSquare& square = entry.square;
    for (uint32_t i = node.first_poly; i < node.first_poly + node.polys_count; ++i) {
      const uint16_t poly = tile.quad_polys[i];
      const FixedBox& box = tile.boxes[poly];
      if (!OverlapsXy(box, range)) continue;
      // A polygon stands in several leaves: only the leaf that holds the low corner of the overlap reports
      // it. Corners before the root square or on its far sides belong to the outermost leaf.
      const int32_t x = std::max({int32_t{box.min[0]}, int32_t{range.min[0]}, root.x});
      const int32_t y = std::max({int32_t{box.min[1]}, int32_t{range.min[1]}, root.y});
      const bool far_x = square.x + square.size == root.x + root.size;
      const bool far_y = square.y + square.size == root.y + root.size;
      if (x < square.x || y < square.y) continue;
      if ((x >= square.x + square.size && !far_x) || (y >= square.y + square.size && !far_y)) continue;
      visit(static_cast<PolyIndex>(poly));
    }
  }
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_QUADTREE_H_
