#ifndef FOOTFALL_CLIENTS_CLI_SWEEP_SWEEP_RUN_H_
#define FOOTFALL_CLIENTS_CLI_SWEEP_SWEEP_RUN_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "nav/mesh/pack.h"
#include "sim/run_metrics.h"
#include "sim/scenario.h"

namespace footfall::cli {

struct SweepOptions {
  std::vector<std::uint64_t> seeds;
  size_t jobs = 1;
  int threads = 1;
  int order_threads = 1;
  std::string profile;            // empty: the scenario's
  std::vector<std::string> sets;  // over the profile
  // Told after each run how many have ended; one call at a time, on any thread.
  std::function<void(size_t)> on_ended;
};

// What one seed gave.
struct SweepResult {
  std::uint64_t seed = 0;
  std::uint64_t hash = 0;             // of the last tick
  std::vector<std::string> failures;  // expectations that did not hold
  sim::RunMetricValues metrics{};
};

// Runs the scenario once for each seed, `jobs` at a time, over one pack; results are in the order of the
// seeds. The first run that cannot begin ends the sweep with its error.
absl::StatusOr<std::vector<SweepResult>> RunSweep(const sim::Scenario& scenario,
                                                  std::shared_ptr<const nav::Pack> pack,
                                                  const SweepOptions& options);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_SWEEP_SWEEP_RUN_H_
