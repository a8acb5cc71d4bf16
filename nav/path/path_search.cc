#include "nav/path/path_search.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/path/astar.h"
#include "nav/path/candidate_points.h"
#include "nav/path/corridor.h"
#include "nav/path/end_points.h"
#include "nav/path/landing.h"
#include "nav/path/movement_rules.h"
#include "nav/path/search_obstacles.h"
#include "nav/path/straighten.h"
#include "nav/path/string_pulling.h"
#include "nav/query/nearest.h"
#include "nav/query/walk_ray.h"
#include "platform/check.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

constexpr float kEarlyOutDistSq = 10.0F;    // m^2, about 3.16 m (NAV-132)
constexpr float kEarlyOutMaxHeight = 5.0F;  // m (NAV-132)
constexpr float kToldXy = 50.0F;            // m: how far a failed snap looks for what to tell
constexpr float kToldZ = 100.0F;            // m
constexpr float kExtentsGrowthMin = 60.0F;  // m (OQ-22)

bool Has(const PathRequest& request, PathFlagBit bit) { return (request.flags & PathFlagMask(bit)) != 0; }

// OQ-22: the box of both ends grown by max(60 m, half of their distance), doubled by UseLargerSearchExtents.
SearchExtents ExtentsOf(const PathRequest& request, Vec3 start, Vec3 goal) {
  SearchExtents extents;
  if (Has(request, kFlagDontLimitSearchExtents)) return extents;
  float growth = std::max(kExtentsGrowthMin, 0.5F * platform::Distance(start, goal));
  if (Has(request, kFlagUseLargerSearchExtents)) growth *= 2;
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

uint16_t SurfaceFlags(const PolyView& poly) {
  uint16_t flags = 0;
  if ((poly.attributes() & kAttrInterior) != 0) flags |= kWaypointInterior;
  if ((poly.flags() & kPolyWater) != 0) flags |= kWaypointWater;
  return flags;
}

}  // namespace

const uint64_t kSupportedPathFlags =
    PathFlagMask(kFlagPreferPavements) | PathFlagMask(kFlagNeverLeavePavements) |
    PathFlagMask(kFlagNeverEnterWater) | PathFlagMask(kFlagNeverStartInWater) |
    PathFlagMask(kFlagNeverLeaveWater) | PathFlagMask(kFlagNeverLeaveDeepWater) |
    PathFlagMask(kFlagPreferDownhill) | PathFlagMask(kFlagAllowToNavigateUpSteepPolygons) |
    PathFlagMask(kFlagAvoidTrainTracks) | PathFlagMask(kFlagFavourEnclosedSpaces) |
    PathFlagMask(kFlagNeverClimbOverStuff) | PathFlagMask(kFlagNeverDropFromHeight) |
    PathFlagMask(kFlagNeverUseLadders) | PathFlagMask(kFlagMayUseFatalDrops) |
    PathFlagMask(kFlagIfNotOnPavementAllowDropsAndClimbs) | PathFlagMask(kFlagDontAvoidDynamicObjects) |
    PathFlagMask(kFlagReduceObjectBboxes) | PathFlagMask(kFlagIgnoreNonSignificantObjects) |
    PathFlagMask(kFlagAllowToPushVehicleDoorsClosed) | PathFlagMask(kFlagDontAvoidFire) |
    PathFlagMask(kFlagExpandStartEndTessellationRadius) | PathFlagMask(kFlagUseLargerSearchExtents) |
    PathFlagMask(kFlagDontLimitSearchExtents) | PathFlagMask(kFlagUseBestAlternateRouteIfNoneFound) |
    PathFlagMask(kFlagScriptedRoute) | PathFlagMask(kFlagMissionPed) | PathFlagMask(kFlagHighPrioRoute);

struct PathSearch::Scratch {
  explicit Scratch(const platform::Profile& profile) : astar(profile) {}
  AStar astar;
  SearchObstacles obstacles;
  ObjectLists object_lists;
  Straightener straightener;
  StringPuller puller;
  std::vector<CorridorStep> corridor;
  std::vector<RoutePoint> route;
};

// One run: the stages of section 8 and 10 in order, on the searcher's scratch.
class PathRun {
 public:
  PathRun(const platform::Profile& profile, const NavView& view, const PathRequest& request,
          platform::CostMeter& meter, PathSearch::Scratch& scratch, PathResult& result)
      : profile_(profile),
        view_(view),
        request_(request),
        meter_(meter),
        scratch_(scratch),
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
  float SnapXy() const {
    return request_.adjust_distance_max >= 0 ? request_.adjust_distance_max : profile_.snap_xy;
  }
  void CountFragments() {
    result_.fragments_made = scratch_.astar.overlay().fragments_count();
    if (scratch_.astar.overlay().refused() != 0) result_.details |= kDetailFragmentsFull;
  }
  bool ClimbIsBlocked() const;
  // Whether no cost but length decides between two ways over surfaces of one class.
  bool LengthIsAll(const MovementRules& rules) const {
    return request_.search_type() == SearchType::kShortest && request_.spheres_count == 0 &&
           !rules.favours_enclosed();
  }
  bool TakesUncheckedLine() const;
  CompletionCode WriteUncheckedLine();
  bool EarlyOut(const MovementRules& rules);
  CompletionCode SearchRoute(const MovementRules& rules);
  CompletionCode PullRoute(const MovementRules& rules, NodeId last, Vec3 end);
  void WriteResult(bool ended_by_radius);

