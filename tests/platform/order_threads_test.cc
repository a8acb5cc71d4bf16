#include "platform/order_threads.h"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "platform/virtual_core.h"

namespace footfall::platform {
namespace {

constexpr uint64_t kEndless = UINT64_MAX;

// Orders of chosen cost; the result of a run names its order, so that a foreign result shows.
class FakeOrders {
 public:
  FakeOrders(int threads, size_t entries_max)
      : threads_count_(threads),
        costs_(entries_max),
        tags_(entries_max),
        results_(entries_max),
        begun_(entries_max) {
    order_threads_ = std::make_unique<OrderThreads>(
        threads, entries_max,
        [this](OrderEntry entry, int thread, CostMeter& meter) { Run(entry, thread, meter); });
  }

  OrderThreads& threads() { return *order_threads_; }

  OrderEntry Add(uint64_t cost, uint64_t tag) {
    const OrderEntry entry = order_threads_->Acquire();
    REQUIRE(entry != kNoOrderEntry);
    costs_[entry] = cost;
    tags_[entry] = tag;
    results_[entry] = 0;
    begun_[entry] = 0;
    return entry;
  }

  uint64_t result(OrderEntry entry) const { return results_[entry]; }
  int begun(OrderEntry entry) const { return begun_[entry]; }
  int begun_total() const { return begun_total_; }

  // Joins the threads; only the counts above may be read afterwards.
  void End() { order_threads_.reset(); }

 private:
  void Run(OrderEntry entry, int thread, CostMeter& meter) {
    ++begun_[entry];
    ++begun_total_;
    if (thread < 0 || thread > threads_count_) {
      return;
    }
    for (uint64_t unit = 0; unit < costs_[entry]; ++unit) {
      meter.Charge(1);
      if (meter.ShouldStop()) {
        return;
      }
    }
    results_[entry] = tags_[entry];
  }

