#include "sim/query_config.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "footfall/v1/nav.pb.h"
#include "sim/query_fields_config.h"
#include "sim/request_bounds.h"

namespace footfall::sim {
namespace {

// The fields outside `kind` that the queries share. `radius` is only read where objects count.
absl::Status ReadShared(const v1::NavRequest& request, float* adjust_distance_max, float* radius) {
  if (absl::Status status = CheckNoSearchFields(request, radius != nullptr); !status.ok()) return status;
  if (request.has_adjust_distance_max()) *adjust_distance_max = request.adjust_distance_max();
  if (radius != nullptr && request.has_radius()) {
    *radius = request.radius();
    return CheckRange("radius", *radius, 0, kQueryRadiusMax);
  }
  return absl::OkStatus();
}

absl::Status ReadShared(const v1::NavRequest& request) {
  float unused = 0;
  return ReadShared(request, &unused, nullptr);
}

absl::StatusOr<uint32_t> FiltersFromProto(const v1::ClosestPosition& ask) {
  uint32_t filters = 0;
  for (int i = 0; i < ask.filters_size(); ++i) {
    const std::string field = absl::StrCat("closest.filters[", i, "]");
    const int number = ask.filters(i);
    if (number < 1 || number >= v1::ClosestFilter_ARRAYSIZE) {
      return Bad(field, absl::StrCat(number, " is not in [1, ", v1::ClosestFilter_ARRAYSIZE - 1, "]"));
    }
    const uint32_t bit = 1U << (number - 1);
    if ((filters & bit) != 0) return Bad(field, absl::StrCat(number, " is there twice"));
    filters |= bit;
  }
  if ((filters & nav::kClosestSheltered) != 0 && (filters & nav::kClosestNotSheltered) != 0) {
    return Bad("closest.filters", "no ground is both SHELTERED and NOT_SHELTERED");
  }
  return filters;
}

}  // namespace

absl::StatusOr<nav::LineOfSightRequest> LineOfSightFromProto(const v1::NavRequest& request,
                                                             const platform::Profile& profile) {
  const v1::LineOfSight& ask = request.line_of_sight();
  nav::LineOfSightRequest out;
  absl::Status status = ReadShared(request, &out.adjust_distance_max, &out.radius);
  if (!status.ok()) return status;
  const int points_max = std::min(profile.los_points_max, nav::kLosPointsMax);
  if (ask.points_size() < 2 || ask.points_size() > points_max) {
    return Bad("line_of_sight.points",
               absl::StrCat("has ", ask.points_size(), " points, must have 2 to ", points_max));
  }
  for (int i = 0; i < ask.points_size(); ++i) {
    status = ReadPoint(absl::StrCat("line_of_sight.points[", i, "]"), true, ask.points(i),
                       &out.points[static_cast<size_t>(i)]);
    if (!status.ok()) return status;
  }
  status = CheckRange("line_of_sight.slope_max", ask.slope_max(), 0, kSlopeMax);
  if (!status.ok()) return status;
  out.points_count = static_cast<uint32_t>(ask.points_size());
  out.slope_max = ask.slope_max();
  if (ask.objects()) out.options |= nav::kLosObjects;
  if (ask.stop_at_first_failure()) out.options |= nav::kLosStopAtFirstFailure;
  if (ask.no_water_edges()) out.options |= nav::kLosNoWaterEdges;
  if (ask.each_on_mesh()) out.options |= nav::kLosEachOnMesh;
  return out;
}

absl::StatusOr<nav::FloodFillRequest> FloodFillFromProto(const v1::NavRequest& request) {
  const v1::FloodFill& ask = request.flood_fill();
  nav::FloodFillRequest out;
  absl::Status status = ReadShared(request, &out.adjust_distance_max, nullptr);
  if (status.ok()) status = ReadPoint("flood_fill.start", ask.has_start(), ask.start(), &out.start);
  if (status.ok()) status = CheckRange("flood_fill.distance", ask.distance(), 0, kLengthMax);
  if (status.ok()) status = CheckRange("flood_fill.area_max", ask.area_max(), 0, kAreaMax);
  if (!status.ok()) return status;
  static_assert(v1::FloodFillGoal_MAX == nav::kFloodFillGoals);
  if (ask.goal() < 1 || ask.goal() > nav::kFloodFillGoals) {
    return Bad("flood_fill.goal",
               absl::StrCat(static_cast<int>(ask.goal()), " is not in [1, ", nav::kFloodFillGoals, "]"));
  }
  out.goal = static_cast<nav::FloodFillGoal>(ask.goal() - 1);
  if (ask.area_max() > 0 && out.goal != nav::FloodFillGoal::kAreaUnderfoot) {
    return Bad("flood_fill.area_max", "must be unset for this goal");
  }
  out.distance_max = ask.distance();
  out.area_max = ask.area_max();
  return out;
}

absl::StatusOr<nav::ClearAreaRequest> ClearAreaFromProto(const v1::NavRequest& request) {
  const v1::ClearArea& ask = request.clear_area();
  nav::ClearAreaRequest out;
  absl::Status status = ReadShared(request);
  if (status.ok()) status = ReadPoint("clear_area.center", ask.has_center(), ask.center(), &out.center);
  if (status.ok()) status = CheckRange("clear_area.search_radius", ask.search_radius(), 0, kQueryRadiusMax);
  if (status.ok()) {
    status = CheckRange("clear_area.clear_radius", ask.clear_radius(), kClearRadiusMin, kClearRadiusMax);
  }
  if (!status.ok()) return status;
  out.search_radius = ask.search_radius();
  out.clear_radius = ask.clear_radius();
  return out;
}

absl::StatusOr<nav::ClosestPositionRequest> ClosestPositionFromProto(const v1::NavRequest& request,
                                                                     const platform::Profile& profile) {
  const v1::ClosestPosition& ask = request.closest();
  nav::ClosestPositionRequest out;
  absl::Status status =
      ReadShared(request, &out.adjust_distance_max, ask.avoid_objects() ? &out.radius : nullptr);
  if (status.ok()) status = ReadPoint("closest.position", ask.has_position(), ask.position(), &out.position);
  if (status.ok()) status = CheckRange("closest.search_radius", ask.search_radius(), 0, kQueryRadiusMax);
  if (status.ok()) status = CheckRange("closest.spacing_min", ask.spacing_min(), 0, kQueryRadiusMax);
  if (!status.ok()) return status;
  const auto most =
      static_cast<uint32_t>(std::min(profile.closest_position_results_max, nav::kClosestPositionsMax));
  if (ask.results_max() > most) {
    return Bad("closest.results_max", absl::StrCat(ask.results_max(), " is not in [0, ", most, "]"));
  }
  const absl::StatusOr<uint32_t> filters = FiltersFromProto(ask);
  if (!filters.ok()) return filters.status();
  out.search_radius = ask.search_radius();
  out.results_max = std::max<uint32_t>(1, ask.results_max());
  out.filters = *filters;
  out.spacing_min = ask.spacing_min();
  out.avoid_objects = ask.avoid_objects();
  out.below_only = ask.below_only();
  return out;
}

absl::StatusOr<nav::AudioPropertiesRequest> AudioPropertiesFromProto(const v1::NavRequest& request) {
  nav::AudioPropertiesRequest out;
  absl::Status status = ReadShared(request);
  if (status.ok())
    status = ReadPoint("audio.position", request.audio().has_position(), request.audio().position(),
                       &out.position);
  if (status.ok()) status = CheckRange("audio.radius", request.audio().radius(), 0, kQueryRadiusMax);
  if (!status.ok()) return status;
  out.radius = request.audio().radius();
  return out;
}

absl::StatusOr<nav::WaterEdgesRequest> WaterEdgesFromProto(const v1::NavRequest& request) {
  const v1::WaterEdges& ask = request.water_edges();
  nav::WaterEdgesRequest out;
  absl::Status status = ReadShared(request);
  if (status.ok())
    status = ReadPoint("water_edges.position", ask.has_position(), ask.position(), &out.position);
  if (status.ok()) status = CheckRange("water_edges.radius", ask.radius(), 0, kQueryRadiusMax);
  if (status.ok() && !(ask.radius() > 0)) status = Bad("water_edges.radius", "0 is not over 0");
  if (!status.ok()) return status;
  out.radius = ask.radius();
  return out;
}

}  // namespace footfall::sim
