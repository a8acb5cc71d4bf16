#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "nav/build/pack_report.h"
#include "tests/nav/build_fixture.h"

// Levels made by hand, each around one rule of the builder.
namespace footfall::nav {
namespace {

constexpr AdjacencyType kLow = AdjacencyType::kClimbLow;
constexpr AdjacencyType kHigh = AdjacencyType::kClimbHigh;
constexpr AdjacencyType kDrop = AdjacencyType::kDropDown;

// A floor at 0 beside a block of the given height.
Level Step(float height) {
  Level level;
  level.Floor(10, 10, 30, 30, 0).Box(30, 10, -1, 50, 30, height);
  return level;
}

int CountHighDrops(const NavView& view) {
  int count = 0;
  for (const PolyView& poly : AllPolys(view)) {
    for (int i = 0; i < poly.vertex_count(); ++i) count += (poly.EdgeFlags(i) & kEdgeHighDrop) != 0 ? 1 : 0;
  }
  return count;
}

TEST_CASE("a level floor is one polygon, shrunk by the agent's radius and flat to the bit", "[R24][R30]") {
  const BuiltWorld world = Build(Level().Floor(10, 10, 30, 30, 2.375F));
  CheckInvariants(*world.view);
  REQUIRE(AllPolys(*world.view).size() == 1);
  CHECK(AreaOf(*world.view) == Approx(19.0 * 19.0));
  CHECK(AllPolys(*world.view)[0].Vertex(0).z == 2.375F);
  CHECK(world.report.height_residue_max == 0);
}

TEST_CASE("a step of 0.3 m is walked", "[R32]") {
  const BuiltWorld world = Build(Step(0.3F));
  CheckInvariants(*world.view);
  CHECK(IsWalkable(*world.view, {15, 20, 0}, {45, 20, 0.3F}));
  CHECK(CountEdges(*world.view, kLow) + CountEdges(*world.view, kDrop) == 0);
}

TEST_CASE("a step of 0.8 m is a low climb up and a drop down", "[R32][NAV-037]") {
  const BuiltWorld world = Build(Step(0.8F));
  CheckInvariants(*world.view);
  CHECK_FALSE(IsWalkable(*world.view, {15, 20, 0}, {45, 20, 0.8F}));
  CHECK(CountEdges(*world.view, kLow, 0, 0.8F) == 1);
  CHECK(CountEdges(*world.view, kDrop, 0.8F, 0) == 1);
  CHECK(CountEdges(*world.view, kHigh) == 0);
  CHECK(CountHighDrops(*world.view) == 0);
}

TEST_CASE("the heights at which a climb changes its kind", "[R32]") {
  const auto kinds = [](float height) {
    const BuiltWorld world = Build(Step(height));
    return std::vector<int>{CountEdges(*world.view, kLow), CountEdges(*world.view, kHigh),
                            CountEdges(*world.view, kDrop)};
  };
  CHECK(kinds(0.5F) == std::vector<int>{1, 0, 1});
  CHECK(kinds(1.2F) == std::vector<int>{1, 0, 1});
  CHECK(kinds(1.3F) == std::vector<int>{0, 1, 1});
  CHECK(kinds(2.2F) == std::vector<int>{0, 1, 1});
  CHECK(kinds(2.4F) == std::vector<int>{0, 0, 1});
  CHECK(kinds(4.0F) == std::vector<int>{0, 0, 1});
}

TEST_CASE("a drop of 3 m has no way up, above 4 m it is marked as high", "[R32][NAV-038]") {
  const BuiltWorld three = Build(Step(3));
  CHECK(CountEdges(*three.view, kDrop, 3, 0) == 1);
  CHECK(CountEdges(*three.view, kHigh) == 0);
  CHECK(CountHighDrops(*three.view) == 0);
  const BuiltWorld six = Build(Step(6));
  CHECK(CountEdges(*six.view, kDrop, 6, 0) == 1);
  CHECK(CountHighDrops(*six.view) == 1);
}

TEST_CASE("an edge is split where the floor beyond changes", "[R32]") {
  // One floor beside a low block and a high one.
  Level level;
  level.Floor(10, 10, 30, 40, 0).Box(30, 10, -1, 40, 25, 0.8F).Box(30, 25, -1, 40, 40, 1.75F);
  const BuiltWorld world = Build(level);
  CheckInvariants(*world.view);
  CHECK(CountEdges(*world.view, kLow, 0, 0.8F) == 1);
  CHECK(CountEdges(*world.view, kHigh, 0, 1.75F) == 1);
}

TEST_CASE("a low wall is climbed over and gives cover on both sides", "[R32][R34][NAV-040]") {
  Level level;
  level.Floor(10, 10, 40, 30, 0).Box(25, 14, 0, 25.25F, 26, 0.9F);
  const BuiltWorld world = Build(level);
  CheckInvariants(*world.view);
  CHECK(CountEdges(*world.view, kLow, 0, 0) >= 2);
  int covered = 0;
  for (const PolyView& poly : AllPolys(*world.view)) {
    for (int i = 0; i < poly.vertex_count(); ++i)
      covered += (poly.EdgeFlags(i) & kEdgeProvidesCover) != 0 ? 1 : 0;
  }
  CHECK(covered >= 2);
  const PolyRef west = PolyAt(*world.view, {24, 20, 0});
  REQUIRE(west.valid());
  int low_points = 0;
  int open_points = 0;
  for (const CoverRecord& cover : world.view->slot(west.mesh()).tile->cover) {
    const auto type = static_cast<CoverType>(cover.type);
    low_points += type == CoverType::kLowWall ? 1 : 0;
    open_points += type == CoverType::kLowWallOpenLeft || type == CoverType::kLowWallOpenRight ? 1 : 0;
  }
  CHECK(low_points >= 8);
  CHECK(open_points >= 4);
}

TEST_CASE("an open tall wall gives cover at its ends only, towards the wall", "[R34][NAV-030]") {
  Level level;
  level.Floor(10, 10, 40, 40, 0).Box(25, 15, 0, 26, 35, 3);
  const BuiltWorld world = Build(level);
  const TileView& tile = *world.view->slot(world.view->resident()[0]).tile;
  int west = 0;
  for (const CoverRecord& cover : tile.cover) {
    CHECK(cover.type >= static_cast<uint8_t>(CoverType::kWallOpenLeft));
    const platform::Vec3 p = tile.Decode(cover.position);
    if (p.x > 25 || p.y < 15 || p.y > 35) continue;
    // West of the wall one looks east; its north end is on the left.
    CHECK(cover.direction == 0);
    const bool is_north = p.y > 25;
    CHECK(cover.type ==
          static_cast<uint8_t>(is_north ? CoverType::kWallOpenLeft : CoverType::kWallOpenRight));
    ++west;
  }
  CHECK(west == 2);
  const PolyRef beside = PolyAt(*world.view, {24.25F, 25, 0});
  REQUIRE(beside.valid());
  CHECK((world.view->Poly(beside).record().cover_directions & 1) != 0);
}

TEST_CASE("ramps join floors, steep ones are marked, walls are not walked", "[R30][NAV-179]") {
  const auto ramp = [](float degrees) {
    const float rise = 4;
    const float run = rise / std::tan(degrees * 3.14159265F / 180);
    Level level;
    level.Floor(10, 10, 30, 30, 0).Slope(30, 10, 30 + run, 30, 0, rise).Floor(30 + run, 10, 60, 30, rise);
    return level;
  };
  const auto steep_polys = [](const NavView& view) {
    const auto polys = AllPolys(view);
    return std::count_if(polys.begin(), polys.end(),
                         [](const PolyView& p) { return (p.flags() & kPolyTooSteepToWalkOn) != 0; });
  };
  const BuiltWorld easy = Build(ramp(40));
  CheckInvariants(*easy.view);
  CHECK(IsWalkable(*easy.view, {15, 20, 0}, {55, 20, 4}));
  CHECK(steep_polys(*easy.view) == 0);
  const BuiltWorld steep = Build(ramp(50));
  CheckInvariants(*steep.view);
  CHECK(IsWalkable(*steep.view, {15, 20, 0}, {55, 20, 4}));
  CHECK(steep_polys(*steep.view) > 0);
  const BuiltWorld wall = Build(ramp(65));
  CHECK_FALSE(IsWalkable(*wall.view, {15, 20, 0}, {55, 20, 4}));
}

TEST_CASE("floors over floors keep apart, and the lower one is sheltered", "[R31][R33]") {
  Level level;
  level.Floor(10, 10, 50, 50, 0).Box(10, 10, 3, 50, 30, 3.5F);
  const BuiltWorld world = Build(level);
  CheckInvariants(*world.view);
  const PolyRef low = PolyAt(*world.view, {20, 20, 0});
  const PolyRef high = PolyAt(*world.view, {20, 20, 3.5F});
  REQUIRE(low.valid());
  REQUIRE(high.valid());
  CHECK_FALSE(IsWalkable(*world.view, {20, 20, 0}, {20, 20, 3.5F}));
  CHECK((world.view->Poly(high).flags() & kPolySheltered) == 0);
  // All ground under the roof is in sheltered polygons in a level that is nothing else.
  const BuiltWorld roofed = Build(Level().Floor(10, 10, 50, 50, 0).Box(0, 0, 3, 60, 60, 3.5F));
  CHECK((roofed.view->Poly(PolyAt(*roofed.view, {20, 20, 0})).flags() & kPolySheltered) != 0);
  const BuiltWorld tall = Build(Level().Floor(10, 10, 50, 50, 0).Box(0, 0, 14, 60, 60, 15));
  CHECK((tall.view->Poly(PolyAt(*tall.view, {20, 20, 0})).flags() & kPolySheltered) == 0);
}

TEST_CASE("ladders link both ways, or up only", "[R32][NAV-039]") {
  Level level;
  level.Floor(10, 10, 30, 30, 0).Box(30, 10, -1, 50, 30, 6);
  Annotations annotations;
  annotations.ladders.push_back({"a", {29.5F, 20, 0}, {30.5F, 20, 6}, 0, false});
  annotations.ladders.push_back({"b", {29.5F, 25, 0}, {30.5F, 25, 6}, 0, true});
  const BuiltWorld world = Build(level.soup(), {}, annotations);
  const TileView& tile = *world.view->slot(world.view->resident()[0]).tile;
  REQUIRE(tile.links.size() == 3);
  int up = 0;
  for (const LinkRecord& link : tile.links) {
    PolyRef to;
    to.value = link.to;
    const bool is_up = link.kind == static_cast<uint8_t>(LinkKind::kLadderUp);
    up += is_up ? 1 : 0;
    CHECK(tile.Decode(link.start).z == Approx(is_up ? 0 : 6).margin(0.02));
    CHECK(tile.Decode(link.end).z == Approx(is_up ? 6 : 0).margin(0.02));
    CHECK(world.view->Poly(to).Centroid().z == Approx(is_up ? 6 : 0).margin(0.02));
  }
  CHECK(up == 2);

  annotations.ladders = {{"far", {20, 20, 0}, {20, 20, 60}, 0, false}};
  WorldDraft draft;
  const auto status = BuildWorld(level.soup(), {}, annotations, {}, 1, {}, &draft).status();
  CHECK(status.message() == "ladder \"far\": no walkable ground within 2 m of its top (20, 20, 60)");
}

MaterialMap Waters() {
  MaterialMap map;
  MaterialMap::Entry sea{"sea", 0, {}};
  sea.surface.deep_water = true;
  MaterialMap::Entry pond{"pond", 0, {}};
  pond.surface.shallow_water = true;
  map.entries = {sea, pond, {"", 0, {}}};
  return map;
}

TEST_CASE("ground under deep water is left out, under shallow water it is marked", "[R33]") {
  Level level;
  level.Floor(10, 10, 70, 30, 0).Floor(30, 5, 40, 35, 1, "sea").Floor(50, 5, 60, 35, 0.5F, "pond");
  const BuiltWorld world = Build(level.soup(), Waters());
  CheckInvariants(*world.view);
  CHECK_FALSE(PolyAt(*world.view, {35, 20, 0}).valid());
  CHECK_FALSE(PolyAt(*world.view, {35, 20, 1}).valid());
  const PolyRef wet = PolyAt(*world.view, {55, 20, 0});
  REQUIRE(wet.valid());
  CHECK((world.view->Poly(wet).flags() & kPolyWater) != 0);
  CHECK((world.view->Poly(wet).attributes() & kAttrShallowWater) != 0);
  CHECK((world.view->slot(wet.mesh()).tile->flags) != 0);
  const PolyRef dry = PolyAt(*world.view, {45, 20, 0});
  REQUIRE(dry.valid());
  CHECK((world.view->Poly(dry).flags() & kPolyWater) == 0);
  CHECK(IsWalkable(*world.view, {45, 20, 0}, {65, 20, 0}));
  // Too deep to wade.
  Level deep;
  deep.Floor(10, 10, 40, 30, 0).Floor(25, 5, 60, 35, 1.5F, "pond");
  CHECK_FALSE(PolyAt(*Build(deep.soup(), Waters()).view, {30, 20, 0}).valid());
}

TEST_CASE("polygons carry what their material says", "[R33][NAV-029]") {
  MaterialMap map;
  MaterialMap::Entry pavement{"pavement", 1, {}};
  pavement.surface.flags = kPolyPavement;
  pavement.surface.ped_density = 5;
  pavement.surface.audio = 9;
  MaterialMap::Entry road{"road", 0, {}};
  road.surface.attributes = kAttrRoad;
  MaterialMap::Entry lawn{"lawn", 0, {}};
  lawn.surface.walkable = false;
  map.entries = {pavement, road, lawn};
  Level level;
  level.Floor(10, 10, 20, 30, 0, "pavement")
      .Floor(20, 10, 30, 30, 0, "road")
      .Floor(30, 10, 40, 30, 0, "lawn")
      .Floor(40, 10, 50, 30, 0, "mud");
  const BuiltWorld world = Build(level.soup(), map);
  CheckInvariants(*world.view);
  const PolyView a = world.view->Poly(PolyAt(*world.view, {15, 20, 0}));
  CHECK((a.flags() & kPolyPavement) != 0);
  CHECK(a.record().ped_density() == 5);
  CHECK(a.record().audio == 9);
  const PolyView b = world.view->Poly(PolyAt(*world.view, {25, 20, 0}));
  CHECK((b.flags() & kPolyPavement) == 0);
  CHECK((b.attributes() & kAttrRoad) != 0);
  CHECK_FALSE(PolyAt(*world.view, {35, 20, 0}).valid());
  CHECK(PolyAt(*world.view, {45, 20, 0}).valid());
  CHECK(IsWalkable(*world.view, {15, 20, 0}, {25, 20, 0}));
  CHECK(world.report.warnings ==
        std::vector<std::string>{"material \"mud\" is in no entry of the material map"});
}

TEST_CASE("where surfaces meet in a cell the higher priority wins", "[R33]") {
  MaterialMap map;
  MaterialMap::Entry road{"road", 0, {}};
  road.surface.attributes = kAttrRoad;
  MaterialMap::Entry track{"track", 0, {}};
  track.surface.attributes = kAttrTrainTrack;
  Level level;
  level.Floor(10, 10, 30, 30, 0, "road").Floor(10, 10, 30, 30, 0, "track");
  for (const int priority : {-1, 1}) {
    road.priority = priority;
    map.entries = {track, road};
    const BuiltWorld world = Build(level.soup(), map);
    CHECK(AllPolys(*world.view)[0].attributes() ==
          static_cast<uint32_t>(priority > 0 ? kAttrRoad : kAttrTrainTrack));
  }
  // A tie goes to the earlier entry.
  road.priority = 0;
  map.entries = {track, road};
  CHECK(AllPolys(*Build(level.soup(), map).view)[0].attributes() == kAttrTrainTrack);
}

TEST_CASE("62 attribute sets fit a tile, 63 are an error that names it", "[R33]") {
  const auto build = [](int sets) {
    MaterialMap map;
    Level level;
    for (int i = 0; i < sets; ++i) {
      MaterialMap::Entry entry{"m" + std::to_string(i), 0, {}};
      entry.surface.audio = static_cast<uint8_t>(i % 16);
      entry.surface.ped_density = static_cast<uint8_t>(i / 16);
      map.entries.push_back(entry);
      const auto x = static_cast<float>(10 + i % 8 * 10);
      const auto y = static_cast<float>(10 + i / 8 * 10);
      level.Floor(x, y, x + 10, y + 10, 0, entry.name);
    }
    WorldDraft draft;
    return BuildWorld(level.soup(), map, {}, {}, 1, {}, &draft).status();
  };
  CHECK(build(62).ok());
  CHECK(build(63).message() == "tile 4040: 63 different sets of material attributes, limit 62");
}

TEST_CASE("small components are isolated, polygons at the border of a tile are marked", "[R34][NAV-029]") {
  Level level;
  level.Floor(10, 10, 40, 40, 0).Floor(60, 10, 64, 14, 0).Floor(-20, 60, 20, 70, 0);
  const BuiltWorld world = Build(level);
  CheckInvariants(*world.view);
  const auto attributes = [&](float x, float y) {
    return world.view->Poly(PolyAt(*world.view, {x, y, 0})).attributes();
  };
  CHECK((attributes(62, 12) & kAttrIsolated) != 0);
  CHECK((attributes(20, 20) & kAttrIsolated) == 0);
  CHECK((attributes(20, 20) & kAttrLiesOnMeshEdge) == 0);
  CHECK((attributes(5, 65) & kAttrLiesOnMeshEdge) != 0);
}

TEST_CASE("polygons are small below 2 m2 and large above 100 m2", "[R34][NAV-032]") {
  BuildParams params;
  params.region_area_min = 0.5F;
  const Level level =
      Level().Floor(10, 10, 40, 40, 0).Floor(60, 10, 68, 18, 0).Floor(80, 10, 82.25F, 12.25F, 0);
  const BuiltWorld world = Build(level.soup(), {}, {}, params);
  const auto flags = [&](float x, float y) {
    return world.view->Poly(PolyAt(*world.view, {x, y, 0})).flags();
  };
  CHECK((flags(25, 25) & (kPolySmall | kPolyLarge)) == kPolyLarge);
  CHECK((flags(64, 14) & (kPolySmall | kPolyLarge)) == 0);
  CHECK((flags(81.2F, 11.2F) & (kPolySmall | kPolyLarge)) == kPolySmall);
}

TEST_CASE("free space around vertices and beyond edges", "[R34][NAV-036]") {
  // Two rooms of 10 m, joined by a corridor that is 3 m wide after erosion.
  Level level;
  level.Floor(10, 10, 20, 20, 0).Floor(20, 13, 30, 17, 0).Floor(30, 10, 40, 20, 0);
  const BuiltWorld world = Build(level);
  CheckInvariants(*world.view);
  bool saw_door = false;
  bool saw_run = false;
  for (const PolyView& poly : AllPolys(*world.view)) {
    for (int i = 0; i < poly.vertex_count(); ++i) {
      const platform::Vec3 v = poly.Vertex(i);
      const EdgeRecord& edge = poly.Edge(i);
      CHECK(edge.vertex_space() <= 31);
      // A corner of the corridor's mouth sees the other corner, 3 m away.
      const bool in_door = std::fabs(v.x - 19.625F) < 0.2F && v.y > 13 && v.y < 17;
      if (in_door && v.y < 15) {
        saw_door = true;
        CHECK(edge.vertex_space() >= 11);
        CHECK(edge.vertex_space() <= 13);
      }
      if (!edge.has_neighbour()) CHECK(edge.edge_space() == 0);
      // From the west room into the corridor nothing is in the way for longer than can be told.
      const bool is_mouth = in_door && std::fabs(poly.EdgeEnd(i).x - 19.625F) < 0.2F;
      if (is_mouth && edge.has_neighbour() && poly.Centroid().x < 19) {
        saw_run = true;
        CHECK(edge.edge_space() == 31);
      }
    }
  }
  CHECK(saw_door);
  CHECK(saw_run);
}

TEST_CASE("edit areas forbid drops, climbs and cover inside their box", "[NAV-315]") {
  Level level = Step(0.8F);
  level.Box(18, 14, 0, 18.5F, 26, 0.9F);
  EditArea area;
  area.min = {0, 0, -5};
  area.max = {60, 60, 5};
  const auto counts = [&](const EditArea& edit) {
    Annotations annotations;
    annotations.edit_areas.push_back(edit);
    const BuiltWorld world = Build(level.soup(), {}, annotations);
    const PackReport report = *ReportPack(*world.pack);
    return std::vector<bool>{report.edges_by_type[1] > 0, report.edges_by_type[3] > 0, report.cover_edges > 0,
                             report.cover_points > 0};
  };
  CHECK(counts(area) == std::vector<bool>{true, true, true, true});
  area.no_climbs = true;
  CHECK(counts(area) == std::vector<bool>{false, true, true, true});
  area.no_drops = true;
  CHECK(counts(area) == std::vector<bool>{false, false, true, true});
  area.no_cover = true;
  CHECK(counts(area) == std::vector<bool>{false, false, false, false});
  area.max.x = 5;
  CHECK(counts(area) == std::vector<bool>{true, true, true, true});
}

TEST_CASE("an edit area's finer cells let a narrow gap through", "[NAV-315]") {
  // 1 m between two walls: the 0.25 m cells take 0.5 m from each side, the finer ones 0.375 m.
  Level level;
  level.Floor(-20, 10, 20, 30, 0).Box(5, 5, 0, 6, 19.5F, 3).Box(5, 20.5F, 0, 6, 35, 3);
  CHECK_FALSE(IsWalkable(*Build(level).view, {1, 20, 0}, {15, 20, 0}));
  Annotations annotations;
  EditArea area;
  area.min = {4, 19, -1};
  area.max = {7, 21, 3};
  area.cell_size = 0.125F;
  annotations.edit_areas.push_back(area);
  const BuiltWorld fine = Build(level.soup(), {}, annotations);
  CheckInvariants(*fine.view);
  CHECK(IsWalkable(*fine.view, {1, 20, 0}, {15, 20, 0}));
  // The neighbouring tile keeps its cells and still fits.
  CHECK(IsWalkable(*fine.view, {-15, 20, 0}, {15, 20, 0}));
  CHECK(fine.report.seam_edges_unmatched == 0);
  annotations.edit_areas[0].cell_size = 0.1F;
  WorldDraft draft;
  CHECK(BuildWorld(level.soup(), {}, annotations, {}, 1, {}, &draft).status().code() ==
        absl::StatusCode::kInvalidArgument);
}

TEST_CASE("a level without ground tells how its faces lie", "[R36]") {
  Level level;
  level.Slope(10, 10, 11, 30, 0, 10);
  WorldDraft draft;
  const std::string message(BuildWorld(level.soup(), {}, {}, {}, 1, {}, &draft).status().message());
  CHECK(message.find("no walkable triangle among 2: 0 % of the area is up to 45 degrees") == 0);
  CHECK(message.find("100 % steeper") != std::string::npos);
  WorldDraft narrow;
  const auto too_narrow =
      BuildWorld(Level().Floor(10, 10, 10.5F, 30, 0).soup(), {}, {}, {}, 1, {}, &narrow).status();
  CHECK(too_narrow.message().find("no ground is wide enough for radius 0.35 m") == 0);
  CHECK(BuildWorld({}, {}, {}, {}, 1, {}, &draft).status().code() == absl::StatusCode::kInvalidArgument);
}

TEST_CASE("geometry that is broken or outside the world is refused", "[R36]") {
  WorldDraft draft;
  const auto status = [&draft](const TriangleSoup& soup) {
    return BuildWorld(soup, {}, {}, {}, 1, {}, &draft).status();
  };
  for (const float bad : {std::nanf(""), INFINITY, 1e30F, 9000.5F, -6000.5F}) {
    TriangleSoup soup = Level().Floor(0, 0, 10, 10, 0).soup();
    soup.vertices[1].x = bad;
    CHECK(status(soup).message().find("vertex 1 (") == 0);
  }
  TriangleSoup index = Level().Floor(0, 0, 10, 10, 0).soup();
  index.triangles[1].b = 4;
  CHECK(status(index).message() == "triangle 1: vertex index 4, limit 4");
  TriangleSoup material = Level().Floor(0, 0, 10, 10, 0).soup();
  material.triangles[0].material = 1;
  CHECK(status(material).message() == "triangle 0: material index 1, limit 1");
  Level tall;
  tall.Floor(0, 0, 10, 10, 0).Floor(0, 0, 10, 10, 1100);
  CHECK(status(tall.soup()).message().find("tile 4040: height span 1100 m, limit 1023.88 m") == 0);
}

}  // namespace
}  // namespace footfall::nav
