#ifndef FOOTFALL_CLIENTS_CLI_CMD_BOT_H_
#define FOOTFALL_CLIENTS_CLI_CMD_BOT_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall bot`: many random paths through the path server, judged and counted.
std::unique_ptr<Command> NewBotCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_BOT_H_
