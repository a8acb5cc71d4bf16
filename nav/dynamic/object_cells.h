#ifndef FOOTFALL_NAV_DYNAMIC_OBJECT_CELLS_H_
#define FOOTFALL_NAV_DYNAMIC_OBJECT_CELLS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "nav/dynamic/dynamic_object.h"
#include "nav/dynamic/recycled.h"
#include "nav/mesh/types.h"

namespace footfall::nav {

inline constexpr float kObjectCellSize = 50.0F;  // m (OQ-40)
inline constexpr int kObjectCellsPerAxis = 300;  // the world's width in cells
static_assert(kObjectCellsPerAxis * kObjectCellSize == kWorldMax - kWorldMin);
// Cells are found through pages of 16 x 16, so that a new snapshot copies one page for a cell that changed.
inline constexpr int kObjectPageAxis = 16;
inline constexpr int kObjectPagesPerAxis = (kObjectCellsPerAxis + kObjectPageAxis - 1) / kObjectPageAxis;

// How far the coarse box of an object may reach beyond the cell that its origin lies in, m. One that reaches
// farther goes to the overflow list, so that a query looks this far around and no farther. Ours.
inline constexpr float kObjectCellReach = 25.0F;

// The objects of one grid cell, or of the overflow list. Copy-on-write (R37).
struct ObjectCell {
  uint64_t generation = 0;             // of the snapshot that changed it last
  FixedBox box{};                      // holds all of `boxes`
  std::vector<FixedBox> boxes;         // coarse boxes, one an object
  std::vector<DynamicObject> objects;  // ascending id
};

// Place of a cell in its page.
constexpr size_t SlotInPage(int x, int y) {
  return static_cast<size_t>(y % kObjectPageAxis * kObjectPageAxis + x % kObjectPageAxis);
}
// Place of its page among all.
constexpr size_t PageIndex(int x, int y) {
  return static_cast<size_t>(y / kObjectPageAxis * kObjectPagesPerAxis + x / kObjectPageAxis);
}

struct ObjectPage {
  std::array<Recycled<ObjectCell>, kObjectPageAxis * kObjectPageAxis> cells;  // null: nothing there
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_DYNAMIC_OBJECT_CELLS_H_
