#include <catch2/catch.hpp>

#include "tests/nav/hand_packs.h"

namespace footfall::tests {

TEST_CASE("every hand-made world packs and maps") {
  CHECK(ViewOf(GridWorld(5))->slot(kHandTile).tile->polys.size() == 25);
  CHECK(ViewOf(SeamWorld())->resident() == std::vector<nav::MeshIndex>{kHandTile, kHandTileEast});
  CHECK(ViewOf(CorridorWorld())->slot(kHandTile).tile->polys.size() == 19);
  CHECK(ViewOf(IslandWorld())->slot(kHandTile).tile->polys.size() == 29);
  CHECK(ViewOf(StoreysWorld())->slot(kHandTile).tile->polys.size() == 50);
  CHECK(ViewOf(TerraceWorld())->slot(kHandTile).tile->polys.size() == 50);
  CHECK(ViewOf(LadderWorld())->slot(kHandTile).tile->links.size() == 2);
  CHECK(ViewOf(HoleWorld())->slot(kHandTile).tile->polys.size() == 72);
  CHECK(ViewOf(SixteenGonWorld())->slot(kHandTile).tile->polys[0].vertex_count == 16);
  CHECK(ViewOf(WaterWorld())->slot(kHandTile).tile->polys.size() == 25);
  CHECK(ViewOf(SlopeWorld())->slot(kHandTile).tile->polys.size() == 25);
  CHECK(ViewOf(FloatWorld())->slot(kHandTile).tile->edge_floats.size() == 600);
  CHECK(ViewOf(Extent150World())->slot(kHandTile).tile->polys.size() == 1);
}

}  // namespace footfall::tests
