#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "nav/dynamic/object_store.h"
#include "platform/describe.h"
#include "platform/profile.h"
#include "platform/random.h"
#include "tests/nav/counting_new.h"
#include "tests/nav/dynamic_fixture.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;
using testing::BoxAt;

constexpr WhenFull kRefuse = WhenFull::kRefuse;
constexpr WhenFull kWait = WhenFull::kWait;

size_t Count(const ObjectStore& store) {
  return store.snapshot() == nullptr ? 0 : store.snapshot()->objects_count();
}
bool HasAt(const ObjectStore& store, float x, float y) {
  return store.snapshot() != nullptr && store.snapshot()->CircleOverlaps({x, y, 0}, {});
}

TEST_CASE("an object blocks from the sync after its add, until the sync after its removal",
          "[NAV-126][NAV-226]") {
  ObjectStore store(8, 8);
  CHECK(store.snapshot() == nullptr);
  CHECK_FALSE(store.Sync({0, 0}));
  CHECK(store.Add({1}, BoxAt(5, 5), kRefuse) == PutOutcome::kPlaced);
  CHECK_FALSE(HasAt(store, 5, 5));
  CHECK(store.Sync({0, 0}));
  CHECK(HasAt(store, 5, 5));
  CHECK_FALSE(store.Sync({0, 0}));

  // A search that began keeps what it saw.
  const auto frozen = store.snapshot();
  ObjectDescription moved = BoxAt(50, 5);
  CHECK(store.Update({1}, moved, kRefuse) == PutOutcome::kPlaced);
  CHECK(store.Sync({0, 0}));
  CHECK(store.snapshot()->generation() == frozen->generation() + 1);
  CHECK(HasAt(store, 50, 5));
  CHECK_FALSE(HasAt(store, 5, 5));
  CHECK(frozen->CircleOverlaps({5, 5, 0}, {}));
  CHECK_FALSE(frozen->CircleOverlaps({50, 5, 0}, {}));

  CHECK(store.Remove({1}));
  CHECK_FALSE(store.Remove({1}));
  CHECK(HasAt(store, 50, 5));
  CHECK(store.Sync({0, 0}));
  CHECK_FALSE(HasAt(store, 50, 5));
  CHECK(store.grid().cells_in_use() == 0);
}

TEST_CASE("a full table refuses and counts, or marks the object and tries it again", "[NAV-215][NAV-221]") {
  CHECK(platform::Profile().dynamic_objects_max == 640);
  ObjectStore store(3, 8);
  for (uint64_t id = 1; id <= 3; ++id) {
    CHECK(store.Add({id}, BoxAt(static_cast<float>(id) * 10, 0), kRefuse) == PutOutcome::kPlaced);
  }
  CHECK(store.Add({4}, BoxAt(40, 0), kRefuse) == PutOutcome::kFull);
  CHECK(store.counters().refused_full == 1);
  CHECK(store.Find({4}) == nullptr);
  CHECK(store.Add({5}, BoxAt(50, 0), kWait) == PutOutcome::kWaiting);
  CHECK(store.Add({6}, BoxAt(60, 0), kWait) == PutOutcome::kWaiting);
  store.Sync({0, 0});
  CHECK(Count(store) == 3);
  CHECK(store.Find({5})->placement == ObjectPlacement::kWaiting);
  // Room for one: the one that waits longest gets it. One that goes away waits no more.
  store.Remove({2});
  store.Sync({0, 0});
  CHECK(store.Find({5})->placement == ObjectPlacement::kPlaced);
  CHECK(HasAt(store, 50, 0));
  CHECK_FALSE(HasAt(store, 60, 0));
  store.Remove({6});
  store.Remove({1});
  store.Sync({0, 0});
  CHECK(store.counters().placed == 2);
  CHECK(store.counters().placed_high_water == 3);
  CHECK(store.counters().waited == 2);
  CHECK(store.counters().retried == 1);

  // Records are bounded too, whatever their state.
  ObjectDescription hidden = BoxAt(0, 0);
  hidden.visible = false;
  for (uint64_t id = 10; store.counters().records < store.records_max(); ++id)
    store.Add({id}, hidden, kRefuse);
  CHECK(store.records_max() == 6);
  CHECK(store.Add({99}, hidden, kWait) == PutOutcome::kRecordsFull);
  CHECK(store.counters().refused_full == 2);
}

