#include <catch2/catch.hpp>
#include <memory>

#include "nav/build/annotations.h"
#include "nav/build/build_params.h"
#include "nav/build/material_map.h"
#include "nav/build/obj_reader.h"
#include "tests/nav/city_fixture.h"
#include "tests/nav/hand_packs.h"
#include "tests/nav/query_judges.h"
#include "tests/test_data.h"

// The queries against their definitions on meshes that the builder made: triangulated, sloped,
// multi-storeyed.
namespace footfall::tests {
namespace {

void JudgeAll(const nav::NavView& view, uint64_t seed, int questions) {
  platform::RandomStream random(seed, platform::RandomPurpose::kTest, 48, 0);
  CHECK(JudgeFloodFill(view, random, questions) > questions / 4);
  CHECK(JudgeLineOfSight(view, random, questions) > 0);
  CHECK(JudgeClearArea(view, random, questions) > questions / 8);
  CHECK(JudgeClosest(view, random, questions) > questions / 8);
  CHECK(JudgeAudio(view, random, questions) > questions / 8);
  CHECK(JudgeImmediate(view, random, questions) > questions / 8);
}

}  // namespace

TEST_CASE("the queries hold on a block of the city", "[NAV-238][NAV-240][NAV-241][NAV-247][NAV-248]") {
  const BuiltCity built = BuildCityPack({7, 1, 1}, 2);
  JudgeAll(*ViewOf(built), 7, 150);
}

TEST_CASE("the queries hold on someone else's level", "[NAV-238][NAV-240][NAV-241][NAV-247][NAV-248]") {
  FOOTFALL_REQUIRE_DATA(data);
  nav::ObjImport import;
  import.recentre = true;
  const auto soup = nav::ReadObjFile(data + "/obj/nav_test.obj", import);
  REQUIRE(soup.ok());
  nav::WorldDraft world;
  const auto report =
      nav::BuildWorld(*soup, nav::MaterialMap(), nav::Annotations(), nav::BuildParams(), 2, nullptr, &world);
  REQUIRE(report.ok());
  JudgeAll(*ViewOf(world), 8, 300);
}

}  // namespace footfall::tests
