#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "footfall/v1/obstacle_service.grpc.pb.h"
#include "tests/server/server_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT
using Paths = v1::PathService::Stub;

namespace {

v1::FetchResponse Fetch(Client& client, const std::vector<uint64_t>& handles, bool then_release = false) {
  v1::FetchRequest request;
  for (const uint64_t handle : handles) request.add_handles(handle);
  request.set_then_release(then_release);
  v1::FetchResponse response;
  const grpc::Status status = client.Call(client.paths, &Paths::Fetch, request, &response);
  INFO(status.error_message());
  REQUIRE(status.ok());
  return response;
}

}  // namespace

TEST_CASE("a path is submitted, complete after a tick and fetched until it is released") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  v1::SubmitRequest request;
  *request.add_requests() = PathRequest(1, 1, 15, 15);
  request.mutable_requests(0)->set_client_ref("mine");
  request.mutable_requests(0)->set_want_polys(true);
  const v1::SubmitResponse submitted = client.Submit(request);
  REQUIRE(submitted.results_size() == 1);
  CHECK_FALSE(submitted.results(0).has_error());
  CHECK(submitted.results(0).applied_tick() == 1);
  CHECK(submitted.results(0).admission() == 1);
  CHECK(submitted.results(0).client_ref() == "mine");
  CHECK(submitted.stamp().tick() == 0);
  CHECK(submitted.stamp().open_commands() == 1);
  const uint64_t handle = submitted.results(0).handle();
  REQUIRE(handle != 0);

  CHECK(Fetch(client, {handle}).results(0).outcome() == v1::NAV_OUTCOME_PENDING);
  const v1::StepResponse first = client.Step(1);
  CHECK(first.ticks_run() == 1);
  CHECK(first.finished_size() == 0);
  const v1::StepResponse second = client.Step(1);
  REQUIRE(second.finished_size() == 1);
  CHECK(second.finished(0).handle() == handle);
  CHECK(second.finished(0).outcome() == v1::NAV_OUTCOME_COMPLETE);
  CHECK(second.finished(0).xyz_size() == 0);

  for (int i = 0; i < 2; ++i) {
    const v1::FetchResponse fetched = Fetch(client, {handle}, i == 1);
    const v1::NavResult& result = fetched.results(0);
    CHECK(result.outcome() == v1::NAV_OUTCOME_COMPLETE);
    CHECK(result.completion_code() == v1::COMPLETION_CODE_FOUND);
    REQUIRE(result.xyz_size() >= 6);
    CHECK(result.xyz_size() % 3 == 0);
    CHECK(result.waypoint_flags_size() == result.xyz_size() / 3);
    CHECK(result.poly_ref_size() == result.xyz_size() / 3);
    CHECK(result.client_ref() == "mine");
    CHECK(result.length() == Approx(std::sqrt(2.0) * 14).epsilon(0.01));
    CHECK(result.timing().submitted_tick() == 1);
    CHECK(result.timing().visible_tick() == 2);
  }
  const v1::FetchResponse gone = Fetch(client, {handle});
  CHECK(ReasonOf(gone.results(0).error()) == "HANDLE_EXPIRED");
}

TEST_CASE("an end off the mesh says how far the nearest surface is, or that none is in reach, on both planes",
          "[R35]") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  v1::SubmitRequest submit;
  v1::QueryRequest query;
  for (const auto& [start_z, goal_z] :
       {std::pair(6.0F, 0.0F), {0.0F, 6.0F}, {500.0F, 0.0F}, {0.0F, 500.0F}}) {
    *submit.add_requests() = PathRequest(Point(1, 1, start_z), Point(9, 9, goal_z));
    *query.add_queries() = submit.requests(submit.requests_size() - 1);
  }
  const v1::SubmitResponse submitted = client.Submit(submit);
  client.Step(2);
  std::vector<uint64_t> handles;
  for (const v1::CommandResult& result : submitted.results()) handles.push_back(result.handle());
  v1::QueryResponse queried;
  REQUIRE(client.Call(client.queries, &v1::QueryService::Stub::Query, query, &queried).ok());
  const v1::FetchResponse fetched = Fetch(client, handles);
  for (const auto* results : {&fetched.results(), &queried.results()}) {
    for (const v1::NavResult& result : *results) CHECK(result.outcome() == v1::NAV_OUTCOME_BAD_ENDPOINT);
    CHECK(results->Get(0).start_snap().nearest() == 6);
    CHECK_FALSE(results->Get(0).has_start_used());
    CHECK_FALSE(results->Get(0).has_goal_snap());
    CHECK(results->Get(1).start_snap().moved() == 0);
    CHECK(results->Get(1).has_start_used());
    CHECK(results->Get(1).goal_snap().nearest() == 6);
    REQUIRE(results->Get(2).has_start_snap());
    CHECK_FALSE(results->Get(2).start_snap().has_nearest());
    CHECK_FALSE(results->Get(2).start_snap().has_moved());
    CHECK(results->Get(3).start_snap().has_moved());
    REQUIRE(results->Get(3).has_goal_snap());
    CHECK_FALSE(results->Get(3).goal_snap().has_nearest());
  }
}

