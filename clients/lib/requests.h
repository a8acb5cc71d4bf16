#ifndef FOOTFALL_CLIENTS_LIB_REQUESTS_H_
#define FOOTFALL_CLIENTS_LIB_REQUESTS_H_

#include <cstdint>
#include <vector>

#include "footfall/v1/nav.pb.h"

// Short ways to write the common questions and to read the common answer. Pure functions; any thread.
namespace footfall::client {

// Metres, Z up.
v1::Vec3 Point(float x, float y, float z);

// The shortest path from start to goal under the default costs.
v1::NavRequest PathBetween(const v1::Vec3& start, const v1::Vec3& goal);

// `count` points of the mesh, uniform by area; the same seed gives the same points. QueryService only.
v1::NavRequest RandomPoints(std::uint64_t seed, std::uint32_t count);
// The same, of ground that can be reached from `from`.
v1::NavRequest RandomPointsReachableFrom(const v1::Vec3& from, std::uint64_t seed, std::uint32_t count);

// The nearest point of the mesh within `radius` metres; 0 takes the profile's snapping distances.
v1::NavRequest NearestPoint(const v1::Vec3& position, float radius);
// The surface straight below.
v1::NavRequest PointBelow(const v1::Vec3& position);

// Can one walk straight from start to end?
v1::NavRequest StraightWalk(const v1::Vec3& start, const v1::Vec3& end);

// The points of a path result, from start to end. An incomplete last triple is left out.
std::vector<v1::Vec3> Waypoints(const v1::NavResult& result);

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_LIB_REQUESTS_H_
