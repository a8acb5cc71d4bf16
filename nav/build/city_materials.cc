#include "nav/build/city_materials.h"

#include "nav/mesh/types.h"
#include "platform/check.h"

namespace footfall::nav {
namespace {

// Sound of steps (NAV-029).
enum Audio : uint8_t { kAsphalt = 1, kStone, kGrassy, kGravel, kWood, kMetal, kTile, kMud };

SurfaceAttributes Ground(Audio audio, int ped_density, uint8_t flags = 0, uint16_t attributes = 0) {
  SurfaceAttributes s;
  s.flags = flags;
  s.attributes = attributes;
  s.audio = audio;
  s.ped_density = static_cast<uint8_t>(ped_density);
  return s;
}

SurfaceAttributes Solid() {
  SurfaceAttributes s;
  s.walkable = false;
  return s;
}

}  // namespace

CityMaterial PavementOf(int ped_density) {
  FOOTFALL_CHECK(ped_density >= 1 && ped_density <= 7);
  return static_cast<CityMaterial>(static_cast<uint32_t>(CityMaterial::kPavement1) +
                                   static_cast<uint32_t>(ped_density - 1));
}

MaterialMap CityMaterialMap() {
  SurfaceAttributes shallow = Solid();
  shallow.shallow_water = true;
  SurfaceAttributes deep = Solid();
  deep.deep_water = true;
  // In the order of CityMaterial. Where surfaces meet in a cell, paths win over grass, crossings over roads,
  // and pavements over what they border on.
  MaterialMap map{{
      {"wall", 0, Solid()},
      {"roof", 0, Solid()},
      {"road", 1, Ground(kAsphalt, 0, 0, kAttrRoad)},
      {"crossing", 7, Ground(kAsphalt, 3, kPolyPavement, kAttrRoad)},
      {"tram", 3, Ground(kMetal, 0, 0, kAttrTrainTrack)},
      {"grass", 2, Ground(kGrassy, 1)},
      {"path", 5, Ground(kGravel, 4, kPolyPavement, kAttrNetworkSpawnCandidate)},
      {"plaza", 5, Ground(kStone, 6, kPolyPavement, kAttrNetworkSpawnCandidate)},
      {"yard", 3, Ground(kStone, 1)},
      {"steps", 4, Ground(kStone, 2)},
      {"interior", 4, Ground(kWood, 1, 0, kAttrInterior)},
      {"station", 4, Ground(kTile, 5, 0, kAttrInterior)},
      {"roof_deck", 4, Ground(kStone, 0)},
      {"bridge", 5, Ground(kMetal, 3, kPolyPavement)},
      {"quay", 4, Ground(kStone, 2, kPolyPavement)},
      {"bed", 1, Ground(kMud, 0)},
      {"shallow_water", 0, shallow},
      {"deep_water", 0, deep},
  }};
  for (int density = 1; density <= 7; ++density) {
    map.entries.push_back({"pavement_" + std::to_string(density), 6,
                           Ground(kStone, density, kPolyPavement, kAttrNetworkSpawnCandidate)});
  }
  return map;
}

std::vector<std::string> CityMaterialNames() {
  std::vector<std::string> names;
  for (const MaterialMap::Entry& entry : CityMaterialMap().entries) names.push_back(entry.name);
  FOOTFALL_CHECK(names.size() == static_cast<size_t>(CityMaterial::kPavement7) + 1);
  return names;
}

}  // namespace footfall::nav
