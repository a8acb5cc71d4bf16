#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "nav/query/nearest.h"
#include "nav/query/point_below.h"
#include "nav/query/walk_ray.h"
#include "platform/random.h"
#include "tests/nav/hand_packs.h"

namespace footfall::tests {
namespace {

using nav::CastWalkRay;
using nav::NavView;
using nav::WalkRay;
using nav::WalkRayOutcome;
using platform::Vec2;
using platform::Vec3;

WalkRay Cast(const NavView& view, Vec3 from, Vec3 to, const nav::WalkFilter& filter = {}) {
  const auto start = nav::PointBelow(view, from);
  REQUIRE(start.poly.valid());
  return CastWalkRay(view, start.poly, from, to, filter);
}

// Where walls stand, computed without the mesh: the segment stays in the square and out of the closed hole.
bool CrossesBox(Vec2 a, Vec2 b, float low, float high) {
  double enter = 0;
  double leave = 1;
  const double from[2] = {a.x, a.y};
  const double step[2] = {static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y};
  for (int axis = 0; axis < 2; ++axis) {
    if (step[axis] == 0) {
      if (from[axis] < low || from[axis] > high) return false;
      continue;
    }
    const double t0 = (low - from[axis]) / step[axis];
    const double t1 = (high - from[axis]) / step[axis];
    enter = std::max(enter, std::min(t0, t1));
    leave = std::min(leave, std::max(t0, t1));
  }
  return enter < leave;
}

}  // namespace

TEST_CASE("a ray over open ground reaches its end and counts the edges crossed") {
  const auto view = ViewOf(GridWorld(5));
  const WalkRay ray = Cast(*view, {1, 1, 0}, {7, 1.5F, 0});
  CHECK(ray.outcome == WalkRayOutcome::kReached);
  CHECK(ray.crossed == 3);
  CHECK(ray.point == Vec3{7, 1.5F, 0});
  CHECK(ray.last == nav::PolyRef(kHandTile, 3));
  CHECK(ray.normal == Vec2{});
}

TEST_CASE("a ray that leaves the mesh stops at the boundary with a normal that points back") {
  const auto view = ViewOf(GridWorld(5));
  const WalkRay ray = Cast(*view, {1, 1, 0}, {21, 3, 0});
  CHECK(ray.outcome == WalkRayOutcome::kHit);
  CHECK(ray.point.x == Approx(10));
  CHECK(ray.point.y == Approx(1.9));
  CHECK(ray.normal == Vec2{-1, 0});
  CHECK(ray.last == nav::PolyRef(kHandTile, 4));
}

TEST_CASE("a ray through vertices is followed and ends", "[NAV-041]") {
  const auto view = ViewOf(GridWorld(5));
  for (const auto& [from, to] : {std::pair<Vec3, Vec3>{{0, 0, 0}, {10, 10, 0}},
                                 {{10, 0, 0}, {0, 10, 0}},
                                 {{1, 1, 0}, {9, 9, 0}},
                                 {{2, 2, 0}, {8, 2, 0}},
                                 {{4, 9, 0}, {4, 1, 0}},
                                 {{2, 0, 0}, {6, 8, 0}}}) {
    CAPTURE(from.x, from.y, to.x, to.y);
    CHECK(Cast(*view, from, to).outcome == WalkRayOutcome::kReached);
    CHECK(Cast(*view, to, from).outcome == WalkRayOutcome::kReached);
  }
}

TEST_CASE("a ray along a wall, on either side and either way, is not blocked by it") {
  const auto view = ViewOf(HoleWorld());
  for (const auto& [from, to] : {std::pair<Vec3, Vec3>{{0, 0, 0}, {18, 0, 0}},
                                 {{0, 18, 0}, {0, 0, 0}},
                                 {{0, 6, 0}, {18, 6, 0}},
                                 {{12, 0, 0}, {12, 18, 0}},
                                 {{6, 18, 0}, {6, 0, 0}},
                                 {{3, 9, 0}, {9, 3, 0}}}) {
    CAPTURE(from.x, from.y, to.x, to.y);
    CHECK(Cast(*view, from, to).outcome == WalkRayOutcome::kReached);
    CHECK(Cast(*view, to, from).outcome == WalkRayOutcome::kReached);
  }
}

TEST_CASE("a ray that two corners touch from opposite sides is not blocked") {
  // Two walls whose corners touch the line y = x from the left at (4, 4) and from the right at (8, 8).
  HandWorld world;
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      if ((column == 1 && row == 2) || (column == 4 && row == 3)) continue;
      world.Quad(static_cast<float>(column) * 2, static_cast<float>(row) * 2,
                 static_cast<float>(column) * 2 + 2, static_cast<float>(row) * 2 + 2);
    }
  }
  const auto view = ViewOf(world.Finish());
  CHECK(Cast(*view, {1, 1, 0}, {11, 11, 0}).outcome == WalkRayOutcome::kReached);
  CHECK(Cast(*view, {11, 11, 0}, {1, 1, 0}).outcome == WalkRayOutcome::kReached);
}

