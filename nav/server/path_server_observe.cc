#include <algorithm>

#include "nav/server/path_server_impl.h"

// What observers are told of a slice. Reads state and changes none.
namespace footfall::nav {

namespace {

SliceEntry EntryOf(const SlotData& slot) {
  SliceEntry entry;
  entry.handle = slot.handle;
  entry.type = slot.request.type();
  if (const PathRequest* path = slot.request.path()) entry.search = path->search_type();
  entry.source = slot.owner.source;
  entry.submitted_tick = slot.timing.submitted_tick;
  entry.restarts = slot.timing.restarts;
  return entry;
}

}  // namespace

// REQUIRES: the slice is closed, the ledger is still that of the sync before.
void PathServer::Impl::Observe() {
  const SliceBudget budget = Budget();
  observed.clear();
  busy_ns.assign(works.size(), 0);
  for (const ClosedOrder& order : closed.orders) {
    const auto worker = static_cast<size_t>(order.worker);
    const LedgerRow& row = fields.ledger[worker];
    const bool is_carried = row.handle == order.handle;
    const int64_t charged_ns = order.charged_ns - (is_carried ? row.charged_ns : 0);
    const int64_t start_ns = busy_ns[worker];
    busy_ns[worker] += charged_ns;
    const uint32_t index = table.Find(order.handle);
    if (index == SlotTable::kNone) {
      continue;
    }
    SliceEntry entry = EntryOf(table.slot(index));
    entry.worker = order.worker;
    entry.is_carried = is_carried;
    entry.start_ns = start_ns;
    entry.charged_ns = charged_ns;
    entry.is_complete = order.complete;
    observed.push_back(entry);
  }
  // total order: two entries of one worker never start together, for each charge is above 0.
  std::sort(observed.begin(), observed.end(), [](const SliceEntry& a, const SliceEntry& b) {
    return a.worker != b.worker ? a.worker < b.worker : a.start_ns < b.start_ns;
  });
  const size_t ran_count = observed.size();
  started.clear();
  for (size_t i = 0; i < ran_count; ++i) {
    started.push_back(observed[i].handle);
  }
  // total order: handles are unique.
  std::sort(started.begin(), started.end());
  const SlotSet& pending = table.pending();
  for (uint32_t i = pending.First(0); i != SlotSet::kNone; i = pending.First(i + 1)) {
    const SlotData& slot = table.slot(i);
    if (slot.was_frozen && !std::binary_search(started.begin(), started.end(), slot.handle)) {
      observed.push_back(EntryOf(slot));
    }
  }
  slice_observer->SliceSettled({.tick = fields.slice_tick,
                                .tick_ns = budget.terms.tick_ns,
                                .main_ns = budget.terms.main_ns,
                                .path_core_is_main = budget.terms.path_core_is_main,
                                .budget_ns = platform::SliceBudgetNs(budget.terms),
                                .workers = budget.workers_count,
                                .left_ns = closed.left_ns,
                                .entries = observed,
                                .busy_until_ns = busy_ns});
}

}  // namespace footfall::nav
