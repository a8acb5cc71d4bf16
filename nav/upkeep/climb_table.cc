#include "nav/upkeep/climb_table.h"

#include <algorithm>

#include "nav/mesh/quadtree.h"
#include "nav/query/nearest_on_poly.h"
#include "nav/upkeep/area.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

bool IsClimb(const EdgeRecord& edge) {
  return edge.has_neighbour() &&
         (edge.type() == AdjacencyType::kClimbLow || edge.type() == AdjacencyType::kClimbHigh);
}

// The point of the segment that is nearest in space.
Vec3 NearestOnSegment(Vec3 a, Vec3 b, Vec3 p) {
  const Vec3 along = b - a;
  const float length_sq = LengthSq(along);
  const float t = length_sq > 0 ? std::clamp(Dot(p - a, along) / length_sq, 0.0F, 1.0F) : 0.0F;
  return Lerp(a, b, t);
}

float DistanceSqToEdge(const TileView& tile, uint32_t edge, Vec3 point) {
  return LengthSq(NearestOnSegment(tile.EdgeA(edge), tile.EdgeB(edge), point) - point);
}

constexpr float kMatchSq = kClimbMatchDistance * kClimbMatchDistance;

bool IsThere(const TileView& tile, const DisabledClimb& climb) {
  return climb.edge < tile.edges.size() && IsClimb(tile.edges[climb.edge]) &&
         DistanceSqToEdge(tile, climb.edge, climb.position) <= kMatchSq;
}

}  // namespace

std::optional<DisabledClimb> NearestClimb(const NavView& view, Vec3 point) {
  std::optional<DisabledClimb> best;
  float best_sq = kMatchSq;
  const FixedBox range = RangeAround(Xy(point), kClimbMatchDistance);
  for (const MeshIndex index : view.resident()) {
    const TileView& tile = *view.slot(index).tile;
    ForEachPolyTouching(tile, range, [&](PolyIndex poly) {
      const PolyRecord& record = tile.polys[poly];
      for (uint32_t edge = record.first_edge; edge < record.first_edge + uint32_t{record.vertex_count};
           ++edge) {
        if (!IsClimb(tile.edges[edge])) continue;
        const float distance_sq = DistanceSqToEdge(tile, edge, point);
        if (!(distance_sq <= best_sq)) continue;
        // Polygons of a tile come in no order of their own.
        const bool is_tie = best.has_value() && distance_sq == best_sq;
        if (is_tie && (best->tile != index || best->edge < edge)) continue;
        best = DisabledClimb{index, edge, point};
        best_sq = distance_sq;
      }
    });
  }
  return best;
}

bool ClimbTable::Ask(Vec3 position, int waiting_max) {
  if (waiting_.size() >= static_cast<size_t>(waiting_max)) {
    ++counts_.full;
    return false;
  }
  waiting_.push_back(position);
  counts_.Saw(waiting_.size());
  return true;
}

void ClimbTable::Process(const NavView& view, std::vector<MeshIndex>& changed) {
  const auto comes_before = [](const DisabledClimb& a, const DisabledClimb& b) {
    return a.tile != b.tile ? a.tile < b.tile : a.edge < b.edge;
  };
  for (const Vec3& position : waiting_) {
    const std::optional<DisabledClimb> climb = NearestClimb(view, position);
    if (!climb.has_value()) {
      ++unmatched_;
      continue;
    }
    const auto at = std::lower_bound(disabled_.begin(), disabled_.end(), *climb, comes_before);
    if (at != disabled_.end() && !comes_before(*climb, *at)) continue;  // disabled already
    disabled_.insert(at, *climb);
    changed.push_back(climb->tile);
  }
  waiting_.clear();
}

void ClimbTable::ForgetGone(const NavView& view, std::span<const MeshIndex> changed) {
  const auto is_gone = [&](const DisabledClimb& climb) {
    if (!std::binary_search(changed.begin(), changed.end(), climb.tile)) return false;
    const NavView::Slot& slot = view.slot(climb.tile);
    return slot.tile == nullptr || !IsThere(*slot.tile, climb);
  };
  disabled_.erase(std::remove_if(disabled_.begin(), disabled_.end(), is_gone), disabled_.end());
}

void ClimbTable::Apply(const TileView& tile, TileOverlay& overlay) const {
  for (const DisabledClimb& climb : disabled_) {
    if (climb.tile == tile.index && IsThere(tile, climb)) overlay.SetEdgeDisabled(climb.edge, true);
  }
}

}  // namespace footfall::nav
