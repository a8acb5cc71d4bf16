#ifndef FOOTFALL_NAV_SERVER_PATH_SERVER_IMPL_H_
#define FOOTFALL_NAV_SERVER_PATH_SERVER_IMPL_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "nav/server/order_executor.h"
#include "nav/server/order_runner.h"
#include "nav/server/path_server.h"
#include "nav/server/point_store.h"
#include "nav/server/schedule.h"
#include "nav/server/slice.h"
#include "nav/server/slice_observer.h"
#include "nav/server/slot_table.h"
#include "nav/server/stale_check.h"
#include "platform/check.h"
#include "platform/profile.h"
#include "platform/sim_time.h"
#include "platform/state_hash.h"

// Inside of the path server, for its own sources: path_server.cc holds what clients call, path_server_tick.cc
// what a tick calls, path_server_snapshot.cc what replaces or copies the whole state, path_server_observe.cc
// what observers are told.
namespace footfall::nav {

// A count of the profile.
inline size_t Size(int32_t figure) {
  FOOTFALL_CHECK(figure > 0);
  return static_cast<size_t>(figure);
}

struct PathServer::Impl {
  Impl(const platform::Profile& platform_profile, const platform::TickRate& tick_rate,
       const OrderRunnerFactory& runners, int order_threads, uint64_t issue);

  void SetInitialFields() {
    fields = {};
    fields.next_issue = first_issue;
    fields.ledger.assign(works.size(), {});
  }

  // --- Slots

  SubmitRefusal WhyRefused(const NavRequest& request, const RequestOwner& owner) const;
  SubmitOutcome Refuse(SubmitRefusal refusal) {
    ++fields.counters.refused[static_cast<size_t>(refusal)];
    return {{}, refusal};
  }
  bool Free(RequestHandle handle, bool is_release);
  void ReclaimStale(uint64_t tick);
  void ListPeds();
  // False: nothing was written.
  bool PatchStart(uint32_t index, const GameInterface& game, const NavView& view);
  bool PatchEnd(uint32_t index, const GameInterface& game);

  // --- Ledger

  void DropWork(OrderWork& work) {
    if (work.entry != platform::kNoOrderEntry) {
      executor.Discard(work.entry);
    }
    store.Free(work.known.points);
    work = {};
  }
  OrderOutput TakeOutput(OrderWork& work) {
    OrderWork taken = std::exchange(work, {});
    return taken.entry == platform::kNoOrderEntry ? taken.known : executor.Take(taken.entry);
  }
  // The row of a handle that is carried.
  size_t RowOf(RequestHandle handle) const;
  void DropRow(size_t worker) {
    DropWork(works[worker]);
    fields.ledger[worker] = {};
  }
  SliceBudget Budget() const;
  void Close(bool whole) {
    if (!closed.is_closed) {
      CloseSlice(slice, Budget(), whole, executor, closed);
    }
  }
  void Apply(uint64_t tick);
  void PublishFinished(uint64_t tick);
  void FreezeSequence(const std::shared_ptr<const NavView>& view);
  // Tells the slice observer (path_server_observe.cc).
  void Observe();

  const platform::Profile& profile;
  const platform::TickRate rate;
  const int64_t unit_ns;
  const uint64_t first_issue;
  const uint64_t supported_flags;
  const StaleCheck stale_check;

  PathServerFields fields;
  PointStore store;
  SlotTable table;
  OrderExecutor executor;
  std::vector<OrderWork> works;  // parallel to fields.ledger
  FrozenSlice slice;
  ClosedSlice closed;
  int64_t left_ns = 0;

  TakingSequence taking;
  std::vector<Candidate> candidates;
  std::vector<platform::OrderOfSlice> sequence;
  std::vector<ClosedOrder*> publications;
  std::vector<uint32_t> cancelling;  // slots in that state
  std::vector<Completion> completed;
  std::vector<Completion> expired;
  std::vector<uint64_t> peds_with_results;
  platform::HashLeaf leaf;

  SliceObserver* slice_observer = nullptr;
  // Only filled for it.
  std::vector<SliceEntry> observed;
  std::vector<RequestHandle> started;
  std::vector<int64_t> busy_ns;  // by virtual worker
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_PATH_SERVER_IMPL_H_
