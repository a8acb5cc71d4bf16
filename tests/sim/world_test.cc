#include "sim/world.h"

#include <atomic>
#include <limits>
#include <map>
#include <thread>

#include "sim/outcome.h"
#include "sim/scenario_run.h"
#include "tests/sim/sim_fixture.h"
#include "tests/slow_build.h"

namespace footfall::sim::testing {
namespace {

constexpr uint64_t kTicks = 200;

// Little virtual time, so that orders wait and are carried.
WorldOptions BusyOptions(const std::vector<std::string>& more = {}) {
  std::vector<std::string> sets = {"path_slice_units=40", "path_workers=2", "request_timeout_ms=1500",
                                   "stale_check_ms=200"};
  sets.insert(sets.end(), more.begin(), more.end());
  return YardOptions("server", sets);
}

TEST_CASE("a request is answered at the next tick's sync on an idle worker", "[R4]") {
  auto world = WorldOf(YardOptions());
  const CommandResult submitted = world->ApplyOpen(SubmitOf(7, 1, {1, 1, 0}, {30, 30, 0}));
  REQUIRE(submitted.fault == CommandFault::kNone);
  CHECK(submitted.applied_tick == 1);

  world->Step({}, nullptr);
  const RequestView* pending = world->view()->Find(submitted.handle);
  REQUIRE(pending != nullptr);
  CHECK(pending->state == nav::SlotState::kPending);
  CHECK(pending->result == nullptr);
  CHECK(world->view()->finished.empty());

  world->Step({}, nullptr);
  const auto view = world->view();
  const RequestView* complete = view->Find(submitted.handle);
  REQUIRE(complete != nullptr);
  CHECK(complete->state == nav::SlotState::kComplete);
  REQUIRE(complete->result != nullptr);
  CHECK(OutcomeOf(*complete->result) == Outcome::kComplete);
  CHECK(complete->result->points.size() >= 2);
  CHECK(complete->timing.submitted_tick == 1);
  CHECK(complete->timing.visible_tick == 2);
  CHECK(view->finished == std::vector<WireHandle>{submitted.handle});
  world->Step({}, nullptr);
  CHECK(world->view()->finished.empty());
}

TEST_CASE("a paused world answers, and its view shows the open commands", "[R1][R2]") {
  auto world = WorldOf(YardOptions());
  const auto before = world->view();
  CHECK(before->tick == 0);
  CHECK(before->open_commands == 0);
  const CommandResult submitted = world->ApplyOpen(SubmitOf(7, 1, {1, 1, 0}, {30, 30, 0}));
  CHECK(before->Find(submitted.handle) == nullptr);

  const auto view = world->view();
  CHECK(view->tick == 0);
  CHECK(view->open_commands == 1);
  REQUIRE(view->Find(submitted.handle) != nullptr);
  CHECK(view->Find(submitted.handle)->state == nav::SlotState::kPending);
  CHECK(view->hash->root == before->hash->root);  // of the last finished tick
  CHECK(view->figures.slots_in_use == 1);

  const CommandResult released = world->ApplyOpen({7, 2, ReleasePath{submitted.handle}});
  CHECK(released.fault == CommandFault::kNone);
  CHECK(world->view()->open_commands == 2);
  CHECK(world->view()->Find(submitted.handle) == nullptr);
  CHECK(view->Find(submitted.handle) != nullptr);  // a view never changes
  world->Step({}, nullptr);
  CHECK(world->view()->open_commands == 0);
}

TEST_CASE("one log gives the same hashes paused between all ticks, free running and replayed", "[R1]") {
  auto paused = WorldOf(BusyOptions());
  const CommandLog log = RecordLog(*paused, kTicks, 5);
  REQUIRE(log.entries.size() > 100);

  auto running = WorldOf(BusyOptions());
  const auto first = Replay(log, *running, kTicks);
  REQUIRE(first.ok());
  CHECK(first->back() == paused->hash());

  const auto decoded = DecodeLog(EncodeLog(log));
  REQUIRE(decoded.ok());
  auto again = WorldOf(BusyOptions());
  const auto second = Replay(*decoded, *again, kTicks);
  REQUIRE(second.ok());
  CHECK(RootsOf(*first) == RootsOf(*second));
  CHECK(running->view()->figures.completed > 20);
  CHECK(running->view()->figures.expired > 0);
}

TEST_CASE("replay refuses a world that is not the log's") {
  auto world = WorldOf(BusyOptions());
  const CommandLog log = RecordLog(*world, 3, 5);
  WorldOptions options = BusyOptions();
  SECTION("seed") { options.seed = 2; }
  SECTION("hz") { options.hz = 60; }
  SECTION("epoch") { options.epoch = 9; }
  SECTION("profile") { options.profile = ProfileOf("ps3"); }
  SECTION("pack") {
    options.pack = PackOf([] {
      auto draft = tests::GridWorld(5);
      draft.build_id = 77;
      return draft;
    }());
  }
  auto other = WorldOf(options);
  CHECK(Replay(log, *other, 3).status().code() == absl::StatusCode::kFailedPrecondition);
}

TEST_CASE("hashes depend on neither the threads nor the order threads", "[R11][R20]") {
  auto world = WorldOf(BusyOptions());
  const CommandLog log = RecordLog(*world, kTicks, 11);
  std::vector<uint64_t> expected;
  for (const int threads : {1, 2, 4, 8}) {
    for (const int order_threads : {0, 1, 2, 8}) {
      // Slow builds try the ends alone: one and most, none and most.
      const bool is_end = (threads == 1 || threads == 8) && (order_threads == 0 || order_threads == 8);
      if (tests::kIsSlowBuild && !is_end) continue;
      CAPTURE(threads, order_threads);
      WorldOptions options = BusyOptions();
      options.threads = threads;
      options.order_threads = order_threads;
      auto other = WorldOf(options);
      const auto digests = Replay(log, *other, kTicks);
      REQUIRE(digests.ok());
      if (expected.empty()) {
        expected = RootsOf(*digests);
      }
      CHECK(RootsOf(*digests) == expected);
    }
  }
}

TEST_CASE("seed, profile and rate are in the hash, the epoch is not", "[R8]") {
  const auto root_of = [](const WorldOptions& options) {
    auto world = WorldOf(options);
    world->ApplyOpen(SubmitOf(7, 1, {1, 1, 0}, {30, 30, 0}));
    for (int i = 0; i < 5; ++i) {
      world->Step({}, nullptr);
    }
    return world->hash().root;
  };
  const WorldOptions base = YardOptions();
  const uint64_t root = root_of(base);
  CHECK(root_of(base) == root);
  WorldOptions other = base;
  other.seed = 2;
  CHECK(root_of(other) != root);
  other = base;
  other.hz = 60;
  CHECK(root_of(other) != root);
  other = YardOptions("pc");
  CHECK(root_of(other) != root);
  other = base;
  other.epoch = 200;
  CHECK(root_of(other) == root);
}

TEST_CASE("slice budgets change when a result comes and nothing of what it is", "[R11]") {
  struct Bytes {
    std::vector<platform::Vec3> points;
    std::vector<uint16_t> flags;
    nav::PathSummary summary;
    bool operator==(const Bytes&) const = default;
  };
  std::vector<Bytes> expected;
  for (const char* budget : {"1", "7", "4096", "1000000000"}) {
    CAPTURE(budget);
    auto world = WorldOf(YardOptions("server", {std::string("path_slice_units=") + budget, "path_workers=1",
                                                "request_timeout_ms=86400000"}));
    std::vector<WireHandle> handles;
    for (int i = 0; i < 12; ++i) {
      const auto x = static_cast<float>(3 * i + 1);
      handles.push_back(
          world->ApplyOpen(SubmitOf(7, handles.size() + 1, {x, 1, 0}, {39 - x / 2, 38, 0})).handle);
    }
    for (int tick = 0; world->view()->figures.completed < handles.size(); ++tick) {
      REQUIRE(tick < 100'000);
      world->Step({}, nullptr);
    }
    std::vector<Bytes> got;
    const auto view = world->view();
    for (const WireHandle handle : handles) {
      const auto& result = *view->Find(handle)->result;
      got.push_back({result.points, result.waypoint_flags, result});
    }
    if (expected.empty()) {
      expected = got;
    }
    CHECK(got == expected);
  }
}

TEST_CASE("a client that polls and queries all the time changes nothing", "[R2]") {
  auto quiet = WorldOf(BusyOptions());
  const CommandLog log = RecordLog(*quiet, kTicks, 3);

  auto world = WorldOf(BusyOptions());
  std::atomic<bool> stop{false};
  std::atomic<uint64_t> polls{0};
  std::thread reader([&] {
    uint64_t last_tick = 0;
    while (!stop.load()) {
      const auto view = world->view();
      for (nav::SourceId source = 0; source < 3; ++source) {
        for (const RequestView* request : view->OfSource(source)) {
          if (view->Find(request->handle) != request ||
              view->Judge(request->handle, source) != CommandFault::kNone || view->tick < last_tick) {
            std::abort();
          }
        }
      }
      last_tick = view->tick;
      ++polls;
    }
  });
  while (polls.load() == 0) {
    std::this_thread::yield();
  }
  const auto digests = Replay(log, *world, kTicks);
  stop = true;
  reader.join();
  REQUIRE(digests.ok());
  CHECK(world->hash() == quiet->hash());
}

TEST_CASE("the view and the path server count the same requests") {
  auto world = WorldOf(BusyOptions());
  RecordLog(*world, kTicks, 8);
  const auto view = world->view();
  size_t seen = 0;
  std::map<nav::SlotState, int> states;
  for (nav::SourceId source = 0; source < 3; ++source) {
    WireHandle last;
    for (const RequestView* request : view->OfSource(source)) {
      CHECK(last < request->handle);
      last = request->handle;
      CHECK(request->source == source);
      CHECK((request->state == nav::SlotState::kComplete) == (request->result != nullptr));
      ++states[request->state];
      ++seen;
    }
  }
  CHECK(seen == view->figures.slots_in_use);
  CHECK(states.size() >= 2);
}

TEST_CASE("refusals are counted in the hash", "[R2]") {
  auto with = WorldOf(YardOptions());
  auto without = WorldOf(YardOptions());
  Command bad = SubmitOf(7, 1, {1, 1, 0}, {30, 30, 0});
  std::get<SubmitPath>(bad.body).request.start.x = std::numeric_limits<float>::quiet_NaN();
  // Both know the source, so that only the refusal differs.
  for (World* world : {with.get(), without.get()}) {
    world->ApplyOpen({7, 1, ReleasePath{world->ApplyOpen(SubmitOf(7, 1, {1, 1, 0}, {2, 2, 0})).handle}});
  }
  const CommandResult refused = with->ApplyOpen(bad);
  CHECK(refused.fault == CommandFault::kBadNumber);
  CHECK_FALSE(refused.handle.valid());
  CHECK(refused.detail == "path.start.x: nan is not in the world, [-6000, 9000)");
  with->Step({}, nullptr);
  without->Step({}, nullptr);
  CHECK(with->hash().root != without->hash().root);
  CHECK(with->view()->figures.refused == 1);
}

TEST_CASE("a full table and a full quota refuse and name the limit", "[R9][NAV-088]") {
  auto world = WorldOf(YardOptions("ps3"));
  const int slots = world->options().profile.path_requests_max;
  for (int i = 0; i < slots; ++i) {
    REQUIRE(world->ApplyOpen(SubmitOf(7, 1, {1, 1, 0}, {2, 2, 0})).fault == CommandFault::kNone);
  }
  const CommandResult full = world->ApplyOpen(SubmitOf(8, 1, {1, 1, 0}, {2, 2, 0}));
  CHECK(full.fault == CommandFault::kSlotsFull);
  CHECK(full.detail == "path_requests_max: all 32 path slots are in use");

  auto quota = WorldOf(YardOptions("server", {"requests_per_session_max=2"}));
  quota->ApplyOpen(SubmitOf(7, 1, {1, 1, 0}, {2, 2, 0}));
  quota->ApplyOpen(SubmitOf(7, 2, {1, 1, 0}, {2, 2, 0}));
  const CommandResult third = quota->ApplyOpen(SubmitOf(7, 3, {1, 1, 0}, {2, 2, 0}));
  CHECK(third.fault == CommandFault::kSourceQuota);
  CHECK(third.detail.find("2") != std::string::npos);
  CHECK(quota->ApplyOpen(SubmitOf(8, 1, {1, 1, 0}, {2, 2, 0})).fault == CommandFault::kNone);
}

TEST_CASE("a flag without effect is refused", "[R42]") {
  auto world = WorldOf(YardOptions());
  Command command = SubmitOf(7, 1, {1, 1, 0}, {2, 2, 0});
  std::get<SubmitPath>(command.body).request.flags = uint64_t{1} << 63;
  const CommandResult result = world->ApplyOpen(command);
  CHECK(result.fault == CommandFault::kBadFlags);
  CHECK(result.detail.find("8000000000000000") != std::string::npos);
}

TEST_CASE("the main core's units follow from the profile and refused commands are free", "[R14]") {
  // The path server shares the main core, whose load is set so that two commands more or less decide whether
  // the slice gets its floor: the load is seen through the hash of the path server alone.
  const auto leaf_of = [](const std::vector<std::string>& sets, bool refuse) {
    auto world = WorldOf(YardOptions("ps3", sets));
    world->ApplyOpen(SubmitOf(7, 1, {1, 1, 0}, {2, 2, 0}));
    if (refuse) {
      world->ApplyOpen({7, 2, ReleasePath{WireHandle{}}});
    }
    world->Step({}, nullptr);
    for (const platform::LeafDigest& leaf : world->hash().leaves) {
      if (leaf.name == "path_server") {
        return leaf.hash;
      }
    }
    return uint64_t{0};
  };
  const uint64_t base = leaf_of({}, false);
  CHECK(leaf_of({}, true) == base);
  CHECK(leaf_of({"main_load_units=5"}, false) != base);
  CHECK(leaf_of({"main_command_units=3"}, false) != base);
}

TEST_CASE("a world that cannot be is refused with the field's name") {
  WorldOptions options = YardOptions();
  const auto message = [&] { return std::string(World::Create(options).status().message()); };
  SECTION("hz") {
    for (const int hz : {0, -30, 29, 120, std::numeric_limits<int>::max()}) {
      options.hz = hz;
      CHECK(World::Create(options).status().code() == absl::StatusCode::kInvalidArgument);
    }
  }
  SECTION("threads") {
    options.threads = 0;
    CHECK(message() == "threads: 0 is not in [1, 256]");
    options.threads = 257;
    CHECK(message() == "threads: 257 is not in [1, 256]");
  }
  SECTION("order threads") {
    options.order_threads = -1;
    CHECK(message() == "order_threads: -1 is not in [0, 256]");
  }
  SECTION("no pack") {
    options.pack = nullptr;
    CHECK(message() == "pack: a world needs one");
  }
  SECTION("profile") {
    options.profile.path_requests_max = 0;
    CHECK(message().find("path_requests_max") != std::string::npos);
  }
}

TEST_CASE("tick times are those of the rate") {
  WorldOptions options = YardOptions();
  options.hz = 60;
  auto world = WorldOf(options);
  for (int i = 0; i < 60; ++i) {
    world->Step({}, nullptr);
  }
  CHECK(world->tick() == 60);
  CHECK(world->view()->tick == 60);
  CHECK(world->view()->sim_time_ns == 1'000'000'000);
}

}  // namespace
}  // namespace footfall::sim::testing
