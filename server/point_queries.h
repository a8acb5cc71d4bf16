#ifndef FOOTFALL_SERVER_POINT_QUERIES_H_
#define FOOTFALL_SERVER_POINT_QUERIES_H_

#include <optional>

#include "footfall/v1/nav.pb.h"
#include "server/errors.h"
#include "server/mesh_samplers.h"
#include "server/world_host.h"

// The questions of the query plane that are no searches. Each fills `result`, which is clear, or names the
// bad field. Any thread.
namespace footfall::server {

std::optional<Fault> LookAlong(const Published& world, const v1::NavRequest& request, v1::NavResult* result);
std::optional<Fault> FindClosest(const Published& world, const v1::NavRequest& request,
                                 v1::NavResult* result);
std::optional<Fault> DrawPoints(const Published& world, const MeshSampler& sampler,
                                const v1::NavRequest& request, v1::NavResult* result);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_POINT_QUERIES_H_
