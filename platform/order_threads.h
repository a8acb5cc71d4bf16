#ifndef FOOTFALL_PLATFORM_ORDER_THREADS_H_
#define FOOTFALL_PLATFORM_ORDER_THREADS_H_

#include <pthread.h>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "platform/cost_meter.h"
#include "platform/progress_counter.h"

namespace footfall::platform {

// A place in the table of OrderThreads. The owner keeps work orders and results in arrays of its own under
// this index. Which index an order gets depends on the host's speed: it must never reach world state.
using OrderEntry = uint32_t;
inline constexpr OrderEntry kNoOrderEntry = UINT32_MAX;

enum class OrderState : uint8_t {
  kFree,
  // Acquired: the owner is writing its work order.
  kHeld,
  // In the taking sequence, not begun or begun and given up.
  kQueued,
  kRunning,
  // Result and cost are there.
  kDone,
};

// One order of a slice's taking sequence.
struct OrderOfSlice {
  OrderEntry entry = kNoOrderEntry;
  // Units of this order that earlier slices were charged; 0 unless it is carried.
  uint64_t charged_units = 0;
};

// How far the threads may run ahead of virtual time.
struct SpeculationLimit {
  // The most that one order can be charged in the slice: the upper bound of the budget of a virtual worker.
  uint64_t order_units = 0;
  // The most that the slice can charge: order_units times the virtual workers.
  uint64_t slice_units = 0;
};

// What is known of an order's cost against a limit. A function of the order alone, not of the moment of
// asking.
enum class OrderOutcome : uint8_t {
  // Done at a cost of at most the limit; the result may be read.
  kWithin,
  // It costs more than the limit. The order may be done or not.
  kBeyond,
};

// The threads that compute path orders ahead of virtual time. They take the orders of a sequence in order and
// stop taking when costs known so far, counters of running orders included, reach what the slice can charge
// at most. At that moment each thread may have one order begun, hence at most threads() orders go beyond
// (R18). Real scheduling is free: cost and result of an order depend on the order alone, so what virtual time
// makes of them is the same for any number of threads. These threads are apart from WorkerPool, which
// therefore never queues behind a search (R20).
//
// A round: at the freeze Acquire an entry per new order, write the work orders, Begin the sequence (carried
// orders first). At the sync ask Settle for each order in ledger order. Then Discard all that is complete or
// did not start; carried entries stay, running or not, and are named again in the next Begin.
//
// All public members are for one owning thread. No allocation after construction.
class OrderThreads {
 public:
  // Runs the order of `entry` and leaves its result where the owner reads it, charging `meter`. `thread` is
  // below threads() on an order thread and threads() on the owning thread: an index for scratch memory.
  // Called on several threads at once, for different entries. It must return soon after meter.ShouldStop()
  // and may be called again for the same entry after such a stop.
  using RunOrder = std::function<void(OrderEntry entry, int thread, CostMeter& meter)>;

  // REQUIRES: threads >= 1 and entries_max >= 1. `entries_max` has to cover the pending orders, the carried
  // ones and one discarded order per thread that is still on its way to its stop.
  OrderThreads(int threads, size_t entries_max, RunOrder run_order);

  // Raises every stop flag and joins.
  ~OrderThreads();

  OrderThreads(const OrderThreads&) = delete;
  OrderThreads& operator=(const OrderThreads&) = delete;

  int threads() const { return static_cast<int>(threads_.size()); }
  size_t entries_max() const { return slots_.size(); }

  // For host pinning. REQUIRES: thread < threads().
  pthread_t native_handle(int thread);

  // A free entry in state kHeld, or kNoOrderEntry when the table is full.
  [[nodiscard]] OrderEntry Acquire();

  // Gives the threads a new sequence in place of the former. Every entry is kHeld, or carried and thus
  // kQueued, kRunning or kDone. What was written to the work orders before is visible to the runs. REQUIRES:
  // no entry twice.
  void Begin(std::span<const OrderOfSlice> sequence, SpeculationLimit limit);

  // Compares the order's cost with `units_limit`, the most that the ledger can give it including
  // charged_units. Begins it on this thread if no other has, and leaves it to an order thread when it passes
  // the limit; else waits until it ended or passed (R19). With kUnitsUnlimited it waits for the result.
  // REQUIRES: the entry is queued, running or done.
  OrderOutcome Settle(OrderEntry entry, uint64_t units_limit);

  // The first half of Settle: if the order is queued, runs it here until it is done or passes `units_limit`
  // and returns true. Lets the owner begin several orders that this sync needs anyway before it waits for
  // any.
  bool TryRunHere(OrderEntry entry, uint64_t units_limit);

  // The order's exact cost, at least kOrderUnitsMin. REQUIRES: the entry is kDone.
  uint64_t cost_units(OrderEntry entry) const;

  // For tests and metrics: kRunning and kQueued may be out of date when they are returned.
  OrderState state(OrderEntry entry) const;

  // Drops the order and frees its entry, at once or, if it is running, when its run has seen the stop flag.
  // Only for an order whose charge in every begun slice is settled (R12). REQUIRES: not kFree and not
  // discarded already.
  void Discard(OrderEntry entry);

  // Discards all entries and waits until no run is left. For a reset of the world.
  void DiscardAll();

 private:
  struct Slot {
    OrderState state = OrderState::kFree;
    bool discarded = false;
    uint64_t charged_units = 0;
    ProgressCounter progress;
  };

  void ThreadMain(int thread);
  // The next order for an order thread, or kNoOrderEntry if there is none that may begin now. Under mutex_.
  OrderEntry NextToTake();
  // Whether the orders begun so far are known to fill the slice. Under mutex_.
  bool LimitReached() const;
  uint64_t ChargeableUnits(const Slot& slot) const;
  // Runs a kRunning entry and writes down how it ended. Without mutex_.
  void RunEntry(OrderEntry entry, int thread, uint64_t units_limit);
  void EndRun(OrderEntry entry, int thread, const CostMeter& meter);
  void MarkRunning(OrderEntry entry, int thread);
  void DiscardLocked(OrderEntry entry);
  void FreeLocked(OrderEntry entry);
  Slot& SlotOf(OrderEntry entry);
  const Slot& SlotOf(OrderEntry entry) const;

  const RunOrder run_order_;

  mutable std::mutex mutex_;
  std::condition_variable may_take_;
  std::condition_variable run_ended_;
  std::unique_ptr<Slot[]> slot_memory_;
  std::span<Slot> slots_;
  std::vector<OrderEntry> free_;
  std::vector<OrderOfSlice> sequence_;
  size_t sequence_next_ = 0;
  // Orders that the owner began and gave up because they passed the limit: certain to be needed, so they go
  // first.
  std::vector<OrderEntry> given_up_;
  SpeculationLimit limit_;
  // Chargeable units of the done orders of this slice.
  uint64_t done_units_ = 0;
  // What each thread runs, the owner's at the end.
  std::vector<OrderEntry> running_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

// Host cores minus the main thread's, at least 1 (R20). How many there are changes speed only.
int DefaultOrderThreads();

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_ORDER_THREADS_H_
