#ifndef FOOTFALL_CLIENTS_CLI_CMD_RUN_H_
#define FOOTFALL_CLIENTS_CLI_CMD_RUN_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall run`: one scenario in this process.
std::unique_ptr<Command> NewRunCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_RUN_H_
