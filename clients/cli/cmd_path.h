#ifndef FOOTFALL_CLIENTS_CLI_CMD_PATH_H_
#define FOOTFALL_CLIENTS_CLI_CMD_PATH_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall path`: one path from a server.
std::unique_ptr<Command> NewPathCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_PATH_H_
