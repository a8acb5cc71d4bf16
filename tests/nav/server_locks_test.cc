// What the locks and threads of the reference were for, shown on slots that belong to one thread, immutable
// orders and results that meet slots at the sync alone.

#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "nav/server/path_runner.h"
#include "nav/server/path_server.h"
#include "nav/server/wait_observer.h"
#include "platform/state_hash.h"
#include "tests/nav/counting_new.h"
#include "tests/nav/hand_packs.h"
#include "tests/nav/server_fixture.h"

namespace footfall::nav::testing {
namespace {

constexpr RequestType kAllTypes[] = {
    RequestType::kPath,      RequestType::kLineOfSight, RequestType::kAudioProperties,
    RequestType::kFloodFill, RequestType::kClearArea,   RequestType::kClosestPosition};

// Ends the process when it lives for longer than this (NAV-275).
class Watchdog {
 public:
  explicit Watchdog(std::chrono::seconds limit) : thread_([this, limit] { Watch(limit); }) {}
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

 private:
  void Watch(std::chrono::seconds limit) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, limit, [this] { return done_; })) {
      std::fputs("watchdog: the path server stands still\n", stderr);
      std::abort();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread thread_;
};

size_t ThreadsCount() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) ++count;
  return count;
}

TEST_CASE("stale check, tile changes, submits and cancels go on while orders run",
          "[NAV-275][NAV-272][NAV-273]") {
  const Watchdog watchdog(std::chrono::seconds(30 * 10));  // sanitizers and a loaded host included
  platform::Profile profile = FakeProfile(500);
  profile.request_timeout_ms = 100;
  profile.stale_check_ms = 34;
  profile.path_workers = 2;
  profile.main_core = 1;
  FakeWorld world(profile, 3);
  // An order that never ends by itself stands for the worker that holds the navmesh lock for a whole round.
  RequestHandle endless = world.Submit(FakeRequest(kEndless));
  uint64_t expired = 0;
  const MeshIndex own = MeshIndexAt(1, 1);
  for (int tick = 0; tick < 400; ++tick) {
    std::vector<RequestHandle> handles;
    for (const RequestType type : kAllTypes) {
      handles.push_back(world.Submit(FakeQuery(type, static_cast<uint32_t>(tick % 90), tick)));
    }
    if (handles[0].valid()) world.server.Cancel(handles[0]);
    world.Sync();
    expired += world.server.expired().size();
    if (tick % 5 == 0) world.server.AbortForTiles(std::span(&own, 1));
    if (tick % 50 == 49) {
      world.server.Cancel(endless);
      world.Freeze();
      world.Commit();
      endless = world.Submit(FakeRequest(kEndless));
      continue;
    }
    world.Freeze();
    world.Commit();
  }
  CHECK(expired > 0);
  CHECK(world.server.counters().expired == expired);
  CHECK(world.server.counters().restarts > 0);
}

TEST_CASE("no call of a tick waits for an order that cannot end in it", "[NAV-273][NAV-111]") {
  const Watchdog watchdog(std::chrono::seconds(300));
  FakeWorld world(FakeProfile(100), 1);
  // It would run for ever: every call below would hang if it waited for it.
  const RequestHandle endless = world.Submit(FakeRequest(kEndless));
  for (int tick = 0; tick < 20; ++tick) {
    world.Tick();
    CHECK(world.server.Poll(endless) == PollResult::kNotReady);
  }
  world.Sync();
  const MeshIndex own = MeshIndexAt(0, 0);
  CHECK(world.server.AbortForTiles(std::span(&own, 1)) == 1);
  CHECK(world.server.State(endless) == SlotState::kPending);
}

class CountingObserver : public WaitObserver {
 public:
  void WaitBegins() override {
    CHECK(begun == ended);
    ++begun;
  }
  void WaitEnds() override { ++ended; }
  int begun = 0;
  int ended = 0;
};

TEST_CASE("whoever wants to measure waits for searches is told of each, and nobody at first", "[NAV-277]") {
  const auto run = [](int threads, WaitObserver* observer) {
    FakeWorld world(FakeProfile(100), threads);
    world.server.set_wait_observer(observer);
    for (int i = 0; i < 8; ++i) world.Submit(FakeRequest(30, i));
    for (int tick = 0; tick < 6; ++tick) world.Tick();
    CHECK(world.server.counters().by_type[0].completed == 8);
    world.server.UpdateHash();
    return world.server.hash_leaf().hash();
  };
  CountingObserver observer;
  const uint64_t watched = run(1, &observer);
  CHECK(observer.begun >= 8);
  CHECK(observer.begun == observer.ended);
  CHECK(run(1, nullptr) == watched);
  CountingObserver alone;
  CHECK(run(0, &alone) == watched);
  CHECK(alone.begun == 0);  // without order threads there is nobody to wait for
}

