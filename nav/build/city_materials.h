#ifndef FOOTFALL_NAV_BUILD_CITY_MATERIALS_H_
#define FOOTFALL_NAV_BUILD_CITY_MATERIALS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "nav/build/material_map.h"

namespace footfall::nav {

// What the city is made of. The value is the index into the soup's materials; a pavement's says how many peds
// belong there.
enum class CityMaterial : uint32_t {
  kWall,  // Not walkable, like roofs.
  kRoof,
  kRoad,
  kCrossing,  // A zebra: part of the road on which pavement rules hold.
  kTram,
  kGrass,
  kPath,
  kPlaza,
  kYard,
  kSteps,
  kInterior,
  kStation,
  kRoofDeck,
  kBridge,
  kQuay,
  kBed,  // Ground under water.
  kShallowWater,
  kDeepWater,
  kPavement1,  // Of density 1, up to 7.
  kPavement7 = kPavement1 + 6,
};

// The pavement of a density, 1 to 7.
CityMaterial PavementOf(int ped_density);

// Names by value, for TriangleSoup::materials.
std::vector<std::string> CityMaterialNames();

// Attributes of all of them.
MaterialMap CityMaterialMap();

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_CITY_MATERIALS_H_
