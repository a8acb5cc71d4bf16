#include "server/queries/mesh_queries.h"

#include "platform/check.h"
#include "platform/cost_meter.h"
#include "server/queries/query_answer.h"
#include "sim/query_config.h"

namespace footfall::server {

nav::QueryScratch& MeshQueries::ScratchOf(const std::shared_ptr<const platform::Profile>& profile) {
  if (profile_ != profile) {
    scratch_.reset();
    profile_ = profile;
    scratch_.emplace(*profile_);
  }
  return *scratch_;
}

template <class Request, class Run>
std::optional<Fault> MeshQueries::Finish(const Published& world, const v1::NavRequest& question,
                                         const absl::StatusOr<Request>& request, Run run,
                                         v1::NavResult* result) {
  if (!request.ok()) return OfConversion(request.status(), "");
  const platform::Profile& profile = *world.profile;
  platform::CostMeter meter(nullptr, static_cast<uint64_t>(profile.query_units_max));
  run(*world.view->mesh, *request, ScratchOf(world.profile), meter, answer_);
  if (meter.ShouldStop()) {
    // Over the plane's own ceiling of work (R45). What the query left is void.
    Conclude(nav::CompletionCode::kTimedOut, result);
    result->add_details(v1::NAV_DETAIL_NODES_MAX);
  } else {
    FillQuery(answer_, question.kind_case(), result);
    result->mutable_timing()->set_nodes_expanded(answer_.polys_visited);
  }
  result->mutable_timing()->set_virtual_ns(static_cast<int64_t>(meter.units()) *
                                           profile.UnitNs(world.rate_hz));
  return std::nullopt;
}

bool MeshQueries::Takes(v1::NavRequest::KindCase kind) {
  switch (kind) {
    case v1::NavRequest::kLineOfSight:
    case v1::NavRequest::kFloodFill:
    case v1::NavRequest::kClearArea:
    case v1::NavRequest::kClosest:
    case v1::NavRequest::kAudio:
    case v1::NavRequest::kWaterEdges:
      return true;
    default:
      return false;
  }
}

std::optional<Fault> MeshQueries::Answer(const Published& world, const v1::NavRequest& request,
                                         v1::NavResult* result) {
  const platform::Profile& profile = *world.profile;
  switch (request.kind_case()) {
    case v1::NavRequest::kLineOfSight:
      return Finish(world, request, sim::LineOfSightFromProto(request, profile), nav::RunLineOfSight, result);
    case v1::NavRequest::kFloodFill:
      return Finish(world, request, sim::FloodFillFromProto(request), nav::RunFloodFill, result);
    case v1::NavRequest::kClearArea:
      return Finish(world, request, sim::ClearAreaFromProto(request), nav::RunClearArea, result);
    case v1::NavRequest::kClosest:
      return Finish(world, request, sim::ClosestPositionFromProto(request, profile), nav::RunClosestPosition,
                    result);
    case v1::NavRequest::kAudio:
      return Finish(world, request, sim::AudioPropertiesFromProto(request), nav::RunAudioProperties, result);
    case v1::NavRequest::kWaterEdges:
      return Finish(world, request, sim::WaterEdgesFromProto(request), nav::RunWaterEdges, result);
    default:
      FOOTFALL_CHECK(false);
  }
}

}  // namespace footfall::server
