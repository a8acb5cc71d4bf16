#include "nav/build/city_block.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "nav/build/city_grid.h"
#include "nav/build/city_house.h"

namespace footfall::nav {

int PickInt(platform::RandomStream& random, int low, int high) {
  return low + static_cast<int>(random.NextBelow(static_cast<uint32_t>(high - low + 1)));
}

float PickMetres(platform::RandomStream& random, float low, float high) {
  const int steps = std::max(0, static_cast<int>((high - low) * 4));
  return low + static_cast<float>(PickInt(random, 0, steps)) / 4;
}

void BuildRow(const BlockSite& site, const Frame& frame, const RowParams& params) {
  constexpr float kWidest = 17;
  float u = 0;
  int number = 0;
  while (frame.width() - u >= kHouseWidthMin) {
    // What remains must be nothing or wide enough for another one.
    const float left = frame.width() - u;
    float width = PickMetres(site.random, kHouseWidthMin, kWidest);
    if (left - width < kHouseWidthMin) width = left < 2 * kHouseWidthMin ? left : Quarter(left / 2);
    const Rect plot = frame.Map(u, 0, u + width, frame.depth());
    site.ground.Cut(plot);
    const bool is_house = site.random.NextUnit() < params.house_share;
    const int storeys = PickInt(site.random, 1, params.storeys_max);
    const float tall = PickMetres(site.random, 6, 18);
    const bool has_ladder = site.random.NextUnit() < params.ladder_share;
    const bool has_roof_access = PickInt(site.random, 0, 3) == 0;
    if (is_house) {
      AddHouse(site.mesher, Frame(plot, frame.front()), {storeys, has_roof_access, true});
    } else if (has_ladder) {
      constexpr float kLow = 4;
      AddSolidBuilding(site.mesher, plot, kLow, CityMaterial::kRoofDeck);
      site.ladders.push_back(MakeLadder(absl::StrCat(site.name, "_row_", site.ladders.size(), "_", number),
                                        plot, Opposite(frame.front()), kPavementZ + kLow));
    } else {
      AddSolidBuilding(site.mesher, plot, tall, CityMaterial::kRoof);
    }
    u += width;
    ++number;
  }
}

platform::Vec3 BuildBlock(BlockKind kind, const BlockSite& site) {
  switch (kind) {
    case BlockKind::kPark:
      return BuildPark(site);
    case BlockKind::kPlaza:
      return BuildPlaza(site);
    case BlockKind::kTerraces:
      return BuildTerraces(site);
    case BlockKind::kCourtyard:
      return BuildCourtyard(site);
    case BlockKind::kRows:
      return BuildRows(site);
    case BlockKind::kTowers:
      return BuildTowers(site);
    case BlockKind::kMarket:
      return BuildMarket(site);
    case BlockKind::kStation:
      return BuildStation(site);
    case BlockKind::kCanal:
      return BuildCanalBanks(site);
    case BlockKind::kRim:
      return BuildRim(site);
  }
  return {};
}

}  // namespace footfall::nav
