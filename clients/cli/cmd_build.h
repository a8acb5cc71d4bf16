#ifndef FOOTFALL_CLIENTS_CLI_CMD_BUILD_H_
#define FOOTFALL_CLIENTS_CLI_CMD_BUILD_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall build`: a level or a procedural city becomes a `.ffnav` pack.
std::unique_ptr<Command> NewBuildCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_BUILD_H_
