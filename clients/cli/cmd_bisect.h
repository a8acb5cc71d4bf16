#ifndef FOOTFALL_CLIENTS_CLI_CMD_BISECT_H_
#define FOOTFALL_CLIENTS_CLI_CMD_BISECT_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall bisect`: where two recordings part, or a recording and this software.
std::unique_ptr<Command> NewBisectCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_BISECT_H_
