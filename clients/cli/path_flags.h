#ifndef FOOTFALL_CLIENTS_CLI_PATH_FLAGS_H_
#define FOOTFALL_CLIENTS_CLI_PATH_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "footfall/v1/nav.pb.h"

namespace footfall::cli {

// Adds flags by their names without the prefix, in any case: "prefer_pavements". INVALID_ARGUMENT for a name
// that is none, listing all.
absl::Status AddPathFlags(const std::vector<std::string>& names, v1::NavRequest* request);

// The number of the value `prefix` + `name` of an enum, the name in any case. INVALID_ARGUMENT for a name
// that is none and for the value 0, naming `field` and listing all.
absl::StatusOr<int> EnumNumber(const std::string& field, const std::string& prefix, const std::string& name,
                               const google::protobuf::EnumDescriptor& descriptor);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_PATH_FLAGS_H_
