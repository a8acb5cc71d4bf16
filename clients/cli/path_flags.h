#ifndef FOOTFALL_CLIENTS_CLI_PATH_FLAGS_H_
#define FOOTFALL_CLIENTS_CLI_PATH_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "footfall/v1/nav.pb.h"

namespace footfall::cli {

// Adds flags by their names without the prefix, in any case: "prefer_pavements". INVALID_ARGUMENT for a name
// that is none, listing all.
absl::Status AddPathFlags(const std::vector<std::string>& names, v1::NavRequest* request);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_PATH_FLAGS_H_