  const int threads_count_;
  std::vector<uint64_t> costs_;
  std::vector<uint64_t> tags_;
  std::vector<uint64_t> results_;
  std::vector<std::atomic<int>> begun_;
  std::atomic<int> begun_total_ = 0;
  std::unique_ptr<OrderThreads> order_threads_;
};

void AwaitState(const OrderThreads& threads, OrderEntry entry, OrderState state) {
  while (threads.state(entry) != state) {
    std::this_thread::yield();
  }
}

TEST_CASE("an order runs to its end and has its exact cost", "[R11]") {
  for (const int count : {1, 2, 8}) {
    FakeOrders orders(count, 4);
    CHECK(orders.threads().threads() == count);
    const OrderEntry entry = orders.Add(1234, 77);
    CHECK(orders.threads().state(entry) == OrderState::kHeld);
    const std::vector<OrderOfSlice> sequence = {{entry, 0}};
    orders.threads().Begin(sequence, {10'000, 10'000});
    CHECK(orders.threads().Settle(entry, kUnitsUnlimited) == OrderOutcome::kWithin);
    CHECK(orders.threads().state(entry) == OrderState::kDone);
    CHECK(orders.threads().cost_units(entry) == 1234);
    CHECK(orders.result(entry) == 77);
    orders.threads().Discard(entry);
    CHECK(orders.threads().state(entry) == OrderState::kFree);
  }
}

TEST_CASE("an order that charges nothing costs one unit", "[R14]") {
  FakeOrders orders(1, 1);
  const OrderEntry entry = orders.Add(0, 5);
  const std::vector<OrderOfSlice> sequence = {{entry, 0}};
  orders.threads().Begin(sequence, {10, 10});
  CHECK(orders.threads().Settle(entry, 0) == OrderOutcome::kBeyond);
  CHECK(orders.threads().Settle(entry, 1) == OrderOutcome::kWithin);
  CHECK(orders.threads().cost_units(entry) == 1);
}

TEST_CASE("the outcome against a limit does not depend on who ran how far", "[R19]") {
  for (const uint64_t cost : {1, 63, 64, 65, 1000}) {
    for (const uint64_t limit : {uint64_t{0}, cost - 1, cost, cost + 1, uint64_t{5000}}) {
      CAPTURE(cost, limit);
      FakeOrders orders(2, 1);
      const OrderEntry entry = orders.Add(cost, 9);
      const std::vector<OrderOfSlice> sequence = {{entry, 0}};
      orders.threads().Begin(sequence, {5000, 5000});
      const OrderOutcome expected = cost > limit ? OrderOutcome::kBeyond : OrderOutcome::kWithin;
      CHECK(orders.threads().Settle(entry, limit) == expected);
      CHECK(orders.threads().Settle(entry, kUnitsUnlimited) == OrderOutcome::kWithin);
      CHECK(orders.threads().Settle(entry, limit) == expected);
      CHECK(orders.threads().cost_units(entry) == cost);
    }
  }
}

TEST_CASE("a full table refuses and a discarded order makes room", "[R18]") {
  FakeOrders orders(1, 2);
  const OrderEntry first = orders.Add(1, 1);
  orders.Add(1, 2);
  CHECK(orders.threads().Acquire() == kNoOrderEntry);
  orders.threads().Discard(first);
  CHECK(orders.threads().Acquire() == first);
  CHECK(orders.threads().Acquire() == kNoOrderEntry);
  orders.threads().DiscardAll();
  CHECK(orders.threads().state(first) == OrderState::kFree);
}

TEST_CASE("threads stop taking when the slice is full, at most one order each beyond", "[R18]") {
  for (const int count : {1, 2, 4, 8}) {
    CAPTURE(count);
    FakeOrders orders(count, 100);
    std::vector<OrderOfSlice> sequence;
    for (uint64_t i = 0; i < 100; ++i) {
      sequence.push_back({orders.Add(1000, i + 1), 0});
    }
    orders.threads().Begin(sequence, {5000, 5000});
    for (size_t i = 0; i < 5; ++i) {
      AwaitState(orders.threads(), sequence[i].entry, OrderState::kDone);
    }
    orders.End();
    CHECK(orders.begun_total() >= 5);
    CHECK(orders.begun_total() <= 5 + count);
  }
}

TEST_CASE("what an order costs after the slice's end does not fill the slice", "[R18]") {
  FakeOrders orders(1, 4);
  const OrderEntry long_order = orders.Add(1000, 1);
  const OrderEntry fresh = orders.Add(10, 2);
  const OrderEntry last = orders.Add(10, 3);
  // Two virtual workers with 100 units each: the long order takes 100 of the 200 and the fresh one 10.
  const std::vector<OrderOfSlice> sequence = {{long_order, 0}, {fresh, 0}, {last, 0}};
  orders.threads().Begin(sequence, {100, 200});
  AwaitState(orders.threads(), last, OrderState::kDone);
  CHECK(orders.begun(fresh) == 1);
}

TEST_CASE("what earlier slices were charged for a carried order does not fill this one", "[R18]") {
  FakeOrders orders(1, 4);
  const OrderEntry carried = orders.Add(1000, 1);
  const OrderEntry fresh = orders.Add(10, 2);
  const std::vector<OrderOfSlice> first_slice = {{carried, 0}};
  orders.threads().Begin(first_slice, {100, 100});
  AwaitState(orders.threads(), carried, OrderState::kDone);
  // It needs 10 more of the 100.
  const std::vector<OrderOfSlice> last_slice = {{carried, 990}, {fresh, 0}};
  orders.threads().Begin(last_slice, {100, 100});
  AwaitState(orders.threads(), fresh, OrderState::kDone);
  CHECK(orders.begun(carried) == 1);
}

TEST_CASE("the counter of a running order fills the slice", "[R18]") {
  FakeOrders orders(2, 50);
  const OrderEntry endless = orders.Add(kEndless, 1);
  std::vector<OrderOfSlice> sequence = {{endless, 0}};
  orders.threads().Begin(sequence, {1000, 1000});
  AwaitState(orders.threads(), endless, OrderState::kRunning);
  REQUIRE(orders.threads().Settle(endless, 3000) == OrderOutcome::kBeyond);
  for (uint64_t i = 0; i < 40; ++i) {
    sequence.push_back({orders.Add(10, i + 2), 0});
  }
  sequence[0].charged_units = 1000;
  // The second thread is idle, but 2000 further units of the endless order are known.
  orders.threads().Begin(sequence, {1000, 1000});
  const OrderEntry here = sequence.back().entry;
  for (int i = 0; i < 1000; ++i) {
    std::this_thread::yield();
  }
  CHECK(orders.threads().TryRunHere(here, 10));
  CHECK(orders.begun_total() == 2);
}

TEST_CASE("an order that speculation did not reach is run by the owner", "[R19]") {
  FakeOrders orders(1, 2);
  const OrderEntry first = orders.Add(100, 1);
  const OrderEntry second = orders.Add(100, 2);
  const std::vector<OrderOfSlice> sequence = {{first, 0}, {second, 0}};
  orders.threads().Begin(sequence, {100, 100});
  AwaitState(orders.threads(), first, OrderState::kDone);
  CHECK(orders.threads().state(second) == OrderState::kQueued);
  CHECK_FALSE(orders.threads().TryRunHere(first, 100));
  CHECK(orders.threads().TryRunHere(second, 100));
  CHECK(orders.threads().state(second) == OrderState::kDone);
  CHECK(orders.result(second) == 2);
}

TEST_CASE("settling an endless order returns once it passed what the ledger can give", "[R19]") {
  FakeOrders orders(1, 3);
  const OrderEntry on_thread = orders.Add(kEndless, 1);
  const OrderEntry on_owner = orders.Add(kEndless, 2);
  const std::vector<OrderOfSlice> sequence = {{on_thread, 0}, {on_owner, 0}};
  orders.threads().Begin(sequence, {1000, 2000});
  AwaitState(orders.threads(), on_thread, OrderState::kRunning);
  CHECK(orders.threads().Settle(on_thread, 5'000'000) == OrderOutcome::kBeyond);
  // The only thread is busy for ever, so the owner begins the second and gives it up.
  CHECK(orders.threads().Settle(on_owner, 5000) == OrderOutcome::kBeyond);
  CHECK(orders.threads().state(on_owner) == OrderState::kQueued);
  CHECK(orders.begun(on_owner) == 1);
  // Known to be beyond: no second run here.
  CHECK(orders.threads().Settle(on_owner, 5000) == OrderOutcome::kBeyond);
  CHECK(orders.begun(on_owner) == 1);
  orders.threads().Discard(on_thread);
  AwaitState(orders.threads(), on_owner, OrderState::kRunning);
  CHECK(orders.begun(on_owner) == 2);
  orders.threads().DiscardAll();
  CHECK(orders.threads().state(on_thread) == OrderState::kFree);
  CHECK(orders.threads().state(on_owner) == OrderState::kFree);
}

TEST_CASE("an order given up by the owner is begun again although the slice is full", "[R19]") {
  FakeOrders orders(1, 2);
  const OrderEntry filler = orders.Add(1000, 1);
  const OrderEntry needed = orders.Add(3000, 2);
  const std::vector<OrderOfSlice> sequence = {{filler, 0}, {needed, 0}};
  orders.threads().Begin(sequence, {1000, 1000});
  AwaitState(orders.threads(), filler, OrderState::kDone);
  CHECK(orders.threads().Settle(needed, 500) == OrderOutcome::kBeyond);
  AwaitState(orders.threads(), needed, OrderState::kDone);
  CHECK(orders.begun(needed) == 2);
  CHECK(orders.threads().cost_units(needed) == 3000);
}

struct TimelineRow {
  uint64_t tag;
  int started;
  int completed;
  uint64_t result;
  friend bool operator==(const TimelineRow&, const TimelineRow&) = default;
};

uint64_t CostOf(uint64_t tag) {
  const uint64_t mixed = (tag * 0x9E3779B97F4A7C15u) >> 40;
  // Mostly small, now and then several slices long.
  return tag % 11 == 0 ? 1500 + mixed % 4000 : 1 + mixed % 300;
}

// The ledger of a small path server: six orders arrive each slice and a unit is a nanosecond. `Server` only
// says whether an order costs at most a limit, and how much.
template <typename Server>
std::vector<TimelineRow> RunTimeline(Server& server, int virtual_workers, int64_t budget_ns) {
  struct Order {
    uint64_t tag;
    int64_t charged_ns;
    int started;
    int worker;
  };
  constexpr int kSlices = 60;
  constexpr uint64_t kPerSlice = 6;
  std::vector<TimelineRow> rows;
  std::vector<Order> carried;
  std::vector<Order> pending;
  uint64_t next_tag = 1;
  for (int slice = 0; slice < kSlices; ++slice) {
    for (uint64_t i = 0; i < kPerSlice && pending.size() < 40; ++i) {
      pending.push_back({next_tag++, 0, -1, -1});
      server.Submit(pending.back().tag);
    }
    std::vector<std::pair<uint64_t, int64_t>> frozen;
    for (const std::vector<Order>* orders : {&carried, &pending}) {
      for (const Order& order : *orders) {
        frozen.emplace_back(order.tag, order.charged_ns);
      }
    }
    server.Freeze(frozen, virtual_workers, budget_ns);
    VirtualWorkers workers(virtual_workers, budget_ns);
    std::vector<Order> still_carried;
    const auto settle = [&](Order order) {
      const int64_t limit_ns = order.charged_ns + workers.LeftNs(order.worker);
      const int64_t cost_ns = server.CostWithin(order.tag, limit_ns);
      const SliceCharge charge = cost_ns < 0 ? workers.RunPastEnd(order.worker)
                                             : workers.Run(order.worker, cost_ns - order.charged_ns);
      order.charged_ns += charge.charged_ns;
      if (charge.finished) {
        rows.push_back({order.tag, order.started, slice, server.Complete(order.tag)});
      } else {
        still_carried.push_back(order);
      }
    };
    for (const Order& order : carried) {
      settle(order);
    }
    size_t taken = 0;
    while (taken < pending.size() && workers.CanStart()) {
      Order order = pending[taken++];
      order.worker = workers.NextWorker();
      order.started = slice;
      settle(order);
    }
    pending.erase(pending.begin(), pending.begin() + static_cast<std::ptrdiff_t>(taken));
    for (const Order& order : pending) {
      server.Forget(order.tag);
    }
    carried = still_carried;
  }
  return rows;
}

// Knows the costs beforehand.
struct OracleServer {
  void Submit(uint64_t) {}
  void Freeze(const std::vector<std::pair<uint64_t, int64_t>>&, int, int64_t) {}
  int64_t CostWithin(uint64_t tag, int64_t limit_ns) {
    const int64_t cost_ns = static_cast<int64_t>(CostOf(tag));
    return cost_ns <= limit_ns ? cost_ns : -1;
  }
  uint64_t Complete(uint64_t tag) { return tag; }
  void Forget(uint64_t) {}
};

// Asks the order threads. Orders that did not start are thrown away and acquired anew at the next freeze.
class ThreadedServer {
 public:
  explicit ThreadedServer(int threads) : orders_(threads, 40 + 8 + 8) {}

