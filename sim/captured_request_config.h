#ifndef FOOTFALL_SIM_CAPTURED_REQUEST_CONFIG_H_
#define FOOTFALL_SIM_CAPTURED_REQUEST_CONFIG_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/published_view.h"
#include "sim/scenario.h"

namespace footfall::sim {

// A path request with all that its search went by.
struct CapturedRequest {
  WorldSource world;
  std::string profile;
  std::vector<std::string> sets;
  uint64_t seed = 1;
  int hz = 30;
  std::optional<platform::Vec3> focus;  // of a world that streams
  uint64_t build_id = 0;
  std::vector<ObstacleView> obstacles;           // ascending handle
  std::shared_ptr<const nav::WorldEdits> edits;  // never null
  RequestView request;                           // a complete path
};

// A scenario that asks it again, among the same obstacles and switched areas in a world of its own, and
// expects the same result; counters stand in its comment, and how many climbs and ladders are closed, which a
// file cannot say (NAV-294). REQUIRES: `request` is a complete path.
std::string CapturedScenarioText(const CapturedRequest& captured);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_CAPTURED_REQUEST_CONFIG_H_
