#ifndef FOOTFALL_CLIENTS_HASH_RUN_TRAILS_H_
#define FOOTFALL_CLIENTS_HASH_RUN_TRAILS_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "sim/scenario_run.h"

namespace footfall::client {

// The file of `--trails`: one JSON object a line for each path request in the tick in which its answer became
// visible, in handle order: tick, handle, source, outcome, length in m and the points of the way, m.
class RunTrails {
 public:
  RunTrails();
  ~RunTrails();
  // Opens the file and hangs itself into `options`, from which the run then starts; an empty path does
  // nothing. InvalidArgument for a file that cannot be opened.
  absl::Status Begin(const std::string& path, sim::RunOptions& options);
  // After the run: a file that is not whole is an error.
  absl::Status Finish();

 private:
  struct File;
  std::unique_ptr<File> file_;
};

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_HASH_RUN_TRAILS_H_
