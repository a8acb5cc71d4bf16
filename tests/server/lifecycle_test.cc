#include <arpa/inet.h>
#include <grpcpp/generic/generic_stub.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>
#include <thread>

#include "server/health.h"
#include "server/listen_address.h"
#include "server/metrics_text.h"
#include "tests/server/server_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT
using World = v1::WorldService::Stub;

namespace {

constexpr int64_t kSecond = 1'000'000'000;

std::string HttpGet(int port, const std::string& path) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_port = htons(static_cast<uint16_t>(port));
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(connect(fd, reinterpret_cast<sockaddr*>(&name), sizeof(name)) == 0);
  const std::string request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  REQUIRE(write(fd, request.data(), request.size()) == static_cast<ssize_t>(request.size()));
  std::string reply;
  char buffer[4096];
  ssize_t size = 0;
  while ((size = read(fd, buffer, sizeof(buffer))) > 0) reply.append(buffer, static_cast<size_t>(size));
  close(fd);
  return reply;
}

// grpc.health.v1.Health/Check by hand: field 1 of the request is the name, field 1 of the reply the state (1:
// SERVING).
std::string HealthReply(Client& client, const std::string& name, grpc::Status* status) {
  grpc::ClientContext context;
  client.Prepare(context);
  grpc::GenericStub stub(client.channel);
  grpc::CompletionQueue queue;
  const std::string bytes =
      name.empty() ? "" : "\x0a" + std::string(1, static_cast<char>(name.size())) + name;
  const grpc::Slice slice(bytes);
  const grpc::ByteBuffer request(&slice, 1);
  grpc::ByteBuffer response;
  auto call = stub.PrepareUnaryCall(&context, "/grpc.health.v1.Health/Check", request, &queue);
  call->StartCall();
  call->Finish(&response, status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  std::vector<grpc::Slice> slices;
  if (!status->ok() || !response.Dump(&slices).ok()) return "";
  std::string reply;
  for (const grpc::Slice& part : slices)
    reply.append(reinterpret_cast<const char*>(part.begin()), part.size());
  return reply;
}

}  // namespace

TEST_CASE("a second server on the same port fails and says so", "[R54]") {
  const auto first = StartServer(TestOptions());
  server::ServerOptions options = TestOptions();
  options.listen = first->address();
  const auto second = server::Server::Start(std::move(options));
  REQUIRE_FALSE(second.ok());
  CHECK(std::string(second.status().message()).find(first->address()) != std::string::npos);
  Client client(first->address());
  client.Open();
  CHECK(client.Step(1).ticks_run() == 1);
}

TEST_CASE("listening beyond this machine needs --insecure, and grants less", "[R56]") {
  server::ServerOptions options = TestOptions();
  options.listen = "0.0.0.0:0";
  const auto refused = server::Server::Start(std::move(options));
  REQUIRE_FALSE(refused.ok());
  CHECK(std::string(refused.status().message()).find("--insecure") != std::string::npos);
  options = TestOptions();
  options.listen = "0.0.0.0:0";
  options.insecure = true;
  const auto server = StartServer(std::move(options));
  Client client("127.0.0.1:" + std::to_string(server->port()));
  v1::GetServerResponse response;
  REQUIRE(
      client.Call(client.sessions, &v1::SessionService::Stub::GetServer, v1::GetServerRequest(), &response)
          .ok());
  CHECK(response.role_max() == v1::ROLE_BOT);
}

TEST_CASE("addresses are told apart") {
  CHECK(server::ParseListenAddress("127.0.0.1:7450")->is_local);
  CHECK(server::ParseListenAddress("[::1]:0")->is_local);
  CHECK(server::ParseListenAddress("localhost:1")->is_local);
  CHECK_FALSE(server::ParseListenAddress("10.0.0.1:7450")->is_local);
  CHECK(server::ParseListenAddress("unix:/tmp/x")->is_unix);
  for (const char* bad : {"", "7450", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
                          "127.0.0.1:7x", "example.org:1", "unix:", ":1"}) {
    CAPTURE(bad);
    CHECK_FALSE(server::ParseListenAddress(bad).ok());
  }
}

TEST_CASE("a Unix socket serves, and is not taken from the server that has it") {
  const std::string path = "/tmp/footfall_server_test_" + std::to_string(getpid());
  server::ServerOptions options = TestOptions();
  options.listen = "unix:" + path;
  auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  CHECK(client.Step(1).ticks_run() == 1);
  options = TestOptions();
  options.listen = "unix:" + path;
  CHECK_FALSE(server::Server::Start(std::move(options)).ok());
  CHECK(client.Step(1).ticks_run() == 1);
  server.reset();
  std::remove(path.c_str());
}

TEST_CASE("drain ends waits and streams with DRAINING, in time although clients are silent") {
  server::ServerOptions options = TestOptions();
  options.core.paused = false;
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  Client silent(server->address());
  silent.Open();
  grpc::ClientContext silent_query;
  silent.Prepare(silent_query);
  const auto query_stream = silent.queries.QueryStream(&silent_query);
  grpc::ClientContext silent_attach;
  silent.Prepare(silent_attach);
  const auto attach = silent.sessions.Attach(&silent_attach);
  v1::AttachResponse frame;
  REQUIRE(attach->Read(&frame));
  grpc::ClientContext watch_context;
  silent.Prepare(watch_context);
  const auto watch = silent.world.WatchTicks(&watch_context, v1::WatchTicksRequest());
  watch->WaitForInitialMetadata();
  grpc::Status waited;
  std::thread waiting([&] {
    v1::GetWorldRequest request;
    request.mutable_read()->set_min_tick(1'000'000);
    waited = client.Call(client.world, &World::GetWorld, request);
  });
  REQUIRE(Eventually([&] { return server->core().figures().waiting_calls == 1; }));
  const auto began = std::chrono::steady_clock::now();
  server->Drain();
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(kCallSeconds));
  waiting.join();
  CHECK(waited.error_code() == grpc::StatusCode::UNAVAILABLE);
  CHECK(ReasonOf(waited) == "DRAINING");
  std::string reason;
  while (attach->Read(&frame)) reason = frame.closing_reason();
  CHECK(reason == "DRAINING");
  CHECK(attach->Finish().error_code() == grpc::StatusCode::UNAVAILABLE);
  v1::QueryStreamResponse reply;
  CHECK_FALSE(query_stream->Read(&reply));
  CHECK(query_stream->Finish().error_code() == grpc::StatusCode::UNAVAILABLE);
  v1::WatchTicksResponse tick;
  while (watch->Read(&tick)) {
  }
  CHECK(watch->Finish().error_code() == grpc::StatusCode::UNAVAILABLE);
}

