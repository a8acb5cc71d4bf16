#include "nav/path/taut_labels.h"

#include <algorithm>
#include <array>
#include <limits>

#include "absl/base/attributes.h"

namespace footfall::nav {

using platform::Vec3;

namespace {

__m128 Load(const Vec3& v) { return _mm_load_ps(&v.x); }
void Store(__m128 v, Vec3& to) { _mm_store_ps(&to.x, v); }
template <int lane>
__m128 Broadcast(__m128 v) {
  return _mm_shuffle_ps(v, v, _MM_SHUFFLE(lane, lane, lane, lane));
}

float LengthSqOf(__m128 v) {
  const __m128 sq = v * v;
  return _mm_cvtss_f32(_mm_add_ss(_mm_add_ss(sq, Broadcast<1>(sq)), Broadcast<2>(sq)));
}

constexpr int kA = 1;  // of the left sight: bits of a movemask over Sights
constexpr int kB = 2;
constexpr int kRightA = 4;  // of the right sight
constexpr int kRightB = 8;

// Where an edge lies to both sights, by what lies left of them and, times 16, what lies right: a table, for
// the branches that it takes could not be foretold.
constexpr int kAllLeft = 1;
constexpr int kAllRight = 2;
constexpr int kCutLeft = 4;  // the left sight crosses it
constexpr int kCutRight = 8;
constexpr std::array<uint8_t, 256> MakeWhereabouts() {
  std::array<uint8_t, 256> table{};
  for (int i = 0; i < 256; ++i) {
    const int is_left = i & 15;
    const int is_right = i >> 4;
    int where = 0;
    if ((is_right & kB) == 0 && (is_left & (kA | kB)) != 0) {
      where = kAllLeft;
    } else if ((is_left & kRightA) == 0 && (is_right & (kRightA | kRightB)) != 0) {
      where = kAllRight;
    } else {
      if ((is_left & kA) != 0) where |= kCutLeft;
      if ((is_right & kRightB) != 0) where |= kCutRight;
    }
    table[static_cast<size_t>(i)] = static_cast<uint8_t>(where);
  }
  return table;
}
constexpr std::array<uint8_t, 256> kWhereabouts = MakeWhereabouts();

}  // namespace

TautLabels::TautLabels(const platform::Profile& profile)
    : labels_max_(static_cast<uint32_t>(profile.visited_polys_max) * kLabelsMean),
      labels_(kLabelsMin),
      origins_(kLabelsMin),
      kept_(kLabelsMin),
      open_(static_cast<uint32_t>(profile.heap_max)) {}

// Which end of its piece the way of a label to `point` turns at; null: none.
const Vec3* TautLabels::TurnTo(const Label& label, Vec3 point) {
  const float x = point.x - label.anchor.x;
  const float y = point.y - label.anchor.y;
  if ((label.left.x - label.anchor.x) * y > (label.left.y - label.anchor.y) * x) return &label.left;
  if ((label.right.x - label.anchor.x) * y < (label.right.y - label.anchor.y) * x) return &label.right;
  return nullptr;
}

// The cost of a label's way to a point of its polygon.
float TautLabels::CostTo(const Label& label, Vec3 point) {
  const Vec3* const turn = TurnTo(label, point);
  if (turn == nullptr) return label.cost + platform::Distance(label.anchor, point);
  return label.cost + platform::Distance(label.anchor, *turn) + platform::Distance(*turn, point);
}

// Whether the cost of a label's way to a point of its polygon is at most `limit`: CostTo, without branches,
// which nobody could foretell. Where the way does not turn it ends at the point, and the rest of it is 0.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool TautLabels::Reaches(const Label& label, __m128 point, float limit) {
  const __m128 anchor = Load(label.anchor);
  const __m128 left = Load(label.left);
  const __m128 right = Load(label.right);
  const __m128 way = point - anchor;
  // Left x, right x, left y, right y.
  const __m128 sights = _mm_unpacklo_ps(left, right) - _mm_unpacklo_ps(anchor, anchor);
  const __m128 products = sights * _mm_shuffle_ps(way, way, _MM_SHUFFLE(0, 0, 1, 1));
  const __m128 sides = products - _mm_movehl_ps(products, products);
  const __m128 is_left = _mm_cmpgt_ps(Broadcast<0>(sides), _mm_setzero_ps());
  const __m128 is_right = _mm_andnot_ps(is_left, _mm_cmplt_ps(Broadcast<1>(sides), _mm_setzero_ps()));
  const __m128 turn = _mm_or_ps(_mm_or_ps(_mm_and_ps(is_left, left), _mm_and_ps(is_right, right)),
                                _mm_andnot_ps(_mm_or_ps(is_left, is_right), point));
  const __m128 lengths = EdgeCrossing::Lengths(turn - anchor, point - turn);
  return label.cost + _mm_cvtss_f32(lengths) + _mm_cvtss_f32(Broadcast<1>(lengths)) <= limit;
}

