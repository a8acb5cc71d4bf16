#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <thread>

#include "nav/path/path_search.h"
#include "platform/cost_meter.h"
#include "server/convert.h"
#include "server/query_executor.h"
#include "tests/nav/hand_packs.h"
#include "tests/server/server_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT
using Queries = v1::QueryService::Stub;

namespace {

v1::QueryResponse Ask(Client& client, const v1::QueryRequest& request) {
  v1::QueryResponse response;
  const grpc::Status status = client.Call(client.queries, &Queries::Query, request, &response);
  INFO(status.error_message());
  REQUIRE(status.ok());
  return response;
}

v1::NavResult AskOne(Client& client, const v1::NavRequest& request) {
  v1::QueryRequest ask;
  *ask.add_queries() = request;
  const v1::QueryResponse response = Ask(client, ask);
  REQUIRE(response.results_size() == 1);
  return response.results(0);
}

v1::QueryRequest ManyPaths(int count) {
  v1::QueryRequest request;
  for (int i = 0; i < count; ++i) {
    *request.add_queries() = PathRequest(1, static_cast<float>(i % 19), static_cast<float>((i * 7) % 19), 15);
  }
  return request;
}

}  // namespace

TEST_CASE("the query plane needs no session and answers what the path search does") {
  server::ServerOptions options = TestOptions(HoleWorld(), "server");
  const platform::Profile profile = options.world.profile;
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  const v1::QueryRequest request = ManyPaths(100);
  const v1::QueryResponse response = Ask(client, request);
  REQUIRE(response.results_size() == 100);
  const auto view = server->core().published().view;
  nav::PathSearch search(profile);
  nav::PathResult path;
  for (int i = 0; i < 100; ++i) {
    nav::PathRequest plain;
    const v1::FindPath& asked = request.queries(i).path();
    plain.start = {asked.start().x(), asked.start().y(), asked.start().z()};
    plain.end = {asked.goal().x(), asked.goal().y(), asked.goal().z()};
    platform::CostMeter meter;
    search.Run(*view->mesh, plain, meter, path);
    v1::NavResult expected;
    server::FillPath(path, false, &expected);
    v1::NavResult got = response.results(i);
    CHECK(got.timing().nodes_expanded() == path.nodes_expanded);
    got.clear_timing();
    CHECK(got.SerializeAsString() == expected.SerializeAsString());
  }
}

TEST_CASE("a stream answers in order, many messages of 64, and a refused message does not end it") {
  const auto server = StartServer(TestOptions("server"));
  Client client(server->address());
  grpc::ClientContext context;
  client.Prepare(context);
  const auto stream = client.queries.QueryStream(&context);
  const v1::QueryRequest batch = ManyPaths(64);
  const std::string expected = Ask(client, batch).results(63).SerializeAsString();
  std::thread writing([&] {
    for (uint64_t i = 1; i <= 100; ++i) {
      v1::QueryStreamRequest message;
      message.set_sequence(i);
      // Every tenth is over batch_items.
      *message.mutable_query() = i % 10 == 0 ? ManyPaths(20000) : batch;
      stream->Write(message);
    }
    stream->WritesDone();
  });
  v1::QueryStreamResponse reply;
  uint64_t count = 0;
  while (stream->Read(&reply)) {
    ++count;
    CHECK(reply.sequence() == count);
    if (count % 10 == 0) {
      CHECK_FALSE(reply.has_reply());
      CHECK(FieldOf(reply.error()) == "queries");
      continue;
    }
    if (reply.has_error()) {
      CHECK(ReasonOf(reply.error()) == "RATE");
      continue;
    }
    REQUIRE(reply.reply().results_size() == 64);
    CHECK(reply.reply().results(63).SerializeAsString() == expected);
  }
  writing.join();
  CHECK(count == 100);
  CHECK(stream->Finish().ok());
}

