#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "nav/path/path_request.h"
#include "nav/server/path_server.h"
#include "tests/nav/server_fixture.h"

namespace footfall::nav::testing {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST_CASE("request types keep their order and the console slots add up to 96", "[NAV-076]") {
  CHECK(kRequestTypes == 7);
  CHECK(static_cast<int>(RequestType::kPath) == 0);
  CHECK(static_cast<int>(RequestType::kGrid) == 1);
  CHECK(static_cast<int>(RequestType::kLineOfSight) == 2);
  CHECK(static_cast<int>(RequestType::kAudioProperties) == 3);
  CHECK(static_cast<int>(RequestType::kFloodFill) == 4);
  CHECK(static_cast<int>(RequestType::kClearArea) == 5);
  CHECK(static_cast<int>(RequestType::kClosestPosition) == 6);
  const platform::Profile p;
  CHECK(p.path_requests_max + p.grid_requests_max + p.los_requests_max + p.audio_requests_max +
            p.flood_fill_requests_max + p.clear_area_requests_max + p.closest_position_requests_max ==
        96);
}

TEST_CASE("a path request is submitted, polled, read and released", "[NAV-077]") {
  const platform::Profile p;
  CHECK(p.path_requests_max == 32);
  CHECK(p.path_points_max == 16);
  FakeWorld world(FakeProfile());
  // The point array holds one more entry than usable waypoints.
  const auto array_size = static_cast<uint32_t>(p.path_points_max) + 1;
  const RequestHandle handle = world.Submit(FakeRequest(10, 3, array_size));
  world.Tick();
  world.Sync();
  REQUIRE(world.server.Poll(handle) == PollResult::kReady);
  CHECK(world.server.Result(handle)->points.size() == array_size);
  CHECK(world.server.Release(handle));
  CHECK(world.server.Poll(handle) == PollResult::kNotFound);
}

TEST_CASE("32 paths of full length have room, so a console never drops points", "[NAV-077][R26]") {
  FakeWorld world(FakeProfile());
  for (int i = 0; i < 32; ++i) {
    REQUIRE(world.Submit(FakeRequest(1, i, 17)).valid());
  }
  world.Tick();
  world.Sync();
  CHECK(world.server.completed().size() == 32);
  CHECK(world.server.counters().points_in_use == 544);
  CHECK(world.server.counters().results_without_room == 0);
}

TEST_CASE("a full store of points is told and counted, in handle order", "[R26][NAV-096]") {
  platform::Profile profile = FakeProfile();
  profile.result_points_max = 5;
  FakeWorld world(profile, 2);
  const RequestHandle a = world.Submit(FakeRequest(50, 1, 3));
  const RequestHandle b = world.Submit(FakeRequest(1, 2, 3, PathFlagMask(kFlagMissionPed)));
  const RequestHandle c = world.Submit(FakeRequest(1, 3, 2));
  world.Tick();
  world.Sync();
  CHECK(world.server.Code(a) == CompletionCode::kFound);
  CHECK(world.server.Code(b) == CompletionCode::kNoPoints);
  CHECK(world.server.Result(b)->points.empty());
  CHECK(world.server.Code(c) == CompletionCode::kFound);
  CHECK(world.server.counters().results_without_room == 1);
  world.server.Release(a);
  CHECK(world.server.counters().points_in_use == 2);
  CHECK(world.server.counters().points_high_water == 5);
}

TEST_CASE("a type without service is refused with its reason", "[NAV-078]") {
  CHECK(platform::Profile().grid_requests_max == 8);
  FakeWorld world(FakeProfile());
  const SubmitOutcome outcome = world.server.SubmitGrid();
  CHECK_FALSE(outcome.handle.valid());
  CHECK(outcome.refusal == SubmitRefusal::kTypeNotInUse);
  CHECK(world.server.counters().refused[static_cast<size_t>(SubmitRefusal::kTypeNotInUse)] == 1);
  CHECK(world.server.counters().slots_in_use == 0);
}

TEST_CASE("a slot remembers its client and shows six state bits", "[NAV-080]") {
  FakeWorld world(FakeProfile(100), 0, 7);
  CHECK(SlotBits(world.server.slot(0).state, false) == kSlotEmpty);
  const RequestOwner owner{.source = 9, .waiting_ped = 123, .follow_entity = 456};
  const RequestHandle handle = world.server.Submit(FakeRequest(150), owner, 7).handle;
  const SlotData& slot = world.server.slot(0);
  CHECK(slot.handle == handle);
  CHECK(slot.owner == owner);
  CHECK(slot.timing.submitted_tick == 7);
  CHECK(SlotBits(slot.state, slot.was_aborted) == kSlotPending);
  world.Tick();
  world.Sync();
  CHECK(SlotBits(slot.state, slot.was_aborted) == kSlotActive);
  world.Freeze();
  world.Commit();
  world.Sync();
  CHECK(SlotBits(slot.state, slot.was_aborted) == kSlotComplete);
  CHECK(world.server.completed() == std::vector<Completion>{{handle, 9, 123}});
  CHECK(SlotBits(SlotState::kCancelling, false) == (kSlotActive | kSlotWaitingToAbort));
  CHECK(SlotBits(SlotState::kPending, true) == (kSlotPending | kSlotWasAborted));
}

TEST_CASE("a request has the default radius of a ped", "[NAV-081]") {
  CHECK(kPedRadius == 0.35F);
  CHECK(PathRequest().radius == kPedRadius);
  CHECK(platform::Profile().influence_spheres_max == 8);
  CHECK(platform::Profile().included_objects_max == 8);
  CHECK(platform::Profile().excluded_objects_max == 8);
}

TEST_CASE("the search for a slot starts at a rotating index", "[NAV-082]") {
  platform::Profile profile = FakeProfile(100);
  profile.path_requests_max = 3;
  FakeWorld world(profile);
  const RequestHandle a = world.Submit(FakeRequest(1000, 1));
  const RequestHandle b = world.Submit(FakeRequest(1, 2));
  world.server.Cancel(b);
  // Slot 1 is free again, but the search goes on at slot 2, then comes round.
  const RequestHandle c = world.Submit(FakeRequest(1, 3));
  CHECK(world.server.slot(2).handle == c);
  const RequestHandle d = world.Submit(FakeRequest(1, 4));
  CHECK(world.server.slot(1).handle == d);
  CHECK(world.server.slot(0).handle == a);
}

TEST_CASE("a slot that waits to abort is not reusable", "[NAV-082][NAV-104]") {
  platform::Profile profile = FakeProfile(100);
  profile.path_requests_max = 1;
  FakeWorld world(profile);
  const RequestHandle a = world.Submit(FakeRequest(1000, 1));
  world.Tick();
  world.Sync();
  REQUIRE(world.server.State(a) == SlotState::kActive);
  CHECK(world.server.Cancel(a));
  CHECK(world.Refusal(FakeRequest(1)) == SubmitRefusal::kSlotsFull);
  world.Freeze();
  world.Commit();
  world.Sync();
  CHECK(world.Submit(FakeRequest(1)).valid());
}

TEST_CASE("the submitted points stay known when patching moves them", "[NAV-083]") {
  FakeWorld world(FakeProfile());
  const RequestHandle handle = world.Submit(FakeRequest(1, 5));
  const platform::Vec3 start{1, 2, 3};
  const platform::Vec3 end{4, 5, 6};
  CHECK(world.server.PatchPending(handle, &start, PolyRef(3, 4), &end));
  CHECK(world.server.Request(handle)->path()->start == start);
  CHECK(world.server.Request(handle)->path()->start_poly == PolyRef(3, 4));
  CHECK(world.server.Request(handle)->path()->end == end);
  CHECK(world.server.slot(0).wanted_start == platform::Vec3{5, 0, 0});
  CHECK(world.server.slot(0).wanted_end == platform::Vec3{5, 0, 0});
  CHECK_FALSE(world.server.PatchPending({99}, &start, {}, nullptr));
}

TEST_CASE("later changes of the caller's request have no effect", "[NAV-084]") {
  FakeWorld world(FakeProfile());
  PathRequest request = FakeRequest(10, 3, 2, PathFlagMask(kFlagMissionPed));
  const RequestHandle handle = world.Submit(request);
  request = FakeRequest(20, 4, 5);
  CHECK(world.server.slot(0).priority_class == 1);
  world.Tick();
  world.Sync();
  CHECK(world.server.Result(handle)->cost_units == 10);
  CHECK(world.server.Result(handle)->points.size() == 2);
  CHECK(world.server.Result(handle)->points[0].x == 3);
}

TEST_CASE("flags without effect are refused, never ignored", "[NAV-084][NAV-085]") {
  FakeWorld world(FakeProfile());
  CHECK(world.Refusal(FakeRequest(1, 0, 2, PathFlagMask(kFlagWander))) == SubmitRefusal::kBadFlags);
  CHECK(world.Refusal(FakeRequest(1, 0, 2, uint64_t{1} << 44)) == SubmitRefusal::kBadFlags);
  CHECK(world.Refusal(FakeRequest(1, 0, 2, uint64_t{1} << 63)) == SubmitRefusal::kBadFlags);
  for (const PathFlagBit bit :
       {kFlagPreferPavements, kFlagScriptedRoute, kFlagMissionPed, kFlagHighPrioRoute}) {
    CHECK(world.Refusal(FakeRequest(1, 0, 2, PathFlagMask(bit))) == SubmitRefusal::kNone);
  }
  CHECK(world.server.counters().refused[static_cast<size_t>(SubmitRefusal::kBadFlags)] == 3);
}

TEST_CASE("numbers that no search can use are refused", "[NAV-084]") {
  FakeWorld world(FakeProfile());
  uint64_t bad = 0;
  const auto refuses = [&](auto change) {
    PathRequest request = FakeRequest(1);
    change(request);
    const bool refused = world.Refusal(request) == SubmitRefusal::kBadNumber;
    bad += refused ? 1 : 0;
    return refused;
  };
  for (const float value : {kNaN, kInfinity, -kInfinity, 1e30F, -1e30F}) {
    CAPTURE(value);
    CHECK(refuses([&](PathRequest& r) { r.start.x = value; }));
    CHECK(refuses([&](PathRequest& r) { r.start.y = value; }));
    CHECK(refuses([&](PathRequest& r) { r.start.z = value; }));
    CHECK(refuses([&](PathRequest& r) { r.end.x = value; }));
    CHECK(refuses([&](PathRequest& r) { r.end.y = value; }));
    CHECK(refuses([&](PathRequest& r) { r.end.z = value; }));
    CHECK(refuses([&](PathRequest& r) { r.radius = value; }));
    CHECK(refuses([&](PathRequest& r) { r.completion_radius = value; }));
  }
  for (const float value : {kNaN, kInfinity, -kInfinity}) {
    CHECK(refuses([&](PathRequest& r) { r.adjust_distance_max = value; }));
  }
  CHECK(refuses([](PathRequest& r) { r.radius = -0.1F; }));
  CHECK(refuses([](PathRequest& r) { r.domain = static_cast<Domain>(kNavDomains); }));
  CHECK(refuses([](PathRequest& r) { r.start.x = -6000.5F; }));
  CHECK(refuses([](PathRequest& r) { r.end.y = 9000.5F; }));
  CHECK_FALSE(refuses([](PathRequest& r) { r.start.x = -6000; }));
  CHECK(refuses([](PathRequest& r) { r.end.y = 9000; }));
  CHECK_FALSE(refuses([](PathRequest& r) { r.end.y = std::nextafter(9000.0F, 0.0F); }));
  CHECK_FALSE(refuses([](PathRequest& r) { r.radius = 0; }));
  CHECK(world.server.counters().refused[static_cast<size_t>(SubmitRefusal::kBadNumber)] == bad);
}

TEST_CASE("on ps3 the 33rd outstanding request is refused and counted", "[NAV-088]") {
  const auto profile = platform::LoadProfile("ps3");
  REQUIRE(profile.ok());
  FakeWorld world(*profile);
  for (int i = 0; i < 32; ++i) {
    REQUIRE(world.Submit(FakeRequest(1'000'000, i)).valid());
  }
  const SubmitOutcome outcome = world.server.Submit(FakeRequest(1), {}, 0);
  CHECK(outcome.handle.value == 0);
  CHECK(outcome.refusal == SubmitRefusal::kSlotsFull);
  CHECK(world.Refusal(FakeRequest(1), 7) == SubmitRefusal::kSlotsFull);
  CHECK(world.server.counters().refused[static_cast<size_t>(SubmitRefusal::kSlotsFull)] == 2);
  CHECK(world.server.counters().submitted == 32);
  CHECK(world.server.counters().slots_high_water == 32);
}

TEST_CASE("on server thousands of requests are held", "[NAV-088][R9]") {
  const auto profile = platform::LoadProfile("server");
  REQUIRE(profile.ok());
  FakeWorld world(*profile, 1);
  const int slots = profile->path_requests_max;
  REQUIRE(slots >= 4096);
  std::vector<RequestHandle> handles;
  for (int i = 0; i < slots; ++i) {
    handles.push_back(world.Submit(FakeRequest(50, i, 4)));
    REQUIRE(handles.back().valid());
  }
  CHECK(world.Refusal(FakeRequest(1)) == SubmitRefusal::kSlotsFull);
  size_t completed = 0;
  for (int ticks = 0; completed < handles.size() && ticks < 100; ++ticks) {
    world.Tick();
    completed += world.server.completed().size();
  }
  CHECK(completed == handles.size());
  for (int i = 0; i < slots; ++i) {
    const PublishedPath* path = world.server.Result(handles[static_cast<size_t>(i)]);
    REQUIRE(path != nullptr);
    REQUIRE(path->points[0] == FakeRequest(1, i).start);
  }
}

TEST_CASE("a session has a quota and leaves the reserve to peds of the world", "[R9]") {
  platform::Profile profile = FakeProfile();
  profile.path_requests_max = 8;
  profile.requests_per_session_max = 3;
  profile.in_world_reserve = 2;
  FakeWorld world(profile);
  for (int i = 0; i < 3; ++i) {
    CHECK(world.Refusal(FakeRequest(1, i), 1) == SubmitRefusal::kNone);
    CHECK(world.Refusal(FakeRequest(1, i), 2) == SubmitRefusal::kNone);
  }
  CHECK(world.Refusal(FakeRequest(1), 1) == SubmitRefusal::kSourceQuota);
  CHECK(world.Refusal(FakeRequest(1), 3) == SubmitRefusal::kReserve);
  CHECK(world.Refusal(FakeRequest(1)) == SubmitRefusal::kNone);
  CHECK(world.Refusal(FakeRequest(1)) == SubmitRefusal::kNone);
  CHECK(world.Refusal(FakeRequest(1)) == SubmitRefusal::kSlotsFull);
  CHECK(world.server.ReleaseSource(1) == 3);
  CHECK(world.server.ReleaseSource(1) == 0);
  CHECK(world.Refusal(FakeRequest(1), 1) == SubmitRefusal::kNone);
  CHECK(world.server.counters().slots_in_use == 6);
}

TEST_CASE("handles count up from 1, skip 0 at the wrap and those in use", "[NAV-089][R8]") {
  FakeWorld world(FakeProfile());
  CHECK(world.Submit(FakeRequest(1)).value == 1);
  CHECK(world.Submit(FakeRequest(1)).value == 2);
  FakeWorld late(FakeProfile(), 0, 0, UINT64_MAX - 1);
  CHECK(late.Submit(FakeRequest(1)).value == UINT64_MAX - 1);
  CHECK(late.Submit(FakeRequest(1)).value == UINT64_MAX);
  CHECK(late.Submit(FakeRequest(1)).value == 1);
  // A restored counter that stands before handles in use passes over them.
  PathServerState state = world.server.Save();
  state.fields.next_issue = UINT64_MAX;
  world.server.Restore(state);
  CHECK(world.Submit(FakeRequest(1)).value == UINT64_MAX);
  CHECK(world.Submit(FakeRequest(1)).value == 3);
}

TEST_CASE("polling tells ready, not ready and not found", "[NAV-090]") {
  FakeWorld world(FakeProfile(100));
  const RequestHandle quick = world.Submit(FakeRequest(60, 1));
  const RequestHandle slow = world.Submit(FakeRequest(60, 2));
  CHECK(world.server.Poll(quick) == PollResult::kNotReady);
  world.Tick();
  world.Sync();
  CHECK(world.server.Poll(quick) == PollResult::kReady);
  CHECK(world.server.Poll(slow) == PollResult::kNotReady);
  CHECK(world.server.Poll({}) == PollResult::kNotFound);
  CHECK(world.server.Poll({77}) == PollResult::kNotFound);
}

TEST_CASE("a result stays unchanged after 100 further submits", "[NAV-091]") {
  const int threads = GENERATE(0, 2);
  FakeWorld world(FakeProfile(), threads);
  const RequestHandle kept = world.Submit(FakeRequest(10, 42, 17));
  world.Tick();
  world.Sync();
  const PublishedPath* path = world.server.Result(kept);
  REQUIRE(path != nullptr);
  const platform::Vec3* address = path->points.data();
  PathResult copy;
  path->CopyTo(copy);
  for (int i = 0; i < 100; ++i) {
    world.Freeze();
    world.Commit();
    const RequestHandle other = world.Submit(FakeRequest(10, 100 + i, 17));
    REQUIRE(other.valid());
    world.Sync();
    if (i > 10) {
      world.server.Release({other.value - 5});
    }
  }
  REQUIRE(world.server.Result(kept) == path);
  CHECK(path->points.data() == address);
  CHECK(std::equal(path->points.begin(), path->points.end(), copy.points.begin(), copy.points.end()));
  CHECK(std::equal(path->waypoint_flags.begin(), path->waypoint_flags.end(), copy.waypoint_flags.begin(),
                   copy.waypoint_flags.end()));
  CHECK(std::equal(path->point_polys.begin(), path->point_polys.end(), copy.point_polys.begin(),
                   copy.point_polys.end()));
  CHECK(static_cast<const PathSummary&>(*path) == static_cast<const PathSummary&>(copy));
}

TEST_CASE("release and cancel differ only in what they count", "[NAV-092]") {
  FakeWorld world(FakeProfile());
  std::array<RequestHandle, 4> handles;
  for (RequestHandle& handle : handles) {
    handle = world.Submit(FakeRequest(1));
  }
  world.Tick();
  world.Sync();
  CHECK(world.server.Release(handles[0]));
  CHECK(world.server.Cancel(handles[1]));
  const RequestHandle pending = world.Submit(FakeRequest(1));
  CHECK(world.server.Release(pending));
  CHECK_FALSE(world.server.Release(pending));
  CHECK(world.server.counters().released == 1);
  CHECK(world.server.counters().cancelled == 2);
  CHECK(world.server.counters().slots_in_use == 2);
}

TEST_CASE("an uncollected result is reclaimed by the first check after 30 s", "[NAV-094][NAV-061]") {
  CHECK(platform::Profile().request_timeout_ms == 30000);
  CHECK(platform::Profile().stale_check_ms == 2000);
  FakeWorld world(FakeProfile());
  // 30 Hz: a check every 60 ticks. Issued at tick 1, it is older than 30 s from tick 902 on.
  world.Tick();
  const RequestHandle early = world.Submit(FakeRequest(1, 1));
  world.Tick();
  const RequestHandle kept = world.Submit(FakeRequest(1, 2));
  world.Tick();
  CHECK(world.server.Timing(early)->expires_tick == 960);
  world.server.Release(kept);
  while (world.tick < 960) {
    world.Tick();
    REQUIRE(world.server.expired().empty());
    REQUIRE(world.server.Poll(early) == PollResult::kReady);
  }
  world.Sync();
  CHECK(world.server.Poll(early) == PollResult::kNotFound);
  CHECK(world.server.expired() == std::vector<Completion>{{early, kWorldSource, 0}});
  CHECK(world.server.counters().expired == 1);
}

TEST_CASE("exactly 30 s are not too old", "[NAV-094]") {
  FakeWorld world(FakeProfile());
  const RequestHandle handle = world.Submit(FakeRequest(1));
  world.Tick();
  world.Tick();
  CHECK(world.server.Timing(handle)->expires_tick == 960);
}

TEST_CASE("a late result is visible for a full tick before the check takes it", "[NAV-094]") {
  FakeWorld world(FakeProfile(1));
  // 959 units at one a tick: visible at the very check of tick 960, hence reclaimed at the next.
  const RequestHandle handle = world.Submit(FakeRequest(960));
  while (world.tick < 960) {
    world.Tick();
  }
  world.Sync();
  REQUIRE(world.server.Poll(handle) == PollResult::kReady);
  CHECK(world.server.Timing(handle)->expires_tick == 1020);
}

TEST_CASE("a request that is still pending is never stale", "[NAV-094]") {
  FakeWorld world(FakeProfile(1));
  const RequestHandle handle = world.Submit(FakeRequest(2000));
  while (world.tick < 1500) {
    world.Tick();
  }
  CHECK(world.server.Poll(handle) == PollResult::kNotReady);
}

TEST_CASE("completion codes keep their numeric order", "[NAV-096]") {
  CHECK(static_cast<int>(CompletionCode::kFound) == 0);
  CHECK(static_cast<int>(CompletionCode::kTimedOut) == 2);
  CHECK(static_cast<int>(CompletionCode::kCancelled) == 10);
  CHECK(static_cast<int>(CompletionCode::kInvalidHandle) == 11);
  CHECK(static_cast<int>(CompletionCode::kStillPending) == 13);
  CHECK(static_cast<int>(CompletionCode::kAbortedDueToAnotherThread) == 14);
  CHECK(static_cast<int>(CompletionCode::kHierarchicalSearchFailed) == 16);
  CHECK(kCompletionCodes == 17);
  FakeWorld world(FakeProfile());
  world.Submit(FakeRequest(1, 1, 0));
  world.Submit(FakeRequest(1, 1, 2));
  world.Tick();
  world.Sync();
  CHECK(world.server.counters().completed[0] == 1);
  CHECK(world.server.counters().completed[1] == 1);
}

TEST_CASE("slots change along the table and along no other way", "[NAV-103]") {
  using S = SlotState;
  const std::vector<std::pair<S, S>> allowed{
      {S::kEmpty, S::kPending},    {S::kPending, S::kActive}, {S::kPending, S::kEmpty},
      {S::kActive, S::kComplete},  {S::kActive, S::kPending}, {S::kActive, S::kCancelling},
      {S::kCancelling, S::kEmpty}, {S::kComplete, S::kEmpty},
  };
  for (int from = 0; from < kSlotStates; ++from) {
    for (int to = 0; to < kSlotStates; ++to) {
      CAPTURE(from, to);
      const std::pair change{static_cast<S>(from), static_cast<S>(to)};
      const bool expected = std::find(allowed.begin(), allowed.end(), change) != allowed.end();
      CHECK(IsSlotTransition(change.first, change.second) == expected);
    }
  }
}

TEST_CASE("reset empties every slot and starts anew", "[NAV-103][R8]") {
  const int threads = GENERATE(0, 2);
  FakeWorld world(FakeProfile(100), threads);
  const RequestHandle complete = world.Submit(FakeRequest(10, 1));
  const RequestHandle active = world.Submit(FakeRequest(1'000'000, 2));
  const RequestHandle pending = world.Submit(FakeRequest(10, 3));
  world.Tick();
  world.Tick();
  REQUIRE(world.server.State(complete) == SlotState::kComplete);
  REQUIRE(world.server.State(active) == SlotState::kActive);
  REQUIRE(world.server.State(pending) == SlotState::kPending);
  world.server.Reset();
  CHECK(world.orders.counts().begun == world.orders.counts().ended + world.orders.counts().stopped);
  for (const RequestHandle handle : {complete, active, pending}) {
    CHECK(world.server.Poll(handle) == PollResult::kNotFound);
  }
  CHECK(world.server.counters() == PathCounters{});
  world.tick = 0;
  const RequestHandle again = world.Submit(FakeRequest(10, 4));
  CHECK(again.value == 1);
  world.Tick();
  world.Sync();
  CHECK(world.server.Result(again)->points[0].x == 4);
}

}  // namespace
}  // namespace footfall::nav::testing
