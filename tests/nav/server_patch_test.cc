#include <catch2/catch.hpp>
#include <limits>
#include <map>
#include <vector>

#include "nav/dynamic/object_store.h"
#include "nav/mesh/nav_view.h"
#include "nav/query/nearest.h"
#include "nav/server/game_interface.h"
#include "nav/server/path_runner.h"
#include "nav/server/path_server.h"
#include "tests/nav/hand_packs.h"
#include "tests/nav/server_fixture.h"

namespace footfall::nav::testing {
namespace {

using platform::Vec3;

// The game as a table (NAV-001).
struct FakeGame : GameInterface {
  std::map<uint64_t, PedPlace> peds;
  std::map<uint64_t, Vec3> entities;
  mutable float asked_look_ahead = -1;

  bool FindPed(uint64_t ped, float look_ahead, PedPlace& place) const override {
    asked_look_ahead = look_ahead;
    const auto found = peds.find(ped);
    if (found == peds.end()) return false;
    place = found->second;
    return true;
  }
  bool FindEntity(uint64_t entity, Vec3& position) const override {
    const auto found = entities.find(entity);
    if (found == entities.end()) return false;
    position = found->second;
    return true;
  }
};

constexpr uint64_t kKeepUpdating = PathFlagMask(kFlagKeepUpdatingPedStartPosition);

// Orders that take the flag, so that what is tested here does not depend on what searches do with it.
struct PatchWorld {
  PatchWorld() : server(profile, platform::TickRate(), orders, 0) {}
  RequestHandle Submit(const NavRequest& request, const RequestOwner& owner) {
    return server.Submit(request, owner, tick).handle;
  }
  void Tick(const std::shared_ptr<const NavView>& view) {
    server.Sync(tick);
    server.PatchPending(game, *view);
    server.Freeze(tick, view);
    server.SettleMain(tick, 0);
    ++tick;
  }

