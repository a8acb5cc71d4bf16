// What the client library sends and gives back, against a server with canned answers.
#include <catch2/catch.hpp>
#include <initializer_list>
#include <utility>

#include "clients/lib/connection.h"
#include "clients/lib/error.h"
#include "clients/lib/query_stream.h"
#include "clients/lib/requests.h"
#include "clients/lib/session.h"
#include "google/rpc/error_details.pb.h"
#include "tests/clients/fake_server.h"

namespace footfall::client {
namespace {

using tests::FakeServer;

Session OpenOn(const FakeServer& server) {
  absl::StatusOr<Session> session = Session::Open(Connection::To(server.address()));
  REQUIRE(session.ok());
  return *std::move(session);
}

v1::NavRequest SomePath() { return PathBetween(Point(1, 2, 3), Point(4, 5, 6)); }

TEST_CASE("an address without a port means the default one") {
  for (const auto& [address, expected] : std::initializer_list<std::pair<const char*, const char*>>{
           {"127.0.0.1", "127.0.0.1:7450"},
           {"127.0.0.1:", "127.0.0.1:7450"},
           {"localhost", "localhost:7450"},
           {"unixbox", "unixbox:7450"},
           {"::1", "[::1]:7450"},
           {"[::1]", "[::1]:7450"},
           {"127.0.0.1:80", "127.0.0.1:80"},
           {"[::1]:80", "[::1]:80"},
           {"ipv4:127.0.0.1:80", "ipv4:127.0.0.1:80"},
           {"ipv6:[::1]:80", "ipv6:[::1]:80"},
           {"unix:socket", "unix:socket"},
           {"unix:/tmp/socket", "unix:/tmp/socket"},
           {"unix-abstract:socket", "unix-abstract:socket"},
           {"dns:///localhost:80", "dns:///localhost:80"},
           {"", ""}}) {
    CHECK(WithPort(address) == expected);
  }
}

TEST_CASE("a session sends its secret with every call and closes itself once") {
  FakeServer server;
  {
    Session session = OpenOn(server);
    CHECK(session.Renew().ok());
    Session moved = std::move(session);
    CHECK(moved.Renew().ok());
  }
  CHECK(server.calls() == std::vector<std::string>{"OpenSession", "RenewSession secret",
                                                   "RenewSession secret", "CloseSession secret"});
}

TEST_CASE("a session that was closed or detached is not closed again") {
  FakeServer server;
  {
    Session session = OpenOn(server);
    CHECK(session.Close().ok());
    CHECK(session.Close().ok());
  }
  CHECK(server.calls() == std::vector<std::string>{"OpenSession", "CloseSession secret"});
  {
    Session session = OpenOn(server);
    CHECK(session.Detach() == "secret");
  }
  CHECK(server.calls().size() == 3);
}

TEST_CASE("a path handle releases its request once, and not when it was given up") {
  FakeServer server;
  Session session = OpenOn(server);
  {
    absl::StatusOr<PathHandle> path = session.SubmitPath(SomePath());
    REQUIRE(path.ok());
    CHECK(path->id() == 100);
    PathHandle moved = *std::move(path);
    CHECK(server.released().empty());
  }
  CHECK(server.released() == std::vector<std::uint64_t>{100});
  {
    absl::StatusOr<PathHandle> path = session.SubmitPath(SomePath());
    REQUIRE(path.ok());
    CHECK(path->Forget() == 100);
  }
  CHECK(server.released().size() == 1);
}

TEST_CASE("a path handle that outlives its session releases nothing and says so when asked") {
  FakeServer server;
  PathHandle path;
  {
    Session session = OpenOn(server);
    absl::StatusOr<PathHandle> submitted = session.SubmitPath(SomePath());
    REQUIRE(submitted.ok());
    path = *std::move(submitted);
  }
  CHECK(path.Poll().status().code() == absl::StatusCode::kFailedPrecondition);
  CHECK(path.Await().status().code() == absl::StatusCode::kFailedPrecondition);
  path = PathHandle();
  CHECK(server.released().empty());
}

TEST_CASE("waiting goes on while the world runs, and ends at once in a world that stands still") {
  FakeServer server;
  Session session = OpenOn(server);
  absl::StatusOr<PathHandle> path = session.SubmitPath(SomePath());
  REQUIRE(path.ok());

  server.fetches_pending = 3;
  CHECK(path->Await()->outcome() == v1::NAV_OUTCOME_COMPLETE);

  server.world_runs = false;
  server.fetches_pending = 1'000'000;
  CHECK(path->Await()->outcome() == v1::NAV_OUTCOME_PENDING);
}

TEST_CASE("each item of a batch is refused alone, and says why and when to try again") {
  FakeServer server;
  Session session = OpenOn(server);
  google::rpc::ErrorInfo info;
  info.set_reason("PATH_SLOTS_FULL");
  (*info.mutable_metadata())["retry_after_ticks"] = "7";
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_nanos(233'000'000);
  server.submit_error.set_code(grpc::StatusCode::RESOURCE_EXHAUSTED);
  server.submit_error.set_message("all 32 slots are taken");
  server.submit_error.add_details()->PackFrom(info);
  server.submit_error.add_details()->PackFrom(retry);

  const absl::StatusOr<PathHandle> path = session.SubmitPath(SomePath());
  REQUIRE_FALSE(path.ok());
  const Error error = DecodeError(path.status());
  CHECK(error.code == absl::StatusCode::kResourceExhausted);
  CHECK(error.reason == "PATH_SLOTS_FULL");
  CHECK(error.retry_after_ticks == 7U);
  CHECK(error.retry_delay_ms == 233);
  CHECK(ErrorText(error) ==
        "RESOURCE_EXHAUSTED / PATH_SLOTS_FULL: all 32 slots are taken; try again after 7 ticks");
}

TEST_CASE("an error of a whole call carries its reason") {
  FakeServer server;
  SessionOptions options;
  options.role = v1::ROLE_DEBUG;
  const absl::StatusOr<Session> session = Session::Open(Connection::To(server.address()), options);
  REQUIRE_FALSE(session.ok());
  CHECK(DecodeError(session.status()).reason == "ROLE_NEEDED");
  CHECK(DecodeError(session.status()).code == absl::StatusCode::kPermissionDenied);
}

TEST_CASE("a server that does not answer ends in DEADLINE_EXCEEDED, one that is not there in UNAVAILABLE") {
  FakeServer server;
  ConnectOptions options;
  options.deadline = std::chrono::milliseconds(50);
  const auto late = Connection::To(server.address(), options).GetServer();
  CHECK(late.status().code() == absl::StatusCode::kDeadlineExceeded);
  // Port 1 is refused at once on loopback.
  const auto absent = Connection::To("127.0.0.1:1").GetServer();
  CHECK(absent.status().code() == absl::StatusCode::kUnavailable);
  CHECK(DecodeError(absent.status()).reason.empty());
}

TEST_CASE("a service that the server lacks is UNIMPLEMENTED, for a call and for a stream") {
  FakeServer server;
  const Connection connection = Connection::To(server.address());
  CHECK(connection.Query(PointBelow(Point(0, 0, 0))).status().code() == absl::StatusCode::kUnimplemented);
  const auto stream = QueryStream::Open(connection);
  v1::QueryStreamResponse reply;
  CHECK_FALSE(stream->Read(&reply));
  CHECK(stream->Finish().code() == absl::StatusCode::kUnimplemented);
}

TEST_CASE("the command stream carries frames both ways and tells how it ended") {
  FakeServer server;
  Session session = OpenOn(server);
  const auto stream = session.Attach();
  v1::AttachRequest request;
  request.add_commands()->set_sequence(9);
  REQUIRE(stream->Write(request));
  v1::AttachResponse response;
  REQUIRE(stream->Read(&response));
  CHECK(response.results(0).sequence() == 9);
  stream->WritesDone();
  CHECK(stream->Finish().code() == absl::StatusCode::kUnavailable);
  CHECK(server.calls().back() == "Attach secret");
}

TEST_CASE("an open stream that goes out of scope is cancelled, not waited for") {
  FakeServer server;
  Session session = OpenOn(server);
  session.Attach();
  CHECK(session.Renew().ok());
}

}  // namespace
}  // namespace footfall::client
