#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <vector>

#include "nav/query/query_scratch.h"
#include "nav/server/path_runner.h"
#include "nav/server/path_server.h"
#include "nav/server/search_tiles.h"
#include "platform/cost_meter.h"
#include "platform/describe.h"
#include "platform/state_hash.h"
#include "tests/nav/counting_new.h"
#include "tests/nav/hand_packs.h"
#include "tests/nav/server_fixture.h"

namespace footfall::nav::testing {
namespace {

constexpr RequestType kLiveTypes[] = {
    RequestType::kPath,      RequestType::kLineOfSight, RequestType::kAudioProperties,
    RequestType::kFloodFill, RequestType::kClearArea,   RequestType::kClosestPosition};

TEST_CASE("each live type has a pool of its own", "[NAV-076][NAV-079][NAV-088]") {
  const auto profile = platform::LoadProfile("ps3");
  REQUIRE(profile.ok());
  FakeWorld world(*profile);
  CHECK(world.server.slots_count() == 96);
  const std::array<uint32_t, kRequestTypes> slots{32, 8, 24, 16, 8, 4, 4};
  std::set<uint64_t> handles;
  for (const RequestType type : kLiveTypes) {
    CAPTURE(static_cast<int>(type));
    const uint32_t most = slots[IndexOf(type)];
    for (uint32_t i = 0; i < most; ++i) {
      const RequestHandle handle = world.Submit(FakeQuery(type, 10, static_cast<int>(i)));
      REQUIRE(handle.valid());
      CHECK(handles.insert(handle.value).second);
    }
    CHECK(world.Refusal(FakeQuery(type, 10)) == SubmitRefusal::kSlotsFull);
    CHECK(world.Refusal(FakeQuery(type, 10), 5) == SubmitRefusal::kSlotsFull);
    const TypeCounters& counters = world.server.counters().by_type[IndexOf(type)];
    CHECK(counters.submitted == most);
    CHECK(counters.full == 2);
    CHECK(counters.slots_in_use == most);
    CHECK(counters.slots_high_water == most);
  }
  CHECK(world.server.counters().slots_in_use == 88);
  CHECK(world.server.counters().by_type[IndexOf(RequestType::kGrid)] == TypeCounters{});
  CHECK(world.server.counters().refused[static_cast<size_t>(SubmitRefusal::kSlotsFull)] == 12);
  for (int ticks = 0; ticks < 5; ++ticks) {
    world.Tick();
  }
  for (const RequestType type : kLiveTypes) {
    CHECK(world.server.counters().by_type[IndexOf(type)].completed == slots[IndexOf(type)]);
  }
}

TEST_CASE("a request lies in its type's range, from the type's rotating start", "[NAV-076][NAV-082]") {
  FakeWorld world(FakeProfile());
  uint32_t begin = 0;
  const std::array<uint32_t, kRequestTypes> slots{32, 8, 24, 16, 8, 4, 4};
  for (const RequestType type : kLiveTypes) {
    begin = 0;
    for (size_t t = 0; t < IndexOf(type); ++t) begin += slots[t];
    const RequestHandle a = world.Submit(FakeQuery(type, 1));
    CHECK(world.server.slot(static_cast<int>(begin)).handle == a);
    world.server.Cancel(a);
    const RequestHandle b = world.Submit(FakeQuery(type, 1));
    CHECK(world.server.slot(static_cast<int>(begin) + 1).handle == b);
    CHECK(world.server.slot(static_cast<int>(begin) + 1).request.type() == type);
  }
}

TEST_CASE("the types share the counter of handles", "[NAV-089]") {
  FakeWorld world(FakeProfile());
  uint64_t expected = 1;
  for (int round = 0; round < 3; ++round) {
    for (const RequestType type : kLiveTypes) {
      CHECK(world.Submit(FakeQuery(type, 1)).value == expected++);
    }
  }
}

TEST_CASE("polling may ask for one type", "[NAV-090]") {
  FakeWorld world(FakeProfile());
  for (const RequestType type : kLiveTypes) {
    const RequestHandle handle = world.Submit(FakeQuery(type, 1));
    for (int asked = 0; asked < kRequestTypes; ++asked) {
      const bool same = static_cast<RequestType>(asked) == type;
      CHECK(world.server.Poll(handle, static_cast<RequestType>(asked)) ==
            (same ? PollResult::kNotReady : PollResult::kNotFound));
    }
    CHECK(world.server.Poll(handle) == PollResult::kNotReady);
    CHECK(world.server.Poll({99}, type) == PollResult::kNotFound);
  }
}

TEST_CASE("fetching a finished query empties its slot, a path stays", "[NAV-093]") {
  const int threads = GENERATE(0, 2);
  FakeWorld world(FakeProfile(), threads);
  const RequestHandle path = world.Submit(FakeRequest(1, 3));
  std::vector<RequestHandle> handles;
  for (const RequestType type : kQueryTypes) {
    handles.push_back(world.Submit(FakeQuery(type, 1, 3)));
  }
  QueryResult answer;
  for (const RequestHandle handle : handles) {
    CHECK(world.server.FetchAnswer(handle, answer) == CompletionCode::kStillPending);
  }
  world.Tick();
  world.Sync();
  for (size_t i = 0; i < handles.size(); ++i) {
    CAPTURE(i);
    const PublishedQuery* published = world.server.Answer(handles[i]);
    REQUIRE(published != nullptr);
    CHECK(world.server.Result(handles[i]) == nullptr);
    CHECK(published->items.size() == 3);
    CHECK(world.server.FetchAnswer(handles[i], answer) == CompletionCode::kFound);
    CHECK(answer.start_used == platform::Vec3{3, 0, 1});
    REQUIRE(answer.items.size() == 3);
    CHECK(answer.items[2].position == platform::Vec3{3, 0, 2});
    CHECK(answer.items[2].bits == 2);
    CHECK(answer.items[2].value == static_cast<float>(IndexOf(kQueryTypes[i])));
    CHECK(world.server.Poll(handles[i]) == PollResult::kNotFound);
    CHECK(world.server.Answer(handles[i]) == nullptr);
    CHECK(world.server.FetchAnswer(handles[i], answer) == CompletionCode::kInvalidHandle);
    CHECK(world.server.counters().by_type[IndexOf(kQueryTypes[i])].slots_in_use == 0);
  }
  CHECK(world.server.counters().released == 5);
  CHECK(world.server.FetchAnswer(path, answer) == CompletionCode::kInvalidHandle);
  CHECK(world.server.Answer(path) == nullptr);
  CHECK(world.server.Code(path) == CompletionCode::kFound);
}

TEST_CASE("numbers that no query can use are refused", "[NAV-079][NAV-084]") {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  FakeWorld world(FakeProfile());
  const auto refuses = [&](const NavRequest& request) {
    return world.Refusal(request) == SubmitRefusal::kBadNumber;
  };
  const auto sight = [](auto change) {
    LineOfSightRequest request;
    request.points_count = 3;
    change(request);
    return request;
  };
  for (const float bad : {kNaN, kInfinity, -kInfinity, 1e30F}) {
    CAPTURE(bad);
    CHECK(refuses(sight([&](auto& r) { r.points[2].y = bad; })));
    CHECK(refuses(sight([&](auto& r) { r.slope_max = bad; })));
    CHECK(refuses(sight([&](auto& r) { r.radius = bad; })));
    CHECK(refuses(AudioPropertiesRequest{.position = {bad, 0, 0}}));
    CHECK(refuses(AudioPropertiesRequest{.position = {}, .radius = bad}));
    CHECK(refuses(FloodFillRequest{.start = {0, 0, bad}}));
    CHECK(refuses(FloodFillRequest{.start = {}, .distance_max = bad}));
    CHECK(refuses(ClearAreaRequest{.center = {0, bad, 0}, .clear_radius = 1}));
    CHECK(refuses(ClearAreaRequest{.center = {}, .search_radius = bad, .clear_radius = 1}));
    CHECK(refuses(ClearAreaRequest{.center = {}, .search_radius = 1, .clear_radius = bad}));
    CHECK(refuses(ClosestPositionRequest{.position = {bad, 0, 0}}));
    CHECK(refuses(ClosestPositionRequest{.position = {}, .search_radius = bad}));
    CHECK(refuses(ClosestPositionRequest{.position = {}, .spacing_min = bad}));
  }
  CHECK(refuses(FloodFillRequest{.start = {}, .area_max = kNaN}));
  CHECK(refuses(FloodFillRequest{.start = {}, .area_max = -1}));
  CHECK(refuses(FloodFillRequest{.start = {}, .goal = static_cast<FloodFillGoal>(kFloodFillGoals)}));
  CHECK(refuses(ClearAreaRequest{.center = {}, .search_radius = 1, .clear_radius = 0}));
  CHECK(refuses(sight([](auto& r) { r.points_count = 1; })));
  CHECK(refuses(sight([](auto& r) { r.points_count = kLosPointsMax + 1; })));
  CHECK(refuses(sight([](auto& r) { r.options = kLosOptionsAll + 1; })));
  CHECK(refuses(ClosestPositionRequest{.position = {}, .results_max = 0}));
  CHECK(refuses(ClosestPositionRequest{.position = {}, .results_max = kClosestPositionsMax + 1}));
  CHECK(refuses(ClosestPositionRequest{.position = {}, .filters = kClosestFiltersAll + 1}));
  CHECK(refuses(ClosestPositionRequest{.position = {}, .filters = kClosestSheltered | kClosestNotSheltered}));
  CHECK_FALSE(refuses(ClosestPositionRequest{.position = {}, .results_max = kClosestPositionsMax}));
  CHECK_FALSE(refuses(sight([](auto& r) { r.points_count = kLosPointsMax; })));
  // A point that is not counted is not read.
  CHECK_FALSE(refuses(sight([&](auto& r) { r.points[3].x = kNaN; })));
}

TEST_CASE("a session's share and the reserve hold for each type", "[R9]") {
  platform::Profile profile = FakeProfile();
  profile.path_requests_max = 32;
  profile.requests_per_session_max = 8;
  profile.in_world_reserve = 8;
  FakeWorld world(profile);
  // A quarter of the 4 slots is one a session, and one is left for the world.
  const RequestType type = RequestType::kClearArea;
  for (SourceId source = 1; source <= 3; ++source) {
    CHECK(world.Refusal(FakeQuery(type, 1), source) == SubmitRefusal::kNone);
    CHECK(world.Refusal(FakeQuery(type, 1), source) == SubmitRefusal::kSourceQuota);
    // What is held of one type is no part of another's share.
    CHECK(world.Refusal(FakeQuery(RequestType::kFloodFill, 1), source) == SubmitRefusal::kNone);
  }
  CHECK(world.Refusal(FakeQuery(type, 1), 4) == SubmitRefusal::kReserve);
  CHECK(world.Refusal(FakeQuery(type, 1)) == SubmitRefusal::kNone);
  CHECK(world.server.ReleaseSource(1) == 2);
  CHECK(world.Refusal(FakeQuery(type, 1), 1) == SubmitRefusal::kReserve);
  CHECK(world.Refusal(FakeQuery(RequestType::kFloodFill, 1), 1) == SubmitRefusal::kNone);
}

TEST_CASE("the server serves the types in turn, one request a slice here", "[NAV-114]") {
  FakeWorld world(FakeProfile(10));
  std::vector<RequestType> served;
  for (int i = 0; i < 2; ++i) {
    for (const RequestType type : kLiveTypes) {
      world.Submit(FakeQuery(type, 10, i));
    }
  }
  while (served.size() < 12) {
    REQUIRE(world.tick < 100);
    world.Sync();
    for (const Completion& completion : world.server.completed()) {
      served.push_back(world.server.Request(completion.handle)->type());
    }
    world.Freeze();
    world.Commit();
  }
  for (size_t i = 0; i < served.size(); ++i) {
    CHECK(served[i] == kLiveTypes[i % 6]);
  }
}

TEST_CASE("a path with priority comes before every other type", "[NAV-115]") {
  for (const uint64_t flags : {uint64_t{0}, PathFlagMask(kFlagScriptedRoute), PathFlagMask(kFlagMissionPed),
                               PathFlagMask(kFlagHighPrioRoute)}) {
    CAPTURE(flags);
    FakeWorld world(FakeProfile(10));
    const RequestHandle flood = world.Submit(FakeQuery(RequestType::kFloodFill, 10));
    world.Tick();
    world.Sync();
    REQUIRE(world.server.Poll(flood) == PollResult::kReady);
    // After a flood fill it is the clear area's turn, and paths come last.
    const RequestHandle area = world.Submit(FakeQuery(RequestType::kClearArea, 10));
    const RequestHandle path = world.Submit(FakeRequest(10, 2, 2, flags));
    world.Freeze();
    world.Commit();
    world.Sync();
    CHECK(world.server.Poll(area) == (flags == 0 ? PollResult::kReady : PollResult::kNotReady));
    CHECK(world.server.Poll(path) == (flags == 0 ? PollResult::kNotReady : PollResult::kReady));
  }
}

TEST_CASE("sources take turns within every type", "[R9][NAV-114]") {
  platform::Profile profile = FakeProfile(10);
  profile.sources_take_turns = true;
  FakeWorld world(profile);
  std::vector<SourceId> served;
  for (int i = 0; i < 3; ++i) world.Submit(FakeQuery(RequestType::kFloodFill, 10, i), 1);
  for (int i = 0; i < 2; ++i) world.Submit(FakeQuery(RequestType::kFloodFill, 10, i), 2);
  world.Submit(FakeQuery(RequestType::kFloodFill, 10), 3);
  while (served.size() < 6) {
    REQUIRE(world.tick < 100);
    world.Tick();
    for (const Completion& completion : world.server.completed()) served.push_back(completion.source);
  }
  CHECK(served == std::vector<SourceId>{1, 2, 3, 1, 2, 1});
}

// What a client and the ledger see of a server, in numbers that are the same whatever the type.
std::vector<uint64_t> Seen(const PathServer& server, const std::vector<RequestHandle>& handles) {
  std::vector<uint64_t> seen;
  for (const RequestHandle handle : handles) {
    seen.push_back(static_cast<uint64_t>(server.Poll(handle)));
    seen.push_back(static_cast<uint64_t>(server.State(handle)));
    const RequestTiming* timing = server.Timing(handle);
    if (timing != nullptr) {
      seen.insert(seen.end(), {timing->submitted_tick, timing->started_tick, timing->visible_tick,
                               timing->expires_tick, static_cast<uint64_t>(timing->virtual_ns),
                               timing->restarts, timing->queued_ticks, timing->core_busy_ticks});
    }
  }
  for (const LedgerRow& row : server.ledger()) {
    seen.insert(seen.end(), {row.handle.value, row.started_tick, static_cast<uint64_t>(row.charged_ns)});
  }
  const PathCounters& counters = server.counters();
  seen.insert(seen.end(), {counters.submitted, counters.cancelled, counters.released, counters.expired,
                           counters.restarts, counters.foreign_outputs, counters.floor_slices,
                           counters.slots_in_use, static_cast<uint64_t>(server.left_ns())});
  return seen;
}

// A random program of everything that happens to requests, with requests of one type.
std::vector<uint64_t> RunProgram(RequestType type, uint64_t seed, int32_t slice_units, int threads) {
  platform::Profile profile = FakeProfile(slice_units);
  profile.path_requests_max = profile.los_requests_max = profile.audio_requests_max = 6;
  profile.flood_fill_requests_max = profile.clear_area_requests_max = profile.closest_position_requests_max =
      6;
  profile.requests_per_session_max = 6;
  profile.path_workers = 2;
  profile.main_core = 1;
  FakeWorld world(profile, threads);
  std::vector<RequestHandle> handles;
  std::vector<uint64_t> seen;
  const auto draw = [&](uint64_t below) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    return (seed >> 33) % below;
  };
  const auto act = [&](bool may_submit) {
    const uint64_t what = draw(10);
    if (what < 5 && may_submit) {
      const auto cost = static_cast<uint32_t>(draw(300));
      const RequestHandle handle = world.Submit(FakeQuery(type, cost, static_cast<int>(draw(50))));
      if (handle.valid()) handles.push_back(handle);
    } else if (!handles.empty() && what < 7) {
      world.server.Cancel(handles[draw(handles.size())]);
    } else if (!handles.empty() && what < 9) {
      world.server.Release(handles[draw(handles.size())]);
    }
  };
  for (int tick = 0; tick < 60; ++tick) {
    for (int i = 0; i < 3; ++i) act(true);
    world.Sync();
    const MeshIndex own = MeshIndexAt(1, 1);
    if (tick % 7 == 3) world.server.AbortForTiles(std::span(&own, 1));
    act(true);
    world.Freeze();
    act(false);
    world.Commit(draw(40));
    if (tick % 11 == 5) world.server.Restore(world.server.Save());
    for (const uint64_t number : Seen(world.server, handles)) seen.push_back(number);
  }
  return seen;
}

TEST_CASE("a query is charged, carried, cancelled, sent back and restored like a path",
          "[R11][R12][R17][NAV-104]") {
  for (const int32_t units : {7, 100, 4096}) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      const std::vector<uint64_t> of_paths = RunProgram(RequestType::kPath, seed, units, 0);
      for (const RequestType type : kQueryTypes) {
        CAPTURE(units, seed, static_cast<int>(type));
        CHECK(RunProgram(type, seed, units, 0) == of_paths);
      }
      CHECK(RunProgram(kQueryTypes[seed % 5], seed, units, 2) == of_paths);
    }
  }
}

