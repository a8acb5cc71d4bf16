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

// Greatest weight of an influence sphere.
inline constexpr float kSphereWeightMax = 1000;

// The first coordinate of a point that is out of the world or no number, as "start.x: value and bound";
// `point` is the name before the dot. Empty when all are good. The one place that says so for requests,
// queries and scenarios; the path server's own check, for callers inside, is by the same nav::MeshIndexAt.
std::string FirstBadCoordinate(const std::string& point, const platform::Vec3& p);

// The first number of a request that is out of bounds, as "path.start.x: value and bound", with the names
// that v1.NavRequest uses; empty when all are good.
std::string FirstBadNumber(const nav::PathRequest& request);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_REQUEST_BOUNDS_H_