TEST_CASE("each item of a batch succeeds or fails alone, in its place") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  v1::SubmitRequest request;
  *request.add_requests() = PathRequest(1, 1, 15, 15);
  *request.add_requests() = PathRequest(std::nanf(""), 1, 15, 15);
  request.add_requests()->mutable_random_point();
  *request.add_requests() = PathRequest(2, 2, 3, 3);
  const v1::SubmitResponse response = client.Submit(request);
  REQUIRE(response.results_size() == 4);
  CHECK(response.results(0).handle() != 0);
  CHECK(response.results(1).error().code() == grpc::StatusCode::INVALID_ARGUMENT);
  CHECK(FieldOf(response.results(1).error()) == "requests[1].path.start.x");
  CHECK(response.results(2).error().code() == grpc::StatusCode::UNIMPLEMENTED);
  CHECK(ReasonOf(response.results(2).error()) == "TYPE_NOT_IN_USE");
  CHECK(response.results(3).handle() != 0);
}

TEST_CASE("bad numbers, flags and sizes are named with field and bound") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open(v1::ROLE_BOT);
  const float inf = std::numeric_limits<float>::infinity();
  std::vector<std::pair<v1::NavRequest, std::string>> bad = {
      {PathRequest(Point(std::nanf(""), 1), Point(2, 2)), "requests[0].path.start.x"},
      {PathRequest(Point(1, inf), Point(2, 2)), "requests[0].path.start.y"},
      {PathRequest(Point(1, 1), Point(1e30F, 2)), "requests[0].path.goal.x"},
      {PathRequest(Point(1, 1), Point(2, 2, -inf)), "requests[0].path.goal.z"},
      {v1::NavRequest(), "requests[0].kind"}};
  v1::NavRequest radius = PathRequest(1, 1, 2, 2);
  radius.set_radius(-1);
  bad.emplace_back(radius, "requests[0].radius");
  v1::NavRequest flag = PathRequest(1, 1, 2, 2);
  flag.add_flags(static_cast<v1::PathFlag>(63));
  bad.emplace_back(flag, "requests[0].flags[0]");
  v1::NavRequest ref = PathRequest(1, 1, 2, 2);
  ref.set_client_ref(std::string(17, 'x'));
  bad.emplace_back(ref, "requests[0].client_ref");
  for (const auto& [request, field] : bad) {
    CAPTURE(field);
    v1::SubmitRequest submit;
    *submit.add_requests() = request;
    const v1::SubmitResponse response = client.Submit(submit);
    CHECK(response.results(0).error().code() == grpc::StatusCode::INVALID_ARGUMENT);
    CHECK(ReasonOf(response.results(0).error()) == "BAD_FIELD");
    CHECK(FieldOf(response.results(0).error()) == field);
    CHECK(response.results(0).handle() == 0);
  }
  v1::NavRequest priority = PathRequest(1, 1, 2, 2);
  priority.add_flags(v1::PATH_FLAG_SCRIPTED_ROUTE);
  v1::SubmitRequest submit;
  *submit.add_requests() = priority;
  CHECK(ReasonOf(client.Submit(submit).results(0).error()) == "ROLE_NEEDED");

  v1::SubmitRequest many;
  for (int i = 0; i < 257; ++i) *many.add_requests() = PathRequest(1, 1, 2, 2);
  const grpc::Status oversize = client.Call(client.paths, &Paths::Submit, many);
  CHECK(oversize.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
  CHECK(FieldOf(DetailsOf(oversize)) == "requests");
  v1::SubmitRequest long_id;
  long_id.set_request_id(std::string(65, 'x'));
  CHECK(FieldOf(DetailsOf(client.Call(client.paths, &Paths::Submit, long_id))) == "request_id");
}

