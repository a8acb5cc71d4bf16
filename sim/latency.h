#ifndef FOOTFALL_SIM_LATENCY_H_
#define FOOTFALL_SIM_LATENCY_H_

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "nav/server/request_types.h"
#include "sim/schedule_observer.h"
#include "sim/wire_handle.h"

namespace footfall::sim {

// Where a request's latency went, in ns of virtual time. A request waits from the start of the tick in whose
// first phase it was submitted to the start of the tick whose sync publishes it; that is cut into whole
// ticks, and each tick into parts, so the sum is the whole exactly:
//
//   |<---------------------------------- tick T ---------------------------------->|
//   | main core works | core rests, no slice | others on its worker | runs | sync?  |
//   | core_busy       | no_slice             | queue                |search| barrier|
//
// - core_busy: the part of the tick before slice T that the main core used (R14). None where the path server
//   has a core of its own.
// - no_slice: the rest of the tick before slice T: path_slice_units gives the path server less than the core
//   leaves, and its slice is spent. None where that figure is 0.
// - queue: the slice's time before it ran: others were on its worker, or it was not taken at all.
// - search: what the slice charged to it.
// - barrier: from its end to the next sync, which alone publishes.
// - restart: what was charged to runs that a tile change threw away (R21); it was search until then.
struct LatencyParts {
  int64_t queue_ns = 0;
  int64_t core_busy_ns = 0;
  int64_t no_slice_ns = 0;
  int64_t search_ns = 0;
  int64_t restart_ns = 0;
  int64_t barrier_ns = 0;

  int64_t total_ns() const {
    return queue_ns + core_busy_ns + no_slice_ns + search_ns + restart_ns + barrier_ns;
  }
  LatencyParts& operator+=(const LatencyParts& other);
  friend bool operator==(const LatencyParts&, const LatencyParts&) = default;
};

// The parts of one tick for one request.
LatencyParts PartsOf(const nav::SliceReport& slice, const nav::SliceEntry& entry);

// A request that got its answer. total_ns() of the parts is the time between the two ticks' starts.
struct RequestLatency {
  WireHandle handle;
  nav::RequestType type = nav::RequestType::kPath;
  nav::SourceId source = 0;
  uint64_t submitted_tick = 0;
  uint64_t visible_tick = 0;
  uint32_t restarts = 0;
  LatencyParts parts;

  uint64_t ticks() const { return visible_tick - submitted_tick; }
};

// Gathers the latency of every request that is answered while it watches. One world, from its first tick on;
// requests that were submitted before are left out. One thread.
class LatencyMeter final : public ScheduleObserver {
 public:
  void TickSettled(const TickReport& report) override;

  // By visible tick, then worker and virtual start.
  const std::vector<RequestLatency>& finished() const { return finished_; }
  // Given up before their answer.
  uint64_t given_up() const { return given_up_; }
  // Still waiting.
  uint64_t waiting() const { return open_.size(); }
  // Slices in which the main core left less than the floor (R14).
  uint64_t floor_slices() const { return floor_slices_; }
  // Virtual ns of all workers in all slices, and how much of it requests and background jobs used.
  int64_t budget_ns() const { return budget_ns_; }
  int64_t requests_ns() const { return requests_ns_; }
  int64_t jobs_ns() const { return jobs_ns_; }
  // Most points that results held at once, of the profile's result_points_max.
  uint64_t points_high_water() const { return points_high_water_; }

 private:
  struct Open {
    RequestLatency latency;
    uint64_t seen_tick = 0;
    bool was_seen_whole = false;
  };

  std::map<uint64_t, Open> open_;  // by issue number
  std::vector<RequestLatency> finished_;
  uint64_t given_up_ = 0;
  uint64_t floor_slices_ = 0;
  int64_t budget_ns_ = 0;
  int64_t requests_ns_ = 0;
  int64_t jobs_ns_ = 0;
  uint64_t points_high_water_ = 0;
};

// Of the requests of one type. A percentile is the latency of one request, the one at its rank (nearest rank)
// when they are ordered by ticks, then by time of search, then as they finished; so its parts add up as well.
struct LatencySummary {
  uint64_t count = 0;  // 0: the rest says nothing
  RequestLatency p50;
  RequestLatency p90;
  RequestLatency p99;
  RequestLatency max;
  LatencyParts sum;    // of all of them
  uint64_t ticks = 0;  // likewise
};
// `type` unset: of every type.
LatencySummary SummaryOf(std::span<const RequestLatency> latencies, std::optional<nav::RequestType> type);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_LATENCY_H_
