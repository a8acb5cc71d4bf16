#include "tests/sim/random_driver.h"

#include <catch2/catch.hpp>
#include <vector>

#include "tests/sim/random_operations.h"
#include "tests/slow_build.h"

// A small run in every preset; long ones are for tests/sim/random_driver_main.cc.
namespace footfall::sim::testing {
namespace {

constexpr uint64_t kOperationsEach = tests::kIsThreadChecked ? 600 : 3000;

TEST_CASE("worlds driven at random keep slots, handles, results, memory and hashes in order",
          "[R10][R42][NAV-005][NAV-088][NAV-105]") {
  std::vector<uint64_t> applied(kOperations.size());
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    DriveOptions options;
    options.seed = seed;
    options.operations = kOperationsEach;
    const DriveReport report = Drive(options);
    INFO(Told(report));
    CHECK(report.failure.empty());
    CHECK(report.compared > report.results / 4);
    CHECK(report.restores > report.operations / 300);
    CHECK(report.faults[0] > report.operations / 4);
    for (size_t row = 0; row < kOperations.size(); ++row) applied[row] += report.applied[row];
  }
  // Every kind was given, and something of it came about: in all worlds together, as a short run meets few of
  // some.
  for (size_t row = 0; row < kOperations.size(); ++row) {
    INFO(kOperations[row].name);
    CHECK(applied[row] > 0);
  }
}

}  // namespace
}  // namespace footfall::sim::testing
