#ifndef FOOTFALL_CLIENTS_CLI_CMD_SNAPSHOT_H_
#define FOOTFALL_CLIENTS_CLI_CMD_SNAPSHOT_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall snapshot`: saves a server's world to a file, restores it, reads what a file says.
std::unique_ptr<Command> NewSnapshotCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_SNAPSHOT_H_
