#ifndef FOOTFALL_CLIENTS_CLI_CMD_CALL_H_
#define FOOTFALL_CLIENTS_CLI_CMD_CALL_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall call`: any method of a server, by reflection and JSON.
std::unique_ptr<Command> NewCallCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_CALL_H_
