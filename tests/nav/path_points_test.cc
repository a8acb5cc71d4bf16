#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "nav/path/candidate_points.h"
#include "nav/path/edge_crossing.h"
#include "nav/path/funnel.h"
#include "nav/path/open_list.h"
#include "nav/path/search_nodes.h"
#include "platform/profile.h"
#include "platform/random.h"
#include "tests/nav/hand_packs.h"

namespace footfall::nav {
namespace {

using platform::RandomPurpose;
using platform::RandomStream;
using platform::Vec2;
using platform::Vec3;

TEST_CASE("a polygon offers four points an edge and its centroid, 65 at the most", "[NAV-035]") {
  CHECK(kMaxPointsInPoly == 65);
  const auto view = tests::ViewOf(tests::GridWorld(1, 4.0F));
  const PolyView poly = view->Poly(PolyRef(tests::kHandTile, 0));
  REQUIRE(poly.vertex_count() == 4);
  for (int edge = 0; edge < 4; ++edge) {
    const Vec3 a = poly.Vertex(edge);
    const Vec3 b = poly.EdgeEnd(edge);
    for (int step = 0; step < 4; ++step) {
      const Vec3 p = CandidatePoint(poly, edge * 4 + step);
      const float t = static_cast<float>(step) / 4;
      CHECK(p.x == a.x + (b.x - a.x) * t);
      CHECK(p.y == a.y + (b.y - a.y) * t);
    }
  }
  CHECK(CandidatePoint(poly, kCentroidPoint) == poly.Centroid());
  CHECK(kNoPoint == 127);
}

TEST_CASE("the candidate closest to the target is chosen, the lowest id among equals", "[NAV-136]") {
  const auto view = tests::ViewOf(tests::SixteenGonWorld());
  const PolyView poly = view->Poly(PolyRef(tests::kHandTile, 0));
  REQUIRE(poly.vertex_count() == 16);
  RandomStream random(1, RandomPurpose::kTest, 0, 0);
  for (int i = 0; i < 500; ++i) {
    const float x = random.NextRange(0, 60);
    const float y = random.NextRange(0, 60);
    const Vec3 target{x, y, 0};
    int best = 0;
    for (int id = 0; id < kMaxPointsInPoly; ++id) {
      if (platform::LengthSq(CandidatePoint(poly, id) - target) <
          platform::LengthSq(CandidatePoint(poly, best) - target)) {
        best = id;
      }
    }
    CHECK(ClosestCandidate(poly, target) == best);
  }
  const auto square = tests::ViewOf(tests::GridWorld(1, 4.0F));
  // Straight above the middle of the square the centroid is nearest; its corners tie, and none of them may
  // win.
  CHECK(ClosestCandidate(square->Poly(PolyRef(tests::kHandTile, 0)), {2, 2, 9}) == kCentroidPoint);
}

TEST_CASE("the crossing point makes the way over an edge shortest", "[R25]") {
  RandomStream random(2, RandomPurpose::kTest, 0, 0);
  const auto point = [&] {
    const float x = random.NextRange(-10, 10);
    const float y = random.NextRange(-10, 10);
    return Vec3{x, y, 0};
  };
  for (int i = 0; i < 2000; ++i) {
    const Vec3 a = point();
    const Vec3 b = point();
    const Vec3 from = point();
    const Vec3 to = point();
    const Vec3 p = CrossingPoint(a, b, from, to);
    const auto length = [&](Vec3 q) { return platform::Distance(from, q) + platform::Distance(q, to); };
    float best = length(a);
    for (int k = 1; k <= 64; ++k)
      best = std::fmin(best, length(platform::Lerp(a, b, static_cast<float>(k) / 64)));
    CHECK(length(p) <= best + 1e-3F);
  }
  SECTION("an edge without length is its end point") {
    CHECK(CrossingPoint({1, 1, 0}, {1, 1, 0}, {0, 0, 0}, {5, 5, 0}) == Vec3{1, 1, 0});
  }
  SECTION("a way along the edge's own line stays on the edge") {
    const Vec3 p = CrossingPoint({2, 0, 0}, {4, 0, 0}, {0, 0, 0}, {9, 0, 0});
    CHECK(p.y == 0);
    CHECK(p.x >= 2);
    CHECK(p.x <= 4);
  }
}

// Length of the pulled string.
double Pulled(Vec3 start, const std::vector<Portal>& portals, Vec3 end, size_t* corners = nullptr) {
  std::vector<FunnelCorner> out;
  PullString(start, portals, end, out);
  double length = 0;
  Vec3 at = start;
  for (const FunnelCorner& corner : out) {
    length += platform::Distance(at, corner.point);
    at = corner.point;
  }
  if (corners != nullptr) *corners = out.size() - 1;
  return length;
}

TEST_CASE("the funnel pulls a string tight") {
  size_t corners = 0;
  SECTION("no portal: the straight line") {
    CHECK(Pulled({0, 0, 0}, {}, {3, 4, 0}, &corners) == Approx(5));
    CHECK(corners == 0);
  }
  SECTION("wide portals: the straight line") {
    const std::vector<Portal> portals{{{1, 5, 0}, {1, -5, 0}}, {{2, 5, 0}, {2, -5, 0}}};
    CHECK(Pulled({0, 0, 0}, portals, {3, 0, 0}, &corners) == Approx(3));
    CHECK(corners == 0);
  }
  SECTION("one corner on each side") {
    const std::vector<Portal> left{{{1, 1, 0}, {1, -5, 0}}, {{2, 1, 0}, {2, -5, 0}}};
    CHECK(Pulled({0, 2, 0}, left, {3, 2, 0}, &corners) == Approx(2 * std::sqrt(2.0) + 1));
    CHECK(corners == 2);
    const std::vector<Portal> right{{{1, 5, 0}, {1, -1, 0}}, {{2, 5, 0}, {2, -1, 0}}};
    CHECK(Pulled({0, -2, 0}, right, {3, -2, 0}, &corners) == Approx(2 * std::sqrt(2.0) + 1));
    CHECK(corners == 2);
  }
  SECTION("a fan around the start's own vertex gives no double corner") {
    const std::vector<Portal> portals{
        {{0, 0, 0}, {1, -1, 0}}, {{0, 0, 0}, {1, 1, 0}}, {{-1, 1, 0}, {1, 2, 0}}};
    CHECK(Pulled({0, 0, 0}, portals, {0, 3, 0}, &corners) == Approx(3));
    CHECK(corners == 0);
  }
  SECTION("portals that are points force the way") {
    const std::vector<Portal> portals{{{1, 1, 0}, {1, 1, 0}}, {{2, 0, 0}, {2, 0, 0}}};
    CHECK(Pulled({0, 0, 0}, portals, {3, 1, 0}, &corners) == Approx(3 * std::sqrt(2.0)));
    CHECK(corners == 2);
  }
  SECTION("the end on the last portal's side") {
    const std::vector<Portal> portals{{{1, 1, 0}, {1, -1, 0}}};
    CHECK(Pulled({0, 0, 0}, portals, {1, 1, 0}, &corners) == Approx(std::sqrt(2.0)));
  }
}

TEST_CASE("the pulled string equals the best of a fine grid of crossing points") {
  RandomStream random(3, RandomPurpose::kTest, 0, 0);
  constexpr int kSteps = 200;
  for (int i = 0; i < 40; ++i) {
    // Vertical portals, one behind the other: dynamic programming over points of each is the exact answer in
    // the limit.
    std::vector<Portal> portals;
    for (int k = 0; k < 6; ++k) {
      const float low = random.NextRange(-5, 4);
      const float height = random.NextRange(0, 3);
      const float x = static_cast<float>(k + 1);
      portals.push_back({{x, low + height, 0}, {x, low, 0}});
    }
    const Vec3 start{0, random.NextRange(-5, 5), 0};
    const Vec3 end{7, random.NextRange(-5, 5), 0};
    std::vector<double> best(1, 0);
    std::vector<Vec3> points(1, start);
    for (size_t k = 0; k <= portals.size(); ++k) {
      std::vector<double> next_best;
      std::vector<Vec3> next_points;
      for (int s = 0; s <= kSteps; ++s) {
        const Vec3 q = k < portals.size()
                           ? platform::Lerp(portals[k].left, portals[k].right, static_cast<float>(s) / kSteps)
                           : end;
        double length = 1e9;
        for (size_t j = 0; j < points.size(); ++j) {
          length = std::fmin(length, best[j] + platform::Distance(points[j], q));
        }
        next_best.push_back(length);
        next_points.push_back(q);
      }
      best = next_best;
      points = next_points;
    }
    CHECK(Pulled(start, portals, end) <= best.front() + 1e-3);
    CHECK(Pulled(start, portals, end) >= best.front() - 0.02);
  }
}

TEST_CASE("crossing points in vectors are those of the plain form to the bit, in both forms of a tile",
          "[NAV-020][NAV-137]") {
  for (const WorldDraft& world : {tests::SixteenGonWorld(), tests::FloatWorld()}) {
    const auto view = tests::ViewOf(world);
    const TileView& tile = *view->slot(tests::kHandTile).tile;
    RandomStream random(5, RandomPurpose::kTest, 0, 0);
    const auto draw = [&] {
      const float x = random.NextRange(-5, 70);
      const float y = random.NextRange(-5, 70);
      return Vec3{x, y, random.NextRange(-3, 3)};
    };
    for (int i = 0; i < 2000; ++i) {
      const auto edge = static_cast<uint32_t>(random.NextBelow(static_cast<uint32_t>(tile.edges.size())));
      const Vec3 a = tile.EdgeA(edge);
      const Vec3 b = tile.EdgeB(edge);
      // Ends anywhere, on the edge's ends, and on its line.
      const Vec3 froms[] = {draw(), a, platform::Lerp(a, b, 2)};
      const Vec3 tos[] = {draw(), b, platform::Lerp(a, b, -1)};
      const Vec3 from = froms[random.NextBelow(3)];
      const Vec3 to = tos[random.NextBelow(3)];
      const EdgeCrossing::Way way = EdgeCrossing(tile, from, to).Over(edge);
      const Vec3 point = CrossingPoint(a, b, from, to);
      REQUIRE(way.point == point);
      REQUIRE(way.length == platform::Distance(from, point));
      REQUIRE(way.rest == platform::Distance(point, to));
    }
  }
}

TEST_CASE("the open list gives the least total, then the least estimate, then the lowest polygon",
          "[NAV-142]") {
  const auto view = tests::ViewOf(tests::GridWorld(20));
  platform::Profile profile;
  SearchNodes nodes(profile);
  nodes.Begin(*view);
  OpenList open(400);
  RandomStream random(4, RandomPurpose::kTest, 0, 0);
  std::vector<NodeId> ids;
  for (uint32_t i = 0; i < 400; ++i) {
    const NodeId id = nodes.Find(PolyRef(tests::kHandTile, static_cast<PolyIndex>(i)));
    SearchNode* node = nodes.Visit(id);
    REQUIRE(node != nullptr);
    // Few values, so that ties abound.
    node->total = static_cast<float>(random.NextBelow(8));
    node->estimate = static_cast<float>(random.NextBelow(4));
    open.Push(nodes, nodes.At(id), id, nodes.Ref(id));
    ids.push_back(id);
  }
  CHECK(open.full());
  for (int i = 0; i < 100; ++i) {
    const NodeId id = ids[random.NextBelow(400)];
    SearchNode& node = nodes.At(id);
    node.total -= static_cast<float>(random.NextBelow(3));
    node.estimate = static_cast<float>(random.NextBelow(4));
    // An equal total with another estimate may move the entry either way.
    open.Decrease(nodes, nodes.At(id), id);
  }
  const auto key = [&](NodeId id) {
    return std::make_tuple(nodes.At(id).total, nodes.At(id).estimate, nodes.Ref(id).value);
  };
  NodeId last = open.Pop(nodes);
  int popped = 1;
  while (!open.empty()) {
    const NodeId id = open.Pop(nodes);
    CHECK(key(last) < key(id));
    CHECK(nodes.At(id).heap_position == kNotInList);
    last = id;
    ++popped;
  }
  CHECK(popped == 400);
}

TEST_CASE("search records are fresh in every search without being reset", "[NAV-134]") {
  const auto view = tests::ViewOf(tests::SeamWorld());
  platform::Profile profile;
  SearchNodes nodes(profile);
  for (int search = 0; search < 3; ++search) {
    nodes.Begin(*view);
    CHECK(nodes.visited() == 0);
    // The other tile first in every second search: pages and records fall on other places.
    const MeshIndex first = search % 2 == 0 ? tests::kHandTile : tests::kHandTileEast;
    for (const MeshIndex mesh : {first, tests::kHandTile, tests::kHandTileEast}) {
      const NodeId id = nodes.Find(PolyRef(mesh, 3));
      REQUIRE(id.valid());
      CHECK(nodes.Ref(id) == PolyRef(mesh, 3));
    }
    SearchNode* node = nodes.Visit(nodes.Find(PolyRef(tests::kHandTileEast, 3)));
    REQUIRE(node != nullptr);
    CHECK(node->entry_kind == EntryKind::kNone);
    node->entry_kind = EntryKind::kEdge;
    node->total = 7;
    CHECK(nodes.Visit(nodes.Find(PolyRef(tests::kHandTileEast, 3)))->total == 7);
  }
}

TEST_CASE("tiles, records and visited polygons of a search are bounded", "[NAV-135][R23]") {
  const auto view = tests::ViewOf(tests::SeamWorld());
  platform::Profile profile;
  SECTION("visited polygons") {
    CHECK(profile.visited_polys_max == 8192);
    profile.visited_polys_max = 2;
    SearchNodes nodes(profile);
    nodes.Begin(*view);
    CHECK(nodes.Visit(nodes.Find(PolyRef(tests::kHandTile, 0))) != nullptr);
    CHECK(nodes.Visit(nodes.Find(PolyRef(tests::kHandTile, 1))) != nullptr);
    CHECK_FALSE(nodes.full());
    CHECK(nodes.Visit(nodes.Find(PolyRef(tests::kHandTile, 2))) == nullptr);
    CHECK(nodes.full());
  }
  SECTION("tiles") {
    profile.search_pages_max = 1;
    SearchNodes nodes(profile);
    nodes.Begin(*view);
    CHECK(nodes.Find(PolyRef(tests::kHandTile, 0)).valid());
    CHECK_FALSE(nodes.Find(PolyRef(tests::kHandTileEast, 0)).valid());
    CHECK(nodes.full());
  }
  SECTION("records") {
    profile.search_nodes_max = 60;  // a tile has 50
    SearchNodes nodes(profile);
    nodes.Begin(*view);
    CHECK(nodes.Find(PolyRef(tests::kHandTile, 0)).valid());
    CHECK_FALSE(nodes.Find(PolyRef(tests::kHandTileEast, 0)).valid());
    CHECK(nodes.full());
  }
  SECTION("a tile that is not resident is no full table") {
    SearchNodes nodes(profile);
    nodes.Begin(*view);
    CHECK_FALSE(nodes.Find(PolyRef(17, 0)).valid());
    CHECK_FALSE(nodes.full());
  }
}

}  // namespace
}  // namespace footfall::nav
