#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "footfall/v1/nav_mesh_service.grpc.pb.h"
#include "server/convert.h"
#include "tests/nav/stream_fixture.h"
#include "tests/server/server_fixture.h"

namespace footfall::tests {
namespace {

using Stub = v1::NavMeshService::Stub;

// A client with a session and the service's stub.
struct Mesh {
  explicit Mesh(const server::Server& server) : client(server.address()), stub(client.channel) {
    client.Open(v1::ROLE_OBSERVER);
  }

  v1::ListTilesResponse List(const v1::ListTilesRequest& request = {}) {
    v1::ListTilesResponse response;
    REQUIRE(client.Call(stub, &Stub::ListTiles, request, &response).ok());
    return response;
  }
  v1::GetPolysResponse Polys(const v1::GetPolysRequest& request) {
    v1::GetPolysResponse response;
    REQUIRE(client.Call(stub, &Stub::GetPolys, request, &response).ok());
    return response;
  }

  Client client;
  Stub stub;
};

std::vector<int> NumbersOf(const v1::ListTilesResponse& list) {
  std::vector<int> numbers;
  for (const v1::NavTile& tile : list.tiles()) numbers.push_back(static_cast<int>(tile.index()) - kHandTile);
  return numbers;
}

server::ServerOptions StripOptions() {
  server::ServerOptions options = TestOptions("ps3");
  options.world.pack = StripPack(20);
  options.world.focus = MiddleOfTile(3);
  return options;
}

TEST_CASE("tiles are listed with their state, in pages, of a region or a state alone") {
  const auto server = StartServer(StripOptions());
  Mesh mesh(*server);
  const v1::ListTilesResponse all = mesh.List();
  REQUIRE(all.tiles_size() == 20);
  CHECK(all.streaming());
  CHECK(all.resident_tiles() == 3);
  CHECK(all.resident_bytes() > 0);
  CHECK(all.focus().x() == MiddleOfTile(3).x);
  CHECK(all.next_page_token().empty());
  for (int i = 0; i < 20; ++i) {
    CAPTURE(i);
    const v1::NavTile& tile = all.tiles(i);
    const bool is_resident = i >= 2 && i <= 4;
    CHECK(tile.index() == static_cast<uint32_t>(kHandTile + i));
    CHECK(tile.state() == (is_resident ? v1::TILE_STATE_RESIDENT : v1::TILE_STATE_ABSENT));
    CHECK(tile.polys() == (is_resident ? 1 : 0));
    CHECK((tile.generation() > 1) == is_resident);
    CHECK(tile.center().x() == 75 + 150 * static_cast<float>(i));
    CHECK(tile.bytes() > 0);
  }

  v1::ListTilesRequest request;
  request.set_page_size(7);
  std::vector<int> paged;
  for (int page = 0; page < 3; ++page) {
    const v1::ListTilesResponse list = mesh.List(request);
    for (const int number : NumbersOf(list)) paged.push_back(number);
    request.set_page_token(list.next_page_token());
    CHECK(list.next_page_token().empty() == (page == 2));
  }
  CHECK(paged == NumbersOf(all));

  request = {};
  request.set_state(v1::TILE_STATE_RESIDENT);
  CHECK(NumbersOf(mesh.List(request)) == std::vector<int>{2, 3, 4});
  *request.mutable_within()->mutable_center() = Point(150 * 5 + 1, 75);
  request.mutable_within()->set_radius(10);
  CHECK(NumbersOf(mesh.List(request)) == std::vector<int>{4});
  request.set_state(v1::TILE_STATE_UNSPECIFIED);
  CHECK(NumbersOf(mesh.List(request)) == std::vector<int>{4, 5});
}

TEST_CASE("a tile that was asked for tells when it will be there") {
  const auto server = StartServer(StripOptions());
  Client driver(server->address());
  driver.Open();
  v1::StepRequest step;
  step.set_ticks(1);
  const platform::Vec3 at = MiddleOfTile(10);
  *step.add_commands()->mutable_set_focus()->mutable_position() = Point(at.x, at.y);
  REQUIRE(driver.Call(driver.world, &v1::WorldService::Stub::Step, step).ok());
  Mesh mesh(*server);
  v1::ListTilesRequest request;
  request.set_state(v1::TILE_STATE_REQUESTED);
  bool was_requested = false;
  for (int tick = 0; tick < 60 && !was_requested; ++tick) {
    driver.Step(1);
    const v1::ListTilesResponse list = mesh.List(request);
    for (const v1::NavTile& tile : list.tiles()) {
      was_requested = true;
      CHECK(tile.due_time_ns() > list.stamp().sim_time_ns());
    }
  }
  CHECK(was_requested);
  driver.Step(60);
  request.set_state(v1::TILE_STATE_RESIDENT);
  CHECK(NumbersOf(mesh.List(request)) == std::vector<int>{9, 10, 11});
}

TEST_CASE("a tile list that asks for what cannot be is refused by its field") {
  const auto server = StartServer(StripOptions());
  Mesh mesh(*server);
  const auto field = [&](const auto& change) {
    v1::ListTilesRequest request;
    change(request);
    const grpc::Status status = mesh.client.Call(mesh.stub, &Stub::ListTiles, request);
    CHECK_FALSE(status.ok());
    return FieldOf(DetailsOf(status));
  };
  CHECK(field([](auto& r) { r.set_page_token("xyz"); }) == "page_token");
  CHECK(field([](auto& r) { r.mutable_within()->set_radius(3); }) == "within.center");
  CHECK(field([](auto& r) {
          *r.mutable_within()->mutable_center() = Point(1, 1);
          r.mutable_within()->set_radius(0);
        }) == "within.radius");
  CHECK(field([](auto& r) {
          r.mutable_within()->mutable_center()->set_x(std::numeric_limits<float>::quiet_NaN());
        }) == "within.center.x");
  CHECK(field([](auto& r) {
          *r.mutable_within()->mutable_center() = Point(1, 1);
          r.mutable_within()->set_radius(std::numeric_limits<float>::infinity());
        }) == "within.radius");
  v1::ListTilesRequest follows;
  follows.mutable_within()->set_follow_ped_handle(1);
  CHECK(ReasonOf(mesh.client.Call(mesh.stub, &Stub::ListTiles, follows)) == "TYPE_NOT_IN_USE");
  CHECK(field([](auto& r) { r.set_state(static_cast<v1::TileState>(9)); }) == "state");
}

TEST_CASE("polygons come by reference and from below points, and each fault stays its own") {
  const auto server = StartServer(TestOptions(TerraceWorld(), "pc"));
  Mesh mesh(*server);
  v1::GetPolysRequest below;
  *below.add_below() = Point(1, 1, 0.5F);
  *below.add_below() = Point(11, 1, 50);
  *below.add_below() = Point(1, 1, -3);
  *below.add_below() = Point(1, 1, 150);
  *below.add_below() = Point(std::numeric_limits<float>::quiet_NaN(), 1, 1);
  const v1::GetPolysResponse found = mesh.Polys(below);
  REQUIRE(found.polys_size() == 5);
  CHECK(found.polys(0).point().z() == 0);
  CHECK(found.polys(1).point().z() == 1);
  for (int i = 2; i < 5; ++i) {
    CHECK(FieldOf(found.polys(i).error()) == "below[" + std::to_string(i) + "]");
    CHECK(found.polys(i).poly_ref() == 0);
  }

  const v1::NavPoly& ground = found.polys(0);
  REQUIRE(ground.edges_size() == 4);
  CHECK(ground.xyz_size() == 12);
  v1::GetPolysRequest refs;
  refs.add_poly_ref(ground.poly_ref());
  refs.add_poly_ref(0);
  refs.add_poly_ref(uint64_t{1} << 40);
  const v1::GetPolysResponse again = mesh.Polys(refs);
  CHECK(again.polys(0).poly_ref() == ground.poly_ref());
  CHECK(again.polys(0).edges(0).neighbour_ref() == ground.edges(0).neighbour_ref());
  CHECK(FieldOf(again.polys(1).error()) == "poly_ref[1]");
  CHECK(FieldOf(again.polys(2).error()) == "poly_ref[2]");

  // Neighbours name each other; a terrace is climbed from below and dropped from.
  std::set<v1::NavAdjacency> kinds;
  v1::GetPolysRequest all;
  for (nav::PolyIndex poly = 0; poly < 50; ++poly) {
    all.add_poly_ref(server::WirePoly(nav::PolyRef(kHandTile, poly)));
  }
  const v1::GetPolysResponse every = mesh.Polys(all);
  for (const v1::NavPoly& poly : every.polys()) {
    for (const v1::NavPolyEdge& edge : poly.edges()) kinds.insert(edge.adjacency());
  }
  CHECK(kinds == std::set<v1::NavAdjacency>{v1::NAV_ADJACENCY_UNSPECIFIED, v1::NAV_ADJACENCY_NORMAL,
                                            v1::NAV_ADJACENCY_CLIMB_LOW, v1::NAV_ADJACENCY_DROP_DOWN});
  refs.clear_poly_ref();
  refs.add_poly_ref(1);
  *refs.add_below() = Point(1, 1);
  CHECK(FieldOf(DetailsOf(mesh.client.Call(mesh.stub, &Stub::GetPolys, refs))) == "below");
  v1::GetPolysRequest many;
  for (int i = 0; i < 300; ++i) many.add_poly_ref(1);
  CHECK(FieldOf(DetailsOf(mesh.client.Call(mesh.stub, &Stub::GetPolys, many))) == "poly_ref");
}

}  // namespace
}  // namespace footfall::tests
