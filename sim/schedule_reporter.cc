#include "sim/schedule_reporter.h"

#include <utility>

#include "platform/check.h"
#include "platform/virtual_core.h"
#include "sim/command_kinds.h"

namespace footfall::sim {

ScheduleReporter::ScheduleReporter(ScheduleObserver* observer, const platform::Profile& profile,
                                   const platform::TickRate& rate, const LiveRequests& live,
                                   uint8_t epoch_tag)
    : observer_(observer), profile_(profile), rate_(rate), live_(live), epoch_tag_(epoch_tag) {}

void ScheduleReporter::CommandGiven(const Command& command, const CommandResult& result) {
  if (!is_watched() || result.fault == CommandFault::kNone) return;
  refused_next_.push_back(
      {command.source, command.sequence, KindOf(command.body), ReasonOf(result.fault), result.detail});
}

void ScheduleReporter::CommandsEnd(uint64_t main_units) {
  if (!is_watched()) return;
  refused_before_ = std::exchange(refused_running_, std::exchange(refused_next_, {}));
  before_ = running_;
  running_ = {.commands = main_units};
  has_slice_ = false;
}

void ScheduleReporter::SliceSettled(const nav::SliceReport& report) {
  has_slice_ = true;
  slice_ = report;
  entries_.assign(report.entries.begin(), report.entries.end());
  busy_until_ns_.assign(report.busy_until_ns.begin(), report.busy_until_ns.end());
  slice_.entries = entries_;
  slice_.busy_until_ns = busy_until_ns_;
  handles_.clear();
  for (const nav::SliceEntry& entry : entries_) {
    const LiveRequest* request = live_.Find(entry.handle);
    FOOTFALL_CHECK(request != nullptr);
    handles_.push_back(
        WireHandle::Make(HandleKind::kPathRequest, epoch_tag_, request->slot, request->counter));
  }
}

void ScheduleReporter::JobsBegin(const nav::UpkeepJobs& jobs) {
  if (!is_watched()) return;
  cover_units_ = jobs.cover_clock.units;
  spawns_units_ = jobs.spawn_clock.units;
}

void ScheduleReporter::JobsEnd(const nav::UpkeepJobs& jobs, const nav::PathCounters& counters) {
  if (!is_watched() || !has_slice_) return;
  const int64_t unit_ns = profile_.UnitNs(rate_.hz());
  const auto main_ns = [&](uint64_t units) { return platform::UnitsToNs(units, profile_.main_unit_ns); };
  TickReport report;
  report.tick = slice_.tick;
  report.start_ns = rate_.StartOf(slice_.tick).ns;
  report.commands_ns = main_ns(before_.commands);
  report.publish_ns = main_ns(before_.publish);
  report.load_ns = main_ns(before_.load);
  report.slice = slice_;
  report.handles = handles_;
  report.refused = refused_before_;
  report.cover_ns = platform::UnitsToNs(jobs.cover_clock.units - cover_units_, unit_ns);
  report.spawns_ns = platform::UnitsToNs(jobs.spawn_clock.units - spawns_units_, unit_ns);
  report.counters = &counters;
  observer_->TickSettled(report);
}

void ScheduleReporter::SyncEnds(uint64_t main_units) {
  if (!is_watched()) return;
  running_.publish = main_units - running_.commands;
  running_.load = static_cast<uint64_t>(profile_.main_load_units);
}

}  // namespace footfall::sim
