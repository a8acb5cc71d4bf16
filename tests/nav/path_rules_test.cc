#include <catch2/catch.hpp>

#include "nav/path/movement_rules.h"
#include "tests/nav/path_fixture.h"

namespace footfall::nav {
namespace {

using platform::MovementCosts;
using platform::SearchPoints;
using platform::Vec3;
using tests::FindPath;
using tests::ProfileOf;
using tests::Request;

constexpr SearchPoints kModes[] = {SearchPoints::kTargetClosest, SearchPoints::kSharedEdge};

PolyRecord Record(uint8_t flags, uint16_t attributes = 0) {
  PolyRecord record{};
  record.flags = flags;
  record.attributes = attributes;
  return record;
}

MovementRules Rules(uint64_t flags, bool on_pavement = false) {
  return MovementRules(Request({}, {}, flags), MovementCosts{}, on_pavement);
}

const PolyRecord kGround = Record(0);
const PolyRecord kPaved = Record(kPolyPavement);
const PolyRecord kDeep = Record(kPolyWater);
const PolyRecord kShallow = Record(kPolyWater, kAttrShallowWater);
const PolyRecord kSteep = Record(kPolyTooSteepToWalkOn);
const PolyRecord kTrack = Record(0, kAttrTrainTrack);

TEST_CASE("climbing and dropping cost what the table says", "[NAV-148][NAV-147]") {
  const MovementRules rules = Rules(0);
  CHECK(rules.StepPenalty(kGround, kGround, AdjacencyType::kNormal, 1, 0) == 0);
  CHECK(rules.StepPenalty(kGround, kGround, AdjacencyType::kClimbHigh, 2, 0) == 800);
  CHECK(rules.StepPenalty(kGround, kGround, AdjacencyType::kClimbLow, 1, 0) == 400);
  CHECK(rules.StepPenalty(kGround, kGround, AdjacencyType::kDropDown, -3, 0) == 100 + 5 * 3);
  MovementCosts costs;
  costs.climb_low = 7;
  CHECK(MovementRules(Request({}, {}), costs, false)
            .StepPenalty(kGround, kGround, AdjacencyType::kClimbLow, 1, 0) == 7);
}

TEST_CASE("ladders and climbable objects cost what the table says", "[NAV-149]") {
  const MovementRules rules = Rules(0);
  CHECK(rules.LinkPenalty(LinkKind::kLadderUp, {0, 0, 0}, {3, 0, 6}) == 50 + 5 * 6);
  CHECK(rules.LinkPenalty(LinkKind::kLadderDown, {3, 0, 6}, {0, 0, 0}) == 50 + 5 * 6);
  CHECK(rules.LinkPenalty(LinkKind::kClimbObject, {0, 0, 0}, {3, 0, 4}) == 10 * 5);
}

TEST_CASE("water costs on entering, leaving and staying", "[NAV-150]") {
  const MovementRules rules = Rules(0);
  CHECK(rules.StepPenalty(kGround, kDeep, AdjacencyType::kNormal, 0, 0) == 50);
  CHECK(rules.StepPenalty(kDeep, kGround, AdjacencyType::kNormal, 0, 0) == 25);
  CHECK(rules.StepPenalty(kDeep, kShallow, AdjacencyType::kNormal, 0, 0) == 20);
}

TEST_CASE("moving onto steep ground and along tracks costs what the table says", "[NAV-152][NAV-180]") {
  CHECK(Rules(0).StepPenalty(kGround, kSteep, AdjacencyType::kNormal, 0, 0) == 100);
  CHECK(Rules(0).StepPenalty(kSteep, kSteep, AdjacencyType::kNormal, 0, 0) == 0);
  CHECK(Rules(0).StepPenalty(kGround, kTrack, AdjacencyType::kNormal, 0, 0) == 0);
  const MovementRules avoiding = Rules(PathFlagMask(kFlagAvoidTrainTracks));
  CHECK(avoiding.StepPenalty(kGround, kTrack, AdjacencyType::kNormal, 0, 0) == 16000);
}

TEST_CASE("PreferDownhill charges ten a metre of rise and nothing downhill", "[NAV-140][NAV-178]") {
  const MovementRules rules = Rules(PathFlagMask(kFlagPreferDownhill));
  CHECK(rules.StepPenalty(kGround, kGround, AdjacencyType::kNormal, 1.5F, 0) == 15);
  CHECK(rules.StepPenalty(kGround, kGround, AdjacencyType::kNormal, -1.5F, 0) == 0);
}

TEST_CASE("FavourEnclosedSpaces charges two a metre of free space", "[NAV-181]") {
  const MovementRules rules = Rules(PathFlagMask(kFlagFavourEnclosedSpaces));
  CHECK(rules.StepPenalty(kGround, kGround, AdjacencyType::kNormal, 0, 31) == Approx(2 * 7.75));
  CHECK(Rules(0).StepPenalty(kGround, kGround, AdjacencyType::kNormal, 0, 31) == 0);
}

TEST_CASE("PreferPavements makes length off pavements four times as dear, but usable", "[NAV-172]") {
  const MovementRules rules = Rules(PathFlagMask(kFlagPreferPavements));
  CHECK(rules.LengthFactor(kGround) == 4);
  CHECK(rules.LengthFactor(kPaved) == 1);
  CHECK(Rules(0).LengthFactor(kGround) == 1);
  CHECK(rules.AllowsSurfaces(kPaved, kGround, 0));
}

TEST_CASE("surface flags forbid steps", "[NAV-173][NAV-174][NAV-176][NAV-177]") {
  const MovementRules pavements = Rules(PathFlagMask(kFlagNeverLeavePavements));
  CHECK_FALSE(pavements.AllowsSurfaces(kPaved, kGround, 0));
  CHECK(pavements.AllowsSurfaces(kGround, kGround, 0));
  CHECK(pavements.AllowsSurfaces(kGround, kPaved, 0));

  const MovementRules dry = Rules(PathFlagMask(kFlagNeverEnterWater));
  CHECK_FALSE(dry.AllowsSurfaces(kGround, kShallow, 0));
  CHECK(dry.AllowsSurfaces(kDeep, kShallow, 0));
  CHECK(dry.AllowsSurfaces(kDeep, kGround, 0));

  const MovementRules wet = Rules(PathFlagMask(kFlagNeverLeaveWater));
  CHECK_FALSE(wet.AllowsSurfaces(kDeep, kGround, 0));
  CHECK(wet.AllowsSurfaces(kDeep, kShallow, 0));

  const MovementRules deep = Rules(PathFlagMask(kFlagNeverLeaveDeepWater));
  CHECK_FALSE(deep.AllowsSurfaces(kDeep, kShallow, 0));
  CHECK_FALSE(deep.AllowsSurfaces(kDeep, kGround, 0));
  CHECK(deep.AllowsSurfaces(kShallow, kGround, 0));
}

TEST_CASE("steep polygons are entered uphill only with the flag", "[NAV-179]") {
  CHECK_FALSE(Rules(0).AllowsSurfaces(kGround, kSteep, 0.5F));
  CHECK(Rules(0).AllowsSurfaces(kGround, kSteep, -0.5F));
  CHECK(Rules(PathFlagMask(kFlagAllowToNavigateUpSteepPolygons)).AllowsSurfaces(kGround, kSteep, 0.5F));
}

TEST_CASE("a terrace is climbed unless the request forbids it", "[NAV-141][NAV-184]") {
  const auto view = tests::ViewOf(tests::TerraceWorld());
  for (const SearchPoints mode : kModes) {
    const PathResult path = FindPath(*view, ProfileOf(mode), Request({3, 5, 0}, {17, 5, 1}));
    REQUIRE(path.code == CompletionCode::kFound);
    CHECK(path.points.size() == 4);
    const uint64_t never = PathFlagMask(kFlagNeverClimbOverStuff);
    CHECK(FindPath(*view, ProfileOf(mode), Request({3, 5, 0}, {17, 5, 1}, never)).code ==
          CompletionCode::kNotFound);
    // Down again it is a drop, which that flag does not forbid.
    CHECK(FindPath(*view, ProfileOf(mode), Request({17, 5, 1}, {3, 5, 0}, never)).code ==
          CompletionCode::kFound);
  }
}

TEST_CASE("a drop is taken unless the request forbids it", "[NAV-185]") {
  const auto view = tests::ViewOf(tests::TerraceWorld());
  for (const SearchPoints mode : kModes) {
    const PathResult path = FindPath(*view, ProfileOf(mode), Request({17, 5, 1}, {3, 5, 0}));
    REQUIRE(path.code == CompletionCode::kFound);
    CHECK((path.waypoint_flags[1] & kWaypointDropDown) != 0);
    const uint64_t never = PathFlagMask(kFlagNeverDropFromHeight);
    CHECK(FindPath(*view, ProfileOf(mode), Request({17, 5, 1}, {3, 5, 0}, never)).code ==
          CompletionCode::kNotFound);
  }
}

TEST_CASE("a high drop needs MayUseFatalDrops", "[NAV-187]") {
  WorldDraft world = tests::TerraceWorld();
  for (TileDraft& tile : world.tiles) {
    for (DraftPoly& poly : tile.polys) {
      for (DraftEdge& edge : poly.edges) {
        if (edge.type == AdjacencyType::kDropDown) edge.flags |= kEdgeHighDrop;
      }
    }
  }
  const auto view = tests::ViewOf(world);
  const platform::Profile profile = ProfileOf(SearchPoints::kSharedEdge);
  CHECK(FindPath(*view, profile, Request({17, 5, 1}, {3, 5, 0})).code == CompletionCode::kNotFound);
  const uint64_t fatal = PathFlagMask(kFlagMayUseFatalDrops);
  CHECK(FindPath(*view, profile, Request({17, 5, 1}, {3, 5, 0}, fatal)).code == CompletionCode::kFound);
}

TEST_CASE("a ladder is used unless the request forbids it, up and down", "[NAV-143][NAV-186]") {
  const auto view = tests::ViewOf(tests::LadderWorld());
  for (const SearchPoints mode : kModes) {
    const PathResult up = FindPath(*view, ProfileOf(mode), Request({3, 5, 0}, {20, 5, 6}));
    REQUIRE(up.code == CompletionCode::kFound);
    REQUIRE(up.points.size() == 4);
    CHECK(up.points[1] == Vec3{9, 5, 0});
    CHECK(up.points[2] == Vec3{13, 5, 6});
    CHECK(up.waypoint_flags[1] == kWaypointClimbLadder);
    const PathResult down = FindPath(*view, ProfileOf(mode), Request({20, 5, 6}, {3, 5, 0}));
    REQUIRE(down.code == CompletionCode::kFound);
    CHECK(down.waypoint_flags[1] == kWaypointDescendLadder);
    const uint64_t never = PathFlagMask(kFlagNeverUseLadders);
    CHECK(FindPath(*view, ProfileOf(mode), Request({3, 5, 0}, {20, 5, 6}, never)).code ==
          CompletionCode::kNotFound);
  }
}

TEST_CASE("off pavements the prohibitions of drops and climbs may be lifted", "[NAV-188]") {
  const uint64_t flags = PathFlagMask(kFlagNeverClimbOverStuff) | PathFlagMask(kFlagNeverDropFromHeight) |
                         PathFlagMask(kFlagIfNotOnPavementAllowDropsAndClimbs);
  const auto view = tests::ViewOf(tests::TerraceWorld());
  const platform::Profile profile = ProfileOf(SearchPoints::kSharedEdge);
  CHECK(FindPath(*view, profile, Request({3, 5, 0}, {17, 5, 1}, flags)).code == CompletionCode::kFound);
  WorldDraft paved = tests::TerraceWorld();
  for (TileDraft& tile : paved.tiles) {
    for (DraftPoly& poly : tile.polys) poly.flags |= kPolyPavement;
  }
  CHECK(FindPath(*tests::ViewOf(paved), profile, Request({3, 5, 0}, {17, 5, 1}, flags)).code ==
        CompletionCode::kNotFound);
}

TEST_CASE("water flags act on whole searches", "[NAV-174][NAV-175]") {
  const auto view = tests::ViewOf(tests::WaterWorld());
  const platform::Profile profile = ProfileOf(SearchPoints::kSharedEdge);
  const PathResult across = FindPath(*view, profile, Request({1, 5, 0}, {9, 5, 0}));
  REQUIRE(across.code == CompletionCode::kFound);
  CHECK(across.has_water);
  const uint64_t dry = PathFlagMask(kFlagNeverEnterWater);
  CHECK(FindPath(*view, profile, Request({1, 5, 0}, {9, 5, 0}, dry)).code == CompletionCode::kNotFound);
  const uint64_t dry_start = PathFlagMask(kFlagNeverStartInWater);
  CHECK(FindPath(*view, profile, Request({5, 5, 0}, {9, 5, 0}, dry_start)).code ==
        CompletionCode::kInvalidCoordinates);
  CHECK(FindPath(*view, profile, Request({5, 5, 0}, {9, 5, 0})).code == CompletionCode::kFound);
}

// A ring of pavement around a square of grass: straight across or around.
WorldDraft PavedRing() {
  tests::HandWorld world;
  for (int y = 0; y < 7; ++y) {
    for (int x = 0; x < 7; ++x) {
      const bool is_ring = x == 0 || y == 0 || x == 6 || y == 6;
      const float low_x = static_cast<float>(x) * 2;
      const float low_y = static_cast<float>(y) * 2;
      world.Quad(low_x, low_y, low_x + 2, low_y + 2, 0, static_cast<uint8_t>(is_ring ? kPolyPavement : 0U));
    }
  }
  return world.Finish();
}

TEST_CASE("PreferPavements goes around the grass and sight lines do not undo it", "[NAV-172][NAV-137]") {
  const auto view = tests::ViewOf(PavedRing());
  const platform::Profile profile = ProfileOf(SearchPoints::kSharedEdge);
  const Vec3 from{1, 13, 0};
  const Vec3 to{13, 1, 0};
  CHECK(FindPath(*view, profile, Request(from, to)).length == Approx(platform::Distance(from, to)));
  const PathResult paved = FindPath(*view, profile, Request(from, to, PathFlagMask(kFlagPreferPavements)));
  REQUIRE(paved.code == CompletionCode::kFound);
  CHECK(paved.length > 20);
  // It may touch the grass at the ring's inner corner, and no more.
  for (size_t i = 1; i < paved.points.size(); ++i) {
    for (int step = 0; step <= 100; ++step) {
      const Vec3 p = platform::Lerp(paved.points[i - 1], paved.points[i], static_cast<float>(step) / 100);
      CHECK_FALSE((p.x > 2.01F && p.x < 11.99F && p.y > 2.01F && p.y < 11.99F));
    }
  }
}

TEST_CASE("44 flags are defined, in document order", "[NAV-167][NAV-168][NAV-211]") {
  CHECK(kPathFlagCount == 44);
  CHECK(kFlagFleeTarget == 0);
  CHECK(kFlagKeepUpdatingPedStartPosition == 43);
  CHECK((kSupportedPathFlags >> kPathFlagCount) == 0);
}

}  // namespace
}  // namespace footfall::nav