// The labels of a node, none at first.
inline TautLabels::Kept& TautLabels::KeptOf(SearchNode& node) {
  if (node.labels == SearchNode::kNoLabels) {
    if (kept_used_ == kept_.size()) kept_.resize(kept_.size() * 2);
    node.labels = kept_used_++;
    Kept& kept = kept_[node.labels];
    kept.least = std::numeric_limits<float>::infinity();
    kept.most = 0;
    kept.count = 0;
  }
  return kept_[node.labels];
}

// Whether one of the labels leads to the point for at most `limit`.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool TautLabels::IsReached(const Label* labels, const Kept& kept,
                                                               __m128 point, float limit) {
  for (uint32_t k = 0; k < kept.count; ++k) {
    if (Reaches(labels[kept.labels[k]], point, limit)) return true;
  }
  return false;
}

// Keeps the label that was made and gives up those of its polygon that it makes useless. False when there is
// no room. REQUIRES: IsReached says that no other one leads to where it enters for about as little.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool TautLabels::Keep(Label* labels, Kept& kept) {
  const Label& label = labels[used_];
  Origin* const origins = origins_.data();
  uint32_t count = kept.count;
  for (uint32_t k = 0; k < count;) {
    const uint32_t at = kept.labels[k];
    const Label& other = labels[at];
    if (origins[at].state == State::kOpen &&
        Reaches(label, Load(other.crossing), other.crossing_cost + kSame)) {
      origins[at].state = State::kGivenUp;
      kept.labels[k] = kept.labels[--count];
    } else {
      ++k;
    }
  }
  if (count == kLabelsMax) {
    uint32_t worst = 0;
    for (uint32_t k = 1; k < count; ++k) {
      if (labels[kept.labels[k]].total > labels[kept.labels[worst]].total) worst = k;
    }
    const uint32_t at = kept.labels[worst];
    if (!(label.total < labels[at].total)) return true;
    if (origins[at].state == State::kOpen) origins[at].state = State::kGivenUp;
    kept.labels[worst] = kept.labels[--count];
  }
  if (used_ == labels_max_ || open_.full()) return false;
  if (count != kept.count) {
    kept.least = kept.most = label.total;
    for (uint32_t k = 0; k < count; ++k) {
      kept.least = std::min(kept.least, labels[kept.labels[k]].total);
      kept.most = std::max(kept.most, labels[kept.labels[k]].total);
    }
  } else {
    kept.least = std::min(kept.least, label.total);
    kept.most = std::max(kept.most, label.total);
  }
  kept.labels[count] = used_;
  kept.count = count + 1;
  open_.Push(Guess(label.total, label.total - label.crossing_cost), used_);
  ++used_;
  return true;
}

bool TautLabels::KeepMade(SearchNode& node) {
  const Label& label = labels_[used_];
  Kept& kept = KeptOf(node);
  return IsReached(labels_.data(), kept, Load(label.crossing), label.crossing_cost + kSavedMin) ||
         Keep(labels_.data(), kept);
}

inline TautLabels::Ways::Ways(const Label& label)
    : anchor(Load(label.anchor)),
      left(Load(label.left)),
      right(Load(label.right)),
      sights(anchor, left, right),
      cost(label.cost),
      left_cost(cost + platform::Distance(label.anchor, label.left)),
      right_cost(cost + platform::Distance(label.anchor, label.right)) {}

// The pieces of an edge that the ways of a label lead over, each with the anchor from which it is seen.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline int TautLabels::Divide(const Ways& ways,
                                                           const EdgeCrossing::Segment& whole, bool is_known,
                                                           Piece (&pieces)[3]) {
  const __m128 sides = ways.sights.Sides(whole.a, whole.b);
  const int is_left = _mm_movemask_ps(_mm_cmpgt_ps(sides, _mm_setzero_ps()));
  const int is_right = _mm_movemask_ps(_mm_cmplt_ps(sides, _mm_setzero_ps()));
  const int where = kWhereabouts[static_cast<size_t>(is_left | is_right << 4)];
  if ((where & (kAllLeft | kAllRight)) != 0) {
    // A way that is known already leads straighter to the goal.
    if (is_known) return 0;
    const bool all_left = (where & kAllLeft) != 0;
    pieces[0] = {all_left ? ways.left : ways.right, whole, all_left ? ways.left_cost : ways.right_cost};
    return 1;
  }
  int count = 1;
  pieces[0] = {ways.anchor, whole, ways.cost};
  if (where == 0) return 1;
  const __m128 along = whole.b - whole.a;
  if ((where & kCutLeft) != 0) {
    // The left sight crosses the edge.
    const __m128 cut = along * (Broadcast<0>(sides) / (Broadcast<0>(sides) - Broadcast<1>(sides)));
    pieces[0].seen.a = whole.a + cut;
    if (LengthSqOf(cut) > kPieceMin * kPieceMin) {
      pieces[count++] = {ways.left, {whole.a, pieces[0].seen.a}, ways.left_cost};
    }
  }
  if ((where & kCutRight) != 0) {
    const __m128 cut = along * (Broadcast<2>(sides) / (Broadcast<2>(sides) - Broadcast<3>(sides)));
    pieces[0].seen.b = whole.a + cut;
    if (LengthSqOf(along - cut) > kPieceMin * kPieceMin) {
      pieces[count++] = {ways.right, {pieces[0].seen.b, whole.b}, ways.right_cost};
    }
  }
  return count;
}

