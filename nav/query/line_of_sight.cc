#include "nav/query/line_of_sight.h"

#include <algorithm>
#include <cmath>

#include "nav/dynamic/object_snapshot.h"
#include "nav/query/point_below.h"
#include "nav/query/query_start.h"
#include "nav/query/surface.h"
#include "nav/query/walk_ray.h"
#include "platform/check.h"
#include "platform/math.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

// Heights of one surface that two ways of finding it may give, m: far below any storey.
constexpr float kSameSurface = 0.125F;

struct Place {
  PolyRef poly;
  Vec3 point;
};

class LineRun {
 public:
  LineRun(const NavView& view, const LineOfSightRequest& request, const SnapLimits& limits,
          platform::CostMeter& meter)
      : view_(view), request_(request), limits_(limits), meter_(meter) {
    if (request.slope_max > 0) slope_max_ = platform::Tan(request.slope_max);
    objects_.radius = std::max(request.radius, kObjectPedRadius);
  }

  // Walks from `at` to point `number`; `at` is then where the next segment begins.
  QueryItem Walk(uint32_t number, Place& at) {
    return Has(kLosEachOnMesh) ? WalkBetweenSurfaces(request_.points[number], at)
                               : WalkOn(request_.points[number], at);
  }
  bool Has(LineOfSightOption option) const { return (request_.options & option) != 0; }

 private:
  static void SetState(SegmentState state, QueryItem& item) {
    item.bits = (item.bits & ~0xFFU) | static_cast<uint32_t>(state);
  }

  WalkFilter FilterFrom(PolyRef poly) const {
    WalkFilter filter;
    filter.slope_max = slope_max_;
    if (Has(kLosNoWaterEdges)) {
      filter.flags_mask = kPolyWater;
      filter.flags_value = view_.Poly(poly).flags() & kPolyWater;
    }
    return filter;
  }

  QueryItem Cast(const Place& from, Vec3 to) {
    const WalkRay ray = CastWalkRay(view_, from.poly, from.point, to, FilterFrom(from.poly));
    meter_.Charge(ray.crossed + 1);
    const bool reached = ray.outcome == WalkRayOutcome::kReached;
    QueryItem item;
    item.position = ray.point;
    item.poly = ray.last;
    item.normal = reached ? SurfaceNormal(view_.Poly(ray.last)) : Vec3{ray.normal.x, ray.normal.y, 0};
    const float dx = ray.point.x - from.point.x;
    const float dy = ray.point.y - from.point.y;
    item.value = std::sqrt(dx * dx + dy * dy);
    if (reached || PointBelow(view_, {to.x, to.y, ray.point.z}).poly.valid()) item.bits |= kItemOverMesh;
    SetState(reached                                       ? SegmentState::kClear
             : ray.outcome == WalkRayOutcome::kNotResident ? SegmentState::kNotResident
                                                           : SegmentState::kBlockedByMesh,
             item);
    return item;
  }

  // The object LOS of a segment that the mesh leaves free (NAV-238).
  void LookForObjects(const Place& from, QueryItem& item) const {
    if (!Has(kLosObjects) || view_.objects() == nullptr || StateOf(item) != SegmentState::kClear) return;
    if (!view_.objects()->LineBlocked(from.point, item.position, 0, objects_)) return;
    SetState(SegmentState::kBlockedByObject, item);
    item.position = from.point;
    item.poly = from.poly;
    item.normal = {};
    item.value = 0;
  }

  QueryItem WalkOn(Vec3 to, Place& at) {
    QueryItem item = Cast(at, to);
    const Place end{item.poly, item.position};
    LookForObjects(at, item);
    at = end;
    return item;
  }

  QueryItem WalkBetweenSurfaces(Vec3 to, Place& at) {
    const Place from = at;
    meter_.Charge(1);
    const NearestResult end = NearestPoly(view_, to, limits_);
    at = {end.poly, end.point};
    QueryItem item;
    if (!from.poly.valid() || !end.poly.valid()) {
      SetState(SegmentState::kOffMesh, item);
      if (end.poly.valid()) item.bits |= kItemOverMesh;
      return item;
    }
    item = Cast(from, end.point);
    item.bits |= kItemOverMesh;
    const bool on_surface = item.poly == end.poly || std::fabs(item.position.z - end.point.z) <= kSameSurface;
    if (StateOf(item) == SegmentState::kClear && !on_surface) {
      SetState(SegmentState::kBlockedByMesh, item);
      item.normal = {};
    }
    LookForObjects(from, item);
    return item;
  }

  const NavView& view_;
  const LineOfSightRequest& request_;
  const SnapLimits limits_;
  platform::CostMeter& meter_;
  float slope_max_ = -1;  // as WalkFilter has it
  ObjectFilter objects_;  // of a standard search by a walker of this radius
};

CompletionCode CodeOf(SegmentState state) {
  return state == SegmentState::kNotResident ? CompletionCode::kNavMeshNotLoaded : CompletionCode::kNotFound;
}

}  // namespace

void RunLineOfSight(const NavView& view, const LineOfSightRequest& request, QueryScratch& scratch,
                    platform::CostMeter& meter, QueryResult& result) {
  FOOTFALL_CHECK(request.points_count >= 2 && request.points_count <= kLosPointsMax);
  const uint64_t units_before = meter.units();
  result.Clear();
  const SnapLimits limits = SnapLimitsOf(*scratch.profile, request.adjust_distance_max);
  if (PutOnMesh(view, request.points[0], limits, meter, result)) {
    result.code = CompletionCode::kFound;
    LineRun run(view, request, limits, meter);
    Place at{result.start_poly, result.start_used};
    for (uint32_t number = 1; number < request.points_count; ++number) {
      if (result.code != CompletionCode::kFound && run.Has(kLosStopAtFirstFailure)) {
        QueryItem untested;
        untested.bits = static_cast<uint32_t>(SegmentState::kNotReached);
        result.items.push_back(untested);
        continue;
      }
      const QueryItem item = run.Walk(number, at);
      if (meter.ShouldStop()) {
        result.code = CompletionCode::kCancelled;
        break;
      }
      result.items.push_back(item);
      result.value += item.value;
      if (StateOf(item) != SegmentState::kClear && result.code == CompletionCode::kFound) {
        result.code = CodeOf(StateOf(item));
      }
    }
  }
  result.cost_units = meter.units() - units_before;
  result.polys_visited = static_cast<uint32_t>(result.cost_units);
}

}  // namespace footfall::nav
