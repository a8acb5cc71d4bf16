#ifndef FOOTFALL_NAV_DYNAMIC_OBJECT_FILTER_H_
#define FOOTFALL_NAV_DYNAMIC_OBJECT_FILTER_H_

#include <span>

#include "nav/dynamic/dynamic_object.h"
#include "nav/dynamic/object_types.h"

namespace footfall::nav {

// By how much a reduced box is smaller than the entity's radius asks (OQ-21), m.
inline constexpr float kObjectReduction = 0.2F;

// Which objects block one request, and with what margin. Everything is local to the request: nothing of it is
// written into an object (NAV-127, NAV-130). The default is a shortest search of a standard ped that avoids
// everything. A plain value; the spans point to memory of the request.
struct ObjectFilter {
  float radius = kObjectPedRadius;                 // of the entity, m; the caller raises it (NAV-124)
  ObjectSearchBit search = kObjectBlocksShortest;  // objects without this bit do not block
  bool avoid_objects = true;                       // false: DontAvoidDynamicObjects, nothing blocks
  bool reduce_boxes = false;                       // ReduceObjectBboxes (NAV-190)
  bool ignore_non_significant = false;             // IgnoreNonSignificantObjects (NAV-191)
  bool pushes_vehicle_doors = false;               // AllowToPushVehicleDoorsClosed (NAV-192)
  bool ignore_fires = false;                       // DontAvoidFire (NAV-193)
  std::span<const ObjectId> included;              // block although a filter would ignore them (OQ-15)
  std::span<const ObjectId> excluded;              // never block; wins over included (OQ-15)

  // Whether the object blocks this request.
  bool Blocks(const DynamicObject& object) const;
  // By how much the object's planes are moved outwards, m: the radius, or what reduction leaves of it. Doors
  // of vehicles and fires are never reduced. (OQ-21)
  float MarginOf(const DynamicObject& object) const;
  // By how much coarse boxes are larger for this request, m: the radius beyond the standard one (NAV-127),
  // times the square root of 2, for planes move along the object's axes and coarse boxes lie along the
  // world's.
  float CoarseGrowth() const {
    return radius > kObjectPedRadius ? (radius - kObjectPedRadius) * 1.4142136F : 0.0F;
  }
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_DYNAMIC_OBJECT_FILTER_H_
