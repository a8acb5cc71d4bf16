// What a load works out from what it has measured.
#include <catch2/catch.hpp>

#include "clients/cli/load_target.h"
#include "clients/cli/server_cpu.h"

namespace footfall::cli {
namespace {

TEST_CASE("a stream has to reach the lesser of a share of the echo and of what the cores can search") {
  StreamTarget target;
  target.cores = 2;
  target.client_cores = 0.25;
  target.transport_cores = 0.25;
  target.foreign_cores = 0.5;
  target.alone_per_cpu_s = 1000;
  target.echo_paths_per_s = 10'000;
  target.paths_per_s = 1350;
  CHECK(target.c() == 0.5);
  CHECK(target.of_echo() == 6000);
  CHECK(target.of_cores() == Approx(1350));
  CHECK(target.of_free_cores() == Approx(900));
  CHECK(target.paths_per_s_wanted() == target.of_cores());
  CHECK(target.reached() == Approx(1));
  target.echo_paths_per_s = 1000;
  CHECK(target.paths_per_s_wanted() == 600);
  CHECK(target.reached() == Approx(2.25));
}

TEST_CASE("client and transport that take more than the cores leave nothing to search with") {
  StreamTarget target;
  target.cores = 1;
  target.client_cores = 2;
  target.alone_per_cpu_s = 1000;
  CHECK(target.of_cores() == 0);
  CHECK(target.of_free_cores() == 0);
}

TEST_CASE("the CPU time of a server is read from its page, and a page without it is refused by name") {
  const char* page =
      "HTTP/1.1 200 OK\r\n\r\n# HELP footfall_queries_total footfall_queries_total 7\n"
      "footfall_queries_total 64\nfootfall_query_cpu_seconds_total 1.5\n"
      "process_cpu_seconds_total 2.25e1\n";
  const auto cpu = ParseServerCpu(page);
  REQUIRE(cpu.ok());
  CHECK(cpu->queries == 64);
  CHECK(cpu->query_seconds == 1.5);
  CHECK(cpu->process_seconds == 22.5);
  const ServerCpu since = cpu->Since({2.5, 0.5, 4});
  CHECK(since.queries == 60);
  CHECK(since.query_seconds == 1);
  CHECK(since.process_seconds == 20);
  const auto without = ParseServerCpu("\nfootfall_queries_total 64\nprocess_cpu_seconds_total none\n");
  REQUIRE_FALSE(without.ok());
  CHECK(without.status().message() == "/metrics has no figure process_cpu_seconds_total");
}

}  // namespace
}  // namespace footfall::cli