  void Submit(uint64_t tag) { entry_of_.resize(std::max<size_t>(entry_of_.size(), tag + 1), kNoOrderEntry); }

  void Freeze(const std::vector<std::pair<uint64_t, int64_t>>& frozen, int virtual_workers,
              int64_t budget_ns) {
    std::vector<OrderOfSlice> sequence;
    for (const auto& [tag, charged_ns] : frozen) {
      if (entry_of_[tag] == kNoOrderEntry) {
        entry_of_[tag] = orders_.Add(CostOf(tag), tag);
      }
      sequence.push_back({entry_of_[tag], static_cast<uint64_t>(charged_ns)});
    }
    const uint64_t order_units = static_cast<uint64_t>(budget_ns);
    orders_.threads().Begin(sequence, {order_units, order_units * static_cast<uint64_t>(virtual_workers)});
  }

  int64_t CostWithin(uint64_t tag, int64_t limit_ns) {
    const OrderEntry entry = entry_of_[tag];
    if (orders_.threads().Settle(entry, static_cast<uint64_t>(limit_ns)) == OrderOutcome::kBeyond) {
      return -1;
    }
    return static_cast<int64_t>(orders_.threads().cost_units(entry));
  }

  uint64_t Complete(uint64_t tag) {
    const uint64_t result = orders_.result(entry_of_[tag]);
    Forget(tag);
    return result;
  }

