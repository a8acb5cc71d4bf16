#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <vector>

#include "nav/dynamic/object_store.h"
#include "nav/path/far_target.h"
#include "nav/path/search_trace.h"
#include "platform/profile.h"
#include "tests/nav/mesh_walker.h"
#include "tests/nav/path_fixture.h"

// Each flag changes a whole search as its row says, and leaves alone what it does not speak of.
namespace footfall::nav {
namespace {

using platform::SearchPoints;
using platform::Vec3;
using tests::FindPath;
using tests::HandWorld;
using tests::ProfileOf;
using tests::Request;

constexpr SearchPoints kModes[] = {SearchPoints::kTargetClosest, SearchPoints::kSharedEdge};
const platform::Profile kShared = ProfileOf(SearchPoints::kSharedEdge);

PathRequest Wander(Vec3 start, Vec3 direction, float distance, uint64_t flags = 0) {
  PathRequest request = Request(start, start, flags | PathFlagMask(kFlagWander));
  request.reference = direction;
  request.reference_distance = distance;
  REQUIRE(PrepareRequest(request) == RequestFault::kNone);
  return request;
}

PathRequest Flee(Vec3 start, Vec3 threat, float distance, uint64_t flags = 0) {
  PathRequest request = Request(start, start, flags | PathFlagMask(kFlagFleeTarget));
  request.reference = threat;
  request.reference_distance = distance;
  REQUIRE(PrepareRequest(request) == RequestFault::kNone);
  return request;
}

void CheckOnMesh(const NavView& view, const PathResult& path) {
  for (size_t i = 1; i < path.points.size(); ++i) {
    CAPTURE(i, path.points[i - 1].x, path.points[i - 1].y, path.points[i].x, path.points[i].y);
    CHECK(tests::CanWalk(view, path.point_polys[i - 1], path.points[i - 1], path.points[i],
                         path.point_polys[i]));
  }
}

// columns x rows squares of 2 m from the origin, each made as `paint` says.
std::shared_ptr<const NavView> Squares(int columns, int rows,
                                       const std::function<void(int x, int y, DraftPoly&)>& paint) {
  HandWorld world;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      const float low_x = static_cast<float>(x) * 2;
      const float low_y = static_cast<float>(y) * 2;
      paint(x, y, world.Poly(world.Quad(low_x, low_y, low_x + 2, low_y + 2)));
    }
  }
  return tests::ViewOf(world.Finish());
}

std::shared_ptr<const NavView> Plain(int columns, int rows) {
  return Squares(columns, rows, [](int, int, DraftPoly& poly) { poly.ped_density = 3; });
}

TEST_CASE("a wander goes its distance along its direction", "[NAV-138][NAV-169]") {
  const auto view = Plain(30, 9);
  for (const SearchPoints mode : kModes) {
    const PathResult path = FindPath(*view, ProfileOf(mode), Wander({5, 9, 0}, {1, 0, 0}, 40));
    REQUIRE(path.code == CompletionCode::kFound);
    CHECK(path.points.back().x >= 44);
    CHECK(path.points.back().x <= 47);
    CHECK(path.points.back().y == Approx(9).margin(1.5));
    CHECK(path.partial_reason == PartialReason::kNone);
    CHECK(path.short_of_goal == 0);
    CHECK(path.last_route_point_is_target);
    CheckOnMesh(*view, path);
    const PathResult back = FindPath(*view, ProfileOf(mode), Wander({50, 9, 0}, {-1, 0, 0}, 40));
    CHECK(back.points.back().x <= 11);
  }
}

TEST_CASE("a wander keeps off ground where nobody walks", "[NAV-151]") {
  // A pavement that bends north at x = 20; straight on lies ground of density 0.
  const auto view = Squares(30, 20, [](int x, int y, DraftPoly& poly) {
    const bool is_pavement = y < 2 ? x < 11 : x >= 9 && x < 11;
    poly.flags = static_cast<uint8_t>(is_pavement ? kPolyPavement : 0U);
    poly.ped_density = is_pavement ? 4 : 0;
  });
  const PathResult path = FindPath(*view, kShared, Wander({3, 2, 0}, {1, 0, 0}, 40));
  REQUIRE(path.code == CompletionCode::kFound);
  for (const PolyRef ref : path.corridor) CHECK((view->Poly(ref).flags() & kPolyPavement) != 0);
  // Where all is alike it goes straight on.
  CHECK(FindPath(*Plain(30, 20), kShared, Wander({3, 2, 0}, {1, 0, 0}, 40)).points.back().x > 40);
}

