#ifndef FOOTFALL_CLIENTS_CLI_CMD_OBSTACLE_H_
#define FOOTFALL_CLIENTS_CLI_CMD_OBSTACLE_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall obstacle put|remove|list`: boxes that searches go around.
std::unique_ptr<Command> NewObstacleCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_OBSTACLE_H_