TEST_CASE("an id is used once, and unknown ones change nothing") {
  ObjectStore store(4, 4);
  store.Add({7}, BoxAt(0, 0), kRefuse);
  CHECK(store.Add({7}, BoxAt(9, 9), kRefuse) == PutOutcome::kIdInUse);
  CHECK(store.Update({8}, BoxAt(0, 0), kRefuse) == PutOutcome::kUnknown);
  CHECK(store.Move({8}, {}) == PutOutcome::kUnknown);
  CHECK(store.Add({9}, BoxAt(1e30F, 0), kRefuse) == PutOutcome::kBadDescription);
  CHECK(store.Update({7}, BoxAt(0, 0, {0, 1, 1}), kRefuse) == PutOutcome::kBadDescription);
  CHECK(store.counters().records == 1);
}

TEST_CASE("visibility takes an object out and puts it back", "[NAV-221]") {
  ObjectStore store(2, 4);
  ObjectDescription box = BoxAt(5, 5);
  store.Add({1}, box, kRefuse);
  store.Sync({0, 0});
  box.visible = false;
  CHECK(store.Update({1}, box, kRefuse) == PutOutcome::kHidden);
  CHECK(store.counters().placed == 0);
  store.Sync({0, 0});
  CHECK_FALSE(HasAt(store, 5, 5));
  // Somebody else takes the slots meanwhile.
  store.Add({2}, BoxAt(15, 5), kRefuse);
  store.Add({3}, BoxAt(25, 5), kRefuse);
  box.visible = true;
  CHECK(store.Update({1}, box, kRefuse) == PutOutcome::kFull);
  CHECK(store.Find({1})->placement == ObjectPlacement::kHidden);
  CHECK(store.Update({1}, box, kWait) == PutOutcome::kWaiting);
  store.Remove({2});
  store.Sync({0, 0});
  CHECK(HasAt(store, 5, 5));
}

TEST_CASE("what the filter lets through takes no slot and blocks nothing", "[NAV-219]") {
  ObjectStore store(1, 4);
  ObjectDescription gun = BoxAt(5, 5, {1, 1, 1}, ObjectKind::kObject);
  gun.traits = kTraitWeapon;
  CHECK(store.Add({1}, gun, kRefuse) == PutOutcome::kNotAvoided);
  store.Sync({0, 0});
  CHECK(Count(store) == 0);
  CHECK(store.counters().not_avoided == 1);
  gun.traits = 0;
  CHECK(store.Update({1}, gun, kRefuse) == PutOutcome::kPlaced);
  store.Sync({0, 0});
  CHECK(HasAt(store, 5, 5));
}

TEST_CASE("updates below the thresholds are skipped, counted, and add up", "[NAV-222][NAV-223]") {
  ObjectStore store(4, 4);
  store.Add({1}, BoxAt(5, 5, {1, 1, 1}, ObjectKind::kVehicle), kRefuse);
  store.Sync({0, 0});
  const uint64_t generation = store.snapshot()->generation();
  ObjectPose pose = store.Find({1})->wanted.pose;
  for (int step = 1; step <= 3; ++step) {
    pose.origin.x = 5 + 0.1F * static_cast<float>(step);
    CHECK(store.Move({1}, pose) == PutOutcome::kBelowThreshold);
    CHECK_FALSE(store.Sync({0, 0}));
  }
  CHECK(store.counters().below_threshold == 3);
  CHECK(store.snapshot()->generation() == generation);
  pose.origin.x = 5.4F;
  CHECK(store.Move({1}, pose) == PutOutcome::kPlaced);
  CHECK(store.Sync({0, 0}));
  // Other changes are always taken over.
  ObjectDescription wider = store.Find({1})->wanted;
  wider.half_extents.y = 1.01F;
  CHECK(store.Update({1}, wider, kRefuse) == PutOutcome::kPlaced);
  CHECK(store.Sync({0, 0}));
}

TEST_CASE("one that leaves the world is taken away at the sync", "[NAV-225]") {
  ObjectStore store(4, 4);
  store.Add({1}, BoxAt(8999, 0, {1, 1, 1}, ObjectKind::kVehicle), kRefuse);
  store.Sync({0, 0});
  ObjectPose pose = store.Find({1})->wanted.pose;
  pose.origin.x = 9000;
  CHECK(store.Move({1}, pose) == PutOutcome::kPlaced);
  CHECK(store.Find({1}) != nullptr);
  store.Sync({0, 0});
  CHECK(store.Find({1}) == nullptr);
  CHECK(Count(store) == 0);
  CHECK(store.counters().left_world == 1);
  CHECK(store.synced() == std::vector<ObjectId>{{1}});
}

