#include "server/convert.h"

#include "absl/strings/str_cat.h"
#include "server/queries/query_answer.h"
#include "sim/outcome.h"
#include "sim/world.h"

namespace footfall::server {
namespace {

// Whether the search got as far as having both ends on the mesh.
bool EndsAreOnMesh(nav::CompletionCode code) {
  switch (code) {
    case nav::CompletionCode::kInvalidCoordinates:
    case nav::CompletionCode::kNavMeshNotLoaded:
    case nav::CompletionCode::kEndpointsInsideObjects:
    case nav::CompletionCode::kNoSurfaceAtCoordinates:
    case nav::CompletionCode::kInvalidHandle:
    case nav::CompletionCode::kStillPending:
      return false;
    default:
      return true;
  }
}

// An end that could not be put on the mesh: how far the nearest surface was, or by what is unset that none
// was in reach.
void FillMiss(float nearest, v1::NavSnap* out) {
  if (nearest >= 0) out->set_nearest(nearest);
}

void FillEnds(const nav::PathResult& result, v1::NavResult* out) {
  if (result.code == nav::CompletionCode::kInvalidHandle ||
      result.code == nav::CompletionCode::kStillPending) {
    return;
  }
  // An end that was put on the mesh has a point. The start comes first: a goal that failed tells that the
  // start did not.
  const bool both = EndsAreOnMesh(result.code);
  const bool start = both || result.nearest_goal >= 0 || result.start_used != platform::Vec3();
  const bool goal = both || (start && result.goal_used != platform::Vec3());
  if (!start) return FillMiss(result.nearest_start, out->mutable_start_snap());
  FillVec3(result.start_used, out->mutable_start_used());
  out->mutable_start_snap()->set_moved(result.start_moved);
  if (!result.point_polys.empty()) {
    out->mutable_start_snap()->set_poly_ref(WirePoly(result.point_polys.front()));
  }
  if (!goal) return FillMiss(result.nearest_goal, out->mutable_goal_snap());
  FillVec3(result.goal_used, out->mutable_goal_used());
  out->mutable_goal_snap()->set_moved(result.goal_moved);
  if (!result.point_polys.empty() && result.last_route_point_is_target) {
    out->mutable_goal_snap()->set_poly_ref(WirePoly(result.point_polys.back()));
  }
}

void FillOutcome(const nav::PathResult& result, v1::NavResult* out) {
  const sim::Outcome outcome = sim::OutcomeOf(result);
  out->set_outcome(static_cast<v1::NavOutcome>(outcome));
  out->set_completion_code(static_cast<v1::CompletionCode>(static_cast<int>(result.code) + 1));
  const uint32_t details = sim::DetailBitsOf(result);
  for (int bit = 0; bit < 32; ++bit) {
    if ((details >> bit & 1U) != 0) out->add_details(static_cast<v1::NavDetail>(bit + 1));
  }
  out->set_length(result.length);
  if (outcome == sim::Outcome::kPartial) {
    out->set_short_of_goal(result.short_of_goal);
    out->set_partial_reason(static_cast<v1::PartialReason>(result.partial_reason));
  }
}

void FillPoints(const nav::PathResult& result, bool want_polys, v1::NavResult* out) {
  const int count = static_cast<int>(result.points.size());
  out->mutable_xyz()->Reserve(count * 3);
  out->mutable_waypoint_flags()->Reserve(count);
  for (const platform::Vec3& p : result.points) {
    out->mutable_xyz()->AddAlreadyReserved(p.x);
    out->mutable_xyz()->AddAlreadyReserved(p.y);
    out->mutable_xyz()->AddAlreadyReserved(p.z);
  }
  for (const uint16_t flags : result.waypoint_flags) out->mutable_waypoint_flags()->AddAlreadyReserved(flags);
  if (!want_polys) return;
  for (const nav::PolyRef poly : result.point_polys) out->add_poly_ref(WirePoly(poly));
}

void FillTiming(const sim::RequestView& request, v1::NavTiming* out) {
  const nav::RequestTiming& timing = request.timing;
  out->set_submitted_tick(timing.submitted_tick);
  out->set_started_tick(timing.started_tick);
  out->set_visible_tick(timing.visible_tick);
  out->set_expires_tick(timing.expires_tick);
  out->set_virtual_ns(timing.virtual_ns);
  out->set_restarts(timing.restarts);
  out->set_queued_ticks(timing.queued_ticks);
  out->set_core_busy_ticks(timing.core_busy_ticks);
  if (request.result != nullptr) out->set_nodes_expanded(request.result->nodes_expanded);
  if (request.answer != nullptr) out->set_nodes_expanded(request.answer->polys_visited);
}

v1::NavRequest::KindCase KindOf(nav::RequestType type) {
  switch (type) {
    case nav::RequestType::kLineOfSight:
      return v1::NavRequest::kLineOfSight;
    case nav::RequestType::kAudioProperties:
      return v1::NavRequest::kAudio;
    case nav::RequestType::kFloodFill:
      return v1::NavRequest::kFloodFill;
    case nav::RequestType::kClearArea:
      return v1::NavRequest::kClearArea;
    case nav::RequestType::kClosestPosition:
      return v1::NavRequest::kClosest;
    case nav::RequestType::kPath:
    case nav::RequestType::kGrid:
      break;
  }
  return v1::NavRequest::KIND_NOT_SET;
}

}  // namespace

void FillVec3(platform::Vec3 v, v1::Vec3* out) {
  out->set_x(v.x);
  out->set_y(v.y);
  out->set_z(v.z);
}

uint64_t WirePoly(nav::PolyRef poly) { return poly.valid() ? uint64_t{poly.value} + 1 : 0; }

std::string WireHash(uint64_t hash) {
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(hash >> shift));
  return bytes;
}

