#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "footfall/v1/world_edit_service.grpc.pb.h"
#include "nav/mesh/pack.h"
#include "platform/profile.h"
#include "server/metrics_text.h"
#include "sim/world.h"
#include "tests/nav/hand_packs.h"
#include "tests/server/server_fixture.h"

namespace footfall::tests {
namespace {

using Stub = v1::WorldEditService::Stub;

// A client with a session and the service's stub.
struct Editor {
  explicit Editor(const server::Server& server, v1::Role role = v1::ROLE_OPERATOR)
      : client(server.address()), stub(client.channel) {
    client.Open(role);
  }

  v1::EditWorldResponse Edit(const std::vector<v1::Command>& edits, const std::string& request_id = "") {
    v1::EditWorldRequest request;
    request.set_request_id(request_id);
    for (const v1::Command& edit : edits) *request.add_edits() = edit;
    v1::EditWorldResponse response;
    REQUIRE(client.Call(stub, &Stub::EditWorld, request, &response).ok());
    REQUIRE(response.results_size() == static_cast<int>(edits.size()));
    return response;
  }
  v1::ListWorldEditsResponse List(uint32_t page_size = 0, const std::string& token = "") {
    v1::ListWorldEditsRequest request;
    request.set_page_size(page_size);
    request.set_page_token(token);
    v1::ListWorldEditsResponse response;
    REQUIRE(client.Call(stub, &Stub::ListWorldEdits, request, &response).ok());
    return response;
  }
  v1::GetSpawnSearchResponse Search() {
    v1::GetSpawnSearchResponse response;
    REQUIRE(client.Call(stub, &Stub::GetSpawnSearch, v1::GetSpawnSearchRequest(), &response).ok());
    return response;
  }
  v1::NavOutcome Outcome() {
    const v1::SubmitResponse submitted = client.SubmitPath(1, 10, 19, 10);
    client.Step(2);
    v1::FetchRequest fetch;
    fetch.add_handles(submitted.results(0).handle());
    v1::FetchResponse fetched;
    REQUIRE(client.Call(client.paths, &v1::PathService::Stub::Fetch, fetch, &fetched).ok());
    return fetched.results(0).outcome();
  }

