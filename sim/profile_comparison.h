#ifndef FOOTFALL_SIM_PROFILE_COMPARISON_H_
#define FOOTFALL_SIM_PROFILE_COMPARISON_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "platform/profile.h"
#include "sim/latency.h"
#include "sim/published_view.h"
#include "sim/scenario.h"
#include "sim/scenario_run.h"

namespace footfall::sim {

// One figure that a comparison goes through: `key` is "main_load", in percent of a tick, or the name of a
// figure of the profile; empty: nothing is varied.
struct ComparedVariant {
  std::string key;
  std::string value;
  // "main_load=25"; empty without a key.
  std::string Text() const;
};

// Variants of "main_load=0,25,50": a key, then values without a blank. InvalidArgument for anything else;
// whether the figure exists and takes the values, the run says.
absl::StatusOr<std::vector<ComparedVariant>> ParseSweep(const std::string& text);

// What a scenario came to under one profile.
struct ComparedRun {
  ComparedVariant variant;
  platform::Profile profile;  // with the scenario's sets and the variant
  uint64_t ticks = 0;
  int hz = 30;
  uint64_t state_hash = 0;
  LatencySummary paths;       // path requests
  LatencySummary requests;    // of every type
  uint64_t given_up = 0;      // before their answer
  uint64_t waiting = 0;       // when the run ended
  uint64_t floor_slices = 0;  // slices with the floor alone, for the main core used the tick
  int64_t budget_ns = 0;      // of all virtual workers
  int64_t requests_ns = 0;    // of it, used by requests
  int64_t jobs_ns = 0;        // and by background jobs
  uint64_t paths_asked = 0;   // path requests of the scenario: answered, refused, given up or waiting
  uint64_t commands_refused = 0;
  uint64_t submits_refused = 0;     // of them, requests of every type
  uint64_t follow_ups_refused = 0;  // of them, commands with the handle of one that was refused
  uint64_t points_high_water = 0;   // of result_points_max
  uint64_t tiles_high_water = 0;    // of resident_tiles_max
  PathServerFigures path_server;
  ObjectFigures objects;
  UpkeepFigures upkeep;
};

// What may differ from the scenario besides the profile.
struct CompareOptions {
  int threads = 1;
  int order_threads = 1;
  std::optional<uint64_t> seed;
  std::vector<std::string> sets;  // after the scenario's own, before the variant
};

// Runs the scenario under `profile`. Its expectations are not judged: they are of its own profile. Errors:
// those of loading.
absl::StatusOr<ComparedRun> RunCompared(const Scenario& scenario, const WorldResolver& resolver,
                                        const std::string& profile, const ComparedVariant& variant,
                                        const CompareOptions& options);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_PROFILE_COMPARISON_H_
