#ifndef FOOTFALL_CLIENTS_CLI_FLAG_USE_H_
#define FOOTFALL_CLIENTS_CLI_FLAG_USE_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

// Commands that have several kinds of questions say in a table which flags are for which. Pure functions.
namespace footfall::cli {

// A flag that some kinds of a command's questions use.
struct FlagUse {
  std::string_view flag;
  std::string_view kinds;  // ", " is between two.
};

// INVALID_ARGUMENT for the first given flag that `kind` has no use for; names it and what it is for. Flags
// that are not in the table are for all kinds.
absl::Status CheckFlagUse(const std::vector<std::string>& given, std::string_view kind,
                          std::span<const FlagUse> table);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_FLAG_USE_H_
