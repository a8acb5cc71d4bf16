#include "nav/path/astar.h"

#include "nav/path/candidate_points.h"
#include "platform/check.h"

namespace footfall::nav {

using platform::SearchPoints;
using platform::Vec3;

// One step from a parent to a neighbour: where it arrives and what it costs.
struct AStar::Step {
  Vec3 point;
  float length;    // m
  float factor;    // on the length
  float penalty;   // fixed
  float estimate;  // m to the goal
  EntryKind kind;
  uint8_t entry;
};

namespace {

// How far a landing is drawn from the target polygon's outline towards its centroid.
constexpr float kLandingInset = 0.1F;

}  // namespace

AStar::AStar(const platform::Profile& profile)
    : mode_(profile.search_points), nodes_(profile), open_(static_cast<uint32_t>(profile.heap_max)) {}

Vec3 AStar::EdgeMiddle(const PolyView& poly, int n) {
  return platform::Lerp(poly.Vertex(n), poly.EdgeEnd(n), 0.5F);
}

Vec3 AStar::Landing(const PolyView& from, int n, const PolyView& to) {
  const Vec3 edge_point = ClosestPointOnPoly(to, platform::Xy(EdgeMiddle(from, n)));
  const platform::Vec2 inside =
      platform::Lerp(platform::Xy(edge_point), platform::Xy(to.Centroid()), kLandingInset);
  return {inside.x, inside.y, to.Height(inside)};
}

// Takes the step if it is the cheapest way to the node so far; false when the open list is full. A closed
// node is opened again by a cheaper way: with a chosen point a polygon the estimate is not consistent, and
// paths get shorter for it.
bool AStar::Relax(const SearchProblem& problem, NodeId parent, NodeId id, SearchNode& node,
                  const Step& step) {
  if (!problem.extents.Contains(step.point)) return true;
  const SearchNode& from = nodes_.At(parent);
  const float penalties = from.penalties + step.penalty;
  // The last segment counts once in the rows' mode and five times in ours, where it makes f a true length
  // (R25).
  const float last = mode_ == SearchPoints::kTargetClosest ? 1.0F : kDistanceTravelledMultiplier;
  const float total = from.travelled * kDistanceTravelledMultiplier + step.length * step.factor * last +
                      step.estimate * kCostFromTargetMultiplier + penalties;
  if (node.entry_kind != EntryKind::kNone && !(total < node.total)) return true;
  if (node.was_expanded && IsOnRoute(id, parent)) return true;

  const float travelled_factor = mode_ == SearchPoints::kTargetClosest ? 1.0F : step.factor;
  node.point = step.point;
  node.travelled = from.travelled + step.length * travelled_factor;
  node.penalties = penalties;
  node.total = total;
  node.estimate = step.estimate;
  node.parent = parent;
  node.entry = step.entry;
  node.entry_kind = step.kind;
  if (node.heap_position >= 0) {
    open_.Decrease(nodes_, id);
    return true;
  }
  if (open_.full()) return false;
  open_.Push(nodes_, id, nodes_.Ref(id));
  return true;
}

bool AStar::IsOnRoute(NodeId id, NodeId last) {
  for (NodeId at = last; at.valid(); at = nodes_.At(at).parent) {
    if (at == id) return true;
  }
  return false;
}

template <SearchPoints mode>
bool AStar::Expand(const NavView& view, const SearchProblem& problem, const MovementRules& rules, NodeId id) {
  const PolyView poly = nodes_.Poly(id);
  const TileView& tile = poly.tile();
  const Vec3 from_point = nodes_.At(id).point;
  const NodeId parent = nodes_.At(id).parent;
  const int count = poly.vertex_count();
  for (int n = 0; n < count; ++n) {
    const EdgeRecord& edge = poly.Edge(n);
    if (!edge.has_neighbour()) continue;
    const uint32_t edge_flags = poly.EdgeFlags(n);
    const AdjacencyType type = edge.type();
    if ((edge_flags & kEdgeAdjacencyDisabled) != 0 || !rules.AllowsType(type, edge_flags)) continue;

    const MeshIndex mesh = static_cast<MeshIndex>(tile.adjacent[edge.lookup()]);
    const NodeId next =
        mesh == tile.index ? NodeId(id.page(), edge.poly()) : nodes_.Find(PolyRef(mesh, edge.poly()));
    if (next == parent) continue;
    if (!next.valid()) {
      if (nodes_.full()) return false;
      continue;
    }
    const PolyView next_poly = nodes_.Poly(next);
    if (next_poly.is_disabled()) continue;
    SearchNode* node = nodes_.Visit(next);
    if (node == nullptr) return false;
    if (node->entry_kind == EntryKind::kStart) continue;

    Step step;
    step.kind = EntryKind::kEdge;
    step.entry = static_cast<uint8_t>(n);
    if (type == AdjacencyType::kNormal) {
      if constexpr (mode == SearchPoints::kTargetClosest) {
        if (node->candidate == kNoPoint) {
          node->candidate = static_cast<uint8_t>(ClosestCandidate(next_poly, problem.goal));
        }
        step.point = CandidatePoint(next_poly, node->candidate);
      } else {
        step.point = CrossingPoint(poly.Vertex(n), poly.EdgeEnd(n), from_point, problem.goal);
      }
      step.length = platform::Distance(from_point, step.point);
    } else {
      const Vec3 middle = EdgeMiddle(poly, n);
      step.point = Landing(poly, n, next_poly);
      step.length = platform::Distance(from_point, middle) + platform::Distance(middle, step.point);
    }
    const float rise = step.point.z - (type == AdjacencyType::kNormal ? from_point.z : EdgeMiddle(poly, n).z);
    if (!rules.AllowsSurfaces(poly.record(), next_poly.record(), rise)) continue;
    // Up to a shared edge the step lies in the polygon that it leaves.
    step.factor = rules.LengthFactor(mode == SearchPoints::kSharedEdge ? poly.record() : next_poly.record());
    step.penalty = rules.StepPenalty(poly.record(), next_poly.record(), type, rise, edge.edge_space());
    step.estimate = platform::Distance(step.point, problem.goal);
    if (!Relax(problem, id, next, *node, step)) return false;
  }
  if (poly.record().link_count() == 0) return true;
  return ExpandLinks(view, problem, rules, id);
}

// NAV-143.
bool AStar::ExpandLinks(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                        NodeId id) {
  const PolyView poly = nodes_.Poly(id);
  const TileView& tile = poly.tile();
  for (uint32_t k = 0; k < poly.record().link_count(); ++k) {
    const LinkRecord& link = tile.links[tile.link_indices[poly.record().first_link() + k]];
    const LinkKind kind = static_cast<LinkKind>(link.kind);
    if (!rules.AllowsLink(kind)) continue;
    PolyRef to;
    to.value = link.to;
    if (!view.Contains(to)) continue;
    const NodeId next = nodes_.Find(to);
    if (!next.valid()) return false;
    if (nodes_.Poly(next).is_disabled()) continue;
    SearchNode* node = nodes_.Visit(next);
    if (node == nullptr) return false;
    if (node->entry_kind == EntryKind::kStart) continue;

    const Vec3 start = tile.Decode(link.start);
    Step step;
    step.kind = EntryKind::kLink;
    step.entry = static_cast<uint8_t>(k);
    step.point = tile.Decode(link.end);
    if (!rules.AllowsSurfaces(poly.record(), nodes_.Poly(next).record(), 0)) continue;
    step.length = platform::Distance(nodes_.At(id).point, start) + platform::Distance(start, step.point);
    step.factor = 1.0F;
    step.penalty = rules.LinkPenalty(kind, start, step.point);
    step.estimate = platform::Distance(step.point, problem.goal);
    if (!Relax(problem, id, next, *node, step)) return false;
  }
  return true;
}

template <SearchPoints mode>
SearchOutcome AStar::RunMode(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                             platform::CostMeter& meter) {
  SearchOutcome out;
  nodes_.Begin(view);
  open_.Clear();
  const NodeId start = nodes_.Find(problem.start_poly);
  SearchNode* first = start.valid() ? nodes_.Visit(start) : nullptr;
  if (first == nullptr) {
    out.end = SearchEnd::kVisitedFull;
    return out;
  }
  first->point = problem.start;
  first->estimate = platform::Distance(problem.start, problem.goal);
  first->entry_kind = EntryKind::kStart;
  first->total = first->estimate * kCostFromTargetMultiplier;
  if (open_.full()) {
    out.end = SearchEnd::kHeapFull;
    return out;
  }
  open_.Push(nodes_, start, problem.start_poly);
  out.closest = start;

  while (!open_.empty()) {
    const NodeId id = open_.Pop(nodes_);
    const SearchNode& node = nodes_.At(id);
    FOOTFALL_DCHECK(node.total == node.total);
    const PolyRef ref = nodes_.Ref(id);
    const bool within = problem.completion_radius > 0 &&
                        platform::Distance(node.point, problem.goal) <= problem.completion_radius;
    if (ref == problem.goal_poly || within) {
      out.end = SearchEnd::kReached;
      out.last = id;
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
    nodes_.At(id).was_expanded = true;
    const float closest = nodes_.At(out.closest).estimate;
    if (node.estimate < closest || (node.estimate == closest && ref < nodes_.Ref(out.closest)))
      out.closest = id;
    if (!Expand<mode>(view, problem, rules, id)) {
      out.end = nodes_.full() ? SearchEnd::kVisitedFull : SearchEnd::kHeapFull;
      return out;
    }
  }
  out.end = SearchEnd::kExhausted;
  return out;
}

SearchOutcome AStar::Run(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                         platform::CostMeter& meter) {
  if (mode_ == SearchPoints::kTargetClosest) {
    return RunMode<SearchPoints::kTargetClosest>(view, problem, rules, meter);
  }
  return RunMode<SearchPoints::kSharedEdge>(view, problem, rules, meter);
}

}  // namespace footfall::nav
