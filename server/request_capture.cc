#include "server/request_capture.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "server/event_log.h"
#include "sim/captured_request_config.h"

namespace footfall::server {

bool RequestCapture::Look(const WorldHost& host) {
  const std::shared_ptr<const sim::PublishedView> view = host.published().view;
  if (!views_.empty() && views_.back()->world_epoch != view->world_epoch) views_.clear();
  for (const sim::WireHandle handle : view->finished) {
    const sim::RequestView* request = view->Find(handle);
    if (request == nullptr || request->request.path() == nullptr || !request->is_complete()) continue;
    Write(host, *request);
    return true;
  }
  views_.push_back(view);
  if (views_.size() > kViewsKept) views_.pop_front();
  return false;
}

void RequestCapture::Write(const WorldHost& host, const sim::RequestView& request) const {
  const WorldSetup& setup = host.setup();
  sim::CapturedRequest captured;
  captured.world = setup.source;
  captured.profile = host.profile().name;
  captured.sets = setup.profile_sets;
  captured.seed = setup.seed;
  captured.hz = setup.hz;
  captured.build_id = host.view().mesh->build_id();
  captured.request = request;
  const auto began = std::find_if(views_.begin(), views_.end(), [&](const auto& view) {
    return view->tick >= request.timing.started_tick;
  });
  const sim::PublishedView& seen = began != views_.end() ? **began : host.view();
  if (seen.streaming->is_streaming) captured.focus = seen.streaming->focus;
  captured.edits = seen.upkeep->edits;
  for (const sim::ObstacleView* obstacle : seen.Obstacles()) captured.obstacles.push_back(*obstacle);

  std::ofstream file(file_, std::ios::binary);
  file << sim::CapturedScenarioText(captured);
  file.close();
  if (file.good()) {
    LogEvent(LogLevel::kInfo, absl::StrCat("captured a path request to ", file_));
  } else {
    LogEvent(LogLevel::kError, absl::StrCat("--capture ", file_, ": cannot be written"));
  }
}

}  // namespace footfall::server
