#ifndef FOOTFALL_NAV_BUILD_PALETTE_H_
#define FOOTFALL_NAV_BUILD_PALETTE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "nav/build/material_map.h"

namespace footfall::nav {

// The materials of a world, resolved: each material's surface, and the surfaces in the order in which they
// win where they meet (R33). Read-only after construction; any thread.
class SurfaceTable {
 public:
  SurfaceTable(const std::vector<std::string>& materials, const MaterialMap& map);

  // Surface number of a material, by its index in TriangleSoup::materials. Higher numbers win.
  int of_material(uint32_t material) const { return surface_of_material_[material]; }
  const SurfaceAttributes& surface(int number) const { return surfaces_[number]; }
  int size() const { return static_cast<int>(surfaces_.size()); }
  // Materials that no entry names, in the order of the soup.
  const std::vector<std::string>& unmapped() const { return unmapped_; }

 private:
  std::vector<SurfaceAttributes> surfaces_;
  std::vector<int> surface_of_material_;
  std::vector<std::string> unmapped_;
};

// The attribute sets of one tile: area id of the voxel grid = entry + 1, 0 is "not walkable". In a cell where
// surfaces meet the grid keeps the highest area id, which is why entries are in winning order.
class TilePalette {
 public:
  static constexpr uint8_t kNotWalkable = 0;

  struct Entry {
    int surface = 0;
    bool too_steep = false;
    bool under_shallow_water = false;
  };

  // `used`: flags of the pairs (surface * 2 + too_steep) that occur in the tile.
  explicit TilePalette(const std::vector<bool>& used);

  uint8_t AreaOf(int surface, bool too_steep) const;
  // The area like `area` but under shallow water; appended when new.
  uint8_t UnderShallowWater(uint8_t area);
  const Entry& entry(uint8_t area) const { return entries_[area - 1]; }
  int size() const { return static_cast<int>(entries_.size()); }
  bool overflows() const { return size() > kPaletteSize; }

 private:
  std::vector<Entry> entries_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_PALETTE_H_
