#ifndef FOOTFALL_SERVER_QUERIES_RANDOM_POINTS_H_
#define FOOTFALL_SERVER_QUERIES_RANDOM_POINTS_H_

#include <optional>

#include "footfall/v1/nav.pb.h"
#include "server/errors.h"
#include "server/mesh_samplers.h"
#include "server/world_host.h"

namespace footfall::server {

// Answers the kind random_point: fills `result`, which is clear, or names the bad field. Any thread.
std::optional<Fault> DrawPoints(const Published& world, const MeshSampler& sampler,
                                const v1::NavRequest& request, v1::NavResult* result);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_QUERIES_RANDOM_POINTS_H_
