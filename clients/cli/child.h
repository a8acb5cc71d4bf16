#ifndef FOOTFALL_CLIENTS_CLI_CHILD_H_
#define FOOTFALL_CLIENTS_CLI_CHILD_H_

#include <chrono>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace footfall::cli {

// How a child process ended, and what it printed.
struct ChildResult {
  enum class End { kExited, kSignalled, kTimeLimit, kInterrupted };
  End end = End::kExited;
  int code = 0;  // Exit code, or the signal that ended it.
  double seconds = 0;
  // At most kChildOutputMax bytes of each.
  std::string standard_output;
  std::string standard_error;
};

inline constexpr size_t kChildOutputMax = size_t{1} << 20;

// Runs a program to its end, in a process group of its own, which is killed when the time limit passes or
// when this process is told to stop (see StopSignal). INTERNAL when it cannot be started. One thread, one
// child at a time.
absl::StatusOr<ChildResult> RunChild(const std::vector<std::string>& arguments,
                                     std::chrono::milliseconds time_limit);

// Lets SIGINT and SIGTERM end the running child rather than this process, which can then leave a report.
void CatchStopSignals();
// The signal that arrived since, or 0.
int StopSignal();

// The file of the running program.
std::string OwnProgram();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CHILD_H_
