#include "nav/mesh/quadtree_validator.h"

#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "nav/mesh/quadtree.h"

namespace footfall::nav {
namespace {

struct Entry {
  uint32_t node;
  int depth;
  QuadSquare square;
};

absl::Status Bad(uint32_t node, const std::string& what) {
  return absl::DataLossError(absl::StrFormat("quadtree node %d: %s", node, what));
}

// Walks the tree once, as a reader would, and counts what it finds.
class Walk {
 public:
  explicit Walk(const TileView& tile) : tile_(tile) {}

  absl::Status Run() {
    const QuadRoot& root = tile_.quad_root;
    std::vector<Entry> stack = {{0, 0, {root.min[0], root.min[1], root.size}}};
    while (!stack.empty()) {
      const Entry entry = stack.back();
      stack.pop_back();
      ++nodes_;
      const QuadNode& node = tile_.quad_nodes[entry.node];
      if (node.first_child == 0) {
        if (absl::Status status = CheckLeaf(entry, node); !status.ok()) return status;
        continue;
      }
      // Children stand behind their parent, so there is no way back and the walk ends.
      if (node.first_child <= entry.node || uint64_t{node.first_child} + 4 > tile_.quad_nodes.size() ||
          entry.depth == kQuadMaxDepth || nodes_ > tile_.quad_nodes.size()) {
        return Bad(entry.node, absl::StrFormat("children at %d, depth %d", node.first_child, entry.depth));
      }
      for (int quadrant = 3; quadrant >= 0; --quadrant) {
        stack.push_back({node.first_child + static_cast<uint32_t>(quadrant), entry.depth + 1,
                         entry.square.Child(quadrant)});
      }
    }
    if (nodes_ != tile_.quad_nodes.size() || next_poly_ != tile_.quad_polys.size() ||
        next_cover_ != tile_.cover.size()) {
      return absl::DataLossError("quadtree: nodes or list entries that no leaf reaches");
    }
    return absl::OkStatus();
  }

 private:
  absl::Status CheckLeaf(const Entry& entry, const QuadNode& node) {
    if (node.first_poly != next_poly_ || next_poly_ + node.polys_count > tile_.quad_polys.size() ||
        node.first_cover != next_cover_ || next_cover_ + node.cover_count > tile_.cover.size()) {
      return Bad(entry.node, "lists out of order");
    }
    if (node.polys_count > kQuadSplitAbove && entry.depth < kQuadMaxDepth) {
      return Bad(entry.node,
                 absl::StrFormat("%d polygons in a leaf, limit %d", node.polys_count, kQuadSplitAbove));
    }
    for (uint32_t i = 0; i < node.polys_count; ++i) {
      const uint16_t poly = tile_.quad_polys[node.first_poly + i];
      const bool ascending = i == 0 || tile_.quad_polys[node.first_poly + i - 1] < poly;
      if (poly >= tile_.polys.size() || !ascending || !entry.square.Touches(tile_.boxes[poly])) {
        return Bad(entry.node, absl::StrFormat("polygon %d does not belong here", poly));
      }
    }
    for (uint32_t i = node.first_cover; i < node.first_cover + node.cover_count; ++i) {
      if (!CoverFits(entry.square, tile_.cover[i])) {
        return Bad(entry.node, absl::StrFormat("cover point %d does not belong here", i));
      }
    }
    next_poly_ += node.polys_count;
    next_cover_ += node.cover_count;
    return absl::OkStatus();
  }

  bool CoverFits(const QuadSquare& square, const CoverRecord& cover) const {
    if (cover.type >= kCoverPointTypes) return false;
    const platform::Vec3 at = tile_.Decode(cover.position);
    const FixedBox box = FixedBoxOf(at);
    return square.Touches(box);
  }

  const TileView& tile_;
  size_t nodes_ = 0;
  size_t next_poly_ = 0;
  size_t next_cover_ = 0;
};

// How many leaves below a node the box touches: with Walk's checks, equal sums mean complete lists. Walk has
// checked the depth. REQUIRES: the box touches the node's square, so that each child is settled by the
// dividing lines alone.
size_t LeavesTouched(const TileView& tile, uint32_t node, const QuadSquare& square, const FixedBox& box) {
  const uint32_t first_child = tile.quad_nodes[node].first_child;
  if (first_child == 0) return 1;
  const int32_t middle_x = square.x + square.size / 2;
  const int32_t middle_y = square.y + square.size / 2;
  const bool in_x[2] = {box.min[0] <= middle_x, box.max[0] >= middle_x};
  const bool in_y[2] = {box.min[1] <= middle_y, box.max[1] >= middle_y};
  size_t touched = 0;
  for (int quadrant = 0; quadrant < 4; ++quadrant) {
    if (!in_x[quadrant & 1] || !in_y[quadrant >> 1]) continue;
    touched +=
        LeavesTouched(tile, first_child + static_cast<uint32_t>(quadrant), square.Child(quadrant), box);
  }
  return touched;
}

}  // namespace

absl::Status ValidateQuadtree(const TileView& tile) {
  const QuadRoot& root = tile.quad_root;
  if (tile.quad_nodes.empty()) return absl::DataLossError("quadtree: no root");
  if (root.size <= 0 || root.size > (1 << 17) || root.size % (1 << kQuadMaxDepth) != 0 ||
      std::abs(root.min[0]) > (1 << 17) || std::abs(root.min[1]) > (1 << 17)) {
    return absl::DataLossError(
        absl::StrFormat("quadtree: root square at (%d, %d) of %d", root.min[0], root.min[1], root.size));
  }
  if (absl::Status status = Walk(tile).Run(); !status.ok()) return status;
  size_t expected = 0;
  const QuadSquare square{root.min[0], root.min[1], root.size};
  for (size_t i = 0; i < tile.boxes.size(); ++i) {
    const FixedBox& box = tile.boxes[i];
    for (int axis = 0; axis < 2; ++axis) {
      if (box.min[axis] < root.min[axis] || box.max[axis] > root.min[axis] + root.size) {
        return absl::DataLossError(absl::StrFormat("quadtree: polygon %d is outside the root square", i));
      }
    }
    expected += LeavesTouched(tile, 0, square, box);
  }
  if (expected != tile.quad_polys.size()) {
    return absl::DataLossError(
        absl::StrFormat("quadtree: %d list entries, %d expected", tile.quad_polys.size(), expected));
  }
  return absl::OkStatus();
}

}  // namespace footfall::nav
