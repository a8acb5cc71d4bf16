#ifndef FOOTFALL_SERVER_WORLD_SOURCE_H_
#define FOOTFALL_SERVER_WORLD_SOURCE_H_

#include <atomic>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "nav/mesh/pack.h"
#include "sim/scenario.h"

namespace footfall::server {

// The demo world, which lies beside the program (R48).
std::string DemoWorldPath();

// Opens the world that a scenario names. A city is built by the program `footfall` beside this one, in a
// process of its own, for no server carries the builder; the same source gives the same tiles as
// `footfall run` builds. Any thread; `stop` ends a city's building, with Cancelled.
absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenWorld(const sim::WorldSource& source,
                                                           const std::atomic<bool>& stop);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_WORLD_SOURCE_H_
