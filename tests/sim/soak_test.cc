#include "tests/sim/soak.h"

#include <catch2/catch.hpp>

#include "tests/sim/random_operations.h"
#include "tests/slow_build.h"

// A short run in every preset; the long one is for tests/sim/soak_main.cc.
namespace footfall::sim::testing {
namespace {

constexpr uint64_t kToldEvery = tests::kIsThreadChecked ? 500 : 1500;

TEST_CASE("a world under traffic of every kind holds no more memory after a while, whatever its threads",
          "[R20]") {
  SoakOptions options;
  options.ticks = 4 * kToldEvery;
  options.told_every = kToldEvery;
  options.order_threads = 0;
  const SoakReport one = Soak(options);
  INFO(one.world << ": " << one.failure);
  REQUIRE(one.failure.empty());
  REQUIRE(one.moments.size() == 4);
  CHECK(one.moments[0].root != one.moments[1].root);
  CHECK(one.results > kToldEvery / 8);
  for (size_t row = 0; row < kOperations.size(); ++row) {
    INFO(kOperations[row].name);
    CHECK(one.given[row] > 0);
  }
  options.order_threads = 3;
  const SoakReport three = Soak(options);
  REQUIRE(three.failure.empty());
  for (size_t i = 0; i < one.moments.size(); ++i) CHECK(one.moments[i].root == three.moments[i].root);
}

}  // namespace
}  // namespace footfall::sim::testing