TEST_CASE("start at the goal and points off the mesh are outcomes, not errors") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  const uint64_t same = client.SubmitPath(5, 5, 5, 5).results(0).handle();
  const uint64_t off = client.SubmitPath(5, 5, 500, 500).results(0).handle();
  client.Step(3);
  const v1::FetchResponse fetched = Fetch(client, {same, off});
  CHECK(fetched.results(0).outcome() == v1::NAV_OUTCOME_COMPLETE);
  CHECK_FALSE(fetched.results(1).has_error());
  CHECK((fetched.results(1).outcome() == v1::NAV_OUTCOME_BAD_ENDPOINT ||
         fetched.results(1).outcome() == v1::NAV_OUTCOME_NOT_RESIDENT ||
         fetched.results(1).outcome() == v1::NAV_OUTCOME_COMPLETE));
}

TEST_CASE("the 33rd request on ps3 is refused with the ticks to wait", "[NAV-077][NAV-088]") {
  const auto server = StartServer(TestOptions("ps3"));
  Client client(server->address());
  client.Open();
  v1::SubmitRequest request;
  for (int i = 0; i < 33; ++i) *request.add_requests() = PathRequest(1, 1, 15, 15);
  const v1::SubmitResponse response = client.Submit(request);
  for (int i = 0; i < 32; ++i) CHECK(response.results(i).handle() != 0);
  CHECK(response.results(32).handle() == 0);
  CHECK(response.results(32).error().code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
  const std::string reason = ReasonOf(response.results(32).error());
  CHECK((reason == "PATH_SLOTS_FULL" || reason == "SESSION_QUOTA"));
  CHECK(RetryTicksOf(response.results(32).error()) == "1");
}

TEST_CASE("a handle of another session looks like one that was never issued") {
  const auto server = StartServer(TestOptions());
  Client owner(server->address());
  owner.Open();
  Client other(server->address());
  other.Open();
  const uint64_t handle = owner.SubmitPath(1, 1, 15, 15).results(0).handle();
  for (const uint64_t asked : {handle, handle + 77}) {
    CHECK(ReasonOf(Fetch(other, {asked}).results(0).error()) == "HANDLE_UNKNOWN");
    v1::CancelRequest cancel;
    cancel.add_handles(asked);
    v1::CancelResponse cancelled;
    REQUIRE(other.Call(other.paths, &Paths::Cancel, cancel, &cancelled).ok());
    CHECK(ReasonOf(cancelled.results(0).error()) == "HANDLE_UNKNOWN");
  }
  // Also when the other session has handles of its own.
  other.SubmitPath(1, 1, 15, 15);
  CHECK(ReasonOf(Fetch(other, {handle}).results(0).error()) == "HANDLE_UNKNOWN");
  CHECK(ReasonOf(Fetch(other, {0}).results(0).error()) == "HANDLE_UNKNOWN");
  CHECK(Fetch(owner, {handle}).results(0).outcome() == v1::NAV_OUTCOME_PENDING);
}

TEST_CASE("cancel and release free the slot and leave the handle expired") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  const uint64_t one = client.SubmitPath(1, 1, 15, 15).results(0).handle();
  const uint64_t two = client.SubmitPath(1, 1, 15, 15).results(0).handle();
  v1::CancelRequest cancel;
  cancel.add_handles(one);
  v1::CancelResponse cancelled;
  REQUIRE(client.Call(client.paths, &Paths::Cancel, cancel, &cancelled).ok());
  CHECK_FALSE(cancelled.results(0).has_error());
  client.Step(2);
  v1::ReleaseRequest release;
  release.add_handles(two);
  release.add_handles(two);
  v1::ReleaseResponse released;
  REQUIRE(client.Call(client.paths, &Paths::Release, release, &released).ok());
  CHECK_FALSE(released.results(0).has_error());
  CHECK(ReasonOf(released.results(1).error()) == "HANDLE_EXPIRED");
  v1::PollRequest poll;
  poll.add_handles(one);
  poll.add_handles(two);
  v1::PollResponse polled;
  REQUIRE(client.Call(client.paths, &Paths::Poll, poll, &polled).ok());
  CHECK(ReasonOf(polled.results(0).error()) == "HANDLE_EXPIRED");
  CHECK(ReasonOf(polled.results(1).error()) == "HANDLE_EXPIRED");
}

