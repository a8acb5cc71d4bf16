#include "sim/query_fields_config.h"

#include "absl/strings/str_cat.h"
#include "footfall/v1/common.pb.h"
#include "footfall/v1/nav.pb.h"
#include "sim/query_config.h"
#include "sim/request_bounds.h"

namespace footfall::sim {

absl::Status Bad(const std::string& field, const std::string& what) {
  return absl::InvalidArgumentError(absl::StrCat(field, ": ", what));
}

absl::Status ReadPoint(const std::string& field, bool is_set, const v1::Vec3& p, platform::Vec3* out) {
  if (!is_set) return Bad(field, "not set");
  const platform::Vec3 point{p.x(), p.y(), p.z()};
  if (const std::string fault = FirstBadCoordinate(field, point); !fault.empty()) {
    return absl::InvalidArgumentError(fault);
  }
  *out = point;
  return absl::OkStatus();
}

absl::Status CheckRegion(const std::string& field, const v1::Region& region) {
  if (region.has_follow_ped_handle()) {
    return absl::UnimplementedError(
        absl::StrCat(field, ".follow_ped_handle: there are no peds in this version"));
  }
  platform::Vec3 center;
  absl::Status status = ReadPoint(field + ".center", region.has_center(), region.center(), &center);
  if (!status.ok()) return status;
  if (!(region.radius() > 0)) {
    return Bad(field + ".radius", absl::StrCat(region.radius(), " is not over 0"));
  }
  return CheckRange(field + ".radius", region.radius(), 0, kLengthMax);
}

absl::Status CheckRange(const std::string& field, float value, float least, float most) {
  if (value >= least && value <= most) return absl::OkStatus();
  return Bad(field, absl::StrCat(value, " is not in [", least, ", ", most, "]"));
}

absl::Status CheckNoSearchFields(const v1::NavRequest& request, bool takes_radius) {
  const auto unused = [](const std::string& field) { return Bad(field, "must be unset for this kind"); };
  if (request.flags_size() > 0) return unused("flags");
  if (request.has_radius() && !takes_radius) return unused("radius");
  if (request.has_completion_radius()) return unused("completion_radius");
  if (request.spheres_size() > 0) return unused("spheres");
  if (request.included_handle_size() > 0) return unused("included_handle");
  if (request.excluded_handle_size() > 0) return unused("excluded_handle");
  if (request.has_ped_handle()) return unused("ped_handle");
  if (request.has_nodes_max()) return unused("nodes_max");
  if (request.has_points_max()) return unused("points_max");
  if (request.want_explain()) return unused("want_explain");
  if (!request.has_adjust_distance_max()) return absl::OkStatus();
  return CheckRange("adjust_distance_max", request.adjust_distance_max(), 0, kQueryRadiusMax);
}

}  // namespace footfall::sim
