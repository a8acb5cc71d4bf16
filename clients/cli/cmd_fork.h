#ifndef FOOTFALL_CLIENTS_CLI_CMD_FORK_H_
#define FOOTFALL_CLIENTS_CLI_CMD_FORK_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall fork`: what would come of it, beside a server's world.
std::unique_ptr<Command> NewForkCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_FORK_H_