  const platform::Profile& profile_;
  const NavView& view_;
  const PathRequest& request_;
  platform::CostMeter& meter_;
  PathSearch::Scratch& scratch_;
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
  const MeshIndex tile = MeshIndexAt(wanted.x, wanted.y);
  if (tile == kNoNavMesh) return CompletionCode::kInvalidCoordinates;
  if (hint.valid() && view_.Contains(hint) && view_.Poly(hint).ContainsXy(platform::Xy(wanted))) {
    *poly = hint;
    *used = {wanted.x, wanted.y, view_.Poly(hint).Height(platform::Xy(wanted))};
    return CompletionCode::kFound;
  }
  const NearestResult found = NearestPoly(view_, wanted, {SnapXy(), profile_.snap_up, profile_.snap_down});
  if (!found.poly.valid()) {
    // For the client: what would have been near, and how far (R35).
    *nearest = NearestPoly(view_, wanted, {kToldXy, kToldZ, kToldZ}).distance;
    return view_.IsResident(tile) ? CompletionCode::kInvalidCoordinates : CompletionCode::kNavMeshNotLoaded;
  }
  *poly = found.poly;
  *used = found.point;
  return CompletionCode::kFound;
}

// NAV-123: where no mesh is known a path is a straight line that nobody checked, if the profile wants such
// lines.
bool PathRun::TakesUncheckedLine() const {
  const MeshIndex tile = MeshIndexAt(request_.start.x, request_.start.y);
  return profile_.unchecked_straight_line && tile != kNoNavMesh && !view_.IsInDataSet(tile);
}

CompletionCode PathRun::WriteUncheckedLine() {
  result_.points = {request_.start, request_.end};
  result_.waypoint_flags.assign(2, 0);
  result_.point_polys.assign(2, PolyRef());
  result_.start_used = request_.start;
  result_.goal_used = request_.end;
  result_.length = platform::Distance(request_.start, request_.end);
  result_.details |= kDetailUncheckedStraightLine;
  return CompletionCode::kFound;
}

CompletionCode PathRun::Search() {
  // A domain that is off has no store (NAV-015).
  if (!NavDomains().IsOn(request_.domain)) return CompletionCode::kNavMeshNotLoaded;
  if (TakesUncheckedLine()) return WriteUncheckedLine();
  scratch_.obstacles.Begin(view_.objects(), FilterOf(request_, scratch_.object_lists));
  CompletionCode code = ResolveEnd(request_.start, request_.start_poly, &start_poly_, &result_.start_used,
                                   &result_.start_moved, &result_.nearest_start);
  if (code != CompletionCode::kFound) return code;
  code = ResolveEnd(request_.end, PolyRef(), &goal_poly_, &result_.goal_used, &result_.goal_moved,
                    &result_.nearest_goal);
  if (code != CompletionCode::kFound) return code;

  const PolyRecord& start_record = view_.Poly(start_poly_).record();
  const MovementRules rules(request_, profile_.movement_costs, (start_record.flags & kPolyPavement) != 0);
  if (!rules.AllowsStart(start_record) || view_.Poly(start_poly_).is_disabled()) {
    return CompletionCode::kInvalidCoordinates;
  }
  const bool is_direct =
      start_poly_ == goal_poly_ && !scratch_.obstacles.BlocksLine(result_.start_used, result_.goal_used);
  if (is_direct || EarlyOut(rules)) {
    scratch_.route.clear();
    scratch_.route.push_back({result_.start_used, start_poly_, 0, true});
    scratch_.route.push_back({result_.goal_used, goal_poly_, 0, true});
    result_.corridor.push_back(start_poly_);
    if (goal_poly_ != start_poly_) result_.corridor.push_back(goal_poly_);
    WriteResult(false);
    return CompletionCode::kFound;
  }
  return SearchRoute(rules);
}

// NAV-132.
bool PathRun::EarlyOut(const MovementRules& rules) {
  if (rules.favours_enclosed()) return false;
  const Vec3 start = result_.start_used;
  const Vec3 goal = result_.goal_used;
  if (!(platform::LengthSq(goal - start) < kEarlyOutDistSq)) return false;
  if (!(std::fabs(goal.z - start.z) < kEarlyOutMaxHeight)) return false;
  if (scratch_.obstacles.BlocksLine(start, goal)) return false;
  const WalkRay ray =
      CastSightLine(view_, start_poly_, start, goal, rules.SightFilter(view_.Poly(start_poly_).record()));
  return ray.outcome == WalkRayOutcome::kReached && ray.last == goal_poly_;
}

