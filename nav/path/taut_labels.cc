#include "nav/path/taut_labels.h"

#include <algorithm>
#include <limits>
#include <span>

#include "absl/base/attributes.h"
#include "nav/path/candidate_points.h"
#include "nav/path/landing.h"
#include "platform/check.h"

namespace footfall::nav {

using platform::Vec2;
using platform::Vec3;

namespace {

__m128 Load(const Vec3& v) { return _mm_load_ps(&v.x); }
void Store(__m128 v, Vec3& to) { _mm_store_ps(&to.x, v); }
template <int lane>
__m128 Broadcast(__m128 v) {
  return _mm_shuffle_ps(v, v, _MM_SHUFFLE(lane, lane, lane, lane));
}

float LengthOf(__m128 v) {
  const __m128 sq = v * v;
  return _mm_cvtss_f32(_mm_sqrt_ss(_mm_add_ss(_mm_add_ss(sq, Broadcast<1>(sq)), Broadcast<2>(sq))));
}

// Where the sights from an anchor to the ends of its piece leave both ends of an edge. Lanes: a of the left
// sight, b of the left sight, a of the right one, b of the right one; above 0: it lies left of the sight.
class Sights {
 public:
  Sights(__m128 anchor, __m128 left, __m128 right) : anchor_(_mm_unpacklo_ps(anchor, anchor)) {
    const __m128 sights = _mm_unpacklo_ps(left, right) - anchor_;  // left x, right x, left y, right y
    x_ = _mm_shuffle_ps(sights, sights, _MM_SHUFFLE(1, 1, 0, 0));
    y_ = _mm_shuffle_ps(sights, sights, _MM_SHUFFLE(3, 3, 2, 2));
  }
  __m128 Sides(__m128 a, __m128 b) const {
    const __m128 ends = _mm_unpacklo_ps(a, b) - anchor_;  // a x, b x, a y, b y
    return x_ * _mm_movehl_ps(ends, ends) - y_ * _mm_movelh_ps(ends, ends);
  }

 private:
  const __m128 anchor_;
  __m128 x_;
  __m128 y_;
};

constexpr int kA = 1;  // of the left sight: bits of a movemask over Sights
constexpr int kB = 2;
constexpr int kRightA = 4;  // of the right sight
constexpr int kRightB = 8;

float Metres(float penalty) { return penalty / kDistanceTravelledMultiplier; }

}  // namespace

TautLabels::TautLabels(const platform::Profile& profile)
    : labels_max_(static_cast<uint32_t>(profile.visited_polys_max) * kLabelsMax),
      open_(static_cast<uint32_t>(profile.heap_max)) {}

// Which end of its piece the way of a label to `point` turns at; null: none.
const Vec3* TautLabels::TurnTo(const Label& label, Vec3 point) {
  const Vec2 anchor = platform::Xy(label.anchor);
  const Vec2 way = platform::Xy(point) - anchor;
  if (platform::Cross(platform::Xy(label.left) - anchor, way) > 0) return &label.left;
  if (platform::Cross(platform::Xy(label.right) - anchor, way) < 0) return &label.right;
  return nullptr;
}

// The cost of a label's way to a point of its polygon.
float TautLabels::CostTo(const Label& label, Vec3 point) {
  const Vec3* const turn = TurnTo(label, point);
  if (turn == nullptr) return label.cost + platform::Distance(label.anchor, point);
  return label.cost + platform::Distance(label.anchor, *turn) + platform::Distance(*turn, point);
}

// Keeps a new label of a polygon, if no other one leads to where it enters for about as little, and gives up
// those that it makes useless. False when there is no room.
bool TautLabels::Keep(SearchNode& node, const Label& label) {
  const float limit = label.crossing_cost + kSavedMin;
  int count = node.labels_count;
  for (int k = 0; k < count; ++k) {
    if (CostTo(labels_[node.labels[k]], label.crossing) <= limit) return true;
  }
  for (int k = 0; k < count;) {
    Label& other = labels_[node.labels[k]];
    if (other.state == State::kOpen && CostTo(label, other.crossing) <= other.crossing_cost) {
      other.state = State::kGivenUp;
      node.labels[k] = node.labels[--count];
    } else {
      ++k;
    }
  }
  if (count == kLabelsMax) {
    int worst = 0;
    for (int k = 1; k < count; ++k) {
      if (labels_[node.labels[k]].total > labels_[node.labels[worst]].total) worst = k;
    }
    Label& other = labels_[node.labels[worst]];
    if (!(label.total < other.total)) return true;
    if (other.state == State::kOpen) other.state = State::kGivenUp;
    node.labels[worst] = node.labels[--count];
  }
  if (labels_.size() == labels_max_ || open_.full()) return false;
  node.labels[count++] = static_cast<uint32_t>(labels_.size());
  node.labels_count = static_cast<uint8_t>(count);
  open_.Push(label.total, static_cast<uint32_t>(labels_.size()));
  labels_.push_back(label);
  if (count == kLabelsMax) {
    node.total = 0;
    for (const uint32_t kept : node.labels) node.total = std::max(node.total, labels_[kept].total);
  }
  return true;
}

// A label with its way over `piece` from an anchor.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool TautLabels::FollowPiece(const Label& from, uint32_t index,
                                                                 const Exit& exit, __m128 anchor, float cost,
                                                                 const EdgeCrossing& crossing,
                                                                 const EdgeCrossing::Segment& piece) {
  const auto [point, lengths] = crossing.Over(piece);
  Label label;
  Store(anchor, label.anchor);
  Store(piece.a, label.left);
  Store(piece.b, label.right);
  Store(point, label.crossing);
  if (!problem_->extents.Contains(label.crossing)) return true;
  if (!exit.is_plain) {
    const float rise = label.crossing.z - from.crossing.z;
    if (!rules_->AllowsSurfaces(*exit.record, *exit.next_record, rise)) return true;
    cost += Metres(
        rules_->StepPenalty(*exit.record, *exit.next_record, AdjacencyType::kNormal, rise, exit.edge_space));
  }
  label.cost = cost;
  label.crossing_cost = cost + _mm_cvtss_f32(lengths);
  label.total = label.crossing_cost + _mm_cvtss_f32(Broadcast<1>(lengths));
  label.node = exit.to;
  label.parent = index;
  label.entry = exit.entry;
  label.entry_kind = EntryKind::kEdge;
  label.state = State::kOpen;
  return Keep(*exit.node, label);
}

