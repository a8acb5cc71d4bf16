#include "sim/query_to_proto_config.h"

#include <variant>

#include "footfall/v1/nav.pb.h"
#include "platform/check.h"

namespace footfall::sim {
namespace {

void Write(const platform::Vec3& v, v1::Vec3* out) {
  out->set_x(v.x);
  out->set_y(v.y);
  out->set_z(v.z);
}

void WriteSnap(float adjust_distance_max, v1::NavRequest* out) {
  if (adjust_distance_max >= 0) out->set_adjust_distance_max(adjust_distance_max);
}

void Write(const nav::PathRequest& /*path*/, v1::NavRequest* /*out*/) { FOOTFALL_CHECK(false); }

void Write(const nav::LineOfSightRequest& sight, v1::NavRequest* out) {
  v1::LineOfSight* ask = out->mutable_line_of_sight();
  for (uint32_t i = 0; i < sight.points_count; ++i) Write(sight.points[i], ask->add_points());
  ask->set_objects((sight.options & nav::kLosObjects) != 0);
  ask->set_stop_at_first_failure((sight.options & nav::kLosStopAtFirstFailure) != 0);
  ask->set_no_water_edges((sight.options & nav::kLosNoWaterEdges) != 0);
  ask->set_each_on_mesh((sight.options & nav::kLosEachOnMesh) != 0);
  ask->set_slope_max(sight.slope_max);
  if (sight.radius != nav::LineOfSightRequest().radius) out->set_radius(sight.radius);
  WriteSnap(sight.adjust_distance_max, out);
}

void Write(const nav::AudioPropertiesRequest& audio, v1::NavRequest* out) {
  Write(audio.position, out->mutable_audio()->mutable_position());
  out->mutable_audio()->set_radius(audio.radius);
}

void Write(const nav::FloodFillRequest& flood, v1::NavRequest* out) {
  v1::FloodFill* ask = out->mutable_flood_fill();
  Write(flood.start, ask->mutable_start());
  ask->set_goal(static_cast<v1::FloodFillGoal>(static_cast<int>(flood.goal) + 1));
  ask->set_distance(flood.distance_max);
  ask->set_area_max(flood.area_max);
  WriteSnap(flood.adjust_distance_max, out);
}

void Write(const nav::ClearAreaRequest& area, v1::NavRequest* out) {
  Write(area.center, out->mutable_clear_area()->mutable_center());
  out->mutable_clear_area()->set_search_radius(area.search_radius);
  out->mutable_clear_area()->set_clear_radius(area.clear_radius);
}

void Write(const nav::ClosestPositionRequest& closest, v1::NavRequest* out) {
  v1::ClosestPosition* ask = out->mutable_closest();
  Write(closest.position, ask->mutable_position());
  ask->set_search_radius(closest.search_radius);
  ask->set_results_max(closest.results_max);
  for (int bit = 0; (closest.filters >> bit) != 0; ++bit) {
    if ((closest.filters >> bit & 1U) != 0) ask->add_filters(static_cast<v1::ClosestFilter>(bit + 1));
  }
  ask->set_spacing_min(closest.spacing_min);
  ask->set_below_only(closest.below_only);
  ask->set_avoid_objects(closest.avoid_objects);
  if (closest.radius != nav::ClosestPositionRequest().radius) out->set_radius(closest.radius);
  WriteSnap(closest.adjust_distance_max, out);
}

}  // namespace

void QueryToProto(const nav::NavRequest& request, v1::NavRequest* out) {
  std::visit([&](const auto& body) { Write(body, out); }, request);
}

}  // namespace footfall::sim
