#include "platform/profile_compare.h"

#include <catch2/catch.hpp>
#include <string>

namespace footfall::platform {

namespace {

using Catch::Contains;

}  // namespace

TEST_CASE("two profiles differ by the figures whose values are not the same") {
  const Profile ps3 = *LoadProfile("ps3");
  CHECK(DifferencesOf(ps3, ps3).empty());
  CHECK(DifferencesOf(ps3, *LoadProfile("ps3", {"heap_max=2048"})).empty());  // set, but to what it was
  const auto differences = DifferencesOf(ps3, *LoadProfile("ps3", {"heap_max=100", "snap_xy=1.5"}));
  REQUIRE(differences.size() == 2);
  CHECK(differences[0].first.name == "heap_max");
  CHECK(differences[0].first.value == "2048");
  CHECK(differences[0].second.value == "100");
  CHECK(differences[0].second.provenance == Provenance::kOverridden);
  CHECK(differences[1].second.name == "snap_xy");
}

TEST_CASE("every built-in profile differs from every other") {
  for (const std::string_view a : ProfileNames()) {
    for (const std::string_view b : ProfileNames()) {
      CHECK(DifferencesOf(*LoadProfile(a), *LoadProfile(b)).empty() == (a == b));
    }
  }
}

TEST_CASE("a main load in percent becomes units of a tick") {
  const Profile ps3 = *LoadProfile("ps3");
  const TickRate at_30 = *TickRate::FromHz(30);
  CHECK(MainUnitsOfTick(ps3, at_30) == 33333);
  CHECK(*MainLoadUnits(ps3, at_30, 0) == 0);
  CHECK(*MainLoadUnits(ps3, at_30, 50) == 16666);
  CHECK(*MainLoadUnits(ps3, at_30, 100) == 33333);
  CHECK(*MainLoadUnits(ps3, *TickRate::FromHz(60), 100) == 16666);
  CHECK(*MainLoadUnits(*LoadProfile("server"), at_30, 100) == 133333);
  CHECK_THAT(std::string(MainLoadUnits(ps3, at_30, 1001).status().message()), Contains("1001 %"));
  CHECK_FALSE(MainLoadUnits(ps3, at_30, -1).ok());
}

TEST_CASE("a unit of the main core takes time: none would make its load nothing", "[R14]") {
  CHECK_THAT(std::string(LoadProfile("ps3", {"main_unit_ns=0"}).status().message()),
             Contains("main_unit_ns"));
  CHECK(LoadProfile("ps3", {"main_unit_ns=1"}).ok());
}

}  // namespace footfall::platform
