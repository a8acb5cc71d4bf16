#ifndef FOOTFALL_SIM_REQUEST_BOUNDS_H_
#define FOOTFALL_SIM_REQUEST_BOUNDS_H_

#include <string>

#include "nav/mesh/types.h"
#include "nav/path/path_request.h"

namespace footfall::sim {

// Farthest from the ground that a point may be asked for, m.
inline constexpr float kPointZMax = 10000;
// Longest radius or snapping distance that may be asked for, m: the world's edge (NAV-010).
inline constexpr float kLengthMax = nav::kWorldMax - nav::kWorldMin;

// The first number of a request that is out of bounds, as "path.start.x: value and bound", with the names
// that v1.NavRequest uses; empty when all are good.
std::string FirstBadNumber(const nav::PathRequest& request);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_REQUEST_BOUNDS_H_
