#include "server/query_engine.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "nav/path/path_request.h"
#include "platform/cost_meter.h"
#include "server/convert.h"
#include "server/explain.h"
#include "server/queries/random_points.h"
#include "sim/command_config.h"
#include "sim/request_objects.h"

namespace footfall::server {

nav::PathSearch& QueryEngine::SearchOf(const std::shared_ptr<const platform::Profile>& profile) {
  if (profile_ != profile) {
    search_.reset();
    profile_ = profile;
    search_.emplace(*profile_);
  }
  return *search_;
}

std::optional<Fault> QueryEngine::FindPath(const Published& world, const v1::NavRequest& request,
                                           v1::NavResult* result) {
  const platform::Profile& profile = *world.profile;
  const auto points_max = static_cast<uint32_t>(profile.path_points_max);
  const absl::StatusOr<sim::SubmitPath> submit =
      sim::SubmitFromProto(request, points_max, sim::Plane::kQuery);
  if (!submit.ok()) return OfConversion(submit.status(), "");
  // No vehicle is there yet whose mesh a client could name.
  const uint64_t supported = nav::kSupportedPathFlags & ~nav::PathFlagMask(nav::kFlagDynamicNavMeshRoute);
  const uint64_t without_effect = submit->request.flags & ~supported;
  if (without_effect != 0) {
    int bit = 0;
    while ((without_effect >> bit & 1U) == 0) ++bit;
    return BadField("flags", absl::StrCat(v1::PathFlag_Name(bit + 1), " has no effect in this version"));
  }
  nav::PathRequest prepared = submit->request;
  std::string detail;
  const sim::CommandFault named = sim::ResolveObjects(
      *world.view->tables, std::nullopt, static_cast<uint8_t>(world.view->world_epoch), prepared, &detail);
  if (named != sim::CommandFault::kNone) return Refusal(std::string(sim::ReasonOf(named)), detail);
  if (nav::PrepareRequest(prepared) != nav::RequestFault::kNone) {
    return BadField("flags", "ask for what the other fields do not hold");
  }
  platform::CostMeter meter(nullptr, static_cast<uint64_t>(profile.query_units_max));
  nav::SearchTrace* const trace = request.want_explain() ? &trace_ : nullptr;
  SearchOf(world.profile).Run(*world.view->mesh, prepared, meter, path_, trace);
  if (trace != nullptr) FillExplanation(*trace, path_, result->mutable_explanation());
  if (meter.ShouldStop()) {
    // Over the plane's own ceiling of work (R45). What the search left is void.
    result->set_outcome(v1::NAV_OUTCOME_LIMIT);
    result->set_completion_code(v1::COMPLETION_CODE_TIMED_OUT);
    result->add_details(v1::NAV_DETAIL_NODES_MAX);
  } else {
    FillPath(path_, submit->want_polys, result);
    result->mutable_timing()->set_nodes_expanded(path_.nodes_expanded);
  }
  result->mutable_timing()->set_virtual_ns(static_cast<int64_t>(meter.units()) *
                                           profile.UnitNs(world.rate_hz));
  return std::nullopt;
}

std::optional<Fault> QueryEngine::AnswerKind(const Published& world, const v1::NavRequest& request,
                                             v1::NavResult* result) {
  if (request.client_ref().size() > sim::ClientRef::kBytesMax) {
    return BadField("client_ref", absl::StrCat("is ", request.client_ref().size(), " bytes, at most ",
                                               sim::ClientRef::kBytesMax));
  }
  if (MeshQueries::Takes(request.kind_case())) return queries_.Answer(world, request, result);
  if (request.has_random_point()) {
    return DrawPoints(world, *samplers_.Of(world.view->mesh), request, result);
  }
  return FindPath(world, request, result);  // Its conversion refuses the kinds that are not served.
}

void QueryEngine::Answer(const Published& world, const v1::NavRequest& request, v1::NavResult* result) {
  const std::optional<Fault> fault = AnswerKind(world, request, result);
  if (fault) {
    result->Clear();
    FillStatus(*fault, result->mutable_error());
  } else {
    v1::NavTiming* timing = result->mutable_timing();
    const uint64_t tick = world.view->tick;
    timing->set_submitted_tick(tick);
    timing->set_started_tick(tick);
    timing->set_visible_tick(tick);
    timing->set_expires_tick(tick);
  }
  if (!request.client_ref().empty()) result->set_client_ref(request.client_ref());
}

}  // namespace footfall::server
