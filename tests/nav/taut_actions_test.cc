#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <vector>

#include "nav/path/taut_labels.h"
#include "platform/progress_counter.h"
#include "platform/random.h"
#include "tests/nav/counting_new.h"
#include "tests/nav/path_fixture.h"

// The search between far ends: what it does beside walking, where it ends without a way, and what it leaves.
namespace footfall::nav {
namespace {

using platform::RandomPurpose;
using platform::RandomStream;
using platform::SearchPoints;
using platform::Vec3;
using tests::FindPath;
using tests::HandWorld;
using tests::kHandTile;
using tests::Request;

const platform::Profile kShared = tests::ProfileOf(SearchPoints::kSharedEdge);

constexpr uint64_t kNoClimbs = PathFlagMask(kFlagNeverClimbOverStuff);
constexpr uint64_t kNoDrops = PathFlagMask(kFlagNeverDropFromHeight);
constexpr uint64_t kAlternative = PathFlagMask(kFlagUseBestAlternateRouteIfNoneFound);

bool HasWaypoint(const PathResult& path, uint32_t flag) {
  for (const uint16_t flags : path.waypoint_flags) {
    if ((flags & flag) != 0) return true;
  }
  return false;
}

// A row of 10 m squares along X, y 0 to 10; returns them.
std::vector<PolyRef> AddRow(HandWorld& world, float low_x, float high_x, float z, float low_y = 0) {
  std::vector<PolyRef> row;
  for (float x = low_x; x < high_x; x += 10) row.push_back(world.Quad(x, low_y, x + 10, low_y + 10, z));
  return row;
}

// Ground from x 0 to 70 and a terrace 1 m above it on to 140: a low climb upwards, a drop downwards.
void AddTerrace(HandWorld& world) {
  const PolyRef low = AddRow(world, 0, 70, 0).back();
  const PolyRef high = AddRow(world, 70, 140, 1).front();
  world.Cross(low, world.EdgeBetween(low, {70, 10}, {70, 0}), high, AdjacencyType::kClimbLow);
  world.Cross(high, world.EdgeBetween(high, {70, 0}, {70, 10}), low, AdjacencyType::kDropDown);
}
constexpr Vec3 kLowEnd{5, 5, 0};
constexpr Vec3 kHighEnd{135, 5, 1};

TEST_CASE("far ends are joined over a climb or a drop where there is no other way", "[NAV-148][NAV-156]") {
  REQUIRE(TautLabels::IsFor(platform::Distance(kLowEnd, kHighEnd)));
  HandWorld world;
  AddTerrace(world);
  const auto view = tests::ViewOf(world.Finish());
  const PathResult up = FindPath(*view, kShared, Request(kLowEnd, kHighEnd, kNoDrops));
  REQUIRE(up.code == CompletionCode::kFound);
  // The middle of the edge and the landing are forced.
  REQUIRE(up.points.size() == 4);
  CHECK(up.waypoint_flags[1] == kWaypointClimbLow);
  CHECK(up.points[1] == Vec3{70, 5, 0});
  CHECK(up.points[2].x > 70);
  CHECK(up.points[2].z == 1);
  const PathResult down = FindPath(*view, kShared, Request(kHighEnd, kLowEnd, kNoClimbs));
  REQUIRE(down.code == CompletionCode::kFound);
  REQUIRE(down.points.size() == 4);
  CHECK(down.waypoint_flags[1] == kWaypointDropDown);
  CHECK(down.points[1] == Vec3{70, 5, 1});
  CHECK(down.points[2].x < 70);
  CHECK(down.points[2].z == 0);
  CHECK(FindPath(*view, kShared, Request(kLowEnd, kHighEnd, kNoClimbs)).code == CompletionCode::kNotFound);
  CHECK(FindPath(*view, kShared, Request(kHighEnd, kLowEnd, kNoDrops)).code == CompletionCode::kNotFound);
}

TEST_CASE("between far ends a climb is taken when it costs less than the way round, and else never",
          "[NAV-148]") {
  HandWorld world;
  AddTerrace(world);
  // A ramp beside both, 100 m to the north: about 170 m more than over the edge.
  for (float y = 10; y < 110; y += 10) {
    world.Quad(0, y, 10, y + 10, 0);
    world.Quad(130, y, 140, y + 10, 1);
  }
  world.Quad(0, 110, 10, 120, 0);
  world.Add({{10, 110, 0}, {10, 120, 0}, {130, 120, 1}, {130, 110, 1}});
  world.Quad(130, 110, 140, 120, 1);
  const auto view = tests::ViewOf(world.Finish());
  const auto with_climb_of = [&](float metres) {
    platform::Profile profile = kShared;
    profile.movement_costs.climb_low = metres * kDistanceTravelledMultiplier;
    return FindPath(*view, profile, Request(kLowEnd, kHighEnd, PathFlagMask(kFlagDontLimitSearchExtents)));
  };
  const PathResult over = with_climb_of(150);
  REQUIRE(over.code == CompletionCode::kFound);
  CHECK(HasWaypoint(over, kWaypointClimbLow));
  CHECK(over.length == Approx(131).margin(1));
  const PathResult round = with_climb_of(250);
  REQUIRE(round.code == CompletionCode::kFound);
  CHECK_FALSE(HasWaypoint(round, kWaypointClimbLow));
  CHECK(round.length > 300);
}

TEST_CASE("far ends are joined by a ladder, unless it is forbidden", "[NAV-143][NAV-149]") {
  HandWorld world;
  const PolyRef ground = AddRow(world, 0, 60, 0).back();
  const PolyRef roof = AddRow(world, 70, 140, 6).front();
  world.Link(ground, roof, {59, 5, 0}, {71, 5, 6}, LinkKind::kLadderUp);
  world.Link(roof, ground, {71, 5, 6}, {59, 5, 0}, LinkKind::kLadderDown);
  const auto view = tests::ViewOf(world.Finish());
  const Vec3 low{5, 5, 0};
  const Vec3 high{135, 5, 6};
  const PathResult up = FindPath(*view, kShared, Request(low, high));
  REQUIRE(up.code == CompletionCode::kFound);
  CHECK(HasWaypoint(up, kWaypointClimbLadder));
  CHECK(up.points.back() == high);
  const PathResult down = FindPath(*view, kShared, Request(high, low));
  REQUIRE(down.code == CompletionCode::kFound);
  CHECK(HasWaypoint(down, kWaypointDescendLadder));
  const uint64_t no_ladders = PathFlagMask(kFlagNeverUseLadders);
  CHECK(FindPath(*view, kShared, Request(low, high, no_ladders)).code == CompletionCode::kNotFound);
}

TEST_CASE(
    "between far ends water is waded when that costs less than the way round, and never where forbidden",
    "[NAV-150][NAV-174]") {
  HandWorld world;
  AddRow(world, 0, 60, 0);
  const PolyRef water = world.Quad(60, 0, 80, 10, 0, kPolyWater);
  AddRow(world, 80, 140, 0);
  // Round it on dry ground: about 80 m more.
  for (float y = 10; y < 50; y += 10) {
    world.Quad(50, y, 60, y + 10);
    world.Quad(80, y, 90, y + 10);
  }
  world.Quad(50, 50, 60, 60);
  world.Quad(60, 50, 80, 60);
  world.Quad(80, 50, 90, 60);
  const auto view = tests::ViewOf(world.Finish());
  const auto find = [&](float metres, uint64_t flags) {
    platform::Profile profile = kShared;
    profile.movement_costs.enter_water = metres * kDistanceTravelledMultiplier;
    profile.movement_costs.leave_water = 0;
    return FindPath(*view, profile, Request({5, 5, 0}, {135, 5, 0}, flags));
  };
  const PathResult wet = find(50, 0);
  REQUIRE(wet.code == CompletionCode::kFound);
  CHECK(wet.length == Approx(130).margin(0.1));
  CHECK(wet.has_water);
  for (const PathResult& dry : {find(120, 0), find(50, PathFlagMask(kFlagNeverEnterWater))}) {
    REQUIRE(dry.code == CompletionCode::kFound);
    CHECK_FALSE(dry.has_water);
    CHECK(dry.length > 180);
    for (const PolyRef crossed : dry.corridor) CHECK(crossed != water);
  }
}

TEST_CASE("a search between far ends says which of its tables is full", "[NAV-107][NAV-135][NAV-142]") {
  HandWorld world;
  world.Grid(0, 0, 14, 14, 10);
  const auto view = tests::ViewOf(world.Finish());
  const PathRequest request = Request({5, 5, 0}, {135, 135, 0});
  CHECK(FindPath(*view, kShared, request).code == CompletionCode::kFound);
  platform::Profile profile = kShared;
  profile.visited_polys_max = 20;
  CHECK(FindPath(*view, profile, request).code == CompletionCode::kRanOutOfVisitedPolysSpace);
  profile = kShared;
  profile.heap_max = 2;
  const PathResult full = FindPath(*view, profile, request);
  CHECK(full.code == CompletionCode::kRanOutOfPathStackSpace);
  CHECK((full.details & kDetailHeapFull) != 0);
  PathRequest limited = request;
  limited.nodes_max = 5;
  CHECK(FindPath(*view, kShared, limited).code == CompletionCode::kTimedOut);
  // The way to the polygon that came closest is an answer where it was asked for.
  limited.flags = kAlternative;
  const PathResult part = FindPath(*view, kShared, limited);
  REQUIRE(part.code == CompletionCode::kFound);
  CHECK(part.went_far_as_possible);
  CHECK(part.partial_reason == PartialReason::kSearchLimit);
  CHECK(platform::Distance(part.points.back(), limited.end) < platform::Distance(limited.start, limited.end));
}

TEST_CASE("a far goal that no way leads to: the polygon that is closest to it", "[NAV-135][OQ-27]") {
  HandWorld world;
  AddRow(world, 0, 100, 0);
  world.Quad(90, 10, 100, 20);
  world.Quad(90, 20, 100, 30);  // the closest
  world.Quad(120, 40, 130, 50);
  const auto view = tests::ViewOf(world.Finish());
  const PathRequest request = Request({5, 5, 0}, {125, 45, 0}, kAlternative);
  REQUIRE(TautLabels::IsFor(platform::Distance(request.start, request.end)));
  const PathResult path = FindPath(*view, kShared, request);
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(path.went_far_as_possible);
  CHECK(path.partial_reason == PartialReason::kNoWay);
  CHECK(path.points.back() == Vec3{100, 30, 0});
  CHECK(path.corridor.back() == PolyRef(kHandTile, 11));
  PathRequest whole = request;
  whole.flags = 0;
  CHECK(FindPath(*view, kShared, whole).code == CompletionCode::kNotFound);
}

// Far and near requests in a field of 14 x 14 squares with holes.
class Field {
 public:
  Field() {
    RandomStream random(9, RandomPurpose::kTest, 9, 0);
    HandWorld world;
    for (int i = 0; i < 14 * 14; ++i) {
      const float x = 10 * static_cast<float>(i % 14);
      const float y = 10 * static_cast<float>(i / 14);
      if (random.NextBelow(100) >= 80) continue;
      squares_.push_back({x + 5, y + 5, 0});
      world.Quad(x, y, x + 10, y + 10);
    }
    view_ = tests::ViewOf(world.Finish());
    for (int i = 0; i < 200; ++i) {
      const uint32_t count = static_cast<uint32_t>(squares_.size());
      const Vec3 from = squares_[random.NextBelow(count)];
      const Vec3 to = squares_[random.NextBelow(count)];
      requests_.push_back(Request(from, to, i % 2 == 0 ? kAlternative : 0));
    }
  }
  const NavView& view() const { return *view_; }
  const std::vector<PathRequest>& requests() const { return requests_; }

