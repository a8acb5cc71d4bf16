#ifndef FOOTFALL_CLIENTS_CLI_CMD_AREA_H_
#define FOOTFALL_CLIENTS_CLI_CMD_AREA_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall area close|open|paths-off|paths-on|no-spawns|remove|allow-spawns|list`: areas switched and
// blocked.
std::unique_ptr<Command> NewAreaCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_AREA_H_
