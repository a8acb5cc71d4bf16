#include "nav/path/path_search.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/path/astar.h"
#include "nav/path/candidate_points.h"
#include "nav/path/corner_spline.h"
#include "nav/path/corridor.h"
#include "nav/path/end_points.h"
#include "nav/path/far_target.h"
#include "nav/path/landing.h"
#include "nav/path/movement_rules.h"
#include "nav/path/preserve_slope.h"
#include "nav/path/pull_from_edges.h"
#include "nav/path/route_writer.h"
#include "nav/path/search_obstacles.h"
#include "nav/path/search_shape.h"
#include "nav/path/search_trace.h"
#include "nav/path/straighten.h"
#include "nav/path/string_pulling.h"
#include "nav/query/nearest.h"
#include "nav/query/walk_ray.h"
#include "platform/check.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"

namespace footfall::nav {
namespace {

using platform::MovementCosts;
using platform::Vec3;

constexpr float kEarlyOutDistSq = 10.0F;    // m^2, about 3.16 m (NAV-132)
constexpr float kEarlyOutMaxHeight = 5.0F;  // m (NAV-132)
constexpr float kToldXy = 50.0F;            // m: how far a failed snap looks for what to tell
constexpr float kToldZ = 100.0F;            // m
constexpr float kExtentsGrowthMin = 60.0F;  // m (OQ-22)

// OQ-22: the box of both ends grown by max(60 m, half of their distance), or that of the start grown by the
// reference distance + 60 m; the growth is doubled by UseLargerSearchExtents.
SearchExtents ExtentsOf(const PathRequest& request, Vec3 start, Vec3 goal) {
  SearchExtents extents;
  if (request.Has(kFlagDontLimitSearchExtents)) return extents;
  float growth = std::max(kExtentsGrowthMin, 0.5F * platform::Distance(start, goal));
  if (request.search_type() != SearchType::kShortest) {
    goal = start;
    growth = request.reference_distance + kExtentsGrowthMin;
  }
  if (request.Has(kFlagUseLargerSearchExtents)) growth *= 2;
  extents.min = {std::min(start.x, goal.x) - growth, std::min(start.y, goal.y) - growth};
  extents.max = {std::max(start.x, goal.x) + growth, std::max(start.y, goal.y) + growth};
  return extents;
}

CompletionCode CodeOf(SearchEnd end) {
  switch (end) {
    case SearchEnd::kReached:
      return CompletionCode::kFound;
    case SearchEnd::kExhausted:
      return CompletionCode::kNotFound;
    case SearchEnd::kHeapFull:
      return CompletionCode::kRanOutOfPathStackSpace;
    case SearchEnd::kVisitedFull:
      return CompletionCode::kRanOutOfVisitedPolysSpace;
    case SearchEnd::kTooMany:
      return CompletionCode::kTimedOut;
    case SearchEnd::kEndsBlocked:
      return CompletionCode::kEndpointsInsideObjects;
    case SearchEnd::kStopped:
      return CompletionCode::kCancelled;
  }
  return CompletionCode::kNotFound;
}

MovementCosts CostsOf(const platform::Profile& profile, const NavView& view, const PathRequest& request,
                      CostHook hook) {
  const MovementCosts* const tuned = view.movement_costs();
  MovementCosts costs = tuned == nullptr ? profile.movement_costs : *tuned;
  if (hook != nullptr) hook(request.search_type(), costs);
  return costs;
}

// What a flee tries, one after the other.
enum class FleeTry {
  kAway,        // away from the threat alone, by one point a polygon
  kAwayInFull,  // the same by several points of each edge
  kAnyWay,
};

// Why the alternative is all that there is.
PartialReason ReasonOf(SearchEnd end, SearchType type) {
  if (end != SearchEnd::kExhausted) return PartialReason::kSearchLimit;
  switch (type) {
    case SearchType::kShortest:
      break;
    case SearchType::kWander:
      return PartialReason::kDeadEnd;
    case SearchType::kFlee:
      return PartialReason::kCornered;
  }
  return PartialReason::kNoWay;
}

// Whether the threat gets no nearer anywhere along the route.
bool GainsDistance(const std::vector<RoutePoint>& route, Vec3 threat) {
  for (size_t i = 1; i < route.size(); ++i) {
    if (!LeadsAway(route[i - 1].point, route[i].point, threat)) return false;
  }
  return true;
}

}  // namespace

// All but what the slots do while a request waits (NAV-098).
const uint64_t kSupportedPathFlags =
    ((uint64_t{1} << kPathFlagCount) - 1) & ~PathFlagMask(kFlagKeepUpdatingPedStartPosition);

struct PathSearch::Scratch {
  explicit Scratch(const platform::Profile& profile) : astar(profile) {}
  AStar astar;
  SearchObstacles obstacles;
  ObjectLists object_lists;
  Straightener straightener;
  StringPuller puller;
  std::vector<CorridorStep> corridor;
  std::vector<RoutePoint> route;
  std::vector<RoutePoint> spare_route;
};

// One run: the stages of section 8 to 10 in order, on the searcher's scratch.
class PathRun {
 public:
  PathRun(const platform::Profile& profile, const NavView& view, const PathRequest& request, CostHook hook,
          platform::CostMeter& meter, PathSearch::Scratch& scratch, SearchTrace* trace, PathResult& result)
      : profile_(profile),
        view_(view),
        request_(request),
        costs_(CostsOf(profile, view, request, hook)),
        objects_(request.Has(kFlagDynamicNavMeshRoute) ? nullptr : view.objects()),
        meter_(meter),
        scratch_(scratch),
        trace_(trace),
        result_(result) {}