 private:
  std::vector<Vec3> squares_;
  std::shared_ptr<const NavView> view_;
  std::vector<PathRequest> requests_;
};

TEST_CASE(
    "nothing that a search between far ends leaves, and nobody who watches, changes what the next one gives",
    "[NAV-134][R11][R13]") {
  const Field field;
  PathSearch used(kShared);
  int far = 0;
  for (int round = 0; round < 2; ++round) {
    for (const PathRequest& request : field.requests()) {
      const PathResult fresh = FindPath(field.view(), kShared, request);
      platform::ProgressCounter progress;
      platform::CostMeter meter(&progress);
      PathResult path;
      used.Run(field.view(), request, meter, path);
      REQUIRE(static_cast<const PathSummary&>(path) == static_cast<const PathSummary&>(fresh));
      REQUIRE(path.points == fresh.points);
      REQUIRE(path.waypoint_flags == fresh.waypoint_flags);
      REQUIRE(path.point_polys == fresh.point_polys);
      REQUIRE(path.corridor == fresh.corridor);
      if (TautLabels::IsFor(platform::Distance(request.start, request.end))) ++far;
    }
  }
  CHECK(far > 30);
}

TEST_CASE("a search between far ends that is told to stop leaves at once, and harms no later one", "[R13]") {
  const Field field;
  PathSearch used(kShared);
  int stopped = 0;
  for (const PathRequest& request : field.requests()) {
    if (!TautLabels::IsFor(platform::Distance(request.start, request.end))) continue;
    platform::CostMeter limited(nullptr, 1);
    PathResult cut;
    used.Run(field.view(), request, limited, cut);
    if (cut.code == CompletionCode::kCancelled) ++stopped;
    platform::CostMeter meter;
    PathResult path;
    used.Run(field.view(), request, meter, path);
    const PathResult fresh = FindPath(field.view(), kShared, request);
    REQUIRE(path.points == fresh.points);
    REQUIRE(path.cost_units == fresh.cost_units);
  }
  CHECK(stopped > 0);
}

TEST_CASE("searches between far ends allocate nothing after the first time", "[NAV-134][R11]") {
  const Field field;
  PathSearch search(kShared);
  std::vector<PathResult> results(field.requests().size());
  const auto run_all = [&] {
    for (size_t i = 0; i < results.size(); ++i) {
      platform::CostMeter meter;
      search.Run(field.view(), field.requests()[i], meter, results[i]);
    }
  };
  run_all();
  const uint64_t before = testing::AllocationsCount();
  run_all();
  CHECK(testing::AllocationsCount() == before);
}

}  // namespace
}  // namespace footfall::nav
