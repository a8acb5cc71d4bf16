#ifndef FOOTFALL_SIM_SCHEDULE_OBSERVER_H_
#define FOOTFALL_SIM_SCHEDULE_OBSERVER_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "nav/server/path_counters.h"
#include "nav/server/slice_observer.h"
#include "sim/wire_handle.h"

namespace footfall::sim {

// A command that was refused.
struct RefusedCommand {
  nav::SourceId source = 0;
  uint64_t sequence = 0;
  std::string_view kind;    // KindOf
  std::string_view reason;  // ReasonOf
  std::string detail;
};

// What one tick came to in virtual time: the main core's work in its order, the slice of the path server, and
// the background jobs behind it. All of it follows from scenario, seed, profile and commands, and is the same
// on every machine. Valid during the call.
struct TickReport {
  uint64_t tick = 0;
  int64_t start_ns = 0;  // of the tick, in simulated time
  // The main core from the start of the tick: commands that were applied, results that were published, the
  // synthetic load (R14, R51). Their sum is slice.main_ns, but for the first tick after a restore, where they
  // are 0.
  int64_t commands_ns = 0;
  int64_t publish_ns = 0;
  int64_t load_ns = 0;
  nav::SliceReport slice;
  std::span<const WireHandle> handles;      // parallel to slice.entries: as clients know the requests
  std::span<const RefusedCommand> refused;  // in the tick's first phase, in their order
  // Background jobs, charged to what the requests left (R16): cover points and water edges, then spawn
  // coordinates.
  int64_t cover_ns = 0;
  int64_t spawns_ns = 0;
  const nav::PathCounters* counters = nullptr;  // after the sync; never null
};

// Told of every tick when the sync of the next one has settled it; of a world's last tick it is not. Reads
// alone: it is no part of state, and a world that nobody observes gathers nothing. The world's thread.
class ScheduleObserver {
 public:
  virtual ~ScheduleObserver() = default;
  virtual void TickSettled(const TickReport& report) = 0;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_SCHEDULE_OBSERVER_H_
