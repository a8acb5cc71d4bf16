#ifndef FOOTFALL_PLATFORM_VIRTUAL_CORE_H_
#define FOOTFALL_PLATFORM_VIRTUAL_CORE_H_

#include <array>
#include <cstdint>

namespace footfall::platform {

// Arithmetic of virtual time. A virtual core has one tick's nanoseconds per tick; work costs integer units
// and a profile says how many integer nanoseconds a unit takes. Plain values: nothing here knows a clock, a
// thread or an order. Nanoseconds are int64_t and never negative.

// The largest path_workers that a profile may ask for (the range in profile.proto). The workers are an inline
// array, so that a ledger can be copied by value.
inline constexpr int kVirtualWorkersMax = 256;

// Consoles: nanoseconds of a unit such that 4096 of them make a tick, rounded down. 8138 at 30 Hz. REQUIRES:
// hz > 0.
int64_t ConsoleUnitNs(int hz);

// Virtual time of `units`. REQUIRES: unit_ns > 0 and a product within int64_t.
int64_t UnitsToNs(uint64_t units, int64_t unit_ns);

// The most units that fit into `ns`: a cost is above `ns` exactly when its units are above this figure. The
// limit to give to OrderThreads for an order that the ledger can give `ns` in all. REQUIRES: ns >= 0 and
// unit_ns > 0.
uint64_t UnitsWithinNs(int64_t ns, int64_t unit_ns);

// What decides the length of one slice of the path server.
struct SliceTerms {
  // t(T+1) - t(T).
  int64_t tick_ns = 0;
  // Virtual time of the main thread's phases 1 to 8 of T. Counts only when the path server shares that core.
  int64_t main_ns = 0;
  // The profile's least budget, for a main thread that needs the whole tick or more.
  int64_t floor_ns = 0;
  bool path_core_is_main = false;
  // The profile's path_slice_units; 0 leaves the budget to the fields above.
  uint64_t override_units = 0;
  // Only read with override_units.
  int64_t unit_ns = 1;
};

// Budget of each virtual worker in the slice: max(floor, tick - main) on a shared core, the whole tick
// otherwise. Nothing is carried from an earlier slice, neither what was left nor what the main thread
// overdrew.
int64_t SliceBudgetNs(const SliceTerms& terms);

// The budget if the main thread came to cost nothing: what speculation may count on at the freeze, when
// main_ns is not known yet. Never below SliceBudgetNs.
int64_t SliceBudgetUpperBoundNs(const SliceTerms& terms);

// What a slice did for one order.
struct SliceCharge {
  // Nanoseconds after the slice's start.
  int64_t start_ns = 0;
  int64_t charged_ns = 0;
  // The whole remaining cost was charged; ending exactly at the slice's end is finished.
  bool finished = false;
  friend bool operator==(const SliceCharge&, const SliceCharge&) = default;
};

// The virtual workers of one slice, each with the time until which it is busy. To settle a slice: make one,
// Run the carried orders on their own workers, then walk the taking sequence, and for each entry Run it on
// NextWorker() as long as CanStart(). The rest of the sequence did not start. Value type; not thread-safe.
class VirtualWorkers {
 public:
  // All idle at 0. REQUIRES: 1 <= count <= kVirtualWorkersMax and budget_ns >= 0.
  VirtualWorkers(int count, int64_t budget_ns);

  int count() const { return count_; }
  int64_t budget_ns() const { return budget_ns_; }
  int64_t busy_until_ns(int worker) const;

  // The worker that takes the next entry: the least busy, of several the one with the lowest index.
  int NextWorker() const;

  // Whether NextWorker() is free strictly before the slice ends. A start at the very end is no start.
  bool CanStart() const;

  // What `worker` can still give in this slice.
  int64_t LeftNs(int worker) const;

  // Sum of LeftNs over the workers: what background jobs may use after the requests.
  int64_t TotalLeftNs() const;

  // Charges an order that still needs `remaining_ns` to `worker`, up to the slice's end. REQUIRES:
  // remaining_ns > 0.
  SliceCharge Run(int worker, int64_t remaining_ns);

  // Same for an order of which only this much is known: it needs more than LeftNs(worker). Never finishes it.
  SliceCharge RunPastEnd(int worker);

 private:
  int count_;
  int64_t budget_ns_;
  std::array<int64_t, kVirtualWorkersMax> busy_until_ns_{};
};

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_VIRTUAL_CORE_H_