TEST_CASE("health serves the empty name, one a service and the world") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  grpc::Status status;
  for (const char* name : {"", "footfall.v1.PathService", "footfall.v1.QueryService", "world"}) {
    CAPTURE(name);
    CHECK(HealthReply(client, name, &status) == "\x08\x01");
  }
  HealthReply(client, "no.such.Service", &status);
  CHECK(status.error_code() == grpc::StatusCode::NOT_FOUND);
}

TEST_CASE("health follows the progress of ticks, and a pause on purpose is healthy", "[R5]") {
  server::Figures figures;
  server::TickProgress progress;
  figures.run_state = v1::RUN_STATE_PAUSED;
  CHECK(progress.IsHealthy(figures, kSecond));
  CHECK(progress.IsHealthy(figures, 100 * kSecond));
  figures.run_state = v1::RUN_STATE_RUNNING;
  CHECK(progress.IsHealthy(figures, 104 * kSecond));
  CHECK_FALSE(progress.IsHealthy(figures, 106 * kSecond));
  ++figures.ticks;
  CHECK(progress.IsHealthy(figures, 106 * kSecond));
  figures.run_state = v1::RUN_STATE_PAUSED;
  figures.tick_began_ns = 200 * kSecond;
  CHECK(progress.IsHealthy(figures, 204 * kSecond));
  CHECK_FALSE(progress.IsHealthy(figures, 206 * kSecond));
}

TEST_CASE("/metrics tells tick, slots, refusals, time and lag", "[R50]") {
  server::ServerOptions options = TestOptions("ps3");
  options.metrics_port = 0;
  const auto server = StartServer(std::move(options));
  REQUIRE(server->metrics_port() != 0);
  Client client(server->address());
  client.Open();
  v1::SubmitRequest request;
  for (int i = 0; i < 33; ++i) *request.add_requests() = PathRequest(1, 1, 15, 15);
  client.Submit(request);
  client.Step(3);
  const std::string page = HttpGet(server->metrics_port(), "/metrics");
  CHECK(page.find("200 OK") != std::string::npos);
  for (const char* line :
       {"\nfootfall_tick 3\n", "\nfootfall_path_slots_in_use 32\n", "\nfootfall_path_refused_total 1\n",
        "\nfootfall_lag_seconds 0\n", "\nfootfall_sessions 1\n", "\nfootfall_sim_time_seconds ",
        "\nfootfall_queries_total 0\n", "\nfootfall_query_cpu_seconds_total 0\n"}) {
    CAPTURE(line);
    CHECK(page.find(line) != std::string::npos);
  }
  v1::QueryRequest queries;
  *queries.add_queries() = PathRequest(1, 1, 15, 15);
  REQUIRE(client.Call(client.queries, &v1::QueryService::Stub::Query, queries).ok());
  const std::string later = HttpGet(server->metrics_port(), "/metrics");
  CHECK(later.find("\nfootfall_queries_total 1\n") != std::string::npos);
  CHECK(later.find("\nfootfall_query_cpu_seconds_total 0\n") == std::string::npos);
  CHECK(later.find("\nprocess_cpu_seconds_total 0\n") == std::string::npos);
  CHECK(HttpGet(server->metrics_port(), "/").find("404") != std::string::npos);
}

TEST_CASE("the lag grows while one tick takes long") {
  const auto server = StartServer(TestOptions("ps3"));
  server::Figures figures;
  const auto lag_at = [&](int64_t now_ns) {
    const std::string page = server::MetricsText(server->core().published(), figures, now_ns);
    const size_t at = page.find("\nfootfall_lag_seconds ");
    REQUIRE(at != std::string::npos);
    return std::stod(page.substr(at + std::string("\nfootfall_lag_seconds ").size()));
  };
  figures.run_state = v1::RUN_STATE_RUNNING;
  figures.lag_ns = 250'000'000;
  CHECK(lag_at(100 * kSecond) == Approx(0.25));  // no tick is under way
  figures.tick_began_ns = 100 * kSecond;
  CHECK(lag_at(100 * kSecond + 1) == Approx(0.25));
  CHECK(lag_at(103 * kSecond) == Approx(3 - 1.0 / 30));
  figures.run_state = v1::RUN_STATE_PAUSED;
  CHECK(lag_at(103 * kSecond) == Approx(0.25));
}

TEST_CASE("a message over message_bytes is refused") {
  const auto server = StartServer(TestOptions("pc", {"message_bytes_max=8192"}));
  Client client(server->address());
  client.Open();
  v1::SubmitRequest request;
  request.set_request_id(std::string(10000, 'x'));
  CHECK(client.Call(client.paths, &v1::PathService::Stub::Submit, request).error_code() ==
        grpc::StatusCode::RESOURCE_EXHAUSTED);
  CHECK(client.Step(1).ticks_run() == 1);
}
