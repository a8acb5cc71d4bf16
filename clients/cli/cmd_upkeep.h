#ifndef FOOTFALL_CLIENTS_CLI_CMD_UPKEEP_H_
#define FOOTFALL_CLIENTS_CLI_CMD_UPKEEP_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall upkeep cover|water|spawns|opponents`: what a world finds out about its places in the background.
std::unique_ptr<Command> NewUpkeepCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_UPKEEP_H_
