#ifndef FOOTFALL_SIM_PATH_REQUEST_CONFIG_H_
#define FOOTFALL_SIM_PATH_REQUEST_CONFIG_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "nav/path/path_request.h"

namespace footfall::v1 {
class NavRequest;
}

// Path requests of the kinds path, wander and flee between the public contract and the plain value. Errors as
// command_config.h says.
namespace footfall::sim {

// REQUIRES: the request has one of the three kinds. The random key is `seed` and 0.
absl::StatusOr<nav::PathRequest> PathRequestFromProto(const v1::NavRequest& request, uint32_t points_ceiling);

// The inverse, but for the rounding of a wander's heading. Fields of `out` that no path request has are left
// alone.
void PathRequestToProto(const nav::PathRequest& request, v1::NavRequest* out);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_PATH_REQUEST_CONFIG_H_
