#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "nav/server/path_server.h"
#include "platform/describe.h"
#include "platform/state_hash.h"
#include "tests/nav/counting_new.h"
#include "tests/nav/server_fixture.h"

namespace footfall::nav::testing {
namespace {

TEST_CASE("the description of a slot and of the fields is complete", "[NAV-080][R40]") {
  CHECK(platform::DescribedBytes(SlotData{}) + 4 == sizeof(SlotData));
  CHECK(platform::DescribedBytes(PathServerFields{}) + 10 == sizeof(PathServerFields));
  CHECK(platform::DescribedBytes(PathRequest{}) + 4 == sizeof(PathRequest));
  CHECK(platform::DescribedBytes(PathSummary{}) + 6 == sizeof(PathSummary));
  CHECK(platform::DescribedBytes(RequestTiming{}) + 4 == sizeof(RequestTiming));
  CHECK(platform::DescribedBytes(RequestOwner{}) + 6 == sizeof(RequestOwner));
  CHECK(platform::DescribedBytes(QuerySummary{}) + 3 == sizeof(QuerySummary));
  CHECK(platform::DescribedBytes(SchedulerRotation{}) + 3 == sizeof(SchedulerRotation));
}

uint64_t HashOf(FakeWorld& world) {
  world.server.UpdateHash();
  return world.server.hash_leaf().hash();
}

TEST_CASE("every call that changes state changes the hash", "[R14]") {
  FakeWorld world(FakeProfile(100));
  uint64_t before = HashOf(world);
  const auto changed = [&] {
    const uint64_t now = HashOf(world);
    const bool differs = now != before;
    before = now;
    return differs;
  };
  CHECK_FALSE(changed());
  const RequestHandle a = world.Submit(FakeRequest(150, 1));
  CHECK(changed());
  const RequestHandle b = world.Submit(FakeRequest(10, 2));
  CHECK(changed());
  world.Refusal(FakeRequest(1, 1, 1, uint64_t{1} << 50));
  CHECK(changed());
  const platform::Vec3 start{9, 9, 9};
  world.server.PatchPending(b, &start, {}, nullptr);
  CHECK(changed());
  world.Tick(5);
  CHECK(changed());
  world.Sync();
  CHECK(changed());
  world.server.Cancel(a);
  CHECK(changed());
  world.server.Release(b);
  CHECK(changed());
}

TEST_CASE("the hash holds nothing of the slice that runs", "[R14]") {
  for (const int threads : {1, 2}) {
    FakeWorld world(FakeProfile(100), threads);
    world.Submit(FakeRequest(30, 1));
    world.Sync();
    world.Freeze();
    const uint64_t at_freeze = HashOf(world);
    while (world.orders.counts().ended == 0) {
      std::this_thread::yield();
    }
    CHECK(HashOf(world) == at_freeze);
  }
}

TEST_CASE("a published point is part of the hash", "[R14][R40]") {
  const auto hash = [](uint32_t points) {
    FakeWorld world(FakeProfile(100));
    const RequestHandle handle = world.Submit(FakeRequest(30, 1, 3));
    world.Tick();
    world.Sync();
    PathServerState state = world.server.Save();
    if (points != 3) {
      state.slots[0].result.path.points[0].x += 1;
    }
    world.server.Restore(state);
    CHECK(world.server.Poll(handle) == PollResult::kReady);
    return HashOf(world);
  };
  CHECK(hash(3) == hash(3));
  CHECK(hash(3) != hash(4));
}

TEST_CASE("no allocation per tick after warm-up", "[R23]") {
  const int threads = GENERATE(0, 2);
  CAPTURE(threads);
  FakeWorld world(FakeProfile(300), threads);
  world.view_changes = false;
  std::vector<RequestHandle> handles;
  handles.reserve(64);
  const auto run = [&](int ticks) {
    for (int t = 0; t < ticks; ++t) {
      for (int i = 0; i < 6; ++i) {
        world.Submit(FakeRequest(static_cast<uint32_t>((t * 37 + i * 11) % 200), t % 100, 1 + i * 3));
      }
      world.Sync();
      for (const Completion& completion : world.server.completed()) {
        world.server.Release(completion.handle);
      }
      if (t % 4 == 0) {
        world.server.Cancel({world.server.counters().submitted});
      }
      world.Freeze();
      world.Commit();
#ifdef NDEBUG  // A checked build hashes everything a second time, into memory of its own.
      world.server.UpdateHash();
#endif
    }
  };
  run(400);
  const uint64_t before = AllocationsCount();
  run(400);
  CHECK(AllocationsCount() == before);
}

}  // namespace
}  // namespace footfall::nav::testing