  void Run() {
    meter_.Charge(1);
    result_.code = Search();
    result_.cost_units = meter_.units();
  }

 private:
  CompletionCode Search();
  CompletionCode ResolveEnd(Vec3 wanted, PolyRef hint, PolyRef* poly, Vec3* used, float* moved,
                            float* nearest);
  CompletionCode SnapEnd(Vec3 wanted, PolyRef hint, PolyRef* poly, Vec3* used, float* nearest);
  bool is_on_vehicle() const { return request_.Has(kFlagDynamicNavMeshRoute); }
  NearestResult Nearest(Vec3 wanted, const SnapLimits& limits) const {
    return is_on_vehicle() ? NearestPolyOn(view_, request_.mesh, wanted, limits)
                           : NearestPoly(view_, wanted, limits);
  }
  CompletionCode CheckMeshes(bool has_goal) const;
  CompletionCode ResolveGoal();
  float SnapXy() const {
    return request_.adjust_distance_max >= 0 ? request_.adjust_distance_max : profile_.snap_xy;
  }
  void CountFragments() {
    result_.fragments_made = scratch_.astar.overlay().fragments_count();
    if (scratch_.astar.overlay().refused() != 0) result_.details |= kDetailFragmentsFull;
  }
  bool ClimbIsBlocked() const;
  // Whether no cost but length decides between two ways over surfaces of one class.
  static bool LengthIsAll(const MovementRules& rules, const SearchShape& shape) {
    return shape.IsPlain() && !rules.favours_enclosed();
  }
  bool EarlyOut(const MovementRules& rules, const SearchShape& shape);
  CompletionCode WriteDirect(PolyRef last);
  CompletionCode SearchRoute(const MovementRules& rules, const SearchShape& shape);
  SearchOutcome Flee(const MovementRules& rules, const SearchShape& shape, SearchProblem& problem);
  bool TakesAlternative(SearchEnd end, NodeId closest);
  CompletionCode WanderInPlace(const MovementRules& rules);
  CompletionCode PullRoute(const MovementRules& rules, const SearchShape& shape, NodeId last, Vec3 end);
  bool ShapeRoute(RouteSight& sight, const SearchShape& shape, Vec3 end);
  void Note(const char* stage) {
    if (trace_ != nullptr) trace_->Note(stage, scratch_.route, meter_.units());
  }