TEST_CASE("a ray and its reverse agree, and agree with the walls") {
  const auto view = ViewOf(HoleWorld());
  platform::RandomStream random(1, platform::RandomPurpose::kTest, 1, 0);
  const auto draw = [&random](bool on_lattice) {
    Vec3 p;
    do {
      p.x = random.NextRange(0, 18);
      p.y = random.NextRange(0, 18);
      if (on_lattice) p = {std::floor(p.x), std::floor(p.y), 0};
    } while (p.x > 6 && p.x < 12 && p.y > 6 && p.y < 12);
    return p;
  };
  int reached = 0;
  for (int i = 0; i < 20000; ++i) {
    const bool on_lattice = i % 2 == 0;
    const Vec3 a = draw(on_lattice);
    const Vec3 b = draw(on_lattice);
    CAPTURE(a.x, a.y, b.x, b.y);
    const bool there = Cast(*view, a, b).outcome == WalkRayOutcome::kReached;
    const bool back = Cast(*view, b, a).outcome == WalkRayOutcome::kReached;
    REQUIRE(there == back);
    // Within the tolerance of the walls the answer may be either; both margins are 2 cm.
    if (!CrossesBox(Xy(a), Xy(b), 5.98F, 12.02F)) REQUIRE(there);
    if (CrossesBox(Xy(a), Xy(b), 6.02F, 11.98F)) REQUIRE(!there);
    reached += there ? 1 : 0;
  }
  CHECK(reached > 5000);
  CHECK(reached < 18000);
}

TEST_CASE("a ray and its reverse agree on a mesh of slanted triangles, vertices as ends too") {
  platform::RandomStream random(1, platform::RandomPurpose::kTest, 2, 0);
  constexpr int kCells = 12;
  // Vertices on the lattice of 1/256 m, so nothing is round.
  std::vector<std::vector<Vec3>> grid(kCells + 1, std::vector<Vec3>(kCells + 1));
  for (int i = 0; i <= kCells; ++i) {
    for (int j = 0; j <= kCells; ++j) {
      const float jitter_x = std::floor(random.NextRange(-200, 200)) / 256;
      const float jitter_y = std::floor(random.NextRange(-200, 200)) / 256;
      grid[i][j] = {10 + 3 * static_cast<float>(i) + jitter_x, 10 + 3 * static_cast<float>(j) + jitter_y, 0};
    }
  }
  HandWorld world;
  for (int i = 0; i < kCells; ++i) {
    for (int j = 0; j < kCells; ++j) {
      if (random.NextBelow(8) == 0) continue;
      world.Add({grid[i][j], grid[i][j + 1], grid[i + 1][j + 1]});
      if (random.NextBelow(8) == 0) continue;
      world.Add({grid[i][j], grid[i + 1][j + 1], grid[i + 1][j]});
    }
  }
  const auto view = ViewOf(world.Finish());
  const auto draw = [&]() -> Vec3 {
    const uint32_t vertex = random.NextBelow(2);
    const uint32_t i = random.NextBelow(kCells + 1);
    const uint32_t j = random.NextBelow(kCells + 1);
    if (vertex == 1) return grid[i][j];
    Vec3 p;
    p.x = random.NextRange(10, 46);
    p.y = random.NextRange(10, 46);
    return p;
  };
  int reached = 0;
  for (int round = 0; round < 20000; ++round) {
    const Vec3 a = draw();
    const Vec3 b = draw();
    const auto from = nav::PointBelow(*view, a).poly;
    const auto to = nav::PointBelow(*view, b).poly;
    if (!from.valid() || !to.valid()) continue;
    CAPTURE(a.x, a.y, b.x, b.y);
    // Back from the polygon where the ray ended: at a vertex where two parts of the mesh only touch, another
    // polygon may lie on the wrong part.
    const WalkRay there = CastWalkRay(*view, from, a, b);
    REQUIRE(there.outcome != WalkRayOutcome::kTooLong);
    if (there.outcome == WalkRayOutcome::kHit) {
      REQUIRE(Length(there.normal) == Approx(1));
      const WalkRay back = CastWalkRay(*view, to, b, a);
      if (back.outcome == WalkRayOutcome::kReached) REQUIRE(back.last != from);
      continue;
    }
    REQUIRE(CastWalkRay(*view, there.last, b, a).outcome == WalkRayOutcome::kReached);
    ++reached;
    // Nothing beside the mesh was walked over: all of the way lies within the touching distance.
    for (int i = 0; i <= 64; ++i) {
      const Vec3 at = Lerp(a, b, static_cast<float>(i) / 64);
      REQUIRE(nav::NearestPoly(*view, at, {0.004F, 1, 1}).poly.valid());
    }
  }
  CHECK(reached > 2000);
}

