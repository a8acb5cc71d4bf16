#ifndef FOOTFALL_CLIENTS_HASH_FIND_FILES_H_
#define FOOTFALL_CLIENTS_HASH_FIND_FILES_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace footfall::client {

// All files below a folder whose names are wanted, sorted by bytes; links to files too, links to folders are
// not followed. InvalidArgument names a folder that cannot be read, and what has a wanted name and is no
// regular file or a link to nothing: nothing that was named is left out without a word.
absl::StatusOr<std::vector<std::string>> FilesBelow(
    const std::string& folder, const std::function<bool(const std::string& name)>& is_wanted);

// What a pattern of a shell matches, sorted by bytes. InvalidArgument for a folder on the way that cannot be
// read.
absl::StatusOr<std::vector<std::string>> FilesMatching(const std::string& pattern);

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_HASH_FIND_FILES_H_