TEST_CASE("vehicles, doors, fires and blockers are sources, a fire that is out is gone",
          "[NAV-227][NAV-229]") {
  ObjectStore store(8, 8);
  // A task that approaches a vehicle adds it, its open door is an object of its own, and both move.
  store.Add({1}, BoxAt(10, 0, {2, 1, 1}, ObjectKind::kVehicle), kWait);
  store.Add({2}, BoxAt(10, 2, {0.5F, 0.1F, 0.5F}, ObjectKind::kVehicleDoor), kWait);
  store.Add({3}, BoxAt(20, 0, {1, 1, 1}, ObjectKind::kFire), kWait);
  store.Add({4}, BoxAt(30, 0), kWait);
  store.Sync({0, 0});
  CHECK(Count(store) == 4);
  ObjectPose pose = store.Find({1})->wanted.pose;
  pose.origin.y = 40;
  store.Move({1}, pose);
  store.Remove({3});
  store.Sync({0, 0});
  CHECK(HasAt(store, 10, 40));
  CHECK(HasAt(store, 10, 2));
  CHECK_FALSE(HasAt(store, 20, 0));
  store.Remove({4});
  store.Sync({0, 0});
  CHECK(Count(store) == 2);
}

TEST_CASE("script blockers are queued and added together at the sync", "[NAV-228][NAV-062]") {
  ObjectStore store(4, 4);
  CHECK(store.Add({1}, BoxAt(10, 0, {1, 1, 1}, ObjectKind::kScriptBlocker), kRefuse) == PutOutcome::kQueued);
  CHECK(store.Add({2}, BoxAt(20, 0, {1, 1, 1}, ObjectKind::kScriptBlocker), kRefuse) == PutOutcome::kQueued);
  CHECK(store.counters().placed == 0);
  store.Remove({2});
  store.Sync({0, 0});
  CHECK(store.counters().placed == 1);
  CHECK(HasAt(store, 10, 0));
  CHECK_FALSE(HasAt(store, 20, 0));
}

TEST_CASE("the smallest object, then the farthest, makes room for a script blocker and waits", "[NAV-228]") {
  ObjectStore store(5, 8);
  store.Add({1}, BoxAt(10, 0, {0.3F, 0.3F, 0.3F}, ObjectKind::kVehicle), kRefuse);
  store.Add({2}, BoxAt(20, 0, {0.2F, 0.2F, 0.2F}, ObjectKind::kVehicleDoor), kRefuse);
  store.Add({3}, BoxAt(30, 0), kRefuse);
  store.Add({4}, BoxAt(90, 0, {0.5F, 0.5F, 0.5F}), kRefuse);
  store.Add({5}, BoxAt(40, 0, {0.5F, 0.5F, 0.5F}), kRefuse);
  store.Sync({100, 0});
  const auto script = [&](uint64_t id) {
    store.Add({id}, BoxAt(static_cast<float>(id) * 10, 50, {1, 1, 1}, ObjectKind::kScriptBlocker), kRefuse);
  };
  // The origin is at x = 100: object 5 is the farther of two equals.
  script(6);
  store.Sync({100, 0});
  CHECK(store.Find({6})->placement == ObjectPlacement::kPlaced);
  CHECK(store.Find({5})->placement == ObjectPlacement::kWaiting);
  CHECK_FALSE(HasAt(store, 40, 0));
  script(7);
  script(8);
  store.Sync({100, 0});
  CHECK(store.Find({4})->placement == ObjectPlacement::kWaiting);
  CHECK(store.Find({3})->placement == ObjectPlacement::kWaiting);
  CHECK(store.counters().made_room == 3);
  // Vehicle, door and script blockers are all that is left: the next one stays queued.
  script(9);
  store.Sync({100, 0});
  CHECK(store.Find({9})->placement == ObjectPlacement::kQueued);
  CHECK(store.counters().placed == 5);
  store.Remove({6});
  store.Sync({100, 0});
  CHECK(store.Find({9})->placement == ObjectPlacement::kPlaced);
  store.Remove({7});
  store.Sync({100, 0});
  CHECK(store.Find({5})->placement == ObjectPlacement::kPlaced);
}

