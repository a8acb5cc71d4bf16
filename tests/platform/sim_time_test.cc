#include "platform/sim_time.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <string>

namespace footfall::platform {
namespace {

__extension__ using Uint128 = unsigned __int128;

TickRate Rate(int hz) {
  absl::StatusOr<TickRate> rate = TickRate::FromHz(hz);
  REQUIRE(rate.ok());
  return *rate;
}

std::int64_t ExactStart(std::uint64_t tick, int hz) {
  return static_cast<std::int64_t>(Uint128{tick} * 1'000'000'000 / static_cast<unsigned>(hz));
}

TEST_CASE("times add, subtract, scale and compare as integers") {
  SimTime time = SimTime::FromMs(1500);
  CHECK(time.ns == 1'500'000'000);
  CHECK(time + SimTime{1} == SimTime{1'500'000'001});
  CHECK(time - SimTime::FromSeconds(2) == SimTime{-500'000'000});
  CHECK(SimTime{5} * 3 == SimTime{15});
  time += SimTime{2};
  CHECK(time.ns == 1'500'000'002);
  time -= SimTime{3};
  CHECK(time.ns == 1'499'999'999);
  CHECK(SimTime{-1} < SimTime{0});
  CHECK(SimTime{3} >= SimTime{3});
  CHECK(SimTime{} == SimTime{0});
}

TEST_CASE("whole milliseconds round towards the past on both sides of zero") {
  CHECK(SimTime{0}.FloorMs() == 0);
  CHECK(SimTime{999'999}.FloorMs() == 0);
  CHECK(SimTime{1'000'000}.FloorMs() == 1);
  CHECK(SimTime{-1}.FloorMs() == -1);
  CHECK(SimTime{-1'000'000}.FloorMs() == -1);
  CHECK(SimTime{-1'000'001}.FloorMs() == -2);
  for (std::int64_t ms : {-86'400'000, -1, 0, 1, 7, 86'400'000}) CHECK(SimTime::FromMs(ms).FloorMs() == ms);
}

TEST_CASE("only 20, 30 and 60 ticks a second are allowed") {
  for (int hz = -5; hz <= 130; ++hz) {
    CAPTURE(hz);
    const absl::StatusOr<TickRate> rate = TickRate::FromHz(hz);
    const bool allowed = hz == 20 || hz == 30 || hz == 60;
    REQUIRE(rate.ok() == allowed);
    if (allowed) {
      CHECK(rate->hz() == hz);
    } else {
      CHECK(rate.status().code() == absl::StatusCode::kInvalidArgument);
      CHECK(rate.status().message().find(std::to_string(hz) + " Hz") != std::string::npos);
    }
  }
  CHECK_FALSE(TickRate::FromHz(std::numeric_limits<int>::max()).ok());
  CHECK_FALSE(TickRate::FromHz(std::numeric_limits<int>::min()).ok());
}

TEST_CASE("the default tick rate is 30 Hz") {
  CHECK(TickRate().hz() == 30);
  CHECK(TickRate() == Rate(30));
  CHECK_FALSE(TickRate() == Rate(60));
}

TEST_CASE("tick starts are the exact quotient rounded down, up to the last tick") {
  CHECK(Rate(30).StartOf(1).ns == 33'333'333);
  CHECK(Rate(30).StartOf(2).ns == 66'666'666);
  CHECK(Rate(30).StartOf(3).ns == 100'000'000);
  CHECK(Rate(60).StartOf(1).ns == 16'666'666);
  CHECK(Rate(20).StartOf(1).ns == 50'000'000);
  for (int hz : {20, 30, 60}) {
    CAPTURE(hz);
    const TickRate rate = Rate(hz);
    for (std::uint64_t tick = 0; tick < 1000; ++tick) REQUIRE(rate.StartOf(tick).ns == ExactStart(tick, hz));
    for (int power = 10; power <= 37; ++power) {
      for (std::uint64_t below = 0; below < 61; ++below) {
        const std::uint64_t tick = (std::uint64_t{1} << power) - below;
        REQUIRE(rate.StartOf(tick).ns == ExactStart(tick, hz));
        REQUIRE(rate.StartOf(tick).ns >= 0);
      }
    }
  }
  CHECK(TickRate::kTickMax == std::uint64_t{1} << 37);
}

TEST_CASE("tick lengths differ by at most 1 ns and never drift") {
  for (int hz : {20, 30, 60}) {
    CAPTURE(hz);
    const TickRate rate = Rate(hz);
    for (std::uint64_t start :
         {std::uint64_t{0}, std::uint64_t{123'457} * 60, (TickRate::kTickMax / 60 - 1) * 60}) {
      SimTime sum;
      for (std::uint64_t tick = start; tick < start + static_cast<unsigned>(hz); ++tick) {
        const std::int64_t length = rate.TickLength(tick).ns;
        REQUIRE(length >= 1'000'000'000 / hz);
        REQUIRE(length <= 1'000'000'000 / hz + 1);
        sum += rate.TickLength(tick);
      }
      CHECK(sum == SimTime::FromSeconds(1));
    }
  }
  CHECK(Rate(20).TickLength(12'345) == SimTime::FromMs(50));
  CHECK(Rate(30).TickLength(2).ns == 33'333'334);
}

}  // namespace
}  // namespace footfall::platform