TEST_CASE("a wander without a way as long goes as far along its direction as there is one", "[NAV-138]") {
  const auto view = Plain(10, 3);
  const PathResult path = FindPath(*view, kShared, Wander({3, 3, 0}, {1, 0, 0}, 60));
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(path.points.back().x >= 17);
  CHECK(path.partial_reason == PartialReason::kDeadEnd);
  CHECK_FALSE(path.last_route_point_is_target);
  CHECK(path.short_of_goal == Approx(60 - path.length));
  // On a single polygon it walks as far as that goes.
  const auto island = Plain(1, 1);
  const PathResult in_place = FindPath(*island, kShared, Wander({0.5F, 1, 0}, {1, 0, 0}, 60));
  REQUIRE(in_place.code == CompletionCode::kFound);
  CHECK(in_place.points.back().x == Approx(2));
  CHECK(in_place.partial_reason == PartialReason::kDeadEnd);
  CHECK(FindPath(*island, kShared, Wander({1.9F, 1, 0}, {1, 0, 0}, 60)).code == CompletionCode::kNotFound);
}

TEST_CASE("a flee gets as far from the threat as asked, and never nearer on its way", "[NAV-139][NAV-168]") {
  const auto view = Plain(30, 20);
  for (const SearchPoints mode : kModes) {
    const Vec3 threat{10, 20, 0};
    const PathResult path = FindPath(*view, ProfileOf(mode), Flee({14, 20, 0}, threat, 30));
    REQUIRE(path.code == CompletionCode::kFound);
    CHECK(platform::Distance(path.points.back(), threat) >= 30);
    CHECK(path.short_of_goal == 0);
    for (size_t i = 1; i < path.points.size(); ++i) {
      CHECK(platform::Distance(path.points[i], threat) >= platform::Distance(path.points[i - 1], threat));
    }
    CheckOnMesh(*view, path);
  }
  // Far enough already.
  CHECK(FindPath(*view, kShared, Flee({50, 20, 0}, {1, 20, 0}, 30)).length == 0);
}

// A dead end of 3 m behind the walker, and a way of 30 m past the threat at (8, 1).
std::shared_ptr<const NavView> Alley() { return Plain(20, 1); }

TEST_CASE("a flee runs past the threat when that is the only way off, the sooner with softer heuristics",
          "[NAV-154][NAV-170]") {
  const auto view = Alley();
  const PathResult past = FindPath(*view, kShared, Flee({3, 1, 0}, {8, 1, 0}, 20));
  REQUIRE(past.code == CompletionCode::kFound);
  CHECK(past.points.back().x > 27);
  // A wide place whose far end is 45 m off: doubling back costs 400 or 200, that is 80 m or 40 m.
  const auto field = Squares(60, 1, [](int, int, DraftPoly&) {});
  const auto cost = [&](uint64_t flags) {
    SearchTrace trace;
    PathSearch search(kShared);
    platform::CostMeter meter;
    PathResult result;
    search.Run(*field, Flee({3, 1, 0}, {8, 1, 0}, 20, flags), meter, result, &trace);
    return trace.costs[static_cast<size_t>(CostKind::kDoubleBack)];
  };
  const uint64_t softer = PathFlagMask(kFlagSofterFleeHeuristics);
  CHECK(cost(0) > 0);
  CHECK(cost(softer) == Approx(cost(0) / 2));
}