// The label beyond a piece of an edge. False when there is no room.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool TautLabels::FollowPiece(Label* labels, uint32_t index,
                                                                 const Exit& exit, const Piece& piece) {
  const auto [point, lengths] = EdgeCrossing::Cross(piece.anchor, goal_, piece.seen);
  if (_mm_movemask_ps(_mm_or_ps(_mm_cmplt_ps(point, extents_min_), _mm_cmpgt_ps(point, extents_max_))) != 0)
    return true;
  float cost = piece.cost;
  if (!exit.is_plain) {
    const float rise = _mm_cvtss_f32(Broadcast<2>(point)) - exit.rise_from;
    if (!rules_->AllowsSurfaces(*exit.record, *exit.next_record, rise)) return true;
    cost += Metres(
        rules_->StepPenalty(*exit.record, *exit.next_record, AdjacencyType::kNormal, rise, exit.edge_space));
  }
  const float crossing_cost = cost + _mm_cvtss_f32(lengths);
  if (IsReached(labels, *exit.kept, point, crossing_cost + kSavedMin)) return true;
  Label& label = labels[used_];
  Store(piece.anchor, label.anchor);
  Store(piece.seen.a, label.left);
  Store(piece.seen.b, label.right);
  Store(point, label.crossing);
  label.cost = cost;
  label.crossing_cost = crossing_cost;
  label.total = crossing_cost + _mm_cvtss_f32(Broadcast<1>(lengths));
  label.node = exit.to;
  SetOrigin(index, exit.entry, EntryKind::kEdge, State::kOpen);
  return Keep(labels, *exit.kept);
}