// The labels beyond an edge of Normal adjacency; false when there is no room.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool TautLabels::FollowEdge(const Label& from, uint32_t index,
                                                                const Exit& exit,
                                                                const EdgeCrossing& crossing, uint32_t edge) {
  const EdgeCrossing::Segment whole = crossing.Load(edge);
  const __m128 anchor = Load(from.anchor);
  const __m128 left = Load(from.left);
  const __m128 right = Load(from.right);
  const __m128 goal = _mm_setr_ps(problem_->goal.x, problem_->goal.y, problem_->goal.z, 0);
  const PolyView poly = nodes_->Poly(from.node);
  const auto turn_left = [&](const EdgeCrossing::Segment& piece) {
    return FollowPiece(from, index, exit, left, from.cost + LengthOf(left - anchor),
                       EdgeCrossing(poly.tile(), left, goal), piece);
  };
  const auto turn_right = [&](const EdgeCrossing::Segment& piece) {
    return FollowPiece(from, index, exit, right, from.cost + LengthOf(right - anchor),
                       EdgeCrossing(poly.tile(), right, goal), piece);
  };
  const __m128 sides = Sights(anchor, left, right).Sides(whole.a, whole.b);
  const int is_left = _mm_movemask_ps(_mm_cmpgt_ps(sides, _mm_setzero_ps()));
  const int is_right = _mm_movemask_ps(_mm_cmplt_ps(sides, _mm_setzero_ps()));
  if ((is_right & kB) == 0 && (is_left & (kA | kB)) != 0) return turn_left(whole);
  if ((is_left & kRightA) == 0 && (is_right & (kRightA | kRightB)) != 0) return turn_right(whole);

  const __m128 along = whole.b - whole.a;
  EdgeCrossing::Segment seen = whole;
  if ((is_left & kA) != 0) {
    // The left sight crosses the edge.
    const __m128 cut = along * (Broadcast<0>(sides) / (Broadcast<0>(sides) - Broadcast<1>(sides)));
    seen.a = whole.a + cut;
    if (LengthOf(cut) > kPieceMin && !turn_left({whole.a, seen.a})) return false;
  }
  if ((is_right & kRightB) != 0) {
    const __m128 cut = along * (Broadcast<2>(sides) / (Broadcast<2>(sides) - Broadcast<3>(sides)));
    seen.b = whole.a + cut;
    if (LengthOf(whole.b - seen.b) > kPieceMin && !turn_right({seen.b, whole.b})) return false;
  }
  return FollowPiece(from, index, exit, anchor, from.cost, crossing, seen);
}