TEST_CASE("reset does not wait for long searches and empties every slot of every type",
          "[NAV-053][NAV-274]") {
  const Watchdog watchdog(std::chrono::seconds(300));
  FakeWorld world(FakeProfile(100), 2);
  world.Submit(FakeRequest(kEndless, 1));
  world.Submit(FakeRequest(kEndless, 2));
  std::vector<RequestHandle> handles;
  for (int i = 0; i < 3; ++i) {
    for (const RequestType type : kAllTypes) handles.push_back(world.Submit(FakeQuery(type, 50, i)));
  }
  world.Tick();
  world.Tick();
  world.server.Reset();
  for (const RequestHandle handle : handles) CHECK(world.server.Poll(handle) == PollResult::kNotFound);
  CHECK(world.server.counters() == PathCounters{});
  for (int i = 0; i < world.server.slots_count(); ++i) {
    CHECK(world.server.slot(i).state == SlotState::kEmpty);
  }
  CHECK(world.orders.counts().begun == world.orders.counts().ended + world.orders.counts().stopped);
}

TEST_CASE("no thread and no allocation is left after the server's end", "[NAV-052]") {
  const Watchdog watchdog(std::chrono::seconds(300));
  const auto view = tests::ViewOf(tests::HoleWorld());
  const platform::Profile profile = FakeProfile(300);
  const PathRunnerFactory runners(profile);
  bool all_taken = true;
  const auto run = [&](bool reset) {
    size_t threads_inside = 0;
    {
      PathServer server(profile, platform::TickRate(), runners, 3);
      threads_inside = ThreadsCount();
      PathRequest path;
      path.start = {1, 1, 0};
      path.end = {17, 17, 0};
      for (uint64_t tick = 0; tick < 5; ++tick) {
        for (int i = 0; i < 4; ++i) {
          all_taken = all_taken && server.Submit(path, {}, tick).handle.valid();
        }
        all_taken = all_taken && server.Submit(FloodFillRequest{.start = {1, 1, 0}}, {}, tick).handle.valid();
        server.Sync(tick);
        server.Freeze(tick, view);
        server.SettleMain(tick, 0);
      }
      if (reset) server.Reset();
    }
    // A thread that was joined may be listed for a moment longer; one that was not ends the process here.
    while (ThreadsCount() + 3 > threads_inside) std::this_thread::yield();
  };
  run(false);  // what the process makes once is there
  const uint64_t live = LiveAllocationsCount();
  run(false);
  const uint64_t live_after_end = LiveAllocationsCount();
  run(true);
  const uint64_t live_after_reset = LiveAllocationsCount();
  CHECK(all_taken);
  CHECK(live_after_end == live);
  CHECK(live_after_reset == live);
}

TEST_CASE("tiles of a running order stay valid when the world has let them go", "[NAV-072][NAV-108]") {
  const platform::Profile profile = FakeProfile(20);
  const PathRunnerFactory runners(profile);
  PathServer server(profile, platform::TickRate(), runners, 2);
  PathRequest request;
  request.start = {1, 1, 0};
  request.end = {17, 17, 0};
  std::vector<platform::Vec3> expected;
  for (int round = 0; round < 2; ++round) {
    auto view = tests::ViewOf(tests::HoleWorld());
    const std::weak_ptr<const NavView> watched = view;
    const auto tick = static_cast<uint64_t>(round) * 1000;
    const RequestHandle handle = server.Submit(request, {}, tick).handle;
    server.Sync(tick);
    server.Freeze(tick, view);
    server.SettleMain(tick, 0);
    // The world evicts the tiles: only the order holds them from here on.
    view.reset();
    const auto empty = std::make_shared<const TaggedView>(0);
    uint64_t now = tick + 1;
    for (; server.Poll(handle) != PollResult::kReady; ++now) {
      REQUIRE(now < tick + 900);
      server.Sync(now);
      server.Freeze(now, empty);
      server.SettleMain(now, 0);
    }
    CHECK(server.Code(handle) == CompletionCode::kFound);
    const auto points = server.Result(handle)->points;
    if (round == 0) expected.assign(points.begin(), points.end());
    CHECK(std::equal(points.begin(), points.end(), expected.begin(), expected.end()));
    CHECK(watched.expired());
    server.Reset();
  }
}

