#ifndef FOOTFALL_CLIENTS_HASH_RUN_TIMELINE_H_
#define FOOTFALL_CLIENTS_HASH_RUN_TIMELINE_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "sim/scenario.h"
#include "sim/scenario_run.h"

namespace footfall::client {

// The file of `--timeline`: the virtual schedule as the world tells it, and beside it what this host did,
// measured here because the world knows no clock: ticks, waits for a search, and the searches of each thread.
class RunTimeline {
 public:
  RunTimeline();
  ~RunTimeline();
  // Opens the file and hangs itself into `options`, from which the run then starts; an empty path does
  // nothing. Errors: the profile, a file that cannot be opened.
  absl::Status Begin(const std::string& path, const sim::Scenario& scenario, sim::RunOptions& options);
  // After the run: a file that is not whole is an error.
  absl::Status Finish();

 private:
  struct Recorder;
  std::unique_ptr<Recorder> recorder_;
};

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_HASH_RUN_TIMELINE_H_
