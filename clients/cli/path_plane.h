#ifndef FOOTFALL_CLIENTS_CLI_PATH_PLANE_H_
#define FOOTFALL_CLIENTS_CLI_PATH_PLANE_H_

#include <string>

#include "absl/status/statusor.h"
#include "clients/lib/connection.h"
#include "footfall/v1/nav.pb.h"

namespace footfall::cli {

// Submits the question to the path plane in a session of its own and waits for the answer: PENDING in a world
// where no tick runs.
absl::StatusOr<v1::NavResult> AskPathPlane(const client::Connection& connection,
                                           const std::string& client_name, const v1::NavRequest& request);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_PATH_PLANE_H_
