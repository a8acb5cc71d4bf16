#include "nav/dynamic/object_filter.h"

#include <algorithm>

namespace footfall::nav {

bool ObjectFilter::Blocks(const DynamicObject& object) const {
  if (!avoid_objects) return false;
  if (!excluded.empty() && std::find(excluded.begin(), excluded.end(), object.id) != excluded.end())
    return false;
  if (!included.empty() && std::find(included.begin(), included.end(), object.id) != included.end())
    return true;
  if ((object.blocks & search) == 0) return false;
  if (ignore_non_significant && !object.Is(kObjectIsSignificant)) return false;
  if (pushes_vehicle_doors && object.Is(kObjectIsVehicleDoor)) return false;
  if (ignore_fires && object.Is(kObjectIsFire)) return false;
  return true;
}

float ObjectFilter::MarginOf(const DynamicObject& object) const {
  if (object.IsNeverReduced()) return radius;
  if (!reduce_boxes && !object.Is(kObjectForceReducedBoundingBox)) return radius;
  return radius - std::min(kObjectReduction, radius);
}

}  // namespace footfall::nav
