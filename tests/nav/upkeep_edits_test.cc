#include <algorithm>
#include <set>

#include "nav/path/path_search.h"
#include "tests/nav/path_fixture.h"
#include "tests/nav/upkeep_fixture.h"

namespace footfall::tests {
namespace {

using nav::Area;
using nav::AreaSwitch;
using nav::SwitchKind;
using platform::Vec3;

AreaSwitch Off(uint32_t owner, uint32_t number, SwitchKind kind, Area area) {
  return {owner, number, kind, false, area};
}
AreaSwitch On(uint32_t owner, uint32_t number, SwitchKind kind, Area area) {
  return {owner, number, kind, true, area};
}

std::set<int> Disabled(const nav::NavView& view, nav::MeshIndex tile = kHandTile) {
  std::set<int> polys;
  const nav::NavView::Slot& slot = view.slot(tile);
  for (size_t i = 0; i < slot.tile->polys.size(); ++i) {
    if (nav::PolyView(*slot.tile, slot.overlay, static_cast<nav::PolyIndex>(i)).is_disabled()) {
      polys.insert(static_cast<int>(i));
    }
  }
  return polys;
}

std::set<int> SwitchedOff(const nav::NavView& view, nav::MeshIndex tile = kHandTile) {
  std::set<int> polys;
  const nav::NavView::Slot& slot = view.slot(tile);
  for (size_t i = 0; i < slot.tile->polys.size(); ++i) {
    if (nav::PolyView(*slot.tile, slot.overlay, static_cast<nav::PolyIndex>(i)).is_switched_off()) {
      polys.insert(static_cast<int>(i));
    }
  }
  return polys;
}

bool HasPath(const nav::NavView& view, Vec3 from, Vec3 to, uint64_t flags = 0) {
  return FindPath(view, ProfileOf(platform::SearchPoints::kSharedEdge), Request(from, to, flags)).code ==
         nav::CompletionCode::kFound;
}

TEST_CASE("the figures of edits are the documented ones", "[NAV-118][NAV-268][NAV-270][NAV-271][NAV-265]") {
  const platform::Profile profile = StreamingProfile();
  CHECK(profile.path_region_switches_max == 64);
  CHECK(profile.deferred_disable_climbs_max == 80);
  CHECK(profile.blocked_ladders_max == 8);
  CHECK(profile.ped_gen_blocked_areas_max == 64);
  CHECK(nav::kHousekeepingMs == 1000);
  CHECK(nav::kClimbMatchDistance == 1);
  CHECK(nav::kLadderCrowd == 3);
  CHECK(nav::kLadderCrowdDistance == 2);
  CHECK(nav::kLadderBlockedMs == 5000);
}

TEST_CASE("a disabled area is closed to every search from the next sync on, and open again after it",
          "[NAV-267][NAV-268]") {
  UpkeepWorld world(GridWorld(9));  // 18 m
  const Vec3 west{1, 9, 0};
  const Vec3 east{17, 9, 0};
  REQUIRE(world.upkeep.SetSwitch(world.view(),
                                 Off(7, 1, SwitchKind::kNavMesh, Area::Box({8.5F, -1, -1}, {9.5F, 19, 1}))));
  CHECK(HasPath(world.view(), west, east));  // not before the sync (R22)
  const auto before = world.streamer.view();
  world.Sync(33);
  CHECK_FALSE(HasPath(world.view(), west, east));
  CHECK(Disabled(world.view()).size() == 9);
  CHECK(SwitchedOff(world.view()).empty());
  CHECK(world.view().generation() > before->generation());
  CHECK(HasPath(*before, west, east));                  // older views stay as they are
  CHECK_FALSE(HasPath(world.view(), {9, 1, 0}, east));  // and none begins there
  REQUIRE(world.streamer.changed().size() == 1);
  REQUIRE(world.upkeep.RemoveSwitch(world.view(), 7, 1));
  world.Sync(66);
  CHECK(HasPath(world.view(), west, east));
  CHECK(world.view().slot(kHandTile).overlay == nullptr);
  CHECK_FALSE(world.upkeep.RemoveSwitch(world.view(), 7, 1));
}

TEST_CASE("an area is enabled again within a disabled one, for the later switch has the last word",
          "[NAV-267][NAV-269]") {
  UpkeepWorld world(GridWorld(5));
  const Area all = Area::Box({0, 0, -1}, {10, 10, 1});
  const Area corner = Area::Sphere({1, 1, 0}, 0.5F);
  REQUIRE(world.upkeep.SetSwitch(world.view(), Off(1, 1, SwitchKind::kNavMesh, all)));
  REQUIRE(world.upkeep.SetSwitch(world.view(), On(2, 1, SwitchKind::kNavMesh, corner)));
  world.Sync(33);
  CHECK(Disabled(world.view()).size() == 24);
  CHECK(Disabled(world.view()).count(0) == 0);
  // The same owner and number: replaced, and later than the other one now.
  REQUIRE(world.upkeep.SetSwitch(world.view(), Off(1, 1, SwitchKind::kNavMesh, all)));
  world.Sync(66);
  CHECK(Disabled(world.view()).size() == 25);
  CHECK(world.upkeep.state().edits.switches.rows().size() == 2);
}

TEST_CASE("ped paths are switched for wanders and spawns alone, and on again", "[NAV-267][NAV-033]") {
  UpkeepWorld world(GridWorld(9));
  const Area band = Area::Box({8.5F, -1, -1}, {9.5F, 19, 1});
  REQUIRE(world.upkeep.SetSwitch(world.view(), Off(7, 1, SwitchKind::kPedPaths, band)));
  world.Sync(33);
  CHECK(SwitchedOff(world.view()).size() == 9);
  CHECK(Disabled(world.view()).empty());
  CHECK(HasPath(world.view(), {1, 9, 0}, {17, 9, 0}));
  // A wander eastwards stays before the band; one that begins in it gets out.
  const auto wander = [&](Vec3 from, float distance) {
    nav::PathRequest request = Request(from, from, nav::PathFlagMask(nav::kFlagWander));
    request.reference = {1, 0, 0};
    request.reference_distance = distance;
    return FindPath(world.view(), ProfileOf(platform::SearchPoints::kSharedEdge), request);
  };
  const nav::PathResult stopped = wander({1, 9, 0}, 12);
  for (const Vec3& point : stopped.points) CHECK(point.x <= 8.001F);
  const nav::PathResult left = wander({9, 9, 0}, 5);
  CHECK(left.points.back().x > 10);
  REQUIRE(world.upkeep.SetSwitch(world.view(), On(7, 1, SwitchKind::kPedPaths, band)));
  world.Sync(66);
  CHECK(SwitchedOff(world.view()).empty());
  float east = 0;
  for (const Vec3& point : wander({1, 9, 0}, 12).points) east = std::max(east, point.x);
  CHECK(east > 10);
}

TEST_CASE("a switch ends with its owner, with its effect, and nobody else's does", "[NAV-268]") {
  UpkeepWorld world(GridWorld(5));
  REQUIRE(world.upkeep.SetSwitch(world.view(),
                                 Off(7, 1, SwitchKind::kNavMesh, Area::Box({0, 0, -1}, {3, 3, 1}))));
  REQUIRE(world.upkeep.SetSwitch(world.view(),
                                 Off(7, 2, SwitchKind::kPedPaths, Area::Box({0, 0, -1}, {3, 3, 1}))));
  REQUIRE(world.upkeep.SetSwitch(world.view(),
                                 Off(8, 1, SwitchKind::kNavMesh, Area::Box({7, 7, -1}, {9, 9, 1}))));
  CHECK(world.upkeep.BlockSpawns({7, 1, Area::Sphere({0, 0, 0}, 1), 0}));
  CHECK(world.upkeep.BlockSpawns({8, 1, Area::Sphere({0, 0, 0}, 1), 0}));
  CHECK(world.upkeep.StartSpawnSearch({7, Area::Cylinder({0, 0, 0}, 5, 1), true}, 0));
  world.Sync(33);
  CHECK_FALSE(Disabled(world.view()).empty());
  CHECK_FALSE(SwitchedOff(world.view()).empty());
  world.upkeep.EndOwner(world.view(), 7);
  world.Sync(66);
  CHECK(Disabled(world.view()) == std::set<int>{18, 19, 23, 24});
  CHECK(SwitchedOff(world.view()).empty());
  CHECK(world.upkeep.state().edits.switches.rows().size() == 1);
  CHECK(world.upkeep.state().edits.spawn_blocks.rows().size() == 1);
  CHECK(world.upkeep.state().jobs.opponent.state() == nav::SpawnSearchState::kIdle);
}

TEST_CASE("a full table of switches refuses and counts, and is changed by nothing", "[NAV-268]") {
  UpkeepWorld world(GridWorld(2));
  const Area area = Area::Sphere({1, 1, 0}, 1);
  for (uint32_t i = 0; i < 64; ++i) {
    REQUIRE(world.upkeep.SetSwitch(world.view(), Off(1, i, SwitchKind::kPedPaths, area)));
  }
  CHECK_FALSE(world.upkeep.SetSwitch(world.view(), Off(1, 64, SwitchKind::kNavMesh, area)));
  CHECK(world.upkeep.state().edits.switches.counts().full == 1);
  CHECK(world.upkeep.state().edits.switches.counts().high_water == 64);
  CHECK(world.upkeep.SetSwitch(world.view(), On(1, 5, SwitchKind::kPedPaths, area)));  // its own place
  world.Sync(33);
  CHECK(Disabled(world.view()).empty());
}

TEST_CASE("a tile that comes later has all switches before a search sees it, in the order of their creation",
          "[NAV-073][NAV-269]") {
  UpkeepWorld world(StripPack(20), {"streaming_enabled=true"});
  REQUIRE_FALSE(world.view().IsResident(kHandTile + 10));
  const float x = 10 * 150 + 75;
  REQUIRE(world.upkeep.SetSwitch(world.view(), Off(1, 1, SwitchKind::kNavMesh, Area::Sphere({x, 75, 0}, 5))));
  REQUIRE(
      world.upkeep.SetSwitch(world.view(), Off(1, 2, SwitchKind::kPedPaths, Area::Sphere({x, 75, 0}, 5))));
  REQUIRE(world.upkeep.SetSwitch(world.view(), On(1, 3, SwitchKind::kPedPaths, Area::Sphere({x, 75, 0}, 5))));
  world.streamer.SetFocus({x, 75, 0}, {}, 0);
  bool was_seen = false;
  for (int ms = 33; ms < 1000; ms += 33) {
    world.Sync(ms);
    if (!world.view().IsResident(kHandTile + 10)) continue;
    was_seen = true;
    CHECK(Disabled(world.view(), kHandTile + 10) == std::set<int>{0});
    CHECK(SwitchedOff(world.view(), kHandTile + 10).empty());
  }
  CHECK(was_seen);
}

TEST_CASE("an edit refreshes the tiles that it touches and no other", "[NAV-071]") {
  UpkeepWorld world(StripWorld(5));
  REQUIRE(world.upkeep.SetSwitch(world.view(),
                                 Off(1, 1, SwitchKind::kNavMesh, Area::Box({225, 70, -1}, {375, 80, 1}))));
  world.Sync(33);
  const auto changed = world.streamer.changed();
  CHECK(std::vector<nav::MeshIndex>(changed.begin(), changed.end()) ==
        std::vector<nav::MeshIndex>{kHandTile + 1, kHandTile + 2});
  world.Sync(66);
  CHECK(world.streamer.changed().empty());
}

// ---- Climbs

TEST_CASE("a climb that peds fail at is closed in the next housekeeping", "[NAV-270][NAV-118][NAV-038]") {
  UpkeepWorld world(TerraceWorld());
  const Vec3 low{5, 5, 0};
  const Vec3 high{15, 5, 1};
  world.Sync(33);  // housekeeping: the next is due a second later
  REQUIRE(HasPath(world.view(), low, high));
  // Each of the five edges between the two grounds; the middle of one is (10, 2 n + 1, 0).
  for (int n = 0; n < 5; ++n) {
    REQUIRE(world.upkeep.DisableClimb({9.5F, static_cast<float>(2 * n + 1), 0.5F}));
  }
  for (int ms = 66; ms < 1033; ms += 33) {
    world.Sync(ms);
    REQUIRE(HasPath(world.view(), low, high));
  }
  world.Sync(1034);
  CHECK_FALSE(HasPath(world.view(), low, high));
  CHECK(HasPath(world.view(), high, low));  // the drop beside it stays
  CHECK(world.upkeep.state().edits.climbs.disabled().size() == 5);
  CHECK(world.upkeep.state().edits.climbs.waiting().empty());
}

TEST_CASE("a closed climb is nobody's: it outlives who asked for it, an area switch does not",
          "[NAV-268][NAV-270]") {
  UpkeepWorld world(TerraceWorld());
  const Vec3 low{5, 5, 0};
  const Vec3 high{15, 5, 1};
  for (int n = 0; n < 5; ++n) {
    REQUIRE(world.upkeep.DisableClimb({9.5F, static_cast<float>(2 * n + 1), 0.5F}));
  }
  REQUIRE(world.upkeep.SetSwitch(world.view(),
                                 Off(7, 1, SwitchKind::kNavMesh, Area::Box({0, 0, -1}, {10, 10, 0.5F}))));
  world.Sync(1);
  REQUIRE_FALSE(HasPath(world.view(), low, high));
  REQUIRE_FALSE(HasPath(world.view(), high, low));
  world.upkeep.EndOwner(world.view(), 7);
  world.Sync(34);
  CHECK_FALSE(HasPath(world.view(), low, high));
  CHECK(HasPath(world.view(), high, low));  // down, which the switch alone had closed
}

TEST_CASE("only the climb nearest to the position is closed, and none beyond 1 m", "[NAV-270]") {
  UpkeepWorld world(TerraceWorld());
  REQUIRE(world.upkeep.DisableClimb({10, 5.9F, 0}));
  REQUIRE(world.upkeep.DisableClimb({8.9F, 1, 0}));  // 1.1 m before one
  world.Sync(1);
  const auto& climbs = world.upkeep.state().edits.climbs;
  REQUIRE(climbs.disabled().size() == 1);
  CHECK(climbs.unmatched() == 1);
  const nav::DisabledClimb climb = climbs.disabled()[0];
  const nav::TileView& tile = *world.view().slot(climb.tile).tile;
  CHECK(std::min(tile.EdgeA(climb.edge).y, tile.EdgeB(climb.edge).y) == 4);
  CHECK(tile.edges[climb.edge].type() == nav::AdjacencyType::kClimbLow);
  CHECK(HasPath(world.view(), {5, 5, 0}, {15, 5, 1}));  // over another
  // As near to two: the lower one.
  CHECK(NearestClimb(world.view(), {10, 4, 0})->edge < climb.edge);
  CHECK_FALSE(NearestClimb(world.view(), {10, -1.01F, 0}).has_value());
  // Asked for again it is closed already.
  REQUIRE(world.upkeep.DisableClimb({10, 5.9F, 0}));
  world.Sync(1002);
  CHECK(climbs.disabled().size() == 1);
}

TEST_CASE("a full queue of climbs drops the request and counts it", "[NAV-270]") {
  UpkeepWorld world(TerraceWorld());
  for (int i = 0; i < 80; ++i) REQUIRE(world.upkeep.DisableClimb({10, 1, 0}));
  CHECK_FALSE(world.upkeep.DisableClimb({10, 3, 0}));
  CHECK(world.upkeep.state().edits.climbs.counts().full == 1);
  world.Sync(1);
  CHECK(world.upkeep.state().edits.climbs.disabled().size() == 1);
  CHECK(world.upkeep.DisableClimb({10, 3, 0}));
}

TEST_CASE("a climb is closed until its tile is evicted", "[NAV-270]") {
  HandWorld hand;
  for (int i = 0; i < 12; ++i) {
    const float x = static_cast<float>(i) * nav::kTileSize;
    const nav::PolyRef low = hand.Quad(x + 65, 65, x + 75, 75);
    const nav::PolyRef high = hand.Quad(x + 75, 65, x + 85, 75, 1);
    hand.Cross(low, hand.EdgeBetween(low, {x + 75, 75}, {x + 75, 65}), high, nav::AdjacencyType::kClimbLow);
  }
  UpkeepWorld world(PackOf(hand.Finish()), {"streaming_enabled=true"});
  const auto is_open = [&] { return HasPath(world.view(), {70, 70, 0}, {80, 70, 1}); };
  REQUIRE(is_open());
  REQUIRE(world.upkeep.DisableClimb({75, 70, 0}));
  world.Sync(10);
  CHECK_FALSE(is_open());
  // Another tile comes: it stays closed.
  world.streamer.SetFocus({150, 75, 0}, {}, 20 * kMs);
  for (int ms = 40; ms < 2000; ms += 40) world.Sync(ms);
  CHECK_FALSE(is_open());
  world.streamer.SetFocus({1500, 75, 0}, {}, 2000 * kMs);
  for (int ms = 2000; ms < 3000; ms += 40) world.Sync(ms);
  REQUIRE_FALSE(world.view().IsResident(kHandTile));
  CHECK(world.upkeep.state().edits.climbs.disabled().empty());
  world.streamer.SetFocus({75, 75, 0}, {}, 3000 * kMs);
  for (int ms = 3000; ms < 4000; ms += 40) world.Sync(ms);
  REQUIRE(world.view().IsResident(kHandTile));
  CHECK(is_open());
}

// ---- Ladders

TEST_CASE("a crowded ladder is taken by no search for five seconds, in neither direction", "[NAV-271]") {
  UpkeepWorld world(LadderWorld());
  const Vec3 ground{5, 5, 0};
  const Vec3 roof{17, 5, 6};
  REQUIRE(HasPath(world.view(), ground, roof));
  CHECK_FALSE(world.upkeep.BlockLadder(world.view(), {4, 5, 0}, 0));  // 5 m away
  REQUIRE(world.upkeep.BlockLadder(world.view(), {9, 4, 0}, 0));
  world.Sync(33);
  CHECK_FALSE(HasPath(world.view(), ground, roof));
  CHECK_FALSE(HasPath(world.view(), roof, ground));
  world.Sync(4999);
  CHECK_FALSE(HasPath(world.view(), ground, roof));
  world.Sync(5000);
  CHECK(HasPath(world.view(), ground, roof));
  CHECK(HasPath(world.view(), roof, ground));
  CHECK(world.upkeep.state().edits.ladders.rows().empty());
}

TEST_CASE("a ladder is crowded with three peds within 2 m of one of its ends", "[NAV-271]") {
  const nav::LadderEnds ladder{{0, 0, 0}, {0, 0, 6}};
  const std::vector<Vec3> foot = {{1, 0, 0}, {0, 2, 0}, {-1, -1, 0}};
  CHECK(IsCrowded(ladder, foot));
  CHECK_FALSE(IsCrowded(ladder, std::vector<Vec3>{{1, 0, 0}, {0, 2.01F, 0}, {-1, -1, 0}}));
  CHECK_FALSE(IsCrowded(ladder, std::vector<Vec3>{{1, 0, 0}, {0, 1, 0}, {0, 0, 6}, {1, 0, 6}}));
  CHECK(IsCrowded(ladder, std::vector<Vec3>{{1, 0, 6}, {0, 1, 6}, {0, 0, 6}}));
}

TEST_CASE("a full table of ladders lets the oldest go, and counts it", "[NAV-271]") {
  HandWorld hand;
  for (int i = 0; i < 9; ++i) {
    const float x = static_cast<float>(i) * 14;
    const nav::PolyRef low = hand.Quad(x, 0, x + 4, 4);
    const nav::PolyRef high = hand.Quad(x + 6, 0, x + 10, 4, 6);
    hand.Link(low, high, {x + 3, 2, 0}, {x + 7, 2, 6}, nav::LinkKind::kLadderUp);
  }
  UpkeepWorld world(hand.Finish());
  const auto is_open = [&](int ladder) {
    const float x = static_cast<float>(ladder) * 14;
    return HasPath(world.view(), {x + 1, 2, 0}, {x + 9, 2, 6});
  };
  const auto block = [&](int ladder, int64_t ms) {
    REQUIRE(world.upkeep.BlockLadder(world.view(), {static_cast<float>(ladder) * 14 + 3, 2, 0}, ms * kMs));
  };
  for (int i = 0; i < 8; ++i) block(i, i);
  block(0, 100);  // renewed: the oldest is the second now
  CHECK(world.upkeep.state().edits.ladders.counts().full == 0);
  world.Sync(200);
  for (int i = 0; i < 8; ++i) CHECK_FALSE(is_open(i));
  CHECK(is_open(8));
  block(8, 200);
  world.Sync(233);
  CHECK(world.upkeep.state().edits.ladders.counts().full == 1);
  CHECK(is_open(1));
  CHECK_FALSE(is_open(0));
  CHECK_FALSE(is_open(8));
  world.Sync(5099);
  CHECK_FALSE(is_open(0));
  CHECK(is_open(7));
  world.Sync(5100);
  CHECK(is_open(0));
  CHECK_FALSE(is_open(8));
}

// ---- Where nobody is spawned

TEST_CASE("spawn-blocked areas expire, are removed by their owner, and a full list refuses", "[NAV-265]") {
  nav::SpawnBlockedAreas areas;
  CHECK(areas.Put({1, 1, Area::Sphere({0, 0, 0}, 5), 1000}, 64));
  CHECK(areas.Put({1, 2, Area::Box({10, 0, -1}, {20, 5, 1}), 0}, 64));
  CHECK(areas.Blocks({3, 4, 0}));
  CHECK(areas.Blocks({15, 1, 0}));
  CHECK_FALSE(areas.Blocks({3, 4.1F, 0}));
  CHECK_FALSE(areas.Expire(999));
  CHECK(areas.Expire(1000));
  CHECK_FALSE(areas.Blocks({3, 4, 0}));
  CHECK_FALSE(areas.Expire(1'000'000'000'000));
  CHECK(areas.Blocks({15, 1, 0}));
  CHECK_FALSE(areas.Remove(2, 2));
  for (uint32_t i = 0; i < 63; ++i) REQUIRE(areas.Put({2, i, Area::Sphere({0, 0, 0}, 1), 0}, 64));
  CHECK_FALSE(areas.Put({3, 1, Area::Sphere({0, 0, 0}, 1), 0}, 64));
  CHECK(areas.counts().full == 1);
  CHECK(areas.counts().high_water == 64);
  CHECK(areas.Put({2, 5, Area::Sphere({0, 0, 0}, 9), 0}, 64));  // its own place
  CHECK(areas.Remove(1, 2));
  CHECK(areas.Put({3, 1, Area::Sphere({0, 0, 0}, 1), 0}, 64));
  areas.RemoveOwner(2);
  CHECK(areas.rows().size() == 1);
}

}  // namespace
}  // namespace footfall::tests
