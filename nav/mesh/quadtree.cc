#include "nav/mesh/quadtree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace footfall::nav {
namespace {

using platform::Vec2;

// Quarter metres from the world centre, rounded down; the point's own leaf follows from whole numbers because
// all dividing lines are whole. By conversion: std::floor is a call on the oldest processors. REQUIRES: not
// NaN.
int32_t Steps(float value) {
  const float steps = std::clamp((value - kWorldCentre) / kMinMaxUnit, -1e6F, 1e6F);
  const auto whole = static_cast<int32_t>(steps);
  return static_cast<float>(whole) > steps ? whole - 1 : whole;
}

int QuadrantOf(const QuadSquare& square, int32_t x, int32_t y) {
  const int32_t half = square.size / 2;
  return (x >= square.x + half ? 1 : 0) + (y >= square.y + half ? 2 : 0);
}

QuadRoot RootOf(std::span<const FixedBox> boxes, std::span<const Vec2> cover) {
  int32_t low[2] = {std::numeric_limits<int32_t>::max(), std::numeric_limits<int32_t>::max()};
  int32_t high[2] = {std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::min()};
  for (const FixedBox& box : boxes) {
    for (int axis = 0; axis < 2; ++axis) {
      low[axis] = std::min(low[axis], int32_t{box.min[axis]});
      high[axis] = std::max(high[axis], int32_t{box.max[axis]});
    }
  }
  for (const Vec2& point : cover) {
    const int32_t at[2] = {Steps(point.x), Steps(point.y)};
    for (int axis = 0; axis < 2; ++axis) {
      low[axis] = std::min(low[axis], at[axis]);
      high[axis] = std::max(high[axis], at[axis] + 1);
    }
  }
  if (low[0] > high[0]) return {{0, 0}, 1 << kQuadMaxDepth};
  const int32_t needed = std::max({high[0] - low[0], high[1] - low[1], 1});
  const int32_t unit = 1 << kQuadMaxDepth;
  return {{low[0], low[1]}, (needed + unit - 1) / unit * unit};
}

struct Pending {
  uint32_t node;
  int depth;
  QuadSquare square;
  std::vector<uint16_t> polys;
  std::vector<uint16_t> cover;
};

void MakeLeaf(const Pending& pending, QuadtreeData& tree) {
  QuadNode& node = tree.nodes[pending.node];
  node.first_child = 0;
  node.first_poly = static_cast<uint32_t>(tree.polys.size());
  node.polys_count = static_cast<uint16_t>(pending.polys.size());
  node.first_cover = static_cast<uint32_t>(tree.cover_order.size());
  node.cover_count = static_cast<uint16_t>(pending.cover.size());
  tree.polys.insert(tree.polys.end(), pending.polys.begin(), pending.polys.end());
  tree.cover_order.insert(tree.cover_order.end(), pending.cover.begin(), pending.cover.end());
}

}  // namespace

std::optional<QuadLeaf> LeafAt(const TileView& tile, Vec2 point) {
  if (tile.quad_nodes.empty() || tile.polys.empty()) return std::nullopt;
  if (!(std::fabs(point.x) < 1e5F) || !(std::fabs(point.y) < 1e5F)) return std::nullopt;
  QuadSquare square{tile.quad_root.min[0], tile.quad_root.min[1], tile.quad_root.size};
  const float far_x = StepsToMetres(square.x + square.size);
  const float far_y = StepsToMetres(square.y + square.size);
  const int32_t x = Steps(point.x);
  const int32_t y = Steps(point.y);
  if (x < square.x || y < square.y || point.x > far_x || point.y > far_y) return std::nullopt;
  uint32_t node = 0;
  while (tile.quad_nodes[node].first_child != 0) {
    const int quadrant = QuadrantOf(square, x, y);
    node = tile.quad_nodes[node].first_child + static_cast<uint32_t>(quadrant);
    square = square.Child(quadrant);
  }
  const QuadNode& leaf = tile.quad_nodes[node];
  return QuadLeaf{square, tile.quad_polys.subspan(leaf.first_poly, leaf.polys_count),
                  tile.cover.subspan(leaf.first_cover, leaf.cover_count)};
}

QuadtreeData BuildQuadtree(std::span<const FixedBox> boxes, std::span<const Vec2> cover) {
  QuadtreeData tree;
  tree.root = RootOf(boxes, cover);
  tree.nodes.push_back({});
  std::vector<Pending> stack;
  stack.push_back({0, 0, {tree.root.min[0], tree.root.min[1], tree.root.size}, {}, {}});
  for (size_t i = 0; i < boxes.size(); ++i) stack[0].polys.push_back(static_cast<uint16_t>(i));
  for (size_t i = 0; i < cover.size(); ++i) stack[0].cover.push_back(static_cast<uint16_t>(i));
  while (!stack.empty()) {
    const Pending pending = std::move(stack.back());
    stack.pop_back();
    if (pending.polys.size() <= kQuadSplitAbove || pending.depth == kQuadMaxDepth) {
      MakeLeaf(pending, tree);
      continue;
    }
    const auto first_child = static_cast<uint32_t>(tree.nodes.size());
    tree.nodes[pending.node].first_child = first_child;
    tree.nodes.resize(tree.nodes.size() + 4);
    // Pushed in reverse, so that the leaves' lists come out in quadrant order.
    for (int quadrant = 3; quadrant >= 0; --quadrant) {
      Pending child{first_child + static_cast<uint32_t>(quadrant),
                    pending.depth + 1,
                    pending.square.Child(quadrant),
                    {},
                    {}};
      for (const uint16_t poly : pending.polys) {
        if (child.square.Touches(boxes[poly])) child.polys.push_back(poly);
      }
      for (const uint16_t point : pending.cover) {
        if (QuadrantOf(pending.square, Steps(cover[point].x), Steps(cover[point].y)) == quadrant) {
          child.cover.push_back(point);
        }
      }
      stack.push_back(std::move(child));
    }
  }
  return tree;
}

}  // namespace footfall::nav
