#ifndef FOOTFALL_CLIENTS_CLI_SERVER_CPU_H_
#define FOOTFALL_CLIENTS_CLI_SERVER_CPU_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace footfall::cli {

// What a server has spent since it started, as its /metrics tells.
struct ServerCpu {
  double process_seconds = 0;  // CPU time of the process.
  double query_seconds = 0;    // Of it, answering queries: without reading and writing messages.
  double queries = 0;          // Answered.

  ServerCpu Since(const ServerCpu& before) const {
    return {process_seconds - before.process_seconds, query_seconds - before.query_seconds,
            queries - before.queries};
  }
};

// From the text of /metrics. InvalidArgument: a figure is not there.
absl::StatusOr<ServerCpu> ParseServerCpu(absl::string_view page);
// Asks 127.0.0.1:`port`. Unavailable: nobody answers there.
absl::StatusOr<ServerCpu> ReadServerCpu(int port);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_SERVER_CPU_H_
