#include "nav/path/path_search.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

#include "nav/path/astar.h"
#include "nav/path/movement_rules.h"
#include "nav/path/string_pulling.h"
#include "nav/query/nearest.h"
#include "nav/query/walk_ray.h"
#include "platform/random.h"
#include "tests/nav/path_fixture.h"

namespace footfall::nav {
namespace {

using platform::CostMeter;
using platform::Profile;
using platform::RandomPurpose;
using platform::RandomStream;
using platform::SearchPoints;
using platform::Vec3;
using tests::FindPath;
using tests::ProfileOf;
using tests::Request;

const Profile kShared = ProfileOf(SearchPoints::kSharedEdge);

TEST_CASE("completion codes have the documented numbers", "[NAV-096]") {
  CHECK(static_cast<int>(CompletionCode::kFound) == 0);
  CHECK(static_cast<int>(CompletionCode::kNotFound) == 1);
  CHECK(static_cast<int>(CompletionCode::kTimedOut) == 2);
  CHECK(static_cast<int>(CompletionCode::kReachedMaxPathPolys) == 3);
  CHECK(static_cast<int>(CompletionCode::kInvalidCoordinates) == 4);
  CHECK(static_cast<int>(CompletionCode::kNavMeshNotLoaded) == 5);
  CHECK(static_cast<int>(CompletionCode::kEndpointsInsideObjects) == 6);
  CHECK(static_cast<int>(CompletionCode::kNoSurfaceAtCoordinates) == 7);
  CHECK(static_cast<int>(CompletionCode::kRanOutOfPathStackSpace) == 8);
  CHECK(static_cast<int>(CompletionCode::kRanOutOfVisitedPolysSpace) == 9);
  CHECK(static_cast<int>(CompletionCode::kCancelled) == 10);
  CHECK(static_cast<int>(CompletionCode::kInvalidHandle) == 11);
  CHECK(static_cast<int>(CompletionCode::kNoPoints) == 12);
  CHECK(static_cast<int>(CompletionCode::kStillPending) == 13);
  CHECK(static_cast<int>(CompletionCode::kAbortedDueToAnotherThread) == 14);
  CHECK(static_cast<int>(CompletionCode::kHierarchicalSearchFailed) == 16);
  CHECK(kCompletionCodes == 17);
}

TEST_CASE("cost factors are the documented ones", "[NAV-137]") {
  CHECK(kDistanceTravelledMultiplier == 5);
  CHECK(kCostFromTargetMultiplier == 5);
}

TEST_CASE("a path around a hole bends at its corners and nowhere else", "[NAV-131][NAV-133][NAV-155]") {
  const auto view = tests::ViewOf(tests::HoleWorld());
  for (const SearchPoints mode : {SearchPoints::kTargetClosest, SearchPoints::kSharedEdge}) {
    const PathResult path = FindPath(*view, ProfileOf(mode), Request({3, 9, 0}, {15, 9, 0}));
    REQUIRE(path.code == CompletionCode::kFound);
    REQUIRE(path.points.size() == 4);
    CHECK(path.points.front() == Vec3{3, 9, 0});
    CHECK(path.points.back() == Vec3{15, 9, 0});
    CHECK(path.length == Approx(6 + 6 * std::sqrt(2.0)));
    CHECK(path.corridor.front() == path.point_polys.front());
    CHECK(path.corridor.back() == path.point_polys.back());
  }
}

TEST_CASE("a request that names a domain that is off finds no mesh", "[NAV-015]") {
  const auto view = tests::ViewOf(tests::GridWorld(5));
  PathRequest request = Request({3, 3, 0}, {7, 7, 0});
  CHECK(FindPath(*view, kShared, request).code == CompletionCode::kFound);
  for (const Domain domain : {Domain::kHeightMesh, static_cast<Domain>(2)}) {
    request.domain = domain;
    const PathResult path = FindPath(*view, kShared, request);
    CHECK(path.code == CompletionCode::kNavMeshNotLoaded);
    CHECK(path.points.empty());
  }
}

TEST_CASE("start and end at one place give a path of no length") {
  const auto view = tests::ViewOf(tests::GridWorld(5));
  const PathResult path = FindPath(*view, kShared, Request({3, 3, 0}, {3, 3, 0}));
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(path.points.size() == 2);
  CHECK(path.length == 0);
  CHECK(path.last_route_point_is_target);
}

TEST_CASE("a short way in sight is not searched", "[NAV-132]") {
  const auto view = tests::ViewOf(tests::HoleWorld());
  const PathResult near = FindPath(*view, kShared, Request({1.5F, 1, 0}, {4.5F, 1, 0}));
  REQUIRE(near.code == CompletionCode::kFound);
  CHECK(near.nodes_expanded == 0);
  CHECK(near.points.size() == 2);
  // Squared distance 10.24 is not below 10.
  const PathResult far = FindPath(*view, kShared, Request({1.5F, 1, 0}, {4.7F, 1, 0}));
  CHECK(far.nodes_expanded > 0);
  // Enclosed spaces are to be weighed, so nothing is taken for granted.
  CHECK(FindPath(*view, kShared, Request({1.5F, 1, 0}, {4.5F, 1, 0}, PathFlagMask(kFlagFavourEnclosedSpaces)))
            .nodes_expanded > 0);
  // Not in sight: around the corner of the hole.
  CHECK(FindPath(*view, kShared, Request({5.5F, 7, 0}, {7, 5.5F, 0})).points.size() == 3);
}

TEST_CASE("an end off the mesh is moved onto it, and told", "[NAV-128][NAV-162]") {
  const auto view = tests::ViewOf(tests::GridWorld(5));
  const PathResult path = FindPath(*view, kShared, Request({1, 1, 0.5F}, {11.5F, 5, 0}));
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(path.start_used == Vec3{1, 1, 0});
  CHECK(path.start_moved == Approx(0.5));
  CHECK(path.goal_used == Vec3{10, 5, 0});
  CHECK(path.goal_moved == Approx(1.5));
  CHECK(path.short_of_goal == Approx(1.5));
  CHECK((path.waypoint_flags.back() & kWaypointAdjustedTargetPos) != 0);
  CHECK(path.last_route_point_is_target);
  // Moved by less than half a metre: that is the target.
  const PathResult close = FindPath(*view, kShared, Request({1, 1, 0}, {10.4F, 5, 0}));
  CHECK((close.waypoint_flags.back() & kWaypointAdjustedTargetPos) == 0);
}

TEST_CASE("an end too far off the mesh is refused, and the error can tell what was near", "[NAV-128]") {
  const auto view = tests::ViewOf(tests::GridWorld(5));
  const PathResult path = FindPath(*view, kShared, Request({1, 1, 0}, {15, 5, 0}));
  CHECK(path.code == CompletionCode::kInvalidCoordinates);
  CHECK(path.points.empty());
  CHECK(path.nearest_goal == Approx(5));
  CHECK(FindPath(*view, kShared, Request({1, 1, 8}, {5, 5, 0})).code == CompletionCode::kInvalidCoordinates);
  PathRequest wide = Request({1, 1, 0}, {15, 5, 0});
  wide.adjust_distance_max = 6;
  CHECK(FindPath(*view, kShared, wide).code == CompletionCode::kFound);
}

TEST_CASE("ends outside the world and on tiles that are not loaded have codes of their own", "[NAV-011]") {
  const auto view = tests::ViewOf(tests::GridWorld(5));
  CHECK(FindPath(*view, kShared, Request({1, 1, 0}, {9000, 0, 0})).code ==
        CompletionCode::kInvalidCoordinates);
  CHECK(FindPath(*view, kShared, Request({-6000.5F, 1, 0}, {1, 1, 0})).code ==
        CompletionCode::kInvalidCoordinates);
  CHECK(FindPath(*view, kShared, Request({1, 1, 0}, {500, 1, 0})).code == CompletionCode::kNavMeshNotLoaded);
  CHECK(FindPath(*view, kShared, Request({1e30F, 1, 0}, {1, 1, 0})).code ==
        CompletionCode::kInvalidCoordinates);
}

TEST_CASE(
    "a start without any mesh gives a straight line that says it is unchecked, where the profile allows it",
    "[NAV-123]") {
  const auto view = tests::ViewOf(tests::GridWorld(5));
  CHECK(kShared.unchecked_straight_line);
  const PathResult line = FindPath(*view, kShared, Request({500, 1, 3}, {1, 1, 0}));
  REQUIRE(line.code == CompletionCode::kFound);
  REQUIRE(line.points.size() == 2);
  CHECK(line.points[0] == Vec3{500, 1, 3});
  CHECK(line.points[1] == Vec3{1, 1, 0});
  CHECK((line.details & kDetailUncheckedStraightLine) != 0);
  Profile strict = kShared;
  strict.unchecked_straight_line = false;
  CHECK(FindPath(*view, strict, Request({500, 1, 3}, {1, 1, 0})).code == CompletionCode::kNavMeshNotLoaded);
  // A tile of the data set that is only not resident now is no reason for it.
  NavViewBuilder builder(*view);
  builder.Remove(tests::kHandTile);
  CHECK(FindPath(*builder.Build(), kShared, Request({1, 1, 0}, {5, 5, 0})).code ==
        CompletionCode::kNavMeshNotLoaded);
}

TEST_CASE("an island is not found, or reached as far as possible with the flag", "[NAV-205]") {
  const auto view = tests::ViewOf(tests::IslandWorld());
  const PathResult none = FindPath(*view, kShared, Request({1, 1, 0}, {22, 2, 0}));
  CHECK(none.code == CompletionCode::kNotFound);
  CHECK(none.points.empty());
  const uint64_t best = PathFlagMask(kFlagUseBestAlternateRouteIfNoneFound);
  const PathResult part = FindPath(*view, kShared, Request({1, 1, 0}, {22, 2, 0}, best));
  REQUIRE(part.code == CompletionCode::kFound);
  CHECK(part.went_far_as_possible);
  CHECK_FALSE(part.last_route_point_is_target);
  CHECK(part.points.back().x == Approx(10));
  CHECK(part.short_of_goal == Approx(12));
  // Nothing nearer than the start itself: not found even so.
  CHECK(FindPath(*view, kShared, Request({10, 1, 0}, {22, 1, 0}, best)).code == CompletionCode::kNotFound);
}

TEST_CASE("a completion radius ends the search early", "[NAV-163]") {
  const auto view = tests::ViewOf(tests::GridWorld(20));
  PathRequest request = Request({1, 1, 0}, {39, 1, 0});
  request.completion_radius = 10;
  const PathResult path = FindPath(*view, kShared, request);
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(path.short_of_goal <= 10);
  CHECK(path.short_of_goal > 2);
  CHECK(path.last_route_point_is_target);
}

TEST_CASE("every limit of a search has its own code", "[NAV-142][NAV-144][NAV-096]") {
  const auto view = tests::ViewOf(tests::GridWorld(20));
  const PathRequest request = Request({1, 1, 0}, {39, 39, 0});
  Profile profile = kShared;
  SECTION("open list") {
    CHECK(profile.heap_max == 2048);
    profile.heap_max = 3;
    const PathResult path = FindPath(*view, profile, request);
    CHECK(path.code == CompletionCode::kRanOutOfPathStackSpace);
    CHECK((path.details & kDetailHeapFull) != 0);
  }
  SECTION("polygons of a route") {
    CHECK(profile.path_polys_max == 512);
    profile.path_polys_max = 5;
    CHECK(FindPath(*view, profile, request).code == CompletionCode::kReachedMaxPathPolys);
  }
  SECTION("visited polygons") {
    profile.visited_polys_max = 5;
    CHECK(FindPath(*view, profile, request).code == CompletionCode::kRanOutOfVisitedPolysSpace);
  }
  SECTION("iterations of the profile") {
    profile.search_iterations_max = 5;
    const PathResult path = FindPath(*view, profile, request);
    CHECK(path.code == CompletionCode::kTimedOut);
    CHECK(path.nodes_expanded == 5);
  }
  SECTION("iterations of the request") {
    PathRequest limited = request;
    limited.nodes_max = 7;
    CHECK(FindPath(*view, profile, limited).nodes_expanded == 7);
  }
}

// Rooms in a row whose doors lie on alternate sides: a path with a corner or two a room.
WorldDraft ZigZag(int rooms) {
  tests::HandWorld world;
  for (int i = 0; i < rooms; ++i) {
    const float y = static_cast<float>(i) * 4;
    for (int x = 0; x < 5; ++x) {
      const float low = static_cast<float>(x) * 2;
      world.Quad(low, y, low + 2, y + 2);
    }
    const float door = i % 2 == 0 ? 8.0F : 0.0F;
    world.Quad(door, y + 2, door + 2, y + 4);
  }
  return world.Finish();
}

// The corridor through the squares that hold these points, each beside the one before.
std::vector<CorridorStep> CorridorThrough(const NavView& view, const std::vector<Vec3>& way) {
  std::vector<CorridorStep> corridor;
  for (const Vec3 p : way) {
    CorridorStep step;
    step.poly = NearestPoly(view, p, SnapLimits{}).poly;
    if (!corridor.empty()) {
      const PolyView before = view.Poly(corridor.back().poly);
      step.entry_kind = EntryKind::kEdge;
      while (before.Neighbour(step.entry) != step.poly) ++step.entry;
    }
    corridor.push_back(step);
  }
  return corridor;
}

// The route that string pulling makes of such a corridor, from the first point to the last.
std::vector<RoutePoint> PullThrough(const NavView& view, const std::vector<Vec3>& way) {
  const MovementRules rules(PathRequest{}, platform::MovementCosts{}, false);
  StringPuller puller;
  CostMeter meter;
  std::vector<RoutePoint> route;
  RouteSight sight(view, rules, nullptr, meter);
  REQUIRE(puller.Pull(sight, CorridorThrough(view, way), way.front(), way.back(), route));
  REQUIRE(MinimiseDistance(sight, route));
  for (size_t i = 1; i < route.size(); ++i) {
    CHECK(CastWalkRay(view, route[i - 1].poly, route[i - 1].point, route[i].point).outcome ==
          WalkRayOutcome::kReached);
  }
  return route;
}

TEST_CASE("a sight line skips the corners of a corridor that bends in the open", "[NAV-155]") {
  const auto view = tests::ViewOf(tests::GridWorld(5));
  const auto route = PullThrough(
      *view,
      {{1, 1, 0}, {3, 1, 0}, {5, 1, 0}, {7, 1, 0}, {9, 1, 0}, {9, 3, 0}, {9, 5, 0}, {9, 7, 0}, {9, 9, 0}});
  CHECK(route.size() == 2);
}

TEST_CASE("post step 1 draws a corner in the open towards the straight line", "[NAV-157]") {
  // Around the hole (6 to 12) by the row y 2 to 4, which leaves room: the string's corners (4, 4) and (14, 4)
  // stand at no wall, and no sight line skips one of them.
  const auto view = tests::ViewOf(tests::HoleWorld());
  std::vector<Vec3> way{{3, 9, 0}, {3, 7, 0}, {3, 5, 0}};
  for (int i = 0; i < 7; ++i) way.push_back({3.0F + static_cast<float>(2 * i), 3, 0});
  for (const float y : {5.0F, 7.0F, 9.0F}) way.push_back({15, y, 0});
  const auto route = PullThrough(*view, way);
  REQUIRE(route.size() == 4);
  float length = 0;
  for (size_t i = 1; i < route.size(); ++i) length += platform::Distance(route[i - 1].point, route[i].point);
  const float taut = 10 + 2 * std::sqrt(26.0F);
  CHECK(length < taut - 0.5F);
}

TEST_CASE("a path with more corners than the profile holds is cut, and says that it goes on",
          "[NAV-077][NAV-163]") {
  const auto view = tests::ViewOf(ZigZag(20));
  CHECK(kShared.path_points_max == 16);
  const PathResult path = FindPath(*view, kShared, Request({1, 1, 0}, {1, 77, 0}));
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(path.points.size() == 16);
  CHECK((path.details & kDetailPointsFull) != 0);
  CHECK((path.details & kDetailContinueFromLastPoint) != 0);
  CHECK_FALSE(path.last_route_point_is_target);
  CHECK((path.waypoint_flags.back() & kWaypointAdjustedTargetPos) == 0);
  // The next segment begins where this one ends.
  const PathResult rest = FindPath(*view, kShared, Request(path.points.back(), {1, 77, 0}));
  CHECK(rest.code == CompletionCode::kFound);
  PathRequest few = Request({1, 1, 0}, {1, 77, 0});
  few.points_max = 4;
  CHECK(FindPath(*view, kShared, few).points.size() == 4);
}

TEST_CASE("climb flags never stand on the last waypoint", "[NAV-156][NAV-164][NAV-166]") {
  const auto view = tests::ViewOf(tests::TerraceWorld());
  const PathResult whole = FindPath(*view, kShared, Request({3, 5, 0}, {17, 5, 1}));
  REQUIRE(whole.points.size() == 4);
  // Two forced points: the middle of the edge, and one inside the polygon above.
  CHECK(whole.waypoint_flags[1] == kWaypointClimbLow);
  CHECK(whole.points[1].x == 10);
  CHECK(whole.points[1].z == 0);
  CHECK(whole.points[2].x > 10);
  CHECK(whole.points[2].z == 1);
  PathRequest two = Request({3, 5, 0}, {17, 5, 1});
  two.points_max = 2;
  const PathResult cut = FindPath(*view, kShared, two);
  REQUIRE(cut.points.size() == 2);
  CHECK(cut.waypoint_flags.back() == 0);
  CHECK(kWaypointClimbHigh == 1);
  CHECK(kWaypointNarrowOut == 1U << 12);
}

TEST_CASE("a result tells water on the way", "[NAV-165]") {
  const auto view = tests::ViewOf(tests::WaterWorld());
  CHECK(FindPath(*view, kShared, Request({1, 1, 0}, {9, 1, 0})).has_water);
  CHECK_FALSE(FindPath(*view, kShared, Request({1, 1, 0}, {1, 9, 0})).has_water);
  const PathResult into = FindPath(*view, kShared, Request({1, 1, 0}, {5, 9, 0}));
  CHECK((into.waypoint_flags.back() & kWaypointWater) != 0);
  CHECK((into.waypoint_flags.front() & kWaypointWater) == 0);
}

TEST_CASE("a disabled polygon is walked around, a disabled edge is not crossed", "[NAV-133][NAV-038]") {
  const WorldDraft world = tests::GridWorld(3);
  const auto open = tests::ViewOf(world);
  const PathRequest straight = Request({1, 3, 0}, {5, 3, 0});
  CHECK(FindPath(*open, kShared, straight).length == Approx(4));
  const TileView& tile = *open->slot(tests::kHandTile).tile;
  SECTION("polygon") {
    auto overlay = std::make_shared<TileOverlay>(static_cast<uint32_t>(tile.polys.size()),
                                                 static_cast<uint32_t>(tile.edges.size()));
    overlay->SetPolyDisabled(4, true);
    NavViewBuilder builder(*open);
    builder.SetOverlay(tests::kHandTile, overlay);
    const auto view = builder.Build();
    const PathResult path = FindPath(*view, kShared, straight);
    REQUIRE(path.code == CompletionCode::kFound);
    CHECK(path.length > 4.5F);
    for (const PolyRef ref : path.corridor) CHECK(ref.poly() != 4);
    // The view before is as it was.
    CHECK(FindPath(*open, kShared, straight).length == Approx(4));
  }
  SECTION("edges") {
    auto overlay = std::make_shared<TileOverlay>(static_cast<uint32_t>(tile.polys.size()),
                                                 static_cast<uint32_t>(tile.edges.size()));
    const PolyView middle = open->Poly(PolyRef(tests::kHandTile, 4));
    for (int n = 0; n < 4; ++n) {
      const PolyView next = open->Poly(middle.Neighbour(n));
      for (int k = 0; k < next.vertex_count(); ++k) {
        if (next.Neighbour(k) == middle.ref()) overlay->SetEdgeDisabled(next.EdgeNumber(k), true);
      }
    }
    NavViewBuilder builder(*open);
    builder.SetOverlay(tests::kHandTile, overlay);
    CHECK(FindPath(*builder.Build(), kShared, straight).length > 4.5F);
  }
}

TEST_CASE("the way goes over tile seams and stays on its storey", "[NAV-155]") {
  const auto seam = tests::ViewOf(tests::SeamWorld());
  const PathResult over = FindPath(*seam, kShared, Request({141, 1, 0}, {159, 19, 0}));
  REQUIRE(over.code == CompletionCode::kFound);
  CHECK(over.points.size() == 2);
  const auto storeys = tests::ViewOf(tests::StoreysWorld());
  CHECK(FindPath(*storeys, kShared, Request({1, 1, 0}, {9, 9, 4})).code == CompletionCode::kNotFound);
  const PathResult above = FindPath(*storeys, kShared, Request({1, 1, 4}, {9, 9, 4}));
  REQUIRE(above.code == CompletionCode::kFound);
  for (const Vec3 p : above.points) CHECK(p.z == 4);
}

TEST_CASE("search extents bound the search unless the request lifts them", "[NAV-125][NAV-198][NAV-199]") {
  // A U of 2 m squares: both ends 4 m apart, the way around 2 x 80 m.
  tests::HandWorld world;
  for (int i = 0; i < 40; ++i) {
    const float x = static_cast<float>(i) * 2;
    world.Quad(x, 0, x + 2, 2);
    world.Quad(x, 4, x + 2, 6);
  }
  world.Quad(78, 2, 80, 4);
  const auto view = tests::ViewOf(world.Finish());
  const PathRequest request = Request({1, 1, 0}, {1, 5, 0});
  CHECK(FindPath(*view, kShared, request).code == CompletionCode::kNotFound);
  PathRequest larger = request;
  larger.flags = PathFlagMask(kFlagUseLargerSearchExtents);
  CHECK(FindPath(*view, kShared, larger).code == CompletionCode::kFound);
  PathRequest unlimited = request;
  unlimited.flags = PathFlagMask(kFlagDontLimitSearchExtents);
  CHECK(FindPath(*view, kShared, unlimited).code == CompletionCode::kFound);
}

TEST_CASE("bytes and cost of a search depend on nothing that came before", "[NAV-145]") {
  const auto view = tests::ViewOf(tests::HoleWorld());
  RandomStream random(5, RandomPurpose::kTest, 0, 0);
  PathSearch warm(kShared);
  for (int i = 0; i < 300; ++i) {
    PathRequest request;
    request.start.x = random.NextRange(0, 18);
    request.start.y = random.NextRange(0, 18);
    request.end.x = random.NextRange(0, 18);
    request.end.y = random.NextRange(0, 18);
    const PathResult cold = FindPath(*view, kShared, request);
    PathResult again;
    CostMeter meter;
    warm.Run(*view, request, meter, again);
    CHECK(cold.code == again.code);
    CHECK(cold.cost_units == again.cost_units);
    CHECK(cold.points == again.points);
    CHECK(cold.corridor == again.corridor);
    CHECK(cold.waypoint_flags == again.waypoint_flags);
    CHECK(std::memcmp(&cold.length, &again.length, sizeof(float)) == 0);
  }
}

TEST_CASE("a search changes nothing in the mesh", "[NAV-033][NAV-034]") {
  const std::string bytes = tests::BytesOf(tests::HoleWorld());
  const auto view = tests::ViewOf(tests::HoleWorld());
  const TileView& tile = *view->slot(tests::kHandTile).tile;
  const std::vector<PolyRecord> polys(tile.polys.begin(), tile.polys.end());
  const std::vector<EdgeRecord> edges(tile.edges.begin(), tile.edges.end());
  FindPath(*view, kShared, Request({3, 9, 0}, {15, 9, 0}));
  CHECK(std::memcmp(polys.data(), tile.polys.data(), tile.polys.size_bytes()) == 0);
  CHECK(std::memcmp(edges.data(), tile.edges.data(), tile.edges.size_bytes()) == 0);
  CHECK(tests::BytesOf(tests::HoleWorld()) == bytes);
}

TEST_CASE("a stopped search leaves at once with the code for it", "[NAV-106]") {
  const auto view = tests::ViewOf(tests::GridWorld(30));
  PathSearch search(kShared);
  PathResult path;
  // A limit of no units: the meter says stop at its first look.
  CostMeter meter(nullptr, 0);
  search.Run(*view, Request({1, 1, 0}, {59, 59, 0}), meter, path);
  CHECK(path.code == CompletionCode::kCancelled);
  CHECK(meter.units() <= 2 * CostMeter::kPublishUnits);
}

TEST_CASE("a request without a radius has a ped's", "[NAV-081]") {
  CHECK(kPedRadius == 0.35F);
  CHECK(PathRequest{}.radius == kPedRadius);
}

}  // namespace
}  // namespace footfall::nav
