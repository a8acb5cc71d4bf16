#include "nav/query/immediate_queries.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "nav/dynamic/object_snapshot.h"
#include "nav/query/closest_position.h"
#include "nav/query/flood_search.h"
#include "nav/query/nearest.h"
#include "nav/query/walk_ray.h"
#include "platform/cost_meter.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

// The best of the polygons that a flood visits.
class NearestForPed {
 public:
  NearestForPed(const NavView& view, const ClosestForPed& question)
      : view_(view),
        question_(question),
        filter_(question.filters),
        bound_sq_(question.search_radius * question.search_radius) {
    objects_.radius = std::max(question.radius, kObjectPedRadius);
  }

  bool CanHoldBetter(const PolyView& poly) const {
    return LengthSq(NearestOn(poly, question_.position) - question_.position) <= bound_sq_;
  }

  void Offer(PolyRef ref) {
    const PolyView poly = view_.Poly(ref);
    if (!filter_.Passes(poly)) return;
    const Vec3 point = NearestOn(poly, question_.position);
    const float distance_sq = LengthSq(point - question_.position);
    if (distance_sq > bound_sq_) return;
    if (distance_sq == bound_sq_ && best_.poly.valid() && best_.poly < ref) return;
    if (question_.avoid_objects && view_.objects() != nullptr &&
        view_.objects()->CircleOverlaps(point, objects_)) {
      return;
    }
    bound_sq_ = distance_sq;
    best_.outcome = ImmediateOutcome::kFound;
    best_.poly = ref;
    best_.point = {point.x, point.y, point.z + question_.root_height};
  }

  const ImmediatePosition& best() const { return best_; }

 private:
  const NavView& view_;
  const ClosestForPed& question_;
  ObjectFilter objects_;
  const ClosestFilterMasks filter_;
  float bound_sq_;
  ImmediatePosition best_;
};

}  // namespace

ImmediateQueries::ImmediateQueries(const platform::Profile& profile)
    : visited_max_(static_cast<uint32_t>(profile.immediate_visited_polys_max)),
      scratch_(profile, static_cast<uint32_t>(profile.immediate_queue_max)) {}

ImmediateOutcome ImmediateQueries::CanWalk(ImmediateCaller caller, const NavView& view, PolyRef poly,
                                           Vec3 from, Vec3 to) const {
  if (!caller.is_main_thread) return ImmediateOutcome::kWrongThread;
  if (!platform::IsFinite(from) || !platform::IsFinite(to)) return ImmediateOutcome::kBadNumber;
  if (!(Distance(from, to) < kMaxImmediateLosDist)) return ImmediateOutcome::kTooLong;
  if (!view.Contains(poly)) return ImmediateOutcome::kNotFound;
  // A walk over n edges visits n + 1 polygons.
  const WalkRay ray = CastWalkRay(view, poly, from, to, {}, visited_max_ - 1);
  if (ray.outcome == WalkRayOutcome::kTooLong) return ImmediateOutcome::kTooLong;
  return ray.outcome == WalkRayOutcome::kReached ? ImmediateOutcome::kFound : ImmediateOutcome::kNotFound;
}

ImmediatePosition ImmediateQueries::Closest(ImmediateCaller caller, const NavView& view,
                                            const ClosestForPed& question) {
  ImmediatePosition none;
  none.outcome = ImmediateOutcome::kWrongThread;
  if (!caller.is_main_thread) return none;
  none.outcome = ImmediateOutcome::kBadNumber;
  const float radius = question.search_radius;
  if (!platform::IsFinite(question.position) || !(radius >= 0) || !std::isfinite(radius) ||
      !std::isfinite(question.root_height)) {
    return none;
  }
  none.outcome = ImmediateOutcome::kNotFound;
  const NearestResult start = NearestPoly(view, question.position, {radius, radius, radius});
  if (!start.poly.valid()) return none;
  NearestForPed nearest(view, question);
  uint32_t visited = 0;
  platform::CostMeter unwatched;
  SearchConnected(
      view, start.poly, start.point, std::numeric_limits<float>::infinity(), FloodWays::kNormal,
      scratch_.nodes, unwatched, [&](const PolyView& poly) { return nearest.CanHoldBetter(poly); },
      [&](const FloodNode& node) {
        nearest.Offer(node.poly);
        return ++visited == visited_max_;
      });
  return nearest.best();
}

}  // namespace footfall::nav
