#ifndef FOOTFALL_CLIENTS_CLI_LOAD_MEASURE_H_
#define FOOTFALL_CLIENTS_CLI_LOAD_MEASURE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/cli/figures.h"
#include "clients/cli/load_run.h"
#include "clients/cli/load_target.h"
#include "clients/cli/server_cpu.h"

namespace footfall::cli {

// One load, and what the machine and the server did meanwhile.
struct Measured {
  LoadResult result;
  double seconds = 0;  // From before the load to after it.
  double machine_cpu_seconds = 0;
  std::optional<ServerCpu> server_cpu;  // Where /metrics was asked.

  double messages_per_second() const { return static_cast<double>(result.messages) / result.seconds; }
  double paths_per_second() const { return static_cast<double>(result.items) / result.seconds; }
};

// As RunLoad; `metrics_port` is the server's on this machine.
absl::StatusOr<Measured> MeasureLoad(const std::string& address, const std::vector<v1::NavRequest>& questions,
                                     const LoadOptions& options, std::optional<int> metrics_port);

Figures FiguresOf(const Measured& measured, LoadKind kind);

// `alone` and `server` were measured with a metrics port.
StreamTarget TargetOf(const Measured& alone, const Measured& server, const Measured& echo);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_LOAD_MEASURE_H_
