#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "footfall/v1/obstacle_service.grpc.pb.h"
#include "tests/server/server_fixture.h"

namespace footfall::tests {
namespace {

using Stub = v1::ObstacleService::Stub;

v1::PutObstacle Box(float x, float y, float half_x, float half_y) {
  v1::PutObstacle put;
  *put.mutable_center() = Point(x, y, 1);
  *put.mutable_half_extents() = Point(half_x, half_y, 1);
  return put;
}

// A client with a session and the service's stub.
struct Obstacles {
  explicit Obstacles(const server::Server& server, v1::Role role = v1::ROLE_OPERATOR)
      : client(server.address()), stub(client.channel) {
    client.Open(role);
  }

  v1::PutObstaclesResponse Put(const std::vector<v1::PutObstacle>& boxes,
                               const std::string& request_id = "") {
    v1::PutObstaclesRequest request;
    request.set_request_id(request_id);
    for (const v1::PutObstacle& box : boxes) *request.add_obstacles() = box;
    v1::PutObstaclesResponse response;
    REQUIRE(client.Call(stub, &Stub::PutObstacles, request, &response).ok());
    REQUIRE(response.results_size() == static_cast<int>(boxes.size()));
    return response;
  }
  v1::RemoveObstaclesResponse Remove(const std::vector<uint64_t>& handles) {
    v1::RemoveObstaclesRequest request;
    request.mutable_handles()->Add(handles.begin(), handles.end());
    v1::RemoveObstaclesResponse response;
    REQUIRE(client.Call(stub, &Stub::RemoveObstacles, request, &response).ok());
    return response;
  }
  v1::ListObstaclesResponse List(uint32_t page_size = 0, const std::string& token = "") {
    v1::ListObstaclesRequest request;
    request.set_page_size(page_size);
    request.set_page_token(token);
    v1::ListObstaclesResponse response;
    REQUIRE(client.Call(stub, &Stub::ListObstacles, request, &response).ok());
    return response;
  }
  float PathLength() {
    const v1::SubmitResponse submitted = client.SubmitPath(1, 10, 19, 10);
    client.Step(2);
    v1::FetchRequest fetch;
    fetch.add_handles(submitted.results(0).handle());
    v1::FetchResponse fetched;
    REQUIRE(client.Call(client.paths, &v1::PathService::Stub::Fetch, fetch, &fetched).ok());
    CHECK(fetched.results(0).outcome() == v1::NAV_OUTCOME_COMPLETE);
    return fetched.results(0).length();
  }

