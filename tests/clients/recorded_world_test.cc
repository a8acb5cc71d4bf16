#include <catch2/catch.hpp>

#include "clients/hash/world_source.h"

namespace footfall::client {
namespace {

using Catch::Matchers::Contains;

std::string FaultOf(const sim::WorldSource& source, const std::string& pack) {
  return std::string(OpenRecordedWorld(source, pack).status().message());
}

TEST_CASE("a header does not make anybody build a large city", "[R55]") {
  CHECK(kRecordedCityTilesMax == 64);
  CHECK_THAT(FaultOf(sim::CitySource{100, 100, 7, false}, ""),
             Contains("a city of 100x100 tiles, and only 64 are built") &&
                 Contains("`footfall build --city 100x100 --seed 7 --output FILE`"));
  for (const auto& [x, y] : {std::pair(1U, 65U), std::pair(65U, 1U), std::pair(11U, 6U),
                             std::pair(65536U, 65536U), std::pair(UINT32_MAX, UINT32_MAX)}) {
    CHECK_THAT(FaultOf(sim::CitySource{x, y, 7, false}, ""), Contains("only 64 are built"));
  }
  // Where the pack is given nothing is built.
  CHECK_THAT(FaultOf(sim::CitySource{100, 100, 7, false}, "/nowhere/x.ffnav"),
             Contains("/nowhere/x.ffnav") && !Contains("are built"));
  const auto small = OpenRecordedWorld(sim::CitySource{1, 1, 1, false}, "");
  REQUIRE(small.ok());
  CHECK((*small)->build_id() == (*OpenWorldSource(sim::CitySource{1, 1, 1, false}))->build_id());
}

}  // namespace
}  // namespace footfall::client
