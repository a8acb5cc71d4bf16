#include <algorithm>

#include "nav/stream/dynamic_meshes.h"
#include "tests/nav/stream_fixture.h"

namespace footfall::tests {
namespace {

using nav::DynamicMeshes;
using nav::MeshIndex;
using Names = std::vector<std::string>;
using Indices = std::vector<MeshIndex>;

constexpr MeshIndex kBus = nav::kFirstDynamicIndex;
constexpr MeshIndex kFerry = nav::kLastDynamicIndex;

// A deck of 10 m around the vehicle's origin.
nav::TileDraft Deck(MeshIndex index) {
  nav::TileDraft tile;
  tile.index = index;
  tile.minimum = {-16, -16, -4};
  tile.extent = {32, 32, 8};
  tile.vertices = {{-5, -5, 0}, {-5, 5, 0}, {5, 5, 0}, {5, -5, 0}};
  nav::DraftPoly poly;
  poly.vertices = {0, 1, 2, 3};
  poly.edges.resize(4);
  tile.polys.push_back(poly);
  return tile;
}

std::shared_ptr<const nav::Pack> VehiclePack() {
  nav::WorldDraft draft = StripWorld(1);
  draft.tiles.push_back(Deck(kBus));
  draft.tiles.push_back(Deck(kFerry));
  draft.parameters = "cell: 0.25\ndynamic_mesh: 10000 bus.ffmesh\ndynamic_mesh: 10099 Ferry.ffmesh\n";
  auto pack = nav::Pack::FromBytes(BytesOf(draft));
  INFO(pack.status().ToString());
  REQUIRE(pack.ok());
  return *pack;
}

TEST_CASE("which models carry a mesh follows from the names alone, and unmatched files are told",
          "[NAV-043][NAV-051]") {
  CHECK(nav::kMaxDynamicNavMeshes == 100);
  CHECK(nav::MeshNameHash("data/Bus.ffmesh") == nav::MeshNameHash("bus"));
  CHECK(nav::MeshNameHash("bus") != nav::MeshNameHash("bus2"));
  DynamicMeshes meshes;
  CHECK_FALSE(meshes.AddReference("bus"));  // none can be requested before the models are known
  const auto files = nav::DynamicMeshFilesOf(VehiclePack()->parameters());
  REQUIRE(files.size() == 2);
  CHECK(meshes.Bind(files, {"car", "BUS"}) == Names{"Ferry.ffmesh"});
  REQUIRE(meshes.records().size() == 1);
  CHECK(meshes.records()[0].index == kBus);
  CHECK(meshes.AddReference("bus"));
  CHECK_FALSE(meshes.AddReference("ferry"));
  CHECK_FALSE(meshes.AddReference("car"));
  CHECK(nav::DynamicMeshFilesOf("dynamic_mesh: 9999 low\ndynamic_mesh: 10100 high\ndynamic_mesh: x y\n"
                                "dynamic_mesh: 10001\n")
            .empty());
}

TEST_CASE("the table of models is as long as the settings allow", "[NAV-043][NAV-012]") {
  std::vector<nav::DynamicMeshFile> files;
  Names models;
  for (int i = 0; i < 110; ++i) {
    models.push_back("model" + std::to_string(i));
    files.push_back({static_cast<MeshIndex>(nav::kFirstDynamicIndex + i % 100), models.back()});
  }
  DynamicMeshes all;
  CHECK(all.Bind(files, models).size() == 10);
  CHECK(all.records().size() == 100);
  DynamicMeshes few(3);
  CHECK(few.Bind(files, models).size() == 107);
}

TEST_CASE("a mesh is there while a vehicle of its model is, and all vehicles share the master copy",
          "[NAV-044][NAV-045][NAV-014]") {
  const auto pack = VehiclePack();
  const nav::LoadTile load = [&](nav::TileKey key) { return pack->Tile(static_cast<MeshIndex>(key)); };
  DynamicMeshes meshes;
  meshes.Bind(nav::DynamicMeshFilesOf(pack->parameters()), {"bus", "ferry"});
  nav::NavViewBuilder builder;
  Indices changed;
  REQUIRE(meshes.RequestAndEvict(load, builder, &changed).ok());
  CHECK(changed.empty());
  meshes.AddReference("ferry");
  meshes.AddReference("ferry");
  REQUIRE(meshes.RequestAndEvict(load, builder, &changed).ok());
  CHECK(changed == Indices{kFerry});
  auto view = builder.Build();
  CHECK(view->slot(kFerry).tile->index == kFerry);
  CHECK(view->slot(kFerry).tile == pack->Tile(kFerry)->get());  // the master itself, no copy
  CHECK_FALSE(view->IsResident(kBus));
  CHECK(view->resident().empty());  // no map tile

  nav::NavViewBuilder next(*view);
  CHECK(meshes.RemoveReference("ferry"));
  changed.clear();
  REQUIRE(meshes.RequestAndEvict(load, next, &changed).ok());
  CHECK(changed.empty());  // one vehicle is left
  CHECK(meshes.RemoveReference("ferry"));
  CHECK_FALSE(meshes.RemoveReference("ferry"));
  REQUIRE(meshes.RequestAndEvict(load, next, &changed).ok());
  CHECK(changed == Indices{kFerry});
  CHECK_FALSE(next.Build()->IsResident(kFerry));
}

TEST_CASE("a transform takes points of a vehicle to the world and back", "[NAV-046]") {
  // A quarter turn, then 100 m east and 2 m up.
  const nav::MeshTransform turned{{0, -1, 0, 100, 1, 0, 0, 0, 0, 0, 1, 2}};
  const platform::Vec3 world = turned.ToWorld({5, 1, 0});
  CHECK(world == platform::Vec3{99, 5, 2});
  CHECK(turned.ToLocal(world) == platform::Vec3{5, 1, 0});
  CHECK(nav::MeshTransform{}.ToWorld({1, 2, 3}) == platform::Vec3{1, 2, 3});
}

}  // namespace
}  // namespace footfall::tests
