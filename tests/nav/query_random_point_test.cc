#include <array>
#include <catch2/catch.hpp>
#include <memory>

#include "nav/query/flood.h"
#include "nav/query/random_point.h"
#include "platform/random.h"
#include "tests/nav/hand_packs.h"

namespace footfall::tests {
namespace {

using nav::MeshComponents;
using nav::PointSampler;
using nav::PolyRef;
using platform::RandomPurpose;
using platform::RandomStream;

std::shared_ptr<const MeshComponents> ComponentsOf(const nav::WorldDraft& world) {
  return std::make_shared<const MeshComponents>(ViewOf(world));
}

}  // namespace

TEST_CASE("components are what Normal adjacency joins", "[NAV-037]") {
  CHECK(ComponentsOf(GridWorld(5))->count() == 1);
  CHECK(ComponentsOf(SeamWorld())->count() == 1);
  CHECK(ComponentsOf(TerraceWorld())->count() == 2);
  CHECK(ComponentsOf(LadderWorld())->count() == 2);
  CHECK(ComponentsOf(StoreysWorld())->count() == 2);
  CHECK(ComponentsOf({})->count() == 0);
  const auto island = ComponentsOf(IslandWorld());
  REQUIRE(island->count() == 2);
  CHECK(island->Area(0) == Approx(100));
  CHECK(island->Area(1) == Approx(16));
  CHECK(island->Polys(1).size() == 4);
  CHECK(island->ComponentOf(PolyRef(kHandTile, 24)) == 0);
  CHECK(island->ComponentOf(PolyRef(kHandTile, 25)) == 1);
  CHECK(island->ComponentOf(PolyRef()) == MeshComponents::kNone);
  CHECK(island->ComponentOf(PolyRef(kHandTile, 29)) == MeshComponents::kNone);
  CHECK(island->ComponentOf(PolyRef(kHandTileEast, 0)) == MeshComponents::kNone);
}

TEST_CASE("disabled polygons and adjacencies part components", "[NAV-038]") {
  const auto view = ViewOf(CorridorWorld());
  const nav::TileView& tile = *view->slot(kHandTile).tile;
  const auto overlay = std::make_shared<nav::TileOverlay>(tile.polys.size(), tile.edges.size());
  nav::NavViewBuilder builder(*view);
  builder.SetOverlay(kHandTile, overlay);
  const auto changed = builder.Build();
  SECTION("a polygon") {
    overlay->SetPolyDisabled(5, true);
    const MeshComponents components(changed);
    CHECK(components.count() == 2);
    CHECK(components.ComponentOf(PolyRef(kHandTile, 5)) == MeshComponents::kNone);
  }
  SECTION("an edge, though only one way") {
    overlay->SetEdgeDisabled(changed->Poly(PolyRef(kHandTile, 5)).EdgeNumber(2), true);
    CHECK(MeshComponents(changed).count() == 2);
  }
}

TEST_CASE("random points lie on the mesh and come again with the same stream") {
  const auto components = ComponentsOf(HoleWorld());
  const PointSampler sampler(components);
  RandomStream a(7, RandomPurpose::kRandomPoint, 1, 0);
  RandomStream b(7, RandomPurpose::kRandomPoint, 1, 0);
  for (int i = 0; i < 5000; ++i) {
    const auto first = sampler.RandomPoint(a);
    const auto second = sampler.RandomPoint(b);
    REQUIRE(first.poly == second.poly);
    REQUIRE(first.point == second.point);
    REQUIRE(components->view().Contains(first.poly));
    const nav::PolyView poly = components->view().Poly(first.poly);
    REQUIRE(poly.ContainsXy(Xy(first.point)));
    REQUIRE(first.point.z == poly.Height(Xy(first.point)));
  }
}

TEST_CASE("random points are spread by area, over polygons and inside them") {
  HandWorld world;
  world.Quad(0, 0, 30, 10);
  world.Quad(40, 0, 50, 10);
  const PointSampler sampler(ComponentsOf(world.Finish()));
  RandomStream random(3, RandomPurpose::kRandomPoint, 1, 0);
  std::array<int, 5> strips = {};
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i)
    strips[static_cast<size_t>(sampler.RandomPoint(random).point.x / 10.001F)]++;
  CHECK(strips[3] == 0);
  // Four equal areas: 5000 each, standard deviation 61.
  for (const size_t strip : {0, 1, 2, 4}) {
    CHECK(strips[strip] > 4700);
    CHECK(strips[strip] < 5300);
  }
}

TEST_CASE("a reachable point stays in the component of its start") {
  const PointSampler sampler(ComponentsOf(IslandWorld()));
  RandomStream random(3, RandomPurpose::kRandomPoint, 2, 0);
  for (int i = 0; i < 1000; ++i) {
    CHECK(sampler.RandomReachablePoint(PolyRef(kHandTile, 26), random).point.x >= 20);
    CHECK(sampler.RandomReachablePoint(PolyRef(kHandTile, 1), random).point.x <= 10);
  }
  CHECK_FALSE(sampler.RandomReachablePoint(PolyRef(kHandTile, 99), random).poly.valid());
  CHECK_FALSE(PointSampler(ComponentsOf({})).RandomPoint(random).poly.valid());
}

}  // namespace footfall::tests