TEST_CASE("100,000 cancels and resubmits of all types give no foreign result", "[NAV-105][NAV-104]") {
  platform::Profile profile = FakeProfile(400);
  profile.main_core = 1;
  profile.path_workers = 2;
  FakeWorld world(profile, 3);
  struct Live {
    RequestHandle handle;
    RequestType type;
    int id;
  };
  std::vector<Live> live;
  uint64_t seed = 5;
  const auto draw = [&](uint64_t below) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    return (seed >> 33) % below;
  };
  int cycles = 0;
  int id = 0;
  int foreign = 0;
  uint64_t completed = 0;
  while (cycles < 100'000) {
    for (int i = 0; i < 80; ++i) {
      if (!live.empty() && draw(3) != 0) {
        const size_t victim = draw(live.size());
        CHECK(world.server.Cancel(live[victim].handle));
        live[victim] = live.back();
        live.pop_back();
        ++cycles;
      }
      const RequestType type = kLiveTypes[draw(6)];
      id = (id + 1) % 1'000'000;
      const RequestHandle handle = world.Submit(FakeQuery(type, static_cast<uint32_t>(draw(900)), id));
      if (handle.valid()) live.push_back({handle, type, id});
    }
    world.Sync();
    for (const Completion& completion : world.server.completed()) {
      ++completed;
      const auto owner = std::find_if(live.begin(), live.end(),
                                      [&](const Live& entry) { return entry.handle == completion.handle; });
      bool is_own = owner != live.end();
      if (is_own && owner->type == RequestType::kPath) {
        const PublishedPath* path = world.server.Result(completion.handle);
        is_own = path != nullptr && path->start_used == FakeRequest(1, owner->id).start;
      } else if (is_own) {
        const PublishedQuery* answer = world.server.Answer(completion.handle);
        is_own =
            answer != nullptr && answer->start_used.x == static_cast<float>(owner->id % 8000) &&
            answer->start_used.y == static_cast<float>(owner->id / 8000) &&
            (answer->items.empty() || answer->items[0].value == static_cast<float>(IndexOf(owner->type)));
      }
      foreign += is_own ? 0 : 1;
      world.server.Release(completion.handle);
      if (owner != live.end()) live.erase(owner);
    }
    world.Freeze();
    for (int i = 0; i < 5 && !live.empty(); ++i) {
      const size_t victim = draw(live.size());
      CHECK(world.server.Cancel(live[victim].handle));
      live[victim] = live.back();
      live.pop_back();
      ++cycles;
    }
    world.Commit();
  }
  CHECK(foreign == 0);
  CHECK(completed > 500);
}

