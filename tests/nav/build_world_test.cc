#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "nav/build/build_config.h"
#include "nav/build/obj_export.h"
#include "nav/build/obj_reader.h"
#include "nav/build/pack_report.h"
#include "nav/build/svg_export.h"
#include "platform/random.h"
#include "tests/nav/build_fixture.h"
#include "tests/test_data.h"

// Whole worlds: seams, determinism, other people's levels, reports and pictures.
namespace footfall::nav {
namespace {

TEST_CASE("a floor across a tile corner is one piece, seam vertices are the same to the bit", "[R24][R30]") {
  const float corner_x = GENERATE(0.0F, -1500.0F, 8850.0F);
  Level level;
  level.Floor(corner_x - 20, 1480, corner_x + 20, 1520, 0)
      .Slope(corner_x - 60, 1470, corner_x - 20, 1530, 9.3F, 0);
  const BuiltWorld world = Build(level);
  CheckInvariants(*world.view);
  CHECK(world.view->resident().size() == 4);
  CHECK(world.report.seam_edges_unmatched == 0);
  CHECK(world.report.seam_edges_matched >= 4);
  CHECK(IsWalkable(*world.view, {corner_x - 10, 1490, 0}, {corner_x + 10, 1510, 0}));
  CHECK(IsWalkable(*world.view, {corner_x - 50, 1490, 7}, {corner_x + 10, 1510, 0}));
}

TEST_CASE("borders on which walls, steps and holes lie still fit", "[R30]") {
  Level level;
  level.Floor(-30, 10, 30, 60, 0)
      .Box(-2, 20, 0, 3, 22, 3)
      .Box(0, 30, 0, 4, 33, 3)
      .Box(-5, 40, 0, 0, 43, 0.3F)
      .Box(-1.1F, 50, 0, 0.7F, 52, 0.25F)
      .Box(-10, 12, 2.5F, 10, 16, 2.75F);
  const BuiltWorld world = Build(level);
  CheckInvariants(*world.view);
  CHECK(world.report.seam_edges_unmatched == 0);
  CHECK(IsWalkable(*world.view, {-20, 12, 0}, {20, 55, 0}));
  CHECK(IsWalkable(*world.view, {-4, 14, 2.75F}, {4, 14, 2.75F}));
}

TEST_CASE("a climb and a drop across a border lead into the other tile", "[R32]") {
  Level level;
  level.Floor(-30, 10, 0, 30, 0).Box(0, 10, -1, 30, 30, 0.8F);
  const BuiltWorld world = Build(level);
  CheckInvariants(*world.view);
  CHECK(CountEdges(*world.view, AdjacencyType::kClimbLow, 0, 0.8F) == 1);
  CHECK(CountEdges(*world.view, AdjacencyType::kDropDown, 0.8F, 0) == 1);
}

TEST_CASE("a border beside a wall gives no cover where the ground goes on", "[R34]") {
  Level level;
  level.Floor(-30, 10, 30, 60, 0).Box(1, 20, 0, 2, 40, 3);
  const BuiltWorld world = Build(level);
  CheckInvariants(*world.view);
  for (const MeshIndex index : world.view->resident()) {
    const TileView& tile = *world.view->slot(index).tile;
    for (const CoverRecord& cover : tile.cover) {
      const platform::Vec3 p = tile.Decode(cover.position);
      // Only beside the wall, never on the border that runs 1 m west of it.
      CHECK(std::fabs(p.x) > 0.01F);
    }
  }
}

TEST_CASE("hills fit at their borders, where the two sides follow the ground by different chords",
          "[R30][R31]") {
  const auto height = [](int i, int j) {
    const auto wave = [](int k) { return static_cast<float>((k % 8 < 4 ? k % 8 : 8 - k % 8)); };
    return wave(i) * 0.7F + wave(j) * 0.6F;
  };
  TriangleSoup soup;
  soup.materials = {""};
  for (int j = 0; j <= 40; ++j) {
    for (int i = 0; i <= 40; ++i) {
      soup.vertices.push_back({static_cast<float>(i * 4 - 80), static_cast<float>(j * 4 - 80), height(i, j)});
    }
  }
  for (uint32_t j = 0; j < 40; ++j) {
    for (uint32_t i = 0; i < 40; ++i) {
      const uint32_t a = j * 41 + i;
      soup.triangles.push_back({a, a + 1, a + 42, 0});
      soup.triangles.push_back({a, a + 42, a + 41, 0});
    }
  }
  const BuiltWorld world = Build(soup);
  CheckInvariants(*world.view);
  CHECK(world.report.seam_edges_unmatched == 0);
  CHECK(ReportPack(*world.pack)->seam_edges_unmatched == 0);
  CHECK(ReportPack(*world.pack)->islands == 1);
  CHECK(world.report.height_residue_max <= BuildParams().height_error);
}

TEST_CASE("rough ground is followed to the height error", "[R31]") {
  const uint64_t seed = GENERATE(1, 2, 3, 4);
  const float spacing = GENERATE(1.3F, 3.0F);
  constexpr uint32_t kSide = 24;
  platform::RandomStream random(seed, platform::RandomPurpose::kTest, 31, 0);
  TriangleSoup soup;
  soup.materials = {""};
  for (uint32_t j = 0; j <= kSide; ++j) {
    for (uint32_t i = 0; i <= kSide; ++i) {
      const float z = static_cast<float>(random.NextBelow(1000)) / 1000 * 0.7F * spacing;
      soup.vertices.push_back(
          {static_cast<float>(i) * spacing - 15, static_cast<float>(j) * spacing - 15, z});
    }
  }
  for (uint32_t j = 0; j < kSide; ++j) {
    for (uint32_t i = 0; i < kSide; ++i) {
      const uint32_t a = j * (kSide + 1) + i;
      soup.triangles.push_back({a, a + 1, a + kSide + 2, 0});
      soup.triangles.push_back({a, a + kSide + 2, a + kSide + 1, 0});
    }
  }
  CAPTURE(seed, spacing);
  const BuiltWorld world = Build(soup);
  CheckInvariants(*world.view);
  CHECK(world.report.height_residue_max <= BuildParams().height_error);
}

// A town of boxes over several tiles.
Level Town() {
  Level level;
  level.Floor(-160, -160, 160, 160, 0);
  uint32_t state = 1;
  const auto next = [&state](float low, float high) {
    state = state * 1664525U + 1013904223U;
    return low + (high - low) * static_cast<float>(state >> 8) / 16777216.0F;
  };
  for (int i = 0; i < 150; ++i) {
    const float x = next(-150, 140);
    const float y = next(-150, 140);
    level.Box(x, y, -1, x + next(0.3F, 12), y + next(0.3F, 12), next(0.2F, 6));
  }
  return level;
}

TEST_CASE("the same input gives the same bytes, whatever the number of threads", "[NAV-313][NAV-316][R30]") {
  const Level town = Town();
  const BuiltWorld one = Build(town.soup(), {}, {}, {}, 1);
  CheckInvariants(*one.view);
  CHECK(one.report.seam_edges_unmatched == 0);
  for (const int threads : {1, 2, 4, 7}) {
    CAPTURE(threads);
    CHECK(Build(town.soup(), {}, {}, {}, threads).bytes == one.bytes);
  }
}

TEST_CASE("random triangles in any position give a sound mesh", "[R30]") {
  for (uint32_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    uint32_t state = seed * 104729;
    const auto next = [&state](float low, float high) {
      state = state * 1664525U + 1013904223U;
      return low + (high - low) * static_cast<float>(state >> 8) / 16777216.0F;
    };
    TriangleSoup soup;
    soup.materials = {""};
    for (uint32_t i = 0; i < 120; ++i) {
      const platform::Vec3 c{next(-25, 25), next(-25, 25), next(0, 6)};
      for (int k = 0; k < 3; ++k)
        soup.vertices.push_back(c + platform::Vec3{next(-9, 9), next(-9, 9), next(-3, 3)});
      soup.triangles.push_back({i * 3, i * 3 + 1, i * 3 + 2, 0});
      soup.triangles.push_back({i * 3, i * 3 + 2, i * 3 + 1, 0});
    }
    const BuiltWorld world = Build(soup);
    CheckInvariants(*world.view);
    // What could not be mended is told, in the report, in the warnings and in the pack.
    const bool is_far = world.report.height_residue_max > BuildParams().height_error;
    const bool is_told = world.pack->parameters().find("height_far_polys: ") != std::string::npos;
    CHECK((world.report.height_far_polys > 0) == is_far);
    CHECK(is_told == is_far);
    CHECK(world.report.warnings.empty() != is_far);
    printf("%u %.4f %d\n", seed, world.report.height_residue_max, world.report.height_far_polys);
  }
}

TEST_CASE("the build id changes with geometry, materials, annotations and parameters", "[NAV-024][NAV-316]") {
  const TriangleSoup soup = Level().Floor(10, 10, 30, 30, 0).soup();
  const uint64_t base = Build(soup).pack->build_id();
  CHECK(Build(soup).pack->build_id() == base);
  TriangleSoup moved = soup;
  moved.vertices[0].x += 0.001F;
  MaterialMap map;
  map.entries.push_back({"", 0, {}});
  map.entries[0].surface.audio = 3;
  Annotations annotations;
  annotations.places.push_back({"gate", {1, 2, 3}});
  BuildParams params;
  params.cover_spacing = 3;
  const std::set<uint64_t> ids{base, Build(moved).pack->build_id(), Build(soup, map).pack->build_id(),
                               Build(soup, {}, annotations).pack->build_id(),
                               Build(soup, {}, {}, params).pack->build_id()};
  CHECK(ids.size() == 5);
}

TEST_CASE("progress is told for every tile", "[R36]") {
  const Level town = Town();
  int last = 0;
  WorldDraft draft;
  const auto report = BuildWorld(
      town.soup(), {}, {}, {}, 2,
      [&last](const BuildProgress& p) {
        if (std::string(p.stage) == "tiles") CHECK(p.done == ++last);
        CHECK(p.total == 16);
      },
      &draft);
  REQUIRE(report.ok());
  CHECK(last == 16);
}

TEST_CASE("real levels: convex, clockwise, conforming, near the ground", "[R30][R31][NAV-025]") {
  FOOTFALL_REQUIRE_DATA(data);
  const std::string name = GENERATE("nav_test", "level", "bridge", "undulating", "level.nav");
  CAPTURE(name);
  const auto soup = ReadObjFile(data + "/obj/" + name + ".obj", {});
  REQUIRE(soup.ok());
  const BuiltWorld world = Build(*soup);
  CheckInvariants(*world.view);
  CHECK(world.report.seam_edges_unmatched == 0);
  // Outlines may cut corners of the cells, most on the smallest level.
  CHECK(world.report.polys_area > 0.87 * world.report.walkable_cells_area);
  CHECK(world.report.polys_area < 1.05 * world.report.walkable_cells_area);
  CHECK(AreaOf(*world.view) == Approx(world.report.polys_area));
  CHECK(world.report.height_residue_max <= BuildParams().height_error);
  CHECK(world.report.height_far_polys == 0);
  CHECK(world.report.height_residue_mean < 0.1);
  CHECK(Build(*soup, {}, {}, {}, 1).bytes == world.bytes);
}

TEST_CASE("levels stay within the height error wherever the tiles cut them", "[R31][NAV-316]") {
  FOOTFALL_REQUIRE_DATA(data);
  const std::string name = GENERATE("nav_test", "level", "bridge", "undulating", "level.nav");
  ObjImport import;
  // In the middle of a tile corner, and at odd places of cells and tiles.
  const platform::Vec3 move = GENERATE(platform::Vec3{0, 0, 0}, platform::Vec3{37.3F, -61.7F, 1.1F});
  import.recentre = true;
  import.translate = move;
  CAPTURE(name, move.x);
  const auto soup = ReadObjFile(data + "/obj/" + name + ".obj", import);
  REQUIRE(soup.ok());
  const BuiltWorld world = Build(*soup);
  CheckInvariants(*world.view);
  CHECK(world.report.height_residue_max <= BuildParams().height_error);
  CHECK(Build(*soup, {}, {}, {}, 1).bytes == world.bytes);
}

TEST_CASE("a level moved by whole tiles keeps its shape", "[R24]") {
  FOOTFALL_REQUIRE_DATA(data);
  ObjImport far;
  far.translate = {-5850, 8850, 0};
  const auto here = ReadObjFile(data + "/obj/nav_test.obj", {});
  const auto there = ReadObjFile(data + "/obj/nav_test.obj", far);
  REQUIRE(here.ok());
  REQUIRE(there.ok());
  const BuiltWorld a = Build(*here);
  const BuiltWorld b = Build(*there);
  CheckInvariants(*b.view);
  // Floats that far out round the level's own corners by half a millimetre.
  CHECK(b.report.polys_area == Approx(a.report.polys_area).epsilon(0.005));
  CHECK(b.report.seam_edges_unmatched == 0);
}

TEST_CASE("a report counts what the pack holds", "[R36]") {
  Level level;
  level.Floor(-30, 10, 30, 30, 0).Box(10, 30, -1, 30, 50, 0.8F);
  Annotations annotations;
  annotations.places.push_back({"the gate", {1, 2, 0.5F}});
  annotations.ladders.push_back({"", {20, 29, 0}, {20, 31, 0.8F}, 0, false});
  BuildParams params;
  params.source = "hand.obj";
  const BuiltWorld world = Build(level.soup(), {}, annotations, params);
  const auto report = ReportPack(*world.pack);
  REQUIRE(report.ok());
  CHECK(report->tiles.size() == 2);
  CHECK(report->polys == static_cast<int64_t>(AllPolys(*world.view).size()));
  CHECK(report->area == Approx(AreaOf(*world.view)));
  CHECK(report->edges_by_type[1] == CountEdges(*world.view, AdjacencyType::kClimbLow));
  CHECK(report->seam_edges_matched == world.report.seam_edges_matched);
  CHECK(report->seam_edges_unmatched == 0);
  CHECK(report->links == 2);
  CHECK(report->islands == 1);
  CHECK(report->max.z == 0.796875F);
  const std::string text = PackReportText(*world.pack, *report);
  for (const char* line :
       {"tiles: 2\n", "links: 2\n", "place: 1 2 0.5 the gate\n", "cell_size: 0.25\n", "source: hand.obj\n",
        "height_residue_max: ", "seam_edges_unmatched: 0\n", "librecast: "}) {
    CAPTURE(line);
    CHECK(text.find(line) != std::string::npos);
  }
}

TEST_CASE("an exported mesh reads back as ground of the same area", "[R50][NAV-314]") {
  const BuiltWorld world = Build(Level().Floor(-20, 10, 20, 30, 0).Slope(20, 10, 30, 30, 0, 5));
  ObjImport import;
  import.up = UpAxis::kZ;
  const auto soup = ReadObj(ExportObj(*world.view), "export", import);
  REQUIRE(soup.ok());
  double area = 0;
  for (const TriangleSoup::Triangle& t : soup->triangles) {
    area +=
        Cross(Xy(soup->vertices[t.b] - soup->vertices[t.a]), Xy(soup->vertices[t.c] - soup->vertices[t.a])) /
        2.0;
  }
  CHECK(area == Approx(AreaOf(*world.view)));
}

TEST_CASE("a picture shows polygons, edges, the path and its corridor", "[R50]") {
  const BuiltWorld world = Build(Level().Floor(-20, 10, 20, 30, 0).Box(20, 10, -1, 30, 30, 0.8F));
  SvgOverlay overlay;
  overlay.path = {{-10, 20, 0}, {10, 20, 0}};
  overlay.corridor = {PolyAt(*world.view, {-10, 20, 0})};
  const auto count = [](const std::string& text, const std::string& part) {
    int found = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  const std::string plain = DrawSvg(*world.view, {}, {});
  const std::string with_path = DrawSvg(*world.view, {}, overlay);
  CHECK(plain.rfind("<svg ", 0) == 0);
  CHECK(plain.substr(plain.size() - 7) == "</svg>\n");
  CHECK(count(plain, "<polygon ") == static_cast<int>(AllPolys(*world.view).size()));
  CHECK(count(with_path, "<polygon ") == count(plain, "<polygon ") + 1);
  CHECK(count(with_path, "<line ") == count(plain, "<line ") + 1);
  CHECK(count(plain, "nan") == 0);
  // A part of the world has what touches it and nothing else.
  SvgOptions part;
  part.min = {-15, 15};
  part.max = {-5, 25};
  const std::string seen = DrawSvg(*world.view, part, overlay);
  const int polys_seen = count(seen, "<polygon ");
  CHECK(polys_seen >= 2);  // one of them as corridor
  CHECK(polys_seen < count(with_path, "<polygon "));
  CHECK(count(seen, "<line ") < count(with_path, "<line "));
  CHECK(count(seen, "stroke=\"#e6004c\"") == count(with_path, "stroke=\"#e6004c\""));
  part.min = {500, 500};
  part.max = {600, 600};
  CHECK(count(DrawSvg(*world.view, part, overlay), "<polygon ") == 0);
}

TEST_CASE("material maps are read, with names for what is wrong", "[R33]") {
  const auto map = ParseMaterialMap(
      "materials { name: 'a' priority: 3 pavement: true ped_density: 7 audio: 15 }"
      "materials { name: 'w' water: true } materials { name: 's' water: true shallow_water: true }"
      "materials { name: 'x' walkable: false interior: true road: true train_track: true network_spawn: true "
      "near_vehicle_node: true }",
      "m.txtpb");
  REQUIRE(map.ok());
  REQUIRE(map->entries.size() == 4);
  CHECK(map->entries[0].priority == 3);
  CHECK(map->entries[0].surface.flags == kPolyPavement);
  CHECK(map->entries[0].surface.ped_density == 7);
  CHECK(map->entries[0].surface.audio == 15);
  CHECK(map->entries[1].surface.deep_water);
  CHECK_FALSE(map->entries[2].surface.deep_water);
  CHECK(map->entries[2].surface.shallow_water);
  CHECK_FALSE(map->entries[3].surface.walkable);
  CHECK(map->entries[3].surface.attributes ==
        (kAttrInterior | kAttrRoad | kAttrTrainTrack | kAttrNetworkSpawnCandidate | kAttrNearVehicleLane));
  const auto error = [](const char* text) {
    return std::string(ParseMaterialMap(text, "m.txtpb").status().message());
  };
  CHECK(error("materials { name: 'a' } materials { name: 'a' }") == "m.txtpb: material \"a\": listed twice");
  CHECK(error("materials { name: 'a' audio: 16 }") == "m.txtpb: material \"a\": audio 16, limit 15");
  CHECK(error("materials { name: 'a' ped_density: 8 }") == "m.txtpb: material \"a\": ped_density 8, limit 7");
  CHECK(error("materials { nome: 'a' }").find("m.txtpb:1") == 0);
}

TEST_CASE("annotations are read, with names for what is wrong", "[R32][NAV-315]") {
  const auto notes = ParseAnnotations(
      "ladders { name: 'l' bottom { x: 1 } top { x: 1 z: 5 } up_only: true }"
      "edit_areas { min { x: 0 y: 0 z: 0 } max { x: 1 y: 2 z: 3 } cell_size: 0.125 no_cover: true no_climbs: "
      "true }"
      "places { name: 'p' position { x: 4 } }",
      "a.txtpb");
  REQUIRE(notes.ok());
  CHECK(notes->ladders[0].top == platform::Vec3{1, 0, 5});
  CHECK(notes->ladders[0].up_only);
  CHECK(notes->edit_areas[0].cell_size == 0.125F);
  CHECK(notes->edit_areas[0].no_cover);
  CHECK_FALSE(notes->edit_areas[0].no_drops);
  CHECK(notes->edit_areas[0].no_climbs);
  CHECK(notes->places[0].name == "p");
  const auto error = [](const char* text) {
    return std::string(ParseAnnotations(text, "a.txtpb").status().message());
  };
  CHECK(error("ladders { name: 'l' bottom { z: 5 } top { z: 5 } }") ==
        "a.txtpb: ladder \"l\": top z 5 is not above bottom z 5");
  CHECK(error("edit_areas { name: 'e' min { x: 1 } max { x: 1 y: 1 z: 1 } }") ==
        "a.txtpb: edit area \"e\": each coordinate of min must be below max's");
  CHECK(error("edit_areas { name: 'e' max { x: 1 y: 1 z: 1 } cell_size: -1 }").find("cell_size -1") !=
        std::string::npos);
  CHECK(error("places { name: 'p' } places { name: 'p' }") == "a.txtpb: place \"p\": listed twice");
  CHECK(error("places { }") == "a.txtpb: place without a one-line name");
}

TEST_CASE("parameters are checked by name, and written as text", "[R32][R34]") {
  const auto error = [](auto set) {
    BuildParams params;
    set(params);
    return std::string(ValidateBuildParams(params).message());
  };
  CHECK(ValidateBuildParams({}).ok());
  CHECK(error([](BuildParams& p) { p.cell_size = 0.3F; }) ==
        "cell_size: 0.3 is not a multiple of 1/256 m that divides 150 m");
  CHECK(error([](BuildParams& p) { p.cell_size = 0.3125F; }).empty());
  CHECK(error([](BuildParams& p) { p.cell_height = 0.1F; }) ==
        "cell_height: 0.1 is not a multiple of 1/64 m");
  CHECK(error([](BuildParams& p) { p.agent_radius = std::nanf(""); }) ==
        "agent_radius: nan is outside 0 .. 2");
  CHECK(error([](BuildParams& p) { p.agent_height = INFINITY; }) == "agent_height: inf is outside 0.5 .. 10");
  CHECK(error([](BuildParams& p) { p.slope_deg = 60; }) == "slope_deg: 60 is above steep_slope_deg 55");
  CHECK(error([](BuildParams& p) { p.climb_low_max = 3; }) == "climb_low_max: 3 is above climb_high_max 2.2");
  const std::string text = BuildParamsText({});
  for (const char* line :
       {"cell_size: 0.25\n", "cell_height: 0.125\n", "climb_low_min: 0.5\n", "climb_low_max: 1.2\n",
        "climb_high_max: 2.2\n", "drop_max: 4\n", "climb_reach: 1\n", "edge_sample: 0.25\n",
        "edge_run_min: 0.7\n", "shelter_height: 12\n", "isolated_area: 25\n", "cover_wall_min: 0.7\n",
        "cover_wall_max: 1.3\n", "cover_open_test: 0.6\n", "height_error: 0.25\n"}) {
    CAPTURE(line);
    CHECK(text.find(line) != std::string::npos);
  }
}

}  // namespace
}  // namespace footfall::nav
