#ifndef FOOTFALL_PLATFORM_PROGRESS_COUNTER_H_
#define FOOTFALL_PLATFORM_PROGRESS_COUNTER_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace footfall::platform {

// What one thread shows of a running order and another one watches: a lower bound of the order's cost in
// units that only grows, whether the run has ended, and a flag that asks it to stop.
//
// Any thread may call anything, except that one thread at a time publishes and Reset needs an order that
// nobody runs, watches or stops. A repeated run of the same order passes the same counts again; those that
// are already published change nothing, so the bound never shrinks.
class ProgressCounter {
 public:
  // Back to an order that has not started: 0 units, not ended, no stop asked for.
  void Reset();

  // Raises the bound to `units` and wakes a watcher that waits for it.
  void Publish(uint64_t units);

  // Marks the order as ended at exactly `units`. Everything that the caller wrote before is visible to a
  // thread that then sees ended() or returns from Wait.
  void End(uint64_t units);

  void RequestStop() { stop_requested_.store(true, std::memory_order_relaxed); }
  bool stop_requested() const { return stop_requested_.load(std::memory_order_relaxed); }

  uint64_t units() const { return units_.load(std::memory_order_acquire); }
  bool ended() const { return ended_.load(std::memory_order_acquire); }

  // Blocks until the order has ended or its bound exceeds `units_limit`. One thread at a time may wait.
  void Wait(uint64_t units_limit);

 private:
  void Wake();

  std::atomic<uint64_t> units_{0};
  // The waiting thread's limit. A publication beyond it wakes; without a waiter it is the largest value, so
  // that publishing takes no lock.
  std::atomic<uint64_t> watched_limit_{UINT64_MAX};
  std::atomic<bool> ended_{false};
  std::atomic<bool> stop_requested_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_PROGRESS_COUNTER_H_