TEST_CASE("a server with nothing to do begins no order and answers at the next slice", "[NAV-055][NAV-109]") {
  FakeWorld world(FakeProfile(1000), 2);
  for (int tick = 0; tick < 100; ++tick) world.Tick();
  CHECK(world.orders.counts().begun == 0);
  CHECK(world.server.left_ns() > 0);
  // All that is pending at once is taken in one slice.
  std::vector<RequestHandle> handles;
  for (int i = 0; i < 20; ++i) handles.push_back(world.Submit(FakeRequest(10, i)));
  world.Tick();
  world.Sync();
  for (const RequestHandle handle : handles) CHECK(world.server.Poll(handle) == PollResult::kReady);
}

TEST_CASE("with and without threads the same results come in the same ticks", "[NAV-004][NAV-005][NAV-122]") {
  const auto run = [](int threads) {
    platform::Profile profile = FakeProfile(60);
    profile.path_workers = 2;
    FakeWorld world(profile, threads);
    std::vector<uint64_t> seen;
    for (int tick = 0; tick < 80; ++tick) {
      for (const RequestType type : kAllTypes) {
        if ((tick + static_cast<int>(type)) % 3 == 0) {
          world.Submit(FakeQuery(type, static_cast<uint32_t>(tick * 13 % 70), tick));
        }
      }
      world.Sync();
      uint64_t last = 0;
      for (const Completion& completion : world.server.completed()) {
        // Visible at the barrier alone, in ascending handle order.
        CHECK(completion.handle.value > last);
        last = completion.handle.value;
        seen.push_back(completion.handle.value);
        seen.push_back(world.server.Timing(completion.handle)->visible_tick);
        seen.push_back(static_cast<uint64_t>(world.server.Code(completion.handle)));
      }
      for (const Completion& completion : world.server.completed()) world.server.Release(completion.handle);
      world.Freeze();
      world.Commit();
      world.server.UpdateHash();
      seen.push_back(world.server.hash_leaf().hash());
    }
    return seen;
  };
  const std::vector<uint64_t> alone = run(0);
  CHECK(alone.size() > 100);
  for (const int threads : {1, 2, 4}) CHECK(run(threads) == alone);
}

TEST_CASE("ages are counted in ticks and not on a clock", "[NAV-003][NAV-110]") {
  // 30 s of the simulation pass in milliseconds here; a pause is no tick at all.
  FakeWorld world(FakeProfile());
  const RequestHandle handle = world.Submit(FakeRequest(1));
  for (int i = 0; i < 899; ++i) world.Tick();
  CHECK(world.server.Poll(handle) == PollResult::kReady);
  for (int i = 0; i < 100; ++i) world.Tick();
  CHECK(world.server.Poll(handle) == PollResult::kNotFound);
}

TEST_CASE("peds of the world and sessions take slots of one pool", "[NAV-002]") {
  FakeWorld world(FakeProfile());
  for (const RequestType type : kAllTypes) {
    const uint64_t before = world.server.counters().by_type[IndexOf(type)].slots_in_use;
    REQUIRE(world.Submit(FakeQuery(type, 1), kWorldSource).valid());
    REQUIRE(world.Submit(FakeQuery(type, 1), 9).valid());
    CHECK(world.server.counters().by_type[IndexOf(type)].slots_in_use == before + 2);
  }
}

TEST_CASE("what nobody collected names who should have", "[NAV-095]") {
  FakeWorld world(FakeProfile());
  const RequestHandle leaked =
      world.server.Submit(FakeRequest(1), {.source = 4, .waiting_ped = 77}, 0).handle;
  std::vector<Completion> expired;
  for (int i = 0; i < 1000 && expired.empty(); ++i) {
    world.Tick();
    expired = world.server.expired();
  }
  CHECK(expired == std::vector<Completion>{{leaked, 4, 77}});
  CHECK(world.server.counters().expired == 1);
}

TEST_CASE("an aborted request is complete only with what its last run left", "[NAV-112][NAV-107]") {
  FakeWorld world(FakeProfile(10), 1);
  const RequestHandle handle = world.Submit(FakeRequest(25, 1, 0));  // finds nothing
  world.Tick();
  world.Sync();
  const MeshIndex own = MeshIndexAt(1, 0);
  REQUIRE(world.server.AbortForTiles(std::span(&own, 1)) == 1);
  CHECK(world.server.Code(handle) == CompletionCode::kStillPending);
  CHECK(SlotBits(world.server.State(handle), true) == (kSlotPending | kSlotWasAborted));
  world.Freeze();
  world.Commit();
  for (int i = 0; i < 3; ++i) world.Tick();
  CHECK(world.server.Code(handle) == CompletionCode::kNotFound);
  CHECK(world.server.Timing(handle)->restarts == 1);
}

}  // namespace
}  // namespace footfall::nav::testing
