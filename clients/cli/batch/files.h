#ifndef FOOTFALL_CLIENTS_CLI_BATCH_FILES_H_
#define FOOTFALL_CLIENTS_CLI_BATCH_FILES_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// Files that a batch reads and leaves. Errors name the path and the cause.
namespace footfall::cli {

// A whole file of at most `bytes_max`.
absl::StatusOr<std::string> ReadFile(const std::string& path, size_t bytes_max);

// A plain file name for each case, made of its path: '/' and what shells trip over become '_'. Two that would
// be the same get a number, so the names depend on the whole list. One that would be longer than a file's
// name may be begins with a hash of the path.
std::vector<std::string> FlatNames(const std::vector<std::string>& cases);

// A text as one word of a shell.
std::string ShellWord(const std::string& text);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BATCH_FILES_H_
