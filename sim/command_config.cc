#include "sim/command_config.h"

#include <bit>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "footfall/v1/command.pb.h"
#include "footfall/v1/nav.pb.h"
#include "nav/path/path_request.h"
#include "sim/obstacle_config.h"
#include "sim/request_bounds.h"
#include "sim/streaming_command.h"

namespace footfall::sim {

namespace {

absl::Status NotServed(const std::string& field) {
  return absl::UnimplementedError(absl::StrCat(field, ": not served by this version"));
}

// Names of the kinds of NavRequest that no version of the path plane has yet.
const char* NameOf(v1::NavRequest::KindCase kind) {
  switch (kind) {
    case v1::NavRequest::kWander:
      return "wander";
    case v1::NavRequest::kFlee:
      return "flee";
    case v1::NavRequest::kLineOfSight:
      return "line_of_sight";
    case v1::NavRequest::kFloodFill:
      return "flood_fill";
    case v1::NavRequest::kClearArea:
      return "clear_area";
    case v1::NavRequest::kClosest:
      return "closest";
    case v1::NavRequest::kAudio:
      return "audio";
    case v1::NavRequest::kRandomPoint:
      return "random_point";
    default:
      return "kind";
  }
}

// Fields that speak of peds and objects, which this version does not have.
absl::Status CheckServed(const v1::NavRequest& request) {
  if (request.kind_case() == v1::NavRequest::KIND_NOT_SET) {
    return absl::InvalidArgumentError("kind: none is set");
  }
  if (!request.has_path()) {
    return NotServed(NameOf(request.kind_case()));
  }
  if (request.path().has_follow_handle()) {
    return NotServed("path.follow_handle");
  }
  if (request.spheres_size() > 0) {
    return NotServed("spheres");
  }
  if (request.included_handle_size() > 0) {
    return NotServed("included_handle");
  }
  if (request.excluded_handle_size() > 0) {
    return NotServed("excluded_handle");
  }
  return request.has_ped_handle() ? NotServed("ped_handle") : absl::OkStatus();
}

absl::StatusOr<uint64_t> FlagsFromProto(const v1::NavRequest& request) {
  uint64_t flags = 0;
  for (int i = 0; i < request.flags_size(); ++i) {
    const int number = request.flags(i);
    if (number < 1 || number > nav::kPathFlagCount) {
      return absl::InvalidArgumentError(
          absl::StrCat("flags[", i, "]: ", number, " is not in [1, ", nav::kPathFlagCount, "]"));
    }
    const uint64_t mask = uint64_t{1} << (number - 1);
    if ((flags & mask) != 0) {
      return absl::InvalidArgumentError(absl::StrCat("flags[", i, "]: ", number, " is there twice"));
    }
    flags |= mask;
  }
  return flags;
}

absl::Status ReadLimits(const v1::NavRequest& request, uint32_t points_ceiling, nav::PathRequest& out) {
  if (request.has_nodes_max()) {
    if (request.nodes_max() == 0) {
      return absl::InvalidArgumentError("nodes_max: 0 is less than 1");
    }
    out.nodes_max = request.nodes_max();
  }
  if (request.has_points_max()) {
    if (request.points_max() < 2 || request.points_max() > points_ceiling) {
      return absl::InvalidArgumentError(
          absl::StrCat("points_max: ", request.points_max(), " is not in [2, ", points_ceiling, "]"));
    }
    out.points_max = request.points_max();
  }
  return absl::OkStatus();
}

// Negative means the profile's distance inside, but a client leaves the field out.
absl::Status ReadNumbers(const v1::NavRequest& request, nav::PathRequest& out) {
  const v1::FindPath& path = request.path();
  if (!path.has_start()) {
    return absl::InvalidArgumentError("path.start: not set");
  }
  if (!path.has_goal()) {
    return absl::InvalidArgumentError("path.goal: not set");
  }
  out.start = {path.start().x(), path.start().y(), path.start().z()};
  out.end = {path.goal().x(), path.goal().y(), path.goal().z()};
  if (request.has_radius()) {
    out.radius = request.radius();
  }
  if (request.has_completion_radius()) {
    out.completion_radius = request.completion_radius();
  }
  if (request.has_adjust_distance_max()) {
    out.adjust_distance_max = request.adjust_distance_max();
    if (out.adjust_distance_max < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("adjust_distance_max: ", out.adjust_distance_max, " is not in [0, 15000]"));
    }
  }
  std::string fault = FirstBadNumber(out);
  return fault.empty() ? absl::OkStatus() : absl::InvalidArgumentError(fault);
}

// The same status with a path before its field.
absl::Status Inside(const char* field, const absl::Status& status) {
  return {status.code(), absl::StrCat(field, ".", status.message())};
}

void VecToProto(const platform::Vec3& v, v1::Vec3* out) {
  out->set_x(v.x);
  out->set_y(v.y);
  out->set_z(v.z);
}

void SubmitToProto(const SubmitPath& submit, v1::NavRequest* out) {
  const nav::PathRequest defaults;
  const nav::PathRequest& request = submit.request;
  VecToProto(request.start, out->mutable_path()->mutable_start());
  VecToProto(request.end, out->mutable_path()->mutable_goal());
  for (uint64_t rest = request.flags; rest != 0; rest &= rest - 1) {
    out->add_flags(static_cast<v1::PathFlag>(std::countr_zero(rest) + 1));
  }
  if (request.radius != defaults.radius) {
    out->set_radius(request.radius);
  }
  if (request.completion_radius != defaults.completion_radius) {
    out->set_completion_radius(request.completion_radius);
  }
  if (request.adjust_distance_max >= 0) {
    out->set_adjust_distance_max(request.adjust_distance_max);
  }
  if (request.nodes_max != 0) {
    out->set_nodes_max(request.nodes_max);
  }
  if (request.points_max != 0) {
    out->set_points_max(request.points_max);
  }
  out->set_want_polys(submit.want_polys);
  out->set_client_ref(std::string(submit.client_ref.view()));
}

}  // namespace

