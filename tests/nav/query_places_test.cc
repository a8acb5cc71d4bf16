#include <catch2/catch.hpp>
#include <limits>

#include "nav/query/audio_properties.h"
#include "nav/query/clear_area.h"
#include "nav/query/closest_position.h"
#include "nav/query/flood_fill.h"
#include "nav/query/line_of_sight.h"
#include "platform/profile.h"
#include "tests/nav/counting_new.h"
#include "tests/nav/hand_packs.h"
#include "tests/nav/query_judges.h"

namespace footfall::tests {
namespace {

using nav::CompletionCode;
using nav::PolyRef;
using nav::SegmentState;
using platform::Vec3;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

nav::LineOfSightRequest Line(std::vector<Vec3> points, uint32_t options = 0) {
  nav::LineOfSightRequest request;
  std::copy(points.begin(), points.end(), request.points.begin());
  request.points_count = static_cast<uint32_t>(points.size());
  request.options = options;
  return request;
}

nav::QueryResult Look(const nav::NavView& view, const nav::LineOfSightRequest& request) {
  const platform::Profile profile;
  nav::QueryScratch scratch(profile);
  platform::CostMeter meter;
  nav::QueryResult result;
  nav::RunLineOfSight(view, request, scratch, meter, result);
  return result;
}

nav::QueryResult FindClear(const nav::NavView& view, Vec3 center, float search_radius, float clear_radius) {
  const platform::Profile profile;
  nav::QueryScratch scratch(profile);
  platform::CostMeter meter;
  nav::QueryResult result;
  nav::RunClearArea(view, {center, search_radius, clear_radius}, scratch, meter, result);
  return result;
}

nav::QueryResult FindClosest(const nav::NavView& view, const nav::ClosestPositionRequest& request) {
  const platform::Profile profile;
  nav::QueryScratch scratch(profile);
  platform::CostMeter meter;
  nav::QueryResult result;
  nav::RunClosestPosition(view, request, scratch, meter, result);
  return result;
}

}  // namespace

TEST_CASE("a line of sight asks whether one can walk, segment by segment", "[NAV-238]") {
  CHECK(nav::kLosPointsMax == 16);
  const auto view = ViewOf(HoleWorld());
  const nav::QueryResult clear = Look(*view, Line({{1, 1, 0}, {17, 1, 0}, {17, 17, 0}}));
  CHECK(clear.code == CompletionCode::kFound);
  CHECK(clear.items.size() == 2);
  CHECK(clear.value == 32);
  const nav::QueryResult blocked = Look(*view, Line({{1, 9, 0}, {17, 9, 0}}));
  CHECK(blocked.code == CompletionCode::kNotFound);
  CHECK(StateOf(blocked.items[0]) == SegmentState::kBlockedByMesh);
  CHECK(blocked.items[0].position == Vec3{6, 9, 0});
  CHECK(blocked.items[0].value == 5);
  CHECK(blocked.items[0].normal == Vec3{-1, 0, 0});
  CHECK((blocked.items[0].bits & nav::kItemOverMesh) != 0);
  // Not to be seen but to be walked: a bridge passes over the hole's storey.
  const auto storeys = ViewOf(StoreysWorld());
  CHECK(Look(*storeys, Line({{1, 1, 0}, {9, 9, 4}})).code == CompletionCode::kFound);
  CHECK(Look(*storeys, Line({{1, 1, 0}, {9, 9, 4}}, nav::kLosEachOnMesh)).code == CompletionCode::kNotFound);
  CHECK(Look(*storeys, Line({{1, 1, 4}, {9, 9, 4}}, nav::kLosEachOnMesh)).code == CompletionCode::kFound);
}

TEST_CASE("each segment's own end polygons decide, as brute force over random lines says",
          "[NAV-238][NAV-239]") {
  platform::RandomStream random(5, platform::RandomPurpose::kTest, 43, 0);
  int found = 0;
  for (uint64_t seed = 0; seed < 4; ++seed) found += JudgeLineOfSight(*RaggedWorld(seed), random, 400);
  CHECK(found > 50);
  CHECK(found < 1500);
}

TEST_CASE("the options forbid water edges and steep ground", "[NAV-238]") {
  const auto water = ViewOf(WaterWorld());
  CHECK(Look(*water, Line({{1, 5, 0}, {9, 5, 0}})).code == CompletionCode::kFound);
  const nav::QueryResult dry = Look(*water, Line({{1, 5, 0}, {9, 5, 0}}, nav::kLosNoWaterEdges));
  CHECK(dry.code == CompletionCode::kNotFound);
  CHECK(dry.items[0].position == Vec3{4, 5, 0});
  // Within the water there is no such edge.
  CHECK(Look(*water, Line({{5, 1, 0}, {5, 9, 0}}, nav::kLosNoWaterEdges)).code == CompletionCode::kFound);
  // 26.6 degrees.
  const auto slope = ViewOf(SlopeWorld());
  auto climb = Line({{1, 5, 0.5F}, {9, 5, 4.5F}});
  CHECK(Look(*slope, climb).code == CompletionCode::kFound);
  climb.slope_max = 0.47F;
  CHECK(Look(*slope, climb).code == CompletionCode::kFound);
  climb.slope_max = 0.46F;
  CHECK(Look(*slope, climb).code == CompletionCode::kNotFound);
}

TEST_CASE("after the first failure segments are tested, or reported as not reached", "[NAV-239]") {
  const auto view = ViewOf(HoleWorld());
  const std::vector<Vec3> points{{1, 1, 0}, {1, 9, 0}, {17, 9, 0}, {17, 1, 0}, {1, 1, 0}};
  const nav::QueryResult all = Look(*view, Line(points, nav::kLosEachOnMesh));
  REQUIRE(all.items.size() == 4);
  CHECK(StateOf(all.items[0]) == SegmentState::kClear);
  CHECK(StateOf(all.items[1]) == SegmentState::kBlockedByMesh);
  CHECK(StateOf(all.items[2]) == SegmentState::kClear);
  CHECK(StateOf(all.items[3]) == SegmentState::kClear);
  const nav::QueryResult first = Look(*view, Line(points, nav::kLosEachOnMesh | nav::kLosStopAtFirstFailure));
  REQUIRE(first.items.size() == 4);
  CHECK(StateOf(first.items[1]) == SegmentState::kBlockedByMesh);
  CHECK(StateOf(first.items[2]) == SegmentState::kNotReached);
  CHECK(StateOf(first.items[3]) == SegmentState::kNotReached);
  CHECK(first.cost_units < all.cost_units);
}

TEST_CASE("a line of sight off the mesh, to the world's end and to NaN") {
  const auto view = ViewOf(HoleWorld());
  for (const float bad : {1e30F, -1e30F, 60.0F}) {
    CHECK(Look(*view, Line({{bad, 1, 0}, {1, 1, 0}})).code == CompletionCode::kNoSurfaceAtCoordinates);
    CHECK(Look(*view, Line({{1, 1, 0}, {bad, 1, 0}})).code == CompletionCode::kNotFound);
    const nav::QueryResult each = Look(*view, Line({{1, 1, 0}, {bad, 1, 0}, {1, 1, 0}}, nav::kLosEachOnMesh));
    CHECK(StateOf(each.items[0]) == SegmentState::kOffMesh);
    CHECK(StateOf(each.items[1]) == SegmentState::kOffMesh);
  }
  CHECK(Look(*view, Line({{kNaN, 1, 0}, {1, 1, 0}})).code == CompletionCode::kNoSurfaceAtCoordinates);
}

TEST_CASE("a clear area is the first place on rings that nothing reaches into", "[NAV-247]") {
  const auto view = ViewOf(HoleWorld());  // 0 to 18 without 6 to 12
  // In the corner there is no room; the first ring has some.
  const nav::QueryResult corner = FindClear(*view, {1, 1, 0}, 10, 2);
  CHECK(corner.code == CompletionCode::kFound);
  REQUIRE(corner.items.size() == 1);
  CHECK(corner.value == Approx(2));
  CHECK(corner.items[0].position.x >= 2);
  CHECK(corner.items[0].position.y >= 2);
  // To touch is not to be inside.
  CHECK(FindClear(*view, {3, 3, 0}, 0, 3).value == 0);
  CHECK(FindClear(*view, {3, 3, 0}, 0, 3).code == CompletionCode::kFound);
  CHECK(FindClear(*view, {3, 3, 0}, 0, 3.01F).code == CompletionCode::kNotFound);
  CHECK(FindClear(*view, {9, 9, 0}, 30, 3.2F).code == CompletionCode::kNotFound);
  // From the middle of the hole the ring at 6 m is the middle of the ground.
  CHECK(FindClear(*view, {9, 9, 0}, 30, 3).value == Approx(6).margin(0.001));
  // Ledges are edges without a neighbour, too.
  const auto terrace = ViewOf(TerraceWorld());
  CHECK(FindClear(*terrace, {10, 5, 0.5F}, 0.5F, 0.6F).code == CompletionCode::kNotFound);
}

TEST_CASE("equally near places of two storeys go to the lower polygon", "[NAV-247]") {
  HandWorld world;
  world.Quad(0, 0, 10, 10, 1);
  const PolyRef low = world.Quad(0, 0, 10, 10, -1);
  const auto view = ViewOf(world.Finish());
  CHECK(FindClear(*view, {5, 5, 0}, 2, 1).items[0].poly == PolyRef(kHandTile, 0));
  CHECK(FindClear(*view, {5, 5, -0.25F}, 2, 1).items[0].poly == low);
  CHECK(FindClear(*view, {5, 5, -0.25F}, 0.5F, 0.4F).code == CompletionCode::kNotFound);
}

TEST_CASE("clear areas hold on random meshes, and no earlier ring had one", "[NAV-247]") {
  platform::RandomStream random(5, platform::RandomPurpose::kTest, 44, 0);
  int found = 0;
  for (uint64_t seed = 0; seed < 4; ++seed) found += JudgeClearArea(*RaggedWorld(seed), random, 300);
  CHECK(found > 250);
  CHECK(found < 1150);
}

TEST_CASE("a search for room in nowhere ends at its ceiling") {
  const auto view = ViewOf(GridWorld(5));
  CHECK(FindClear(*view, {5000, 5000, 0}, 150, 0.5F).code == CompletionCode::kRanOutOfVisitedPolysSpace);
  CHECK(FindClear(*view, {5000, 5000, 0}, 10, 1).code == CompletionCode::kNotFound);
  CHECK(FindClear(*view, {1e30F, 0, 0}, 10, 1).code == CompletionCode::kNotFound);
  CHECK(FindClear(*view, {kNaN, 0, 0}, 10, 1).code == CompletionCode::kNotFound);
}

TEST_CASE("up to 16 closest positions are sorted, filtered and spaced as brute force says",
          "[NAV-248][NAV-255]") {
  CHECK(nav::kClosestPositionsMax == 16);
  CHECK(platform::Profile().closest_position_results_max == 16);
  platform::RandomStream random(5, platform::RandomPurpose::kTest, 45, 0);
  int found = 0;
  for (uint64_t seed = 0; seed < 4; ++seed) found += JudgeClosest(*RaggedWorld(seed), random, 700);
  CHECK(found > 1000);
  CHECK(found < 2700);
}

TEST_CASE("equally near positions come by mesh index and then by polygon", "[NAV-248]") {
  const auto view = ViewOf(SeamWorld());  // the seam is at x = 150
  nav::ClosestPositionRequest request;
  request.position = {150, 10, 0};  // a corner of four squares, two a tile
  request.search_radius = 0.5F;
  request.results_max = 16;
  const nav::QueryResult result = FindClosest(*view, request);
  REQUIRE(result.items.size() == 4);
  for (size_t n = 1; n < 4; ++n) CHECK(result.items[n - 1].poly < result.items[n].poly);
  CHECK(result.items[1].poly.mesh() == kHandTile);
  CHECK(result.items[2].poly.mesh() == kHandTileEast);
}

TEST_CASE("each filter of the closest position, alone", "[NAV-255]") {
  const struct {
    uint32_t filter;
    uint8_t flags_bad, flags_good;
    uint16_t attributes_bad, attributes_good;
  } cases[] = {{nav::kClosestOnlyPavement, 0, nav::kPolyPavement, 0, 0},
               {nav::kClosestNotIsolated, 0, 0, nav::kAttrIsolated, 0},
               {nav::kClosestNotInterior, 0, 0, nav::kAttrInterior, 0},
               {nav::kClosestNotWater, nav::kPolyWater, 0, 0, 0},
               {nav::kClosestNetworkSpawn, 0, 0, 0, nav::kAttrNetworkSpawnCandidate},
               {nav::kClosestSheltered, 0, nav::kPolySheltered, 0, 0},
               {nav::kClosestNotSheltered, nav::kPolySheltered, 0, 0, 0}};
  for (const auto& test : cases) {
    CAPTURE(test.filter);
    HandWorld world;
    world.Add({{0, 0, 0}, {0, 2, 0}, {2, 2, 0}, {2, 0, 0}}, test.flags_bad, test.attributes_bad);
    const PolyRef good =
        world.Add({{2, 0, 0}, {2, 2, 0}, {4, 2, 0}, {4, 0, 0}}, test.flags_good, test.attributes_good);
    const auto view = ViewOf(world.Finish());
    nav::ClosestPositionRequest request;
    request.position = {1, 1, 0};
    CHECK(FindClosest(*view, request).items[0].poly == PolyRef(kHandTile, 0));
    request.filters = test.filter;
    const nav::QueryResult result = FindClosest(*view, request);
    REQUIRE(result.items.size() == 1);
    CHECK(result.items[0].poly == good);
    CHECK(result.items[0].position == Vec3{2, 1, 0});
    request.below_only = true;
    CHECK(FindClosest(*view, request).code == CompletionCode::kNotFound);
    request.position.x = 3;
    CHECK(FindClosest(*view, request).code == CompletionCode::kFound);
  }
  CHECK(nav::kClosestFiltersAll == 0x7F);
}

TEST_CASE("closest positions from nowhere") {
  const auto view = ViewOf(GridWorld(5));
  for (const float bad : {kNaN, kInfinity, 1e30F, 500.0F}) {
    nav::ClosestPositionRequest request;
    request.position = {bad, 0, 0};
    request.search_radius = 100;
    CHECK(FindClosest(*view, request).code == CompletionCode::kNotFound);
    request.spacing_min = 1;
    CHECK(FindClosest(*view, request).code == CompletionCode::kNotFound);
    request.below_only = true;
    CHECK(FindClosest(*view, request).code == CompletionCode::kNotFound);
  }
}

TEST_CASE("queries allocate nothing after warm-up") {
  const auto view = RaggedWorld(1);
  const platform::Profile profile;
  nav::QueryScratch scratch(profile);
  platform::CostMeter meter;
  nav::QueryResult result;
  nav::FloodFillRequest flood;
  flood.start = {150, 120, 0};
  flood.goal = nav::FloodFillGoal::kAreaUnderfoot;
  nav::ClosestPositionRequest closest;
  closest.position = flood.start;
  closest.results_max = 16;
  closest.search_radius = 20;
  closest.spacing_min = 1;
  const auto run = [&] {
    nav::RunFloodFill(*view, flood, scratch, meter, result);
    nav::RunClosestPosition(*view, closest, scratch, meter, result);
    nav::RunClearArea(*view, {flood.start, 10, 2}, scratch, meter, result);
    nav::RunAudioProperties(*view, {flood.start, 0}, scratch, meter, result);
    nav::RunLineOfSight(*view, Line({{150, 120, 0}, {155, 121, 0}}), scratch, meter, result);
  };
  run();
  const uint64_t before = nav::testing::AllocationsCount();
  nav::RunFloodFill(*view, flood, scratch, meter, result);
  nav::RunClosestPosition(*view, closest, scratch, meter, result);
  nav::RunClearArea(*view, {flood.start, 10, 2}, scratch, meter, result);
  nav::RunAudioProperties(*view, {flood.start, 0}, scratch, meter, result);
  CHECK(nav::testing::AllocationsCount() == before);
}

}  // namespace footfall::tests
