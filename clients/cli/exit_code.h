#ifndef FOOTFALL_CLIENTS_CLI_EXIT_CODE_H_
#define FOOTFALL_CLIENTS_CLI_EXIT_CODE_H_

#include <string_view>

#include "absl/status/status.h"

namespace footfall::cli {

// What a command ends with. A command that a signal ends gives 128 + its number, as a shell does.
enum ExitCode : int {
  kPassed = 0,    // Done; all passed; an empty shard too.
  kFailed = 1,    // The answer is no: a scenario failed, there is no path, the server does not serve, a table
                  // is full.
  kInternal = 3,  // The command, the server or a file of the server is at fault, or the server is not there.
  kUsage = 4,     // Flags, arguments, input files (a damaged pack too) or a request are at fault.
  kEmpty = 5,     // `test`: the whole selection is empty.
};

// Prints "footfall COMMAND: error" to stderr, details of a server's error included, and gives the code for
// it.
ExitCode Fail(std::string_view command, const absl::Status& status);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_EXIT_CODE_H_
