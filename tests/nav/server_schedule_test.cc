#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "nav/path/path_request.h"
#include "nav/server/schedule.h"
#include "platform/random.h"
#include "tests/nav/server_fixture.h"

namespace footfall::nav::testing {
namespace {

constexpr uint64_t kHigh = PathFlagMask(kFlagHighPrioRoute);
constexpr uint64_t kMission = PathFlagMask(kFlagMissionPed);
constexpr uint64_t kScripted = PathFlagMask(kFlagScriptedRoute);

std::vector<uint64_t> Handles(const std::vector<Candidate>& sequence) {
  std::vector<uint64_t> handles;
  for (const Candidate& candidate : sequence) {
    handles.push_back(candidate.handle.value);
  }
  return handles;
}

Candidate Of(RequestType type, uint64_t handle) { return {.handle = {handle}, .type = type}; }

std::vector<uint64_t> Sequence(std::vector<Candidate> candidates, SchedulerRotation rotation = {},
                               bool fair_sources = false) {
  TakingSequence taking;
  return Handles(taking.Build(candidates, rotation, fair_sources));
}

TEST_CASE("types are served round robin after the type served last", "[NAV-114]") {
  const std::vector<Candidate> candidates{
      Of(RequestType::kPath, 1),        Of(RequestType::kPath, 2),        Of(RequestType::kPath, 3),
      Of(RequestType::kLineOfSight, 4), Of(RequestType::kLineOfSight, 5), Of(RequestType::kFloodFill, 6),
      Of(RequestType::kGrid, 7),
  };
  CHECK(Sequence(candidates) == std::vector<uint64_t>{1, 7, 4, 6, 2, 5, 3});
  CHECK(Sequence(candidates, {.last_type = RequestType::kPath}) ==
        std::vector<uint64_t>{7, 4, 6, 1, 5, 2, 3});
  CHECK(Sequence(candidates, {.last_type = RequestType::kFloodFill}) ==
        std::vector<uint64_t>{1, 7, 4, 6, 2, 5, 3});
  CHECK(Sequence({}).empty());
}

TEST_CASE("a pending path request with priority makes the round start with paths", "[NAV-115]") {
  std::vector<Candidate> candidates{Of(RequestType::kPath, 1), Of(RequestType::kPath, 2),
                                    Of(RequestType::kPath, 3), Of(RequestType::kGrid, 4)};
  const SchedulerRotation rotation{.last_type = RequestType::kPath};
  CHECK(Sequence(candidates, rotation) == std::vector<uint64_t>{4, 1, 2, 3});
  candidates[2].priority_class = 1;
  CHECK(Sequence(candidates, rotation) == std::vector<uint64_t>{3, 4, 1, 2});
  candidates[1].priority_class = 2;
  CHECK(Sequence(candidates, rotation) == std::vector<uint64_t>{2, 3, 4, 1});
}

TEST_CASE("priority doubles for high priority and again for mission or script",
          "[NAV-116][NAV-115][NAV-207][NAV-208][NAV-209]") {
  CHECK(kScripted == uint64_t{1} << 39);
  CHECK(kMission == uint64_t{1} << 40);
  CHECK(kHigh == uint64_t{1} << 41);
  CHECK(PriorityClass(0) == 0);
  CHECK(PriorityClass(kHigh) == 1);
  CHECK(PriorityClass(kMission) == 1);
  CHECK(PriorityClass(kScripted) == 1);
  CHECK(PriorityClass(kScripted | kMission) == 1);
  CHECK(PriorityClass(kHigh | kMission) == 2);
  CHECK(PriorityClass(kHigh | kScripted | kMission) == 2);
  CHECK(PriorityClass(~(kHigh | kScripted | kMission)) == 0);
}

TEST_CASE("the sequence is that of the formula in exact arithmetic", "[NAV-116]") {
  __extension__ using Wide = unsigned __int128;
  const auto priority = [](const Candidate& c) {
    return (Wide{UINT64_MAX} - c.handle.value) << c.priority_class;
  };
  std::vector<Candidate> candidates;
  uint64_t seed = 1;
  for (uint64_t i = 0; i < 500; ++i) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    candidates.push_back({.handle = {(seed >> 3) / 500 * 500 + i + 1},
                          .priority_class = static_cast<uint8_t>((seed >> 40) % 3)});
  }
  std::vector<Candidate> expected = candidates;
  std::sort(expected.begin(), expected.end(), [&](const Candidate& a, const Candidate& b) {
    return priority(a) != priority(b) ? priority(a) > priority(b) : a.handle < b.handle;
  });
  CHECK(Sequence(candidates) == Handles(expected));
}

TEST_CASE("the server serves classes strictly and the older first", "[NAV-116]") {
  FakeWorld world(FakeProfile(10));
  const RequestHandle plain = world.Submit(FakeRequest(10, 1));
  const RequestHandle high = world.Submit(FakeRequest(10, 2, 2, kHigh));
  const RequestHandle both = world.Submit(FakeRequest(10, 3, 2, kHigh | kScripted));
  const RequestHandle mission = world.Submit(FakeRequest(10, 4, 2, kMission));
  const RequestHandle plain_2 = world.Submit(FakeRequest(10, 5));
  std::vector<RequestHandle> served;
  for (int i = 0; i < 6; ++i) {
    world.Tick();
    for (const Completion& completion : world.server.completed()) {
      served.push_back(completion.handle);
    }
  }
  CHECK(served == std::vector<RequestHandle>{both, high, mission, plain, plain_2});
}

TEST_CASE("routes of mission peds and of players get their priority from who walks them",
          "[NAV-117][NAV-208][NAV-209]") {
  FakeWorld world(FakeProfile(10));
  const auto submit = [&](int id, bool is_mission_ped, bool is_player) {
    const RequestOwner owner{.traveller = {is_mission_ped, is_player}};
    return world.server.Submit(FakeRequest(10, id), owner, world.tick).handle;
  };
  const RequestHandle plain = submit(1, false, false);
  const RequestHandle player = submit(2, false, true);
  const RequestHandle both = submit(3, true, true);
  const RequestHandle mission = submit(4, true, false);
  CHECK(world.server.Request(plain)->path()->flags == 0);
  CHECK(world.server.Request(player)->path()->flags == kHigh);
  CHECK(world.server.Request(both)->path()->flags == (kHigh | kMission));
  CHECK(world.server.Request(mission)->path()->flags == kMission);
  std::vector<RequestHandle> served;
  for (int i = 0; i < 5; ++i) {
    world.Tick();
    for (const Completion& completion : world.server.completed()) served.push_back(completion.handle);
  }
  CHECK(served == std::vector<RequestHandle>{both, player, mission, plain});
}

TEST_CASE("sources take turns within a class", "[R9][NAV-116]") {
  std::vector<Candidate> candidates;
  const std::vector<SourceId> sources{5, 5, 5, 2, 9, 2};
  for (uint64_t i = 0; i < sources.size(); ++i) {
    candidates.push_back({.handle = {i + 1}, .source = sources[i]});
  }
  CHECK(Sequence(candidates, {}, false) == std::vector<uint64_t>{1, 2, 3, 4, 5, 6});
  CHECK(Sequence(candidates, {}, true) == std::vector<uint64_t>{4, 1, 5, 6, 2, 3});
  SchedulerRotation after_5;
  after_5.next_source[0] = 6;
  CHECK(Sequence(candidates, after_5, true) == std::vector<uint64_t>{5, 4, 1, 6, 2, 3});
  SchedulerRotation after_9;
  after_9.next_source[0] = 10;
  CHECK(Sequence(candidates, after_9, true) == std::vector<uint64_t>{4, 1, 5, 6, 2, 3});
  // A class of its own has turns of its own, and what a tile change sent back goes first.
  candidates[2].priority_class = 1;
  candidates[4].was_aborted = true;
  CHECK(Sequence(candidates, {}, true) == std::vector<uint64_t>{3, 5, 4, 1, 6, 2});
}

TEST_CASE("a greedy source does not starve the others, across slices", "[R9][R17]") {
  const bool take_turns = GENERATE(false, true);
  platform::Profile profile = FakeProfile(10);
  profile.sources_take_turns = take_turns;
  FakeWorld world(profile);
  for (int i = 0; i < 10; ++i) {
    world.Submit(FakeRequest(10, i), 1);
  }
  const RequestHandle modest = world.Submit(FakeRequest(10, 20), 2);
  int ticks = 0;
  while (world.server.Poll(modest) != PollResult::kReady) {
    world.Tick();
    ++ticks;
  }
  CHECK(ticks == (take_turns ? 3 : 12));
}

TEST_CASE("the rotation written at a sync is that of the last order that started", "[R17]") {
  platform::Profile profile = FakeProfile(25);
  profile.sources_take_turns = true;
  FakeWorld world(profile);
  for (SourceId source = 1; source <= 5; ++source) {
    world.Submit(FakeRequest(10, static_cast<int>(source)), source);
  }
  world.Tick();
  world.Sync();
  // Orders of 10 units start at 0, 10 and 20 of 25.
  CHECK(world.server.ledger()[0].charged_ns == 5'000);
  world.Freeze();
  world.Commit();
  CHECK(world.server.Save().fields.rotation.next_source[0] == 4);
}

}  // namespace
}  // namespace footfall::nav::testing
