#include <catch2/catch.hpp>

#include "nav/build/city_pack.h"
#include "tests/nav/city_fixture.h"

namespace footfall::tests {

TEST_CASE("the build of a city is the same twice and on two threads", "[NAV-316]") {
  const BuiltCity one = BuildCityPack({4, 2, 2}, 1);
  const BuiltCity two = BuildCityPack({4, 2, 2}, 2);
  CHECK(one.bytes == two.bytes);
  CHECK(one.report.warnings.empty());
  CHECK(BuildCityPack({5, 2, 2}, 1).build_id != one.build_id);
}

TEST_CASE("the named places of any city can reach each other on foot") {
  for (const uint64_t seed : {2, 3, 11}) {
    INFO("seed " << seed);
    const BuiltCity built = BuildCityPack({seed, 2, 3}, 1);
    CHECK(built.report.warnings.empty());
    CHECK(built.report.seam_edges_unmatched == 0);
    CHECK(built.report.height_residue_max <= built.city.params.height_error);
    CHECK(built.city.annotations.places.size() == 10);
    CheckPlaces(built.city, nav::MeshComponents(ViewOf(built)));
  }
}

TEST_CASE("the smallest city has a place and ground") {
  const BuiltCity built = BuildCityPack({1, 1, 1}, 1);
  REQUIRE(built.city.annotations.places.size() == 1);
  CHECK(built.city.annotations.places[0].name == "station");
  const nav::MeshComponents components(ViewOf(built));
  CheckPlaces(built.city, components);
  CHECK(AreaOfAll(components) > 15000);
}

TEST_CASE("a city opens as a pack in memory, and a refused one names what is wrong") {
  const auto pack = nav::BuildCityPack({1, 1, 1}, 1);
  REQUIRE(pack.ok());
  CHECK((*pack)->entries().size() == 1);
  CHECK((*pack)->build_id() == BuildCityPack({1, 1, 1}, 2).build_id);
  CHECK(nav::BuildCityPack({1, 0, 1}, 1).status().message() == "tiles_x: 0, limits 1 .. 100");
}

}  // namespace footfall::tests
