#include "nav/server/slice.h"

#include "platform/check.h"
#include "platform/cost_meter.h"

namespace footfall::nav {

using platform::OrderOutcome;
using platform::SliceCharge;
using platform::VirtualWorkers;

namespace {

// The order's cost in units when that is at most `units_limit`, else 0.
uint64_t CostWithin(const OrderWork& work, uint64_t units_limit, bool whole, OrderExecutor& executor) {
  const OrderOutput* output = &work.known;
  if (work.entry != platform::kNoOrderEntry) {
    if (executor.Settle(work.entry, whole ? platform::kUnitsUnlimited : units_limit) ==
        OrderOutcome::kBeyond) {
      return 0;
    }
    output = &executor.output(work.entry);
  }
  FOOTFALL_CHECK(output->cost_units() >= platform::kOrderUnitsMin);
  return output->cost_units() <= units_limit ? output->cost_units() : 0;
}

}  // namespace

void FrozenSlice::Clear() {
  carried.clear();
  sequence.clear();
}

void ClosedSlice::Clear() {
  is_closed = false;
  orders.clear();
}

void CloseSlice(const FrozenSlice& slice, const SliceBudget& budget, bool whole, OrderExecutor& executor,
                ClosedSlice& closed) {
  const platform::SliceTerms& terms = budget.terms;
  VirtualWorkers workers(budget.workers_count, platform::SliceBudgetNs(terms));

  const auto charge = [&](ClosedOrder order) {
    const int64_t most_ns = order.charged_ns + workers.LeftNs(order.worker);
    const uint64_t cost_units =
        CostWithin(order.work, platform::UnitsWithinNs(most_ns, terms.unit_ns), whole, executor);
    const SliceCharge result =
        cost_units == 0
            ? workers.RunPastEnd(order.worker)
            : workers.Run(order.worker, platform::UnitsToNs(cost_units, terms.unit_ns) - order.charged_ns);
    order.charged_ns += result.charged_ns;
    order.complete = result.finished;
    closed.orders.push_back(order);
  };

  closed.Clear();
  closed.rotation = slice.rotation;
  for (const FrozenSlice::Carried& carried : slice.carried) {
    charge({.handle = carried.row.handle,
            .worker = carried.worker,
            .started_tick = carried.row.started_tick,
            .charged_ns = carried.row.charged_ns,
            .work = carried.work});
  }
  for (const FrozenSlice::Waiting& waiting : slice.sequence) {
    if (!workers.CanStart()) {
      break;
    }
    charge({.handle = waiting.candidate.handle,
            .worker = workers.NextWorker(),
            .started_tick = slice.tick,
            .work = {.entry = waiting.entry, .known = {}}});
    Advance(closed.rotation, waiting.candidate);
  }
  closed.left_ns = workers.TotalLeftNs();
  closed.was_floor =
      terms.override_units == 0 && terms.path_core_is_main && terms.tick_ns - terms.main_ns < terms.floor_ns;
  closed.is_closed = true;
}

}  // namespace footfall::nav