// False when there is no room for more labels or nodes.
bool TautLabels::Expand(uint32_t index) {
  Reserve();
  Label* const labels = labels_.data();
  const Label& from = labels[index];
  const uint32_t parent = origins_[index].parent;
  const NodeId came_from = parent == kNone ? NodeId() : labels[parent].node;
  const NodeId id = from.node;
  const float from_total = from.total;
  const float from_rest = from_total - from.crossing_cost;
  const float from_z = from.crossing.z;
  const PolyView poly = nodes_->Poly(id);
  const TileView& tile = poly.tile();
  const PolyRecord& record = poly.record();
  const uint32_t first_edge = record.first_edge;
  const EdgeRecord* const edges = tile.edges.data() + first_edge;
  const uint32_t* const adjacent = tile.adjacent.data();
  const MeshIndex own = tile.index;
  // Of the tile's first polygon: most neighbours are of the same tile.
  SearchNode* own_nodes = &nodes_->At(NodeId(id.page(), 0));

  // The edges that lead on, found without branches, which nobody could foretell. What is known of the
  // polygons beyond them is fetched meanwhile, as if they were all of the same tile.
  uint8_t exits[kEdgesMax];
  uint32_t exits_count = 0;
  const uintptr_t first_node = reinterpret_cast<uintptr_t>(own_nodes);
  const uintptr_t first_record = reinterpret_cast<uintptr_t>(tile.polys.data());
  for (uint32_t n = 0; n < record.vertex_count; ++n) {
    __builtin_prefetch(reinterpret_cast<const void*>(first_node + edges[n].poly() * sizeof(SearchNode)));
    __builtin_prefetch(reinterpret_cast<const void*>(first_record + edges[n].poly() * sizeof(PolyRecord)));
    exits[exits_count] = static_cast<uint8_t>(n);
    exits_count += static_cast<uint32_t>(edges[n].has_neighbour());
  }

  const EdgeCrossing crossing(tile, from.anchor, problem_->goal);
  const Ways ways(from);
  for (uint32_t k = 0; k < exits_count; ++k) {
    const int n = exits[k];
    const EdgeRecord& edge = edges[n];
    const MeshIndex mesh = static_cast<MeshIndex>(adjacent[edge.lookup()]);
    NodeId next;
    SearchNode* node;
    if (mesh == own) {
      next = NodeId(id.page(), edge.poly());
      node = own_nodes + edge.poly();
    } else {
      next = nodes_->Find(PolyRef(mesh, edge.poly()));
      if (!next.valid()) {
        if (nodes_->full()) return false;
        continue;
      }
      node = &nodes_->At(next);
      own_nodes = &nodes_->At(NodeId(id.page(), 0));
    }
    if (next == came_from) continue;
    if (nodes_->Visit(*node) == nullptr) return false;
    const AdjacencyType type = edge.type();
    // No way through this label is cheaper than its own total.
    const float least_total = from_total + type_costs_[static_cast<int>(type)];
    Kept& kept = KeptOf(*node);
    // Whether a way into it is kept that is shorter than any over this label.
    const bool is_known = kept.least <= least_total;
    if (kept.count == kLabelsMax && kept.most <= least_total) continue;
    if (type != AdjacencyType::kNormal) {
      const uint32_t edge_flags = poly.EdgeFlags(n);
      if (is_known || (edge_flags & kEdgeAdjacencyDisabled) != 0 || !rules_->AllowsType(type, edge_flags))
        continue;
      if (!PutOff(index, next, static_cast<uint16_t>(n), least_total, from_rest)) return false;
      continue;
    }
    Piece pieces[3];
    const int count = Divide(ways, crossing.Load(first_edge + static_cast<uint32_t>(n)), is_known, pieces);
    if (count == 0 || (poly.EdgeFlags(n) & kEdgeAdjacencyDisabled) != 0) continue;
    const PolyView next_poly = nodes_->Poly(next);
    if (next_poly.is_disabled()) continue;
    const PolyRecord& next_record = next_poly.record();
    const Exit exit{next,
                    &kept,
                    &record,
                    &next_record,
                    static_cast<uint16_t>(n),
                    rules_->IsPlainStep(record, next_record),
                    edge.edge_space(),
                    from_z};
    for (int piece = 0; piece < count; ++piece) {
      if (!FollowPiece(labels, index, exit, pieces[piece])) return false;
    }
    // Likely to be expanded soon.
    next_poly.PrefetchEdges();
  }
  return record.link_count() == 0 || FollowLinks(index);
}

SearchOutcome TautLabels::Run(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                              SearchNodes& nodes, platform::CostMeter& meter) {
  view_ = &view;
  problem_ = &problem;
  rules_ = &rules;
  nodes_ = &nodes;
  for (const AdjacencyType type : {AdjacencyType::kNormal, AdjacencyType::kClimbLow,
                                   AdjacencyType::kClimbHigh, AdjacencyType::kDropDown}) {
    type_costs_[static_cast<int>(type)] = Metres(rules.TypePenalty(type));
  }
  goal_ = _mm_setr_ps(problem.goal.x, problem.goal.y, problem.goal.z, 0);
  constexpr float kAny = std::numeric_limits<float>::infinity();
  extents_min_ = _mm_setr_ps(problem.extents.min.x, problem.extents.min.y, -kAny, -kAny);
  extents_max_ = _mm_setr_ps(problem.extents.max.x, problem.extents.max.y, kAny, kAny);
  nodes.Begin(view);
  open_.Begin(platform::Distance(problem.start, problem.goal));
  used_ = kept_used_ = 0;
  SearchOutcome out;
  const NodeId start = nodes.Find(problem.start_poly);
  SearchNode* const first = start.valid() ? nodes.Visit(start) : nullptr;
  if (first == nullptr) {
    out.end = SearchEnd::kVisitedFull;
    return out;
  }
  Label& label = labels_[used_];
  label.anchor = label.left = label.right = label.crossing = problem.start;
  label.cost = label.crossing_cost = 0;
  label.total = platform::Distance(problem.start, problem.goal);
  label.node = start;
  SetOrigin(kNone, 0, EntryKind::kStart, State::kOpen);
  if (!KeepMade(*first)) {
    out.end = SearchEnd::kHeapFull;
    return out;
  }
  out.end = SearchEnd::kExhausted;
  while (!open_.empty()) {
    const uint32_t index = open_.Pop();
    const State state = origins_[index].state;
    if (state == State::kGivenUp) continue;
    if (state == State::kPutOff) {
      if (FollowPutOff(index)) continue;
      out.end = SearchEnd::kHeapFull;
      break;
    }
    const Label& next = labels_[index];
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
    origins_[index].state = State::kExpanded;
    if (!Expand(index)) {
      out.end = nodes.full() ? SearchEnd::kVisitedFull : SearchEnd::kHeapFull;
      break;
    }
  }
  out.closest = Write(Closest());
  return out;
}

}  // namespace footfall::nav
