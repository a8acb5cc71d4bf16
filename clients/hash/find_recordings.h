#ifndef FOOTFALL_CLIENTS_HASH_FIND_RECORDINGS_H_
#define FOOTFALL_CLIENTS_HASH_FIND_RECORDINGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace footfall::client {

// The recordings that words name: a file is taken as it is, a folder gives every `.ffrec` below it, and what
// is neither is a pattern as in a shell, which may match nothing. Of one word in sorted order, no file twice.
// NotFound for a word without wildcards that names nothing, InvalidArgument for what is there and cannot be
// read, as FilesBelow.
absl::StatusOr<std::vector<std::string>> FindRecordings(const std::vector<std::string>& words);

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_HASH_FIND_RECORDINGS_H_