TEST_CASE("a saved server goes on with requests of every type", "[R11]") {
  const int threads = GENERATE(0, 2);
  FakeWorld world(FakeProfile(100), threads);
  FakeWorld other(FakeProfile(100));
  const auto hash = [](FakeWorld& w) {
    w.server.UpdateHash();
    return w.server.hash_leaf().hash();
  };
  for (int i = 0; i < 3; ++i) {
    for (const RequestType type : kLiveTypes) world.Submit(FakeQuery(type, 40, i + 1), 3);
  }
  for (int i = 0; i < 3; ++i) world.Tick();
  other.server.Restore(world.server.Save());
  other.tick = world.tick;
  for (int i = 0; i < 10; ++i) {
    CAPTURE(i);
    CHECK(hash(world) == hash(other));
    world.Tick();
    other.Tick();
    CHECK(world.server.completed() == other.server.completed());
  }
  CHECK(world.server.counters() == other.server.counters());
  CHECK(world.server.counters().slots_in_use == 18);
  CHECK(world.server.ReleaseSource(3) == 18);
}

TEST_CASE("an item of a published answer is part of the hash", "[R14][R40]") {
  const auto hash = [](bool changed) {
    FakeWorld world(FakeProfile(100));
    const RequestHandle handle = world.Submit(FakeQuery(RequestType::kClosestPosition, 30, 3));
    world.Tick();
    world.Sync();
    PathServerState state = world.server.Save();
    REQUIRE(state.slots.size() == 1);
    if (changed) state.slots[0].result.query.items[1].bits ^= 1U;
    world.server.Restore(state);
    CHECK(world.server.Poll(handle) == PollResult::kReady);
    world.server.UpdateHash();
    return world.server.hash_leaf().hash();
  };
  CHECK(hash(false) == hash(false));
  CHECK(hash(false) != hash(true));
}