TEST_CASE("a cornered flee is not found, or goes as far as it can with the flag", "[NAV-139][NAV-205]") {
  const auto view = Plain(10, 3);
  CHECK(FindPath(*view, kShared, Flee({9, 3, 0}, {7, 3, 0}, 80)).code == CompletionCode::kNotFound);
  const uint64_t best = PathFlagMask(kFlagUseBestAlternateRouteIfNoneFound);
  const PathResult path = FindPath(*view, kShared, Flee({9, 3, 0}, {7, 3, 0}, 80, best));
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(path.partial_reason == PartialReason::kCornered);
  CHECK_FALSE(path.last_route_point_is_target);
  CHECK(path.points.back().x >= 17);
  CHECK(path.short_of_goal == Approx(80 - platform::Distance(path.points.back(), Vec3{7, 3, 0})));
}

TEST_CASE("FleeNeverEndInWater crosses water and goes on", "[NAV-171]") {
  const auto view = Squares(30, 3, [](int x, int, DraftPoly& poly) {
    poly.flags = static_cast<uint8_t>(x >= 12 && x < 20 ? kPolyWater : 0U);
  });
  const auto end_is_wet = [&](uint64_t flags) {
    const PathResult path = FindPath(*view, kShared, Flee({5, 3, 0}, {1, 3, 0}, 30, flags));
    REQUIRE(path.code == CompletionCode::kFound);
    return (view->Poly(path.point_polys.back()).flags() & kPolyWater) != 0;
  };
  CHECK(end_is_wet(0));
  CHECK_FALSE(end_is_wet(PathFlagMask(kFlagFleeNeverEndInWater)));
}

TEST_CASE("wander and flee where no mesh is known shift the start", "[NAV-123]") {
  const auto view = Plain(3, 3);
  const PathResult wander = FindPath(*view, kShared, Wander({500, 1, 3}, {0, 1, 0}, 25));
  REQUIRE(wander.points.size() == 2);
  CHECK(wander.points[1] == Vec3{500, 26, 3});
  const PathResult flee = FindPath(*view, kShared, Flee({500, 1, 3}, {510, 1, 3}, 25));
  REQUIRE(flee.points.size() == 2);
  CHECK(flee.points[1] == Vec3{475, 1, 3});
  CHECK((flee.details & kDetailUncheckedStraightLine) != 0);
}

TEST_CASE("extents of wander and flee reach the distance + 60 m around the start",
          "[NAV-125][NAV-198][NAV-199]") {
  // A lane of 150 m to the east: a flee of 140 m needs more than 10 + 60 m of it.
  const auto view = Plain(75, 1);
  const auto code = [&](uint64_t flags) {
    return FindPath(*view, kShared, Flee({141, 1, 0}, {141, 0, 0}, 10, flags)).code;
  };
  CHECK(code(0) == CompletionCode::kFound);
  // The way to the place leads out of the extents of the plain request: along the lane west and back on the
  // other side.
  HandWorld world;
  for (int i = 0; i < 60; ++i) world.Quad(static_cast<float>(i) * 2, 0, static_cast<float>(i) * 2 + 2, 2);
  world.Quad(118, 2, 120, 6);
  for (int i = 0; i < 60; ++i) world.Quad(static_cast<float>(i) * 2, 6, static_cast<float>(i) * 2 + 2, 8);
  const auto hairpin = tests::ViewOf(world.Finish());
  const PathRequest around = Request({1, 1, 0}, {1, 7, 0});
  const auto with = [&](uint64_t flags) {
    PathRequest request = around;
    request.flags = flags;
    return FindPath(*hairpin, kShared, request).code;
  };
  CHECK(with(0) == CompletionCode::kNotFound);
  CHECK(with(PathFlagMask(kFlagUseLargerSearchExtents)) == CompletionCode::kFound);
  CHECK(with(PathFlagMask(kFlagDontLimitSearchExtents)) == CompletionCode::kFound);
  // Where the way lies inside anyway, nothing changes.
  const PathRequest near = Request({1, 1, 0}, {60, 1, 0});
  PathRequest larger = near;
  larger.flags = PathFlagMask(kFlagUseLargerSearchExtents);
  CHECK(FindPath(*hairpin, kShared, larger).points == FindPath(*hairpin, kShared, near).points);
}

