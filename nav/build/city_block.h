#ifndef FOOTFALL_NAV_BUILD_CITY_BLOCK_H_
#define FOOTFALL_NAV_BUILD_CITY_BLOCK_H_

#include <string>
#include <vector>

#include "nav/build/annotations.h"
#include "nav/build/city_geometry.h"
#include "platform/random.h"
#include "platform/vec.h"

namespace footfall::nav {

// What may be built on a block.
struct BlockSite {
  CityMesher& mesher;
  std::vector<LadderNote>& ladders;
  platform::RandomStream& random;
  Sheet& ground;     // At kPavementZ over the whole block; emitted after the block is built.
  Rect rect;         // Free to build on.
  std::string name;  // Unique; for ladders.
};

enum class BlockKind {
  kPark,
  kPlaza,
  kTerraces,
  kCourtyard,
  kRows,
  kTowers,
  kMarket,
  kStation,
  kCanal,
  kRim,  // Half a block at the end of the city.
};

// Builds the block and gives a point on open ground in it, from which its pavements can be reached on foot.
platform::Vec3 BuildBlock(BlockKind kind, const BlockSite& site);

// The kinds, by file.
platform::Vec3 BuildPark(const BlockSite& site);
platform::Vec3 BuildPlaza(const BlockSite& site);
platform::Vec3 BuildTerraces(const BlockSite& site);
platform::Vec3 BuildRim(const BlockSite& site);
platform::Vec3 BuildCourtyard(const BlockSite& site);
platform::Vec3 BuildRows(const BlockSite& site);
platform::Vec3 BuildTowers(const BlockSite& site);
platform::Vec3 BuildMarket(const BlockSite& site);
platform::Vec3 BuildStation(const BlockSite& site);
// The banks of the canal; city_canal.h builds the canal itself.
platform::Vec3 BuildCanalBanks(const BlockSite& site);

// A whole number in [low, high].
int PickInt(platform::RandomStream& random, int low, int high);
// A quarter of a metre in [low, high].
float PickMetres(platform::RandomStream& random, float low, float high);

// A row of buildings side by side that fills `frame`, some of them to walk into; their ground is cut out.
struct RowParams {
  float ladder_share = 0;  // Of the solid ones: low, with a ladder at the back.
  float house_share = 0.5F;
  int storeys_max = 3;
};
void BuildRow(const BlockSite& site, const Frame& frame, const RowParams& params);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_CITY_BLOCK_H_
