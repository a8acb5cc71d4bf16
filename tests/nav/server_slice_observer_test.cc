#include <catch2/catch.hpp>
#include <vector>

#include "nav/server/path_server.h"
#include "nav/server/slice_observer.h"
#include "platform/state_hash.h"
#include "tests/nav/server_fixture.h"

namespace footfall::nav::testing {
namespace {

struct Seen {
  SliceReport report;
  std::vector<SliceEntry> entries;
  std::vector<int64_t> busy_until_ns;
};

class Recorder final : public SliceObserver {
 public:
  void SliceSettled(const SliceReport& report) override {
    seen.push_back({report,
                    {report.entries.begin(), report.entries.end()},
                    {report.busy_until_ns.begin(), report.busy_until_ns.end()}});
  }
  const SliceEntry* Find(size_t slice, RequestHandle handle) const {
    for (const SliceEntry& entry : seen[slice].entries) {
      if (entry.handle == handle) return &entry;
    }
    return nullptr;
  }

  std::vector<Seen> seen;
};

TEST_CASE("an observer sees each part of a carried order and who waits behind it", "[R11][R17]") {
  const int threads = GENERATE(0, 2);
  FakeWorld world(FakeProfile(100), threads, 10);
  Recorder recorder;
  world.server.set_slice_observer(&recorder);
  const RequestHandle a = world.Submit(FakeRequest(250, 1), 7);
  const RequestHandle b = world.Submit(FakeRequest(40, 2));
  for (int i = 0; i < 4; ++i) {
    world.Tick();
  }
  REQUIRE(recorder.seen.size() == 3);
  for (size_t slice = 0; slice < 3; ++slice) {
    const SliceEntry& of_a = *recorder.Find(slice, a);
    CHECK(recorder.seen[slice].report.tick == 10 + slice);
    CHECK(recorder.seen[slice].report.budget_ns == 100'000);
    CHECK(of_a.worker == 0);
    CHECK(of_a.source == 7);
    CHECK(of_a.submitted_tick == 10);
    CHECK(of_a.start_ns == 0);
    CHECK(of_a.is_carried == (slice > 0));
    CHECK(of_a.charged_ns == (slice < 2 ? 100'000 : 50'000));
    CHECK(of_a.is_complete == (slice == 2));
  }
  CHECK(recorder.Find(0, b)->worker == -1);
  CHECK(recorder.Find(1, b)->worker == -1);
  const SliceEntry& of_b = *recorder.Find(2, b);
  CHECK(of_b.start_ns == 50'000);
  CHECK(of_b.charged_ns == 40'000);
  CHECK(of_b.is_complete);
  CHECK(recorder.seen[2].busy_until_ns == std::vector<int64_t>{90'000});
  CHECK(recorder.seen[2].report.left_ns == 10'000);
}

TEST_CASE("the slice lies behind the main core's work, and at the floor when that takes the tick", "[R14]") {
  FakeWorld world(FakeProfile(), 0, 1);
  Recorder recorder;
  world.server.set_slice_observer(&recorder);
  world.Tick(5'000);
  world.Tick(50'000);
  world.Tick();
  REQUIRE(recorder.seen.size() == 2);
  CHECK(recorder.seen[0].report.main_ns == 5'000'000);
  CHECK(recorder.seen[0].report.start_ns() == 5'000'000);
  CHECK(recorder.seen[1].report.main_ns == 50'000'000);
  CHECK(recorder.seen[1].report.budget_ns == 64'000);
  CHECK(recorder.seen[1].report.start_ns() + 64'000 == recorder.seen[1].report.tick_ns);
}

TEST_CASE("a request that is given up after the freeze is not told of, but kept its worker busy", "[R12]") {
  FakeWorld world(FakeProfile(100), 0, 1);
  Recorder recorder;
  world.server.set_slice_observer(&recorder);
  const RequestHandle a = world.Submit(FakeRequest(30, 1));
  const RequestHandle b = world.Submit(FakeRequest(30, 2));
  world.Tick();
  CHECK(world.server.Cancel(a));
  world.Sync();
  REQUIRE(recorder.seen.size() == 1);
  CHECK(recorder.Find(0, a) == nullptr);
  CHECK(recorder.Find(0, b)->start_ns == 30'000);
  CHECK(recorder.seen[0].busy_until_ns == std::vector<int64_t>{60'000});
}

TEST_CASE("two workers are told apart, each from its own start", "[R17]") {
  platform::Profile profile = FakeProfile(100);
  profile.path_core = 1;
  profile.path_workers = 2;
  FakeWorld world(profile, 0, 1);
  Recorder recorder;
  world.server.set_slice_observer(&recorder);
  const RequestHandle a = world.Submit(FakeRequest(60, 1));
  const RequestHandle b = world.Submit(FakeRequest(20, 2));
  const RequestHandle c = world.Submit(FakeRequest(20, 3));
  world.Tick();
  world.Sync();
  CHECK(recorder.Find(0, a)->worker == 0);
  CHECK(recorder.Find(0, b)->worker == 1);
  CHECK(recorder.Find(0, c)->worker == 1);
  CHECK(recorder.Find(0, c)->start_ns == 20'000);
  CHECK(recorder.seen[0].busy_until_ns == std::vector<int64_t>{60'000, 40'000});
}

TEST_CASE("a watched server has the hash of one that nobody watches", "[R14]") {
  FakeWorld alone(FakeProfile(100), 0, 1);
  FakeWorld watched(FakeProfile(100), 0, 1);
  Recorder recorder;
  watched.server.set_slice_observer(&recorder);
  for (int tick = 0; tick < 30; ++tick) {
    for (FakeWorld* world : {&alone, &watched}) {
      static_cast<void>(world->Submit(FakeRequest(static_cast<uint32_t>(1 + tick * 37 % 230), tick)));
      world->Tick();
      world->server.UpdateHash();
    }
    REQUIRE(alone.server.hash_leaf().hash() == watched.server.hash_leaf().hash());
  }
  CHECK(recorder.seen.size() == 29);
}

}  // namespace
}  // namespace footfall::nav::testing
