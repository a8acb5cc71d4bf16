#include <catch2/catch.hpp>
#include <map>
#include <thread>
#include <vector>

#include "nav/server/path_server.h"
#include "tests/nav/server_fixture.h"

namespace footfall::nav::testing {
namespace {

TEST_CASE("100,000 cancels and resubmits give no foreign result", "[NAV-105][NAV-104]") {
  constexpr int kCycles = 100'000;
  platform::Profile profile = FakeProfile(400);
  profile.main_core = 1;
  profile.path_workers = 2;
  FakeWorld world(profile, 3);
  std::vector<std::pair<RequestHandle, int>> live;  // with the id of its request
  uint64_t seed = 3;
  const auto draw = [&](uint64_t below) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    return (seed >> 33) % below;
  };
  int cycles = 0;
  int next_id = 0;
  int foreign = 0;
  uint64_t completed = 0;
  const auto cycle = [&](bool may_submit) {
    if (!live.empty() && draw(3) != 0) {
      const size_t victim = draw(live.size());
      CHECK(world.server.Cancel(live[victim].first));
      live[victim] = live.back();
      live.pop_back();
      ++cycles;
    }
    while (may_submit) {
      next_id = (next_id + 1) % 1'000'000;
      const uint32_t cost = static_cast<uint32_t>(draw(900));
      const RequestHandle handle =
          world.Submit(FakeRequest(cost, next_id, 3), static_cast<SourceId>(draw(2)));
      if (!handle.valid()) {
        break;
      }
      live.emplace_back(handle, next_id);
    }
  };
  while (cycles < kCycles) {
    for (int i = 0; i < 40; ++i) {  // Commands
      cycle(true);
    }
    world.Sync();
    for (const Completion& completion : world.server.completed()) {
      ++completed;
      const auto owner = std::find_if(live.begin(), live.end(),
                                      [&](const auto& entry) { return entry.first == completion.handle; });
      const PublishedPath* path = world.server.Result(completion.handle);
      const bool is_own = owner != live.end() && path->points.size() == 3 &&
                          path->points[0] == FakeRequest(1, owner->second).start;
      foreign += is_own ? 0 : 1;
      world.server.Release(completion.handle);
      if (owner != live.end()) {
        live.erase(owner);
      }
    }
    for (int i = 0; i < 40; ++i) {  // Think
      cycle(true);
    }
    world.Freeze();
    for (int i = 0; i < 10; ++i) {  // phase 7
      cycle(false);
    }
    world.Commit();
  }
  CHECK(foreign == 0);
  CHECK(completed > 100);
  CHECK(world.server.counters().foreign_outputs > 100);
}

TEST_CASE("a cancelled order stops in the middle of its run", "[NAV-106]") {
  FakeWorld world(FakeProfile(100), 1);
  const RequestHandle handle = world.Submit(FakeRequest(kEndless));
  world.Tick();
  world.Sync();
  REQUIRE(world.server.State(handle) == SlotState::kActive);
  // Nothing of the order is unsettled here, so the stop flag is raised at once (R12). The fake order would
  // run for ever without it.
  const uint64_t stopped = world.orders.counts().stopped;
  CHECK(world.server.Cancel(handle));
  while (world.orders.counts().begun != world.orders.counts().stopped) {
    std::this_thread::yield();
  }
  CHECK(world.orders.counts().stopped >= stopped);
  CHECK(world.orders.counts().ended == 0);
}

TEST_CASE("a request cancelled before its turn is never run", "[NAV-106]") {
  FakeWorld world(FakeProfile(100), 0);
  std::vector<RequestHandle> handles;
  for (int i = 0; i < 32; ++i) {
    handles.push_back(world.Submit(FakeRequest(1000, i)));
  }
  world.Tick();
  world.Sync();
  CHECK(world.orders.counts().begun == 1);
  for (const RequestHandle handle : handles) {
    CHECK(world.server.Cancel(handle));
  }
  world.Freeze();
  world.Commit();
  world.Sync();
  CHECK(world.orders.counts().begun == 1);
  CHECK(world.server.counters().slots_in_use == 0);
}

TEST_CASE("the end of a source frees what it holds in every state", "[R10][NAV-104]") {
  FakeWorld world(FakeProfile(100), 1);
  const RequestHandle complete = world.Submit(FakeRequest(10, 1), 5);
  const RequestHandle active = world.Submit(FakeRequest(1000, 2), 5);
  const RequestHandle pending = world.Submit(FakeRequest(10, 3), 5);
  const RequestHandle other = world.Submit(FakeRequest(10, 4), 6);
  world.Tick();
  world.Sync();
  REQUIRE(world.server.State(complete) == SlotState::kComplete);
  REQUIRE(world.server.State(active) == SlotState::kActive);
  REQUIRE(world.server.State(pending) == SlotState::kPending);
  CHECK(world.server.ReleaseSource(5) == 3);
  CHECK(world.server.ReleaseSource(5) == 0);
  for (const RequestHandle handle : {complete, active, pending}) {
    CHECK(world.server.Poll(handle) == PollResult::kNotFound);
  }
  CHECK(world.server.counters().slots_in_use == 2);  // the cancelling one and the other source's
  world.Freeze();
  world.Commit();
  world.Sync();
  CHECK(world.server.counters().slots_in_use == 1);
  CHECK(world.server.Poll(other) == PollResult::kReady);
}

}  // namespace
}  // namespace footfall::nav::testing
