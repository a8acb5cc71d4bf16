#ifndef FOOTFALL_CLIENTS_CLI_CMD_JUNIT_MERGE_H_
#define FOOTFALL_CLIENTS_CLI_CMD_JUNIT_MERGE_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall junit-merge`: the reports of a batch's shards as one.
std::unique_ptr<Command> NewJunitMergeCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_JUNIT_MERGE_H_
