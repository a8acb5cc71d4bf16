#include "sim/command_config.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "footfall/v1/command.pb.h"
#include "footfall/v1/nav.pb.h"
#include "nav/path/path_request.h"
#include "platform/profile.h"
#include "sim/obstacle_config.h"
#include "sim/path_request_config.h"
#include "sim/query_config.h"
#include "sim/query_to_proto_config.h"
#include "sim/request_bounds.h"
#include "sim/streaming_command.h"
#include "sim/world_edit_command.h"

namespace footfall::sim {

namespace {

absl::Status NotServed(const std::string& field) {
  return absl::UnimplementedError(absl::StrCat(field, ": not served by this version"));
}

absl::Status RefTooLong(const v1::NavRequest& request) {
  return absl::InvalidArgumentError(absl::StrCat("client_ref: ", request.client_ref().size(),
                                                 " bytes, the limit is ", ClientRef::kBytesMax));
}

// Names of the kinds of NavRequest that no version of the path plane has yet.
const char* NameOf(v1::NavRequest::KindCase kind) {
  switch (kind) {
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

// Fields that speak of peds, which this version does not have.
absl::Status CheckServed(const v1::NavRequest& request) {
  if (request.kind_case() == v1::NavRequest::KIND_NOT_SET) {
    return absl::InvalidArgumentError("kind: none is set");
  }
  if (!request.has_path() && !request.has_wander() && !request.has_flee()) {
    return NotServed(NameOf(request.kind_case()));
  }
  return request.has_ped_handle() ? NotServed("ped_handle") : absl::OkStatus();
}

// The same status with a path before its field.
absl::Status Inside(const char* field, const absl::Status& status) {
  return {status.code(), absl::StrCat(field, ".", status.message())};
}

// What the query plane alone has.
absl::Status CheckPathPlane(const v1::NavRequest& request) {
  if (request.has_seed()) {
    return absl::InvalidArgumentError(
        "seed: for QueryService; here the world's seed and the handle are drawn from");
  }
  if (request.want_explain()) {
    return absl::InvalidArgumentError("want_explain: for QueryService; ask there for the same path");
  }
  return absl::OkStatus();
}

void SubmitToProto(const SubmitPath& submit, v1::NavRequest* out) {
  PathRequestToProto(submit.request, out);
  if (submit.follow) out->mutable_path()->set_follow_handle(submit.follow->value);
  out->set_want_polys(submit.want_polys);
  out->set_client_ref(std::string(submit.client_ref.view()));
}

}  // namespace

absl::StatusOr<SubmitPath> SubmitFromProto(const v1::NavRequest& request, uint32_t points_ceiling,
                                           Plane plane) {
  if (absl::Status status = CheckServed(request); !status.ok()) {
    return status;
  }
  if (plane == Plane::kPath) {
    if (absl::Status status = CheckPathPlane(request); !status.ok()) {
      return status;
    }
  }
  absl::StatusOr<nav::PathRequest> path = PathRequestFromProto(request, points_ceiling);
  if (!path.ok()) {
    return path.status();
  }
  SubmitPath submit;
  submit.request = *path;
  if (request.client_ref().size() > ClientRef::kBytesMax) {
    return RefTooLong(request);
  }
  submit.client_ref = ClientRef::From(request.client_ref());
  submit.want_polys = request.want_polys();
  if (request.has_path() && request.path().has_follow_handle()) {
    if (plane == Plane::kQuery) {
      return absl::InvalidArgumentError("path.follow_handle: for PathService; here no request waits");
    }
    submit.follow = WireHandle{request.path().follow_handle()};
  }
  return submit;
}

namespace {

template <class Request>
absl::StatusOr<CommandBody> QueryOf(absl::StatusOr<Request> query, const v1::NavRequest& request) {
  if (!query.ok()) return query.status();
  if (request.client_ref().size() > ClientRef::kBytesMax) return RefTooLong(request);
  return SubmitQuery{*std::move(query), ClientRef::From(request.client_ref())};
}

}  // namespace

absl::StatusOr<CommandBody> SubmitBodyFromProto(const v1::NavRequest& request,
                                                const platform::Profile& profile, uint32_t points_ceiling) {
  switch (request.kind_case()) {
    case v1::NavRequest::kLineOfSight:
      return QueryOf(LineOfSightFromProto(request, profile), request);
    case v1::NavRequest::kFloodFill:
      return QueryOf(FloodFillFromProto(request), request);
    case v1::NavRequest::kClearArea:
      return QueryOf(ClearAreaFromProto(request), request);
    case v1::NavRequest::kClosest:
      return QueryOf(ClosestPositionFromProto(request, profile), request);
    case v1::NavRequest::kAudio:
      return QueryOf(AudioPropertiesFromProto(request), request);
    default:
      break;
  }
  absl::StatusOr<SubmitPath> submit = SubmitFromProto(request, points_ceiling, Plane::kPath);
  if (!submit.ok()) return submit.status();
  return *std::move(submit);
}

absl::StatusOr<CommandBody> CommandFromProto(const v1::Command& command, const platform::Profile& profile,
                                             uint32_t points_ceiling) {
  switch (command.kind_case()) {
    case v1::Command::kSubmit: {
      absl::StatusOr<CommandBody> submit = SubmitBodyFromProto(command.submit(), profile, points_ceiling);
      if (!submit.ok()) {
        return Inside("submit", submit.status());
      }
      return submit;
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
    case v1::Command::kBlockSpawns:
    case v1::Command::kUnblockSpawnsNumber:
    case v1::Command::kStartSpawnSearch:
    case v1::Command::kCancelSpawnSearch:
    case v1::Command::kSetPedPathsInArea:
    case v1::Command::kDisableNavMeshInArea:
    case v1::Command::kRemoveAreaSwitchNumber:
    case v1::Command::kDisableClimb:
    case v1::Command::kBlockLadder:
    case v1::Command::kTuneMovementCost:
      return WorldEditFromProto(command);
    case v1::Command::KIND_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError("kind: none is set");
}

bool CommandToProto(const CommandBody& body, v1::Command* out) {
  out->Clear();
  if (const auto* submit = std::get_if<SubmitPath>(&body)) {
    SubmitToProto(*submit, out->mutable_submit());
  } else if (const auto* query = std::get_if<SubmitQuery>(&body)) {
    QueryToProto(query->request, out->mutable_submit());
    out->mutable_submit()->set_client_ref(std::string(query->client_ref.view()));
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
    return StreamingToProto(body, out) || WorldEditToProto(body, out);
  }
  return true;
}

}  // namespace footfall::sim
