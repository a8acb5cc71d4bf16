#include <algorithm>

#include "nav/server/path_server_impl.h"

namespace footfall::nav {

void PathServer::Reset() {
  // Outputs that came from a snapshot are held by the closing list while a slice is frozen, else by the
  // ledger's works; executor entries are dropped all at once.
  for (ClosedOrder& order : impl_->closed.orders) {
    impl_->store.Free(order.work.known.points);
  }
  for (OrderWork& work : impl_->works) {
    if (!impl_->closed.is_closed) {
      impl_->store.Free(work.known.points);
    }
    work = {};
  }
  impl_->executor.DiscardAll();
  impl_->slice.Clear();
  impl_->closed.Clear();
  impl_->table.Clear();
  impl_->cancelling.clear();
  impl_->completed.clear();
  impl_->expired.clear();
  impl_->peds_with_results.clear();
  impl_->left_ns = 0;
  impl_->SetInitialFields();
}

PathServerState PathServer::Save() {
  const PathServerFields& fields = impl_->fields;
  PathServerState state;
  state.fields = fields;
  const SlotSet& used = impl_->table.used();
  for (uint32_t i = used.First(0); i != SlotSet::kNone; i = used.First(i + 1)) {
    state.slots.push_back({i, impl_->table.slot(i), {}});
    if (state.slots.back().data.state == SlotState::kComplete) {
      NavResult& result = state.slots.back().result;
      result.is_query = impl_->table.slot(i).request.path() == nullptr;
      if (result.is_query) {
        impl_->table.query(i).CopyTo(result.query);
      } else {
        impl_->table.path(i).CopyTo(result.path);
      }
    }
  }
  if (!fields.slice_is_frozen) {
    // Between a sync and the freeze, carried orders would have no closing list to be saved in.
    FOOTFALL_CHECK(std::all_of(fields.ledger.begin(), fields.ledger.end(),
                               [](const LedgerRow& row) { return !row.handle.valid(); }));
    return state;
  }
  FOOTFALL_CHECK(fields.main_is_settled);
  impl_->Close(true);
  for (const ClosedOrder& order : impl_->closed.orders) {
    const OrderOutput& output = order.work.entry == platform::kNoOrderEntry
                                    ? order.work.known
                                    : impl_->executor.output(order.work.entry);
    state.closing.push_back(
        {order.handle, order.worker, order.started_tick, order.charged_ns, order.complete, {}});
    output.CopyTo(state.closing.back().result);
  }
  state.closing_rotation = impl_->closed.rotation;
  state.closing_left_ns = impl_->closed.left_ns;
  state.closing_was_floor = impl_->closed.was_floor;
  return state;
}

void PathServer::Restore(const PathServerState& state) {
  FOOTFALL_CHECK(state.fields.ledger.size() == impl_->works.size());
  Reset();
  for (const PathServerState::UsedSlot& saved : state.slots) {
    impl_->table.Load(saved);
    if (saved.data.state == SlotState::kCancelling) {
      impl_->cancelling.push_back(saved.index);
    }
  }
  impl_->fields = state.fields;
  impl_->leaf.MarkAllDirty();
  if (!state.fields.slice_is_frozen) {
    return;
  }
  ClosedSlice& closed = impl_->closed;
  for (const ClosingEntry& entry : state.closing) {
    closed.orders.push_back(
        {.handle = entry.handle,
         .worker = entry.worker,
         .started_tick = entry.started_tick,
         .charged_ns = entry.charged_ns,
         .complete = entry.complete,
         .work = {.entry = platform::kNoOrderEntry, .known = OrderOutput::Of(entry.result, impl_->store)}});
  }
  closed.rotation = state.closing_rotation;
  closed.left_ns = state.closing_left_ns;
  closed.was_floor = state.closing_was_floor;
  closed.is_closed = true;
}

}  // namespace footfall::nav