// A climb, drop or link: the way goes on from where it arrives.
bool TautLabels::FollowAction(const Label& from, uint32_t index, SearchNode& node, NodeId to, EntryKind kind,
                              uint16_t entry, Vec3 leave, Vec3 arrive, float penalty) {
  if (!problem_->extents.Contains(arrive)) return true;
  Label label;
  label.anchor = label.left = label.right = label.crossing = arrive;
  label.cost = label.crossing_cost =
      CostTo(from, leave) + platform::Distance(leave, arrive) + Metres(penalty);
  label.total = label.cost + platform::Distance(arrive, problem_->goal);
  label.node = to;
  label.parent = index;
  label.entry = entry;
  label.entry_kind = kind;
  label.state = State::kOpen;
  return Keep(node, label);
}

// False when there is no room for more labels or nodes.
bool TautLabels::Expand(uint32_t index) {
  const Label from = labels_[index];
  const NodeId came_from = from.parent == kNone ? NodeId() : labels_[from.parent].node;
  const PolyView poly = nodes_->Poly(from.node);
  const TileView& tile = poly.tile();
  const PolyRecord& record = poly.record();
  const uint32_t first_edge = record.first_edge;
  const std::span<const EdgeRecord> edges = tile.edges.subspan(first_edge, record.vertex_count);
  const uint32_t* const adjacent = tile.adjacent.data();
  const MeshIndex own = tile.index;
  const EdgeCrossing crossing(tile, from.anchor, problem_->goal);
  int n = -1;
  for (const EdgeRecord& edge : edges) {
    ++n;
    if (!edge.has_neighbour()) continue;
    const MeshIndex mesh = static_cast<MeshIndex>(adjacent[edge.lookup()]);
    const NodeId next =
        mesh == own ? NodeId(from.node.page(), edge.poly()) : nodes_->Find(PolyRef(mesh, edge.poly()));
    if (next == came_from) continue;
    if (!next.valid()) {
      if (nodes_->full()) return false;
      continue;
    }
    SearchNode* const node = nodes_->Visit(next);
    if (node == nullptr) return false;
    const AdjacencyType type = edge.type();
    // No way through this label is cheaper than its own total.
    if (node->labels_count == kLabelsMax && node->total <= from.total + Metres(rules_->TypePenalty(type))) {
      continue;
    }
    const uint32_t edge_flags = poly.EdgeFlags(n);
    if ((edge_flags & kEdgeAdjacencyDisabled) != 0 || !rules_->AllowsType(type, edge_flags)) continue;
    const PolyView next_poly = nodes_->Poly(next);
    if (next_poly.is_disabled()) continue;
    const PolyRecord& next_record = next_poly.record();
    if (type == AdjacencyType::kNormal) {
      const Exit exit{next,
                      node,
                      &record,
                      &next_record,
                      static_cast<uint16_t>(n),
                      rules_->IsPlainStep(record, next_record),
                      edge.edge_space()};
      if (!FollowEdge(from, index, exit, crossing, first_edge + static_cast<uint32_t>(n))) return false;
    } else {
      const Vec3 middle = EdgeMiddle(poly, n);
      const Vec3 landing = Landing(poly, n, next_poly);
      const float rise = landing.z - middle.z;
      if (!rules_->AllowsSurfaces(record, next_record, rise)) continue;
      const float penalty = rules_->StepPenalty(record, next_record, type, rise, edge.edge_space());
      if (!FollowAction(from, index, *node, next, EntryKind::kEdge, static_cast<uint16_t>(n), middle, landing,
                        penalty)) {
        return false;
      }
    }
    // Likely to be expanded soon.
    next_poly.PrefetchEdges();
  }
  return record.link_count() == 0 || FollowLinks(from, index);
}

// NAV-143.
bool TautLabels::FollowLinks(const Label& from, uint32_t index) {
  const PolyView poly = nodes_->Poly(from.node);
  const TileView& tile = poly.tile();
  for (uint32_t k = 0; k < poly.record().link_count(); ++k) {
    const LinkRecord& link = poly.Link(k);
    const LinkKind kind = static_cast<LinkKind>(link.kind);
    if (!rules_->AllowsLink(kind) || poly.IsLinkBlocked(k)) continue;
    PolyRef to;
    to.value = link.to;
    if (!view_->Contains(to)) continue;
    const NodeId next = nodes_->Find(to);
    if (!next.valid()) return false;
    const PolyView next_poly = nodes_->Poly(next);
    if (next_poly.is_disabled()) continue;
    if (!rules_->AllowsSurfaces(poly.record(), next_poly.record(), 0)) continue;
    SearchNode* const node = nodes_->Visit(next);
    if (node == nullptr) return false;
    const Vec3 start = tile.Decode(link.start);
    const Vec3 end = tile.Decode(link.end);
    if (!FollowAction(from, index, *node, next, EntryKind::kLink, static_cast<uint16_t>(k), start, end,
                      rules_->LinkPenalty(kind, start, end))) {
      return false;
    }
  }
  return true;
}