TEST_CASE("no allocation per tick after warm-up, with every type", "[R23]") {
  const int threads = GENERATE(0, 2);
  FakeWorld world(FakeProfile(300), threads);
  world.view_changes = false;
  QueryResult answer;
  answer.items.reserve(kQueryItemsMax);
  const auto run = [&](int ticks) {
    for (int t = 0; t < ticks; ++t) {
      for (const RequestType type : kLiveTypes) {
        world.Submit(FakeQuery(type, static_cast<uint32_t>(t * 37 % 200), t % 100));
      }
      world.Sync();
      for (const Completion& completion : world.server.completed()) {
        if (world.server.FetchAnswer(completion.handle, answer) == CompletionCode::kInvalidHandle) {
          world.server.Release(completion.handle);
        }
      }
      world.Freeze();
      world.Commit();
    }
  };
  run(300);
  const uint64_t before = AllocationsCount();
  run(300);
  CHECK(AllocationsCount() == before);
}

// The answer of a query run by itself.
QueryResult RunAlone(const NavView& view, const NavRequest& request, QueryScratch& scratch, uint64_t* units) {
  platform::CostMeter meter;
  QueryResult result;
  if (const auto* sight = std::get_if<LineOfSightRequest>(&request)) {
    RunLineOfSight(view, *sight, scratch, meter, result);
  } else if (const auto* audio = std::get_if<AudioPropertiesRequest>(&request)) {
    RunAudioProperties(view, *audio, scratch, meter, result);
  } else if (const auto* flood = std::get_if<FloodFillRequest>(&request)) {
    RunFloodFill(view, *flood, scratch, meter, result);
  } else if (const auto* area = std::get_if<ClearAreaRequest>(&request)) {
    RunClearArea(view, *area, scratch, meter, result);
  } else if (const auto* closest = std::get_if<ClosestPositionRequest>(&request)) {
    RunClosestPosition(view, *closest, scratch, meter, result);
  }
  *units = std::max(meter.units(), platform::kOrderUnitsMin);
  return result;
}

