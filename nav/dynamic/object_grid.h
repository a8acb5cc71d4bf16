#ifndef FOOTFALL_NAV_DYNAMIC_OBJECT_GRID_H_
#define FOOTFALL_NAV_DYNAMIC_OBJECT_GRID_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "nav/dynamic/dynamic_object.h"
#include "nav/dynamic/object_cells.h"
#include "nav/dynamic/object_snapshot.h"
#include "nav/dynamic/recycled.h"

namespace footfall::nav {

// Which objects lie in which cell (NAV-216, OQ-40), and the making of snapshots from that. Cells are made on
// demand and freed when empty; with all in use, and for objects that reach too far, there is the overflow
// list. Main thread.
class ObjectGrid {
 public:
  explicit ObjectGrid(uint32_t cells_max);

  // Adds an object or replaces the one with its id. REQUIRES: its origin lies inside the world.
  void Put(const DynamicObject& object);
  // Without effect when it is not there.
  void Remove(ObjectId id);

  // Snapshot of all objects that differs from `from` in the touched cells; costs as much as these hold.
  std::shared_ptr<const ObjectSnapshot> Freeze(const ObjectSnapshot& from,
                                               std::shared_ptr<const std::vector<Hazard>> hazards);

  // For a restored world, into an empty grid: `strays`, ascending, are those that lie in the overflow list,
  // whatever room there is. Gives the snapshot of this generation, above 0.
  std::shared_ptr<const ObjectSnapshot> Restore(std::span<const DynamicObject> objects,
                                                std::span<const ObjectId> strays, uint32_t cells_high_water,
                                                uint64_t generation,
                                                std::shared_ptr<const std::vector<Hazard>> hazards);
  // Objects in the overflow list, ascending.
  std::vector<ObjectId> strays() const;

  // Whether the next snapshot differs from the one before.
  bool IsTouched() const { return !touched_.empty(); }
  uint32_t cells_in_use() const { return cells_in_use_; }
  uint32_t cells_high_water() const { return cells_high_water_; }
  uint32_t overflow_count() const { return static_cast<uint32_t>(cells_[kOverflow].members.size()); }

 private:
  static constexpr uint32_t kOverflow = 0;  // index of the overflow list in cells_
  static constexpr uint32_t kNoCell = UINT32_MAX;
  struct Cell {
    int x = 0;
    int y = 0;
    bool touched = false;
    std::vector<DynamicObject> members;  // ascending id
  };

  // The cell for an object, made where that is possible.
  uint32_t CellFor(const DynamicObject& object);
  std::vector<DynamicObject>::iterator Find(Cell& cell, ObjectId id);
  void Touch(uint32_t cell);
  // Moves objects of the overflow list for which there is a cell now.
  void BringHome();
  Recycled<ObjectCell> Copy(const Cell& cell, uint64_t generation);
  // The page of a cell as `next` alone holds it.
  ObjectPage& PageOf(const Cell& cell, ObjectSnapshot& next);

  const uint32_t cells_max_;
  std::vector<Cell> cells_;                       // the overflow list first
  std::vector<uint32_t> free_;                    // of cells_, not in use
  std::vector<uint32_t> cell_at_;                 // by place, row by row
  absl::flat_hash_map<uint64_t, uint32_t> home_;  // id to index of cells_
  std::vector<uint32_t> touched_;
  std::vector<bool> page_is_new_;  // scratch of Freeze
  uint32_t cells_in_use_ = 0;
  uint32_t cells_high_water_ = 0;
  std::shared_ptr<RecyclePool<ObjectCell>> cell_pool_ = std::make_shared<RecyclePool<ObjectCell>>();
  std::shared_ptr<RecyclePool<ObjectPage>> page_pool_ = std::make_shared<RecyclePool<ObjectPage>>();
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_DYNAMIC_OBJECT_GRID_H_
