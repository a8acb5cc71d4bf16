#ifndef FOOTFALL_NAV_SERVER_ORDER_EXECUTOR_H_
#define FOOTFALL_NAV_SERVER_ORDER_EXECUTOR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/path/path_result.h"
#include "nav/query/query_result.h"
#include "nav/server/nav_request.h"
#include "nav/server/nav_result.h"
#include "nav/server/order_runner.h"
#include "nav/server/point_store.h"
#include "nav/server/published_path.h"
#include "nav/server/slice_observer.h"
#include "nav/server/wait_observer.h"
#include "platform/host_pinning.h"
#include "platform/order_threads.h"

namespace footfall::nav {

// What a run has left: its summary, cost included, and its points or items. Of the two summaries one is void.
struct OrderOutput {
  bool is_query = false;
  PathSummary summary;  // of a path request
  QuerySummary query;   // of every other type
  PointBlock points;

  // The points become the caller's to free.
  static OrderOutput Of(const NavResult& result, PointStore& store);
  uint64_t cost_units() const { return is_query ? query.cost_units : summary.cost_units; }
  void set_cost_units(uint64_t units) { (is_query ? query.cost_units : summary.cost_units) = units; }
  CompletionCode code() const { return is_query ? query.code : summary.code; }
  // As clients see it. REQUIRES: it is no query; it is one.
  PublishedPath AsPath() const;
  PublishedQuery AsQuery() const;
  // A copy that owns its points.
  void CopyTo(NavResult& result) const;
};

// Computes work orders, on order threads or, with none, on the calling thread. It knows nothing of virtual
// time: which of its outputs are used, and when, is decided by the owner. An order is immutable once added
// (R12); its output and cost depend on it alone (R13).
//
// One owning thread calls it.
class OrderExecutor {
 public:
  // `runners` is only used here. `store` is not owned. `orders_max`: orders held at once. Scratch results
  // have room for `points_max` points and `corridor_max` polygons, so that no search allocates.
  OrderExecutor(const OrderRunnerFactory& runners, int order_threads, size_t orders_max, size_t points_max,
                size_t corridor_max, PointStore& store);
  ~OrderExecutor();
  OrderExecutor(const OrderExecutor&) = delete;
  OrderExecutor& operator=(const OrderExecutor&) = delete;

  // Holds a new order. REQUIRES: fewer than `orders_max` are held.
  platform::OrderEntry Add(const NavRequest& request, std::shared_ptr<const NavView> view);
  // Lets the order threads run the sequence; see OrderThreads::Begin.
  void Begin(std::span<const platform::OrderOfSlice> sequence, platform::SpeculationLimit limit);
  // Compares the order's cost with `units_limit`; see OrderThreads::Settle. Without order threads it runs the
  // order here, to its end, unless nothing can be within the limit.
  platform::OrderOutcome Settle(platform::OrderEntry entry, uint64_t units_limit);
  // The output. The points are the executor's. REQUIRES: Settle gave kWithin.
  const OrderOutput& output(platform::OrderEntry entry) const;
  // The output, the points now the caller's; the order is no longer held. REQUIRES: Settle gave kWithin.
  OrderOutput Take(platform::OrderEntry entry);
  // Drops an order. REQUIRES: its charge in every begun slice is settled (R12).
  void Discard(platform::OrderEntry entry);
  // Drops all orders and waits until no run is left.
  void DiscardAll();
  // Not owned; null, as at first: nobody is told.
  void set_wait_observer(WaitObserver* observer) { wait_observer_ = observer; }
  // Likewise of every run, on the thread that does it. REQUIRES: no order was added yet.
  void set_search_observer(SearchObserver* observer) { search_observer_ = observer; }
  // Binds the first order thread to a host core (NAV-289); not pinned, with a note, when there is no such
  // core or no order thread.
  platform::HostPin PinFirstThread(int core);

 private:
  struct Order {
    NavRequest request;
    std::shared_ptr<const NavView> view;
    OrderOutput output;
    bool is_held = false;
    bool is_done = false;  // only read where no order thread runs
  };

  void Run(platform::OrderEntry entry, int thread, platform::CostMeter& meter);
  void RunHere(platform::OrderEntry entry);
  // Forgets what an order that nobody runs any more refers to.
  void Clear(Order& order);
  void ClearStopped();

  PointStore& store_;
  WaitObserver* wait_observer_ = nullptr;
  SearchObserver* search_observer_ = nullptr;
  std::vector<Order> orders_;
  std::vector<std::unique_ptr<OrderRunner>> runners_;  // one an order thread, then the owner's
  std::vector<NavResult> scratch_;                     // parallel to runners_
  std::vector<platform::OrderEntry> stopping_;         // discarded while an order thread ran them
  std::vector<platform::OrderEntry> free_;             // only without order threads
  std::unique_ptr<platform::OrderThreads> threads_;    // null: everything runs on the owner's thread
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_ORDER_EXECUTOR_H_