TEST_CASE("the server publishes what a bare query answers, whatever budget and threads",
          "[R11][R13][NAV-079][NAV-240][NAV-247][NAV-248]") {
  const auto view = tests::ViewOf(tests::HoleWorld());
  for (const int32_t units : {1, 7, 4096}) {
    for (const int threads : {0, 2}) {
      CAPTURE(units, threads);
      platform::Profile profile;
      profile.path_slice_units = units;
      const PathRunnerFactory runners(profile);
      PathServer server(profile, platform::TickRate(), runners, threads);
      QueryScratch scratch(profile);
      std::vector<NavRequest> requests;
      for (int i = 0; i < 4; ++i) {
        const platform::Vec3 at{1.5F + static_cast<float>(i) * 4, 2.0F + static_cast<float>(i), 0};
        LineOfSightRequest sight;
        sight.points[0] = at;
        sight.points[1] = {17, 17, 0};
        sight.points[2] = {1, 1, 0};
        sight.points_count = 3;
        requests.emplace_back(sight);
        requests.emplace_back(AudioPropertiesRequest{.position = at, .radius = 5});
        requests.emplace_back(FloodFillRequest{.start = at, .goal = FloodFillGoal::kAreaUnderfoot});
        requests.emplace_back(ClearAreaRequest{.center = at, .search_radius = 6, .clear_radius = 1});
        requests.emplace_back(ClosestPositionRequest{.position = at, .search_radius = 8, .results_max = 5});
      }
      for (const NavRequest& request : requests) REQUIRE(server.Submit(request, {}, 0).handle.valid());
      size_t completed = 0;
      size_t items = 0;
      for (uint64_t tick = 0; completed < requests.size(); ++tick) {
        REQUIRE(tick < 5000);
        server.Sync(tick);
        for (const Completion& completion : server.completed()) {
          ++completed;
          const PublishedQuery& answer = *server.Answer(completion.handle);
          uint64_t cost = 0;
          const QueryResult expected = RunAlone(*view, requests[completion.handle.value - 1], scratch, &cost);
          CHECK(answer.code == expected.code);
          CHECK(answer.value == expected.value);
          CHECK(answer.start_used == expected.start_used);
          CHECK(answer.cost_units == cost);
          CHECK(std::equal(answer.items.begin(), answer.items.end(), expected.items.begin(),
                           expected.items.end()));
          items += answer.items.size();
        }
        server.Freeze(tick, view);
        server.SettleMain(tick, 0);
      }
      CHECK(items > requests.size());
    }
  }
}

