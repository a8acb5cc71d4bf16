#include <algorithm>
#include <cmath>
#include <set>

#include "nav/query/flood.h"
#include "tests/nav/city_fixture.h"
#include "tests/nav/upkeep_fixture.h"

namespace footfall::tests {
namespace {

using nav::Area;

std::shared_ptr<const nav::Pack> CityPack() {
  static const auto pack = PackOf(BuildCityPack({4, 2, 2}, 1));
  return pack;
}

platform::Vec3 MiddleOf(const nav::NavView& view) {
  float x = 0;
  float y = 0;
  for (const nav::MeshIndex index : view.resident()) {
    x += nav::TileCenter(index).x;
    y += nav::TileCenter(index).y;
  }
  const auto count = static_cast<float>(view.resident().size());
  return {x / count, y / count, 0};
}

TEST_CASE("cover of a city is what its tiles hold, all of it and nothing twice", "[NAV-259][NAV-261]") {
  UpkeepWorld world(CityPack());
  const nav::CoverExtraction& cover = world.upkeep.state().jobs.cover;
  for (int i = 0; i < 20000 && cover.rounds() == 0; ++i) world.Run(1);
  REQUIRE(cover.rounds() == 1);
  std::multiset<std::vector<float>> expected;
  for (const nav::MeshIndex index : world.view().resident()) {
    const nav::TileView& tile = *world.view().slot(index).tile;
    for (const nav::CoverRecord& record : tile.cover) {
      const platform::Vec3 at = tile.Decode(record.position);
      expected.insert({at.x, at.y, at.z, static_cast<float>(record.type),
                       static_cast<float>(record.direction), static_cast<float>(index)});
    }
  }
  std::multiset<std::vector<float>> found;
  for (const nav::CoverPoint& point : *cover.complete()) {
    found.insert({point.position.x, point.position.y, point.position.z, static_cast<float>(point.type),
                  static_cast<float>(point.direction), static_cast<float>(point.tile)});
  }
  CHECK(expected.size() > 100);
  CHECK(found == expected);
}

TEST_CASE("candidates of a city lie on allowed polygons, outside blocked areas, in the wanted density",
          "[NAV-263][NAV-264]") {
  UpkeepWorld world(CityPack(), {"ped_gen_interval_ms=30"});
  const platform::Vec3 middle = MiddleOf(world.view());
  const Area blocked = Area::Sphere({middle.x + 40, middle.y, 0}, 20);
  const Area off = Area::Box({middle.x - 80, middle.y - 80, -50}, {middle.x - 20, middle.y + 80, 50});
  world.upkeep.SetAmbientDemand({{middle}, 20, 85, 1});
  REQUIRE(world.upkeep.BlockSpawns({1, 1, blocked, 0}));
  REQUIRE(world.upkeep.SetSwitch(world.view(), {1, 1, nav::SwitchKind::kPedPaths, false, off}));
  world.Run(1);

  // What is expected of the polygons that lie in the ring as a whole, and of those that touch it.
  double least = 0;
  double most = 0;
  for (const nav::MeshIndex index : world.view().resident()) {
    const nav::NavView::Slot& slot = world.view().slot(index);
    for (size_t i = 0; i < slot.tile->polys.size(); ++i) {
      const nav::PolyView poly(*slot.tile, slot.overlay, static_cast<nav::PolyIndex>(i));
      if (poly.is_switched_off() || poly.record().ped_density() == 0) continue;
      const double expected = PolyArea(poly) * poly.record().ped_density() / 7 * 0.01;
      float nearest = std::numeric_limits<float>::infinity();
      float farthest = 0;
      bool may_be_blocked = false;
      for (int n = 0; n < poly.vertex_count(); ++n) {
        const float distance = Distance(poly.VertexXy(n), Xy(middle));
        nearest = std::min(nearest, distance);
        farthest = std::max(farthest, distance);
      }
      may_be_blocked = Touches(blocked, poly);
      if (poly.ContainsXy(Xy(middle))) nearest = 0;
      // An edge may pass nearer than both of its ends.
      const float slack = (farthest - nearest);
      if (nearest - slack > 20 && farthest < 85 && !may_be_blocked) least += expected;
      if (farthest > 20 && nearest - slack < 85) most += expected;
    }
  }
  REQUIRE(least > 5);

  double count = 0;
  constexpr int kSearches = 60;
  for (int search = 0; search < kSearches; ++search) {
    std::vector<nav::SpawnCoord> coords;
    while (!world.upkeep.TakeAmbientCoords(&coords)) world.Run(1);
    if (search == 0) continue;  // began before the switch
    count += static_cast<double>(coords.size());
    for (const nav::SpawnCoord& coord : coords) {
      REQUIRE(world.view().Contains(coord.poly));
      const nav::PolyView poly = world.view().Poly(coord.poly);
      REQUIRE(poly.ContainsXy(Xy(coord.position)));
      REQUIRE_FALSE(poly.is_switched_off());
      REQUIRE_FALSE(poly.is_disabled());
      REQUIRE(poly.record().ped_density() > 0);
      REQUIRE_FALSE(Contains(blocked, coord.position));
      const float distance = Distance(Xy(coord.position), Xy(middle));
      REQUIRE(distance >= 20);
      REQUIRE(distance <= 85);
    }
  }
  const double mean = count / (kSearches - 1);
  INFO("mean " << mean << " least " << least << " most " << most);
  CHECK(mean > least - 1);
  CHECK(mean < most + 1);
}

}  // namespace
}  // namespace footfall::tests