TEST_CASE("cells of 50 m are made on demand and freed, the rest overflows and comes home", "[NAV-216]") {
  CHECK(platform::Profile().dynamic_object_grids_max == 64);
  CHECK(kObjectCellSize == 50.0F);
  ObjectStore store(640, 64);
  for (uint64_t id = 1; id <= 70; ++id) {
    store.Add({id}, BoxAt(static_cast<float>(id) * 50 + 25, 25), kRefuse);
  }
  store.Sync({0, 0});
  CHECK(store.grid().cells_in_use() == 64);
  CHECK(store.grid().overflow_count() == 6);
  for (uint64_t id = 1; id <= 70; ++id) CHECK(HasAt(store, static_cast<float>(id) * 50 + 25, 25));
  for (uint64_t id = 1; id <= 10; ++id) store.Remove({id});
  store.Sync({0, 0});
  CHECK(store.grid().cells_in_use() == 60);
  CHECK(store.grid().overflow_count() == 0);
  for (uint64_t id = 11; id <= 70; ++id) CHECK(HasAt(store, static_cast<float>(id) * 50 + 25, 25));
  CHECK(store.grid().cells_high_water() == 64);
}

TEST_CASE("hazards are kept, replaced, bounded and taken away", "[NAV-195][NAV-196]") {
  ObjectStore store(4, 4);
  const Hazard gas{{5}, HazardKind::kGas, {10, 0, 0}, 4};
  CHECK(store.PutHazard(gas) == PutOutcome::kPlaced);
  CHECK(store.PutHazard({{2}, HazardKind::kExplosive, {20, 0, 0}, 6}) == PutOutcome::kPlaced);
  CHECK(store.Sync({0, 0}));
  CHECK(Count(store) == 0);
  REQUIRE(store.snapshot()->hazards().size() == 2);
  CHECK(store.snapshot()->hazards()[0].id == ObjectId{2});
  CHECK(store.snapshot()->hazards()[1] == gas);
  CHECK(store.PutHazard({{5}, HazardKind::kGas, {10, 0, 0}, 8}) == PutOutcome::kPlaced);
  store.Sync({0, 0});
  CHECK(store.snapshot()->hazards()[1].radius == 8);
  for (const float bad : {0.0F, -1.0F, 251.0F, 1e30F, std::numeric_limits<float>::quiet_NaN()}) {
    CHECK(store.PutHazard({{6}, HazardKind::kGas, {10, 0, 0}, bad}) == PutOutcome::kBadDescription);
    if (bad != 0 && bad != -1 && bad != 251) {
      CHECK(store.PutHazard({{6}, HazardKind::kGas, {bad, 0, 0}, 1}) == PutOutcome::kBadDescription);
    }
  }
  uint64_t id = 100;
  while (store.hazards().size() < static_cast<size_t>(kHazardsMax))
    store.PutHazard({{++id}, gas.kind, {}, 1});
  CHECK(store.PutHazard({{++id}, gas.kind, {}, 1}) == PutOutcome::kFull);
  CHECK(store.counters().hazards_refused == 1);
  CHECK(store.RemoveHazard({2}));
  CHECK_FALSE(store.RemoveHazard({2}));
}

TEST_CASE("state: every field is described, and equal calls give equal hashes") {
  CHECK(platform::DescribedBytes(ObjectDescription()) + 3 == sizeof(ObjectDescription));
  CHECK(platform::DescribedBytes(ObjectCounters()) == sizeof(ObjectCounters));
  CHECK(platform::DescribedBytes(ObjectOwner()) + 6 == sizeof(ObjectOwner));
  CHECK(platform::DescribedBytes(ObjectPose()) == sizeof(ObjectPose));
  CHECK(platform::DescribedBytes(Hazard()) + 3 + 4 == sizeof(Hazard));

  const auto run = [](int changes) {
    ObjectStore store(32, 8);
    platform::RandomStream random(4, platform::RandomPurpose::kTest, 4, 0);
    for (int n = 0; n < changes; ++n) {
      const ObjectId id{1 + random.NextBelow(200)};
      const float x = random.NextRange(0, 500);
      const uint32_t what = random.NextBelow(5);
      const auto kind = static_cast<ObjectKind>(random.NextBelow(kObjectKinds));
      if (what < 2) store.Add(id, BoxAt(x, 5, {1, 1, 1}, kind), kWait);
      if (what == 2) store.Move(id, BoxAt(x, 5).pose);
      if (what == 3) store.Remove(id);
      if (what == 4) store.Sync({0, 0});
      store.UpdateHash();
    }
    return store.hash_leaf().hash();
  };
  CHECK(run(2000) == run(2000));
  CHECK(run(2000) != run(1999));
}

