#include <catch2/catch.hpp>
#include <tuple>
#include <vector>

#include "nav/server/path_server.h"
#include "platform/state_hash.h"
#include "tests/nav/server_fixture.h"

// The five timelines of the rulings. C commands, S sync, F freeze after Think, K commit.
namespace footfall::nav::testing {
namespace {

TEST_CASE("timeline 1: an idle server answers at the next sync", "[R4][NAV-087]") {
  const int threads = GENERATE(0, 1, 2);
  FakeWorld world(FakeProfile(), threads);
  for (int i = 0; i < 10; ++i) {
    world.Tick();
  }
  REQUIRE(world.tick == 10);
  const RequestHandle handle = world.Submit(FakeRequest(100, 5));
  CHECK(world.server.State(handle) == SlotState::kPending);
  CHECK(world.server.Poll(handle) == PollResult::kNotReady);
  CHECK(world.server.Code(handle) == CompletionCode::kStillPending);
  world.Sync();
  CHECK(world.server.State(handle) == SlotState::kPending);
  world.Freeze();
  world.Commit();
  CHECK(world.server.State(handle) == SlotState::kPending);
  world.Sync();
  CHECK(world.server.State(handle) == SlotState::kComplete);
  CHECK(world.server.completed() == std::vector<Completion>{{handle, kWorldSource, 0}});
  const RequestTiming& timing = *world.server.Timing(handle);
  CHECK(timing.submitted_tick == 10);
  CHECK(timing.started_tick == 10);
  CHECK(timing.visible_tick == 11);
  CHECK(timing.virtual_ns == 100'000);
  CHECK(timing.queued_ticks == 0);
}

TEST_CASE("timeline 2: an order of two and a half budgets is carried, the next one waits", "[R11][R17]") {
  const int threads = GENERATE(0, 1, 2);
  FakeWorld world(FakeProfile(100), threads, 10);
  const RequestHandle a = world.Submit(FakeRequest(250, 1));
  const RequestHandle b = world.Submit(FakeRequest(40, 2));
  world.Tick();
  world.Sync();  // S11
  CHECK(world.server.State(a) == SlotState::kActive);
  CHECK(world.server.State(b) == SlotState::kPending);
  const platform::Vec3 patched{77, 0, 0};
  CHECK_FALSE(world.server.PatchPending(a, &patched, {}, nullptr));
  CHECK(world.server.PatchPending(b, &patched, {}, nullptr));
  CHECK(world.server.ledger()[0] == LedgerRow{a, 10, 100'000});
  world.Freeze();
  world.Commit();
  world.Sync();  // S12
  CHECK(world.server.State(a) == SlotState::kActive);
  CHECK(world.server.State(b) == SlotState::kPending);
  CHECK(world.server.ledger()[0] == LedgerRow{a, 10, 200'000});
  world.Freeze();
  world.Commit();
  world.Sync();  // S13
  REQUIRE(world.server.State(a) == SlotState::kComplete);
  REQUIRE(world.server.State(b) == SlotState::kComplete);
  CHECK(world.server.Result(a)->nodes_expanded == 10);
  CHECK(world.server.Result(b)->nodes_expanded == 12);
  CHECK(world.server.Result(b)->points[0].x == 77);
  CHECK(world.server.Timing(b)->queued_ticks == 2);
  CHECK(world.server.Timing(b)->started_tick == 12);
}

TEST_CASE("timeline 2: what follows a carried order may itself be carried", "[R11][R17]") {
  FakeWorld world(FakeProfile(100), 0, 10);
  const RequestHandle a = world.Submit(FakeRequest(250, 1));
  const RequestHandle b = world.Submit(FakeRequest(60, 2));
  for (int i = 0; i < 3; ++i) {
    world.Tick();
  }
  world.Sync();  // S13
  CHECK(world.server.State(a) == SlotState::kComplete);
  CHECK(world.server.State(b) == SlotState::kActive);
  CHECK(world.server.ledger()[0] == LedgerRow{b, 12, 50'000});
}

TEST_CASE("timeline 3a: a pending request is freed in the call", "[R10][R12][NAV-092]") {
  FakeWorld world(FakeProfile(100), 1);
  const RequestHandle handle = world.Submit(FakeRequest(10));
  CHECK(world.server.Cancel(handle));
  CHECK(world.server.counters().slots_in_use == 0);
  CHECK(world.server.Poll(handle) == PollResult::kNotFound);
  CHECK(world.server.Code(handle) == CompletionCode::kInvalidHandle);
  CHECK_FALSE(world.server.Cancel(handle));
  world.Tick();
  world.Sync();
  CHECK(world.server.completed().empty());
}

TEST_CASE("timeline 3b: begun in an unsettled slice counts as pending", "[R10][R12][NAV-105]") {
  const int threads = GENERATE(0, 1, 2);
  platform::Profile profile = FakeProfile(100);
  profile.path_requests_max = 1;
  FakeWorld world(profile, threads);
  const RequestHandle old_handle = world.Submit(FakeRequest(70, 1));
  world.Tick();
  CHECK(world.server.State(old_handle) == SlotState::kPending);
  CHECK(world.server.Cancel(old_handle));
  // The only slot is reused in the same phase.
  const RequestHandle new_handle = world.Submit(FakeRequest(70, 2));
  REQUIRE(new_handle.valid());
  world.Sync();
  CHECK(world.server.completed().empty());
  CHECK(world.server.State(new_handle) == SlotState::kPending);
  CHECK(world.server.counters().foreign_outputs == 1);
  world.Freeze();
  world.Commit();
  world.Sync();
  REQUIRE(world.server.State(new_handle) == SlotState::kComplete);
  CHECK(world.server.Result(new_handle)->points[0].x == 2);
}

TEST_CASE("timeline 3b: the cancelled order is charged as if it were not", "[R12]") {
  FakeWorld world(FakeProfile(100), 0);
  const RequestHandle first = world.Submit(FakeRequest(70, 1));
  const RequestHandle second = world.Submit(FakeRequest(70, 2));
  world.Tick();
  CHECK(world.server.Cancel(first));
  world.Sync();
  CHECK(world.server.State(second) == SlotState::kActive);
  CHECK(world.server.ledger()[0].charged_ns == 30'000);
}

TEST_CASE("timeline 3c: carried and cancelled before the freeze charges nothing", "[R10][R12][NAV-104]") {
  const int threads = GENERATE(0, 1, 2);
  FakeWorld world(FakeProfile(100), threads);
  const RequestHandle carried = world.Submit(FakeRequest(1000, 1));
  const RequestHandle next = world.Submit(FakeRequest(100, 2));
  world.Tick();
  world.Sync();
  REQUIRE(world.server.State(carried) == SlotState::kActive);
  CHECK(world.server.Cancel(carried));
  CHECK(world.server.Poll(carried) == PollResult::kNotFound);
  CHECK(world.server.slot(0).state == SlotState::kCancelling);
  CHECK(world.server.slot(0).summary.code == CompletionCode::kCancelled);
  CHECK(world.server.ledger()[0] == LedgerRow{});
  world.Freeze();
  world.Commit();
  CHECK(world.server.slot(0).state == SlotState::kCancelling);
  world.Sync();
  CHECK(world.server.slot(0).state == SlotState::kEmpty);
  // The whole slice was there for the next one.
  CHECK(world.server.State(next) == SlotState::kComplete);
}

TEST_CASE("timeline 3d: carried and cancelled after the freeze is charged and dropped",
          "[R10][R12][NAV-104]") {
  const int threads = GENERATE(0, 1, 2);
  const bool in_phase_7 = GENERATE(true, false);
  FakeWorld world(FakeProfile(100), threads);
  const RequestHandle carried = world.Submit(FakeRequest(180, 1));
  const RequestHandle next = world.Submit(FakeRequest(100, 2));
  world.Tick();
  world.Sync();
  world.Freeze();
  if (in_phase_7) {
    CHECK(world.server.Cancel(carried));
  }
  world.Commit();
  if (!in_phase_7) {
    CHECK(world.server.Cancel(carried));
  }
  CHECK(world.server.slot(0).state == SlotState::kCancelling);
  CHECK(world.server.Poll(carried) == PollResult::kNotFound);
  world.Sync();
  CHECK(world.server.slot(0).state == SlotState::kEmpty);
  CHECK(world.server.completed().empty());
  CHECK(world.server.State(next) == SlotState::kActive);
  CHECK(world.server.ledger()[0] == LedgerRow{next, 1, 20'000});
}

TEST_CASE("timeline 3d: the remainder of an order that would go on is dropped", "[R12]") {
  FakeWorld world(FakeProfile(100), 1);
  const RequestHandle carried = world.Submit(FakeRequest(1'000'000, 1));
  const RequestHandle next = world.Submit(FakeRequest(10, 2));
  world.Tick();
  world.Tick();
  CHECK(world.server.Cancel(carried));
  world.Sync();
  CHECK(world.server.ledger()[0] == LedgerRow{});
  CHECK(world.server.State(next) == SlotState::kPending);
  world.Freeze();
  world.Commit();
  world.Sync();
  CHECK(world.server.State(next) == SlotState::kComplete);
}

TEST_CASE("timeline 3e: a complete request is freed in the call", "[R10][NAV-092]") {
  FakeWorld world(FakeProfile(100));
  const RequestHandle handle = world.Submit(FakeRequest(10));
  world.Tick();
  world.Sync();
  REQUIRE(world.server.Poll(handle) == PollResult::kReady);
  CHECK(world.server.Release(handle));
  CHECK(world.server.counters().slots_in_use == 0);
  CHECK(world.server.counters().released == 1);
  CHECK(world.server.Result(handle) == nullptr);
}

TEST_CASE("timeline 4: a placed tile sends carried orders back, three times at most", "[R21][NAV-103]") {
  const int threads = GENERATE(0, 1, 2);
  FakeWorld world(FakeProfile(100), threads, 10);
  const MeshIndex near_tile = MeshIndexAt(1, 0);
  const MeshIndex far_tile = MeshIndexAt(-4000, -4000);
  const RequestHandle a = world.Submit(FakeRequest(250, 1));
  const RequestHandle b = world.Submit(FakeRequest(10, 2));
  world.Tick();
  world.Sync();  // S11
  const std::vector<MeshIndex> far_tiles{far_tile};
  CHECK(world.server.AbortForTiles(far_tiles) == 0);
  CHECK(world.server.State(a) == SlotState::kActive);
  const std::vector<MeshIndex> tiles{far_tile, near_tile};
  for (uint32_t hit = 1; hit <= 3; ++hit) {
    CHECK(world.server.AbortForTiles(tiles) == 1);
    CHECK(world.server.State(a) == SlotState::kPending);
    CHECK(SlotBits(world.server.slot(0).state, world.server.slot(0).was_aborted) ==
          (kSlotPending | kSlotWasAborted));
    CHECK(world.server.Timing(a)->restarts == hit);
    CHECK(world.server.Timing(a)->submitted_tick == 10);
    CHECK(world.server.ledger()[0] == LedgerRow{});
    const platform::Vec3 patched{static_cast<float>(hit), 0, 0};
    CHECK(world.server.PatchPending(a, &patched, {}, nullptr));
    world.Freeze();
    world.Commit();
    world.Sync();
    // First of its class, and the charge was forgotten.
    CHECK(world.server.State(a) == SlotState::kActive);
    CHECK(world.server.State(b) == SlotState::kPending);
    CHECK(world.server.ledger()[0].charged_ns == 100'000);
  }
  CHECK(world.server.AbortForTiles(tiles) == 0);
  CHECK(world.server.State(a) == SlotState::kActive);
  for (int i = 0; i < 2; ++i) {
    world.Freeze();
    world.Commit();
    world.Sync();
  }
  REQUIRE(world.server.State(a) == SlotState::kComplete);
  CHECK(world.server.Result(a)->nodes_expanded == 13);  // the view of the last start
  CHECK(world.server.Result(a)->points[0].x == 3);
  CHECK(world.server.Timing(a)->started_tick == 10);
  CHECK(world.server.Timing(a)->virtual_ns == 250'000);
  CHECK(world.server.counters().restarts == 3);
}

TEST_CASE("timeline 4: ticks queued count the waits, not the run that was thrown away", "[R21]") {
  FakeWorld world(FakeProfile(100), 0, 10);
  world.Submit(FakeRequest(200, 2));                          // fills slices 10 and 11
  const RequestHandle a = world.Submit(FakeRequest(150, 1));  // starts in slice 12
  for (int i = 0; i < 3; ++i) {
    world.Tick();
  }
  world.Sync();  // S13
  REQUIRE(world.server.State(a) == SlotState::kActive);
  CHECK(world.server.Timing(a)->queued_ticks == 2);
  const std::vector<MeshIndex> tiles{MeshIndexAt(1, 0)};
  CHECK(world.server.AbortForTiles(tiles) == 1);
  // An order of a higher class goes first, so it waits for slices 13 and 14.
  world.Submit(FakeRequest(200, 3, 2, PathFlagMask(kFlagMissionPed)));
  for (int i = 0; i < 4; ++i) {
    world.Freeze();
    world.Commit();
    world.Sync();
  }
  REQUIRE(world.server.State(a) == SlotState::kComplete);
  CHECK(world.server.Timing(a)->queued_ticks == 4);
  CHECK(world.server.Timing(a)->started_tick == 12);
  CHECK(world.server.Timing(a)->visible_tick == 17);
}

TEST_CASE("timeline 4: what the slice finished is published before the abort", "[R4][R21]") {
  FakeWorld world(FakeProfile(100), 0);
  const RequestHandle a = world.Submit(FakeRequest(100, 1));
  world.Tick();
  world.Sync();
  const std::vector<MeshIndex> tiles{MeshIndexAt(1, 0)};
  CHECK(world.server.AbortForTiles(tiles) == 0);
  CHECK(world.server.State(a) == SlotState::kComplete);
}

// What is visible of a world, tick after tick.
using Trace = std::vector<std::tuple<uint64_t, uint64_t, uint64_t>>;

// Runs on for 12 ticks with some calls of every kind.
Trace GoOn(FakeWorld& world) {
  Trace trace;
  for (int i = 0; i < 12; ++i) {
    if (i % 3 == 1) {
      world.Submit(FakeRequest(90, 200 + i), 4);
    }
    world.Sync();
    for (const Completion& completion : world.server.completed()) {
      const PublishedPath& path = *world.server.Result(completion.handle);
      trace.emplace_back(completion.handle.value, path.nodes_expanded,
                         world.server.Timing(completion.handle)->queued_ticks);
    }
    world.Freeze();
    world.Commit(i * 7000);
    world.server.UpdateHash();
    trace.emplace_back(world.tick, world.server.hash_leaf().hash(), 0);
  }
  return trace;
}

TEST_CASE("timeline 5: a restored server goes on as if it had never stopped", "[R11][NAV-103]") {
  const int threads = GENERATE(0, 1, 3);
  const int snapshot_tick = GENERATE(0, 1, 2, 5, 7);
  CAPTURE(threads, snapshot_tick);
  platform::Profile profile = FakeProfile();
  profile.path_slice_units_nominal = 100;
  profile.path_unit_ns = 0;
  profile.path_floor_units = 5;
  const auto run_to_snapshot = [&](FakeWorld& world) {
    for (int t = 0; t <= snapshot_tick; ++t) {
      for (int i = 0; i < 3; ++i) {
        world.Submit(FakeRequest(static_cast<uint32_t>(20 + 35 * i + 11 * t), t * 10 + i), i % 2);
      }
      world.Tick(t * 3000);
      world.server.UpdateHash();
    }
    // Commands of the open phase: one freed in the call, one perhaps Cancelling, one new.
    world.server.Cancel({3});
    world.server.Cancel({2});
    world.Submit(FakeRequest(33, 150));
  };
  FakeWorld straight(profile, threads);
  run_to_snapshot(straight);
  const Trace expected = GoOn(straight);

  FakeWorld saved(profile, threads);
  run_to_snapshot(saved);
  const PathServerState state = saved.server.Save();
  CHECK(GoOn(saved) == expected);

  FakeWorld restored(profile, threads, saved.tick - 12);
  restored.Submit(FakeRequest(1000, 9));
  restored.server.Restore(state);
  CHECK(GoOn(restored) == expected);

  // A snapshot of the restored server, before it went on, is as good.
  FakeWorld middle(profile, 0, saved.tick - 12);
  middle.server.Restore(state);
  FakeWorld twice(profile, threads, saved.tick - 12);
  twice.server.Restore(middle.server.Save());
  CHECK(GoOn(twice) == expected);
}

}  // namespace
}  // namespace footfall::nav::testing