TEST_CASE("line of sight, closest position and random points") {
  const auto server = StartServer(TestOptions(HoleWorld(), "server"));
  Client client(server->address());
  v1::NavRequest sight;
  *sight.mutable_line_of_sight()->add_points() = Point(1, 1);
  *sight.mutable_line_of_sight()->add_points() = Point(17, 1);
  CHECK(AskOne(client, sight).outcome() == v1::NAV_OUTCOME_COMPLETE);
  *sight.mutable_line_of_sight()->mutable_points(0) = Point(1, 9);
  *sight.mutable_line_of_sight()->mutable_points(1) = Point(17, 9);
  const v1::NavResult blocked = AskOne(client, sight);
  CHECK(blocked.outcome() == v1::NAV_OUTCOME_NO_PATH);
  REQUIRE(blocked.hits_size() == 1);
  CHECK(blocked.hits(0).position().x() == Approx(6));
  CHECK(blocked.hits(0).distance() == Approx(5));
  CHECK(blocked.hits(0).normal().x() == Approx(-1));
  CHECK(blocked.hits(0).over_mesh());

  v1::NavRequest closest;
  *closest.mutable_closest()->mutable_position() = Point(7, 9, 0.5F);
  const v1::NavResult near = AskOne(client, closest);
  REQUIRE(near.hits_size() == 1);
  CHECK(near.hits(0).position().x() == Approx(6));
  CHECK_FALSE(near.hits(0).over_mesh());
  closest.mutable_closest()->set_below_only(true);
  CHECK(AskOne(client, closest).outcome() == v1::NAV_OUTCOME_NO_PATH);
  *closest.mutable_closest()->mutable_position() = Point(3, 3, 8);
  CHECK(AskOne(client, closest).hits(0).distance() == Approx(8));

  // The square that faces the hole's west side, then the two beside it.
  closest.Clear();
  *closest.mutable_closest()->mutable_position() = Point(7, 9);
  closest.mutable_closest()->set_search_radius(1.5F);
  closest.mutable_closest()->set_results_max(16);
  const v1::NavResult several = AskOne(client, closest);
  REQUIRE(several.hits_size() == 3);
  CHECK(several.hits(0).distance() == 1);
  CHECK(several.hits(1).distance() == several.hits(2).distance());
  CHECK(several.hits(1).distance() > 1);
  CHECK(several.hits(1).poly_ref() < several.hits(2).poly_ref());
  closest.mutable_closest()->set_results_max(2);
  CHECK(AskOne(client, closest).hits_size() == 2);
  closest.mutable_closest()->set_search_radius(0.5F);
  CHECK(AskOne(client, closest).outcome() == v1::NAV_OUTCOME_NO_PATH);
  closest.mutable_closest()->set_below_only(true);
  *closest.mutable_closest()->mutable_position() = Point(3, 3, 8);
  CHECK(AskOne(client, closest).hits_size() == 1);

  v1::NavRequest random;
  random.mutable_random_point()->set_seed(7);
  random.mutable_random_point()->set_count(50);
  *random.mutable_random_point()->mutable_reachable_from() = Point(1, 1);
  const v1::NavResult drawn = AskOne(client, random);
  REQUIRE(drawn.hits_size() == 50);
  CHECK(AskOne(client, random).SerializeAsString() == drawn.SerializeAsString());
  random.mutable_random_point()->set_seed(8);
  CHECK(AskOne(client, random).SerializeAsString() != drawn.SerializeAsString());
  *random.mutable_random_point()->mutable_within()->mutable_center() = Point(3, 3);
  random.mutable_random_point()->mutable_within()->set_radius(1.5F);
  const v1::NavResult within = AskOne(client, random);
  REQUIRE(within.hits_size() == 50);
  for (const v1::NavHit& hit : within.hits()) {
    CHECK(std::hypot(hit.position().x() - 3, hit.position().y() - 3) <= 1.5F);
  }
  *random.mutable_random_point()->mutable_within()->mutable_center() = Point(500, 500);
  CHECK(AskOne(client, random).outcome() == v1::NAV_OUTCOME_NO_PATH);
}

