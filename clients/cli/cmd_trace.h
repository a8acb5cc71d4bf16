#ifndef FOOTFALL_CLIENTS_CLI_CMD_TRACE_H_
#define FOOTFALL_CLIENTS_CLI_CMD_TRACE_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall trace import`: a log of requests becomes a scenario.
std::unique_ptr<Command> NewTraceCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_TRACE_H_
