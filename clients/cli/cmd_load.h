#ifndef FOOTFALL_CLIENTS_CLI_CMD_LOAD_H_
#define FOOTFALL_CLIENTS_CLI_CMD_LOAD_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall load`: throughput and latency of a server beside a bare echo.
std::unique_ptr<Command> NewLoadCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_LOAD_H_
