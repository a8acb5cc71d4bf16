#include "nav/path/away_search.h"

#include <algorithm>

#include "platform/check.h"
#include "platform/profile_memory.h"

namespace footfall::nav {

using platform::Vec3;

namespace {

// Where on an edge its points lie.
float ShareOf(int point) {
  constexpr float kFirst = 0.01F;
  return kFirst + (1 - 2 * kFirst) * static_cast<float>(point) / (AwaySearch::kPointsPerEdge - 1);
}

}  // namespace

bool AwaySearch::Push(const Label& label, float estimate) {
  if (labels_.size() == labels_max_) return false;
  const auto index = static_cast<uint32_t>(labels_.size());
  labels_.push_back(label);
  if (label.place != kNone) best_[label.place] = index;
  heap_.Push((label.travelled + estimate) * kDistanceTravelledMultiplier + label.penalties, index);
  return true;
}

uint32_t AwaySearch::PlacesOf(NodeId id, int edges) {
  SearchNode& node = nodes_->At(id);
  if (node.labels == SearchNode::kNoLabels) {
    node.labels = static_cast<uint32_t>(best_.size());
    best_.resize(best_.size() + static_cast<size_t>(edges) * kPointsPerEdge, kNone);
  }
  return node.labels;
}

// False when the tables are full.
bool AwaySearch::Expand(const NavView& view, uint32_t index) {
  const Label from = labels_[index];
  const SearchShape& shape = *problem_->shape;
  const PolyView poly = nodes_->Poly(from.node);
  const PolyRecord& record = poly.record();
  const uint32_t places = PlacesOf(from.node, poly.vertex_count());
  for (int n = 0; n < poly.vertex_count(); ++n) {
    const PolyRef beyond = poly.Neighbour(n);
    const EdgeRecord& edge = poly.Edge(n);
    if (!beyond.valid() || edge.type() != AdjacencyType::kNormal || !view.Contains(beyond)) continue;
    const uint32_t edge_flags = poly.EdgeFlags(n);
    if ((edge_flags & kEdgeAdjacencyDisabled) != 0 || !rules_->AllowsType(edge.type(), edge_flags)) continue;
    const NodeId next = nodes_->Find(beyond);
    if (!next.valid() || nodes_->Visit(next) == nullptr) return false;
    const PolyView next_poly = nodes_->Poly(next);
    if (next_poly.is_disabled() || !rules_->AllowsSlope(next_poly) || !rules_->AllowsEntry(poly, next_poly)) {
      continue;
    }
    const PolyRecord& next_record = next_poly.record();
    const bool is_plain = rules_->IsPlainStep(record, next_record);
    const float factor = rules_->LengthFactor(weighs_left_ ? record : next_record);
    for (int k = 0; k < kPointsPerEdge; ++k) {
      const Vec3 point = platform::Lerp(poly.Vertex(n), poly.EdgeEnd(n), ShareOf(k));
      if (!shape.AllowsStep(from.point, point) || !problem_->extents.Contains(point)) continue;
      const float rise = point.z - from.point.z;
      if (!is_plain && !rules_->AllowsSurfaces(record, next_record, rise)) continue;
      const float length = platform::Distance(from.point, point);
      const ShapedCost cost = shape.CostOf(record, next_record, from.point, point, length, problem_->goal);
      Label label{point,
                  next,
                  from.travelled + length * factor,
                  from.penalties + cost.penalty,
                  index,
                  places + static_cast<uint32_t>(n * kPointsPerEdge + k),
                  static_cast<uint16_t>(n)};
      if (!is_plain) {
        label.penalties += rules_->StepPenalty(record, next_record, edge.type(), rise, edge.edge_space());
      }
      if (const uint32_t known = best_[label.place]; known != kNone) {
        const auto cost_of = [](const Label& at) {
          return at.travelled * kDistanceTravelledMultiplier + at.penalties;
        };
        if (!(cost_of(label) < cost_of(labels_[known]))) continue;
      }
      if (!Push(label, cost.estimate)) return false;
    }
  }
  return true;
}

SearchOutcome AwaySearch::Run(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                              bool weighs_left, SearchNodes& nodes, platform::CostMeter& meter) {
  // A label, its places in the heap and in the way written; 64 bytes are of the other open lists.
  static_assert(kLabelsShare * (sizeof(Label) + sizeof(uint64_t) + sizeof(uint32_t)) + 64 <=
                platform::kHeapEntryBytes);
  static_assert(kMaxPolyVerts * kPointsPerEdge * sizeof(uint32_t) + 512 <= platform::kVisitedPolyBytes);
  FOOTFALL_DCHECK(problem.shape != nullptr);
  SearchOutcome out;
  problem_ = &problem;
  rules_ = &rules;
  nodes_ = &nodes;
  weighs_left_ = weighs_left;
  nodes.Begin(view);
  heap_.Clear();
  labels_.clear();
  best_.clear();
  last_ = kNone;
  const NodeId start = nodes.Find(problem.start_poly);
  out.end = SearchEnd::kVisitedFull;
  if (!start.valid() || nodes.Visit(start) == nullptr) return out;
  const SearchShape& shape = *problem.shape;
  Push({problem.start, start, 0, 0, kNone, kNone, 0}, shape.Estimate(problem.start, problem.goal));
  while (!heap_.empty()) {
    const uint32_t index = heap_.Pop();
    const Label& label = labels_[index];
    // A cheaper way to the same point came later.
    if (label.place != kNone && best_[label.place] != index) continue;
    if (shape.EndsAt(nodes.Poly(label.node).record(), label.point, label.travelled)) {
      Write(index);
      last_ = index;
      out.end = SearchEnd::kReached;
      out.last = label.node;
      return out;
    }
    if (problem.expansions_max != 0 && out.expanded == problem.expansions_max) {
      out.end = SearchEnd::kTooMany;
      return out;
    }
    meter.Charge(1);
    if (meter.ShouldStop()) {
      out.end = SearchEnd::kStopped;
      return out;
    }
    ++out.expanded;
    if (!Expand(view, index)) {
      out.end = nodes.full() ? SearchEnd::kVisitedFull : SearchEnd::kHeapFull;
      return out;
    }
  }
  out.end = SearchEnd::kExhausted;
  return out;
}

// The way into the nodes, each polygon as it was entered last: a ring between is left out, which only what is
// explained of the way's costs can tell.
void AwaySearch::Write(uint32_t index) {
  chain_.clear();
  for (uint32_t at = index; at != kNone; at = labels_[at].parent) chain_.push_back(at);
  NodeId last;
  for (size_t i = chain_.size(); i-- > 0;) {
    const Label& label = labels_[chain_[i]];
    SearchNode& node = nodes_->At(label.node);
    while (node.entry_kind != EntryKind::kNone && last != label.node) {
      SearchNode& cut = nodes_->At(last);
      cut.entry_kind = EntryKind::kNone;
      last = cut.parent;
    }
    if (last == label.node) {
      node.point = label.point;
    } else {
      node.entry_kind = label.parent == kNone ? EntryKind::kStart : EntryKind::kEdge;
      node.entry = label.entry;
      node.parent = last;
      node.point = label.point;
      last = label.node;
    }
    node.travelled = label.travelled;
    node.penalties = label.penalties;
    node.estimate = problem_->shape->Estimate(label.point, problem_->goal);
    node.total = (label.travelled + node.estimate) * kDistanceTravelledMultiplier + label.penalties;
  }
}

bool AwaySearch::Recover(uint32_t polys_max, std::vector<CorridorStep>& out) const {
  out.clear();
  for (uint32_t at = last_; at != kNone; at = labels_[at].parent) {
    if (out.size() == polys_max) {
      out.clear();
      return false;
    }
    const Label& label = labels_[at];
    const EntryKind kind = label.parent == kNone ? EntryKind::kStart : EntryKind::kEdge;
    out.push_back({nodes_->Ref(label.node), kind, false, label.entry, {}, label.node, label.point});
  }
  std::reverse(out.begin(), out.end());
  return true;
}

}  // namespace footfall::nav
