#ifndef FOOTFALL_NAV_SERVER_SLICE_H_
#define FOOTFALL_NAV_SERVER_SLICE_H_

#include <cstdint>
#include <vector>

#include "nav/server/order_executor.h"
#include "nav/server/path_server_state.h"
#include "nav/server/schedule.h"
#include "platform/order_threads.h"
#include "platform/virtual_core.h"

namespace footfall::nav {

// Where the output of an order comes from: the executor, or, after a restore, the snapshot.
struct OrderWork {
  platform::OrderEntry entry = platform::kNoOrderEntry;
  OrderOutput known;  // only without an entry
};

// What slice `tick` holds, closed at its freeze: nothing that happens to a slot later changes it (R12).
struct FrozenSlice {
  struct Carried {
    int32_t worker = 0;
    LedgerRow row;
    OrderWork work;
  };
  struct Waiting {
    Candidate candidate;
    platform::OrderEntry entry = platform::kNoOrderEntry;
  };

  uint64_t tick = 0;
  std::vector<Carried> carried;   // ascending worker
  std::vector<Waiting> sequence;  // in the order in which they are taken (R17)
  SchedulerRotation rotation;     // before any of the sequence started

  void Clear();
};

// What a slice came to for one order that it carried or started.
struct ClosedOrder {
  RequestHandle handle;
  int32_t worker = 0;
  uint64_t started_tick = 0;
  int64_t charged_ns = 0;  // by this slice and those before
  bool complete = false;   // else carried
  OrderWork work;
};

struct ClosedSlice {
  bool is_closed = false;
  std::vector<ClosedOrder> orders;
  SchedulerRotation rotation;  // to be written at the sync
  int64_t left_ns = 0;
  bool was_floor = false;  // the main core left less than the profile's floor

  void Clear();
};

// Virtual time of a slice, from the profile and the tick.
struct SliceBudget {
  platform::SliceTerms terms;
  int workers_count = 1;
};

// Charges the slice on paper (R11, R14, R17) and waits only for what that needs (R19); with `whole`, for the
// result of every order that it carries or starts. Appends nothing to `closed` but fills it anew.
void CloseSlice(const FrozenSlice& slice, const SliceBudget& budget, bool whole, OrderExecutor& executor,
                ClosedSlice& closed);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_SLICE_H_
