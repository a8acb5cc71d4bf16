#ifndef FOOTFALL_CLIENTS_CLI_SWEEP_SWEEP_REPORT_H_
#define FOOTFALL_CLIENTS_CLI_SWEEP_SWEEP_REPORT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/cli/sweep/distribution.h"
#include "clients/cli/sweep/sweep_run.h"

namespace footfall::cli {

// One metric over all seeds.
struct SweptMetric {
  sim::RunMetric metric{};
  Distribution distribution;
};

// The metric of that name; INVALID_ARGUMENT lists all names.
absl::StatusOr<sim::RunMetric> ParseMetric(const std::string& name);

// REQUIRES: there is a result.
std::vector<SweptMetric> MetricsOver(const std::vector<SweepResult>& results,
                                     const std::vector<sim::RunMetric>& metrics);

// For people: a line a metric, then how many seeds, how many different ends, which failed.
std::string SweepText(const std::vector<SweepResult>& results, const std::vector<SweptMetric>& metrics);
// One JSON object.
std::string SweepJson(const std::string& scenario, const std::vector<SweepResult>& results,
                      const std::vector<SweptMetric>& metrics);
// A line a seed: seed, hash, failed expectations, the metrics.
std::string SweepCsv(const std::vector<SweepResult>& results, const std::vector<sim::RunMetric>& metrics);

// A number as it is read best: no more digits than it has, six at the most.
std::string NumberText(double value);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_SWEEP_SWEEP_REPORT_H_
