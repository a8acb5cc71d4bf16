#include <catch2/catch.hpp>
#include <limits>
#include <string>
#include <vector>

#include "nav/mesh/pack_writer.h"
#include "tests/nav/hand_packs.h"

// What the writer refuses, and that its messages name tile, field, value and limit.
namespace footfall::tests {
namespace {

using nav::DraftPoly;
using nav::PolyRef;
using nav::WorldDraft;
using platform::Vec3;

void CheckRefused(const WorldDraft& draft, const std::vector<std::string>& parts) {
  const auto bytes = nav::PackWorld(draft);
  REQUIRE_FALSE(bytes.ok());
  for (const std::string& part : parts) {
    INFO(bytes.status().message());
    CHECK(std::string(bytes.status().message()).find(part) != std::string::npos);
  }
}

// One polygon in the middle of the hand tile.
WorldDraft OnePoly(const std::vector<Vec3>& outline) {
  HandWorld world;
  world.Add(outline);
  return world.Finish();
}

}  // namespace

TEST_CASE("figures beyond their bit widths are refused",
          "[NAV-022][NAV-026][NAV-029][NAV-031][NAV-036][NAV-040]") {
  WorldDraft draft = GridWorld(2);
  DraftPoly& poly = draft.tiles[0].polys[1];
  SECTION("attributes") {
    poly.attributes = 1 << 10;
    CheckRefused(draft, {"tile 4040", "polygon 1 attributes is 1024, limit 1023"});
  }
  SECTION("audio") {
    poly.audio = 16;
    CheckRefused(draft, {"polygon 1 audio is 16, limit 15"});
  }
  SECTION("ped density") {
    poly.ped_density = 8;
    CheckRefused(draft, {"polygon 1 ped density is 8, limit 7"});
  }
  SECTION("vertex space") {
    poly.edges[0].vertex_space = 32;
    CheckRefused(draft, {"polygon 1 vertex space is 32, limit 31"});
  }
  SECTION("edge space") {
    poly.edges[0].edge_space = 32;
    CheckRefused(draft, {"polygon 1 edge space is 32, limit 31"});
  }
  SECTION("edge flags") {
    poly.edges[0].flags = 16;
    CheckRefused(draft, {"polygon 1 edge flags is 16, limit 15"});
  }
  SECTION("adjacency type") {
    poly.edges[0].type = static_cast<nav::AdjacencyType>(4);
    CheckRefused(draft, {"polygon 1 adjacency type is 4, limit 3"});
  }
  SECTION("neighbour mesh") {
    poly.edges[2].neighbour = PolyRef(nav::kTessellationIndex, 0);
    CheckRefused(draft, {"polygon 1 neighbour mesh is 10100, limit 10099"});
  }
  SECTION("vertex index") {
    poly.vertices[0] = 9;
    CheckRefused(draft, {"polygon 1 vertex index is 9, limit 8"});
  }
  SECTION("two vertices") {
    poly.vertices.resize(2);
    poly.edges.resize(2);
    CheckRefused(draft, {"polygon 1 vertices count is 2, limit 3"});
  }
  SECTION("edges unlike vertices") {
    poly.edges.resize(3);
    CheckRefused(draft, {"polygon 1 edges count is 3, limit 4"});
  }
  SECTION("cover type") {
    draft.tiles[0].cover.push_back({{1, 1, 0}, static_cast<nav::CoverType>(6), 0});
    CheckRefused(draft, {"cover point 0 type is 6, limit 5"});
  }
  SECTION("tile index") {
    draft.tiles[0].index = nav::kTessellationIndex;
    CheckRefused(draft, {"tile 10100", "index is 10100, limit 10099"});
  }
  SECTION("a tile that is there twice") {
    draft.tiles.push_back(draft.tiles[0]);
    CheckRefused(draft, {"tile 4040", "2 times"});
  }
}

TEST_CASE("a polygon of 17 vertices is refused", "[NAV-026]") {
  WorldDraft draft = SixteenGonWorld();
  draft.tiles[0].vertices.push_back({20, 20, 0});
  draft.tiles[0].polys[0].vertices.push_back(16);
  draft.tiles[0].polys[0].edges.push_back({});
  CheckRefused(draft, {"polygon 0 vertices count is 17, limit 16"});
}

TEST_CASE("coordinates outside the tile's box are refused", "[NAV-019]") {
  WorldDraft draft = GridWorld(2);
  SECTION("far away") { draft.tiles[0].vertices[0].x = 1e30F; }
  SECTION("not a number") { draft.tiles[0].vertices[0].x = std::numeric_limits<float>::quiet_NaN(); }
  SECTION("the unreachable maximum") { draft.tiles[0].vertices[0].x = -53 + 256; }
  CheckRefused(draft, {"tile 4040: vertex 0 position x"});
}

TEST_CASE("a box without size is refused", "[NAV-019]") {
  WorldDraft draft = GridWorld(2);
  SECTION("zero") { draft.tiles[0].extent.z = 0; }
  SECTION("infinite") { draft.tiles[0].extent.z = std::numeric_limits<float>::infinity(); }
  CheckRefused(draft, {"tile 4040: extent z"});
}

TEST_CASE("33 adjacent meshes are a generation error, 32 are not", "[NAV-022]") {
  // One ring of polygons with a climb to another tile each.
  const auto world_of = [](int meshes) {
    HandWorld world;
    for (int i = 0; i < meshes; ++i) {
      const PolyRef ref = world.Quad(static_cast<float>(i) * 4, 0, static_cast<float>(i) * 4 + 2, 2);
      world.Cross(ref, 0, PolyRef(static_cast<nav::MeshIndex>(100 + i), 0), nav::AdjacencyType::kClimbLow);
    }
    return world.Finish();
  };
  CHECK(nav::PackWorld(world_of(32)).ok());
  CheckRefused(world_of(33), {"tile 4040: adjacent meshes is 33, limit 32"});
}

TEST_CASE("7 special links a polygon and first positions up to 511 fit", "[NAV-031][NAV-039]") {
  // Link k begins on polygon k / 7.
  const auto world_of = [](int links, int extra_on_first) {
    HandWorld world;
    world.Grid(0, 0, 50, 2, 2);
    for (int i = 0; i < links; ++i) {
      world.Link(PolyRef(kHandTile, static_cast<nav::PolyIndex>(i / 7)), PolyRef(kHandTile, 99), {1, 1, 0},
                 {2, 2, 0}, nav::LinkKind::kClimbObject);
    }
    for (int i = 0; i < extra_on_first; ++i) {
      world.Link(PolyRef(kHandTile, 0), PolyRef(kHandTile, 99), {1, 1, 0}, {2, 2, 0},
                 nav::LinkKind::kLadderUp);
    }
    return world.Finish();
  };
  // 73 full polygons and one link: that one is number 511.
  const auto full = nav::PackWorld(world_of(73 * 7 + 1, 0));
  CHECK(full.ok());
  const auto view = ViewOf(world_of(73 * 7 + 1, 0));
  CHECK(view->slot(kHandTile).tile->polys[73].first_link() == 511);
  CHECK(view->slot(kHandTile).tile->polys[72].link_count() == 7);
  CheckRefused(world_of(74 * 7 + 1, 0), {"tile 4040: first special link is 518, limit 511"});
  CheckRefused(world_of(7, 1), {"tile 4040: polygon 0 special links is 8, limit 7"});
}

TEST_CASE("a link must begin in its own tile and end in a mesh", "[NAV-039]") {
  WorldDraft draft = LadderWorld();
  SECTION("from") {
    draft.tiles[0].links[0].from = PolyRef(kHandTileEast, 0);
    CheckRefused(draft, {"link 0 from polygon"});
  }
  SECTION("to") {
    draft.tiles[0].links[0].to = PolyRef();
    CheckRefused(draft, {"link 0 to mesh is 16383, limit 10099"});
  }
  SECTION("kind") {
    draft.tiles[0].links[0].kind = static_cast<nav::LinkKind>(3);
    CheckRefused(draft, {"link 0 kind is 3, limit 2"});
  }
  SECTION("outside the box") {
    draft.tiles[0].links[0].end.x = 1000;
    CheckRefused(draft, {"link 0 end x"});
  }
}

TEST_CASE("more edges than a first-vertex index can name are refused", "[NAV-027]") {
  WorldDraft draft = GridWorld(1);
  // 16385 squares share one square's vertices: 65540 edges.
  draft.tiles[0].polys.resize(16385, draft.tiles[0].polys[0]);
  CheckRefused(draft, {"tile 4040: first vertex index is 65540, limit 65536"});
}

TEST_CASE("more than 32767 polygons are refused", "[NAV-036]") {
  WorldDraft draft = GridWorld(1);
  draft.tiles[0].polys.resize(32768, draft.tiles[0].polys[0]);
  CheckRefused(draft, {"tile 4040: polygons count is 32768, limit 32767"});
}

TEST_CASE("polygons that are not clockwise and convex are refused", "[NAV-025]") {
  SECTION("counter-clockwise") {
    CheckRefused(OnePoly({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}}), {"polygon 0", "counter-clockwise"});
  }
  SECTION("a wrong turn") {
    CheckRefused(OnePoly({{0, 0, 0}, {0, 4, 0}, {1, 1, 0}, {4, 0, 0}}),
                 {"polygon 0", "wrong turn at vertex 2"});
  }
  SECTION("going back on itself") {
    CheckRefused(OnePoly({{0, 0, 0}, {0, 4, 0}, {0, 2, 0}, {4, 0, 0}}), {"polygon 0", "wrong turn"});
  }
  SECTION("a star") {
    CheckRefused(OnePoly({{4, 8, 0}, {6, 1, 0}, {0, 5, 0}, {8, 5, 0}, {2, 1, 0}}), {"polygon 0"});
  }
  SECTION("a vertex twice") {
    CheckRefused(OnePoly({{0, 0, 0}, {0, 4, 0}, {0, 4, 1}, {4, 0, 0}}), {"polygon 0", "the same point"});
  }
  SECTION("a sliver") {
    CheckRefused(OnePoly({{0, 0, 0}, {0, 0.125F, 0}, {0.125F, 0, 0}}), {"polygon 0", "area is"});
  }
  SECTION("outside its tile") {
    WorldDraft draft = GridWorld(1);
    for (Vec3& v : draft.tiles[0].vertices) v.x -= 1;
    CheckRefused(draft, {"tile 4040", "outside the tile's square"});
  }
}

TEST_CASE("collinear vertices are allowed", "[NAV-025]") {
  CHECK(nav::PackWorld(OnePoly({{0, 0, 0}, {0, 2, 0}, {0, 4, 0}, {4, 4, 0}, {4, 0, 0}})).ok());
}

TEST_CASE("adjacency inside a tile must lead back over the same edge", "[NAV-036]") {
  WorldDraft draft = GridWorld(3);
  SECTION("one way only") { draft.tiles[0].polys[1].edges[0].neighbour = PolyRef(); }
  SECTION("wrong polygon") { draft.tiles[0].polys[0].edges[2].neighbour = PolyRef(kHandTile, 8); }
  SECTION("itself") { draft.tiles[0].polys[0].edges[2].neighbour = PolyRef(kHandTile, 0); }
  SECTION("no such polygon") { draft.tiles[0].polys[0].edges[2].neighbour = PolyRef(kHandTile, 9); }
  CheckRefused(draft, {"tile 4040", "polygon"});
}

}  // namespace footfall::tests