TEST_CASE("flood fill, clear area, audio and water edges over the wire",
          "[NAV-240][NAV-241][NAV-247][NAV-262]") {
  HandWorld world;
  for (int i = 0; i < 10; ++i) {
    const float x = 2 * static_cast<float>(i);
    const uint8_t flags = i == 3 ? nav::kPolySheltered : i == 9 ? nav::kPolyWater : nav::PolyFlag{};
    const nav::PolyRef ref = world.Add({{x, 0, 0}, {x, 6, 0}, {x + 2, 6, 0}, {x + 2, 0, 0}}, flags, 0);
    world.Poly(ref).audio = static_cast<uint8_t>(i + 1);
  }
  const auto server = StartServer(TestOptions(world.Finish(), "server"));
  Client client(server->address());

  v1::NavRequest flood;
  *flood.mutable_flood_fill()->mutable_start() = Point(1, 3);
  flood.mutable_flood_fill()->set_goal(v1::FLOOD_FILL_GOAL_NEAREST_SHELTERED);
  const v1::NavResult shelter = AskOne(client, flood);
  CHECK(shelter.outcome() == v1::NAV_OUTCOME_COMPLETE);
  CHECK(shelter.start_snap().moved() == 0);
  REQUIRE(shelter.hits_size() == 1);
  CHECK(shelter.hits(0).position().x() == Approx(6));
  CHECK(shelter.hits(0).distance() == Approx(5));
  CHECK(shelter.hits(0).normal().z() == Approx(1));
  CHECK(shelter.timing().nodes_expanded() == 4);
  CHECK(shelter.timing().virtual_ns() > 0);
  flood.mutable_flood_fill()->set_distance(4);
  CHECK(AskOne(client, flood).outcome() == v1::NAV_OUTCOME_NO_PATH);
  flood.mutable_flood_fill()->set_distance(0);
  flood.mutable_flood_fill()->set_goal(v1::FLOOD_FILL_GOAL_AREA_UNDERFOOT);
  const v1::NavResult area = AskOne(client, flood);
  REQUIRE(area.hits_size() == 1);
  CHECK(area.hits(0).area() == Approx(120));
  CHECK(area.hits(0).distance() == 0);
  flood.mutable_flood_fill()->set_area_max(20);
  CHECK(AskOne(client, flood).hits(0).area() == Approx(20));
  *flood.mutable_flood_fill()->mutable_start() = Point(50, 50);
  CHECK(AskOne(client, flood).outcome() == v1::NAV_OUTCOME_BAD_ENDPOINT);

  v1::NavRequest clear;
  *clear.mutable_clear_area()->mutable_center() = Point(3, 3);
  clear.mutable_clear_area()->set_search_radius(5);
  clear.mutable_clear_area()->set_clear_radius(3);
  const v1::NavResult room = AskOne(client, clear);
  REQUIRE(room.hits_size() == 1);
  CHECK(room.hits(0).position().x() == Approx(3));
  clear.mutable_clear_area()->set_clear_radius(3.5F);
  CHECK(AskOne(client, clear).outcome() == v1::NAV_OUTCOME_NO_PATH);

  v1::NavRequest audio;
  *audio.mutable_audio()->mutable_position() = Point(1, 3, 2);
  const v1::NavResult sounds = AskOne(client, audio);
  REQUIRE(sounds.hits_size() == 10);
  CHECK(sounds.hits(0).audio_properties() == 1);
  CHECK(sounds.hits(9).audio_properties() == 10);
  CHECK(sounds.hits(0).area() == Approx(12));
  CHECK(sounds.hits(0).position().y() == Approx(3).margin(0.01));

  v1::NavRequest water;
  *water.mutable_water_edges()->mutable_position() = Point(15, 3);
  water.mutable_water_edges()->set_radius(10);
  const v1::NavResult shore = AskOne(client, water);
  REQUIRE(shore.hits_size() == 1);
  CHECK(shore.hits(0).position().x() == Approx(18));
  CHECK(shore.hits(0).distance() == Approx(3));
  water.mutable_water_edges()->set_radius(2);
  CHECK(AskOne(client, water).outcome() == v1::NAV_OUTCOME_NO_PATH);

  v1::NavRequest closest;
  *closest.mutable_closest()->mutable_position() = Point(1, 3);
  closest.mutable_closest()->add_filters(v1::CLOSEST_FILTER_SHELTERED);
  closest.mutable_closest()->set_search_radius(20);
  CHECK(AskOne(client, closest).hits(0).distance() == Approx(5));
  closest.mutable_closest()->clear_filters();
  closest.mutable_closest()->set_results_max(16);
  closest.mutable_closest()->set_spacing_min(3);
  CHECK(AskOne(client, closest).hits_size() == 5);

  v1::NavRequest sight;
  *sight.mutable_line_of_sight()->add_points() = Point(1, 3);
  *sight.mutable_line_of_sight()->add_points() = Point(19, 3);
  *sight.mutable_line_of_sight()->add_points() = Point(17, 3);
  CHECK(AskOne(client, sight).hits_size() == 2);
  sight.mutable_line_of_sight()->set_no_water_edges(true);
  const v1::NavResult dry = AskOne(client, sight);
  REQUIRE(dry.hits_size() == 2);
  CHECK(dry.hits(0).outcome() == v1::NAV_OUTCOME_NO_PATH);
  CHECK(dry.hits(0).distance() == Approx(17));
  sight.mutable_line_of_sight()->set_stop_at_first_failure(true);
  CHECK(AskOne(client, sight).hits_size() == 1);
  *sight.mutable_line_of_sight()->mutable_points(1) = Point(60, 60);
  sight.mutable_line_of_sight()->set_each_on_mesh(true);
  CHECK(AskOne(client, sight).hits(0).outcome() == v1::NAV_OUTCOME_BAD_ENDPOINT);
}

