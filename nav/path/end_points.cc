#include "nav/path/end_points.h"

#include <algorithm>
#include <optional>

#include "nav/dynamic/object_snapshot.h"
#include "nav/dynamic/push_out.h"
#include "nav/query/walk_ray.h"
#include "platform/check.h"

namespace footfall::nav {

using platform::Vec3;

ObjectFilter FilterOf(const PathRequest& request, ObjectLists& lists) {
  ObjectFilter filter;
  filter.radius = std::max(request.radius, kPedRadius);
  switch (request.search_type()) {
    case SearchType::kShortest:
      filter.search = kObjectBlocksShortest;
      break;
    case SearchType::kWander:
      filter.search = kObjectBlocksWander;
      break;
    case SearchType::kFlee:
      filter.search = kObjectBlocksFlee;
      break;
  }
  filter.avoid_objects = !request.Has(kFlagDontAvoidDynamicObjects);
  filter.reduce_boxes = request.Has(kFlagReduceObjectBboxes);
  filter.ignore_non_significant = request.Has(kFlagIgnoreNonSignificantObjects);
  filter.pushes_vehicle_doors = request.Has(kFlagAllowToPushVehicleDoorsClosed);
  filter.ignore_fires = request.Has(kFlagDontAvoidFire);
  for (size_t n = 0; n < request.included_count; ++n) lists.included[n] = {request.included_objects[n]};
  for (size_t n = 0; n < request.excluded_count; ++n) lists.excluded[n] = {request.excluded_objects[n]};
  filter.included = {lists.included.data(), request.included_count};
  filter.excluded = {lists.excluded.data(), request.excluded_count};
  return filter;
}

bool MoveOutOfObjects(const NavView& view, const ObjectFilter& filter, float distance_max, PolyRef* poly,
                      Vec3* point) {
  FOOTFALL_CHECK(view.objects() != nullptr);
  const PolyRef from_poly = *poly;
  const Vec3 from = *point;
  const auto place_at = [&](Vec3 wanted) -> std::optional<Vec3> {
    if (!(platform::Distance(platform::Xy(wanted), platform::Xy(from)) <= distance_max)) return std::nullopt;
    const WalkRay ray = CastWalkRay(view, from_poly, from, wanted);
    if (ray.outcome != WalkRayOutcome::kReached) return std::nullopt;
    return ray.point;
  };
  const PushOutResult result = PushOut(*view.objects(), from, filter, place_at);
  if (result.outcome == PushOutOutcome::kStuck) return false;
  if (result.outcome == PushOutOutcome::kMoved) {
    *poly = CastWalkRay(view, from_poly, from, result.point).last;
    *point = result.point;
  }
  return true;
}

}  // namespace footfall::nav
