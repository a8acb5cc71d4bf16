#ifndef FOOTFALL_TESTS_NAV_DYNAMIC_FIXTURE_H_
#define FOOTFALL_TESTS_NAV_DYNAMIC_FIXTURE_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "nav/dynamic/object_store.h"
#include "platform/random.h"

namespace footfall::nav::testing {

inline ObjectDescription BoxAt(float x, float y, platform::Vec3 half = {1, 1, 1},
                               ObjectKind kind = ObjectKind::kBlocker) {
  ObjectDescription box;
  box.kind = kind;
  box.pose.origin = {x, y, half.z};
  box.half_extents = half;
  if (kind == ObjectKind::kVehicleDoor) {
    box.owner = {ObjectOwnerKind::kVehicleDoor, 1, 7};
  } else if (kind == ObjectKind::kBlocker || kind == ObjectKind::kScriptBlocker) {
    box.owner = {ObjectOwnerKind::kScript, 0, 7};
  } else {
    box.owner = {ObjectOwnerKind::kEntity, 0, 7};
  }
  return box;
}

inline ObjectDescription TurnedBox(float x, float y, float heading, platform::Vec3 half = {1, 1, 1}) {
  ObjectDescription box = BoxAt(x, y, half);
  box.pose.heading = heading;
  return box;
}

// A store that holds these boxes with ids 1, 2, 3 .. and was synced.
inline std::shared_ptr<const ObjectSnapshot> SnapshotOf(const std::vector<ObjectDescription>& boxes) {
  ObjectStore store(4096, 64);
  uint64_t id = 0;
  for (const ObjectDescription& box : boxes) store.Add({++id}, box, WhenFull::kRefuse);
  store.Sync({0, 0});
  return store.snapshot();
}

}  // namespace footfall::nav::testing

#endif  // FOOTFALL_TESTS_NAV_DYNAMIC_FIXTURE_H_
