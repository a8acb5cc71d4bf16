#ifndef FOOTFALL_CLIENTS_CLI_LOAD_RUN_H_
#define FOOTFALL_CLIENTS_CLI_LOAD_RUN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "footfall/v1/nav.pb.h"

namespace footfall::cli {

// What is sent.
enum class LoadKind {
  kUnary,   // PathService: Submit, Poll, Fetch with release, each a call with one item.
  kQuery,   // QueryService.Query with one item.
  kStream,  // QueryService.QueryStream with `batch` items a message.
};

struct LoadOptions {
  LoadKind kind = LoadKind::kUnary;
  int sessions = 16;  // Spread over the channels; streams and queries have none and use the channels alone.
  int channels = 1;   // Each with a connection of its own.
  double rate = 0;    // Messages a second, sent when due whatever came back (open loop); 0: as many as go.
  int in_flight_max = 64;  // Messages out at once, without Submits that wait for their tick; what is due
                           // beyond waits, and its waiting counts as latency.
  int batch = 64;          // Items of one message of a stream.
  double seconds = 3;
};

// Of messages, from the moment one was due to its answer, us.
struct LoadLatency {
  double p50_us = 0;
  double p99_us = 0;
};

struct LoadResult {
  double seconds = 0;         // Until the last answer.
  std::int64_t messages = 0;  // Answered without error.
  std::int64_t items = 0;     // Paths that came back.
  std::int64_t errors = 0;    // Refused or failed calls and items.
  std::string first_error;
  LoadLatency latency;  // Of messages that are answered at once: Poll, Fetch, queries.
  LoadLatency submit;   // Of Submit, which a running world answers after its tick: pacing, for the most part.
  // Of a path in the path plane, from submission to visibility, ticks: apart from pacing and transport.
  std::int64_t ticks_p50 = 0;
  std::int64_t ticks_p99 = 0;
  double client_cpu_seconds = 0;  // Of this process.
};

// Loads one server for a while, from one thread. `questions` are sent round robin; at least one. Errors: a
// session that cannot be opened. What fails later is counted.
absl::StatusOr<LoadResult> RunLoad(const std::string& address, const std::vector<v1::NavRequest>& questions,
                                   const LoadOptions& options);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_LOAD_RUN_H_