TEST_CASE("the tiles that a query may read are those in its reach", "[R21]") {
  const platform::Vec3 at{75, 75, 0};  // in the middle of a tile: its neighbours begin 75 m away
  const MeshIndex own = MeshIndexAt(75, 75);
  const MeshIndex east = MeshIndexAt(160, 75);
  const auto touches = [&](const NavRequest& request, MeshIndex tile) {
    return SearchTiles(request).Touches(tile);
  };
  LineOfSightRequest sight;
  sight.points[0] = at;
  sight.points[1] = {80, 80, 0};
  sight.points_count = 2;
  CHECK(touches(sight, own));
  CHECK_FALSE(touches(sight, east));
  sight.points[1] = {100, 80, 0};
  CHECK(touches(sight, east));
  CHECK_FALSE(touches(AudioPropertiesRequest{.position = at, .radius = 14}, east));
  CHECK(touches(AudioPropertiesRequest{.position = at, .radius = 16}, east));
  CHECK_FALSE(touches(FloodFillRequest{.start = at, .distance_max = 14}, east));
  CHECK(touches(FloodFillRequest{.start = at, .distance_max = 16}, east));
  CHECK(touches(FloodFillRequest{.start = at}, kLastMapIndex));
  CHECK_FALSE(touches(ClearAreaRequest{.center = at, .search_radius = 13, .clear_radius = 1}, east));
  CHECK(touches(ClearAreaRequest{.center = at, .search_radius = 14, .clear_radius = 2}, east));
  CHECK_FALSE(touches(ClosestPositionRequest{.position = at, .search_radius = 14}, east));
  CHECK(touches(ClosestPositionRequest{.position = at, .search_radius = 16}, east));
  CHECK_FALSE(touches(ClosestPositionRequest{.position = at}, kFirstDynamicIndex));
}

}  // namespace
}  // namespace footfall::nav::testing