CompletionCode PathRun::SearchRoute(const MovementRules& rules) {
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
  if (!problem.extents.Contains(result_.start_used)) return CompletionCode::kNotFound;  // NAV-125

  const SearchOutcome outcome = scratch_.astar.Run(view_, problem, rules, meter_);
  result_.nodes_expanded = outcome.expanded;
  CountFragments();
  NodeId last = outcome.last;
  Vec3 end = result_.goal_used;
  bool ended_by_radius = false;
  if (outcome.end != SearchEnd::kReached) {
    if (outcome.end == SearchEnd::kHeapFull) result_.details |= kDetailHeapFull;
    const bool take_alternative = outcome.end == SearchEnd::kExhausted &&
                                  Has(request_, kFlagUseBestAlternateRouteIfNoneFound) &&
                                  scratch_.astar.PolygonOf(outcome.closest) != start_poly_;
    if (!take_alternative) return CodeOf(outcome.end);
    last = outcome.closest;
    result_.went_far_as_possible = true;
  }
  if (!outcome.at_goal) {
    ended_by_radius = outcome.end == SearchEnd::kReached;
    end = scratch_.astar.ClosestPoint(last, platform::Xy(result_.goal_used));
  }
  const CompletionCode code = PullRoute(rules, last, end);
  CountFragments();
  if (code == CompletionCode::kFound) WriteResult(ended_by_radius);
  if (code == CompletionCode::kFound && result_.went_far_as_possible)
    result_.last_route_point_is_target = false;
  return code;
}

CompletionCode PathRun::PullRoute(const MovementRules& rules, NodeId last, Vec3 end) {
  if (!scratch_.astar.Recover(last, static_cast<uint32_t>(profile_.path_polys_max), scratch_.corridor)) {
    return CompletionCode::kReachedMaxPathPolys;
  }
  if (ClimbIsBlocked()) return CompletionCode::kNotFound;
  if (scratch_.astar.expanded_fragments() && LengthIsAll(rules)) {
    scratch_.straightener.Run(view_, rules, scratch_.astar.nodes(), scratch_.astar.overlay(),
                              result_.start_used, end, meter_, scratch_.corridor);
  }
  for (const CorridorStep& step : scratch_.corridor) {
    // Fragments are told as the polygon that they are of, once.
    if (result_.corridor.empty() || result_.corridor.back() != step.poly)
      result_.corridor.push_back(step.poly);
  }
  scratch_.puller.SetObstacles(&scratch_.obstacles);
  if (!scratch_.puller.Pull(view_, scratch_.corridor, result_.start_used, end, rules, meter_,
                            scratch_.route)) {
    return CompletionCode::kCancelled;
  }
  return CompletionCode::kFound;
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

// Section 10.
void PathRun::WriteResult(bool ended_by_radius) {
  const std::vector<RoutePoint>& route = scratch_.route;
  uint32_t points_max = static_cast<uint32_t>(profile_.path_points_max);
  if (request_.points_max != 0) points_max = std::min(points_max, std::max(request_.points_max, 2U));
  const size_t count = std::min<size_t>(route.size(), points_max);
  for (size_t i = 0; i < count; ++i) {
    result_.points.push_back(route[i].point);
    result_.point_polys.push_back(route[i].poly);
    result_.waypoint_flags.push_back(
        static_cast<uint16_t>(route[i].flags | SurfaceFlags(view_.Poly(route[i].poly))));
    if (i > 0) result_.length += platform::Distance(route[i - 1].point, route[i].point);
  }
  for (const PolyRef ref : result_.corridor) {
    if ((view_.Poly(ref).flags() & kPolyWater) != 0) result_.has_water = true;
  }

  constexpr uint16_t kActions = kWaypointClimbHigh | kWaypointClimbLow | kWaypointDropDown |
                                kWaypointClimbLadder | kWaypointDescendLadder | kWaypointClimbObject;
  result_.waypoint_flags.back() =
      static_cast<uint16_t>(result_.waypoint_flags.back() & ~kActions);  // NAV-164
  const Vec3 last = result_.points.back();
  result_.short_of_goal = platform::Distance(last, request_.end);
  const bool is_cut = count < route.size();
  if (is_cut) result_.details |= kDetailPointsFull | kDetailContinueFromLastPoint;
  if (result_.short_of_goal <= profile_.target_reached_distance) return;
  const bool all_used = count == points_max;
  if (!all_used && last == result_.goal_used)
    result_.waypoint_flags.back() |= kWaypointAdjustedTargetPos;                 // NAV-162
  if (all_used && !ended_by_radius) result_.last_route_point_is_target = false;  // NAV-163
}

PathSearch::PathSearch(const platform::Profile& profile)
    : profile_(&profile), scratch_(std::make_unique<Scratch>(profile)) {}
PathSearch::~PathSearch() = default;
PathSearch::PathSearch(PathSearch&&) noexcept = default;

void PathSearch::Run(const NavView& view, const PathRequest& request, platform::CostMeter& meter,
                     PathResult& result) {
  FOOTFALL_CHECK(platform::IsFinite(request.start));
  FOOTFALL_CHECK(platform::IsFinite(request.end));
  result.Clear();
  PathRun(*profile_, view, request, meter, *scratch_, result).Run();
}

}  // namespace footfall::nav
