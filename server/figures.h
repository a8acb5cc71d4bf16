#ifndef FOOTFALL_SERVER_FIGURES_H_
#define FOOTFALL_SERVER_FIGURES_H_

#include <atomic>
#include <cstdint>
#include <memory>

namespace footfall::server {

// What health and metrics read while the strand works: each figure for itself, any thread.
struct Figures {
  std::atomic<int64_t> tick_began_ns = 0;  // wall time; 0: no tick is under way
  std::atomic<uint64_t> ticks = 0;         // run in this process, over all epochs
  std::atomic<int64_t> tick_real_ns = 0;   // wall time that they took, all together
  std::atomic<int64_t> path_wait_ns = -1;  // of that, spent waiting for searches; negative: not measured
  std::atomic<int64_t> lag_ns = 0;
  std::atomic<int32_t> run_state = 0;  // v1.RunState
  std::atomic<bool> stopped = false;   // the world cannot go on
  std::atomic<uint64_t> sessions = 0;
  std::atomic<uint64_t> waiting_calls = 0;
  std::atomic<uint64_t> queries = 0;          // of the query plane, answered
  std::atomic<int64_t> query_cpu_ns = 0;      // CPU time that answering them took, without transport
  std::atomic<uint64_t> queries_refused = 0;  // over the peer's queue
  std::atomic<uint64_t> slow_readers = 0;     // streams cut off
  std::atomic<int64_t> recording_bytes = -1;  // written, over all epochs; negative: nothing is recorded
  std::atomic<uint64_t> recording_failures = 0;
  std::atomic<uint64_t> snapshots_saved = 0;   // taken; whether the client read them to the end or not
  std::atomic<uint64_t> restores = 0;          // worlds that a snapshot replaced
  std::atomic<uint64_t> restores_refused = 0;  // uploads that changed nothing
  std::atomic<uint64_t> forks = 0;             // begun
  // Under way. Whoever holds a place gives it back on any thread, also after all else has ended.
  const std::shared_ptr<std::atomic<int64_t>> transfers_now = std::make_shared<std::atomic<int64_t>>(0);
  const std::shared_ptr<std::atomic<int64_t>> forks_now = std::make_shared<std::atomic<int64_t>>(0);
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_FIGURES_H_
