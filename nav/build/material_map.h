#ifndef FOOTFALL_NAV_BUILD_MATERIAL_MAP_H_
#define FOOTFALL_NAV_BUILD_MATERIAL_MAP_H_

#include <cstdint>
#include <string>
#include <vector>

namespace footfall::nav {

// Different attribute sets that one tile can hold (R33): the voxel grid has 6 bits a cell for them, of which
// one value means "not walkable" and one is the grid's own.
inline constexpr int kPaletteSize = 62;

// What a surface is besides its shape.
struct SurfaceAttributes {
  bool walkable = true;
  bool deep_water = false;     // The surface of water too deep to wade: the ground under it is culled.
  bool shallow_water = false;  // The surface of water that can be waded: the ground under it is marked.
  uint8_t flags = 0;           // PolyFlag: kPolyPavement, kPolyWater
  uint16_t attributes = 0;     // PolyAttribute bits
  uint8_t audio = 0;           // 0..15 (NAV-029)
  uint8_t ped_density = 0;     // 0..7 (NAV-029)

  friend bool operator==(const SurfaceAttributes&, const SurfaceAttributes&) = default;
};

// Material name -> attributes. Plain value.
struct MaterialMap {
  struct Entry {
    std::string name;
    int priority = 0;  // Where surfaces meet in one cell the higher wins; ties go to the earlier entry (R33).
    SurfaceAttributes surface;
  };
  // Names are unique. The entry with the empty name is for faces without a material and for materials that no
  // entry names; without it they are plain walkable ground.
  std::vector<Entry> entries;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_MATERIAL_MAP_H_
