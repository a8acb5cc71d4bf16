#ifndef FOOTFALL_CLIENTS_CLI_CMD_TUNE_H_
#define FOOTFALL_CLIENTS_CLI_CMD_TUNE_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall tune NAME=VALUE...`: movement costs of a running world (NAV-147).
std::unique_ptr<Command> NewTuneCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_TUNE_H_
