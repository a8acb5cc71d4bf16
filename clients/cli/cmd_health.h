#ifndef FOOTFALL_CLIENTS_CLI_CMD_HEALTH_H_
#define FOOTFALL_CLIENTS_CLI_CMD_HEALTH_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall health`: whether a server serves.
std::unique_ptr<Command> NewHealthCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_HEALTH_H_
