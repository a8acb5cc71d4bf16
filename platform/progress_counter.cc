#include "platform/progress_counter.h"

namespace footfall::platform {

void ProgressCounter::Reset() {
  units_.store(0, std::memory_order_relaxed);
  ended_.store(false, std::memory_order_relaxed);
  stop_requested_.store(false, std::memory_order_relaxed);
}

void ProgressCounter::Publish(uint64_t units) {
  if (units <= units_.load(std::memory_order_relaxed)) {
    return;
  }
  // Sequentially consistent on both sides: either this thread sees the waiter's limit or the waiter sees
  // these units.
  units_.store(units);
  if (units > watched_limit_.load()) {
    Wake();
  }
}

void ProgressCounter::End(uint64_t units) {
  Publish(units);
  {
    // Notified under the lock: once the waiter is through, the owner may reuse this object.
    std::lock_guard lock(mutex_);
    ended_.store(true, std::memory_order_release);
    changed_.notify_all();
  }
}

void ProgressCounter::Wait(uint64_t units_limit) {
  std::unique_lock lock(mutex_);
  watched_limit_.store(units_limit);
  changed_.wait(lock, [&] { return ended() || units_.load() > units_limit; });
  watched_limit_.store(UINT64_MAX);
}

void ProgressCounter::Wake() {
  std::lock_guard lock(mutex_);
  changed_.notify_all();
}

}  // namespace footfall::platform
