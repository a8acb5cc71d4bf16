#ifndef FOOTFALL_SIM_TRACE_IMPORT_CONFIG_H_
#define FOOTFALL_SIM_TRACE_IMPORT_CONFIG_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/scenario.h"

namespace footfall::sim {

// What a log of requests does not say.
struct TraceImport {
  std::string log_file;  // for messages and the description
  WorldSource world = DemoSource{};
  std::string profile = "server";
  int hz = 30;
  uint64_t seed = 1;
  // Each request is released so long after its submit, ms, as a client that has fetched it would; 0: never.
  // What is held longer than the answer takes fills the small tables of the console profiles, and one that is
  // released before its answer is given up.
  uint32_t hold_ms = 1000;
  // Times and ticks count from the least one of the log: for epoch times, or a log that begins late.
  bool rebase = false;
};

// The most rows of a log, and the last tick that one may name.
inline constexpr size_t kTraceRowsMax = 1'000'000;
inline constexpr uint64_t kTraceTickMax = 10'000'000;

// A scenario that asks what the log asks. The log is comma-separated values; its first line names the
// columns, in any order:
//
//   tick or time_ms   one of both: the tick of the submit, from 1 on, or the time since the start, ms; with
//                     `rebase` of any start, as that of Unix time
//   source            who asks, 0 to 16777215 (0: the world itself)
//   type              path, wander (start to end gives direction and length), flee (away from end, `radius`
//                     far), line_of_sight, closest (within `radius` of start), clear_area (1 m wide, within
//                     `radius`), area_underfoot (as far as `radius`, 0: no bound), audio (within `radius`)
//   start_x, _y, _z   m
//   end_x, _y, _z     m; may be empty for types that have no end
//   flags             names of v1.PathFlag without prefix, '|' between; empty: none; for path, wander, flee
//   radius            m; optional
//
// Blank lines and lines that begin with # are skipped. InvalidArgument for the first fault, as "file, line n:
// field: value and bound", also for what a scenario file refuses.
//
// `warnings`, if not null, gets a sentence for each table of the profile that the log needs more of at once,
// by its submits and `hold_ms`, than the profile has: the rest is refused.
absl::StatusOr<std::string> ScenarioOfTrace(const std::string& log, const TraceImport& import,
                                            std::vector<std::string>* warnings = nullptr);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_TRACE_IMPORT_CONFIG_H_