  Client client;
  Stub stub;
};

v1::Command Closed(uint32_t number) {
  v1::Command edit;
  v1::DisableNavMeshInArea& disable = *edit.mutable_disable_nav_mesh_in_area();
  disable.set_number(number);
  *disable.mutable_area()->mutable_box()->mutable_min() = Point(8.5F, -1, -1);
  *disable.mutable_area()->mutable_box()->mutable_max() = Point(9.5F, 21, 1);
  return edit;
}

v1::Command Blocked(uint32_t number, uint32_t duration_ms) {
  v1::Command edit;
  edit.mutable_block_spawns()->set_number(number);
  edit.mutable_block_spawns()->set_duration_ms(duration_ms);
  *edit.mutable_block_spawns()->mutable_area()->mutable_sphere()->mutable_center() = Point(5, 5);
  edit.mutable_block_spawns()->mutable_area()->mutable_sphere()->set_radius(2);
  return edit;
}

TEST_CASE("an area is closed, listed and opened over the wire, and ends with its session",
          "[NAV-267][NAV-268]") {
  const auto server = StartServer(TestOptions());
  Editor other(*server);
  CHECK(other.Outcome() == v1::NAV_OUTCOME_COMPLETE);
  {
    Editor mine(*server);
    CHECK_FALSE(mine.Edit({Closed(4)}).results(0).has_error());
    CHECK(other.Outcome() != v1::NAV_OUTCOME_COMPLETE);
    const v1::ListWorldEditsResponse list = mine.List();
    REQUIRE(list.edits_size() == 1);
    CHECK(list.edits(0).mine());
    CHECK(list.edits(0).nav_mesh().number() == 4);
    CHECK_FALSE(list.edits(0).nav_mesh().enable());
    CHECK(list.edits(0).nav_mesh().area().box().max().y() == 21);
    REQUIRE(other.List().edits_size() == 1);
    CHECK_FALSE(other.List().edits(0).mine());

    v1::Command remove;
    remove.set_remove_area_switch_number(4);
    CHECK_FALSE(other.Edit({remove}).results(0).has_error());  // none of its own: nothing changes
    CHECK(other.Outcome() != v1::NAV_OUTCOME_COMPLETE);
    CHECK_FALSE(mine.Edit({remove}).results(0).has_error());
    CHECK(other.Outcome() == v1::NAV_OUTCOME_COMPLETE);
    CHECK_FALSE(mine.Edit({Closed(5)}, "once").results(0).has_error());
    remove.set_remove_area_switch_number(5);
    mine.Edit({remove}, "once");  // answered from memory
    CHECK(mine.List().edits_size() == 1);
    CHECK(mine.client
              .Call(mine.client.sessions, &v1::SessionService::Stub::CloseSession, v1::CloseSessionRequest())
              .ok());
  }
  CHECK(other.List().edits_size() == 0);
  CHECK(other.Outcome() == v1::NAV_OUTCOME_COMPLETE);
}

TEST_CASE("each edit is refused alone, with field, value and limit, and edits are for operators") {
  const auto server = StartServer(TestOptions("pc", {"path_region_switches_max=1"}));
  Editor mine(*server);
  v1::Command bad = Closed(1);
  bad.mutable_disable_nav_mesh_in_area()->mutable_area()->mutable_box()->mutable_min()->set_z(std::nanf(""));
  v1::Command shapeless;
  shapeless.mutable_set_ped_paths_in_area();
  const v1::EditWorldResponse response = mine.Edit({Closed(1), bad, shapeless, Closed(2)});
  CHECK_FALSE(response.results(0).has_error());
  CHECK(FieldOf(response.results(1).error()) == "edits[1].disable_nav_mesh_in_area.area.box.min");
  CHECK(FieldOf(response.results(2).error()) == "edits[2].set_ped_paths_in_area.area");
  CHECK(ReasonOf(response.results(3).error()) == "TABLE_FULL");
  CHECK(response.results(3).error().code() == grpc::StatusCode::RESOURCE_EXHAUSTED);

  v1::EditWorldRequest request;
  request.add_edits()->set_release_handle(1);
  CHECK(ReasonOf(mine.client.Call(mine.stub, &Stub::EditWorld, request)) == "BAD_FIELD");
  request.mutable_edits(0)->CopyFrom(Closed(1));
  request.mutable_edits(0)->set_sequence(4);
  CHECK(ReasonOf(mine.client.Call(mine.stub, &Stub::EditWorld, request)) == "BAD_FIELD");

  Editor bot(*server, v1::ROLE_BOT);
  CHECK(ReasonOf(bot.client.Call(bot.stub, &Stub::EditWorld, v1::EditWorldRequest())) == "ROLE_NEEDED");
  CHECK(bot.List().edits_size() == 1);  // reads are for all
  v1::StepRequest step;
  step.set_ticks(1);
  *step.add_commands() = Closed(9);
  v1::StepResponse stepped;
  REQUIRE(mine.client.Call(mine.client.world, &v1::WorldService::Stub::Step, step, &stepped).ok());
  CHECK(ReasonOf(stepped.results(0).error()) == "TABLE_FULL");
}

TEST_CASE("edits are listed in pages of one view") {
  const auto server = StartServer(TestOptions());
  Editor mine(*server);
  std::vector<v1::Command> edits;
  for (uint32_t i = 0; i < 5; ++i) edits.push_back(Closed(i));
  for (uint32_t i = 0; i < 4; ++i) edits.push_back(Blocked(i, i == 0 ? 0 : 1000));
  v1::Command climb;
  *climb.mutable_disable_climb()->mutable_position() = Point(1, 2);
  edits.push_back(climb);
  mine.client.Step(200);  // tokens are text, whatever the tick
  mine.Edit(edits);
  std::vector<v1::WorldEdit> rows;
  std::string token;
  int pages = 0;
  do {
    const v1::ListWorldEditsResponse page = mine.List(3, token);
    CHECK(page.edits_size() <= 3);
    rows.insert(rows.end(), page.edits().begin(), page.edits().end());
    token = page.next_page_token();
    ++pages;
  } while (!token.empty());
  CHECK(pages == 4);
  REQUIRE(rows.size() == 10);
  for (uint32_t i = 0; i < 5; ++i) CHECK(rows[i].nav_mesh().number() == i);
  CHECK(rows[5].waiting_climb().position().y() == 2);
  CHECK(rows[6].spawn_block().duration_ms() == 0);
  CHECK(rows[7].spawn_block().duration_ms() > 900);
  CHECK(rows[7].spawn_block().area().sphere().radius() == 2);
  v1::ListWorldEditsRequest request;
  request.set_page_token("no token");
  CHECK(ReasonOf(mine.client.Call(mine.stub, &Stub::ListWorldEdits, request)) == "BAD_FIELD");
}

TEST_CASE("an opponent search is started, polled, kept from others and cancelled over the wire",
          "[NAV-266]") {
  const auto server = StartServer(TestOptions());
  Editor mine(*server);
  Editor other(*server);
  CHECK(mine.Search().state() == v1::SPAWN_SEARCH_STATE_IDLE);
  v1::Command start;
  v1::AreaCylinder& cylinder = *start.mutable_start_spawn_search()->mutable_area()->mutable_cylinder();
  *cylinder.mutable_base() = Point(10, 10, -1);
  cylinder.set_radius(6);
  cylinder.set_height(2);
  start.mutable_start_spawn_search()->set_all_polys(true);
  REQUIRE_FALSE(mine.Edit({start}).results(0).has_error());
  CHECK(mine.Search().state() == v1::SPAWN_SEARCH_STATE_RUNNING);
  CHECK(ReasonOf(other.Edit({start}).results(0).error()) == "TABLE_FULL");
  CHECK(other.Search().state() == v1::SPAWN_SEARCH_STATE_IDLE);
  CHECK(other.Search().taken());
  mine.client.Step(20);
  const v1::GetSpawnSearchResponse found = mine.Search();
  REQUIRE(found.state() == v1::SPAWN_SEARCH_STATE_COMPLETE);
  CHECK(found.search().all_polys());
  CHECK(found.search().area().cylinder().height() == 2);
  CHECK(found.coords_size() > 10);
  CHECK(found.found() == static_cast<uint64_t>(found.coords_size()));
  for (const v1::SpawnCoord& coord : found.coords()) {
    CHECK(std::hypot(coord.position().x() - 10, coord.position().y() - 10) <= 6.001F);
    CHECK(coord.poly_ref() != 0);
  }
  CHECK(other.Search().coords_size() == 0);
  v1::Command cancel;
  cancel.mutable_cancel_spawn_search();
  other.Edit({cancel});
  CHECK(mine.Search().state() == v1::SPAWN_SEARCH_STATE_COMPLETE);
  mine.Edit({cancel});
  CHECK(mine.Search().state() == v1::SPAWN_SEARCH_STATE_IDLE);
  CHECK_FALSE(other.Edit({start}).results(0).has_error());
}

TEST_CASE("cover, water edges and spawn coordinates are read over the wire", "[NAV-259][NAV-262][NAV-263]") {
  HandWorld hand;
  for (int i = 0; i < 144; ++i) {
    const auto x = static_cast<float>(i % 12) * 12;
    const auto y = static_cast<float>(i / 12) * 12;
    const nav::PolyRef ref =
        hand.Quad(x, y, x + 12, y + 12, 0, static_cast<uint8_t>(i == 66 ? nav::kPolyWater : nav::PolyFlag{}));
    hand.Poly(ref).ped_density = 7;
    hand.Cover({x + 1, y + 1, 0}, static_cast<nav::CoverType>(i % 6), static_cast<uint8_t>(i * 2));
  }
  const auto server = StartServer(TestOptions(hand.Finish(), "pc"));
  Editor mine(*server, v1::ROLE_OPERATOR);
  mine.client.Step(60);

  v1::ListCoverPointsRequest cover;
  v1::ListCoverPointsResponse points;
  REQUIRE(mine.client.Call(mine.stub, &Stub::ListCoverPoints, cover, &points).ok());
  CHECK(points.points_size() == 144);
  CHECK(points.rounds() == 1);
  std::set<int> types;
  for (const v1::CoverPoint& point : points.points()) {
    types.insert(point.type());
    CHECK(std::fabs(point.heading()) <= 3.1416F);
  }
  CHECK(types == std::set<int>{1, 2, 3, 4, 5, 6});
  *cover.mutable_within()->mutable_center() = Point(1, 1);
  cover.mutable_within()->set_radius(12.5F);
  REQUIRE(mine.client.Call(mine.stub, &Stub::ListCoverPoints, cover, &points).ok());
  CHECK(points.points_size() == 3);
  cover.mutable_within()->set_radius(-1);
  CHECK(ReasonOf(mine.client.Call(mine.stub, &Stub::ListCoverPoints, cover)) == "BAD_FIELD");

  v1::ListWaterEdgesResponse water;
  REQUIRE(mine.client.Call(mine.stub, &Stub::ListWaterEdges, v1::ListWaterEdgesRequest(), &water).ok());
  CHECK(water.rounds() == 1);
  REQUIRE(water.edges_size() == 4);
  for (int i = 1; i < 4; ++i) CHECK(water.edges(i).distance() >= water.edges(i - 1).distance());

  v1::ListSpawnCoordsResponse spawns;
  REQUIRE(mine.client.Call(mine.stub, &Stub::ListSpawnCoords, v1::ListSpawnCoordsRequest(), &spawns).ok());
  CHECK(spawns.searches() > 5);
  CHECK(spawns.coords_size() > 50);
  for (const v1::SpawnCoord& coord : spawns.coords()) CHECK(coord.poly_ref() != 0);
}

TEST_CASE("metrics tell of each table its rows, the most and what found no room", "[NAV-268][NAV-270]") {
  auto pack = nav::Pack::FromBytes(BytesOf(GridWorld(10)));
  REQUIRE(pack.ok());
  auto profile = platform::LoadProfile("pc", {"path_region_switches_max=2", "deferred_disable_climbs_max=1"});
  REQUIRE(profile.ok());
  sim::WorldOptions options;
  options.pack = *pack;
  options.profile = *profile;
  auto world = sim::World::Create(options);
  REQUIRE(world.ok());
  const nav::Area area = nav::Area::Sphere({5, 5, 0}, 2);
  for (uint32_t i = 0; i < 3; ++i) {
    (*world)->ApplyOpen({7, i, sim::SetAreaSwitch{i, nav::SwitchKind::kNavMesh, false, area}});
  }
  for (uint32_t i = 3; i < 5; ++i) (*world)->ApplyOpen({7, i, sim::DisableClimb{{1, 2, 0}}});
  const server::Figures figures;
  const std::string text = server::MetricsText(
      {(*world)->view(), std::make_shared<const platform::Profile>(*profile), 30}, figures, 0);
  for (const char* line : {"footfall_area_switches 2\n", "footfall_area_switches_high_water 2\n",
                           "footfall_area_switches_max 2\n", "footfall_area_switches_full_total 1\n",
                           "footfall_climbs_waiting 1\n", "footfall_climbs_waiting_full_total 1\n",
                           "footfall_ladders_blocked_max 8\n", "footfall_spawn_blocks_max 64\n",
                           "footfall_cover_buffer_max 128\n", "footfall_water_edges_max 16\n",
                           "footfall_ambient_spawns_max 128\n", "footfall_opponent_spawns_max 256\n",
                           "footfall_spawn_job_starved_total 0\n"}) {
    INFO(line);
    CHECK(text.find(line) != std::string::npos);
  }
}

}  // namespace
}  // namespace footfall::tests
