#ifndef FOOTFALL_CLIENTS_HASH_WORLD_SOURCE_H_
#define FOOTFALL_CLIENTS_HASH_WORLD_SOURCE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "nav/mesh/pack.h"
#include "sim/scenario.h"

namespace footfall::client {

// Opens any world that a scenario may name: a pack; the demo world, which lies as demo.ffnav beside the
// program (R48); a procedural city, which is built in memory. The same source gives the same tiles on every
// machine.
absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenWorldSource(const sim::WorldSource& source);

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_HASH_WORLD_SOURCE_H_