  Client client;
  Stub stub;
};

TEST_CASE("an obstacle is put, gone around, moved, listed and removed over the wire") {
  const auto server = StartServer(TestOptions());
  Obstacles mine(*server);
  CHECK(mine.PathLength() == Approx(18));
  const uint64_t generation = mine.client.GetWorld().stamp().mesh_generation();
  v1::PutObstacle wall = Box(10, 10, 0.3F, 5);
  const uint64_t handle = mine.Put({wall}).results(0).handle();
  REQUIRE(handle != 0);
  CHECK(mine.PathLength() > 20);
  CHECK(mine.client.GetWorld().stamp().mesh_generation() == generation + 1);

  const v1::ListObstaclesResponse list = mine.List();
  REQUIRE(list.obstacles_size() == 1);
  CHECK(list.obstacles(0).handle() == handle);
  CHECK(list.obstacles(0).state() == v1::OBSTACLE_STATE_PLACED);
  CHECK(list.obstacles(0).obstacle().kind() == v1::OBSTACLE_KIND_BLOCKER);
  CHECK(list.obstacles(0).obstacle().half_extents().y() == 5);

  wall.set_obstacle_handle(handle);
  *wall.mutable_center() = Point(10, 19, 1);
  wall.mutable_half_extents()->set_y(0.5F);
  CHECK(mine.Put({wall}).results(0).handle() == handle);
  CHECK(mine.PathLength() == Approx(18));
  CHECK_FALSE(mine.Remove({handle}).results(0).has_error());
  const v1::RemoveObstaclesResponse again = mine.Remove({handle, 5});
  CHECK(ReasonOf(again.results(0).error()) == "HANDLE_EXPIRED");
  CHECK(ReasonOf(again.results(1).error()) == "HANDLE_UNKNOWN");
  CHECK(mine.List().obstacles_size() == 0);
}

TEST_CASE("a question names obstacles that it ignores, by handles that are live", "[NAV-081]") {
  const auto server = StartServer(TestOptions());
  Obstacles mine(*server);
  const uint64_t wall = mine.Put({Box(10, 10, 0.3F, 5)}).results(0).handle();
  mine.client.Step(1);
  const auto ask = [&](const std::vector<uint64_t>& excluded) {
    v1::QueryRequest request;
    *request.add_queries() = PathRequest(1, 10, 19, 10);
    request.mutable_queries(0)->mutable_excluded_handle()->Add(excluded.begin(), excluded.end());
    v1::QueryResponse response;
    REQUIRE(mine.client.Call(mine.client.queries, &v1::QueryService::Stub::Query, request, &response).ok());
    return response.results(0);
  };
  CHECK(ask({}).length() > 20);
  CHECK(ask({wall}).length() == Approx(18));
  CHECK(ReasonOf(ask({wall, wall + 1}).error()) == "HANDLE_UNKNOWN");
  mine.Remove({wall});
  mine.client.Step(1);
  CHECK(ReasonOf(ask({wall}).error()) == "HANDLE_UNKNOWN");
}

TEST_CASE("each obstacle of a batch is refused alone, with field, value and limit") {
  const auto server =
      StartServer(TestOptions("pc", {"dynamic_objects_max=2", "obstacles_per_session_max=3"}));
  Obstacles mine(*server);
  v1::PutObstacle door = Box(5, 5, 1, 1);
  door.set_kind(v1::OBSTACLE_KIND_VEHICLE_DOOR);
  door.set_vehicle_handle(77);
  const v1::PutObstaclesResponse response =
      mine.Put({Box(5, 5, 1, 1), Box(std::nanf(""), 5, 1, 1), Box(5, 5, 0, 1), Box(1e30F, 5, 1, 1), door,
                Box(9, 5, 1, 1), Box(9, 9, 1, 1)});
  CHECK_FALSE(response.results(0).has_error());
  CHECK(FieldOf(response.results(1).error()) == "obstacles[1].center.x");
  CHECK(ReasonOf(response.results(1).error()) == "BAD_FIELD");
  CHECK(FieldOf(response.results(2).error()) == "obstacles[2].half_extents.x");
  CHECK(FieldOf(response.results(3).error()) == "obstacles[3].center.x");
  CHECK(ReasonOf(response.results(4).error()) == "HANDLE_UNKNOWN");
  CHECK_FALSE(response.results(5).has_error());
  CHECK(ReasonOf(response.results(6).error()) == "TABLE_FULL");
  CHECK(response.results(6).error().code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
  v1::PutObstacle hidden = Box(9, 9, 1, 1);
  hidden.set_hidden(true);
  const v1::PutObstaclesResponse more = mine.Put({hidden, hidden});
  CHECK_FALSE(more.results(0).has_error());
  CHECK(ReasonOf(more.results(1).error()) == "SESSION_QUOTA");
}

TEST_CASE("a repeated request_id puts nothing twice, and a closed session leaves nothing behind") {
  const auto server = StartServer(TestOptions());
  Obstacles other(*server);
  {
    Obstacles mine(*server);
    const uint64_t first = mine.Put({Box(10, 10, 0.3F, 5)}, "once").results(0).handle();
    CHECK(mine.Put({Box(10, 10, 0.3F, 5)}, "once").results(0).handle() == first);
    CHECK(mine.List().obstacles_size() == 1);
    CHECK(other.List().obstacles_size() == 0);
    CHECK(ReasonOf(other.Remove({first}).results(0).error()) == "HANDLE_UNKNOWN");
    CHECK(other.PathLength() > 20);
    CHECK(mine.client
              .Call(mine.client.sessions, &v1::SessionService::Stub::CloseSession, v1::CloseSessionRequest())
              .ok());
  }
  CHECK(other.PathLength() == Approx(18));
}

TEST_CASE("lists come in pages of one view, obstacles and hazards by handle") {
  const auto server = StartServer(TestOptions());
  Obstacles mine(*server);
  std::vector<v1::PutObstacle> boxes(5, Box(5, 5, 1, 1));
  mine.Put(boxes);
  v1::PutHazardsRequest hazards;
  hazards.add_hazards()->set_kind(v1::HAZARD_KIND_GAS);
  *hazards.mutable_hazards(0)->mutable_center() = Point(5, 5);
  hazards.mutable_hazards(0)->set_radius(3);
  v1::PutHazardsResponse put;
  REQUIRE(mine.client.Call(mine.stub, &Stub::PutHazards, hazards, &put).ok());
  CHECK(put.results(0).handle() != 0);
  std::string token;
  uint64_t last = 0;
  int seen = 0;
  int hazards_seen = 0;
  do {
    const v1::ListObstaclesResponse page = mine.List(4, token);
    for (const v1::Obstacle& obstacle : page.obstacles()) {
      CHECK(obstacle.handle() > last);
      last = obstacle.handle();
      ++seen;
      hazards_seen += obstacle.has_hazard() ? 1 : 0;
    }
    token = page.next_page_token();
  } while (!token.empty());
  CHECK(seen == 6);
  CHECK(hazards_seen == 1);
  v1::ListObstaclesRequest bad;
  bad.set_page_token("x");
  CHECK(mine.client.Call(mine.stub, &Stub::ListObstacles, bad).error_code() ==
        grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_CASE("script blockers need an operator, and observers put nothing") {
  const auto server = StartServer(TestOptions());
  Obstacles bot(*server, v1::ROLE_BOT);
  v1::PutObstacle script = Box(5, 5, 1, 1);
  script.set_kind(v1::OBSTACLE_KIND_SCRIPT_BLOCKER);
  CHECK(ReasonOf(bot.Put({script}).results(0).error()) == "ROLE_NEEDED");
  Obstacles operator_client(*server);
  CHECK_FALSE(operator_client.Put({script}).results(0).has_error());
  CHECK(operator_client.List().obstacles(0).state() == v1::OBSTACLE_STATE_QUEUED);
  operator_client.client.Step(1);
  CHECK(operator_client.List().obstacles(0).state() == v1::OBSTACLE_STATE_PLACED);
  Obstacles observer(*server, v1::ROLE_OBSERVER);
  CHECK(observer.client.Call(observer.stub, &Stub::PutObstacles, v1::PutObstaclesRequest()).error_code() ==
        grpc::StatusCode::PERMISSION_DENIED);
}

}  // namespace
}  // namespace footfall::tests
