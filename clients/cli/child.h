#ifndef FOOTFALL_CLIENTS_CLI_CHILD_H_
#define FOOTFALL_CLIENTS_CLI_CHILD_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace footfall::cli {

// How a child process ended, and what it printed.
struct ChildResult {
  enum class End { kExited, kSignalled, kTimeLimit, kInterrupted };
  End end = End::kExited;
  int code = 0;  // Exit code, or the signal that ended it.
  double seconds = 0;
  std::chrono::milliseconds time_limit{0};  // What it had.
  // At most kChildOutputMax bytes of each.
  std::string standard_output;
  std::string standard_error;
};

inline constexpr size_t kChildOutputMax = size_t{1} << 20;

// A program to run; `index` is the caller's name for it.
struct ChildJob {
  size_t index = 0;
  std::vector<std::string> arguments;
};

// Runs programs to their ends, at most `running_max` at a time, each in a process group of its own, of which
// nothing is left when it has ended. `next` gives what to start and nothing when no more is to be started; it
// is asked again after each end. `done` is told of each end, in the order of the ends; an error of it ends
// the rest. A child that is not over within `time_limit` is killed, and all are when this process is told to
// stop (see StopSignal). INTERNAL when a program cannot be started. One call at a time in a process: it uses
// SIGCHLD.
absl::Status RunChildren(size_t running_max, std::chrono::milliseconds time_limit,
                         const std::function<std::optional<ChildJob>()>& next,
                         const std::function<absl::Status(size_t index, const ChildResult&)>& done);

// Lets SIGINT, SIGTERM, SIGHUP and SIGPIPE end the running children rather than this process, which can then
// leave a report.
void CatchStopSignals();
// The signal that arrived since, or 0.
int StopSignal();

// The file of the running program.
std::string OwnProgram();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CHILD_H_
