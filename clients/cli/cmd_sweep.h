#ifndef FOOTFALL_CLIENTS_CLI_CMD_SWEEP_H_
#define FOOTFALL_CLIENTS_CLI_CMD_SWEEP_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall sweep`: one scenario under many seeds, and how its outcomes are distributed.
std::unique_ptr<Command> NewSweepCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_SWEEP_H_
