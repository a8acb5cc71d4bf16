#ifndef FOOTFALL_NAV_DYNAMIC_PUSH_OUT_H_
#define FOOTFALL_NAV_DYNAMIC_PUSH_OUT_H_

#include <cstdint>
#include <optional>

#include "absl/functional/function_ref.h"
#include "nav/dynamic/object_filter.h"
#include "nav/dynamic/object_snapshot.h"
#include "platform/vec.h"

namespace footfall::nav {

inline constexpr int kPushOutRounds = 8;       // (OQ-23)
inline constexpr float kPushOutExtra = 0.05F;  // beyond the side plane, m (OQ-23)

enum class PushOutOutcome : uint8_t {
  kFree,   // the point was in no object
  kMoved,  // `point` is free and was accepted
  kStuck,  // EndpointsInsideObjects: `object` still holds the point
};

struct PushOutResult {
  PushOutOutcome outcome = PushOutOutcome::kFree;
  platform::Vec3 point;  // where it ended, also when stuck
  ObjectId object;       // the last one that held it; invalid when kFree
  int rounds = 0;
};

// Given where the point would be moved to, the place on the mesh where it then stands, or nothing when that
// is no place: not on a polygon, too far, or not seen from the input point.
using AcceptPosition = absl::FunctionRef<std::optional<platform::Vec3>(platform::Vec3)>;

// Moves a point out of the objects that hold it (NAV-128, OQ-23). Each round takes the lowest id that holds
// the point and moves along the side of its footprint with the smallest penetration, 0.05 m beyond; a side
// whose place is refused, or still inside an object, gives way to the next one, and if all do, the first
// accepted is taken. nav/path/end_points.h does this on a mesh. Any thread; no
// allocation. REQUIRES: finite point.
PushOutResult PushOut(const ObjectSnapshot& objects, platform::Vec3 point, const ObjectFilter& filter,
                      AcceptPosition accept);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_DYNAMIC_PUSH_OUT_H_