// The expanded label that the goal is nearest to; polygon ids break ties.
uint32_t TautLabels::Closest() const {
  uint32_t closest = 0;
  float least = std::numeric_limits<float>::max();
  for (uint32_t index = 0; index < labels_.size(); ++index) {
    const Label& label = labels_[index];
    if (label.state != State::kExpanded) continue;
    const float estimate = platform::Distance(label.crossing, problem_->goal);
    if (estimate > least) continue;
    if (estimate == least && !(nodes_->Ref(label.node) < nodes_->Ref(labels_[closest].node))) continue;
    closest = index;
    least = estimate;
  }
  return closest;
}

// Whether the label entered over an edge of Normal adjacency.
bool TautLabels::IsWalk(const Label& label) const {
  return label.entry_kind == EntryKind::kEdge &&
         nodes_->Poly(labels_[label.parent].node).Edge(label.entry).type() == AdjacencyType::kNormal;
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
  for (uint32_t at = index; at != kNone; at = labels_[at].parent) {
    Label& label = labels_[at];
    chain_.push_back(at);
    if (label.entry_kind == EntryKind::kStart) break;
    const Label& before = labels_[label.parent];
    if (!IsWalk(label)) {
      Vec3 arrive;
      ForcedPoints(nodes_->Poly(before.node), label.entry_kind == EntryKind::kEdge, label.entry,
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
    node.entry_kind = label.entry_kind;
    node.entry = label.entry;
    node.parent = last;
    node.point = label.crossing;
    node.estimate = platform::Distance(node.point, problem_->goal);
    AddStep(last, label.node);
    node.total = (node.travelled + node.estimate) * kDistanceTravelledMultiplier + node.penalties;
    last = label.node;
  }
  return last;
}

SearchOutcome TautLabels::Run(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                              SearchNodes& nodes, platform::CostMeter& meter) {
  view_ = &view;
  problem_ = &problem;
  rules_ = &rules;
  nodes_ = &nodes;
  nodes.Begin(view);
  open_.Clear();
  labels_.clear();
  SearchOutcome out;
  const NodeId start = nodes.Find(problem.start_poly);
  SearchNode* const first = start.valid() ? nodes.Visit(start) : nullptr;
  if (first == nullptr) {
    out.end = SearchEnd::kVisitedFull;
    return out;
  }
  Label label;
  label.anchor = label.left = label.right = label.crossing = problem.start;
  label.cost = label.crossing_cost = 0;
  label.total = platform::Distance(problem.start, problem.goal);
  label.node = start;
  label.parent = kNone;
  label.entry = 0;
  label.entry_kind = EntryKind::kStart;
  label.state = State::kOpen;
  if (!Keep(*first, label)) {
    out.end = SearchEnd::kHeapFull;
    return out;
  }
  out.end = SearchEnd::kExhausted;
  while (!open_.empty()) {
    const uint32_t index = open_.Pop();
    Label& next = labels_[index];
    if (next.state == State::kGivenUp) continue;
    out.at_goal = nodes.Ref(next.node) == problem.goal_poly;
    const bool is_within = problem.completion_radius > 0 &&
                           platform::Distance(next.crossing, problem.goal) <= problem.completion_radius;
    if (out.at_goal || is_within) {
      out.end = SearchEnd::kReached;
      out.last = out.closest = Write(index);
      return out;
    }
    if (problem.expansions_max != 0 && out.expanded == problem.expansions_max) {
      out.end = SearchEnd::kTooMany;
      break;
    }
    meter.Charge(1);
    if (meter.ShouldStop()) {
      out.end = SearchEnd::kStopped;
      return out;
    }
    ++out.expanded;
    next.state = State::kExpanded;
    if (!Expand(index)) {
      out.end = nodes.full() ? SearchEnd::kVisitedFull : SearchEnd::kHeapFull;
      break;
    }
  }
  out.closest = Write(Closest());
  return out;
}

}  // namespace footfall::nav
