#include "nav/query/closest_position.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "nav/dynamic/object_snapshot.h"
#include "nav/query/nearest_search.h"
#include "nav/query/point_below.h"
#include "nav/query/query_start.h"
#include "platform/check.h"

namespace footfall::nav {

ClosestFilterMasks::ClosestFilterMasks(uint32_t filters) {
  const auto flag = [&](ClosestFilter filter, uint32_t bits, bool is_set) {
    if ((filters & filter) == 0) return;
    flags_mask_ |= bits;
    if (is_set) flags_value_ |= bits;
  };
  const auto attribute = [&](ClosestFilter filter, uint32_t bits, bool is_set) {
    if ((filters & filter) == 0) return;
    attributes_mask_ |= bits;
    if (is_set) attributes_value_ |= bits;
  };
  flag(kClosestOnlyPavement, kPolyPavement, true);
  flag(kClosestNotWater, kPolyWater, false);
  flag(kClosestSheltered, kPolySheltered, true);
  flag(kClosestNotSheltered, kPolySheltered, false);
  // Both kinds of shelter at once: a value outside the mask, which no polygon has.
  if ((filters & kClosestSheltered) != 0 && (filters & kClosestNotSheltered) != 0)
    flags_value_ = ~flags_mask_;
  attribute(kClosestNotIsolated, kAttrIsolated, false);
  attribute(kClosestNotInterior, kAttrInterior, false);
  attribute(kClosestNetworkSpawn, kAttrNetworkSpawnCandidate, true);
}

namespace {

using platform::Vec3;

class ClosestRun {
 public:
  ClosestRun(const NavView& view, const ClosestPositionRequest& request, const platform::Profile& profile,
             platform::CostMeter& meter)
      : view_(view), request_(request), profile_(profile), meter_(meter), filter_(request.filters) {
    objects_.radius = std::max(request.radius, kObjectPedRadius);
  }

  // Returns how many there are, the nearest first.
  size_t Search(std::span<NearestResult> found) {
    if (request_.below_only) return LookBelow(found);
    if (!(request_.spacing_min > 0)) return SearchOnce(found, [](const NearestResult&) { return true; });
    return SearchSpaced(found);
  }
  uint32_t visited() const { return visited_; }

 private:
  bool Look() {
    ++visited_;
    meter_.Charge(1);
    return !meter_.ShouldStop();
  }

  bool Passes(const PolyView& poly, Vec3 point) const {
    if (!filter_.Passes(poly)) return false;
    return !request_.avoid_objects || view_.objects() == nullptr ||
           !view_.objects()->CircleOverlaps(point, objects_);
  }

  size_t LookBelow(std::span<NearestResult> found) {
    Look();
    const PointBelowResult below = PointBelow(view_, request_.position, profile_.point_below_up_tolerance);
    if (!below.poly.valid() || !Passes(view_.Poly(below.poly), below.point)) return 0;
    found.front() = {below.poly, below.point, std::fabs(below.point.z - request_.position.z)};
    return 1;
  }

  template <class Also>
  size_t SearchOnce(std::span<NearestResult> found, Also also) {
    const float radius = request_.search_radius;
    const bool has_radius = radius > 0;
    const SnapLimits limits = has_radius ? SnapLimits{radius, radius, radius}
                                         : SnapLimitsOf(profile_, request_.adjust_distance_max);
    const float distance_max = has_radius ? radius : std::numeric_limits<float>::infinity();
    return NearestPolysThat(
        view_, request_.position, limits, distance_max, found,
        [&](const PolyView& poly, const NearestResult& candidate) {
          return also(candidate) && Passes(poly, candidate.point);
        },
        [&] { return Look(); });
  }

  // One search a result: the nearest candidate that keeps the distance to all taken before it.
  size_t SearchSpaced(std::span<NearestResult> found) {
    const float spacing_sq = request_.spacing_min * request_.spacing_min;
    for (size_t count = 0; count < found.size(); ++count) {
      const auto taken = found.first(count);
      const size_t more = SearchOnce(found.subspan(count, 1), [&](const NearestResult& candidate) {
        return std::all_of(taken.begin(), taken.end(), [&](const NearestResult& other) {
          return other.poly != candidate.poly && LengthSq(other.point - candidate.point) >= spacing_sq;
        });
      });
      if (more == 0) return count;
    }
    return found.size();
  }

  const NavView& view_;
  const ClosestPositionRequest& request_;
  const platform::Profile& profile_;
  platform::CostMeter& meter_;
  ObjectFilter objects_;
  const ClosestFilterMasks filter_;
  uint32_t visited_ = 0;
};

}  // namespace

void RunClosestPosition(const NavView& view, const ClosestPositionRequest& request, QueryScratch& scratch,
                        platform::CostMeter& meter, QueryResult& result) {
  FOOTFALL_CHECK(request.results_max >= 1 && request.results_max <= kClosestPositionsMax);
  const uint64_t units_before = meter.units();
  result.Clear();
  std::array<NearestResult, kClosestPositionsMax> found;
  ClosestRun run(view, request, *scratch.profile, meter);
  const size_t count = run.Search(std::span(found).first(request.results_max));
  for (const NearestResult& near : std::span(found).first(count)) {
    // Of a polygon that holds the position it is the point below or above.
    const bool over =
        Xy(near.point) == Xy(request.position) && view.Poly(near.poly).ContainsXy(Xy(request.position));
    result.items.push_back(ItemOn(view, near.poly, near.point, near.distance, over ? kItemOverMesh : 0U));
  }
  if (count > 0) result.value = found.front().distance;
  result.code = count > 0 ? CompletionCode::kFound : CompletionCode::kNotFound;
  if (meter.ShouldStop()) result.code = CompletionCode::kCancelled;
  result.polys_visited = run.visited();
  result.cost_units = meter.units() - units_before;
}

}  // namespace footfall::nav
