#include <catch2/catch.hpp>
#include <map>
#include <thread>
#include <vector>

#include "nav/server/order_executor.h"
#include "nav/server/path_server.h"
#include "platform/state_hash.h"
#include "tests/nav/server_fixture.h"

namespace footfall::nav::testing {
namespace {

constexpr int64_t kTickNs = 33'333'333;  // tick 0 at 30 Hz

TEST_CASE("on a shared core a slice gets what the main thread left", "[R14]") {
  FakeWorld world(FakeProfile(), 1);
  world.Submit(FakeRequest(kEndless));
  world.Tick(10'000);
  world.Sync();
  CHECK(world.server.ledger()[0].charged_ns == kTickNs - 10'000'000);
  // The main thread needs more than the tick: the floor, and no debt in the next slice.
  world.Freeze();
  world.Commit(50'000);
  world.Sync();
  CHECK(world.server.ledger()[0].charged_ns == kTickNs - 10'000'000 + 64'000);
  CHECK(world.server.counters().floor_slices == 1);
  world.Freeze();
  world.Commit(0);
  world.Sync();
  CHECK(world.server.ledger()[0].charged_ns > 2 * kTickNs - 10'000'000);
  CHECK(world.server.counters().floor_slices == 1);
}

TEST_CASE("on a core of its own a slice is the whole tick", "[R14][R15]") {
  platform::Profile profile = FakeProfile();
  profile.main_core = 1;
  FakeWorld world(profile, 1);
  world.Submit(FakeRequest(kEndless));
  world.Tick(50'000);
  world.Sync();
  CHECK(world.server.ledger()[0].charged_ns == kTickNs);
}

TEST_CASE("consoles count 4096 units a tick, rounded down to whole nanoseconds", "[R14]") {
  const auto profile = platform::LoadProfile("ps3");
  REQUIRE(profile.ok());
  FakeWorld world(*profile, 0);
  const RequestHandle fits = world.Submit(FakeRequest(4096, 1));
  world.Tick();
  world.Sync();
  CHECK(world.server.State(fits) == SlotState::kComplete);
  CHECK(world.server.Timing(fits)->virtual_ns == 4096 * 8138);
  const RequestHandle exceeds = world.Submit(FakeRequest(4097, 2));
  world.Freeze();
  world.Commit();
  world.Sync();
  CHECK(world.server.State(exceeds) == SlotState::kActive);
}

TEST_CASE("a charge that equals the cost at the end is finished, a start there is no start", "[R14]") {
  const int threads = GENERATE(0, 1);
  FakeWorld world(FakeProfile(100), threads);
  const RequestHandle a = world.Submit(FakeRequest(100, 1));
  const RequestHandle b = world.Submit(FakeRequest(1, 2));
  world.Tick();
  world.Sync();
  CHECK(world.server.State(a) == SlotState::kComplete);
  CHECK(world.server.State(b) == SlotState::kPending);
  CHECK(world.server.left_ns() == 0);
  world.Freeze();
  world.Commit();
  world.Sync();
  CHECK(world.server.State(b) == SlotState::kComplete);
  CHECK(world.server.left_ns() == 99'000);
}

TEST_CASE("an order costs at least one unit", "[R14]") {
  const int threads = GENERATE(0, 1);
  FakeWorld world(FakeProfile(2), threads);
  for (int i = 0; i < 5; ++i) {
    world.Submit(FakeRequest(0, i));
  }
  world.Tick();
  world.Sync();
  CHECK(world.server.completed().size() == 2);
  CHECK(world.server.Result({1})->cost_units == 1);
}

// Result bytes of 32 orders by handle.
struct Outcome {
  PathSummary summary;
  std::vector<platform::Vec3> points;
  std::vector<uint16_t> flags;
  std::vector<PolyRef> polys;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

std::map<uint64_t, Outcome> OutcomesWithBudget(int32_t units, int threads) {
  FakeWorld world(FakeProfile(units), threads);
  world.view_changes = false;
  for (int i = 0; i < 32; ++i) {
    world.Submit(FakeRequest(static_cast<uint32_t>(i * i % 41), i, static_cast<uint32_t>(i % 18),
                             i % 5 == 0 ? PathFlagMask(kFlagMissionPed) : 0));
  }
  std::map<uint64_t, Outcome> outcomes;
  while (outcomes.size() < 32) {
    world.Tick();
    REQUIRE(world.tick < 2000);
    for (const Completion& completion : world.server.completed()) {
      const PublishedPath& path = *world.server.Result(completion.handle);
      outcomes[completion.handle.value] = {path,
                                           {path.points.begin(), path.points.end()},
                                           {path.waypoint_flags.begin(), path.waypoint_flags.end()},
                                           {path.point_polys.begin(), path.point_polys.end()}};
    }
  }
  return outcomes;
}

TEST_CASE("budgets of 1, 7, 4096 units and without limit give the same result bytes", "[R11]") {
  const auto expected = OutcomesWithBudget(INT32_MAX, 0);
  for (const int32_t units : {1, 7, 4096, INT32_MAX}) {
    for (const int threads : {0, 2}) {
      CAPTURE(units, threads);
      CHECK(OutcomesWithBudget(units, threads) == expected);
    }
  }
}

// Everything visible of 40 ticks under load.
std::vector<uint64_t> LoadedTrace(int virtual_workers, int threads) {
  platform::Profile profile = FakeProfile();
  profile.main_core = virtual_workers == 1 ? 0 : 1;
  profile.path_workers = virtual_workers;
  profile.path_unit_ns = 100'000;
  profile.sources_take_turns = true;
  FakeWorld world(profile, threads);
  std::vector<uint64_t> trace;
  uint64_t seed = 7;
  for (int t = 0; t < 40; ++t) {
    for (int i = 0; i < 12; ++i) {
      seed = seed * 6364136223846793005U + 1442695040888963407U;
      world.Submit(FakeRequest(static_cast<uint32_t>((seed >> 33) % 900), t * 16 + i, 3), i % 4);
    }
    world.Sync();
    for (const Completion& completion : world.server.completed()) {
      trace.push_back(completion.handle.value);
      trace.push_back(world.server.Result(completion.handle)->cost_units);
      world.server.Release(completion.handle);
    }
    if (t % 5 == 4) {
      const std::vector<MeshIndex> tiles{MeshIndexAt(40, 0)};
      trace.push_back(static_cast<uint64_t>(world.server.AbortForTiles(tiles)));
    }
    world.Freeze();
    world.Commit(static_cast<uint64_t>(t) * 100);
    world.server.UpdateHash();
    trace.push_back(world.server.hash_leaf().hash());
  }
  return trace;
}

TEST_CASE("virtual workers decide, real threads do not", "[R17]") {
  for (const int virtual_workers : {1, 8}) {
    const std::vector<uint64_t> expected = LoadedTrace(virtual_workers, 0);
    for (const int threads : {1, 2, 8}) {
      CAPTURE(virtual_workers, threads);
      CHECK(LoadedTrace(virtual_workers, threads) == expected);
    }
  }
  CHECK(LoadedTrace(1, 0) != LoadedTrace(8, 0));
}

TEST_CASE("the least busy virtual worker takes the next entry, the lowest of equals", "[R17]") {
  platform::Profile profile = FakeProfile(100);
  profile.main_core = 1;
  profile.path_workers = 3;
  FakeWorld world(profile);
  // Workers 0, 1, 2 take a, b, c; 1 is free first and takes d; then 2 takes e; nothing is left for f.
  const RequestHandle a = world.Submit(FakeRequest(150, 1));
  world.Submit(FakeRequest(40, 2));
  world.Submit(FakeRequest(60, 3));
  const RequestHandle d = world.Submit(FakeRequest(100, 4));
  const RequestHandle e = world.Submit(FakeRequest(100, 5));
  const RequestHandle f = world.Submit(FakeRequest(1, 6));
  world.Tick();
  world.Sync();
  const auto ledger = world.server.ledger();
  CHECK(ledger[0] == LedgerRow{a, 0, 100'000});
  CHECK(ledger[1] == LedgerRow{d, 0, 60'000});
  CHECK(ledger[2] == LedgerRow{e, 0, 40'000});
  CHECK(world.server.State(f) == SlotState::kPending);
}

TEST_CASE("at most as many orders run beyond the slice as there are real threads", "[R18]") {
  for (const int threads : {1, 2, 4}) {
    CAPTURE(threads);
    FakeWorld world(FakeProfile(100), threads);
    for (int i = 0; i < 32; ++i) {
      world.Submit(FakeRequest(1000, i));
    }
    uint64_t begun = 0;
    for (int t = 0; t < 30; ++t) {
      world.Sync();
      world.Freeze();
      // Gives the threads the chance to go too far.
      for (int i = 0; i < 200; ++i) {
        std::this_thread::yield();
      }
      const uint64_t now = world.orders.counts().begun;
      CHECK(now - begun <= 1 + static_cast<uint64_t>(threads));
      begun = now;
      world.Commit();
    }
  }
}

TEST_CASE("the join does not wait for an order that cannot end in the slice", "[R19]") {
  const int threads = GENERATE(1, 2);
  // The order ends only when it is told to, so a join that waited for it would never return.
  FakeWorld world(FakeProfile(100), threads);
  const RequestHandle endless = world.Submit(FakeRequest(kEndless, 1));
  for (int i = 0; i < 50; ++i) {
    world.Tick();
  }
  CHECK(world.server.State(endless) == SlotState::kActive);
  CHECK(world.orders.counts().ended == 0);
  CHECK(world.server.Cancel(endless));
  const RequestHandle next = world.Submit(FakeRequest(10, 2));
  world.Tick();
  world.Tick();
  world.Sync();
  CHECK(world.server.State(next) == SlotState::kComplete);
}

TEST_CASE("10,000 shuffled orders cost and give the same over any number of threads", "[R13]") {
  constexpr uint32_t kOrders = 10'000;
  const auto view = std::make_shared<const TaggedView>(1);
  for (const int threads : {0, 1, 2, 4, 8}) {
    CAPTURE(threads);
    PointStore store(kOrders);
    FakeOrders orders;
    OrderExecutor executor(orders, threads, kOrders, 17, 16, store);
    std::vector<uint32_t> ids(kOrders);
    for (uint32_t i = 0; i < kOrders; ++i) {
      ids[i] = (i * 7919 + static_cast<uint32_t>(threads) * 31) % kOrders;
    }
    std::vector<platform::OrderOfSlice> sequence;
    for (const uint32_t id : ids) {
      sequence.push_back({executor.Add(FakeRequest(id % 613, static_cast<int>(id), id % 17), view), 0});
    }
    executor.Begin(sequence, {1'000, uint64_t{1} << 40});
    bool all_equal = true;
    for (uint32_t i = 0; i < kOrders; ++i) {
      executor.Settle(sequence[i].entry, platform::kUnitsUnlimited);
      OrderOutput output = executor.Take(sequence[i].entry);
      const uint32_t id = ids[i];
      all_equal = all_equal && output.summary.cost_units == std::max<uint64_t>(1, id % 613);
      all_equal = all_equal && output.points.count == id % 17;
      all_equal = all_equal && output.summary.start_used == FakeRequest(1, static_cast<int>(id)).start;
      store.Free(output.points);
    }
    CHECK(all_equal);
  }
}

}  // namespace
}  // namespace footfall::nav::testing
