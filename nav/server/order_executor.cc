#include "nav/server/order_executor.h"

#include <algorithm>
#include <utility>

#include "platform/check.h"
#include "platform/cost_meter.h"

namespace footfall::nav {

using platform::CostMeter;
using platform::OrderEntry;
using platform::OrderOutcome;
using platform::OrderState;

OrderOutput OrderOutput::Of(const NavResult& result, PointStore& store) {
  if (result.is_query) {
    return {.is_query = true, .summary = {}, .query = result.query, .points = store.Store(result.query)};
  }
  return {.is_query = false, .summary = result.path, .query = {}, .points = store.Store(result.path)};
}

PublishedQuery OrderOutput::AsQuery() const {
  FOOTFALL_CHECK(is_query);
  PublishedQuery published;
  static_cast<QuerySummary&>(published) = query;
  published.items = points.items();
  return published;
}

void OrderOutput::CopyTo(NavResult& result) const {
  result.is_query = is_query;
  if (is_query) {
    AsQuery().CopyTo(result.query);
  } else {
    AsPath().CopyTo(result.path);
  }
}

PublishedPath OrderOutput::AsPath() const {
  FOOTFALL_CHECK(!is_query);
  PublishedPath published;
  static_cast<PathSummary&>(published) = summary;
  published.points = points.points();
  published.waypoint_flags = points.waypoint_flags();
  published.point_polys = points.point_polys();
  return published;
}

OrderExecutor::OrderExecutor(const OrderRunnerFactory& runners, int order_threads, size_t orders_max,
                             size_t points_max, size_t corridor_max, PointStore& store)
    : store_(store) {
  FOOTFALL_CHECK(order_threads >= 0);
  // A discarded order keeps its entry until the thread that runs it has seen the stop flag.
  const size_t entries_max = orders_max + static_cast<size_t>(order_threads);
  orders_.resize(entries_max);
  stopping_.reserve(entries_max);
  scratch_.resize(static_cast<size_t>(order_threads) + 1);
  for (NavResult& result : scratch_) {
    result.path.points.reserve(points_max);
    result.path.waypoint_flags.reserve(points_max);
    result.path.point_polys.reserve(points_max);
    result.path.corridor.reserve(corridor_max);
    result.query.items.reserve(kQueryItemsMax);
  }
  for (int i = 0; i <= order_threads; ++i) {
    runners_.push_back(runners.Make());
  }
  if (order_threads == 0) {
    free_.reserve(entries_max);
    for (size_t entry = entries_max; entry > 0; --entry) {
      free_.push_back(static_cast<OrderEntry>(entry - 1));
    }
    return;
  }
  threads_ = std::make_unique<platform::OrderThreads>(
      order_threads, entries_max,
      [this](OrderEntry entry, int thread, CostMeter& meter) { Run(entry, thread, meter); });
}

OrderExecutor::~OrderExecutor() { DiscardAll(); }

OrderEntry OrderExecutor::Add(const NavRequest& request, std::shared_ptr<const NavView> view) {
  OrderEntry entry = platform::kNoOrderEntry;
  if (threads_ != nullptr) {
    entry = threads_->Acquire();
  } else if (!free_.empty()) {
    entry = free_.back();
    free_.pop_back();
  }
  FOOTFALL_CHECK(entry != platform::kNoOrderEntry);
  Order& order = orders_[entry];
  FOOTFALL_CHECK(!order.is_held);
  Clear(order);
  order.request = request;
  order.view = std::move(view);
  order.is_held = true;
  return entry;
}

void OrderExecutor::Begin(std::span<const platform::OrderOfSlice> sequence,
                          platform::SpeculationLimit limit) {
  ClearStopped();
  if (threads_ != nullptr) {
    threads_->Begin(sequence, limit);
  }
}

OrderOutcome OrderExecutor::Settle(OrderEntry entry, uint64_t units_limit) {
  FOOTFALL_CHECK(orders_[entry].is_held);
  if (units_limit < platform::kOrderUnitsMin) {
    return OrderOutcome::kBeyond;
  }
  if (threads_ != nullptr) {
    if (wait_observer_ != nullptr) wait_observer_->WaitBegins();
    const OrderOutcome outcome = threads_->Settle(entry, units_limit);
    if (wait_observer_ != nullptr) wait_observer_->WaitEnds();
    if (outcome == OrderOutcome::kWithin) {
      orders_[entry].output.set_cost_units(threads_->cost_units(entry));
    }
    return outcome;
  }
  if (!orders_[entry].is_done) {
    RunHere(entry);
  }
  return orders_[entry].output.cost_units() <= units_limit ? OrderOutcome::kWithin : OrderOutcome::kBeyond;
}

void OrderExecutor::RunHere(OrderEntry entry) {
  CostMeter meter;
  Run(entry, 0, meter);
  orders_[entry].output.set_cost_units(std::max(meter.units(), platform::kOrderUnitsMin));
  orders_[entry].is_done = true;
}

// May run on an order thread, for one order on one thread at a time.
void OrderExecutor::Run(OrderEntry entry, int thread, CostMeter& meter) {
  Order& order = orders_[entry];
  NavResult& result = scratch_[static_cast<size_t>(thread)];
  result.is_query = order.request.type() != RequestType::kPath;
  if (search_observer_ != nullptr) search_observer_->SearchBegins(thread, order.request.type());
  runners_[static_cast<size_t>(thread)]->Run(*order.view, order.request, meter, result);
  if (search_observer_ != nullptr) search_observer_->SearchEnds(thread);
  if (!meter.ShouldStop()) {
    order.output = OrderOutput::Of(result, store_);
  }
}

const OrderOutput& OrderExecutor::output(OrderEntry entry) const { return orders_[entry].output; }

OrderOutput OrderExecutor::Take(OrderEntry entry) {
  OrderOutput output = std::exchange(orders_[entry].output, {});
  Discard(entry);
  return output;
}

void OrderExecutor::Discard(OrderEntry entry) {
  Order& order = orders_[entry];
  FOOTFALL_CHECK(order.is_held);
  order.is_held = false;
  if (threads_ == nullptr) {
    free_.push_back(entry);
    Clear(order);
    return;
  }
  threads_->Discard(entry);
  if (threads_->state(entry) == OrderState::kFree) {
    Clear(order);
  } else {
    stopping_.push_back(entry);
  }
}

void OrderExecutor::DiscardAll() {
  for (OrderEntry entry = 0; entry < orders_.size(); ++entry) {
    if (orders_[entry].is_held) {
      Discard(entry);
    }
  }
  if (threads_ != nullptr) {
    threads_->DiscardAll();
  }
  ClearStopped();
}

void OrderExecutor::ClearStopped() {
  std::erase_if(stopping_, [this](OrderEntry entry) {
    if (orders_[entry].is_held) {
      return true;
    }
    if (threads_->state(entry) != OrderState::kFree) {
      return false;
    }
    Clear(orders_[entry]);
    return true;
  });
}

void OrderExecutor::Clear(Order& order) {
  store_.Free(order.output.points);
  order.output = {};
  order.view.reset();
  order.is_done = false;
}

platform::HostPin OrderExecutor::PinFirstThread(int core) {
  if (threads_ == nullptr) return {false, "no order thread to pin: orders run on the main thread"};
  return platform::PinThread(threads_->native_handle(0), core);
}

}  // namespace footfall::nav
