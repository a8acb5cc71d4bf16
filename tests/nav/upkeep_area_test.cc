#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "nav/query/random_point.h"
#include "nav/upkeep/area.h"
#include "platform/random.h"
#include "tests/nav/hand_packs.h"

namespace footfall::tests {
namespace {

using nav::Area;
using platform::Vec3;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST_CASE("an area holds its rim and nothing beyond it", "[NAV-265][NAV-266]") {
  const Area box = Area::Box({0, 0, -1}, {4, 2, 1});
  CHECK(Contains(box, {4, 2, 1}));
  CHECK_FALSE(Contains(box, {4.01F, 1, 0}));
  CHECK_FALSE(Contains(box, {1, 1, 1.01F}));
  const Area sphere = Area::Sphere({10, 0, 0}, 5);
  CHECK(Contains(sphere, {13, 4, 0}));
  CHECK_FALSE(Contains(sphere, {13, 4, 0.5F}));
  const Area cylinder = Area::Cylinder({10, 0, 1}, 5, 3);
  CHECK(Contains(cylinder, {13, 4, 1}));
  CHECK(Contains(cylinder, {13, 4, 4}));
  CHECK_FALSE(Contains(cylinder, {13, 4, 4.01F}));
  CHECK_FALSE(Contains(cylinder, {13, 4.1F, 2}));
  // A band of 2 m around a diagonal of 10 m.
  const Area angled = Area::Angled({0, 0, 0}, {6, 8, 3}, 2);
  CHECK(Contains(angled, {3, 4, 1}));
  CHECK(Contains(angled, {3 - 0.79F, 4 + 0.59F, 1}));        // 0.99 m across
  CHECK_FALSE(Contains(angled, {3 - 0.81F, 4 + 0.61F, 1}));  // 1.01 m
  CHECK_FALSE(Contains(angled, {6.1F, 8.1F, 1}));            // beyond its end
  CHECK_FALSE(Contains(angled, {3, 4, 3.5F}));
  CHECK_FALSE(Contains(angled, {-0.1F, -0.1F, 1}));
}

TEST_CASE("the bounds of an area hold all of it", "[NAV-266]") {
  const Area areas[] = {Area::Box({-3, -2, -1}, {4, 5, 6}), Area::Sphere({1, 2, 3}, 4),
                        Area::Cylinder({1, 2, 3}, 4, 5), Area::Angled({0, 0, 0}, {6, 8, 3}, 4),
                        Area::Angled({5, -5, 2}, {-6, 8, -3}, 7)};
  platform::RandomStream random(7, platform::RandomPurpose::kTest, 1, 1);
  int inside = 0;
  for (const Area& area : areas) {
    const nav::AreaBounds bounds = BoundsOf(area);
    for (int i = 0; i < 20000; ++i) {
      const float x = random.NextRange(-15, 15);
      const float y = random.NextRange(-15, 15);
      const float z = random.NextRange(-8, 12);
      if (!Contains(area, {x, y, z})) continue;
      ++inside;
      const bool is_bounded = x >= bounds.low.x && x <= bounds.high.x && y >= bounds.low.y &&
                              y <= bounds.high.y && z >= bounds.low.z && z <= bounds.high.z;
      REQUIRE(is_bounded);
    }
  }
  CHECK(inside > 1000);
}

TEST_CASE("a faulty area is named with field, value and bound", "[NAV-267]") {
  CHECK(FaultOf(Area::Box({0, 0, 0}, {1, 1, 1})).empty());
  CHECK(FaultOf(Area::Box({0, 0, 0}, {0, 0, 0})).empty());  // a point
  CHECK(FaultOf(Area::Box({0, 2, 0}, {1, 1, 1})).find("a: ") == 0);
  CHECK(FaultOf(Area::Box({0, 0, kNaN}, {1, 1, 1})).find("a: ") == 0);
  CHECK(FaultOf(Area::Box({0, 0, 0}, {1, 1e30F, 1})).find("b: ") == 0);
  CHECK(FaultOf(Area::Sphere({0, 0, 0}, 0)).find("size: 0 ") == 0);
  CHECK(FaultOf(Area::Sphere({0, 0, 0}, -1)).find("size: ") == 0);
  CHECK(FaultOf(Area::Sphere({0, 0, 0}, kInfinity)).find("size: ") == 0);
  CHECK(FaultOf(Area::Sphere({0, 0, 0}, kNaN)).find("size: ") == 0);
  CHECK(FaultOf(Area::Cylinder({0, 0, 0}, 1, -1)).find("b: ") == 0);
  CHECK(FaultOf(Area::Angled({1, 2, 0}, {1, 2, 5}, 1)).find("b: ") == 0);
  CHECK(FaultOf(Area::Angled({1, 2, 0}, {1, 3, 5}, 1)).empty());
  Area strange;
  strange.shape = static_cast<nav::AreaShape>(9);
  CHECK(FaultOf(strange).find("shape: ") == 0);
}

TEST_CASE("a polygon is in an area exactly if a part of it is", "[NAV-267]") {
  // A triangle whose bounding box reaches where it is not.
  HandWorld world;
  world.Add({{0, 0, 0}, {0, 10, 0}, {10, 0, 0}});
  const auto view = ViewOf(world.Finish());
  const nav::PolyView poly = view->Poly({kHandTile, 0});
  CHECK(Touches(Area::Box({4, 4, -1}, {5, 5, 1}), poly));
  CHECK_FALSE(Touches(Area::Box({6, 6, -1}, {9, 9, 1}), poly));
  CHECK(Touches(Area::Box({5, 5, -1}, {9, 9, 1}), poly));  // the rim
  CHECK_FALSE(Touches(Area::Box({1, 1, 1}, {2, 2, 2}), poly));
  CHECK(Touches(Area::Box({-5, -5, -5}, {20, 20, 5}), poly));  // all of it
  CHECK(Touches(Area::Box({1, 1, 0}, {1, 1, 0}), poly));
  CHECK(Touches(Area::Sphere({8, 8, 0}, 4.3F), poly));
  CHECK_FALSE(Touches(Area::Sphere({8, 8, 0}, 4.2F), poly));
  CHECK(Touches(Area::Sphere({2, 2, 3}, 3), poly));
  CHECK_FALSE(Touches(Area::Sphere({2, 2, 3}, 2.9F), poly));

  // Random areas: a point of the polygon that lies in one tells that it touches.
  platform::RandomStream random(3, platform::RandomPurpose::kTest, 2, 1);
  int touching = 0;
  for (int i = 0; i < 500; ++i) {
    const float x = random.NextRange(-6, 14);
    const float y = random.NextRange(-6, 14);
    const float size = random.NextRange(0.1F, 5);
    for (const Area& area :
         {Area::Box({x, y, -1}, {x + size, y + size / 2, 1}), Area::Sphere({x, y, 0}, size)}) {
      bool has_point = false;
      for (int k = 0; k < 200; ++k) has_point = has_point || Contains(area, RandomPointOn(poly, random));
      if (has_point) REQUIRE(Touches(area, poly));
      touching += Touches(area, poly) ? 1 : 0;
    }
  }
  CHECK(touching > 200);
  CHECK(touching < 900);
}

}  // namespace
}  // namespace footfall::tests
