#ifndef FOOTFALL_SIM_SCHEDULE_REPORTER_H_
#define FOOTFALL_SIM_SCHEDULE_REPORTER_H_

#include <cstdint>
#include <vector>

#include "nav/server/slice_observer.h"
#include "nav/upkeep/upkeep_state.h"
#include "platform/profile.h"
#include "platform/sim_time.h"
#include "sim/command.h"
#include "sim/live_requests.h"
#include "sim/schedule_observer.h"

namespace footfall::sim {

// Gathers a TickReport from what the world passes in the course of a tick and hands it on. Holds nothing that
// the world reads; every call returns at once when nobody watches. The world's thread.
class ScheduleReporter final : public nav::SliceObserver {
 public:
  // Nothing is owned; `observer` may be null. All outlive this object.
  ScheduleReporter(ScheduleObserver* observer, const platform::Profile& profile,
                   const platform::TickRate& rate, const LiveRequests& live, uint8_t epoch_tag);

  bool is_watched() const { return observer_ != nullptr; }

  // --- In this order in each tick

  // A command that was applied or refused.
  void CommandGiven(const Command& command, const CommandResult& result);
  // Units of the main core in this tick so far, before the sync of the path server.
  void CommandsEnd(uint64_t main_units);
  // By the sync, if a slice was frozen.
  void SliceSettled(const nav::SliceReport& report) override;
  void JobsBegin(const nav::UpkeepJobs& jobs);
  // Hands on the report of the tick before.
  void JobsEnd(const nav::UpkeepJobs& jobs, const nav::PathCounters& counters);
  // Units so far, before the synthetic load.
  void SyncEnds(uint64_t main_units);

 private:
  // Of the main core.
  struct MainUnits {
    uint64_t commands = 0;
    uint64_t publish = 0;
    uint64_t load = 0;
  };

  ScheduleObserver* const observer_;
  const platform::Profile& profile_;
  const platform::TickRate& rate_;
  const LiveRequests& live_;
  const uint8_t epoch_tag_;

  MainUnits running_;                            // of the tick that runs
  MainUnits before_;                             // of the one before, whose slice the sync settles
  std::vector<RefusedCommand> refused_next_;     // in the tick whose commands are being applied
  std::vector<RefusedCommand> refused_running_;  // as running_
  std::vector<RefusedCommand> refused_before_;   // as before_
  bool has_slice_ = false;
  nav::SliceReport slice_;
  std::vector<nav::SliceEntry> entries_;
  std::vector<int64_t> busy_until_ns_;
  std::vector<WireHandle> handles_;
  uint64_t cover_units_ = 0;  // as the jobs began
  uint64_t spawns_units_ = 0;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_SCHEDULE_REPORTER_H_
