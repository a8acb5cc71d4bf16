#ifndef FOOTFALL_NAV_DYNAMIC_OBJECT_SNAPSHOT_H_
#define FOOTFALL_NAV_DYNAMIC_OBJECT_SNAPSHOT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "nav/dynamic/dynamic_object.h"
#include "nav/dynamic/hazard.h"
#include "nav/dynamic/object_cells.h"
#include "nav/dynamic/object_filter.h"
#include "nav/mesh/fixed_box.h"
#include "platform/vec.h"

namespace footfall::nav {

// All objects of the world as one search sees them (NAV-226, R37): pointers to constant grid cells, and the
// hazards. Made at the sync by ObjectStore, reached through NavView::objects(), where null means that there
// are none. Immutable, any thread; holds its cells alive. What it answers never depends on the order in which
// objects were added or on which cell holds them.
class ObjectSnapshot {
 public:
  // Rises with every snapshot that differs from the one before.
  uint64_t generation() const { return generation_; }
  size_t objects_count() const { return objects_count_; }
  // Ascending id.
  std::span<const Hazard> hazards() const {
    return hazards_ == nullptr ? std::span<const Hazard>() : *hazards_;
  }

  // Calls fn(const DynamicObject&) for every object whose coarse box touches [low, high] (metres, XY and Z).
  // A coarse box allows for a radius of 0.35 m and for a walker's height already. fn returns void, or bool,
  // where false ends the walk. Order: by place, then by id; not to be relied on. A NaN bound is an infinite
  // one.
  template <class Fn>
  void ForEachNear(platform::Vec3 low, platform::Vec3 high, const Fn& fn) const;

  // ForEachNear with the box grown for the filter's radius (NAV-127), and only objects that block.
  template <class Fn>
  void ForEachBlocking(platform::Vec3 low, platform::Vec3 high, const ObjectFilter& filter,
                       const Fn& fn) const;

  // Object LOS (NAV-230): whether an object blocks the straight line, its planes moved outwards by
  // filter.MarginOf. With offset > 0, in metres, two parallel lines that far to the left and to the right are
  // tested instead: for an entity of radius r either (offset 0, filter.radius r), which is exact, or (offset
  // r, filter.radius 0), the row's second form, which an object thinner than 2 r between the lines escapes.
  // Touching does not block. A point that is not
  // finite, or beyond 1,000 km, is blocked.
  bool LineBlocked(platform::Vec3 from, platform::Vec3 to, float offset, const ObjectFilter& filter) const;
  // Of the objects that hold the point, with filter.MarginOf, the one with the lowest id; null when it is
  // free. Lives as long as the snapshot.
  const DynamicObject* BlockerAt(platform::Vec3 point, const ObjectFilter& filter) const;
  // The same as a question: a circle of filter.radius, at the height of the feet. Its corners are square:
  // what is asked is whether `centre` lies inside an object's moved planes.
  bool CircleOverlaps(platform::Vec3 centre, const ObjectFilter& filter) const {
    return BlockerAt(centre, filter) != nullptr;
  }

 private:
  friend class ObjectStore;
  friend class ObjectGrid;
  // Cells whose objects may touch the box, as columns and rows, both ends inside.
  struct CellRange {
    int low_x;
    int low_y;
    int high_x;
    int high_y;
  };
  static CellRange CellsAround(const FixedBox& box);
  // False: fn ended the walk.
  template <class Fn>
  static bool Walk(const ObjectCell& cell, const FixedBox& box, const Fn& fn);

  uint64_t generation_ = 0;
  size_t objects_count_ = 0;
  std::array<Recycled<ObjectPage>, kObjectPagesPerAxis * kObjectPagesPerAxis> pages_;  // null: nothing there
  Recycled<ObjectCell> overflow_;  // always looked at (OQ-40); may be null
  std::shared_ptr<const std::vector<Hazard>> hazards_;
};

// ---- Templates

template <class Fn>
bool ObjectSnapshot::Walk(const ObjectCell& cell, const FixedBox& box, const Fn& fn) {
  if (!OverlapsXy(cell.box, box) || !OverlapsZ(cell.box, box)) return true;
  for (size_t n = 0; n < cell.boxes.size(); ++n) {
    if (!OverlapsXy(cell.boxes[n], box) || !OverlapsZ(cell.boxes[n], box)) continue;
    if constexpr (std::is_void_v<decltype(fn(cell.objects[n]))>) {
      fn(cell.objects[n]);
    } else {
      if (!fn(cell.objects[n])) return false;
    }
  }
  return true;
}

template <class Fn>
void ObjectSnapshot::ForEachNear(platform::Vec3 low, platform::Vec3 high, const Fn& fn) const {
  if (objects_count_ == 0) return;
  FixedBox box = FixedBoxOf(low);
  for (int axis = 0; axis < 3; ++axis) box.max[axis] = FixedBoxOf(high).max[axis];
  if (overflow_ && !Walk(*overflow_, box, fn)) return;
  const CellRange cells = CellsAround(box);
  for (int y = cells.low_y; y <= cells.high_y; ++y) {
    for (int x = cells.low_x; x <= cells.high_x; ++x) {
      const Recycled<ObjectPage>& page = pages_[PageIndex(x, y)];
      if (!page) {
        x |= kObjectPageAxis - 1;  // on to the next page
        continue;
      }
      const Recycled<ObjectCell>& cell = page->cells[SlotInPage(x, y)];
      if (cell && !Walk(*cell, box, fn)) return;
    }
  }
}

template <class Fn>
void ObjectSnapshot::ForEachBlocking(platform::Vec3 low, platform::Vec3 high, const ObjectFilter& filter,
                                     const Fn& fn) const {
  if (!filter.avoid_objects) return;
  const float growth = filter.CoarseGrowth();
  const platform::Vec3 grown{growth, growth, growth};
  ForEachNear(low - grown, high + grown, [&](const DynamicObject& object) {
    if (!filter.Blocks(object)) return true;
    if constexpr (std::is_void_v<decltype(fn(object))>) {
      fn(object);
      return true;
    } else {
      return fn(object);
    }
  });
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_DYNAMIC_OBJECT_SNAPSHOT_H_
