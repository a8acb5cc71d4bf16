#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <vector>

#include "nav/path/path_search.h"
#include "nav/path/search_trace.h"
#include "platform/profile.h"
#include "platform/random.h"
#include "tests/nav/hand_packs.h"
#include "tests/nav/obstacle_fixture.h"
#include "tests/nav/path_fixture.h"

namespace footfall::nav {
namespace {

using platform::Profile;
using platform::RandomPurpose;
using platform::RandomStream;
using platform::SearchPoints;
using platform::Vec3;
using tests::Point2;
using tests::Shape;
using tests::TestBox;

constexpr double kRadius = 0.35;
constexpr double kTolerance = 0.001;  // m
// Passages that are narrower than this are none: what is cut away is wider than the radius by 0.6 mm.
constexpr double kGrown = kRadius + kTolerance;

Profile ServerLike(SearchPoints mode = SearchPoints::kSharedEdge) {
  Profile profile = tests::ProfileOf(mode);
  profile.path_points_max = 1024;
  profile.heap_max = 65536;
  profile.visited_polys_max = 65536;
  profile.path_polys_max = 16384;
  return profile;
}

Point2 ToPoint(Vec3 p) { return {p.x, p.y}; }

// Least distance of the path to any box.
double Clearance(const PathResult& path, const std::vector<TestBox>& boxes) {
  double least = 1e9;
  for (size_t n = 1; n < path.points.size(); ++n) {
    for (const TestBox& box : boxes) {
      least =
          std::min(least, tests::DistanceToBox(box, ToPoint(path.points[n - 1]), ToPoint(path.points[n])));
    }
  }
  return least;
}

std::vector<Shape> Grown(const std::vector<TestBox>& boxes, Shape (*grow)(const TestBox&, double)) {
  std::vector<Shape> shapes;
  for (const TestBox& box : boxes) shapes.push_back(grow(box, kGrown));
  return shapes;
}

bool Near(const std::vector<Shape>& shapes, Vec3 p) {
  return std::any_of(shapes.begin(), shapes.end(),
                     [&](const Shape& shape) { return tests::Holds(shape, ToPoint(p)); });
}

// 40 m x 40 m of open ground as 1, 100 or 1600 polygons.
WorldDraft OpenGround(int kind) {
  tests::HandWorld world;
  if (kind == 0) world.Quad(0, 0, 40, 40);
  if (kind == 1) world.Grid(0, 0, 10, 10, 4);
  if (kind == 2) world.Grid(0, 0, 40, 40, 1);
  return world.Finish();
}

// Layouts with random boxes on one kind of ground; how many paths were compared.
int CheckLayouts(int kind, SearchPoints mode, uint64_t first, uint64_t last, double* worst_round) {
  const Profile profile = ServerLike(mode);
  const auto mesh = tests::ViewOf(OpenGround(kind));
  int found = 0;
  for (uint64_t layout = first; layout < last; ++layout) {
    INFO("kind " << kind << " layout " << layout);
    RandomStream random(layout, RandomPurpose::kTest, 1, 0);
    const int count = 4 + static_cast<int>(random.NextBelow(22));
    const std::vector<TestBox> boxes = tests::RandomBoxes(random, count, 3, 37);
    const auto view = tests::WithBoxes(*mesh, boxes);
    const float start_y = random.NextRange(1, 39);
    const float goal_y = random.NextRange(1, 39);
    const Vec3 start{random.NextRange(0.5F, 3), start_y, 0};
    const Vec3 goal{random.NextRange(37, 39.5F), goal_y, 0};
    const std::vector<Shape> square = Grown(boxes, tests::SquareGrown);
    if (Near(square, start) || Near(square, goal)) continue;
    const PathResult path = tests::FindPath(*view, profile, tests::Request(start, goal));
    const double best = tests::ShortestAround(square, ToPoint(start), ToPoint(goal), 0, 40);
    if (best < 0) {
      CHECK((path.code == CompletionCode::kNotFound || path.code == CompletionCode::kFound));
      continue;
    }
    REQUIRE(path.code == CompletionCode::kFound);
    ++found;
    CHECK(Clearance(path, boxes) >= kRadius - kTolerance);
    CHECK(path.length <= best * 1.05);
    if (layout % 8 == 0) {
      const double round =
          tests::ShortestAround(Grown(boxes, tests::RoundGrown), ToPoint(start), ToPoint(goal), 0, 40);
      *worst_round = std::max(*worst_round, static_cast<double>(path.length) / round);
    }
  }
  return found;
}

TEST_CASE("among boxes in thousands of layouts paths keep their distance and are at most 5 percent too long",
          "[NAV-155][NAV-231][NAV-233]") {
  double worst_round = 0;
  CHECK(CheckLayouts(0, SearchPoints::kSharedEdge, 0, 1200, &worst_round) > 1000);
  CHECK(CheckLayouts(1, SearchPoints::kSharedEdge, 1200, 2000, &worst_round) > 600);
  CHECK(CheckLayouts(2, SearchPoints::kSharedEdge, 2000, 2300, &worst_round) > 200);
  // Square corners instead of round ones cost this much more.
  CHECK(worst_round <= 1.08);
}

TEST_CASE("with the rows' points paths among boxes are as good", "[NAV-136][NAV-155]") {
  double worst_round = 0;
  CHECK(CheckLayouts(0, SearchPoints::kTargetClosest, 0, 300, &worst_round) > 200);
  CHECK(CheckLayouts(1, SearchPoints::kTargetClosest, 300, 500, &worst_round) > 150);
}

std::vector<std::byte> BytesOf(const TileView& tile) {
  std::vector<std::byte> bytes;
  const auto add = [&](const auto& span) {
    const auto raw = std::as_bytes(span);
    bytes.insert(bytes.end(), raw.begin(), raw.end());
  };
  add(tile.polys);
  add(tile.boxes);
  add(tile.edges);
  add(tile.edge_extra);
  add(tile.vertex_indices);
  add(tile.adjacent);
  add(tile.links);
  add(tile.link_indices);
  add(tile.vertices);
  add(tile.quad_nodes);
  add(tile.quad_polys);
  return bytes;
}

std::vector<TestBox> ManyBoxes(uint64_t seed, int count) {
  RandomStream random(seed, RandomPurpose::kTest, 1, 0);
  return tests::RandomBoxes(random, count, 4, 36);
}

TEST_CASE("tessellation leaves the tiles byte for byte and nothing behind for the next search",
          "[NAV-235][NAV-237]") {
  const Profile profile = ServerLike();
  const auto mesh = tests::ViewOf(OpenGround(1));
  const auto view = tests::WithBoxes(*mesh, ManyBoxes(7, 20));
  const std::vector<std::byte> before = BytesOf(*view->slot(tests::kHandTile).tile);
  PathSearch search(profile);
  const PathRequest request = tests::Request({1, 1, 0}, {39, 38, 0});
  PathResult first;
  for (int turn = 0; turn < 3; ++turn) {
    platform::CostMeter meter;
    PathResult result;
    search.Run(*view, request, meter, result);
    REQUIRE(result.code == CompletionCode::kFound);
    CHECK(result.fragments_made > 20);
    if (turn == 0) first = result;
    // Warm as cold (R13).
    CHECK(result.cost_units == first.cost_units);
    CHECK(result.fragments_made == first.fragments_made);
    CHECK(result.points == first.points);
    // What happens between: searches without objects, and one that finds nothing.
    search.Run(*mesh, request, meter, result);
    CHECK(result.fragments_made == 0);
    search.Run(*view, tests::Request({1, 1, 0}, {149, 149, 0}), meter, result);
  }
  CHECK(BytesOf(*view->slot(tests::kHandTile).tile) == before);
  // Fragments cost (R13).
  const PathResult bare = tests::FindPath(*mesh, profile, request);
  CHECK(first.cost_units >= bare.cost_units + first.fragments_made);
}

TEST_CASE("objects elsewhere change neither a path nor its cost", "[NAV-217]") {
  tests::HandWorld world;
  world.Grid(0, 0, 25, 25, 4);
  const auto mesh = tests::ViewOf(world.Finish());
  std::vector<TestBox> boxes;
  for (int n = 0; n < 6; ++n) boxes.push_back({6.0 + 4 * n, 20.0 + n % 2, 1.5, 1, 0.3 * n});
  const PathRequest request = tests::Request({1, 20, 0}, {35, 20, 0});
  const PathResult near = tests::FindPath(*tests::WithBoxes(*mesh, boxes), ServerLike(), request);
  RandomStream random(3, RandomPurpose::kTest, 1, 0);
  for (const TestBox& box : tests::RandomBoxes(random, 600, 70, 97)) boxes.push_back(box);
  const PathResult all = tests::FindPath(*tests::WithBoxes(*mesh, boxes), ServerLike(), request);
  CHECK(near.code == CompletionCode::kFound);
  CHECK(near.points == all.points);
  CHECK(near.cost_units == all.cost_units);
  CHECK(near.fragments_made == all.fragments_made);
}

TEST_CASE("thousands of boxes on each other", "[NAV-234]") {
  const Profile profile = ServerLike();
  const auto mesh = tests::ViewOf(OpenGround(0));
  RandomStream random(11, RandomPurpose::kTest, 1, 0);
  std::vector<TestBox> boxes;
  for (int n = 0; n < 3000; ++n) {
    TestBox box;
    box.x = random.NextRange(14, 26);
    box.y = random.NextRange(8, 32);
    box.heading = random.NextRange(-3, 3);
    box.half_x = random.NextRange(0.1F, 1.5F);
    box.half_y = random.NextRange(0.1F, 1.5F);
    boxes.push_back(box);
  }
  const auto view = tests::WithBoxes(*mesh, boxes);
  const PathResult path = tests::FindPath(*view, profile, tests::Request({2, 20, 0}, {38, 20, 0}));
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(Clearance(path, boxes) >= kRadius - 2 * kTolerance);
  CHECK(path.fragments_made < 1000);
}

TEST_CASE("a trace shows the objects that the search came near, each once, and no others", "[NAV-135]") {
  const Profile profile = ServerLike();
  const auto mesh = tests::ViewOf(OpenGround(1));
  // A wall over several squares of the search's grid, a small box, and one in a far corner.
  const std::vector<TestBox> boxes = {{20, 20, 0.5, 12, 0}, {28, 20, 0.5, 0.5, 0}, {38, 1, 0.2, 0.2, 0}};
  const auto view = tests::WithBoxes(*mesh, boxes);
  PathSearch search(profile);
  platform::CostMeter meter;
  PathResult path;
  SearchTrace trace;
  search.Run(*view, tests::Request({14, 36, 0}, {34, 36, 0}), meter, path, &trace);
  REQUIRE(path.code == CompletionCode::kFound);
  REQUIRE(trace.has_searched);
  REQUIRE(!trace.obstacles.empty());
  CHECK(trace.obstacles.size() <= 2);
  CHECK(trace.obstacles[0][0].z == 0);
  float low = 100;
  float high = 0;
  for (const Vec3& corner : trace.obstacles[0]) {
    low = std::min(low, corner.y);
    high = std::max(high, corner.y);
  }
  CHECK(low == Approx(8));
  CHECK(high == Approx(32));
}

TEST_CASE("a full store of fragments leaves further polygons whole and blocked, and says so", "[NAV-232]") {
  CHECK(Profile().tessellated_polys_max == 4096);
  Profile profile = ServerLike();
  const auto mesh = tests::ViewOf(OpenGround(1));
  // A wall of boxes with a gap in the upper part.
  std::vector<TestBox> boxes;
  for (int n = 0; n < 7; ++n) boxes.push_back({20, 2.0 + 4 * n, 1, 2, 0});
  const auto view = tests::WithBoxes(*mesh, boxes);
  const PathRequest request = tests::Request({2, 6, 0}, {38, 6, 0});
  const PathResult free = tests::FindPath(*view, profile, request);
  REQUIRE(free.code == CompletionCode::kFound);
  CHECK((free.details & kDetailFragmentsFull) == 0);
  profile.tessellated_polys_max = static_cast<int32_t>(free.fragments_made);
  CHECK((tests::FindPath(*view, profile, request).details & kDetailFragmentsFull) == 0);
  profile.tessellated_polys_max = 6;
  const PathResult full = tests::FindPath(*view, profile, request);
  CHECK((full.details & kDetailFragmentsFull) != 0);
  CHECK(full.fragments_made <= 6);
  REQUIRE(full.code == CompletionCode::kFound);
  CHECK(Clearance(full, boxes) >= kRadius - kTolerance);
  CHECK(full.length > free.length);
}

TEST_CASE("far from the origin boxes are cleared as well", "[NAV-234]") {
  tests::HandWorld world;
  world.Grid(8850, 8850, 10, 10, 4);
  const auto mesh = tests::ViewOf(world.Finish());
  for (uint64_t layout = 0; layout < 100; ++layout) {
    INFO("layout " << layout);
    RandomStream random(layout, RandomPurpose::kTest, 1, 0);
    const std::vector<TestBox> boxes = tests::RandomBoxes(random, 15, 8854, 8886);
    const auto view = tests::WithBoxes(*mesh, boxes);
    const std::vector<Shape> square = Grown(boxes, tests::SquareGrown);
    const Vec3 start{8851, random.NextRange(8852, 8888), 0};
    const Vec3 goal{8889, random.NextRange(8852, 8888), 0};
    if (Near(square, start) || Near(square, goal)) continue;
    const double best = tests::ShortestAround(square, ToPoint(start), ToPoint(goal), 8850, 8890);
    if (best < 0) continue;
    const PathResult path = tests::FindPath(*view, ServerLike(), tests::Request(start, goal));
    REQUIRE(path.code == CompletionCode::kFound);
    CHECK(Clearance(path, boxes) >= kRadius - kTolerance);
    CHECK(path.length <= best * 1.05);
  }
}

TEST_CASE("an end inside an object is moved out, and where that fails the code says so", "[NAV-128]") {
  const auto mesh = tests::ViewOf(OpenGround(1));
  const std::vector<TestBox> boxes{{10, 20, 1, 1, 0.4}, {30, 20, 4, 4, 0}};
  const auto view = tests::WithBoxes(*mesh, boxes);
  const PathResult moved =
      tests::FindPath(*view, ServerLike(), tests::Request({10.2F, 20.3F, 0}, {20, 30, 0}));
  REQUIRE(moved.code == CompletionCode::kFound);
  CHECK(moved.start_moved > 0.5F);
  CHECK(moved.start_moved < 2.0F);
  CHECK(moved.points.front() == moved.start_used);
  CHECK(Clearance(moved, boxes) >= kRadius - kTolerance);
  CHECK(tests::FindPath(*view, ServerLike(), tests::Request({2, 20, 0}, {30, 20, 0})).code ==
        CompletionCode::kEndpointsInsideObjects);
  CHECK(tests::FindPath(*view, ServerLike(), tests::Request({30, 20, 0}, {2, 20, 0})).code ==
        CompletionCode::kEndpointsInsideObjects);
}

TEST_CASE("without avoidance objects are not there, for that one request", "[NAV-130][NAV-189]") {
  const auto mesh = tests::ViewOf(OpenGround(1));
  const std::vector<TestBox> boxes{{20, 20, 2, 8, 0}};
  const auto view = tests::WithBoxes(*mesh, boxes);
  const Profile profile = ServerLike();
  PathSearch search(profile);
  platform::CostMeter meter;
  PathResult result;
  const PathRequest plain = tests::Request({5, 20, 0}, {35, 20, 0});
  PathRequest through = plain;
  through.flags = PathFlagMask(kFlagDontAvoidDynamicObjects);
  search.Run(*view, through, meter, result);
  CHECK(result.points.size() == 2);
  CHECK(result.fragments_made == 0);
  search.Run(*view, plain, meter, result);
  CHECK(result.points.size() == 4);
  CHECK(Clearance(result, boxes) >= kRadius - kTolerance);
  CHECK(result.points == tests::FindPath(*view, profile, plain).points);
}

TEST_CASE("a short way is tried straight only if no object stands in it", "[NAV-132]") {
  const auto mesh = tests::ViewOf(OpenGround(2));
  const PathRequest request = tests::Request({20.2F, 20.2F, 0}, {22.7F, 20.2F, 0});
  CHECK(tests::FindPath(*mesh, ServerLike(), request).points.size() == 2);
  const std::vector<TestBox> boxes{{21.45, 20.2, 0.2, 0.2, 0}};
  const PathResult round = tests::FindPath(*tests::WithBoxes(*mesh, boxes), ServerLike(), request);
  CHECK(round.points.size() > 2);
  CHECK(Clearance(round, boxes) >= kRadius - kTolerance);
}

TEST_CASE("objects of another storey do not count", "[NAV-233]") {
  const auto mesh = tests::ViewOf(tests::StoreysWorld());
  std::vector<TestBox> boxes{{5, 5, 1, 2, 0}};
  boxes[0].bottom = 4;
  boxes[0].top = 6;
  const auto view = tests::WithBoxes(*mesh, boxes);
  const PathResult below = tests::FindPath(*view, ServerLike(), tests::Request({1, 5, 0}, {9, 5, 0}));
  CHECK(below.points.size() == 2);
  const PathResult above = tests::FindPath(*view, ServerLike(), tests::Request({1, 5, 4}, {9, 5, 4}));
  CHECK(above.points.size() > 2);
}

TEST_CASE("on a slope points of fragments lie on the surface", "[NAV-234]") {
  const auto mesh = tests::ViewOf(tests::SlopeWorld());
  std::vector<TestBox> boxes{{5, 5, 1, 1, 0.5}};
  boxes[0].top = 4;
  const auto view = tests::WithBoxes(*mesh, boxes);
  const PathResult path = tests::FindPath(*view, ServerLike(), tests::Request({1, 5, 0.5F}, {9, 5, 4.5F}));
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(path.points.size() > 2);
  for (const Vec3& point : path.points) CHECK(point.z == Approx(point.x / 2).margin(0.01));
  CHECK(Clearance(path, boxes) >= kRadius - kTolerance);
}

TEST_CASE("a climb that begins or lands in an object spoils the path, a ladder does not",
          "[NAV-039][NAV-156]") {
  const auto terrace = tests::ViewOf(tests::TerraceWorld());
  const PathRequest up = tests::Request({5, 5, 0}, {15, 5, 1});
  REQUIRE(tests::FindPath(*terrace, ServerLike(), up).code == CompletionCode::kFound);
  // Small enough to leave both polygons partly free, and other climbs as well.
  CHECK(tests::FindPath(*tests::WithBoxes(*terrace, {{9.9, 5, 0.1, 0.1, 0}}), ServerLike(), up).code ==
        CompletionCode::kNotFound);
  CHECK(tests::FindPath(*tests::WithBoxes(*terrace, {{12, 1, 0.1, 0.1, 0}}), ServerLike(), up).code ==
        CompletionCode::kFound);

  const auto ladder = tests::ViewOf(tests::LadderWorld());
  const PathRequest climb = tests::Request({2, 5, 0}, {20, 5, 6});
  const PathResult free = tests::FindPath(*ladder, ServerLike(), climb);
  REQUIRE(free.code == CompletionCode::kFound);
  const PathResult beside =
      tests::FindPath(*tests::WithBoxes(*ladder, {{9, 5, 0.2, 0.2, 0}}), ServerLike(), climb);
  CHECK(beside.code == CompletionCode::kFound);
  CHECK(beside.fragments_made > 0);
}

TEST_CASE("what lies around both ends is cut before the search, farther on request", "[NAV-206][NAV-236]") {
  const auto mesh = tests::ViewOf(OpenGround(2));
  const auto view = [&](double behind) { return tests::WithBoxes(*mesh, {{20 - behind, 20, 0.2, 0.2, 0}}); };
  // The way leads away from the box.
  PathRequest request = tests::Request({20, 20, 0}, {30, 20, 0});
  CHECK(tests::FindPath(*view(2.5), ServerLike(), request).fragments_made > 0);
  CHECK(tests::FindPath(*view(5.5), ServerLike(), request).fragments_made == 0);
  request.flags = PathFlagMask(kFlagExpandStartEndTessellationRadius);
  CHECK(tests::FindPath(*view(5.5), ServerLike(), request).fragments_made > 0);
  CHECK(tests::FindPath(*view(9.5), ServerLike(), request).fragments_made == 0);
}

// Clearance from one box of a kind with a flag and without.
double ClearanceOf(ObjectKind kind, uint64_t flags) {
  const auto mesh = tests::ViewOf(OpenGround(1));
  const std::vector<TestBox> boxes{{20, 20, 2, 3, 0}};
  const auto view = tests::WithBoxes(*mesh, boxes, kind);
  const PathResult path =
      tests::FindPath(*view, ServerLike(), tests::Request({5, 21, 0}, {35, 21, 0}, flags));
  REQUIRE(path.code == CompletionCode::kFound);
  return Clearance(path, boxes);
}

TEST_CASE("flags of a request choose which objects block and how near one may pass",
          "[NAV-190][NAV-191][NAV-192][NAV-193]") {
  const auto full = Approx(kRadius).margin(0.002);
  const auto reduced = Approx(kRadius - 0.2).margin(0.002);
  const uint64_t reduce = PathFlagMask(kFlagReduceObjectBboxes);
  CHECK(ClearanceOf(ObjectKind::kBlocker, 0) == full);
  CHECK(ClearanceOf(ObjectKind::kBlocker, reduce) == reduced);
  CHECK(ClearanceOf(ObjectKind::kFire, reduce) == full);
  CHECK(ClearanceOf(ObjectKind::kFire, PathFlagMask(kFlagDontAvoidFire)) == 0);
  CHECK(ClearanceOf(ObjectKind::kBlocker, PathFlagMask(kFlagDontAvoidFire)) == full);
  CHECK(ClearanceOf(ObjectKind::kVehicleDoor, 0) == full);
  CHECK(ClearanceOf(ObjectKind::kVehicleDoor, reduce) == full);
  CHECK(ClearanceOf(ObjectKind::kVehicleDoor, PathFlagMask(kFlagAllowToPushVehicleDoorsClosed)) == 0);
  // An object of the world of 1 kg is not significant.
  CHECK(ClearanceOf(ObjectKind::kObject, 0) == full);
  CHECK(ClearanceOf(ObjectKind::kObject, PathFlagMask(kFlagIgnoreNonSignificantObjects)) == 0);
}

}  // namespace
}  // namespace footfall::nav
