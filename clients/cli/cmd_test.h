#ifndef FOOTFALL_CLIENTS_CLI_CMD_TEST_H_
#define FOOTFALL_CLIENTS_CLI_CMD_TEST_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall test`: many scenarios, each in a process of its own, with a report for CI.
std::unique_ptr<Command> NewTestCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_TEST_H_
