#ifndef FOOTFALL_CLIENTS_CLI_CMD_REPLAY_H_
#define FOOTFALL_CLIENTS_CLI_CMD_REPLAY_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall replay`: recordings in this process, one after the other.
std::unique_ptr<Command> NewReplayCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_REPLAY_H_
