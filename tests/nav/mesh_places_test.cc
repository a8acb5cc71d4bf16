#include <catch2/catch.hpp>

#include "nav/mesh/pack.h"
#include "nav/mesh/pack_places.h"
#include "tests/nav/hand_packs.h"

namespace footfall::tests {

TEST_CASE("places of a pack come sorted by name, and keep their floats", "[R57]") {
  nav::WorldDraft draft = GridWorld(2);
  draft.parameters =
      "cell_size: 0.25\nplace: 1.5 -2 0.100000001 the old mill\nplace: 8999.5 -6000 -3 beacon\nbuilder: 1\n";
  const auto pack = nav::Pack::FromBytes(BytesOf(draft));
  REQUIRE(pack.ok());
  const auto places = nav::PlacesOf((*pack)->parameters());
  REQUIRE(places.size() == 2);
  CHECK(places[0].name == "beacon");
  CHECK(places[0].position == platform::Vec3{8999.5F, -6000, -3});
  CHECK(places[1].name == "the old mill");
  CHECK(places[1].position == platform::Vec3{1.5F, -2, 0.1F});
}

TEST_CASE("lines that are no place are passed over, the first of a name counts") {
  CHECK(nav::PlacesOf("").empty());
  CHECK(nav::PlacesOf("\n\n").empty());
  for (const char* line :
       {"place:", "place: ", "place: 1 2 3", "place: 1 2 3 ", "place: 1 2 x name", "place: nan 2 3 name",
        "place: 1 inf 3 name", "place: 1 2 inf name", "place: 1e30 2 3 name", "place: 9000 0 0 name",
        "place: 0 -6001 0 name", "places: 1 2 3 name", " place: 1 2 3 name", "place: 1  2 3 name"}) {
    CAPTURE(line);
    CHECK(nav::PlacesOf(line).empty());
  }
  const auto places = nav::PlacesOf("place: 1 0 0 twice\nplace: 2 0 0 twice");
  REQUIRE(places.size() == 1);
  CHECK(places[0].position.x == 1);
}

}  // namespace footfall::tests
