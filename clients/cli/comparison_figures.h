#ifndef FOOTFALL_CLIENTS_CLI_COMPARISON_FIGURES_H_
#define FOOTFALL_CLIENTS_CLI_COMPARISON_FIGURES_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/profile_comparison.h"

namespace footfall::cli {

// The parts of a latency in the order in which they are shown.
struct NamedPart {
  const char* name;   // in CSV and JSON: "core_busy"
  const char* label;  // for a person
  const char* colour;
  int64_t sim::LatencyParts::*ns;
};
inline constexpr std::array<NamedPart, 6> kParts = {{
    {"queue", "queue", "#e69f00", &sim::LatencyParts::queue_ns},
    {"core_busy", "core busy", "#d55e00", &sim::LatencyParts::core_busy_ns},
    {"no_slice", "no slice", "#f0e442", &sim::LatencyParts::no_slice_ns},
    {"search", "search", "#0072b2", &sim::LatencyParts::search_ns},
    {"restart", "restart", "#cc79a7", &sim::LatencyParts::restart_ns},
    {"barrier", "barrier", "#bbbbbb", &sim::LatencyParts::barrier_ns},
}};

struct NamedPercentile {
  const char* name;
  sim::RequestLatency sim::LatencySummary::*latency;
};
inline constexpr std::array<NamedPercentile, 4> kPercentiles = {{
    {"p50", &sim::LatencySummary::p50},
    {"p90", &sim::LatencySummary::p90},
    {"p99", &sim::LatencySummary::p99},
    {"max", &sim::LatencySummary::max},
}};

// A table of the world that a profile bounds, and how full it was.
struct PoolUse {
  std::string figure;  // of the profile: "path_requests_max"
  int64_t limit = 0;
  uint64_t high_water = 0;
  uint64_t refused = 0;  // for lack of room
};
std::vector<PoolUse> PoolsOf(const sim::ComparedRun& run);

// Mean ticks of a part of the path requests' latency; 0 without any.
double MeanTicks(const sim::ComparedRun& run, int64_t sum_ns);

// "58/60": answered path requests of those that were asked.
std::string AnsweredText(const sim::ComparedRun& run);
// A sentence where the latency leaves path requests out, for they were never answered; empty otherwise.
std::string UnansweredWarning(const sim::ComparedRun& run);

// Spawn-coordinate slices a second of simulated time.
double GenerationRate(const sim::ComparedRun& run);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_COMPARISON_FIGURES_H_
