#include <algorithm>
#include <limits>

#include "nav/path/candidate_points.h"
#include "nav/path/landing.h"
#include "nav/path/taut_labels.h"

namespace footfall::nav {

using platform::Vec3;

// How the search with taut ways writes what it found.

// The expanded label that the goal is nearest to; polygon ids break ties.
uint32_t TautLabels::Closest() const {
  uint32_t closest = 0;
  float least = std::numeric_limits<float>::max();
  for (uint32_t index = 0; index < used_; ++index) {
    if (origins_[index].state != State::kExpanded) continue;
    const Label& label = labels_[index];
    const float estimate = platform::Distance(label.crossing, problem_->goal);
    if (estimate > least) continue;
    if (estimate == least && !(nodes_->Ref(label.node) < nodes_->Ref(labels_[closest].node))) continue;
    closest = index;
    least = estimate;
  }
  return closest;
}

// Whether the label entered over an edge of Normal adjacency.
bool TautLabels::IsWalk(uint32_t index) const {
  const Origin& origin = origins_[index];
  return origin.entry_kind == EntryKind::kEdge &&
         nodes_->Poly(labels_[origin.parent].node).Edge(origin.entry).type() == AdjacencyType::kNormal;
}

// The length and the penalties of a way up to node `to`, by those up to the node before it.
void TautLabels::AddStep(NodeId before, NodeId to) {
  SearchNode& entered = nodes_->At(to);
  entered.travelled = entered.penalties = 0;
  if (entered.entry_kind == EntryKind::kStart) return;
  const SearchNode& left = nodes_->At(before);
  const PolyView from = nodes_->Poly(before);
  const PolyView next = nodes_->Poly(to);
  const bool over_edge = entered.entry_kind == EntryKind::kEdge;
  const int entry = entered.entry;
  const AdjacencyType type = over_edge ? from.Edge(entry).type() : AdjacencyType::kNormal;
  Vec3 leave = left.point;
  Vec3 arrive = entered.point;
  if (!over_edge || type != AdjacencyType::kNormal)
    ForcedPoints(from, over_edge, entry, next, &leave, &arrive);
  entered.travelled =
      left.travelled + platform::Distance(left.point, leave) + platform::Distance(leave, entered.point);
  entered.penalties = left.penalties;
  if (!over_edge) {
    entered.penalties +=
        rules_->LinkPenalty(static_cast<LinkKind>(from.Link(entered.entry).kind), leave, arrive);
  } else if (type != AdjacencyType::kNormal || !rules_->IsPlainStep(from.record(), next.record())) {
    entered.penalties += rules_->StepPenalty(from.record(), next.record(), type, entered.point.z - leave.z,
                                             from.Edge(entry).edge_space());
  }
}

// Writes the way of a label into the nodes; returns the last one.
NodeId TautLabels::Write(uint32_t index) {
  // Where the taut way crosses, from its end backwards.
  chain_.clear();
  Vec3 target = problem_->goal;
  for (uint32_t at = index; at != kNone; at = origins_[at].parent) {
    Label& label = labels_[at];
    const Origin& origin = origins_[at];
    chain_.push_back(at);
    if (origin.entry_kind == EntryKind::kStart) break;
    const Label& before = labels_[origin.parent];
    if (!IsWalk(at)) {
      Vec3 arrive;
      ForcedPoints(nodes_->Poly(before.node), origin.entry_kind == EntryKind::kEdge, origin.entry,
                   nodes_->Poly(label.node), &target, &arrive);
      continue;
    }
    label.crossing = CrossingPoint(label.left, label.right, label.anchor, target);
    if (label.anchor != before.anchor) target = label.anchor;
  }
  std::reverse(chain_.begin(), chain_.end());
  NodeId last;
  for (const uint32_t at : chain_) {
    const Label& label = labels_[at];
    SearchNode& node = nodes_->At(label.node);
    // A way back to where it was is cut short.
    while (node.entry_kind != EntryKind::kNone && last != label.node) {
      SearchNode& cut = nodes_->At(last);
      cut.entry_kind = EntryKind::kNone;
      last = cut.parent;
    }
    if (last == label.node) continue;
    node.entry_kind = origins_[at].entry_kind;
    node.entry = origins_[at].entry;
    node.parent = last;
    node.point = label.crossing;
    node.estimate = platform::Distance(node.point, problem_->goal);
    AddStep(last, label.node);
    node.total = (node.travelled + node.estimate) * kDistanceTravelledMultiplier + node.penalties;
    last = label.node;
  }
  return last;
}

}  // namespace footfall::nav
