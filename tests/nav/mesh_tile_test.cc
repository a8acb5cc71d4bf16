#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "nav/mesh/fixed_box.h"
#include "nav/mesh/format_limits.h"
#include "nav/mesh/nav_view.h"
#include "nav/mesh/quadtree.h"
#include "nav/mesh/tile_blob.h"
#include "nav/mesh/tile_layout.h"
#include "platform/random.h"
#include "tests/nav/hand_packs.h"

namespace footfall::tests {

using nav::PolyRef;
using nav::TileDraft;
using platform::Vec2;
using platform::Vec3;

TEST_CASE("quantised vertices decode as the row says", "[NAV-019]") {
  const auto view = ViewOf(Extent150World());
  const nav::TileView& tile = *view->slot(kHandTile).tile;
  const uint16_t zero[3] = {0, 0, 0};
  const uint16_t full[3] = {65535, 65535, 65535};
  CHECK(tile.Decode(zero) == Vec3{0, 0, 0});
  CHECK(tile.Decode(full).x == Approx(150.0 * 65535 / 65536));
  CHECK(tile.Decode(full).z == Approx(10.0 * 65535 / 65536));
  CHECK(tile.scale.x == nav::kXYQuantum);
}

TEST_CASE("a round trip moves a vertex by at most one step an axis", "[NAV-019]") {
  platform::RandomStream random(1, platform::RandomPurpose::kTest, 10, 0);
  TileDraft draft = Extent150World().tiles[0];
  draft.polys.clear();
  draft.vertices.clear();
  for (int i = 0; i < 1000; ++i) {
    Vec3 v;
    v.x = random.NextRange(0, 149.99F);
    v.y = random.NextRange(0, 149.99F);
    v.z = random.NextRange(0, 9.999F);
    draft.vertices.push_back(v);
  }
  const auto bytes = nav::PackTile(draft, 1);
  REQUIRE(bytes.ok());
  std::vector<char> aligned(bytes->size() + 16);
  char* at = aligned.data() + (16 - reinterpret_cast<uintptr_t>(aligned.data()) % 16) % 16;
  std::copy(bytes->begin(), bytes->end(), at);
  const nav::TileView tile = nav::MapTile({at, bytes->size()});
  REQUIRE(tile.vertices.size() == 3000);
  for (size_t i = 0; i < 1000; ++i) {
    const uint16_t q[3] = {tile.vertices[i * 3], tile.vertices[i * 3 + 1], tile.vertices[i * 3 + 2]};
    const Vec3 moved = tile.Decode(q) - draft.vertices[i];
    CHECK(std::fabs(moved.x) <= nav::kXYQuantum);
    CHECK(std::fabs(moved.y) <= nav::kXYQuantum);
    CHECK(std::fabs(moved.z) <= 10.0F / 65536);
  }
}

TEST_CASE("lattice tiles decode every round coordinate exactly, in every corner of the world", "[NAV-019]") {
  for (const float x : {-5990.0F, 0.0F, 8990.0F}) {
    for (const float y : {-5990.0F, 8990.0F}) {
      HandWorld world;
      const float step = 1.0F / 256;
      world.Quad(x + step, y + step, x + 5 - step, y + 5, 2);
      const auto view = ViewOf(world.Finish());
      const nav::PolyView poly = view->Poly(PolyRef(nav::MeshIndexAt(x, y), 0));
      CHECK(poly.Vertex(0) == Vec3{x + step, y + step, 2});
      CHECK(poly.Vertex(2) == Vec3{x + 5 - step, y + 5, 2});
    }
  }
}

TEST_CASE("callers cannot tell compressed from plain vertices", "[NAV-020]") {
  const auto compressed = ViewOf(GridWorld(5));
  const auto plain = ViewOf(FloatWorld());
  CHECK((compressed->slot(kHandTile).tile->flags & nav::kTileCompressedVertexData) != 0);
  CHECK((plain->slot(kHandTile).tile->flags & nav::kTileCompressedVertexData) == 0);
  for (nav::PolyIndex i = 0; i < 25; ++i) {
    const nav::PolyView a = compressed->Poly(PolyRef(kHandTile, i));
    const nav::PolyView b = plain->Poly(PolyRef(kHandTile, i));
    CHECK(a.Centroid() == b.Centroid());
    for (int n = 0; n < 4; ++n) {
      CHECK(a.Vertex(n) == b.Vertex(n));
      CHECK(a.EdgeEnd(n) == b.EdgeEnd(n));
      CHECK(a.Neighbour(n) == b.Neighbour(n));
    }
  }
}

TEST_CASE("plain vertices keep coordinates that lie on no lattice", "[NAV-020]") {
  nav::WorldDraft draft = FloatWorld();
  const float odd = 2.0001F;
  for (Vec3& v : draft.tiles[0].vertices) {
    if (v.x == 2) v.x = odd;
  }
  const auto view = ViewOf(draft);
  CHECK(view->Poly(PolyRef(kHandTile, 0)).Vertex(2).x == odd);
}

TEST_CASE("entry N of indices and edges belongs to vertex and edge N, and the last edge closes",
          "[NAV-018][NAV-021][NAV-025]") {
  const auto view = ViewOf(GridWorld(5));
  const nav::TileView& tile = *view->slot(kHandTile).tile;
  CHECK(tile.vertex_indices.size() == tile.edges.size());
  CHECK(tile.edge_extra.size() == tile.edges.size());
  CHECK(tile.build_id == 1);
  CHECK(tile.local_to_world.size() == 12);
  const nav::PolyView poly = view->Poly(PolyRef(kHandTile, 6));
  CHECK(tile.polys[6].first_edge == 24);
  for (int n = 0; n < 4; ++n) {
    const size_t vertex = tile.vertex_indices[poly.EdgeNumber(n)];
    const uint16_t q[3] = {tile.vertices[vertex * 3], tile.vertices[vertex * 3 + 1],
                           tile.vertices[vertex * 3 + 2]};
    CHECK(tile.Decode(q) == poly.Vertex(n));
    CHECK(poly.EdgeEnd(n) == poly.Vertex((n + 1) % 4));
  }
  // West, north, east, south of a clockwise square that begins in the south-west.
  CHECK(poly.Neighbour(0) == PolyRef(kHandTile, 5));
  CHECK(poly.Neighbour(1) == PolyRef(kHandTile, 11));
  CHECK(poly.Neighbour(2) == PolyRef(kHandTile, 7));
  CHECK(poly.Neighbour(3) == PolyRef(kHandTile, 1));
  CHECK_FALSE(view->Poly(PolyRef(kHandTile, 0)).Neighbour(0).valid());
}

TEST_CASE("a polygon has 3 to 16 vertices", "[NAV-026]") {
  const auto view = ViewOf(SixteenGonWorld());
  const nav::PolyView poly = view->Poly(PolyRef(kHandTile, 0));
  CHECK(poly.vertex_count() == 16);
  CHECK(poly.ContainsXy({20, 20}));
  CHECK(poly.ContainsXy({25, 20}));
  CHECK_FALSE(poly.ContainsXy({24, 24}));
}

TEST_CASE("saved flags, attributes, audio, density and cover directions survive the file",
          "[NAV-029][NAV-030][NAV-032]") {
  nav::WorldDraft draft = GridWorld(2);
  nav::DraftPoly& poly = draft.tiles[0].polys[3];
  poly.flags = nav::kPolyPavement | nav::kPolySheltered;
  poly.attributes = nav::kAttrShallowWater | nav::kAttrDebugMark;
  poly.audio = 15;
  poly.ped_density = 7;
  poly.cover_directions = 0xA5;
  const auto view = ViewOf(draft);
  const nav::PolyView read = view->Poly(PolyRef(kHandTile, 3));
  CHECK(read.flags() == (nav::kPolyPavement | nav::kPolySheltered));
  CHECK(read.attributes() == (nav::kAttrShallowWater | nav::kAttrDebugMark));
  CHECK(read.record().ped_density() == 7);
  CHECK(read.record().audio == 15);
  CHECK(read.record().cover_directions == 0xA5);
  // No place for anything above the 8 saved bits: runtime bits cannot reach a file.
  CHECK(sizeof(nav::PolyRecord::flags) * 8 == nav::kSavedPolyFlagBits);
}

TEST_CASE("each polygon has a box that contains its vertices", "[NAV-028][NAV-042]") {
  const auto view = ViewOf(SlopeWorld());
  const nav::TileView& tile = *view->slot(kHandTile).tile;
  REQUIRE(tile.boxes.size() == tile.polys.size());
  for (nav::PolyIndex i = 0; i < 25; ++i) {
    const nav::PolyView poly = view->Poly(PolyRef(kHandTile, i));
    for (int n = 0; n < poly.vertex_count(); ++n) CHECK(nav::Contains(tile.boxes[i], poly.Vertex(n)));
    CHECK_FALSE(nav::Contains(tile.boxes[i], {30, 30, 0}));
  }
}

TEST_CASE("free space, adjacency type and edge bits survive the file", "[NAV-036][NAV-037][NAV-038]") {
  nav::WorldDraft draft = TerraceWorld();
  nav::DraftEdge& edge = draft.tiles[0].polys[4].edges[2];
  edge.vertex_space = 3;
  edge.edge_space = 30;
  edge.flags = nav::kEdgeProvidesCover | nav::kEdgeHighDrop | nav::kEdgeAdjacencyDisabled;
  const auto view = ViewOf(draft);
  const nav::PolyView low = view->Poly(PolyRef(kHandTile, 4));
  CHECK(low.Edge(2).type() == nav::AdjacencyType::kClimbLow);
  CHECK(low.Edge(2).vertex_space() == 3);
  CHECK(low.Edge(2).edge_space() == 30);
  CHECK(low.EdgeFlags(2) == (nav::kEdgeProvidesCover | nav::kEdgeHighDrop | nav::kEdgeAdjacencyDisabled));
  CHECK(low.Neighbour(2) == PolyRef(kHandTile, 25));
  CHECK(view->Poly(PolyRef(kHandTile, 25)).Edge(0).type() == nav::AdjacencyType::kDropDown);
  // The original neighbour stands beside the current one.
  const nav::TileView& tile = *view->slot(kHandTile).tile;
  CHECK((tile.edge_extra[low.EdgeNumber(2)] & 0xFFFFF) == (low.Edge(2).link & 0xFFFFF));
}

TEST_CASE("edges to another tile go through the lookup and carry the external bit", "[NAV-022][NAV-038]") {
  const auto view = ViewOf(SeamWorld());
  const nav::PolyView west = view->Poly(PolyRef(kHandTile, 4));
  CHECK(west.Neighbour(2) == PolyRef(kHandTileEast, 0));
  CHECK((west.EdgeFlags(2) & nav::kEdgeExternal) != 0);
  CHECK((west.EdgeFlags(0) & nav::kEdgeExternal) == 0);
  const auto adjacent = view->slot(kHandTile).tile->adjacent;
  CHECK(std::vector<uint32_t>(adjacent.begin(), adjacent.end()) ==
        std::vector<uint32_t>{kHandTile, kHandTileEast});
}

TEST_CASE("both sides of a seam decode to the same floats", "[NAV-019]") {
  const auto view = ViewOf(SeamWorld());
  for (nav::PolyIndex row = 0; row < 10; ++row) {
    const nav::PolyView west = view->Poly(PolyRef(kHandTile, static_cast<nav::PolyIndex>(row * 5 + 4)));
    const nav::PolyView east = view->Poly(west.Neighbour(2));
    CHECK(west.Vertex(2) == east.EdgeEnd(0));
    CHECK(west.EdgeEnd(2) == east.Vertex(0));
  }
}

TEST_CASE("a ladder is a link in each direction, known to the polygon it begins on", "[NAV-031][NAV-039]") {
  const auto view = ViewOf(LadderWorld());
  const nav::TileView& tile = *view->slot(kHandTile).tile;
  CHECK((tile.flags & nav::kTileHasSpecialLinksSection) != 0);
  const nav::PolyRecord& ground = tile.polys[14];
  const nav::PolyRecord& roof = tile.polys[35];
  REQUIRE(ground.link_count() == 1);
  REQUIRE(roof.link_count() == 1);
  CHECK(tile.polys[0].link_count() == 0);
  const nav::LinkRecord& up = tile.links[tile.link_indices[ground.first_link()]];
  CHECK(up.kind == static_cast<uint8_t>(nav::LinkKind::kLadderUp));
  CHECK(tile.Decode(up.start) == Vec3{9, 5, 0});
  CHECK(tile.Decode(up.end) == Vec3{13, 5, 6});
  CHECK(up.to == PolyRef(kHandTile, 35).value);
  const nav::LinkRecord& down = tile.links[tile.link_indices[roof.first_link()]];
  CHECK(down.kind == static_cast<uint8_t>(nav::LinkKind::kLadderDown));
}

TEST_CASE("tile flags say what a tile is, the top 8 bits which content pack", "[NAV-017]") {
  nav::WorldDraft draft = WaterWorld();
  draft.tiles[0].content_pack_group = 200;
  draft.tiles[0].modified_for_content_pack_swap = true;
  const uint32_t flags = ViewOf(draft)->slot(kHandTile).tile->flags;
  CHECK((flags & nav::kTileHasWater) != 0);
  CHECK((flags & nav::kTileContentPack) != 0);
  CHECK((flags & nav::kTileModifiedForContentPackSwap) != 0);
  CHECK((flags & nav::kTileIsDynamic) == 0);
  CHECK(nav::ContentPackGroup(flags) == 200);
  const uint32_t plain = ViewOf(GridWorld(1))->slot(kHandTile).tile->flags;
  CHECK(plain == nav::kTileCompressedVertexData);
}

TEST_CASE("leaves own the cover points inside them", "[NAV-040][NAV-041]") {
  HandWorld world;
  world.Grid(0, 0, 20, 20, 2);
  world.Cover({1, 1, 0}, nav::CoverType::kLowWall, 64);
  world.Cover({39, 39, 1}, nav::CoverType::kWallOpenBoth, 128);
  const auto view = ViewOf(world.Finish());
  const nav::TileView& tile = *view->slot(kHandTile).tile;
  const auto near = nav::LeafAt(tile, {1.1F, 1.1F});
  REQUIRE(near.has_value());
  REQUIRE(near->cover.size() == 1);
  CHECK(near->cover[0].type == static_cast<uint8_t>(nav::CoverType::kLowWall));
  CHECK(near->cover[0].direction == 64);
  CHECK(tile.Decode(near->cover[0].position) == Vec3{1, 1, 0});
  CHECK(nav::LeafAt(tile, {20, 1})->cover.empty());
  CHECK(nav::LeafAt(tile, {39, 39})->cover.size() == 1);
}

TEST_CASE("the quadtree splits above 8 polygons and at most 6 times", "[NAV-041]") {
  CHECK(nav::kQuadSplitAbove == 8);
  CHECK(nav::kQuadMaxDepth == 6);
  CHECK(ViewOf(GridWorld(2))->slot(kHandTile).tile->quad_nodes.size() == 1);
  CHECK(ViewOf(GridWorld(3))->slot(kHandTile).tile->quad_nodes.size() > 1);
}

TEST_CASE("height is linear on edges and the same from both sides of one", "[NAV-041]") {
  const auto view = ViewOf(SlopeWorld());
  const nav::PolyView west = view->Poly(PolyRef(kHandTile, 0));
  const nav::PolyView east = view->Poly(PolyRef(kHandTile, 1));
  CHECK(west.Height({1, 1}) == Approx(0.5));
  CHECK(west.Height({0.5F, 1.75F}) == Approx(0.25));
  for (float y = 0; y <= 2; y += 0.125F) CHECK(west.Height({2, y}) == Approx(east.Height({2, y})));
  // Outside: the height of the nearest outline point.
  CHECK(west.Height({-5, 1}) == Approx(0));
  CHECK(west.Height({9, 1}) == Approx(1));
}

TEST_CASE("height of a warped polygon runs continuously through its fan", "[NAV-041]") {
  HandWorld world;
  world.Add({{0, 0, 0}, {0, 4, 1}, {4, 4, 0}, {4, 0, 3}});
  const auto view = ViewOf(world.Finish());
  const nav::PolyView poly = view->Poly(PolyRef(kHandTile, 0));
  CHECK(poly.Height({2, 2}) == Approx(1));
  CHECK(poly.Height({0, 2}) == Approx(0.5));
  CHECK(poly.Height({4, 1}) == Approx(2.25));
  for (float x = 0; x < 4; x += 1.0F / 64) {
    CHECK(std::fabs(poly.Height({x, 1}) - poly.Height({x + 1.0F / 64, 1})) < 0.03F);
  }
}

TEST_CASE("the outline is inside, NaN is not", "[NAV-041]") {
  const auto view = ViewOf(GridWorld(1));
  const nav::PolyView poly = view->Poly(PolyRef(kHandTile, 0));
  CHECK(poly.ContainsXy({0, 0}));
  CHECK(poly.ContainsXy({2, 1}));
  CHECK_FALSE(poly.ContainsXy({2.0001F, 1}));
  CHECK_FALSE(poly.ContainsXy({std::numeric_limits<float>::quiet_NaN(), 1}));
}

TEST_CASE("no point falls between two neighbours", "[NAV-041]") {
  HandWorld world;
  // A diagonal whose points floats cannot hit exactly.
  world.Add({{0, 0, 0}, {0, 7, 0}, {11, 7, 0}});
  world.Add({{0, 0, 0}, {11, 7, 0}, {11, 0, 0}});
  const auto view = ViewOf(world.Finish());
  for (int i = 0; i <= 1000; ++i) {
    const float t = static_cast<float>(i) / 1000;
    const Vec2 p{11 * t, 7 * t};
    CHECK(
        (view->Poly(PolyRef(kHandTile, 0)).ContainsXy(p) || view->Poly(PolyRef(kHandTile, 1)).ContainsXy(p)));
  }
}

TEST_CASE("indices outside the residents give an empty slot", "[NAV-014]") {
  const auto view = ViewOf(GridWorld(1));
  for (const int index : {0, 4041, 9999, 10000, 10099, 10100, 10101, 0x3FFE, 0x3FFF}) {
    CAPTURE(index);
    CHECK_FALSE(view->IsResident(static_cast<nav::MeshIndex>(index)));
  }
  CHECK(view->IsResident(kHandTile));
  CHECK_FALSE(view->Contains(PolyRef()));
  CHECK_FALSE(view->Contains(PolyRef(kHandTile, 1)));
  CHECK(view->Contains(PolyRef(kHandTile, 0)));
  PolyRef high_bits(kHandTile, 0);
  high_bits.value |= 1U << 29;
  CHECK_FALSE(view->Contains(high_bits));
}

TEST_CASE("an overlay changes what readers see and not the tile", "[NAV-033][NAV-034]") {
  const auto view = ViewOf(GridWorld(2));
  const nav::TileView& tile = *view->slot(kHandTile).tile;
  const auto overlay = std::make_shared<nav::TileOverlay>(tile.polys.size(), tile.edges.size());
  overlay->SetPolyDisabled(1, true);
  overlay->SetPolySwitchedOff(2, true);
  overlay->SetEdgeDisabled(3, true);
  nav::NavViewBuilder builder(*view);
  builder.SetOverlay(kHandTile, overlay);
  const auto changed = builder.Build();
  CHECK(changed->generation() == view->generation() + 1);
  CHECK(changed->slot(kHandTile).tile == &tile);
  CHECK(changed->Poly(PolyRef(kHandTile, 1)).is_disabled());
  CHECK_FALSE(changed->Poly(PolyRef(kHandTile, 1)).is_switched_off());
  CHECK(changed->Poly(PolyRef(kHandTile, 2)).is_switched_off());
  CHECK(changed->Poly(PolyRef(kHandTile, 0)).EdgeFlags(3) == nav::kEdgeAdjacencyDisabled);
  CHECK_FALSE(view->Poly(PolyRef(kHandTile, 1)).is_disabled());
  CHECK(view->Poly(PolyRef(kHandTile, 0)).EdgeFlags(3) == 0);
  overlay->SetPolyDisabled(1, false);
  CHECK_FALSE(changed->Poly(PolyRef(kHandTile, 1)).is_disabled());
}

TEST_CASE("a view keeps its tiles alive and a removed tile leaves only new views") {
  std::shared_ptr<const nav::NavView> before = ViewOf(SeamWorld());
  nav::NavViewBuilder builder(*before);
  builder.Remove(kHandTileEast);
  const auto after = builder.Build();
  CHECK(before->IsResident(kHandTileEast));
  CHECK_FALSE(after->IsResident(kHandTileEast));
  CHECK(after->resident() == std::vector<nav::MeshIndex>{kHandTile});
  before = nullptr;
  CHECK(after->Poly(PolyRef(kHandTile, 0)).Vertex(0) == Vec3{140, 0, 0});
}

TEST_CASE("tiles are found whatever order they were placed in", "[NAV-014]") {
  const auto view = ViewOf(GridWorld(2));
  const std::vector<nav::MeshIndex> places = {4040, 4041, 3907, 3900, 3899, 0, 10005, 9999};
  nav::NavViewBuilder builder;
  std::vector<std::shared_ptr<const nav::TileView>> tiles;
  for (const nav::MeshIndex index : places) {
    auto tile = std::make_shared<nav::TileView>(*view->slot(kHandTile).tile);
    tile->index = index;
    tiles.push_back(tile);
    builder.Place(index, tile);
  }
  builder.Remove(3900);
  const auto all = builder.Build();
  for (size_t i = 0; i < places.size(); ++i) {
    INFO("index " << places[i]);
    CHECK(all->slot(places[i]).tile == (places[i] == 3900 ? nullptr : tiles[i].get()));
    CHECK(all->slot(places[i]).generation == (places[i] == 3900 ? 2U : 1U));
    CHECK(all->Contains(PolyRef(places[i], 0)) == (places[i] != 3900));
  }
  CHECK_FALSE(all->IsInDataSet(3901));
  CHECK_FALSE(all->IsInDataSet(10006));
}

TEST_CASE("views share their tiles until a builder changes one", "[NAV-014]") {
  const auto first = ViewOf(SeamWorld());
  const auto second = nav::NavViewBuilder(*first).Build();
  CHECK(&second->slot(kHandTile) == &first->slot(kHandTile));
  CHECK(second->generation() == first->generation() + 1);
  CHECK(second->build_id() == first->build_id());
  nav::NavViewBuilder builder(*second);
  builder.Remove(kHandTileEast);
  const auto third = builder.Build();
  CHECK_FALSE(third->IsResident(kHandTileEast));
  CHECK(third->IsResident(kHandTile));
  CHECK(second->IsResident(kHandTileEast));
  CHECK(second->resident().size() == third->resident().size() + 1);
}

TEST_CASE("a tile of another build is refused and its index stays empty", "[NAV-024]") {
  const auto view = ViewOf(SeamWorld());
  nav::WorldDraft other = SeamWorld();
  other.build_id = 0xABC;
  const auto foreign = ViewOf(other);
  nav::NavViewBuilder builder(*view);
  builder.Remove(kHandTileEast);
  const absl::Status status = builder.CheckPlacement(*foreign->slot(kHandTileEast).tile);
  CHECK(status.code() == absl::StatusCode::kFailedPrecondition);
  CHECK(std::string(status.message()).find("0000000000000abc") != std::string::npos);
  CHECK(std::string(status.message()).find("0000000000000001") != std::string::npos);
  CHECK_FALSE(builder.Build()->IsResident(kHandTileEast));
  // An empty view takes any build.
  CHECK(nav::NavViewBuilder().CheckPlacement(*foreign->slot(kHandTileEast).tile).ok());
}

}  // namespace footfall::tests