TEST_CASE("a repeated request_id answers with the first reply and submits nothing") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  v1::SubmitRequest request;
  *request.add_requests() = PathRequest(1, 1, 15, 15);
  request.set_request_id("once");
  const v1::SubmitResponse first = client.Submit(request);
  const std::string hash = client.Hash();
  client.Step(1);
  const v1::SubmitResponse second = client.Submit(request);
  CHECK(first.SerializeAsString() == second.SerializeAsString());
  v1::ListRequestsResponse list;
  REQUIRE(client.Call(client.paths, &Paths::ListRequests, v1::ListRequestsRequest(), &list).ok());
  CHECK(list.requests_size() == 1);
  // Another session's ids are its own.
  Client other(server->address());
  other.Open();
  CHECK(other.Submit(request).results(0).handle() != first.results(0).handle());
}

TEST_CASE("a list is paged over one view, sorted by handle") {
  server::ServerOptions options = TestOptions();
  options.world.first_epoch = 0x7FEE'DDCC'BBAA'9988;  // as random as a server's own
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  std::vector<uint64_t> handles;
  for (int i = 0; i < 5; ++i) handles.push_back(client.SubmitPath(1, 1, 15, 15).results(0).handle());
  v1::ListRequestsRequest request;
  request.set_page_size(2);
  std::vector<uint64_t> listed;
  do {
    v1::ListRequestsResponse page;
    REQUIRE(client.Call(client.paths, &Paths::ListRequests, request, &page).ok());
    CHECK(page.requests_size() <= 2);
    CHECK(page.stamp().tick() == 0);
    for (const v1::NavResult& r : page.requests()) listed.push_back(r.handle());
    request.set_page_token(page.next_page_token());
    client.Step(1);  // A list goes on over the view that it began with.
  } while (!request.page_token().empty());
  CHECK(listed == handles);
  // The token of another list.
  v1::ListRequestsRequest again;
  again.set_page_size(2);
  v1::ListRequestsResponse first_page;
  REQUIRE(client.Call(client.paths, &Paths::ListRequests, again, &first_page).ok());
  v1::ObstacleService::Stub obstacles(client.channel);
  v1::ListObstaclesRequest other;
  other.set_page_token(first_page.next_page_token());
  const grpc::Status foreign = client.Call(obstacles, &v1::ObstacleService::Stub::ListObstacles, other);
  CHECK(FieldOf(DetailsOf(foreign)) == "page_token");
  request.set_page_token(std::string(80, 'g'));
  CHECK(client.Call(client.paths, &Paths::ListRequests, request).error_code() ==
        grpc::StatusCode::INVALID_ARGUMENT);
  request.set_page_token("nonsense");
  CHECK(client.Call(client.paths, &Paths::ListRequests, request).error_code() ==
        grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_CASE("results beyond message_bytes come back as MESSAGE_FULL and are not released") {
  const auto server = StartServer(TestOptions("pc", {"message_bytes_max=8192"}));
  Client client(server->address());
  client.Open();
  std::vector<uint64_t> handles;
  for (int i = 0; i < 30; ++i) handles.push_back(client.SubmitPath(1, 1, 15, 15).results(0).handle());
  // The same handle many times: each item is a full result.
  client.Step(40);
  std::vector<uint64_t> asked;
  for (int i = 0; i < 5; ++i) asked.insert(asked.end(), handles.begin(), handles.end());
  const v1::FetchResponse fetched = Fetch(client, asked, false);
  REQUIRE(fetched.results_size() == 150);
  CHECK(fetched.results(0).outcome() == v1::NAV_OUTCOME_COMPLETE);
  CHECK(ReasonOf(fetched.results(149).error()) == "MESSAGE_FULL");
  CHECK(fetched.results(149).handle() == handles.back());
}
