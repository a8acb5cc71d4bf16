#include "nav/path/route_writer.h"

#include <algorithm>

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

uint16_t SurfaceFlags(const PolyView& poly) {
  uint16_t flags = 0;
  if ((poly.attributes() & kAttrInterior) != 0) flags |= kWaypointInterior;
  if ((poly.flags() & kPolyWater) != 0) flags |= kWaypointWater;
  return flags;
}

// What lacks at the end of the points, m. A wander or flee that ended as it should lacks nothing, although
// the string may be shorter than the way that the search went.
float ShortOfGoal(const PathRequest& request, const PathResult& result, bool is_whole) {
  const Vec3 last = result.points.back();
  if (request.search_type() == SearchType::kShortest) return platform::Distance(last, request.end);
  if (is_whole) return 0;
  const float reached = request.search_type() == SearchType::kWander
                            ? result.length
                            : platform::Distance(last, request.reference);
  return std::max(0.0F, request.reference_distance - reached);
}

// Where a wander or flee goes when nothing is known of the ground.
Vec3 ShiftedStart(const PathRequest& request) {
  if (request.search_type() == SearchType::kShortest) return request.end;
  Vec2 along = platform::Xy(request.reference);
  if (request.search_type() == SearchType::kFlee) {
    along = platform::Xy(request.start) - platform::Xy(request.reference);
    const float length = platform::Length(along);
    along = length > 0 ? along * (1 / length) : Vec2{1, 0};
  }
  const Vec2 shift = along * request.reference_distance;
  return {request.start.x + shift.x, request.start.y + shift.y, request.start.z};
}

}  // namespace

uint32_t PointsMax(const platform::Profile& profile, const PathRequest& request) {
  const uint32_t points_max = static_cast<uint32_t>(profile.path_points_max);
  return request.points_max == 0 ? points_max : std::min(points_max, std::max(request.points_max, 2U));
}

void WriteRoute(const platform::Profile& profile, const NavView& view, const PathRequest& request,
                const std::vector<RoutePoint>& route, bool ended_early, PathResult& result) {
  const uint32_t points_max = PointsMax(profile, request);
  const size_t count = std::min<size_t>(route.size(), points_max);
  for (size_t i = 0; i < count; ++i) {
    result.points.push_back(route[i].point);
    result.point_polys.push_back(route[i].poly);
    result.waypoint_flags.push_back(
        static_cast<uint16_t>(route[i].flags | SurfaceFlags(view.Poly(route[i].poly))));
    if (i > 0) result.length += platform::Distance(route[i - 1].point, route[i].point);
  }
  for (const PolyRef ref : result.corridor) {
    if ((view.Poly(ref).flags() & kPolyWater) != 0) result.has_water = true;
  }

  // NAV-164; nor is there a corner at the last point.
  constexpr uint16_t kNotLast = kWaypointClimbHigh | kWaypointClimbLow | kWaypointDropDown |
                                kWaypointClimbLadder | kWaypointDescendLadder | kWaypointClimbObject |
                                kWaypointSmoothCorner;
  result.waypoint_flags.back() = static_cast<uint16_t>(result.waypoint_flags.back() & ~kNotLast);
  const bool is_cut = count < route.size();
  const bool is_whole = !is_cut && result.partial_reason == PartialReason::kNone;
  result.short_of_goal = ShortOfGoal(request, result, is_whole);
  if (is_cut) result.details |= kDetailPointsFull | kDetailContinueFromLastPoint;
  if (request.search_type() != SearchType::kShortest) result.goal_used = result.points.back();
  if (result.partial_reason != PartialReason::kNone) result.last_route_point_is_target = false;
  if (result.short_of_goal <= profile.target_reached_distance) return;
  if (is_cut) result.partial_reason = PartialReason::kPointsFull;
  const bool all_used = count == points_max;
  if (!all_used && result.points.back() == result.goal_used &&
      request.search_type() == SearchType::kShortest) {
    result.waypoint_flags.back() |= kWaypointAdjustedTargetPos;  // NAV-162
  }
  if (all_used && !ended_early) result.last_route_point_is_target = false;  // NAV-163
}

void WriteUncheckedLine(const PathRequest& request, PathResult& result) {
  const Vec3 end = ShiftedStart(request);
  result.points = {request.start, end};
  result.waypoint_flags.assign(2, 0);
  result.point_polys.assign(2, PolyRef());
  result.start_used = request.start;
  result.goal_used = end;
  result.length = platform::Distance(request.start, end);
  result.details |= kDetailUncheckedStraightLine;
}

}  // namespace footfall::nav
