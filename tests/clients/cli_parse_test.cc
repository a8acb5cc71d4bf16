// What people type is read strictly.
#include <catch2/catch.hpp>

#include "clients/cli/parse.h"

namespace footfall::cli {
namespace {

using platform::Vec3;

TEST_CASE("whole numbers are digits and nothing else, within their bounds") {
  CHECK(*ParseInteger("n", "42", 0, 100) == 42);
  CHECK(*ParseInteger("n", "18446744073709551615", 0, UINT64_MAX) == UINT64_MAX);
  for (const char* bad :
       {"", " 1", "1 ", "+1", "-1", "0x10", "1.0", "1e3", "18446744073709551616", "101", "nan"}) {
    CAPTURE(bad);
    const auto value = ParseInteger("--threads", bad, 0, 100);
    REQUIRE_FALSE(value.ok());
    CHECK(value.status().message() ==
          "--threads: '" + std::string(bad) + "' is not a whole number from 0 to 100");
  }
}

TEST_CASE("numbers are finite and within their bounds") {
  CHECK(*ParseNumber("n", "-0.25", -1, 1) == -0.25F);
  CHECK(*ParseNumber("n", "1e3", 0, 5000) == 1000.0F);
  for (const char* bad : {"", "nan", "NaN", "inf", "-inf", "1e99", "1,5", "0.5m", " 1", "2", "-2"}) {
    CAPTURE(bad);
    const auto value = ParseNumber("--cell", bad, -1, 1);
    REQUIRE_FALSE(value.ok());
    CHECK(value.status().message().find("--cell: '" + std::string(bad) + "' is not") == 0);
  }
}

TEST_CASE("a point is three numbers with commas or blanks") {
  CHECK(*ParsePoint("p", "1,-2.5,3") == Vec3{1, -2.5F, 3});
  CHECK(*ParsePoint("p", "1, -2.5, 3") == Vec3{1, -2.5F, 3});
  CHECK(*ParsePoint("p", "1  -2.5 3") == Vec3{1, -2.5F, 3});
  for (const char* bad : {"", "1,2", "1,2,3,4", "1,,3", "1;2;3", "1,2,", "a,b,c"}) {
    CAPTURE(bad);
    CHECK_FALSE(ParsePoint("p", bad).ok());
  }
  CHECK(ParsePoint("goal", "1,nan,3").status().message() == "goal.y: 'nan' is not a finite number");
}

TEST_CASE("points may come as one word each, as three, or as both") {
  const std::vector<Vec3> expected = {{1, 2, 3}, {4, 5, 6}};
  CHECK(*ParsePoints("points", {"1,2,3", "4,5,6"}, 2) == expected);
  CHECK(*ParsePoints("points", {"1", "2", "3", "4", "5", "6"}, 2) == expected);
  CHECK(*ParsePoints("points", {"1,2,3", "4", "5", "6"}, 2) == expected);
  CHECK(*ParsePoints("points", {"1 2 3", "4 5 6"}, 2) == expected);
  CHECK_FALSE(ParsePoints("points", {"1", "2", "3", "4", "5"}, 2).ok());
  CHECK_FALSE(ParsePoints("points", {"1,2,3"}, 2).ok());
  CHECK_FALSE(ParsePoints("points", {}, 1).ok());
  CHECK(ParsePoints("points", {"1,2,3", "4,5,inf"}, 2).status().message() ==
        "points 2.z: 'inf' is not a finite number");
}

TEST_CASE("a grid is two whole numbers around an x") {
  CHECK(ParseGridSize("--city", "6x4", 100)->width == 6);
  CHECK(ParseGridSize("--city", "6x4", 100)->height == 4);
  for (const char* bad : {"", "6", "x", "6x", "x6", "0x1", "1x101", "-1x1", "6x4x2", "6 x 4"}) {
    CAPTURE(bad);
    CHECK_FALSE(ParseGridSize("--city", bad, 100).ok());
  }
}

}  // namespace
}  // namespace footfall::cli
