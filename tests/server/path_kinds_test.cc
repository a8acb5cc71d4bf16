#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/server/server_fixture.h"

namespace footfall::tests {
namespace {

// One question of each kind that has slots and is no path.
std::vector<v1::NavRequest> Questions() {
  std::vector<v1::NavRequest> questions(5);
  v1::LineOfSight* sight = questions[0].mutable_line_of_sight();
  *sight->add_points() = Point(1, 1);
  *sight->add_points() = Point(15, 15);
  *sight->add_points() = Point(50, 15);
  questions[1].mutable_flood_fill()->set_goal(v1::FLOOD_FILL_GOAL_AREA_UNDERFOOT);
  *questions[1].mutable_flood_fill()->mutable_start() = Point(3, 3);
  *questions[2].mutable_clear_area()->mutable_center() = Point(1, 1);
  questions[2].mutable_clear_area()->set_search_radius(10);
  questions[2].mutable_clear_area()->set_clear_radius(2);
  *questions[3].mutable_closest()->mutable_position() = Point(5, 5, 1);
  questions[3].mutable_closest()->set_search_radius(6);
  questions[3].mutable_closest()->set_results_max(3);
  *questions[4].mutable_audio()->mutable_position() = Point(5, 5);
  questions[4].mutable_audio()->set_radius(4);
  for (size_t i = 0; i < questions.size(); ++i) questions[i].set_client_ref("ref" + std::to_string(i));
  return questions;
}

// What both planes must agree in.
std::string Comparable(v1::NavResult result) {
  result.clear_handle();
  result.clear_timing();
  return result.DebugString();
}

TEST_CASE("both planes answer every kind alike", "[NAV-008][NAV-002]") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  v1::SubmitRequest submit;
  v1::QueryRequest query;
  for (const v1::NavRequest& question : Questions()) {
    *submit.add_requests() = question;
    *query.add_queries() = question;
  }
  const v1::SubmitResponse submitted = client.Submit(submit);
  v1::QueryResponse answered;
  REQUIRE(client.Call(client.queries, &v1::QueryService::Stub::Query, query, &answered).ok());
  v1::FetchRequest fetch;
  for (const v1::CommandResult& result : submitted.results()) {
    CHECK_FALSE(result.has_error());
    fetch.add_handles(result.handle());
  }
  v1::FetchResponse before;
  REQUIRE(client.Call(client.paths, &v1::PathService::Stub::Fetch, fetch, &before).ok());
  CHECK(before.results(0).outcome() == v1::NAV_OUTCOME_PENDING);
  CHECK(before.results(0).client_ref() == "ref0");
  client.Step(3);
  for (int round = 0; round < 2; ++round) {  // a fetch is a read: it can be repeated (R1)
    v1::FetchResponse fetched;
    REQUIRE(client.Call(client.paths, &v1::PathService::Stub::Fetch, fetch, &fetched).ok());
    REQUIRE(fetched.results_size() == 5);
    for (int i = 0; i < 5; ++i) {
      CAPTURE(i, round);
      CHECK(Comparable(fetched.results(i)) == Comparable(answered.results(i)));
      CHECK(fetched.results(i).timing().visible_tick() > 0);
    }
    CHECK(fetched.results(0).hits_size() == 2);
    CHECK(fetched.results(0).outcome() == v1::NAV_OUTCOME_NO_PATH);
    CHECK(fetched.results(1).hits(0).area() > 100);
    CHECK(fetched.results(3).hits_size() == 3);
  }
  v1::PollResponse polled;
  v1::PollRequest poll;
  *poll.mutable_handles() = fetch.handles();
  REQUIRE(client.Call(client.paths, &v1::PathService::Stub::Poll, poll, &polled).ok());
  CHECK(polled.results(1).outcome() == v1::NAV_OUTCOME_COMPLETE);
  CHECK(polled.results(1).hits_size() == 0);
}

TEST_CASE("each kind is full by itself, and the refusal names the profile's field", "[NAV-079][NAV-088]") {
  const auto server = StartServer(TestOptions("ps3"));
  Client client(server->address());
  client.Open();
  const std::vector<int> slots{24, 8, 4, 4, 16};
  const std::vector<std::string> fields{"los_requests_max", "flood_fill_requests_max",
                                        "clear_area_requests_max", "closest_position_requests_max",
                                        "audio_requests_max"};
  const std::vector<v1::NavRequest> questions = Questions();
  for (size_t kind = 0; kind < questions.size(); ++kind) {
    CAPTURE(kind);
    v1::SubmitRequest submit;
    for (int i = 0; i <= slots[kind]; ++i) *submit.add_requests() = questions[kind];
    const v1::SubmitResponse response = client.Submit(submit);
    for (int i = 0; i < slots[kind]; ++i) CHECK(response.results(i).handle() != 0);
    const google::rpc::Status& error = response.results(slots[kind]).error();
    CHECK(error.code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
    CHECK(ReasonOf(error) == "PATH_SLOTS_FULL");
    CHECK(error.message().find(fields[kind]) != std::string::npos);
  }
}

TEST_CASE("bad fields of every kind are named, on this plane too", "[NAV-008]") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  v1::SubmitRequest submit;
  *submit.add_requests()->mutable_clear_area()->mutable_center() = Point(1, 1);  // no radius
  *submit.add_requests()->mutable_line_of_sight()->add_points() = Point(1, 1);
  *submit.add_requests()->mutable_flood_fill()->mutable_start() = Point(1, 1);  // no goal
  submit.add_requests()->mutable_random_point();
  v1::NavRequest* flagged = submit.add_requests();
  *flagged = Questions()[3];
  flagged->add_flags(v1::PATH_FLAG_PREFER_PAVEMENTS);
  submit.add_requests()->mutable_closest();
  submit.add_requests()->mutable_audio();
  v1::NavRequest* explained = submit.add_requests();
  *explained->mutable_audio()->mutable_position() = Point(1, 1);
  explained->set_want_explain(true);
  const v1::SubmitResponse response = client.Submit(submit);
  CHECK(FieldOf(response.results(5).error()) == "requests[5].closest.position");
  CHECK(FieldOf(response.results(6).error()) == "requests[6].audio.position");
  CHECK(FieldOf(response.results(7).error()) == "requests[7].want_explain");
  CHECK(FieldOf(response.results(0).error()) == "requests[0].clear_area.clear_radius");
  CHECK(FieldOf(response.results(1).error()) == "requests[1].line_of_sight.points");
  CHECK(FieldOf(response.results(2).error()) == "requests[2].flood_fill.goal");
  CHECK(ReasonOf(response.results(3).error()) == "TYPE_NOT_IN_USE");
  CHECK(FieldOf(response.results(4).error()) == "requests[4].flags");
}

}  // namespace
}  // namespace footfall::tests
