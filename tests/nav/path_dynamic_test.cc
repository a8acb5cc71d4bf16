#include <catch2/catch.hpp>
#include <memory>
#include <utility>

#include "nav/mesh/pack.h"
#include "nav/path/search_nodes.h"
#include "nav/query/nearest.h"
#include "tests/nav/dynamic_fixture.h"
#include "tests/nav/path_fixture.h"

namespace footfall::nav {
namespace {

using platform::Vec3;
using tests::FindPath;
using tests::kHandTile;
using tests::Request;

constexpr MeshIndex kFerry = kFirstDynamicIndex;
constexpr MeshIndex kBus = kFirstDynamicIndex + 1;
constexpr MeshIndex kPlane = kFirstDynamicIndex + 2;  // never resident
constexpr uint64_t kOnVehicle = PathFlagMask(kFlagDynamicNavMeshRoute);
const platform::Profile kProfile = tests::ProfileOf(platform::SearchPoints::kSharedEdge);

TileDraft WithIndex(TileDraft tile, MeshIndex index) {
  tile.index = index;
  for (DraftPoly& poly : tile.polys) {
    for (DraftEdge& edge : poly.edges) {
      if (edge.neighbour.valid()) edge.neighbour = PolyRef(index, edge.neighbour.poly());
    }
  }
  return tile;
}

// The world has the ground of GridWorld, 10 x 10 m; two vehicles the deck of HoleWorld, 18 x 18 m with a
// hole. All in the same numbers, so that whoever takes one mesh for another is found out.
std::shared_ptr<const NavView> Harbour(std::shared_ptr<const ObjectSnapshot> objects = nullptr) {
  WorldDraft world = tests::GridWorld(5);
  const TileDraft deck = tests::HoleWorld().tiles.front();
  world.tiles.push_back(WithIndex(deck, kFerry));
  world.tiles.push_back(WithIndex(deck, kBus));
  const auto pack = Pack::FromBytes(tests::BytesOf(world));
  INFO(pack.status().ToString());
  REQUIRE(pack.ok());
  NavViewBuilder builder;
  for (const MeshIndex index : {kHandTile, kFerry, kBus}) builder.Place(index, *(*pack)->Tile(index));
  builder.SetObjects(std::move(objects));
  return builder.Build();
}

PathRequest OnVehicles(MeshIndex start_mesh, MeshIndex end_mesh, Vec3 start, Vec3 end) {
  PathRequest request = Request(start, end, kOnVehicle);
  request.mesh = start_mesh;
  request.end_mesh = end_mesh;
  return request;
}

TEST_CASE("a route on a vehicle's deck stays on it, in its own coordinates", "[NAV-210][NAV-045][R39]") {
  const auto view = Harbour();
  const PathRequest request = OnVehicles(kFerry, kFerry, {3, 9, 0}, {15, 9, 0});
  const PathResult path = FindPath(*view, kProfile, request);
  REQUIRE(path.code == CompletionCode::kFound);
  for (const PolyRef poly : path.point_polys) CHECK(poly.mesh() == kFerry);
  for (const PolyRef poly : path.corridor) CHECK(poly.mesh() == kFerry);
  CHECK(path.points.front() == Vec3{3, 9, 0});
  CHECK(path.points.back() == Vec3{15, 9, 0});

  // The same deck as a map tile gives the same way.
  const PathResult on_land =
      FindPath(*tests::ViewOf(tests::HoleWorld()), kProfile, Request({3, 9, 0}, {15, 9, 0}));
  CHECK(path.points == on_land.points);
  CHECK(path.cost_units == on_land.cost_units);
  // Without the flag the numbers mean the ground, which ends at 10 m.
  CHECK(FindPath(*view, kProfile, Request({3, 9, 0}, {15, 9, 0})).code ==
        CompletionCode::kInvalidCoordinates);
}

TEST_CASE("ends on two vehicles give InvalidCoordinates, and no edge leads off one", "[NAV-047][NAV-210]") {
  const auto view = Harbour();
  const Vec3 start{3, 9, 0};
  const Vec3 end{5, 9, 0};
  CHECK(FindPath(*view, kProfile, OnVehicles(kFerry, kFerry, start, end)).code == CompletionCode::kFound);
  CHECK(FindPath(*view, kProfile, OnVehicles(kFerry, kBus, start, end)).code ==
        CompletionCode::kInvalidCoordinates);
  CHECK(FindPath(*view, kProfile, OnVehicles(kFerry, kNoNavMesh, start, end)).code ==
        CompletionCode::kNotFound);
  CHECK(FindPath(*view, kProfile, OnVehicles(kNoNavMesh, kFerry, start, end)).code ==
        CompletionCode::kNotFound);
  CHECK(FindPath(*view, kProfile, OnVehicles(kPlane, kPlane, start, end)).code ==
        CompletionCode::kNavMeshNotLoaded);
  CHECK(FindPath(*view, kProfile, OnVehicles(kFerry, kFerry, start, {9, 9, 0})).code ==
        CompletionCode::kInvalidCoordinates);  // in the hole
}

TEST_CASE("a polygon of another mesh is no hint for a vehicle, nor a vehicle's for the ground",
          "[NAV-210][NAV-081]") {
  const auto view = Harbour();
  PathRequest request = OnVehicles(kFerry, kFerry, {3, 9, 0}, {3, 15, 0});
  request.start_poly = NearestPolyOn(*view, kBus, request.start, {}).poly;
  REQUIRE(request.start_poly.mesh() == kBus);
  CHECK(FindPath(*view, kProfile, request).point_polys.front().mesh() == kFerry);
  PathRequest on_ground = Request({3, 9, 0}, {3, 3, 0});
  on_ground.start_poly = request.start_poly;
  CHECK(FindPath(*view, kProfile, on_ground).point_polys.front().mesh() == kHandTile);
}

TEST_CASE("objects of the world do not lie on a vehicle's deck", "[NAV-046][NAV-210]") {
  const auto view = Harbour(testing::SnapshotOf({testing::BoxAt(3, 12)}));
  const PathResult path = FindPath(*view, kProfile, OnVehicles(kFerry, kFerry, {3, 9, 0}, {3, 15, 0}));
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(path.length == Approx(6));
  CHECK(path.fragments_made == 0);
}

TEST_CASE("wander and flee stay on the deck where they begin", "[NAV-210]") {
  const auto view = Harbour();
  PathRequest request = OnVehicles(kFerry, kNoNavMesh, {9, 3, 0}, {});
  request.flags |= PathFlagMask(kFlagFleeTarget);
  request.reference = {9, 4, 0};
  request.reference_distance = 12;
  REQUIRE(PrepareRequest(request) == RequestFault::kNone);
  const PathResult path = FindPath(*view, kProfile, request);
  REQUIRE(path.code == CompletionCode::kFound);
  for (const PolyRef poly : path.corridor) CHECK(poly.mesh() == kFerry);
}

TEST_CASE("the flag and the meshes of a request must say the same", "[NAV-210]") {
  const auto fault = [](uint64_t flags, MeshIndex mesh, MeshIndex end_mesh) {
    PathRequest request = OnVehicles(mesh, end_mesh, {3, 9, 0}, {3, 15, 0});
    request.flags = flags;
    request.reference = {1, 0, 0};
    request.reference_distance = 5;
    return PrepareRequest(request);
  };
  CHECK(static_cast<int>(kFlagDynamicNavMeshRoute) == 42);
  CHECK(fault(kOnVehicle, kFerry, kFerry) == RequestFault::kNone);
  CHECK(fault(kOnVehicle, kFerry, kNoNavMesh) == RequestFault::kNone);
  CHECK(fault(0, kNoNavMesh, kNoNavMesh) == RequestFault::kNone);
  CHECK(fault(kOnVehicle, kNoNavMesh, kNoNavMesh) == RequestFault::kMesh);
  CHECK(fault(0, kFerry, kFerry) == RequestFault::kMesh);
  CHECK(fault(0, kHandTile, kNoNavMesh) == RequestFault::kMesh);
  CHECK(fault(kOnVehicle, kFerry, kTessellationIndex) == RequestFault::kMesh);
  CHECK(fault(kOnVehicle | PathFlagMask(kFlagWander), kNoNavMesh, kFerry) == RequestFault::kMesh);
}

TEST_CASE("when the numbers of searches run out all marks go, and none is taken for the new search's",
          "[NAV-113]") {
  const auto view = tests::ViewOf(tests::GridWorld(5));
  SearchNodes nodes(kProfile, 0xFFFFFFFEU);
  nodes.Begin(*view);
  NodeId first = nodes.Find(PolyRef(kHandTile, 0));
  nodes.Visit(first)->travelled = 7;
  CHECK(nodes.visited() == 1);
  nodes.Begin(*view);  // the number behind the largest
  first = nodes.Find(PolyRef(kHandTile, 0));
  REQUIRE(first.valid());
  CHECK(nodes.Visit(first)->travelled == 0);
  CHECK(nodes.Visit(nodes.Find(PolyRef(kHandTile, 1)))->entry_kind == EntryKind::kNone);
  CHECK(nodes.visited() == 2);
}

}  // namespace
}  // namespace footfall::nav
