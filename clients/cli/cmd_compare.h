#ifndef FOOTFALL_CLIENTS_CLI_CMD_COMPARE_H_
#define FOOTFALL_CLIENTS_CLI_CMD_COMPARE_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall compare`: one scenario under several profiles.
std::unique_ptr<Command> NewCompareCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_COMPARE_H_
