#include "nav/path/astar.h"

#include <algorithm>
#include <span>

#include "absl/base/attributes.h"
#include "nav/path/candidate_points.h"
#include "nav/path/edge_crossing.h"
#include "nav/path/landing.h"
#include "nav/path/route_sight.h"
#include "nav/query/walk_ray.h"
#include "platform/check.h"

namespace footfall::nav {

using platform::SearchPoints;
using platform::Vec3;

namespace {

// How far an end may lie from what objects leave free and still be on it, m: what separates the margin of the
// object LOS, by which ends are judged, from that of the cuts.
constexpr float kEndReach = 0.01F;
// The end of a link belongs to the nearest fragment, however far: links are exempt from objects (NAV-156).
constexpr float kLinkReach = 1e6F;

// Whether a shape allows a climb, drop or link: the walk up to it, and itself.
bool AllowsBoth(const SearchShape& shape, Vec3 from, Vec3 leave, Vec3 arrive) {
  return shape.AllowsStep(from, leave) && shape.AllowsStep(leave, arrive);
}

}  // namespace

// One step from a parent to a neighbour: where it arrives and what it costs.
struct AStar::Step {
  Vec3 point;
  float length;     // m
  float factor;     // on the length
  float penalty;    // fixed
  float estimate;   // m to the goal
  float per_metre;  // of a shaped search alone
  EntryKind kind;
  uint16_t entry;
};

// What an expansion reads of the node that it leaves.
struct AStar::Parent {
  Parent(const SearchNode& node, NodeId node_id)
      : id(node_id),
        parent(node.parent),
        point(node.point),
        travelled(node.travelled),
        penalties(node.penalties),
        total(node.total),
        least_total((node.travelled + node.estimate) * kDistanceTravelledMultiplier + node.penalties) {}

