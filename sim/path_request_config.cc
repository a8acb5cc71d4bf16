#include "sim/path_request_config.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <string>

#include "absl/strings/str_cat.h"
#include "footfall/v1/nav.pb.h"
#include "platform/math.h"
#include "sim/request_bounds.h"

namespace footfall::sim {

namespace {

constexpr uint64_t kTypeFlags = nav::PathFlagMask(nav::kFlagFleeTarget) | nav::PathFlagMask(nav::kFlagWander);

absl::Status BadField(const std::string& field, const std::string& what) {
  return absl::InvalidArgumentError(absl::StrCat(field, ": ", what));
}

platform::Vec3 VecFromProto(const v1::Vec3& v) { return {v.x(), v.y(), v.z()}; }

void VecToProto(const platform::Vec3& v, v1::Vec3* out) {
  out->set_x(v.x);
  out->set_y(v.y);
  out->set_z(v.z);
}

// The type's own bit may be listed with its kind, where it says nothing new.
absl::Status ReadFlags(const v1::NavRequest& request, nav::PathRequest& out) {
  const uint64_t implied = out.flags;
  for (int i = 0; i < request.flags_size(); ++i) {
    const int number = request.flags(i);
    const std::string field = absl::StrCat("flags[", i, "]");
    if (number < 1 || number > nav::kPathFlagCount) {
      return BadField(field, absl::StrCat(number, " is not in [1, ", nav::kPathFlagCount, "]"));
    }
    const uint64_t mask = uint64_t{1} << (number - 1);
    if ((mask & kTypeFlags & ~implied) != 0) {
      return BadField(field,
                      absl::StrCat(v1::PathFlag_Name(number), " goes with the kind of that name alone"));
    }
    if ((out.flags & mask & ~implied) != 0) {
      return BadField(field, absl::StrCat(number, " is there twice"));
    }
    out.flags |= mask;
  }
  return absl::OkStatus();
}

absl::Status ReadLimits(const v1::NavRequest& request, uint32_t points_ceiling, nav::PathRequest& out) {
  if (request.has_nodes_max()) {
    if (request.nodes_max() == 0) return BadField("nodes_max", "0 is less than 1");
    out.nodes_max = request.nodes_max();
  }
  if (request.has_points_max()) {
    if (request.points_max() < 2 || request.points_max() > points_ceiling) {
      return BadField("points_max",
                      absl::StrCat(request.points_max(), " is not in [2, ", points_ceiling, "]"));
    }
    out.points_max = request.points_max();
  }
  return absl::OkStatus();
}

absl::Status ReadPath(const v1::FindPath& path, nav::PathRequest& out) {
  if (!path.has_start()) return BadField("path.start", "not set");
  if (!path.has_goal()) return BadField("path.goal", "not set");
  out.start = VecFromProto(path.start());
  out.end = VecFromProto(path.goal());
  if (path.has_threat()) out.reference = VecFromProto(path.threat());
  return absl::OkStatus();
}

absl::Status ReadWander(const v1::Wander& wander, nav::PathRequest& out) {
  if (!wander.has_start()) return BadField("wander.start", "not set");
  if (!std::isfinite(wander.heading())) {
    return BadField("wander.heading", absl::StrCat(wander.heading(), " is not finite"));
  }
  out.start = VecFromProto(wander.start());
  out.end = out.start;
  out.reference = {platform::Cos(wander.heading()), platform::Sin(wander.heading()), 0};
  out.reference_distance = wander.distance();
  out.flags |= nav::PathFlagMask(nav::kFlagWander);
  return absl::OkStatus();
}

absl::Status ReadFlee(const v1::Flee& flee, nav::PathRequest& out) {
  if (!flee.has_start()) return BadField("flee.start", "not set");
  if (!flee.has_threat()) return BadField("flee.threat", "not set");
  out.start = VecFromProto(flee.start());
  out.end = out.start;
  out.reference = VecFromProto(flee.threat());
  out.reference_distance = flee.distance();
  out.flags |= nav::PathFlagMask(nav::kFlagFleeTarget);
  return absl::OkStatus();
}

absl::Status ReadKind(const v1::NavRequest& request, nav::PathRequest& out) {
  if (request.has_wander()) return ReadWander(request.wander(), out);
  return request.has_flee() ? ReadFlee(request.flee(), out) : ReadPath(request.path(), out);
}

absl::Status ReadSpheres(const v1::NavRequest& request, nav::PathRequest& out) {
  if (request.spheres_size() > nav::kMaxInfluenceSpheres) {
    return BadField("spheres", absl::StrCat("has ", request.spheres_size(), " items, at most ",
                                            nav::kMaxInfluenceSpheres));
  }
  out.spheres_count = static_cast<uint8_t>(request.spheres_size());
  for (int i = 0; i < request.spheres_size(); ++i) {
    const v1::InfluenceSphere& sphere = request.spheres(i);
    out.spheres[static_cast<size_t>(i)] = {VecFromProto(sphere.center()), sphere.radius(),
                                           sphere.inner_weight(), sphere.outer_weight()};
  }
  return absl::OkStatus();
}

// Wire handles, for the world to look up.
absl::Status ReadObjects(const char* field, const google::protobuf::RepeatedField<uint64_t>& handles,
                         std::span<uint64_t> objects, uint8_t* count) {
  if (static_cast<size_t>(handles.size()) > objects.size()) {
    return BadField(field, absl::StrCat("has ", handles.size(), " items, at most ", objects.size()));
  }
  for (int i = 0; i < handles.size(); ++i) {
    const auto end = objects.begin() + i;
    if (std::find(objects.begin(), end, handles[i]) != end) {
      return BadField(absl::StrCat(field, "[", i, "]"), "is there twice");
    }
    *end = handles[i];
  }
  *count = static_cast<uint8_t>(handles.size());
  return absl::OkStatus();
}

// Negative means the profile's distance inside, but a client leaves the field out.
absl::Status ReadNumbers(const v1::NavRequest& request, nav::PathRequest& out) {
  if (request.has_radius()) out.radius = request.radius();
  if (request.has_completion_radius()) out.completion_radius = request.completion_radius();
  if (request.has_slope_max()) out.slope_max = request.slope_max();
  if (request.has_seed()) out.random_seed = request.seed();
  if (request.has_adjust_distance_max()) {
    out.adjust_distance_max = request.adjust_distance_max();
    if (out.adjust_distance_max < 0) {
      return BadField("adjust_distance_max", absl::StrCat(out.adjust_distance_max, " is not in [0, 15000]"));
    }
  }
  const std::string fault = FirstBadNumber(out);
  return fault.empty() ? absl::OkStatus() : absl::InvalidArgumentError(fault);
}

// A threat that nothing would look at is a mistake, and so is cover from nothing.
absl::Status CheckThreat(const v1::NavRequest& request, const nav::PathRequest& out) {
  const bool hides = out.Has(nav::kFlagUseDirectionalCover);
  if (hides && request.has_wander()) {
    return BadField("flags", "PATH_FLAG_USE_DIRECTIONAL_COVER hides from a threat, and a wander has none");
  }
  if (request.has_path() && hides != request.path().has_threat()) {
    return BadField("path.threat", hides ? "not set, and PATH_FLAG_USE_DIRECTIONAL_COVER needs it"
                                         : "is for PATH_FLAG_USE_DIRECTIONAL_COVER alone");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<nav::PathRequest> PathRequestFromProto(const v1::NavRequest& request,
                                                      uint32_t points_ceiling) {
  nav::PathRequest out;
  if (absl::Status status = ReadKind(request, out); !status.ok()) return status;
  if (absl::Status status = ReadSpheres(request, out); !status.ok()) return status;
  if (absl::Status status = ReadObjects("included_handle", request.included_handle(), out.included_objects,
                                        &out.included_count);
      !status.ok()) {
    return status;
  }
  if (absl::Status status = ReadObjects("excluded_handle", request.excluded_handle(), out.excluded_objects,
                                        &out.excluded_count);
      !status.ok()) {
    return status;
  }
  if (absl::Status status = ReadNumbers(request, out); !status.ok()) return status;
  if (absl::Status status = ReadLimits(request, points_ceiling, out); !status.ok()) return status;
  if (absl::Status status = ReadFlags(request, out); !status.ok()) return status;
  if (absl::Status status = CheckThreat(request, out); !status.ok()) return status;
  return out;
}

void PathRequestToProto(const nav::PathRequest& request, v1::NavRequest* out) {
  const nav::PathRequest defaults;
  switch (request.search_type()) {
    case nav::SearchType::kShortest:
      VecToProto(request.start, out->mutable_path()->mutable_start());
      VecToProto(request.end, out->mutable_path()->mutable_goal());
      if (request.Has(nav::kFlagUseDirectionalCover)) {
        VecToProto(request.reference, out->mutable_path()->mutable_threat());
      }
      break;
    case nav::SearchType::kWander:
      VecToProto(request.start, out->mutable_wander()->mutable_start());
      out->mutable_wander()->set_heading(platform::Atan2(request.reference.y, request.reference.x));
      out->mutable_wander()->set_distance(request.reference_distance);
      break;
    case nav::SearchType::kFlee:
      VecToProto(request.start, out->mutable_flee()->mutable_start());
      VecToProto(request.reference, out->mutable_flee()->mutable_threat());
      out->mutable_flee()->set_distance(request.reference_distance);
      break;
  }
  for (uint64_t rest = request.flags & ~kTypeFlags; rest != 0; rest &= rest - 1) {
    out->add_flags(static_cast<v1::PathFlag>(std::countr_zero(rest) + 1));
  }
  if (request.radius != defaults.radius) out->set_radius(request.radius);
  if (request.completion_radius != defaults.completion_radius) {
    out->set_completion_radius(request.completion_radius);
  }
  if (request.adjust_distance_max >= 0) out->set_adjust_distance_max(request.adjust_distance_max);
  if (request.slope_max != 0) out->set_slope_max(request.slope_max);
  if (request.random_seed != 0) out->set_seed(request.random_seed);
  if (request.nodes_max != 0) out->set_nodes_max(request.nodes_max);
  if (request.points_max != 0) out->set_points_max(request.points_max);
  for (size_t i = 0; i < request.spheres_count; ++i) {
    const nav::InfluenceSphere& sphere = request.spheres[i];
    v1::InfluenceSphere* item = out->add_spheres();
    VecToProto(sphere.center, item->mutable_center());
    item->set_radius(sphere.radius);
    item->set_inner_weight(sphere.inner_weight);
    item->set_outer_weight(sphere.outer_weight);
  }
  for (size_t i = 0; i < request.included_count; ++i) out->add_included_handle(request.included_objects[i]);
  for (size_t i = 0; i < request.excluded_count; ++i) out->add_excluded_handle(request.excluded_objects[i]);
}

}  // namespace footfall::sim
