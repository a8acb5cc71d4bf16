// The helpers that own one handle, against a server with canned answers.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "clients/lib/connection.h"
#include "clients/lib/held_request.h"
#include "clients/lib/requests.h"
#include "clients/lib/session.h"
#include "tests/clients/fake_server.h"

namespace footfall::client {
namespace {

using tests::FakeServer;

Session OpenOn(const FakeServer& server) {
  absl::StatusOr<Session> session = Session::Open(Connection::To(server.address()));
  REQUIRE(session.ok());
  return *std::move(session);
}

long CountOf(const FakeServer& server, const std::string& method) {
  const std::vector<std::string> calls = server.calls();
  return std::count_if(calls.begin(), calls.end(),
                       [&](const std::string& call) { return call.rfind(method, 0) == 0; });
}

TEST_CASE("a helper polls its handle, keeps the answer and frees the slot", "[NAV-249]") {
  FakeServer server;
  Session session = OpenOn(server);
  server.fetches_pending = 1;
  RouteSearch route;
  CHECK_FALSE(route.Poll().ok());  // nothing is asked
  REQUIRE(route.Begin(session, Point(1, 2, 3), Point(4, 5, 6)).ok());
  CHECK(route.id() != 0);
  CHECK(*route.Poll() == false);
  CHECK(route.answer() == nullptr);
  CHECK(*route.Poll() == true);
  REQUIRE(route.answer() != nullptr);
  CHECK(route.answer()->outcome() == v1::NAV_OUTCOME_COMPLETE);
  CHECK(route.id() == 0);
  CHECK(server.released().size() == 1);
  // The answer is there already.
  CHECK(*route.Poll() == true);
  CHECK(CountOf(server, "Fetch") == 2);
  CHECK(CountOf(server, "Cancel") == 0);
}

TEST_CASE("a helper owns one handle at most and cancels it at its end", "[NAV-249]") {
  FakeServer server;
  Session session = OpenOn(server);
  {
    SightTest sight;
    REQUIRE(sight.Begin(session, Point(1, 2, 3), Point(4, 5, 6)).ok());
    REQUIRE(sight.Begin(session, Point(1, 2, 3), Point(7, 8, 9)).ok());
    CHECK(CountOf(server, "Cancel") == 1);
    ClearAreaSearch area;
    REQUIRE(area.Begin(session, Point(1, 2, 3), 10, 1).ok());
    ClosestPositionSearch closest;
    REQUIRE(closest.Begin(session, Point(1, 2, 3), 5, 4).ok());
    CHECK(*closest.Poll() == true);
    CHECK_FALSE(closest.place().has_value());
  }
  // Of the line of sight and the clear area; the closest position was answered.
  CHECK(CountOf(server, "Cancel") == 3);
  CHECK(CountOf(server, "Submit") == 4);
}

TEST_CASE("a moved helper takes the handle along", "[NAV-249]") {
  FakeServer server;
  Session session = OpenOn(server);
  RouteSearch first;
  REQUIRE(first.Begin(session, Point(1, 2, 3), Point(4, 5, 6)).ok());
  const auto id = first.id();
  RouteSearch second = std::move(first);
  CHECK(second.id() == id);
  CHECK(CountOf(server, "Cancel") == 0);
  RouteSearch third;
  REQUIRE(third.Begin(session, Point(1, 2, 3), Point(4, 5, 6)).ok());
  third = std::move(second);
  CHECK(third.id() == id);
  CHECK(CountOf(server, "Cancel") == 1);
  REQUIRE(third.Cancel().ok());
  CHECK(third.Cancel().ok());
  CHECK(CountOf(server, "Cancel") == 2);
}

}  // namespace
}  // namespace footfall::client
