#ifndef FOOTFALL_NAV_MESH_QUADTREE_H_
#define FOOTFALL_NAV_MESH_QUADTREE_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
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
    // At once: nobody can predict any of the four.
    return (box.min[0] <= x + size) & (box.max[0] >= x) & (box.min[1] <= y + size) & (box.max[1] >= y);
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

// Calls visit(poly) for those of the polygons whose boxes are wanted. They are picked before any is visited,
// because which they are cannot be predicted.
template <typename Wanted, typename Visit>
void ForThoseOf(const TileView& tile, std::span<const uint16_t> polys, const Wanted& wanted, Visit&& visit) {
  constexpr size_t kAtOnce = 16;
  for (size_t first = 0; first < polys.size(); first += kAtOnce) {
    std::array<PolyIndex, kAtOnce> picked;
    size_t count = 0;
    for (const uint16_t poly : polys.subspan(first, std::min(kAtOnce, polys.size() - first))) {
      picked[count] = static_cast<PolyIndex>(poly);
      count += wanted(tile.boxes[poly]) ? 1 : 0;
    }
    for (size_t i = 0; i < count; ++i) visit(picked[i]);
  }
}

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
    // A polygon stands in several leaves: only the leaf that holds the low corner of the overlap reports it.
    // Corners before the root square or on its far sides belong to the outermost leaf.
    const QuadSquare& square = entry.square;
    constexpr int32_t kBeyond = std::numeric_limits<int32_t>::max();
    const bool is_far_x = square.x + square.size == root.x + root.size;
    const bool is_far_y = square.y + square.size == root.y + root.size;
    const int32_t end_x = is_far_x ? kBeyond : square.x + square.size;
    const int32_t end_y = is_far_y ? kBeyond : square.y + square.size;
    const auto is_wanted = [&](const FixedBox& box) {
      const int32_t x = std::max({int32_t{box.min[0]}, int32_t{range.min[0]}, root.x});
      const int32_t y = std::max({int32_t{box.min[1]}, int32_t{range.min[1]}, root.y});
      return OverlapsXy(box, range) & (x >= square.x) & (x < end_x) & (y >= square.y) & (y < end_y);
    };
    ForThoseOf(tile, tile.quad_polys.subspan(node.first_poly, node.polys_count), is_wanted, visit);
  }
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_QUADTREE_H_