absl::StatusOr<SubmitPath> SubmitFromProto(const v1::NavRequest& request, uint32_t points_ceiling) {
  if (absl::Status status = CheckServed(request); !status.ok()) {
    return status;
  }
  SubmitPath submit;
  if (absl::Status status = ReadNumbers(request, submit.request); !status.ok()) {
    return status;
  }
  if (absl::Status status = ReadLimits(request, points_ceiling, submit.request); !status.ok()) {
    return status;
  }
  const absl::StatusOr<uint64_t> flags = FlagsFromProto(request);
  if (!flags.ok()) {
    return flags.status();
  }
  submit.request.flags = *flags;
  if (request.client_ref().size() > ClientRef::kBytesMax) {
    return absl::InvalidArgumentError(absl::StrCat("client_ref: ", request.client_ref().size(),
                                                   " bytes, the limit is ", ClientRef::kBytesMax));
  }
  submit.client_ref = ClientRef::From(request.client_ref());
  submit.want_polys = request.want_polys();
  return submit;
}

absl::StatusOr<CommandBody> CommandFromProto(const v1::Command& command, uint32_t points_ceiling) {
  switch (command.kind_case()) {
    case v1::Command::kSubmit: {
      absl::StatusOr<SubmitPath> submit = SubmitFromProto(command.submit(), points_ceiling);
      if (!submit.ok()) {
        return Inside("submit", submit.status());
      }
      return *std::move(submit);
    }
    case v1::Command::kReleaseHandle:
      return ReleasePath{{command.release_handle()}};
    case v1::Command::kCancelHandle:
      return CancelPath{{command.cancel_handle()}};
    case v1::Command::kSpawn:
      return NotServed("spawn");
    case v1::Command::kRemovePedHandle:
      return NotServed("remove_ped_handle");
    case v1::Command::kGiveTask:
      return NotServed("give_task");
    case v1::Command::kDrive:
      return NotServed("drive");
    case v1::Command::kPutObstacle: {
      absl::StatusOr<PutObstacle> put = ObstacleFromProto(command.put_obstacle());
      if (!put.ok()) {
        return Inside("put_obstacle", put.status());
      }
      return *std::move(put);
    }
    case v1::Command::kPutHazard: {
      absl::StatusOr<PutHazard> put = HazardFromProto(command.put_hazard());
      if (!put.ok()) {
        return Inside("put_hazard", put.status());
      }
      return *std::move(put);
    }
    case v1::Command::kRemoveObstacleHandle:
      return RemoveObstacle{{command.remove_obstacle_handle()}};
    case v1::Command::kSetFocus:
    case v1::Command::kSetRequiredRegion:
    case v1::Command::kClearRequiredRegion:
    case v1::Command::kSetContentPack:
      return StreamingFromProto(command);
    case v1::Command::KIND_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError("kind: none is set");
}

bool CommandToProto(const CommandBody& body, v1::Command* out) {
  out->Clear();
  if (const auto* submit = std::get_if<SubmitPath>(&body)) {
    SubmitToProto(*submit, out->mutable_submit());
  } else if (const auto* release = std::get_if<ReleasePath>(&body)) {
    out->set_release_handle(release->handle.value);
  } else if (const auto* cancel = std::get_if<CancelPath>(&body)) {
    out->set_cancel_handle(cancel->handle.value);
  } else if (const auto* obstacle = std::get_if<PutObstacle>(&body)) {
    ObstacleToProto(*obstacle, out->mutable_put_obstacle());
  } else if (const auto* hazard = std::get_if<PutHazard>(&body)) {
    HazardToProto(*hazard, out->mutable_put_hazard());
  } else if (const auto* remove = std::get_if<RemoveObstacle>(&body)) {
    out->set_remove_obstacle_handle(remove->handle.value);
  } else {
    return StreamingToProto(body, out);
  }
  return true;
}

}  // namespace footfall::sim
