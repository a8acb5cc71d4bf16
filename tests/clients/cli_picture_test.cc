// What the picture of a path shows of its world.
#include <catch2/catch.hpp>
#include <regex>

#include "clients/cli/picture.h"
#include "tests/nav/hand_packs.h"

namespace footfall::cli {
namespace {

using platform::Vec3;

// Squares of 10 m in a row from x 0 on, 15 to a tile.
std::shared_ptr<const nav::Pack> RowOf(int squares) {
  tests::HandWorld world;
  for (int i = 0; i < squares; ++i) {
    const float x = 10 * static_cast<float>(i);
    world.Quad(x, 70, x + 10, 80);
  }
  auto pack = nav::Pack::FromBytes(tests::BytesOf(world.Finish()));
  REQUIRE(pack.ok());
  return *pack;
}

std::ptrdiff_t PolygonsIn(const std::string& svg) {
  const std::regex polygon("<polygon ");
  return std::distance(std::sregex_iterator(svg.begin(), svg.end(), polygon), std::sregex_iterator());
}

TEST_CASE("a picture of a path shows 30 m around it and its corridor, not all of a large pack") {
  PathPicture picture;
  picture.path = {Vec3{102, 75, 0}, Vec3{118, 75, 0}};
  // The corridor are the squares from x 100 to 120, drawn again over those from 70 to 150 and what touches
  // them.
  const auto near_path = PathSvg(*RowOf(60), picture);
  REQUIRE(near_path.ok());
  CHECK(PolygonsIn(*near_path) == 2 + 8 + 2);
  const auto of_small = PathSvg(*RowOf(15), picture);
  REQUIRE(of_small.ok());
  CHECK(PolygonsIn(*of_small) == 2 + 15);
  // Nothing was found, hence nothing to show the surroundings of.
  const auto nothing = PathSvg(*RowOf(60), {});
  REQUIRE(nothing.ok());
  CHECK(PolygonsIn(*nothing) == 60);
}

}  // namespace
}  // namespace footfall::cli
