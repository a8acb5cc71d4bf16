#ifndef FOOTFALL_NAV_DYNAMIC_OBJECT_DESCRIPTION_H_
#define FOOTFALL_NAV_DYNAMIC_OBJECT_DESCRIPTION_H_

#include <cstdint>

#include "absl/status/status.h"
#include "nav/dynamic/object_bounds.h"
#include "nav/dynamic/object_types.h"
#include "platform/math.h"
#include "platform/vec.h"

namespace footfall::nav {

inline constexpr float kObjectPushableMassMax = 500;         // kg (NAV-218)
inline constexpr float kObjectSignificantMassMin = 125;      // kg (NAV-218)
inline constexpr float kObjectSignificantVolumeMin = 0.33F;  // m3 (NAV-218)
// An object of the world whose longest edge is shorter is too small to walk around, m (NAV-220). Ours.
inline constexpr float kObjectTooSmallEdge = 0.25F;
inline constexpr float kObjectMassMax = 1e9F;  // kg. Ours.

inline constexpr float kDegree = platform::kPi / 180.0F;
inline constexpr float kObjectMoveThresholdSq = 0.1F;            // m2 (NAV-222)
inline constexpr float kObjectAngleThreshold = 25.8F * kDegree;  // rad (NAV-222)
inline constexpr float kDoorAngleThreshold = 2.0F * kDegree;     // rad (NAV-222)
inline constexpr float kBlockerMoveThreshold = 0.1F;             // m (NAV-223)
inline constexpr float kBlockerAngleThreshold = 4.0F * kDegree;  // rad (NAV-223)

// Plain attributes of what the object stands for; no physics or art assets are behind them (NAV-220).
enum ObjectTrait : uint16_t {
  kTraitOpenable = 1U << 0,
  kTraitDoor = 1U << 1,
  kTraitClimbable = 1U << 2,
  kTraitPushable = 1U << 3,       // counts up to kObjectPushableMassMax
  kTraitReducedBox = 1U << 4,     // ForceReducedBoundingBox
  kTraitNoCollision = 1U << 5,    // no physics instance, or its collision is off (NAV-219)
  kTraitBakedIntoMesh = 1U << 6,  // from here on: not avoided (NAV-220)
  kTraitIgnoredByPeds = 1U << 7,  // doors are avoided all the same
  kTraitWeapon = 1U << 8,
  kTraitClothBreakable = 1U << 9,
  kTraitPickup = 1U << 10,
  kTraitAttached = 1U << 11,
};
inline constexpr uint16_t kObjectTraits = (1U << 12) - 1;

// Everything that the store is told of an object. A plain value.
struct ObjectDescription {
  ObjectKind kind = ObjectKind::kBlocker;
  uint8_t blocks = kObjectBlocksAll;  // ObjectSearchBit
  uint16_t traits = 0;                // ObjectTrait
  bool visible = true;                // an object that is not is taken out until it is again (NAV-221)
  ObjectOwner owner;
  ObjectPose pose;
  platform::Vec3 half_extents;  // m, along the box's own axes
  float mass = 0;               // kg; only for kObject

  friend bool operator==(const ObjectDescription&, const ObjectDescription&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("kind", self.kind);
    visitor.Field("blocks", self.blocks);
    visitor.Field("traits", self.traits);
    visitor.Field("visible", self.visible);
    visitor.Field("owner", self.owner);
    visitor.Field("pose", self.pose);
    visitor.Field("half_extents", self.half_extents);
    visitor.Field("mass", self.mass);
  }
};

// Why an object is not avoided, or that it is (NAV-219, NAV-220).
enum class AvoidVerdict : uint8_t {
  kAvoid = 0,
  kNoCollision,
  kBakedIntoMesh,
  kIgnoredByPeds,
  kWeapon,
  kClothBreakable,
  kTooSmall,
  kPickup,
  kAttached,
};

// InvalidArgument with field, value and limit: numbers that are not finite or out of bounds, an origin
// outside the world, traits, search bits or an owner that the kind cannot have.
absl::Status CheckDescription(const ObjectDescription& description);

// The should-avoid filter. It asks objects of the world and vehicles alone; blockers, doors of vehicles and
// fires are always avoided.
AvoidVerdict ShouldAvoid(const ObjectDescription& description);

// Whether a placed object may lose its place to a script blocker: neither scripted nor vehicle nor door
// (OQ-41).
bool CanMakeRoom(const ObjectDescription& description);

// The flags that an object of this description has (NAV-213, NAV-218).
uint16_t ObjectFlagsOf(const ObjectDescription& description);

// m3.
float VolumeOf(const ObjectDescription& description);

// Whether the pose differs enough for new bounds: by the movement, or by any one angle, of the kind's
// thresholds (NAV-222, NAV-223).
bool MovedEnough(ObjectKind kind, const ObjectPose& from, const ObjectPose& to);

// Inside the world's limits, which are half open as in MeshIndexAt.
bool IsInsideWorld(platform::Vec3 origin);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_DYNAMIC_OBJECT_DESCRIPTION_H_
