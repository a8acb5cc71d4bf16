#ifndef FOOTFALL_SIM_RUN_METRICS_H_
#define FOOTFALL_SIM_RUN_METRICS_H_

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/command.h"
#include "sim/outcome.h"
#include "sim/published_view.h"

namespace footfall::sim {

// What a run can be measured by, for comparing many runs of one scenario.
enum class RunMetric : uint8_t {
  kCommands,   // given, refused ones too
  kRefused,    // of them, of every kind: a refused submit's release, too
  kSubmitted,  // requests of every type
  kCompleted,  // requests that got their answer, of every outcome
  kComplete,   // completed requests by outcome, see v1.NavOutcome
  kPartial,
  kNoPath,
  kBadEndpoint,
  kNotResident,
  kLimit,
  kCancelled,       // requests given up before their answer
  kPathLengthMean,  // m, of paths that are complete or partial; 0 without any, as all below
  kPathLengthMax,   // m
  kLatencyMean,     // ticks from submit to visible, of completed requests
  kLatencyP95,
  kLatencyMax,
  kWaitingTicks,  // ticks after which a request still waited
  kWaitingMax,    // most requests that waited after a tick
  kRestarts,      // searches that a tile sent back
  kSlotsHighWater,
  kTilesPlaced,     // by the streaming
  kTilesHighWater,  // most resident after a tick
};
inline constexpr int kRunMetrics = 22;

// As people type it: "path_length_mean".
std::string_view NameOf(RunMetric metric);

using RunMetricValues = std::array<double, kRunMetrics>;

// Gathers the metrics of one run. A pure function of what it is told: the same on every machine. One thread.
class RunMeter {
 public:
  // Of each command that was given.
  void AddCommand(const CommandResult& result);
  // After each tick.
  void AddTick(const PublishedView& view);
  RunMetricValues values() const;

 private:
  double& At(RunMetric metric) { return values_[static_cast<size_t>(metric)]; }
  void AddFinished(const RequestView& request);

  RunMetricValues values_{};
  double length_sum_ = 0;
  uint64_t lengths_ = 0;
  std::vector<uint64_t> latencies_;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_RUN_METRICS_H_
