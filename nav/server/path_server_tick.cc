#include <algorithm>

#include "nav/server/path_server_impl.h"
#include "nav/server/search_tiles.h"
#include "platform/virtual_core.h"

namespace footfall::nav {
namespace {

Completion CompletionOf(const SlotData& slot) {
  return {slot.handle, slot.owner.source, slot.owner.waiting_ped};
}

}  // namespace

size_t PathServer::Impl::RowOf(RequestHandle handle) const {
  const auto row = std::find_if(fields.ledger.begin(), fields.ledger.end(),
                                [&](const LedgerRow& r) { return r.handle == handle; });
  FOOTFALL_CHECK(row != fields.ledger.end());
  return static_cast<size_t>(row - fields.ledger.begin());
}

SliceBudget PathServer::Impl::Budget() const {
  SliceBudget budget;
  budget.terms.tick_ns = rate.TickLength(fields.slice_tick).ns;
  budget.terms.main_ns = platform::UnitsToNs(fields.main_units, profile.main_unit_ns);
  budget.terms.floor_ns = platform::UnitsToNs(Size(profile.path_floor_units), unit_ns);
  budget.terms.path_core_is_main = profile.path_core == profile.main_core;
  budget.terms.override_units = static_cast<uint64_t>(profile.path_slice_units);
  budget.terms.unit_ns = unit_ns;
  budget.workers_count = profile.path_workers;
  return budget;
}

void PathServer::Impl::Apply(uint64_t tick) {
  left_ns = closed.left_ns;
  fields.rotation = closed.rotation;
  if (closed.was_floor) {
    ++fields.counters.floor_slices;
  }
  const size_t started_count = closed.orders.size() - slice.carried.size();
  for (size_t i = started_count; i < slice.sequence.size(); ++i) {
    executor.Discard(slice.sequence[i].entry);
  }
  std::fill(fields.ledger.begin(), fields.ledger.end(), LedgerRow{});
  std::fill(works.begin(), works.end(), OrderWork{});
  publications.clear();
  for (ClosedOrder& order : closed.orders) {
    const uint32_t index = table.Find(order.handle);
    if (index == SlotTable::kNone) {
      ++fields.counters.foreign_outputs;
      DropWork(order.work);
      continue;
    }
    if (table.slot(index).state == SlotState::kPending) {
      table.SetState(index, SlotState::kActive);
      SlotData& slot = table.Change(index);
      slot.was_aborted = false;
      RequestTiming& timing = slot.timing;
      timing.queued_ticks += static_cast<uint32_t>(order.started_tick - slot.waiting_since_tick);
      if (timing.restarts == 0) {
        timing.started_tick = order.started_tick;
      }
    }
    if (order.complete) {
      publications.push_back(&order);
    } else {
      const auto worker = static_cast<size_t>(order.worker);
      fields.ledger[worker] = {order.handle, order.started_tick, order.charged_ns};
      works[worker] = order.work;
    }
  }
  PublishFinished(tick);
  slice.Clear();
  closed.Clear();
  fields.slice_is_frozen = false;
  fields.main_is_settled = false;
  fields.main_units = 0;
}

void PathServer::Impl::PublishFinished(uint64_t tick) {
  // total order: handles are unique.
  std::sort(publications.begin(), publications.end(),
            [](const ClosedOrder* a, const ClosedOrder* b) { return a->handle < b->handle; });
  for (ClosedOrder* order : publications) {
    const uint32_t index = table.Find(order->handle);
    SlotData& slot = table.Change(index);
    slot.timing.visible_tick = tick;
    slot.timing.expires_tick = stale_check.ExpiryTick(slot.timing.submitted_tick, tick);
    slot.timing.virtual_ns = order->charged_ns;
    slot.timing.core_busy_ticks =
        static_cast<uint32_t>(fields.counters.floor_slices - slot.floor_slices_before);
    table.Publish(index, TakeOutput(order->work), Size(profile.result_points_max));
    completed.push_back(CompletionOf(slot));
  }
}

void PathServer::Impl::ReclaimStale(uint64_t tick) {
  if (!stale_check.IsDue(tick)) {
    return;
  }
  const SlotSet& complete = table.complete();
  for (uint32_t i = complete.First(0); i != SlotSet::kNone; i = complete.First(i + 1)) {
    const SlotData& slot = table.slot(i);
    if (slot.timing.expires_tick <= tick) {
      expired.push_back(CompletionOf(slot));
      ++fields.counters.expired;
      table.SetState(i, SlotState::kEmpty);
    }
  }
  // total order: handles are unique.
  std::sort(expired.begin(), expired.end(),
            [](const Completion& a, const Completion& b) { return a.handle < b.handle; });
}

void PathServer::Impl::FreezeSequence(const std::shared_ptr<const NavView>& view) {
  candidates.clear();
  const SlotSet& pending = table.pending();
  for (uint32_t i = pending.First(0); i != SlotSet::kNone; i = pending.First(i + 1)) {
    if (!table.slot(i).was_frozen) {
      SlotData& slot = table.Change(i);
      slot.was_frozen = true;
      slot.floor_slices_before = fields.counters.floor_slices;
    }
    const SlotData& slot = table.slot(i);
    candidates.push_back(
        {slot.handle, slot.request.type(), slot.priority_class, slot.was_aborted, slot.owner.source, i});
  }
  for (const Candidate& candidate : taking.Build(candidates, fields.rotation, profile.sources_take_turns)) {
    slice.sequence.push_back({candidate, executor.Add(table.slot(candidate.slot).request, view)});
    sequence.push_back({slice.sequence.back().entry, 0});
  }
}

void PathServer::Sync(uint64_t tick) {
  impl_->completed.clear();
  impl_->expired.clear();
  if (impl_->fields.slice_is_frozen) {
    FOOTFALL_CHECK(tick == impl_->fields.slice_tick + 1);
    FOOTFALL_CHECK(impl_->fields.main_is_settled);
    impl_->Close(false);
    if (impl_->slice_observer != nullptr) impl_->Observe();
    impl_->Apply(tick);
  }
  for (const uint32_t index : impl_->cancelling) {
    impl_->table.SetState(index, SlotState::kEmpty);
  }
  impl_->cancelling.clear();
  impl_->ReclaimStale(tick);
  impl_->ListPeds();
}

void PathServer::Impl::ListPeds() {
  peds_with_results.clear();
  const uint32_t end = table.range(RequestType::kPath).end;
  const SlotSet& complete = table.complete();
  for (uint32_t i = complete.First(0); i < end; i = complete.First(i + 1)) {
    const uint64_t ped = table.slot(i).owner.waiting_ped;
    if (ped != 0) {
      peds_with_results.push_back(ped);
    }
  }
}

int PathServer::AbortForTiles(std::span<const MeshIndex> tiles) {
  FOOTFALL_CHECK(!impl_->fields.slice_is_frozen);
  int count = 0;
  for (size_t worker = 0; worker < impl_->works.size(); ++worker) {
    const RequestHandle handle = impl_->fields.ledger[worker].handle;
    if (!handle.valid()) {
      continue;
    }
    const uint32_t index = impl_->table.Find(handle);
    FOOTFALL_CHECK(index != SlotTable::kNone);
    SlotData& slot = impl_->table.Change(index);
    const SearchTiles search(slot.request);
    const bool is_touched =
        std::any_of(tiles.begin(), tiles.end(), [&](MeshIndex tile) { return search.Touches(tile); });
    if (!is_touched || slot.timing.restarts >= static_cast<uint32_t>(impl_->profile.restarts_max)) {
      continue;
    }
    impl_->DropRow(worker);
    impl_->table.SetState(index, SlotState::kPending);
    slot.was_aborted = true;
    slot.waiting_since_tick = impl_->fields.slice_tick + 1;
    ++slot.timing.restarts;
    ++impl_->fields.counters.restarts;
    ++count;
  }
  return count;
}

void PathServer::Freeze(uint64_t tick, const std::shared_ptr<const NavView>& view) {
  PathServerFields& fields = impl_->fields;
  FOOTFALL_CHECK(!fields.slice_is_frozen);
  FOOTFALL_CHECK(view != nullptr);
  fields.slice_is_frozen = true;
  fields.slice_tick = tick;
  impl_->slice.tick = tick;
  impl_->slice.rotation = fields.rotation;
  impl_->sequence.clear();
  for (size_t worker = 0; worker < impl_->works.size(); ++worker) {
    const LedgerRow& row = fields.ledger[worker];
    if (row.handle.valid()) {
      const OrderWork& work = impl_->works[worker];
      impl_->slice.carried.push_back({static_cast<int32_t>(worker), row, work});
      if (work.entry != platform::kNoOrderEntry) {
        impl_->sequence.push_back({work.entry, platform::UnitsWithinNs(row.charged_ns, impl_->unit_ns)});
      }
    }
  }
  impl_->FreezeSequence(view);
  const int64_t most_ns = platform::SliceBudgetUpperBoundNs(impl_->Budget().terms);
  // Rounded up: an order that needs more than this cannot end in the slice.
  const uint64_t order_units = platform::UnitsWithinNs(most_ns + impl_->unit_ns - 1, impl_->unit_ns);
  impl_->executor.Begin(impl_->sequence, {order_units, order_units * impl_->works.size()});
}

void PathServer::SettleMain(uint64_t tick, uint64_t main_units) {
  PathServerFields& fields = impl_->fields;
  FOOTFALL_CHECK(fields.slice_is_frozen);
  FOOTFALL_CHECK(fields.slice_tick == tick);
  FOOTFALL_CHECK(!fields.main_is_settled);
  fields.main_units = main_units;
  fields.main_is_settled = true;
}

}  // namespace footfall::nav