TEST_CASE("influence spheres make a search go around, and off the way they change nothing",
          "[NAV-146][NAV-132]") {
  const auto view = Plain(20, 15);
  for (const SearchPoints mode : kModes) {
    PathRequest request = Request({3, 15, 0}, {37, 15, 0});
    const PathResult straight = FindPath(*view, ProfileOf(mode), request);
    request.spheres_count = 1;
    request.spheres[0] = {{20, 15, 0}, 6, 20, 20};
    const PathResult around = FindPath(*view, ProfileOf(mode), request);
    REQUIRE(around.code == CompletionCode::kFound);
    const auto leads_past = [](const PathResult& path, float radius) {
      for (size_t i = 1; i < path.points.size(); ++i) {
        for (int step = 0; step <= 50; ++step) {
          const Vec3 p = platform::Lerp(path.points[i - 1], path.points[i], static_cast<float>(step) / 50);
          if (platform::Distance(p, {20, 15, 0}) < radius) return false;
        }
      }
      return true;
    };
    CHECK_FALSE(leads_past(straight, 5));
    CHECK(leads_past(around, 4));
    request.spheres[0].center = {20, 1000, 0};
    CHECK(FindPath(*view, ProfileOf(mode), request).length == Approx(straight.length).epsilon(0.02));
  }
  // Within 3 m a sphere still forbids the early out: the search runs.
  PathRequest close = Request({3, 15, 0}, {5.5F, 15, 0});
  CHECK(FindPath(*view, kShared, close).nodes_expanded == 0);
  close.spheres_count = 1;
  close.spheres[0] = {{90, 90, 0}, 1, 1, 1};
  CHECK(FindPath(*view, kShared, close).nodes_expanded > 0);
}

// The view of `view` with these objects.
std::shared_ptr<const NavView> WithHazard(const NavView& view, HazardKind kind, Vec3 centre, float radius) {
  ObjectStore store(640, 64);
  REQUIRE(store.PutHazard({ObjectId{1}, kind, centre, radius}) == PutOutcome::kPlaced);
  store.Sync({0, 0});
  NavViewBuilder builder(view);
  builder.SetObjects(store.snapshot());
  return builder.Build();
}

TEST_CASE("explosives and gas are gone around with their own flags alone", "[NAV-195][NAV-196][NAV-086]") {
  const auto plain = Plain(20, 15);
  for (const HazardKind kind : {HazardKind::kExplosive, HazardKind::kGas}) {
    const auto view = WithHazard(*plain, kind, {20, 15, 0}, 5);
    const auto length = [&](uint64_t flags) {
      return FindPath(*view, kShared, Request({3, 15, 0}, {37, 15, 0}, flags)).length;
    };
    const uint64_t explosions = PathFlagMask(kFlagAvoidPotentialExplosions);
    const uint64_t gas = PathFlagMask(kFlagAvoidTearGas);
    const bool is_gas = kind == HazardKind::kGas;
    CHECK(length(0) == Approx(34));
    CHECK(length(is_gas ? gas : explosions) > 35);
    CHECK(length(is_gas ? explosions : gas) == Approx(34));
  }
}

TEST_CASE("UseDirectionalCover goes by the covered side", "[NAV-182]") {
  // Two lanes past a block; the northern one has cover towards the threat in the north.
  const auto view = Squares(20, 9, [](int, int y, DraftPoly& poly) {
    poly.cover_directions = static_cast<uint8_t>(y >= 6 ? 0b00001110 : 0);
  });
  PathRequest request = Request({3, 9, 0}, {37, 9, 0}, PathFlagMask(kFlagUseDirectionalCover));
  request.reference = {20, 100, 0};
  const PathResult covered = FindPath(*view, kShared, request);
  REQUIRE(covered.code == CompletionCode::kFound);
  const auto covered_polys =
      std::count_if(covered.corridor.begin(), covered.corridor.end(),
                    [&](PolyRef ref) { return view->Poly(ref).record().cover_directions != 0; });
  CHECK(covered_polys > 10);
  request.flags = 0;
  CHECK(FindPath(*view, kShared, request).length == Approx(34));
}