  platform::Profile profile = FakeProfile(10);
  struct Orders : FakeOrders {
    uint64_t supported_flags() const override { return kKeepUpdating; }
  } orders;
  uint64_t tick = 0;
  FakeGame game;
  PathServer server;
};

TEST_CASE("the start of a pending request follows its ped where the flag asks for it",
          "[NAV-098][NAV-211][NAV-001]") {
  PatchWorld world;
  const auto view = tests::ViewOf(tests::GridWorld(4));
  world.game.peds[7].position = {3, 4, 0};
  const RequestHandle follows = world.Submit(FakeRequest(10, 1, 2, kKeepUpdating), {.waiting_ped = 7});
  const RequestHandle stays = world.Submit(FakeRequest(10, 2), {.waiting_ped = 7});
  const RequestHandle alone = world.Submit(FakeRequest(10, 3, 2, kKeepUpdating), {});
  const RequestHandle gone = world.Submit(FakeRequest(10, 4, 2, kKeepUpdating), {.waiting_ped = 8});
  CHECK(world.server.PatchPending(world.game, *view) == 1);
  CHECK(world.server.Request(follows)->path()->start == Vec3{3, 4, 0});
  CHECK_FALSE(world.server.Request(follows)->path()->start_poly.valid());
  CHECK(world.server.Request(stays)->path()->start == Vec3{2, 0, 0});
  CHECK(world.server.Request(alone)->path()->start == Vec3{3, 0, 0});
  CHECK(world.server.Request(gone)->path()->start == Vec3{4, 0, 0});
  world.game.peds[7].position = {4, 4, 0};
  CHECK(world.server.PatchPending(world.game, *view) == 1);
  CHECK(world.server.Request(follows)->path()->start == Vec3{4, 4, 0});
}

TEST_CASE("a request that runs or is complete is not patched", "[NAV-098][NAV-101]") {
  PatchWorld world;
  const auto view = std::make_shared<const TaggedView>(0);
  world.game.peds[7].position = {3, 4, 0};
  world.game.entities[9] = {8, 8, 0};
  const RequestHandle handle =
      world.Submit(FakeRequest(15, 1, 2, kKeepUpdating), {.waiting_ped = 7, .follow_entity = 9});
  world.Tick(view);
  world.game.peds[7].position = {5, 5, 0};
  world.game.entities[9] = {9, 9, 0};
  world.server.Sync(world.tick);
  REQUIRE(world.server.State(handle) == SlotState::kActive);
  CHECK(world.server.PatchPending(world.game, *view) == 0);
  CHECK(world.server.Request(handle)->path()->start == Vec3{3, 4, 0});
  CHECK(world.server.Request(handle)->path()->end == Vec3{8, 8, 0});
  world.server.Freeze(world.tick, view);
  world.server.SettleMain(world.tick, 0);
  world.server.Sync(++world.tick);
  REQUIRE(world.server.State(handle) == SlotState::kComplete);
  CHECK(world.server.PatchPending(world.game, *view) == 0);
  // The search saw the patched points, and the submitted ones are still known.
  CHECK(world.server.Result(handle)->start_used == Vec3{3, 4, 0});
  CHECK(world.server.Result(handle)->goal_used == Vec3{8, 8, 0});
  CHECK(world.server.slot(0).wanted_start == Vec3{1, 0, 0});
}

TEST_CASE("a ped that runs along a path is asked for its look-ahead position", "[NAV-098][NAV-102]") {
  PatchWorld world;
  const auto view = tests::ViewOf(tests::GridWorld(4));
  world.game.peds[7].position = {3, 4, 0};
  world.game.peds[7].look_ahead = Vec3{5, 4, 0};
  const RequestHandle ahead =
      world.Submit(FakeRequest(10, 1, 2, kKeepUpdating), {.look_ahead = 0.5F, .waiting_ped = 7});
  CHECK(world.server.PatchPending(world.game, *view) == 1);
  CHECK(world.game.asked_look_ahead == 0.5F);
  CHECK(world.server.Request(ahead)->path()->start == Vec3{5, 4, 0});
  // Without a look-ahead distance in the request the ped's own position counts.
  const RequestHandle here = world.Submit(FakeRequest(10, 1, 2, kKeepUpdating), {.waiting_ped = 7});
  CHECK(world.server.PatchPending(world.game, *view) == 2);
  CHECK(world.server.Request(here)->path()->start == Vec3{3, 4, 0});
}

TEST_CASE("an up-to-date tracker gives position and polygon as they are", "[NAV-099]") {
  PatchWorld world;
  const auto view = tests::ViewOf(tests::GridWorld(4));
  PedPlace& ped = world.game.peds[7];
  ped.position = {3, 4, 0.3F};
  REQUIRE(UpdateTracker(*view, ped.position, false, SnapLimits{2, 1.5F, 3}, ped.tracker) ==
          TrackerUpdate::kLookedUp);
  REQUIRE(ped.tracker.is_valid());
  const RequestHandle handle = world.Submit(FakeRequest(10, 1, 2, kKeepUpdating), {.waiting_ped = 7});
  world.server.PatchPending(world.game, *view);
  CHECK(world.server.Request(handle)->path()->start == ped.tracker.surface);
  CHECK(world.server.Request(handle)->path()->start_poly == ped.tracker.poly);
  // One of another generation of the tile is not used.
  ++ped.tracker.tile_generation;
  world.server.PatchPending(world.game, *view);
  CHECK(world.server.Request(handle)->path()->start == ped.position);
  CHECK_FALSE(world.server.Request(handle)->path()->start_poly.valid());
  ped.tracker.Invalidate();
  world.server.PatchPending(world.game, *view);
  CHECK_FALSE(world.server.Request(handle)->path()->start_poly.valid());
}

TEST_CASE("the end of a queued request follows an entity every tick", "[NAV-101]") {
  PatchWorld world;
  const auto view = tests::ViewOf(tests::GridWorld(4));
  world.game.entities[9] = {6, 6, 0};
  world.Submit(FakeRequest(30, 1), {});  // takes three slices
  const RequestHandle queued = world.Submit(FakeRequest(10, 2), {.follow_entity = 9});
  world.server.PatchPending(world.game, *view);
  CHECK(world.server.Request(queued)->path()->end == Vec3{6, 6, 0});
  world.game.entities[9] = {5, 6, 0};
  world.server.PatchPending(world.game, *view);
  CHECK(world.server.Request(queued)->path()->end == Vec3{5, 6, 0});
  CHECK(world.server.Request(queued)->path()->start == Vec3{2, 0, 0});
  // A position that no search can use, and an entity that is gone, leave the end where it was.
  world.game.entities[9] = {std::numeric_limits<float>::quiet_NaN(), 6, 0};
  CHECK(world.server.PatchPending(world.game, *view) == 0);
  world.game.entities.clear();
  CHECK(world.server.PatchPending(world.game, *view) == 0);
  CHECK(world.server.Request(queued)->path()->end == Vec3{5, 6, 0});
}

TEST_CASE("other types than paths are never patched", "[NAV-101]") {
  PatchWorld world;
  const auto view = tests::ViewOf(tests::GridWorld(4));
  world.game.peds[7].position = {3, 4, 0};
  world.game.entities[9] = {6, 6, 0};
  for (const RequestType type : kQueryTypes) {
    REQUIRE(world.Submit(FakeQuery(type, 5, 1), {.waiting_ped = 7, .follow_entity = 9}).valid());
  }
  CHECK(world.server.PatchPending(world.game, *view) == 0);
}

TEST_CASE("peds whose path is complete are listed every tick until it is collected", "[NAV-097][NAV-282]") {
  PatchWorld world;
  const auto view = std::make_shared<const TaggedView>(0);
  const auto listed = [&] {
    const auto peds = world.server.peds_with_results();
    return std::vector<uint64_t>(peds.begin(), peds.end());
  };
  const RequestHandle first = world.Submit(FakeRequest(5, 1), {.waiting_ped = 21});
  const RequestHandle second = world.Submit(FakeRequest(5, 2), {.waiting_ped = 20});
  world.Submit(FakeRequest(5, 3), {.waiting_ped = 22});  // still queued at first
  world.Submit(FakeQuery(RequestType::kLineOfSight, 1), {.waiting_ped = 23});
  world.Submit(FakeRequest(5, 4), {});  // nobody waits
  CHECK(listed().empty());
  world.Tick(view);
  world.server.Sync(world.tick);
  REQUIRE(world.server.Poll(first) == PollResult::kReady);
  CHECK(listed() == std::vector<uint64_t>{21});
  world.server.Freeze(world.tick, view);
  world.server.SettleMain(world.tick, 0);
  ++world.tick;
  for (int i = 0; i < 4; ++i) world.Tick(view);
  CHECK(listed() == std::vector<uint64_t>{21, 20, 22});
  world.server.Release(second);
  world.Tick(view);
  CHECK(listed() == std::vector<uint64_t>{21, 22});
  world.server.Reset();
  CHECK(listed().empty());
}

TEST_CASE("a start beside a thin wall is not pushed through it by an object that overlaps both",
          "[NAV-100]") {
  // A wall of 0.25 m between two rooms that a passage behind it joins.
  tests::HandWorld draft;
  const PolyRef west = draft.Quad(0, 0, 10, 10);
  draft.Quad(10.25F, 0, 20, 10);
  draft.Quad(0, 10, 10, 12);
  draft.Quad(10, 10, 10.25F, 12);
  draft.Quad(10.25F, 10, 20, 12);
  const auto bare = tests::ViewOf(draft.Finish());
  // 1.2 m wide around x = 9.7: from x = 9.6 the shortest way out would be to x = 10.65, beyond the wall.
  ObjectStore objects(8, 8);
  ObjectDescription box;
  box.kind = ObjectKind::kBlocker;
  box.pose.origin = {9.4F, 5, 1};
  box.half_extents = {0.8F, 3, 1};
  REQUIRE_FALSE(IsRefused(objects.Add({1}, box, WhenFull::kRefuse)));
  objects.Sync({0, 0});
  NavViewBuilder builder(*bare);
  builder.SetObjects(objects.snapshot());
  const std::shared_ptr<const NavView> view = builder.Build();

  struct Runners : PathRunnerFactory {
    using PathRunnerFactory::PathRunnerFactory;
    uint64_t supported_flags() const override { return PathRunnerFactory::supported_flags() | kKeepUpdating; }
  };
  const platform::Profile profile = FakeProfile(100'000);
  const Runners runners(profile);
  for (const bool has_tracker : {true, false}) {
    CAPTURE(has_tracker);
    PathServer server(profile, platform::TickRate(), runners, 0);
    FakeGame game;
    PedPlace& ped = game.peds[7];
    ped.position = {9.75F, 5, 0};
    if (has_tracker) {
      UpdateTracker(*view, ped.position, false, SnapLimits{2, 1.5F, 3}, ped.tracker);
      REQUIRE(ped.tracker.poly == west);
    }
    PathRequest request;
    request.start = {2, 2, 0};
    request.end = {2, 8, 0};
    request.flags = kKeepUpdating;
    request.adjust_distance_max = 5;
    const RequestHandle handle = server.Submit(request, {.waiting_ped = 7}, 0).handle;
    REQUIRE(handle.valid());
    server.Sync(0);
    CHECK(server.PatchPending(game, *view) == 1);
    server.Freeze(0, view);
    server.SettleMain(0, 0);
    server.Sync(1);
    REQUIRE(server.Code(handle) == CompletionCode::kFound);
    const PublishedPath& path = *server.Result(handle);
    CHECK(path.start_used.x <= 10);
    CHECK(path.start_used != ped.position);
    for (const Vec3& point : path.points) CHECK(point.x <= 10);
  }
}

}  // namespace
}  // namespace footfall::nav::testing