TEST_CASE("bad questions fail alone and name their field") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  const float nan = std::nanf("");
  std::vector<std::pair<v1::NavRequest, std::string>> bad;
  bad.emplace_back(PathRequest(nan, 1, 2, 2), "path.start.x");
  bad.emplace_back(PathRequest(1, 1, 1e30F, 2), "path.goal.x");
  v1::NavRequest request;
  *request.mutable_line_of_sight()->add_points() = Point(1, 1);
  bad.emplace_back(request, "line_of_sight.points");
  *request.mutable_line_of_sight()->add_points() = Point(1, std::numeric_limits<float>::infinity());
  bad.emplace_back(request, "line_of_sight.points[1].y");
  request.Clear();
  *request.mutable_closest()->mutable_position() = Point(1, 1);
  request.mutable_closest()->set_search_radius(-1);
  bad.emplace_back(request, "closest.search_radius");
  request.mutable_closest()->set_search_radius(1);
  request.mutable_closest()->set_results_max(17);
  bad.emplace_back(request, "closest.results_max");
  request.mutable_closest()->set_results_max(0xFFFFFFFF);
  bad.emplace_back(request, "closest.results_max");
  request.mutable_closest()->set_results_max(1);
  request.add_flags(v1::PATH_FLAG_PREFER_PAVEMENTS);
  bad.emplace_back(request, "flags");
  request.Clear();
  request.mutable_random_point()->set_count(100000);
  bad.emplace_back(request, "random_point.count");
  request.mutable_random_point()->set_count(1);
  *request.mutable_random_point()->mutable_within()->mutable_center() = Point(1, 1);
  request.mutable_random_point()->mutable_within()->set_radius(0);
  bad.emplace_back(request, "random_point.within.radius");
  request.Clear();
  *request.mutable_flood_fill()->mutable_start() = Point(1, 1);
  bad.emplace_back(request, "flood_fill.goal");
  request.mutable_flood_fill()->set_goal(static_cast<v1::FloodFillGoal>(8));
  bad.emplace_back(request, "flood_fill.goal");
  request.mutable_flood_fill()->set_goal(v1::FLOOD_FILL_GOAL_NEARBY_PAVEMENT);
  request.mutable_flood_fill()->set_area_max(1);
  bad.emplace_back(request, "flood_fill.area_max");
  request.mutable_flood_fill()->set_distance(nan);
  bad.emplace_back(request, "flood_fill.distance");
  request.Clear();
  *request.mutable_clear_area()->mutable_center() = Point(1, 1);
  bad.emplace_back(request, "clear_area.clear_radius");
  request.mutable_clear_area()->set_clear_radius(1);
  request.mutable_clear_area()->set_search_radius(151);
  bad.emplace_back(request, "clear_area.search_radius");
  request.mutable_clear_area()->set_search_radius(10);
  request.set_radius(1);
  bad.emplace_back(request, "radius");
  request.Clear();
  *request.mutable_closest()->mutable_position() = Point(1, 1);
  request.mutable_closest()->add_filters(v1::CLOSEST_FILTER_SHELTERED);
  request.mutable_closest()->add_filters(v1::CLOSEST_FILTER_NOT_SHELTERED);
  bad.emplace_back(request, "closest.filters");
  request.mutable_closest()->set_filters(1, v1::CLOSEST_FILTER_SHELTERED);
  bad.emplace_back(request, "closest.filters[1]");
  request.mutable_closest()->set_filters(1, static_cast<v1::ClosestFilter>(8));
  bad.emplace_back(request, "closest.filters[1]");
  request.mutable_closest()->set_spacing_min(-1);
  bad.emplace_back(request, "closest.spacing_min");
  request.Clear();
  *request.mutable_audio()->mutable_position() = Point(1, 1, nan);
  bad.emplace_back(request, "audio.position.z");
  *request.mutable_audio()->mutable_position() = Point(1, 1);
  request.mutable_audio()->set_radius(1e30F);
  bad.emplace_back(request, "audio.radius");
  request.Clear();
  *request.mutable_water_edges()->mutable_position() = Point(1, 1);
  bad.emplace_back(request, "water_edges.radius");
  request.Clear();
  *request.mutable_line_of_sight()->add_points() = Point(1, 1);
  *request.mutable_line_of_sight()->add_points() = Point(2, 1);
  request.mutable_line_of_sight()->set_slope_max(1.6F);
  bad.emplace_back(request, "line_of_sight.slope_max");
  bad.emplace_back(v1::NavRequest(), "kind");
  v1::QueryRequest batch;
  for (const auto& [query, field] : bad) *batch.add_queries() = query;
  *batch.add_queries() = PathRequest(1, 1, 5, 5);
  const v1::QueryResponse response = Ask(client, batch);
  for (size_t i = 0; i < bad.size(); ++i) {
    CAPTURE(bad[i].second);
    CHECK(FieldOf(response.results(static_cast<int>(i)).error()) == bad[i].second);
  }
  CHECK(response.results(static_cast<int>(bad.size())).outcome() == v1::NAV_OUTCOME_COMPLETE);
}