void FillStamp(const sim::PublishedView& view, v1::WorldStamp* out) {
  out->set_world_epoch(view.world_epoch);
  out->set_tick(view.tick);
  out->set_mesh_generation(view.mesh->generation());
  out->set_sim_time_ns(view.sim_time_ns);
  out->set_open_commands(view.open_commands);
}

void FillHash(uint64_t tick, const platform::StateDigest& digest, v1::StateHash* out) {
  out->set_tick(tick);
  out->set_algorithm(std::string(platform::kStateHashAlgorithm));
  out->set_state_schema(sim::kStateSchema);
  out->set_root(WireHash(digest.root));
  for (const platform::LeafDigest& leaf : digest.leaves) {
    auto* part = out->add_leaves();
    part->set_subsystem(leaf.name);
    part->set_hash(WireHash(leaf.hash));
  }
}

void FillPath(const nav::PathResult& result, bool want_polys, v1::NavResult* out) {
  FillOutcome(result, out);
  FillEnds(result, out);
  FillPoints(result, want_polys, out);
}

void FillRequest(const sim::RequestView& request, Detail detail, v1::NavResult* out) {
  out->set_handle(request.handle.value);
  if (request.client_ref.size > 0) out->set_client_ref(std::string(request.client_ref.view()));
  FillTiming(request, out->mutable_timing());
  if (!request.is_complete()) {
    out->set_outcome(v1::NAV_OUTCOME_PENDING);
    out->set_completion_code(v1::COMPLETION_CODE_STILL_PENDING);
  } else if (request.answer != nullptr) {
    if (detail == Detail::kOutcome) {
      Conclude(request.answer->code, out);
    } else {
      FillQuery(*request.answer, KindOf(request.request.type()), out);
    }
  } else if (detail == Detail::kOutcome) {
    FillOutcome(*request.result, out);
  } else {
    FillPath(*request.result, request.want_polys, out);
  }
}

std::optional<Fault> CheckExpect(const v1::Expect& expect, const sim::PublishedView& view) {
  if (expect.has_world_epoch() && expect.world_epoch() != view.world_epoch) {
    return Refusal("EPOCH_DIFFERS", absl::StrCat("expect.world_epoch: ", expect.world_epoch(),
                                                 ", the world's is ", view.world_epoch));
  }
  if (expect.has_tick() && expect.tick() != view.tick) {
    return Refusal("TICK_DIFFERS",
                   absl::StrCat("expect.tick: ", expect.tick(), ", the world's is ", view.tick));
  }
  if (expect.has_mesh_generation() && expect.mesh_generation() != view.mesh->generation()) {
    return Refusal("MESH_DIFFERS", absl::StrCat("expect.mesh_generation: ", expect.mesh_generation(),
                                                ", the world's is ", view.mesh->generation()));
  }
  return std::nullopt;
}

}  // namespace footfall::server
