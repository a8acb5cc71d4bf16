#include "sim/latency.h"

#include <algorithm>

#include "platform/check.h"

namespace footfall::sim {

LatencyParts& LatencyParts::operator+=(const LatencyParts& other) {
  queue_ns += other.queue_ns;
  core_busy_ns += other.core_busy_ns;
  no_slice_ns += other.no_slice_ns;
  search_ns += other.search_ns;
  restart_ns += other.restart_ns;
  barrier_ns += other.barrier_ns;
  return *this;
}

LatencyParts PartsOf(const nav::SliceReport& slice, const nav::SliceEntry& entry) {
  LatencyParts parts;
  parts.core_busy_ns = slice.path_core_is_main ? std::min(slice.main_ns, slice.start_ns()) : 0;
  parts.no_slice_ns = slice.start_ns() - parts.core_busy_ns;
  const int64_t window_ns = slice.tick_ns - slice.start_ns();
  if (entry.worker < 0) {
    parts.queue_ns = window_ns;
    return parts;
  }
  const int64_t begin_ns = std::min(entry.start_ns, window_ns);
  const int64_t end_ns = std::min(entry.start_ns + entry.charged_ns, window_ns);
  parts.queue_ns = begin_ns;
  parts.search_ns = end_ns - begin_ns;
  parts.barrier_ns = window_ns - end_ns;
  return parts;
}

void LatencyMeter::TickSettled(const TickReport& report) {
  const nav::SliceReport& slice = report.slice;
  budget_ns_ += slice.budget_ns * slice.workers;
  requests_ns_ += slice.budget_ns * slice.workers - slice.left_ns;
  jobs_ns_ += report.cover_ns + report.spawns_ns;
  floor_slices_ = report.counters->floor_slices;
  points_high_water_ = report.counters->points_high_water;
  FOOTFALL_CHECK(report.handles.size() == slice.entries.size());
  for (size_t i = 0; i < slice.entries.size(); ++i) {
    const nav::SliceEntry& entry = slice.entries[i];
    Open& open = open_[entry.handle.value];
    RequestLatency& latency = open.latency;
    if (open.seen_tick == 0) {
      latency.handle = report.handles[i];
      latency.type = entry.type;
      latency.source = entry.source;
      latency.submitted_tick = entry.submitted_tick;
      open.was_seen_whole = entry.submitted_tick == slice.tick;
    }
    open.seen_tick = slice.tick;
    if (entry.restarts > latency.restarts) {
      latency.restarts = entry.restarts;
      latency.parts.restart_ns += latency.parts.search_ns;
      latency.parts.search_ns = 0;
    }
    latency.parts += PartsOf(slice, entry);
    if (!entry.is_complete) {
      continue;
    }
    latency.visible_tick = slice.tick + 1;
    if (open.was_seen_whole) {
      finished_.push_back(latency);
    }
    open_.erase(entry.handle.value);
  }
  // A request is in every slice from its submit to its answer.
  given_up_ += std::erase_if(open_, [&](const auto& open) { return open.second.seen_tick != slice.tick; });
}

LatencySummary SummaryOf(std::span<const RequestLatency> latencies, std::optional<nav::RequestType> type) {
  LatencySummary summary;
  std::vector<const RequestLatency*> sorted;
  for (const RequestLatency& latency : latencies) {
    if (type.has_value() && latency.type != *type) {
      continue;
    }
    sorted.push_back(&latency);
    summary.sum += latency.parts;
    summary.ticks += latency.ticks();
  }
  summary.count = sorted.size();
  if (sorted.empty()) {
    return summary;
  }
  // total order: places in one array are unique.
  std::sort(sorted.begin(), sorted.end(), [](const RequestLatency* a, const RequestLatency* b) {
    if (a->ticks() != b->ticks()) return a->ticks() < b->ticks();
    if (a->parts.search_ns != b->parts.search_ns) return a->parts.search_ns < b->parts.search_ns;
    return a < b;
  });
  const auto at = [&](size_t percent) { return *sorted[(sorted.size() * percent + 99) / 100 - 1]; };
  summary.p50 = at(50);
  summary.p90 = at(90);
  summary.p99 = at(99);
  summary.max = *sorted.back();
  return summary;
}

}  // namespace footfall::sim
