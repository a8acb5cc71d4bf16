#ifndef FOOTFALL_NAV_DYNAMIC_DYNAMIC_OBJECT_H_
#define FOOTFALL_NAV_DYNAMIC_DYNAMIC_OBJECT_H_

#include <array>
#include <cstdint>

#include "nav/dynamic/object_bounds.h"
#include "nav/dynamic/object_types.h"
#include "nav/mesh/tile_view.h"
#include "platform/vec.h"

namespace footfall::nav {

// One box that searches go around, as a snapshot holds it: the current bound set of NAV-212. Constant once
// published; any thread reads it. The store keeps the new bound set beside it.
struct DynamicObject {
  ObjectId id;
  ObjectOwner owner;
  ObjectKind kind = ObjectKind::kBlocker;
  uint8_t blocks = kObjectBlocksAll;  // ObjectSearchBit
  uint16_t flags = 0;                 // ObjectFlag
  ObjectBounds bounds;
  platform::Vec3 half_extents;              // m, along the box's own axes
  float heading = 0;                        // rad, of the footprint's long sides
  std::array<platform::Vec2, 4> corners{};  // footprint, counter-clockwise from above; no margin
  // Quarter metres; the standard radius and the headroom are in it, so that a query with radius 0.35 m or
  // less need not grow its own box (NAV-127).
  FixedBox coarse{};

  bool Is(ObjectFlag flag) const { return (flags & flag) != 0; }
  // Doors of vehicles and fires keep their full boxes (NAV-230).
  bool IsNeverReduced() const { return Is(kObjectIsVehicleDoor) || Is(kObjectIsFire); }
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_DYNAMIC_DYNAMIC_OBJECT_H_
