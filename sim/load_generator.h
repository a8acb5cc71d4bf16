#ifndef FOOTFALL_SIM_LOAD_GENERATOR_H_
#define FOOTFALL_SIM_LOAD_GENERATOR_H_

#include <cstdint>
#include <span>
#include <vector>

#include "sim/command.h"
#include "sim/published_view.h"

namespace footfall::sim {

inline constexpr uint32_t kLoadRequestsMax = 10'000;  // a tick

// Submits random requests of every type in each tick, as the world itself, and releases them when they are
// complete (NAV-060). What it gives is a pure function of seed and views, and it stands in the log like
// everybody's commands, so a replay needs no generator. One thread.
class LoadGenerator {
 public:
  // `requests_a_tick`: 1 to kLoadRequestsMax.
  LoadGenerator(uint64_t seed, uint32_t requests_a_tick);

  // Its commands for the tick after the view's, in order. Without resident polygons it submits nothing.
  std::vector<CommandBody> CommandsFor(const PublishedView& view);
  // What became of them, in the same order.
  void Take(std::span<const CommandResult> results);

 private:
  const uint64_t seed_;
  const uint32_t requests_a_tick_;
  std::vector<WireHandle> held_;  // in the order in which they were submitted
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_LOAD_GENERATOR_H_