TEST_CASE("CoverFinder ends at the first polygon with cover inside the radius", "[NAV-183]") {
  const auto view = Squares(20, 3, [](int x, int, DraftPoly& poly) {
    poly.cover_directions = static_cast<uint8_t>(x == 14 ? 1 : 0);
  });
  PathRequest request = Request({1, 3, 0}, {37, 3, 0}, PathFlagMask(kFlagCoverFinder));
  request.completion_radius = 20;
  const PathResult path = FindPath(*view, kShared, request);
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(view->Poly(path.point_polys.back()).record().cover_directions != 0);
  request.flags = 0;
  CHECK(FindPath(*view, kShared, request).points.back().x < 25);
  // Without cover in the radius, or without a radius, it is a plain path.
  request.flags = PathFlagMask(kFlagCoverFinder);
  request.completion_radius = 4;
  CHECK(FindPath(*view, kShared, request).points.back() == Vec3{37, 3, 0});
  request.completion_radius = 0;
  CHECK(FindPath(*view, kShared, request).points.back() == Vec3{37, 3, 0});
}

TEST_CASE("EnsureLosBeforeEnding goes on until it sees the goal", "[NAV-200]") {
  // A U: the goal is 5 m away through the wall, and round the bend by walking.
  const auto view = Squares(15, 5, [](int, int, DraftPoly&) {});
  HandWorld world;
  world.Grid(0, 0, 15, 1, 2);
  world.Grid(28, 2, 1, 2, 2);
  world.Grid(0, 6, 15, 1, 2);
  const auto u = tests::ViewOf(world.Finish());
  PathRequest request = Request({1, 1, 0}, {1, 7, 0});
  request.completion_radius = 12;
  CHECK(FindPath(*u, kShared, request).length < 8);
  request.flags = PathFlagMask(kFlagEnsureLosBeforeEnding);
  const PathResult path = FindPath(*u, kShared, request);
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(path.points.back().y >= 6);
  CHECK(path.points.back().x <= 13);
  // In the open it ends as soon as without.
  PathRequest open = Request({1, 5, 0}, {29, 5, 0});
  open.completion_radius = 12;
  const PathResult without = FindPath(*view, kShared, open);
  open.flags = request.flags;
  CHECK(FindPath(*view, kShared, open).points.back() == without.points.back());
}

TEST_CASE("SelectClosestLoadedNavMeshToTarget goes as far towards an unloaded tile as there is mesh",
          "[NAV-129][NAV-197][NAV-165]") {
  const auto view = Plain(20, 5);
  const uint64_t select = PathFlagMask(kFlagSelectClosestLoadedNavMeshToTarget);
  for (const SearchPoints mode : kModes) {
    const PathRequest far = Request({3, 5, 0}, {400, 5, 0}, select);
    CHECK(FindPath(*view, ProfileOf(mode), Request({3, 5, 0}, {400, 5, 0})).code ==
          CompletionCode::kNavMeshNotLoaded);
    const PathResult path = FindPath(*view, ProfileOf(mode), far);
    REQUIRE(path.code == CompletionCode::kFound);
    CHECK(path.went_far_as_possible);
    CHECK(path.partial_reason == PartialReason::kNotResident);
    CHECK_FALSE(path.last_route_point_is_target);
    CHECK(path.points.back().x == Approx(40));
    CHECK(path.short_of_goal == Approx(360));
  }
  // A goal on a loaded tile is not touched by it.
  CHECK(FindPath(*view, kShared, Request({3, 5, 0}, {30, 5, 0}, select)).points.back() == Vec3{30, 5, 0});
  // Nothing within 250 m of the border point.
  NavViewBuilder builder(*tests::ViewOf(tests::StoreysWorld()));
  CHECK(FindPath(*builder.Build(), kShared, Request({3, 3, 0}, {160, 3, 900}, select)).code ==
        CompletionCode::kNoSurfaceAtCoordinates);
  CHECK(kFarTargetSearchRadius == 250);
  CHECK(kFarTargetCompletionRadius == 2000);
}

