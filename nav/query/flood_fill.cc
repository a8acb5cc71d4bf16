#include "nav/query/flood_fill.h"

#include <algorithm>
#include <limits>

#include "nav/query/flood.h"
#include "nav/query/flood_search.h"
#include "nav/query/query_start.h"

namespace footfall::nav {
namespace {

bool HasFlag(const PolyView& poly, PolyFlag flag) { return (poly.flags() & flag) != 0; }
bool HasAttribute(const PolyView& poly, PolyAttribute attribute) {
  return (poly.attributes() & attribute) != 0;
}

// Whether a polygon is what the goal looks for.
bool IsGoal(FloodFillGoal goal, const PolyView& poly) {
  switch (goal) {
    case FloodFillGoal::kNearestVehicleLane:
      return HasAttribute(poly, kAttrNearVehicleLane);
    case FloodFillGoal::kNearestSheltered:
      return HasFlag(poly, kPolySheltered);
    case FloodFillGoal::kNearestUnsheltered:
      return !HasFlag(poly, kPolySheltered);
    case FloodFillGoal::kAreaUnderfoot:
      return false;
    case FloodFillGoal::kNearbyPavement:
      return HasFlag(poly, kPolyPavement);
    case FloodFillGoal::kNearestOutOfWater:
      return !HasFlag(poly, kPolyWater);
    case FloodFillGoal::kNearestNotIsolated:
      return !HasAttribute(poly, kAttrIsolated);
  }
  return false;
}

CompletionCode CodeOf(FloodEnd end) {
  switch (end) {
    case FloodEnd::kEnded:
      return CompletionCode::kFound;
    case FloodEnd::kNoMore:
      return CompletionCode::kNotFound;
    case FloodEnd::kFull:
      return CompletionCode::kRanOutOfVisitedPolysSpace;
    case FloodEnd::kStopped:
      return CompletionCode::kCancelled;
  }
  return CompletionCode::kNotFound;
}

struct FloodRun {
  const NavView& view;
  const FloodFillRequest& request;
  QueryScratch& scratch;
  platform::CostMeter& meter;
  QueryResult& result;

  float Ceiling() const {
    return request.distance_max > 0 ? request.distance_max : std::numeric_limits<float>::infinity();
  }

  template <class MayVisit, class EndsHere>
  FloodOutcome Search(float distance_max, FloodWays ways, MayVisit&& may_visit, EndsHere&& ends_here) {
    return SearchConnected(view, result.start_poly, result.start_used, distance_max, ways, scratch.nodes,
                           meter, may_visit, ends_here);
  }

  FloodOutcome FindNearest(FloodWays ways) {
    return Search(
        Ceiling(), ways, [](const PolyView&) { return true; },
        [&](const FloodNode& node) { return IsGoal(request.goal, view.Poly(node.poly)); });
  }

  // A radius, not a distance walked: only polygons that reach into it are visited (NAV-245).
  FloodOutcome FindPavement() {
    const float radius_sq = Ceiling() * Ceiling();
    return Search(
        std::numeric_limits<float>::infinity(), FloodWays::kNormal,
        [&](const PolyView& poly) {
          return LengthSq(NearestOn(poly, result.start_used) - result.start_used) <= radius_sq;
        },
        [&](const FloodNode& node) { return IsGoal(request.goal, view.Poly(node.poly)); });
  }

  void Nearest(const FloodOutcome& found) {
    result.code = CodeOf(found.end);
    if (found.end != FloodEnd::kEnded) return;
    result.value = found.last.distance;
    result.items.push_back(ItemOn(view, found.last.poly, found.last.point, found.last.distance));
  }

  FloodOutcome SumArea() {
    const double limit =
        request.area_max > 0 ? double{request.area_max} : std::numeric_limits<double>::infinity();
    double area = 0;
    const FloodOutcome summed = Search(
        Ceiling(), FloodWays::kNormal, [](const PolyView&) { return true; },
        [&](const FloodNode& node) {
          area += PolyArea(view.Poly(node.poly));
          return area >= limit;
        });
    result.code = summed.end == FloodEnd::kNoMore ? CompletionCode::kFound : CodeOf(summed.end);
    result.value = static_cast<float>(std::min(area, limit));
    result.items.push_back(ItemOn(view, result.start_poly, result.start_used, result.value, kItemIsArea));
    return summed;
  }
};

}  // namespace

void RunFloodFill(const NavView& view, const FloodFillRequest& request, QueryScratch& scratch,
                  platform::CostMeter& meter, QueryResult& result) {
  const uint64_t units_before = meter.units();
  result.Clear();
  if (PutOnMesh(view, request.start, SnapLimitsOf(*scratch.profile, request.adjust_distance_max), meter,
                result)) {
    FloodRun run{view, request, scratch, meter, result};
    FloodOutcome outcome;
    if (request.goal == FloodFillGoal::kAreaUnderfoot) {
      outcome = run.SumArea();
    } else if (request.goal == FloodFillGoal::kNearbyPavement) {
      run.Nearest(outcome = run.FindPavement());
    } else {
      const bool gets_out = request.goal == FloodFillGoal::kNearestOutOfWater ||
                            request.goal == FloodFillGoal::kNearestNotIsolated;
      run.Nearest(outcome = run.FindNearest(gets_out ? FloodWays::kAll : FloodWays::kNormal));
    }
    result.polys_visited = outcome.visited;
  }
  result.cost_units = meter.units() - units_before;
}

}  // namespace footfall::nav