TEST_CASE("a query over the ceiling of work ends as TIMED_OUT", "[R45]") {
  const auto server = StartServer(TestOptions(GridWorld(60), "server", {"query_units_max=64"}));
  Client client(server->address());
  const v1::NavResult result = AskOne(client, PathRequest(1, 1, 119, 119));
  CHECK(result.outcome() == v1::NAV_OUTCOME_LIMIT);
  CHECK(result.completion_code() == v1::COMPLETION_CODE_TIMED_OUT);
  CHECK(result.xyz_size() == 0);
}

TEST_CASE("the executor refuses a peer with a full queue and serves the others", "[R45]") {
  server::ServerOptions options = TestOptions();
  auto host = server::WorldHost::Create(options.world);
  REQUIRE(host.ok());
  server::Figures figures;
  // No threads: what is taken stays waiting.
  server::QueryExecutor executor([&] { return (*host)->published(); }, figures, 0);
  const v1::QueryRequest ten = ManyPaths(10);
  std::vector<std::unique_ptr<server::QueryJob>> jobs;
  const auto submit = [&](const std::string& peer) {
    jobs.push_back(std::make_unique<server::QueryJob>());
    jobs.back()->request = &ten;
    return executor.Submit(peer, jobs.back().get(), 25);
  };
  CHECK(submit("a"));
  CHECK(submit("a"));
  CHECK_FALSE(submit("a"));
  CHECK(submit("b"));
}