TEST_CASE("a sync costs what changed, and allocates the snapshot alone once it is warm", "[NAV-225]") {
  ObjectStore store(4096, 4096);
  platform::RandomStream random(4, platform::RandomPurpose::kTest, 6, 0);
  for (uint64_t id = 1; id <= 2000; ++id) {
    const float x = random.NextRange(0, 2000);
    const float y = random.NextRange(0, 2000);
    store.Add({id}, BoxAt(x, y), kRefuse);
  }
  store.Sync({0, 0});
  const auto turn = [&](int n) {
    const auto held = store.snapshot();
    for (uint64_t id = 1; id <= 20; ++id) {
      ObjectPose pose = store.Find({id})->wanted.pose;
      pose.origin.z = n % 2 == 0 ? 1 : 2;
      store.Move({id}, pose);
    }
    store.Sync({0, 0});
    CHECK(held != store.snapshot());
  };
  for (int n = 1; n < 50; ++n) turn(n);
  const uint64_t before = testing::AllocationsCount();
  for (int n = 0; n < 100; ++n) {
    for (uint64_t id = 1; id <= 20; ++id) {
      ObjectPose pose = store.Find({id})->wanted.pose;
      pose.origin.z = n % 2 == 0 ? 1 : 2;
      store.Move({id}, pose);
    }
    store.Sync({0, 0});
  }
  CHECK(testing::AllocationsCount() - before <= 100);
}

// NAV-224 and NAV-225 ask for a hand-shake without locks; here it is phases of one writer. What it was for: a
// reader never sees half of a change.
TEST_CASE("no torn bounds in 1,000,000 updates while others read", "[NAV-224][NAV-225]") {
  ObjectStore store(64, 64);
  for (uint64_t id = 1; id <= 16; ++id) store.Add({id}, BoxAt(1, static_cast<float>(id) * 20), kRefuse);
  store.Sync({0, 0});
  std::mutex mutex;
  std::shared_ptr<const ObjectSnapshot> published = store.snapshot();
  std::atomic<bool> done = false;
  std::atomic<int> torn = 0;
  std::atomic<uint64_t> reads = 0;
  const auto read = [&] {
    while (!done) {
      std::shared_ptr<const ObjectSnapshot> mine;
      {
        const std::lock_guard lock(mutex);
        mine = published;
      }
      size_t seen = 0;
      mine->ForEachNear({-6000, -6000, -100}, {9000, 9000, 1100}, [&](const DynamicObject& object) {
        ++seen;
        // Every update gives x = z = heading's hundredfold; the planes, corners and box follow from these.
        const ObjectBounds rebuilt =
            MakeObjectBounds({object.bounds.origin, object.heading, 0, 0}, object.half_extents);
        const FixedBox coarse = CoarseBoxOf(rebuilt);
        const bool same = object.bounds.origin.x == object.bounds.origin.z &&
                          rebuilt.planes[0].normal == object.bounds.planes[0].normal &&
                          rebuilt.top_z == object.bounds.top_z &&
                          FootprintCorners(rebuilt, 0) == object.corners &&
                          coarse.min[0] == object.coarse.min[0];
        if (!same) ++torn;
      });
      if (seen != 16) ++torn;
      ++reads;
    }
  };
  std::thread first(read);
  std::thread second(read);
  constexpr int kUpdates = 1'000'000;
  for (int n = 0; n < kUpdates; ++n) {
    const uint64_t id = 1 + static_cast<uint64_t>(n) % 16;
    const auto step = static_cast<float>(1 + n % 997);
    ObjectPose pose;
    pose.origin = {step, static_cast<float>(id) * 20, step};
    pose.heading = step * 0.003F;
    store.Move({id}, pose);
    if (n % 32 == 31) {
      store.Sync({0, 0});
      const std::lock_guard lock(mutex);
      published = store.snapshot();
    }
  }
  done = true;
  first.join();
  second.join();
  CHECK(torn == 0);
  CHECK(reads > 0);
  CHECK(store.counters().below_threshold < kUpdates / 100);
  CHECK(store.counters().updates > kUpdates / 3);  // two moves of each between two syncs
}

}  // namespace
}  // namespace footfall::nav
