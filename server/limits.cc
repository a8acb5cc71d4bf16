#include "server/limits.h"

#include <algorithm>

#include "platform/profile.h"

namespace footfall::server {

void FillLimits(const platform::Profile& profile, int hz, v1::Limits* out) {
  const auto figure = [](int32_t value) { return static_cast<uint32_t>(value); };
  out->set_batch_items(figure(profile.batch_items_max));
  out->set_message_bytes(figure(profile.message_bytes_max));
  out->set_path_requests(figure(profile.path_requests_max));
  out->set_path_requests_session(figure(profile.requests_per_session_max));
  out->set_path_points(figure(profile.path_points_max));
  out->set_peds(figure(profile.peds_max));
  out->set_peds_session(figure(profile.peds_per_session_max));
  out->set_watches_session(figure(profile.watches_per_session_max));
  constexpr int64_t kMsPerSecond = 1000;
  const int64_t retention = int64_t{profile.request_timeout_ms} * hz / kMsPerSecond;
  out->set_result_retention_ticks(static_cast<uint32_t>(std::min<int64_t>(retention, UINT32_MAX)));
  out->set_step_ticks(figure(profile.step_ticks_max));
  out->set_sessions(figure(profile.sessions_max));
  out->set_wait_ticks(figure(profile.step_ticks_max));
  out->set_page_size(kPageSizeMax);
  out->set_queries_peer(figure(profile.query_queue_max));
  out->set_request_ids(kRequestIdsKept);
  out->set_obstacles(figure(profile.dynamic_objects_max));
  out->set_obstacles_session(figure(profile.obstacles_per_session_max));
}

}  // namespace footfall::server