TEST_CASE("towards an unloaded tile the nearest polygon will do, up to 2000 m", "[NAV-129]") {
  const auto view = tests::ViewOf(tests::IslandWorld());
  // The tile's border point is nearest to the island, which cannot be reached.
  const PathResult path = FindPath(
      *view, kShared, Request({1, 1, 0}, {400, 2, 0}, PathFlagMask(kFlagSelectClosestLoadedNavMeshToTarget)));
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(path.points.back().x == Approx(10));
  CHECK(path.partial_reason == PartialReason::kNotResident);
}

TEST_CASE("DeactivateObjectsIfCantResolveEndpoints changes nothing", "[NAV-194]") {
  const auto view = tests::ViewOf(tests::HoleWorld());
  const uint64_t flag = PathFlagMask(kFlagDeactivateObjectsIfCantResolveEndpoints);
  CHECK((kSupportedPathFlags & flag) != 0);
  for (const Vec3 end : {Vec3{17, 9, 0}, Vec3{9, 9, 0}, Vec3{30, 9, 0}}) {
    const PathResult with = FindPath(*view, kShared, Request({1, 9, 0}, end, flag));
    const PathResult without = FindPath(*view, kShared, Request({1, 9, 0}, end));
    CHECK(static_cast<const PathSummary&>(with) == static_cast<const PathSummary&>(without));
    CHECK(with.points == without.points);
  }
}

TEST_CASE("RandomisePoints varies the way with its key, and stays on the mesh", "[NAV-204][NAV-007]") {
  const auto view = tests::ViewOf(tests::HoleWorld());
  const auto points = [&](uint64_t seed, uint64_t flags) {
    PathRequest request = Request({1, 9, 0}, {17, 9, 0}, flags);
    request.random_seed = seed;
    const PathResult path = FindPath(*view, kShared, request);
    REQUIRE(path.code == CompletionCode::kFound);
    CheckOnMesh(*view, path);
    return path.points;
  };
  const uint64_t random = PathFlagMask(kFlagRandomisePoints);
  CHECK(points(1, random) == points(1, random));
  int different = 0;
  for (uint64_t seed = 2; seed < 12; ++seed) different += points(seed, random) != points(1, random);
  CHECK(different >= 8);
  CHECK(points(1, 0) == points(2, 0));
}

TEST_CASE("a wander at random ends at places that vary", "[NAV-204]") {
  const auto view = Plain(30, 20);
  std::vector<Vec3> ends;
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    PathRequest request = Wander({3, 20, 0}, {1, 0, 0}, 40, PathFlagMask(kFlagRandomisePoints));
    request.random_seed = seed;
    const PathResult path = FindPath(*view, kShared, request);
    REQUIRE(path.code == CompletionCode::kFound);
    CheckOnMesh(*view, path);
    if (std::find(ends.begin(), ends.end(), path.points.back()) == ends.end())
      ends.push_back(path.points.back());
  }
  CHECK(ends.size() >= 8);
}

TEST_CASE("polygons steeper than asked are gone around", "[NAV-081]") {
  // A hill of 45 degrees across the middle of the field, open at its northern end.
  HandWorld world;
  for (int y = 0; y < 10; ++y) {
    const float low = static_cast<float>(y) * 2;
    world.Quad(0, low, 8, low + 2);
    world.Quad(12, low, 20, low + 2);
    if (y >= 8) {
      world.Quad(8, low, 12, low + 2);
      continue;
    }
    const auto z = [&](float y_at) { return y_at >= 16 ? 0.0F : 2.0F; };
    world.Add({{8, low, 0}, {8, low + 2, 0}, {10, low + 2, z(low + 2)}, {10, low, z(low)}});
    world.Add({{10, low, z(low)}, {10, low + 2, z(low + 2)}, {12, low + 2, 0}, {12, low, 0}});
  }
  const auto view = tests::ViewOf(world.Finish());
  PathRequest request = Request({2, 3, 0}, {18, 3, 0});
  CHECK(platform::Distance(platform::Xy(FindPath(*view, kShared, request).points.back()), {18, 3}) < 0.01F);
  const auto peak = [&](float slope_max) {
    request.slope_max = slope_max;
    const PathResult path = FindPath(*view, kShared, request);
    REQUIRE(path.code == CompletionCode::kFound);
    float y = 0;
    for (const Vec3& point : path.points) y = std::max(y, point.y);
    return y;
  };
  CHECK(peak(0) < 4);
  CHECK(peak(0.9F) < 4);
  CHECK(peak(0.6F) >= 16);
}

