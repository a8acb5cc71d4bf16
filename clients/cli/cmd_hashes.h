#ifndef FOOTFALL_CLIENTS_CLI_CMD_HASHES_H_
#define FOOTFALL_CLIENTS_CLI_CMD_HASHES_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall hashes diff`: which scenarios behave otherwise in another build, from which tick and leaf on.
std::unique_ptr<Command> NewHashesCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_HASHES_H_