TEST_CASE("climbs, drops, disabled adjacencies and disabled polygons stop a ray", "[NAV-037][NAV-038]") {
  const auto terrace = ViewOf(TerraceWorld());
  CHECK(Cast(*terrace, {9, 5, 0}, {11, 5, 1}).outcome == WalkRayOutcome::kHit);
  CHECK(Cast(*terrace, {11, 5, 1}, {9, 5, 0}).outcome == WalkRayOutcome::kHit);

  nav::WorldDraft draft = GridWorld(5);
  draft.tiles[0].polys[0].edges[2].flags |= nav::kEdgeAdjacencyDisabled;
  const auto in_file = ViewOf(draft);
  REQUIRE(in_file->Poly(nav::PolyRef(kHandTile, 0)).Neighbour(2) == nav::PolyRef(kHandTile, 1));
  CHECK(Cast(*in_file, {1, 1, 0}, {3, 1, 0}).outcome == WalkRayOutcome::kHit);

  const auto grid = ViewOf(GridWorld(5));
  const nav::TileView& tile = *grid->slot(kHandTile).tile;
  const auto overlay = std::make_shared<nav::TileOverlay>(tile.polys.size(), tile.edges.size());
  SECTION("polygon") { overlay->SetPolyDisabled(1, true); }
  SECTION("adjacency") {
    overlay->SetEdgeDisabled(grid->Poly(nav::PolyRef(kHandTile, 0)).EdgeNumber(2), true);
  }
  nav::NavViewBuilder builder(*grid);
  builder.SetOverlay(kHandTile, overlay);
  const auto changed = builder.Build();
  CHECK(Cast(*grid, {1, 1, 0}, {3, 1, 0}).outcome == WalkRayOutcome::kReached);
  CHECK(Cast(*changed, {1, 1, 0}, {3, 1, 0}).outcome == WalkRayOutcome::kHit);
}

TEST_CASE("a filter keeps a ray out of the water") {
  const auto view = ViewOf(WaterWorld());
  CHECK(Cast(*view, {1, 1, 0}, {9, 1, 0}).outcome == WalkRayOutcome::kReached);
  nav::WalkFilter dry;
  dry.flags_mask = nav::kPolyWater;
  const WalkRay ray = Cast(*view, {1, 1, 0}, {9, 1, 0}, dry);
  CHECK(ray.outcome == WalkRayOutcome::kHit);
  CHECK(ray.point == Vec3{4, 1, 0});
}

TEST_CASE("a ray crosses a seam, and says so when the other tile is not there", "[NAV-022]") {
  const auto view = ViewOf(SeamWorld());
  CHECK(Cast(*view, {141, 1, 0}, {159, 19, 0}).outcome == WalkRayOutcome::kReached);
  CHECK(Cast(*view, {150, 0, 0}, {150, 20, 0}).outcome == WalkRayOutcome::kReached);
  nav::NavViewBuilder builder(*view);
  builder.Remove(kHandTileEast);
  const auto half = builder.Build();
  const WalkRay ray = Cast(*half, {141, 1, 0}, {159, 1, 0});
  CHECK(ray.outcome == WalkRayOutcome::kNotResident);
  CHECK(ray.point == Vec3{150, 1, 0});
}

TEST_CASE("a ray of no length is reached where it stands") {
  const auto view = ViewOf(SlopeWorld());
  const WalkRay ray = Cast(*view, {3, 3, 1.5F}, {3, 3, 9});
  CHECK(ray.outcome == WalkRayOutcome::kReached);
  CHECK(ray.point.z == Approx(1.5));
  CHECK(ray.crossed == 0);
}

TEST_CASE("a ray from a point that is not on the named polygon hits at once") {
  const auto view = ViewOf(GridWorld(5));
  const WalkRay ray = CastWalkRay(*view, nav::PolyRef(kHandTile, 24), {1, 1, 0}, {3, 1, 0});
  CHECK(ray.outcome == WalkRayOutcome::kHit);
  CHECK(ray.crossed == 0);
}

}  // namespace footfall::tests