TEST_CASE("the other domain has no mesh", "[NAV-015][NAV-081]") {
  const auto view = Plain(3, 3);
  PathRequest request = Request({1, 1, 0}, {5, 5, 0});
  request.domain = Domain::kHeightMesh;
  CHECK(FindPath(*view, kShared, request).code == CompletionCode::kNavMeshNotLoaded);
}

TEST_CASE("wander and flee may change the cost table of one request", "[NAV-147][NAV-087]") {
  const auto view = tests::ViewOf(tests::TerraceWorld());
  PathSearch search(kShared);
  platform::CostMeter meter;
  PathResult path;
  const auto climb_cost = [&](const PathRequest& request) {
    SearchTrace trace;
    search.Run(*view, request, meter, path, &trace);
    REQUIRE(path.code == CompletionCode::kFound);
    return trace.costs[static_cast<size_t>(CostKind::kClimb)];
  };
  const PathRequest flee = Flee({9, 5, 0}, {1, 5, 0}, 14);
  const PathRequest shortest = Request({9, 5, 0}, {17, 5, 1});
  CHECK(climb_cost(flee) == 400);
  search.set_cost_hook([](SearchType type, platform::MovementCosts& costs) {
    if (type == SearchType::kFlee) costs.climb_low = 7;
  });
  CHECK(climb_cost(flee) == 7);
  CHECK(climb_cost(shortest) == 400);
  // The table itself is as it was.
  CHECK(kShared.movement_costs == platform::MovementCosts{});
}

TEST_CASE("a partial path says why it is one", "[NAV-205][NAV-165]") {
  const auto view = tests::ViewOf(tests::IslandWorld());
  const uint64_t best = PathFlagMask(kFlagUseBestAlternateRouteIfNoneFound);
  const PathResult no_way = FindPath(*view, kShared, Request({1, 1, 0}, {22, 2, 0}, best));
  CHECK(no_way.partial_reason == PartialReason::kNoWay);
  const auto big = tests::ViewOf(tests::GridWorld(20));
  platform::Profile small = kShared;
  small.visited_polys_max = 40;
  const PathResult limit = FindPath(*big, small, Request({1, 1, 0}, {39, 39, 0}, best));
  REQUIRE(limit.code == CompletionCode::kFound);
  CHECK(limit.partial_reason == PartialReason::kSearchLimit);
  const PathResult whole = FindPath(*big, kShared, Request({1, 1, 0}, {39, 39, 0}, best));
  CHECK(whole.partial_reason == PartialReason::kNone);
  // More corners than points.
  platform::Profile two = kShared;
  two.path_points_max = 2;
  const PathResult cut =
      FindPath(*tests::ViewOf(tests::CorridorWorld()), two, Request({1, 1, 0}, {19, 19, 0}));
  CHECK(cut.partial_reason == PartialReason::kPointsFull);
}

TEST_CASE("equal costs leave by estimate, then by polygon", "[NAV-142]") {
  // Mirror ways round a hole: the one over the lower polygon ids, again and again.
  const auto view = tests::ViewOf(tests::HoleWorld());
  for (const SearchPoints mode : kModes) {
    const PathResult path = FindPath(*view, ProfileOf(mode), Request({1, 9, 0}, {17, 9, 0}));
    REQUIRE(path.code == CompletionCode::kFound);
    REQUIRE(path.points.size() >= 3);
    CHECK(path.points[1].y < 9);
  }
}

}  // namespace
}  // namespace footfall::nav