  void Forget(uint64_t tag) {
    orders_.threads().Discard(entry_of_[tag]);
    entry_of_[tag] = kNoOrderEntry;
  }

 private:
  FakeOrders orders_;
  std::vector<OrderEntry> entry_of_;
};

TEST_CASE("virtual workers and budget alone decide what is complete when", "[R17]") {
  for (const int virtual_workers : {1, 2, 8}) {
    for (const int64_t budget_ns : {1, 7, 400, 4096, 1'000'000}) {
      OracleServer oracle;
      const std::vector<TimelineRow> expected = RunTimeline(oracle, virtual_workers, budget_ns);
      for (const int threads : {1, 2, 4, 8}) {
        CAPTURE(virtual_workers, budget_ns, threads);
        ThreadedServer server(threads);
        CHECK(RunTimeline(server, virtual_workers, budget_ns) == expected);
      }
      // Every order of at most one slice completes; a budget of a single unit completes hardly any.
      CHECK(expected.size() >= (budget_ns >= 400 ? 40u : 0u));
    }
  }
}

TEST_CASE("discarded orders never leave their result to the next owner of the entry", "[R12]") {
  for (const int threads : {1, 4}) {
    FakeOrders orders(threads, 16);
    uint64_t tag = 1;
    for (int round = 0; round < 13'000; ++round) {
      std::vector<OrderOfSlice> sequence;
      std::vector<uint64_t> tags;
      for (int i = 0; i < 4; ++i) {
        tags.push_back(tag);
        sequence.push_back({orders.Add(1 + tag * 7919 % 500, tag), 0});
        ++tag;
      }
      orders.threads().Begin(sequence, {1000, 1000});
      // Drop two at once, settle the others.
      orders.threads().Discard(sequence[0].entry);
      orders.threads().Discard(sequence[2].entry);
      for (const size_t kept : {1, 3}) {
        REQUIRE(orders.threads().Settle(sequence[kept].entry, kUnitsUnlimited) == OrderOutcome::kWithin);
        REQUIRE(orders.result(sequence[kept].entry) == tags[kept]);
        REQUIRE(orders.threads().cost_units(sequence[kept].entry) == 1 + tags[kept] * 7919 % 500);
        orders.threads().Discard(sequence[kept].entry);
      }
    }
  }
}

TEST_CASE("threads end in every phase of their work", "[R20]") {
  for (int round = 0; round < 200; ++round) {
    FakeOrders orders(1 + round % 4, 8);
    std::vector<OrderOfSlice> sequence;
    for (uint64_t i = 0; i < static_cast<uint64_t>(round % 9); ++i) {
      sequence.push_back({orders.Add(i % 3 == 2 ? kEndless : 50 * i, i), 0});
    }
    if (round % 5 != 0) {
      orders.threads().Begin(sequence, {10'000, 10'000});
    }
    if (round % 3 == 0) {
      orders.threads().DiscardAll();
    }
  }
  CHECK(DefaultOrderThreads() >= 1);
}

}  // namespace
}  // namespace footfall::platform