  NodeId id;
  NodeId parent;
  Vec3 point;
  float travelled;
  float penalties;
  float total;        // read by a wander alone
  float least_total;  // of any way through this node
};

AStar::AStar(const platform::Profile& profile)
    : mode_(profile.search_points),
      nodes_(profile),
      open_(static_cast<uint32_t>(profile.heap_max)),
      overlay_(profile),
      labels_(profile),
      away_(profile) {}

// What the rules ask about the edge that a step crosses.
struct AStar::Crossing {
  AdjacencyType type;
  float rise;           // m
  uint32_t edge_space;  // NAV-036 steps
};

// Takes the step if it is the cheapest way to the node so far; false when the open list is full. A closed
// node is opened again by a cheaper way: with a chosen point a polygon the estimate is not consistent, and
// paths get shorter for it.
template <SearchPoints mode, bool shaped>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool AStar::Relax(const SearchProblem& problem, const Parent& from,
                                                      NodeId id, SearchNode& node, const Step& step) {
  if (!problem.extents.Contains(step.point)) return true;
  const float penalties = from.penalties + step.penalty;
  // The last segment counts once in the rows' mode and five times in ours, where it makes f a true length
  // (R25).
  constexpr float kLast = mode == SearchPoints::kTargetClosest ? 1.0F : kDistanceTravelledMultiplier;
  float total = from.travelled * kDistanceTravelledMultiplier + step.length * step.factor * kLast +
                step.estimate * kCostFromTargetMultiplier + penalties;
  const bool is_wander = shaped && problem.shape->type() == SearchType::kWander;
  if (is_wander) {
    total = from.total + step.length * (step.factor + step.per_metre + kDistanceFromParent) + step.penalty;
  }
  if (node.entry_kind != EntryKind::kNone && !(total < node.total)) return true;
  if (node.was_expanded && IsOnRoute(id, from.id)) return true;

  constexpr bool kWeighsTravel = mode == SearchPoints::kSharedEdge;
  node.point = step.point;
  node.travelled = from.travelled + (kWeighsTravel && !is_wander ? step.length * step.factor : step.length);
  node.penalties = penalties;
  node.total = total;
  node.estimate = step.estimate;
  node.parent = from.id;
  node.entry = step.entry;
  node.entry_kind = step.kind;
  if (node.heap_position >= 0) {
    open_.Decrease(nodes_, node, id);
    return true;
  }
  if (open_.full()) return false;
  open_.Push(nodes_, node, id, nodes_.Ref(id));
  return true;
}

bool AStar::IsOnRoute(NodeId id, NodeId last) {
  for (NodeId at = last; at.valid(); at = nodes_.At(at).parent) {
    if (at == id) return true;
  }
  return false;
}

// Prices a step whose way is known, and takes it if the surfaces allow it; false when the open list is full.
template <SearchPoints mode, bool shaped>
bool AStar::Take(const SearchProblem& problem, const MovementRules& rules, const Parent& from,
                 const PolyRecord& record, NodeId next, SearchNode& node, const PolyRecord& next_record,
                 const Crossing& crossing, Step& step) {
  // Climbs and drops were asked for both of their parts.
  if (shaped && crossing.type == AdjacencyType::kNormal &&
      !problem.shape->AllowsStep(from.point, step.point)) {
    return true;
  }
  const bool is_plain = rules.IsPlainStep(record, next_record);
  if (!is_plain && !rules.AllowsSurfaces(record, next_record, crossing.rise)) return true;
  // Up to a shared edge the step lies in the polygon that it leaves.
  step.factor = rules.LengthFactor(mode == SearchPoints::kSharedEdge ? record : next_record);
  // A wander may end where it enters.
  if (shaped && problem.shape->type() == SearchType::kWander) {
    step.factor = std::max(rules.LengthFactor(record), rules.LengthFactor(next_record));
  }
  step.penalty =
      crossing.type == AdjacencyType::kNormal && is_plain
          ? 0.0F
          : rules.StepPenalty(record, next_record, crossing.type, crossing.rise, crossing.edge_space);
  Finish<shaped>(problem, from, record, next_record, step);
  return Relax<mode, shaped>(problem, from, next, node, step);
}

// What is left to go, and what the shape adds.
template <bool shaped>
void AStar::Finish(const SearchProblem& problem, const Parent& from, const PolyRecord& record,
                   const PolyRecord& next_record, Step& step) {
  if constexpr (shaped) {
    const ShapedCost cost =
        problem.shape->CostOf(record, next_record, from.point, step.point, step.length, problem.goal);
    step.penalty += cost.penalty;
    step.per_metre = cost.per_metre;
    step.estimate = cost.estimate;
  } else {
    step.estimate = platform::Distance(step.point, problem.goal);
  }
}

template <SearchPoints mode, bool shaped>
bool AStar::Expand(const NavView& view, const SearchProblem& problem, const MovementRules& rules, NodeId id) {
  const PolyView poly = nodes_.Poly(id);
  const TileView& tile = poly.tile();
  const PolyRecord& record = poly.record();
  const Parent from(nodes_.At(id), id);
  // Copies: what the loops write could be these, for all that the compiler knows.
  const std::span<const EdgeRecord> edges = tile.edges.subspan(record.first_edge, record.vertex_count);
  const uint32_t* const adjacent = tile.adjacent.data();
  const MeshIndex own = tile.index;
  int n = -1;
  for (const EdgeRecord& edge : edges) {
    ++n;
    if (!edge.has_neighbour()) continue;
    const MeshIndex mesh = static_cast<MeshIndex>(adjacent[edge.lookup()]);
    const NodeId next =
        mesh == own ? NodeId(id.page(), edge.poly()) : nodes_.Find(PolyRef(mesh, edge.poly()));
    if (next == from.parent) continue;
    if (!next.valid()) {
      if (nodes_.full()) return false;
      continue;
    }
    SearchNode* node = nodes_.Visit(next);
    if (node == nullptr) return false;
    if (node->entry_kind == EntryKind::kStart) continue;
    const AdjacencyType type = edge.type();
    const uint32_t edge_flags = poly.EdgeFlags(n);
    if ((edge_flags & kEdgeAdjacencyDisabled) != 0 || !rules.AllowsType(type, edge_flags)) continue;
    const PolyView next_poly = nodes_.Poly(next);
    if (next_poly.is_disabled()) continue;
    if (shaped && !(rules.AllowsSlope(next_poly) && rules.AllowsEntry(poly, next_poly))) continue;

    Step step;
    step.kind = EntryKind::kEdge;
    step.entry = static_cast<uint16_t>(n);
    float rise;
    if (type == AdjacencyType::kNormal) {
      if (shaped && problem.shape->CrossesEdges()) {
        step.point = problem.shape->Crossing(poly.Vertex(n), poly.EdgeEnd(n), from.point, problem.goal,
                                             nodes_.Ref(next));
      } else if constexpr (mode == SearchPoints::kTargetClosest) {
        if (node->candidate == kNoPoint) {
          node->candidate = static_cast<uint8_t>(ClosestCandidate(next_poly, problem.goal));
        }
        step.point = CandidatePoint(next_poly, node->candidate);
      } else {
        step.point = CrossingPoint(poly.Vertex(n), poly.EdgeEnd(n), from.point, problem.goal);
      }
      step.length = platform::Distance(from.point, step.point);
      rise = step.point.z - from.point.z;
    } else {
      const Vec3 middle = EdgeMiddle(poly, n);
      step.point = Landing(poly, n, next_poly);
      if (shaped && !AllowsBoth(*problem.shape, from.point, middle, step.point)) continue;
      step.length = platform::Distance(from.point, middle) + platform::Distance(middle, step.point);
      rise = step.point.z - middle.z;
    }
    if (!Take<mode, shaped>(problem, rules, from, record, next, *node, next_poly.record(),
                            {type, rise, edge.edge_space()}, step)) {
      return false;
    }
    // Likely to be expanded soon.
    next_poly.PrefetchEdges();
  }
  if (record.link_count() == 0) return true;
  return ExpandLinks<mode, shaped>(view, problem, rules, id);
}

// The same for plain searches over shared edges, which most searches are.
bool AStar::ExpandPlain(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                        NodeId id) {
  const PolyView poly = nodes_.Poly(id);
  const TileView& tile = poly.tile();
  const PolyRecord& record = poly.record();
  const Parent from(nodes_.At(id), id);
  // Copies: what the loops write could be these, for all that the compiler knows.
  const uint32_t first_edge = record.first_edge;
  const std::span<const EdgeRecord> edges = tile.edges.subspan(first_edge, record.vertex_count);
  const uint32_t* const adjacent = tile.adjacent.data();
  const MeshIndex own = tile.index;
  // Of the tile's first polygon: most neighbours are of the same tile.
  SearchNode* own_nodes = &nodes_.At(NodeId(id.page(), 0));
  const float factor = rules.LengthFactor(record);
  const EdgeCrossing crossing(tile, from.point, problem.goal);
  int n = -1;
  for (const EdgeRecord& edge : edges) {
    ++n;
    if (!edge.has_neighbour()) continue;
    const MeshIndex mesh = static_cast<MeshIndex>(adjacent[edge.lookup()]);
    NodeId next;
    SearchNode* node;
    if (mesh == own) {
      next = NodeId(id.page(), edge.poly());
      node = own_nodes + edge.poly();
    } else {
      next = nodes_.Find(PolyRef(mesh, edge.poly()));
      if (!next.valid()) {
        if (nodes_.full()) return false;
        continue;
      }
      node = &nodes_.At(next);
      own_nodes = &nodes_.At(NodeId(id.page(), 0));
    }
    if (next == from.parent) continue;
    if (nodes_.Visit(*node) == nullptr) return false;
    const AdjacencyType type = edge.type();
    // No way through this polygon is cheaper than its own total, for the estimate is a straight line: most
    // neighbours, the closed ones, are done with here.
    if (node->entry_kind != EntryKind::kNone && (node->entry_kind == EntryKind::kStart ||
                                                 node->total <= from.least_total + rules.TypePenalty(type))) {
      continue;
    }
    const uint32_t edge_flags = poly.EdgeFlags(n);
    if ((edge_flags & kEdgeAdjacencyDisabled) != 0) continue;
    if (type != AdjacencyType::kNormal && !rules.AllowsType(type, edge_flags)) continue;
    const PolyView next_poly = nodes_.Poly(next);
    if (next_poly.is_disabled()) continue;

    Step step;
    step.kind = EntryKind::kEdge;
    step.entry = static_cast<uint16_t>(n);
    step.factor = factor;
    step.penalty = 0;
    float left_z = from.point.z;
    if (type == AdjacencyType::kNormal) {
      const EdgeCrossing::Way way = crossing.Over(first_edge + static_cast<uint32_t>(n));
      step.point = way.point;
      step.length = way.length;
      step.estimate = way.rest;
    } else {
      const Vec3 middle = EdgeMiddle(poly, n);
      left_z = middle.z;
      step.point = Landing(poly, n, next_poly);
      step.length = platform::Distance(from.point, middle) + platform::Distance(middle, step.point);
      step.estimate = platform::Distance(step.point, problem.goal);
    }
    const PolyRecord& next_record = next_poly.record();
    if (type != AdjacencyType::kNormal || !rules.IsPlainStep(record, next_record)) {
      const float rise = step.point.z - left_z;
      if (!rules.AllowsSurfaces(record, next_record, rise)) continue;
      step.penalty = rules.StepPenalty(record, next_record, type, rise, edge.edge_space());
    }
    if (!Relax<SearchPoints::kSharedEdge, false>(problem, from, next, *node, step)) return false;
    // Likely to be expanded soon.
    next_poly.PrefetchEdges();
  }
  if (record.link_count() == 0) return true;
  return ExpandLinks<SearchPoints::kSharedEdge, false>(view, problem, rules, id);
}

// The same among objects: the ways are those of the overlay, and a fragment is a node like a polygon.
template <SearchPoints mode, bool shaped>
bool AStar::ExpandAmongObjects(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                               NodeId id) {
  std::span<const NodeWay> ways;
  if (!overlay_.FindWays(id, &ways)) return false;
  if (nodes_.IsFragment(id)) expanded_fragments_ = true;
  const PolyView poly = nodes_.Poly(overlay_.PolygonOf(id));
  const PolyRecord& record = poly.record();
  const Parent from(nodes_.At(id), id);
  for (const NodeWay& way : ways) {
    if (way.to == from.parent) continue;
    SearchNode& node = nodes_.At(way.to);
    if (node.entry_kind == EntryKind::kStart) continue;
    const PolyView next_poly = nodes_.Poly(overlay_.PolygonOf(way.to));
    if (shaped && !(rules.AllowsSlope(next_poly) && rules.AllowsEntry(poly, next_poly))) continue;
    Step step;
    step.kind = EntryKind::kEdge;
    step.entry = way.entry;
    Crossing crossing{AdjacencyType::kNormal, 0, 0};
    if (way.edge >= 0) {
      crossing.type = poly.Edge(way.edge).type();
      crossing.edge_space = poly.Edge(way.edge).edge_space();
      if (!rules.AllowsType(crossing.type, poly.EdgeFlags(way.edge))) continue;
    }
    if (way.is_normal) {
      if (shaped && problem.shape->CrossesEdges()) {
        step.point = problem.shape->Crossing(way.a, way.b, from.point, problem.goal, nodes_.Ref(way.to));
      } else if constexpr (mode == SearchPoints::kTargetClosest) {
        if (nodes_.IsFragment(way.to)) {
          step.point = overlay_.CandidateOf(way.to, problem.goal);
        } else {
          if (node.candidate == kNoPoint) {
            node.candidate = static_cast<uint8_t>(ClosestCandidate(next_poly, problem.goal));
          }
          step.point = CandidatePoint(next_poly, node.candidate);
        }
      } else {
        step.point = CrossingPoint(way.a, way.b, from.point, problem.goal);
      }
      step.length = platform::Distance(from.point, step.point);
      crossing.rise = step.point.z - from.point.z;
    } else {
      const Vec3 middle = EdgeMiddle(poly, way.edge);
      step.point = Landing(poly, way.edge, next_poly);
      if (shaped && !AllowsBoth(*problem.shape, from.point, middle, step.point)) continue;
      step.length = platform::Distance(from.point, middle) + platform::Distance(middle, step.point);
      crossing.rise = step.point.z - middle.z;
    }
    if (way.edge < 0) {
      // From fragment to fragment nothing is entered.
      if (shaped && !problem.shape->AllowsStep(from.point, step.point)) continue;
      step.factor = rules.LengthFactor(record);
      step.penalty = 0;
      Finish<shaped>(problem, from, record, record, step);
      if (!Relax<mode, shaped>(problem, from, way.to, node, step)) return false;
    } else if (!Take<mode, shaped>(problem, rules, from, record, way.to, node, next_poly.record(), crossing,
                                   step)) {
      return false;
    }
  }
  if (record.link_count() == 0) return true;
  return ExpandLinks<mode, shaped>(view, problem, rules, id);
}

// NAV-143.
template <SearchPoints mode, bool shaped>
bool AStar::ExpandLinks(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                        NodeId id) {
  const bool among_objects = overlay_.active();
  const PolyView poly = nodes_.Poly(among_objects ? overlay_.PolygonOf(id) : id);
  const TileView& tile = poly.tile();
  for (uint32_t k = 0; k < poly.record().link_count(); ++k) {
    const LinkRecord& link = poly.Link(k);
    const LinkKind kind = static_cast<LinkKind>(link.kind);
    if (!rules.AllowsLink(kind) || poly.IsLinkBlocked(k)) continue;
    PolyRef to;
    to.value = link.to;
    if (!view.Contains(to)) continue;
    NodeId next = nodes_.Find(to);
    if (!next.valid()) return false;
    const PolyView next_poly = nodes_.Poly(next);
    if (next_poly.is_disabled()) continue;
    if (shaped && !(rules.AllowsSlope(next_poly) && rules.AllowsEntry(poly, next_poly))) continue;
    if (among_objects) {
      // A link belongs to the fragment that holds its end (NAV-039).
      if (overlay_.Locate(poly.ref(), tile.Decode(link.start), kLinkReach) != id) continue;
      next = overlay_.Locate(to, tile.Decode(link.end), kLinkReach);
      if (!next.valid()) {
        if (nodes_.full()) return false;
        continue;
      }
    }
    SearchNode* node = nodes_.Visit(next);
    if (node == nullptr) return false;
    if (node->entry_kind == EntryKind::kStart) continue;

    const Vec3 start = tile.Decode(link.start);
    Step step;
    step.kind = EntryKind::kLink;
    step.entry = static_cast<uint16_t>(k);
    step.point = tile.Decode(link.end);
    if (!rules.AllowsSurfaces(poly.record(), next_poly.record(), 0)) continue;
    if (shaped && !AllowsBoth(*problem.shape, nodes_.At(id).point, start, step.point)) continue;
    step.length = platform::Distance(nodes_.At(id).point, start) + platform::Distance(start, step.point);
    step.factor = 1.0F;
    step.penalty = rules.LinkPenalty(kind, start, step.point);
    const Parent from(nodes_.At(id), id);
    Finish<shaped>(problem, from, poly.record(), next_poly.record(), step);
    if (!Relax<mode, shaped>(problem, from, next, *node, step)) return false;
  }
  return true;
}

// Cuts what lies around both ends (NAV-236) and finds the nodes that hold them. False when one is covered, or
// the store of nodes is full.
bool AStar::LocateEnds(const SearchProblem& problem, NodeId* start, NodeId* goal) {
  if (!overlay_.CutAround(problem.start_poly, problem.start, problem.cut_radius)) return false;
  *start = overlay_.Locate(problem.start_poly, problem.start, kEndReach);
  if (!start->valid()) return false;
  if (!problem.goal_poly.valid()) return true;
  if (!overlay_.CutAround(problem.goal_poly, problem.goal, problem.cut_radius)) return false;
  *goal = overlay_.Locate(problem.goal_poly, problem.goal, kEndReach);
  return goal->valid();
}

bool AStar::EndsShaped(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                       NodeId id, bool within, platform::CostMeter& meter) {
  const SearchShape& shape = *problem.shape;
  const SearchNode& node = nodes_.At(id);
  const PolyRecord& record = RecordOf(id);
  if (shape.type() != SearchType::kShortest) return shape.EndsAt(record, node.point, node.travelled);
  if (!within || !shape.OffersEnd(record)) return false;
  if (!shape.needs_sight_of_goal()) return true;
  if (problem.obstacles != nullptr && problem.obstacles->BlocksLine(node.point, problem.goal)) return false;
  const WalkRay ray = CastSightLine(view, PolygonOf(id), node.point, problem.goal, rules.SightFilter(record));
  meter.Charge((ray.crossed + 1) / RouteSight::kCrossingsPerUnit);
  return ray.outcome == WalkRayOutcome::kReached;
}

template <SearchPoints mode, bool shaped>
SearchOutcome AStar::RunMode(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                             platform::CostMeter& meter) {
  SearchOutcome out;
  nodes_.Begin(view);
  open_.Clear();
  overlay_.Begin(view, nodes_, problem.obstacles, meter);
  expanded_fragments_ = false;
  NodeId start;
  NodeId goal;
  if (overlay_.active()) {
    if (!LocateEnds(problem, &start, &goal)) {
      out.end = nodes_.full() ? SearchEnd::kVisitedFull : SearchEnd::kEndsBlocked;
      return out;
    }
  } else {
    start = nodes_.Find(problem.start_poly);
  }
  SearchNode* first = start.valid() ? nodes_.Visit(start) : nullptr;
  if (first == nullptr) {
    out.end = SearchEnd::kVisitedFull;
    return out;
  }
  first->point = problem.start;
  first->estimate = shaped ? problem.shape->Estimate(problem.start, problem.goal)
                           : platform::Distance(problem.start, problem.goal);
  first->entry_kind = EntryKind::kStart;
  first->total = first->estimate * kCostFromTargetMultiplier;
  if (open_.full()) {
    out.end = SearchEnd::kHeapFull;
    return out;
  }
  open_.Push(nodes_, *first, start, nodes_.Ref(start));
  out.closest = start;
  float closest = first->estimate;
  PolyRef closest_ref = nodes_.Ref(start);

  while (!open_.empty()) {
    const NodeId id = open_.Pop(nodes_);
    SearchNode& node = nodes_.At(id);
    FOOTFALL_DCHECK(node.total == node.total);
    const PolyRef ref = nodes_.Ref(id);
    const bool within = problem.completion_radius > 0 &&
                        platform::Distance(node.point, problem.goal) <= problem.completion_radius;
    const bool at_goal = overlay_.active() ? id == goal : ref == problem.goal_poly;
    if (at_goal || (shaped ? EndsShaped(view, problem, rules, id, within, meter) : within)) {
      out.end = SearchEnd::kReached;
      out.last = id;
      out.at_goal = at_goal;
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
    node.was_expanded = true;
    const bool is_closer = node.estimate < closest || (node.estimate == closest && ref < closest_ref);
    if (is_closer && (!shaped || problem.shape->MayEndOn(RecordOf(id)))) {
      out.closest = id;
      closest = node.estimate;
      closest_ref = ref;
    }
    bool expanded;
    if (overlay_.active()) {
      expanded = ExpandAmongObjects<mode, shaped>(view, problem, rules, id);
    } else if constexpr (mode == SearchPoints::kSharedEdge && !shaped) {
      expanded = ExpandPlain(view, problem, rules, id);
    } else {
      expanded = Expand<mode, shaped>(view, problem, rules, id);
    }
    if (!expanded) {
      out.end = nodes_.full() ? SearchEnd::kVisitedFull : SearchEnd::kHeapFull;
      return out;
    }
  }
  out.end = SearchEnd::kExhausted;
  return out;
}

SearchOutcome AStar::RunAway(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                             platform::CostMeter& meter) {
  view_ = &view;
  ran_away_ = true;
  overlay_.Begin(view, nodes_, nullptr, meter);
  expanded_fragments_ = false;
  return away_.Run(view, problem, rules, weighs_left(), nodes_, meter);
}

SearchOutcome AStar::Run(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                         platform::CostMeter& meter) {
  view_ = &view;
  ran_away_ = false;
  const bool is_plain = problem.shape == nullptr;
  if (mode_ == SearchPoints::kSharedEdge && is_plain && rules.LengthDecides() &&
      (problem.obstacles == nullptr || !problem.obstacles->active()) &&
      TautLabels::IsFor(platform::Distance(problem.start, problem.goal))) {
    overlay_.Begin(view, nodes_, nullptr, meter);
    expanded_fragments_ = false;
    return labels_.Run(view, problem, rules, nodes_, meter);
  }
  if (mode_ == SearchPoints::kTargetClosest) {
    return is_plain ? RunMode<SearchPoints::kTargetClosest, false>(view, problem, rules, meter)
                    : RunMode<SearchPoints::kTargetClosest, true>(view, problem, rules, meter);
  }
  return is_plain ? RunMode<SearchPoints::kSharedEdge, false>(view, problem, rules, meter)
                  : RunMode<SearchPoints::kSharedEdge, true>(view, problem, rules, meter);
}

}  // namespace footfall::nav
