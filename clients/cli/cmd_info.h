#ifndef FOOTFALL_CLIENTS_CLI_CMD_INFO_H_
#define FOOTFALL_CLIENTS_CLI_CMD_INFO_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall info`: the figures, the picture and the geometry of a pack.
std::unique_ptr<Command> NewInfoCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_INFO_H_
