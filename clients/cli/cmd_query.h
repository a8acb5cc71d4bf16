#ifndef FOOTFALL_CLIENTS_CLI_CMD_QUERY_H_
#define FOOTFALL_CLIENTS_CLI_CMD_QUERY_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall query`: one question to the stateless plane of a server.
std::unique_ptr<Command> NewQueryCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_QUERY_H_