  const platform::Profile& profile_;
  const NavView& view_;
  const PathRequest& request_;
  const MovementCosts costs_;
  const ObjectSnapshot* const objects_;  // null on a vehicle: their bounds are the world's
  platform::CostMeter& meter_;
  PathSearch::Scratch& scratch_;
  SearchTrace* const trace_;
  PathResult& result_;
  PolyRef start_poly_;
  PolyRef goal_poly_;
};

// Finds the polygon of an end point, moves the point onto it (R35) and out of objects (NAV-128).
CompletionCode PathRun::ResolveEnd(Vec3 wanted, PolyRef hint, PolyRef* poly, Vec3* used, float* moved,
                                   float* nearest) {
  CompletionCode code = SnapEnd(wanted, hint, poly, used, nearest);
  if (code == CompletionCode::kFound && scratch_.obstacles.Holds(*used) &&
      !MoveOutOfObjects(view_, scratch_.obstacles.filter(), SnapXy(), poly, used)) {
    code = CompletionCode::kEndpointsInsideObjects;
  }
  if (code == CompletionCode::kFound) *moved = platform::Distance(wanted, *used);
  return code;
}

CompletionCode PathRun::SnapEnd(Vec3 wanted, PolyRef hint, PolyRef* poly, Vec3* used, float* nearest) {
  const MeshIndex tile = is_on_vehicle() ? request_.mesh : MeshIndexAt(wanted.x, wanted.y);
  if (tile == kNoNavMesh) return CompletionCode::kInvalidCoordinates;
  const bool hint_is_of_mesh =
      hint.valid() && (is_on_vehicle() ? hint.mesh() == tile : hint.mesh() <= kLastMapIndex);
  if (hint_is_of_mesh && view_.Contains(hint) && view_.Poly(hint).ContainsXy(platform::Xy(wanted))) {
    *poly = hint;
    *used = {wanted.x, wanted.y, view_.Poly(hint).Height(platform::Xy(wanted))};
    return CompletionCode::kFound;
  }
  const NearestResult found = Nearest(wanted, {SnapXy(), profile_.snap_up, profile_.snap_down});
  if (!found.poly.valid()) {
    // For the client: what would have been near, and how far (R35).
    *nearest = Nearest(wanted, {kToldXy, kToldZ, kToldZ}).distance;
    return view_.IsResident(tile) ? CompletionCode::kInvalidCoordinates : CompletionCode::kNavMeshNotLoaded;
  }
  *poly = found.poly;
  *used = found.point;
  return CompletionCode::kFound;
}

// NAV-128, and NAV-129 where the end's tile is not resident.
CompletionCode PathRun::ResolveGoal() {
  const MeshIndex tile = MeshIndexAt(request_.end.x, request_.end.y);
  const bool is_far = request_.Has(kFlagSelectClosestLoadedNavMeshToTarget) && !is_on_vehicle() &&
                      tile != kNoNavMesh && !view_.IsResident(tile);
  if (!is_far) {
    return ResolveEnd(request_.end, PolyRef(), &goal_poly_, &result_.goal_used, &result_.goal_moved,
                      &result_.nearest_goal);
  }
  const NearestResult far = FarTarget(view_, request_.end);
  if (!far.poly.valid()) return CompletionCode::kNoSurfaceAtCoordinates;
  goal_poly_ = far.poly;
  result_.goal_used = far.point;
  result_.goal_moved = platform::Distance(request_.end, far.point);
  result_.went_far_as_possible = true;
  result_.partial_reason = PartialReason::kNotResident;
  return CompletionCode::kFound;
}

// What a route on a vehicle's mesh asks of it; kFound if it may be searched. No edge leads from one to
// another, or to the world.
CompletionCode PathRun::CheckMeshes(bool has_goal) const {
  if (has_goal && request_.mesh != request_.end_mesh) {
    const bool are_both_vehicles = request_.mesh != kNoNavMesh && request_.end_mesh != kNoNavMesh;
    return are_both_vehicles ? CompletionCode::kInvalidCoordinates : CompletionCode::kNotFound;  // NAV-047
  }
  return view_.IsResident(request_.mesh) ? CompletionCode::kFound : CompletionCode::kNavMeshNotLoaded;
}

CompletionCode PathRun::Search() {
  // A domain that is off has no store (NAV-015).
  if (!NavDomains().IsOn(request_.domain)) return CompletionCode::kNavMeshNotLoaded;
  const bool has_goal = request_.search_type() == SearchType::kShortest;
  if (is_on_vehicle()) {
    const CompletionCode code = CheckMeshes(has_goal);
    if (code != CompletionCode::kFound) return code;
  }
  // NAV-123: where no mesh is known a path is a straight line that nobody checked, if the profile wants such
  // lines.
  const MeshIndex tile = MeshIndexAt(request_.start.x, request_.start.y);
  if (profile_.unchecked_straight_line && !is_on_vehicle() && tile != kNoNavMesh &&
      !view_.IsInDataSet(tile)) {
    WriteUncheckedLine(request_, result_);
    return CompletionCode::kFound;
  }
  scratch_.obstacles.Begin(objects_, FilterOf(request_, scratch_.object_lists));
  CompletionCode code = ResolveEnd(request_.start, request_.start_poly, &start_poly_, &result_.start_used,
                                   &result_.start_moved, &result_.nearest_start);
  if (code != CompletionCode::kFound) return code;
  if (has_goal) code = ResolveGoal();
  if (code != CompletionCode::kFound) return code;

  const PolyRecord& start_record = view_.Poly(start_poly_).record();
  const MovementRules rules(request_, costs_, (start_record.flags & kPolyPavement) != 0);
  if (!rules.AllowsStart(start_record) || view_.Poly(start_poly_).is_disabled()) {
    return CompletionCode::kInvalidCoordinates;
  }
  const SearchShape shape(request_, costs_, result_.start_used, objects_);
  if (!has_goal) return SearchRoute(rules, shape);
  const bool is_direct =
      start_poly_ == goal_poly_ && !scratch_.obstacles.BlocksLine(result_.start_used, result_.goal_used);
  return is_direct || EarlyOut(rules, shape) ? WriteDirect(goal_poly_) : SearchRoute(rules, shape);
}

// Two points, the second of which `goal_used` is.
CompletionCode PathRun::WriteDirect(PolyRef last) {
  scratch_.route.clear();
  scratch_.route.push_back({result_.start_used, start_poly_, 0, true});
  scratch_.route.push_back({result_.goal_used, last, 0, true});
  result_.corridor.push_back(start_poly_);
  if (last != start_poly_) result_.corridor.push_back(last);
  Note("straight line");
  WriteRoute(profile_, view_, request_, scratch_.route, false, result_);
  return CompletionCode::kFound;
}

// NAV-132.
bool PathRun::EarlyOut(const MovementRules& rules, const SearchShape& shape) {
  if (rules.favours_enclosed() || !shape.AllowsEarlyOut()) return false;
  const Vec3 start = result_.start_used;
  const Vec3 goal = result_.goal_used;
  if (!(platform::LengthSq(goal - start) < kEarlyOutDistSq)) return false;
  if (!(std::fabs(goal.z - start.z) < kEarlyOutMaxHeight)) return false;
  if (scratch_.obstacles.BlocksLine(start, goal)) return false;
  const WalkRay ray =
      CastSightLine(view_, start_poly_, start, goal, rules.SightFilter(view_.Poly(start_poly_).record()));
  return ray.outcome == WalkRayOutcome::kReached && ray.last == goal_poly_;
}

CompletionCode PathRun::SearchRoute(const MovementRules& rules, const SearchShape& shape) {
  SearchProblem problem;
  problem.start_poly = start_poly_;
  problem.start = result_.start_used;
  problem.goal_poly = goal_poly_;
  problem.goal = result_.goal_used;
  problem.completion_radius = request_.completion_radius;
  problem.extents = ExtentsOf(request_, result_.start_used, result_.goal_used);
  problem.expansions_max =
      request_.nodes_max != 0 ? request_.nodes_max : static_cast<uint32_t>(profile_.search_iterations_max);
  problem.obstacles = &scratch_.obstacles;
  if (request_.Has(kFlagExpandStartEndTessellationRadius)) problem.cut_radius = kCutRadiusExpanded;
  if (!shape.IsPlain()) problem.shape = &shape;
  if (!problem.extents.Contains(result_.start_used)) return CompletionCode::kNotFound;  // NAV-125

  AStar& astar = scratch_.astar;
  const SearchOutcome outcome = shape.type() == SearchType::kFlee ? Flee(rules, shape, problem)
                                                                  : astar.Run(view_, problem, rules, meter_);
  result_.nodes_expanded = outcome.expanded;
  CountFragments();
  if (outcome.end == SearchEnd::kHeapFull) result_.details |= kDetailHeapFull;
  const bool is_reached = outcome.end == SearchEnd::kReached;
  const NodeId last = is_reached ? outcome.last : outcome.closest;
  if (trace_ != nullptr) TraceSearch(astar, problem, rules, shape, outcome, last, *trace_);
  if (!is_reached) {
    if (!TakesAlternative(outcome.end, last)) return CodeOf(outcome.end);
    if (astar.PolygonOf(last) == start_poly_) return WanderInPlace(rules);
    result_.went_far_as_possible = true;
    if (result_.partial_reason == PartialReason::kNone) {
      result_.partial_reason = ReasonOf(outcome.end, shape.type());
    }
  }
  Vec3 end = result_.goal_used;
  if (shape.type() != SearchType::kShortest) {
    end = astar.nodes().At(last).point;
  } else if (!outcome.at_goal) {
    end = astar.ClosestPoint(last, platform::Xy(result_.goal_used));
  }
  const CompletionCode code = PullRoute(rules, shape, last, end);
  CountFragments();
  const bool ended_early = is_reached && !outcome.at_goal;
  if (code == CompletionCode::kFound) {
    WriteRoute(profile_, view_, request_, scratch_.route, ended_early, result_);
    Note("written");
  }
  return code;
}

// The way off on which the threat never comes nearer, if there is one, else that of OQ-28, on which coming
// nearer has its price. The expansions of all tries count together.
SearchOutcome PathRun::Flee(const MovementRules& rules, const SearchShape& shape, SearchProblem& problem) {
  AStar& astar = scratch_.astar;
  const SearchShape away = shape.OnlyAway();
  const uint32_t expansions_max = problem.expansions_max;
  uint32_t expanded = 0;
  SearchOutcome outcome;
  for (const FleeTry next : {FleeTry::kAway, FleeTry::kAwayInFull, FleeTry::kAnyWay}) {
    if (next == FleeTry::kAwayInFull &&
        (outcome.end != SearchEnd::kExhausted || outcome.expanded > AwaySearch::kHemmedInMax ||
         astar.overlay().active())) {
      continue;
    }
    problem.shape = next == FleeTry::kAnyWay ? &shape : &away;
    problem.expansions_max = expansions_max == 0 ? 0 : expansions_max - expanded;
    outcome = next == FleeTry::kAwayInFull ? astar.RunAway(view_, problem, rules, meter_)
                                           : astar.Run(view_, problem, rules, meter_);
    expanded += outcome.expanded;
    if (outcome.end == SearchEnd::kHeapFull) result_.details |= kDetailHeapFull;
    if (outcome.end == SearchEnd::kReached || outcome.end == SearchEnd::kStopped) break;
    if (next != FleeTry::kAnyWay && expansions_max != 0 && expanded == expansions_max) {
      outcome.end = SearchEnd::kTooMany;
      break;
    }
  }
  problem.shape = &shape;
  problem.expansions_max = expansions_max;
  outcome.expanded = expanded;
  return outcome;
}

// Whether the way to the polygon that came closest is an answer (OQ-27, OQ-39, NAV-129).
bool PathRun::TakesAlternative(SearchEnd end, NodeId closest) {
  if (end == SearchEnd::kStopped || end == SearchEnd::kEndsBlocked || !closest.valid()) return false;
  const bool is_start = scratch_.astar.PolygonOf(closest) == start_poly_;
  if (request_.search_type() == SearchType::kWander) return end == SearchEnd::kExhausted;
  if (is_start) return false;
  if (result_.partial_reason == PartialReason::kNotResident) {
    return scratch_.astar.nodes().At(closest).estimate <= kFarTargetCompletionRadius;
  }
  return request_.Has(kFlagUseBestAlternateRouteIfNoneFound);
}

// A wander whose farthest polygon is the one that it stands on: as far along the direction as that goes.
CompletionCode PathRun::WanderInPlace(const MovementRules& rules) {
  const Vec3 start = result_.start_used;
  const Vec3 wanted = start + request_.reference * request_.reference_distance;
  const WalkRay ray =
      CastWalkRay(view_, start_poly_, start, wanted, rules.SightFilter(view_.Poly(start_poly_).record()));
  const bool is_blocked = scratch_.obstacles.BlocksLine(start, ray.point);
  if (is_blocked || !(platform::Distance(start, ray.point) > profile_.target_reached_distance)) {
    return CompletionCode::kNotFound;
  }
  result_.goal_used = ray.point;
  result_.went_far_as_possible = true;
  result_.partial_reason = PartialReason::kDeadEnd;
  return WriteDirect(ray.last);
}

CompletionCode PathRun::PullRoute(const MovementRules& rules, const SearchShape& shape, NodeId last,
                                  Vec3 end) {
  if (!scratch_.astar.Recover(last, static_cast<uint32_t>(profile_.path_polys_max), scratch_.corridor)) {
    return CompletionCode::kReachedMaxPathPolys;
  }
  if (ClimbIsBlocked()) return CompletionCode::kNotFound;
  if (scratch_.astar.expanded_fragments() && LengthIsAll(rules, shape)) {
    scratch_.straightener.Run(view_, rules, scratch_.astar.nodes(), scratch_.astar.overlay(),
                              result_.start_used, end, meter_, scratch_.corridor);
  }
  for (const CorridorStep& step : scratch_.corridor) {
    // Fragments are told as the polygon that they are of, once.
    if (result_.corridor.empty() || result_.corridor.back() != step.poly)
      result_.corridor.push_back(step.poly);
  }
  RouteSight sight(view_, rules, &scratch_.obstacles, meter_);
  return ShapeRoute(sight, shape, end) ? CompletionCode::kFound : CompletionCode::kCancelled;
}

// String pulling and the post steps (section 9).
bool PathRun::ShapeRoute(RouteSight& sight, const SearchShape& shape, Vec3 end) {
  StringPuller& puller = scratch_.puller;
  std::vector<RoutePoint>& route = scratch_.route;
  const Vec3 start = result_.start_used;
  const bool is_flee = shape.type() == SearchType::kFlee;
  const bool by_points = shape.KeepsPoints();
  if (!(by_points ? puller.PullPoints(sight, scratch_.corridor, start, end, shape, route)
                  : puller.Pull(sight, scratch_.corridor, start, end, route))) {
    return false;
  }
  // A taut string may pass nearer to the threat than the search went.
  if (is_flee && !by_points && !GainsDistance(route, request_.reference) &&
      !puller.PullPoints(sight, scratch_.corridor, start, end, shape, route)) {
    return false;
  }
  Note("string pulling");
  if (profile_.minimise_distance && !is_flee && !by_points) {
    if (!MinimiseDistance(sight, route)) return false;
    Note("minimise distance");
  }
  const bool is_extra = request_.Has(kFlagPullFromEdgeExtra);
  if (is_extra || profile_.pull_from_edges) {
    const bool moves_end = shape.type() == SearchType::kWander;
    if (!PullFromEdges(sight, is_extra ? kPullFromEdgeExtra : kPullFromEdge, moves_end, route, &shape))
      return false;
    if (!ShortenBySight(sight, route, &shape)) return false;
    Note("pull from edges");
  }
  if (request_.Has(kFlagPreserveSlopeInfoInPath)) {
    if (!PreserveSlope(sight, PointsMax(profile_, request_), route, scratch_.spare_route)) return false;
    Note("preserve slope");
  }
  if (request_.Has(kFlagCutSharpCorners) && profile_.smooth_corners) {
    if (!MarkSmoothCorners(sight, route)) return false;
    Note("smooth corners");
  }
  return true;
}

// NAV-156: a climb or drop that begins or ends in an object spoils the whole path. Links are exempt.
bool PathRun::ClimbIsBlocked() const {
  if (!scratch_.obstacles.active()) return false;
  for (size_t k = 1; k < scratch_.corridor.size(); ++k) {
    const CorridorStep& step = scratch_.corridor[k];
    if (step.entry_kind != EntryKind::kEdge || step.over_portal) continue;
    const PolyView before = view_.Poly(scratch_.corridor[k - 1].poly);
    const PolyView entered = view_.Poly(step.poly);
    if (before.Edge(step.entry).type() == AdjacencyType::kNormal) continue;
    if (scratch_.obstacles.Holds(EdgeMiddle(before, step.entry)) ||
        scratch_.obstacles.Holds(Landing(before, step.entry, entered))) {
      return true;
    }
  }
  return false;
}

PathSearch::PathSearch(const platform::Profile& profile)
    : profile_(&profile), scratch_(std::make_unique<Scratch>(profile)) {}
PathSearch::~PathSearch() = default;
PathSearch::PathSearch(PathSearch&&) noexcept = default;

void PathSearch::Run(const NavView& view, const PathRequest& request, platform::CostMeter& meter,
                     PathResult& result, SearchTrace* trace) {
  FOOTFALL_CHECK(platform::IsFinite(request.start));
  FOOTFALL_CHECK(platform::IsFinite(request.end));
  result.Clear();
  if (trace != nullptr) trace->Begin(request, *profile_);
  PathRun(*profile_, view, request, cost_hook_, meter, *scratch_, trace, result).Run();
  if (trace != nullptr) trace->End(result);
}

}  // namespace footfall::nav
