#include "nav/dynamic/object_description.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "nav/mesh/types.h"

namespace footfall::nav {

using platform::Vec3;

namespace {

// Heights that a coarse box can hold, m.
constexpr float kOriginZMax = 8000;

bool IsOwnedRight(const ObjectDescription& d) {
  switch (d.kind) {
    case ObjectKind::kBlocker:
    case ObjectKind::kScriptBlocker:
      return d.owner.kind == ObjectOwnerKind::kScript && d.owner.door == 0;
    case ObjectKind::kVehicleDoor:
      return d.owner.kind == ObjectOwnerKind::kVehicleDoor;
    case ObjectKind::kVehicle:
    case ObjectKind::kFire:
    case ObjectKind::kObject:
      return d.owner.kind == ObjectOwnerKind::kEntity && d.owner.door == 0;
  }
  return false;
}

bool TurnedEnough(float from, float to, float threshold) {
  return std::fabs(platform::NormalizeAngle(to - from)) >= threshold;
}

}  // namespace

bool IsInsideWorld(Vec3 origin) { return MeshIndexAt(origin.x, origin.y) != kNoNavMesh; }

absl::Status CheckDescription(const ObjectDescription& d) {
  const auto bad = [](const char* field, float value, float low, float high) {
    return absl::InvalidArgumentError(absl::StrFormat("%s: %g is not in [%g, %g]", field, value, low, high));
  };
  if (static_cast<int>(d.kind) >= kObjectKinds) {
    return absl::InvalidArgumentError(absl::StrFormat("kind: %d is no kind", static_cast<int>(d.kind)));
  }
  const Vec3 origin = d.pose.origin;
  for (const auto& [field, value] : {std::pair{"center.x", origin.x}, std::pair{"center.y", origin.y}}) {
    if (!(value >= kWorldMin && value < kWorldMax)) {
      return absl::InvalidArgumentError(absl::StrFormat("%s: %g is not in [%g, %g), the world's limits",
                                                        field, value, kWorldMin, kWorldMax));
    }
  }
  if (!(std::fabs(origin.z) <= kOriginZMax)) return bad("center.z", origin.z, -kOriginZMax, kOriginZMax);
  const Vec3 half = d.half_extents;
  for (const auto& [field, value] : {std::pair{"half_extents.x", half.x}, std::pair{"half_extents.y", half.y},
                                     std::pair{"half_extents.z", half.z}}) {
    if (!(value >= kObjectHalfExtentMin && value <= kObjectHalfExtentMax)) {
      return bad(field, value, kObjectHalfExtentMin, kObjectHalfExtentMax);
    }
  }
  for (const auto& [field, value] : {std::pair{"heading", d.pose.heading}, std::pair{"pitch", d.pose.pitch},
                                     std::pair{"roll", d.pose.roll}}) {
    if (!std::isfinite(value)) {
      return absl::InvalidArgumentError(absl::StrFormat("%s: %g is not finite", field, value));
    }
  }
  if (!(d.mass >= 0 && d.mass <= kObjectMassMax)) return bad("mass", d.mass, 0, kObjectMassMax);
  if ((d.traits & ~kObjectTraits) != 0) {
    return absl::InvalidArgumentError(absl::StrFormat("traits: 0x%x holds a bit that is no trait", d.traits));
  }
  if ((d.blocks & ~kObjectBlocksAll) != 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("blocks: 0x%x holds a bit that is no search", d.blocks));
  }
  if (!IsOwnedRight(d)) {
    return absl::InvalidArgumentError(absl::StrFormat("owner: kind %d cannot belong to an owner of kind %d",
                                                      static_cast<int>(d.kind),
                                                      static_cast<int>(d.owner.kind)));
  }
  return absl::OkStatus();
}

bool CanMakeRoom(const ObjectDescription& d) {
  return d.kind != ObjectKind::kScriptBlocker && d.kind != ObjectKind::kVehicle &&
         d.kind != ObjectKind::kVehicleDoor && (d.traits & kTraitDoor) == 0;
}

AvoidVerdict ShouldAvoid(const ObjectDescription& d) {
  const bool is_object = d.kind == ObjectKind::kObject;
  if (!is_object && d.kind != ObjectKind::kVehicle) return AvoidVerdict::kAvoid;
  const auto has = [&](ObjectTrait trait) { return (d.traits & trait) != 0; };
  if (has(kTraitNoCollision)) return AvoidVerdict::kNoCollision;
  if (has(kTraitBakedIntoMesh)) return AvoidVerdict::kBakedIntoMesh;
  if (has(kTraitIgnoredByPeds) && !has(kTraitDoor)) return AvoidVerdict::kIgnoredByPeds;
  if (has(kTraitWeapon)) return AvoidVerdict::kWeapon;
  if (has(kTraitClothBreakable)) return AvoidVerdict::kClothBreakable;
  const float longest = 2 * std::max({d.half_extents.x, d.half_extents.y, d.half_extents.z});
  if (is_object && longest < kObjectTooSmallEdge) return AvoidVerdict::kTooSmall;
  if (has(kTraitPickup)) return AvoidVerdict::kPickup;
  if (has(kTraitAttached)) return AvoidVerdict::kAttached;
  return AvoidVerdict::kAvoid;
}

float VolumeOf(const ObjectDescription& d) {
  return 8 * d.half_extents.x * d.half_extents.y * d.half_extents.z;
}

uint16_t ObjectFlagsOf(const ObjectDescription& d) {
  unsigned flags = 0;
  const auto set = [&](bool on, ObjectFlag flag) {
    if (on) flags |= flag;
  };
  const bool is_object = d.kind == ObjectKind::kObject;
  set((d.traits & kTraitOpenable) != 0, kObjectIsOpenable);
  set((d.traits & kTraitDoor) != 0, kObjectIsDoor);
  set((d.traits & kTraitClimbable) != 0, kObjectIsClimbable);
  set((d.traits & kTraitPushable) != 0 && d.mass <= kObjectPushableMassMax, kObjectIsPushable);
  set((d.traits & kTraitReducedBox) != 0, kObjectForceReducedBoundingBox);
  set(d.kind == ObjectKind::kVehicle, kObjectIsVehicle);
  set(d.kind == ObjectKind::kVehicleDoor, kObjectIsVehicleDoor);
  set(d.kind == ObjectKind::kFire, kObjectIsFire);
  set(d.kind == ObjectKind::kBlocker, kObjectIsUserAddedBlocker);
  set(d.kind == ObjectKind::kScriptBlocker, kObjectIsScriptedBlocker);
  set(!is_object || (d.mass >= kObjectSignificantMassMin && VolumeOf(d) >= kObjectSignificantVolumeMin),
      kObjectIsSignificant);
  return static_cast<uint16_t>(flags);
}

bool MovedEnough(ObjectKind kind, const ObjectPose& from, const ObjectPose& to) {
  const bool is_blocker = kind == ObjectKind::kBlocker || kind == ObjectKind::kScriptBlocker;
  const float move_sq = is_blocker ? kBlockerMoveThreshold * kBlockerMoveThreshold : kObjectMoveThresholdSq;
  float angle = kObjectAngleThreshold;
  if (is_blocker) angle = kBlockerAngleThreshold;
  if (kind == ObjectKind::kVehicleDoor) angle = kDoorAngleThreshold;
  return LengthSq(to.origin - from.origin) >= move_sq || TurnedEnough(from.heading, to.heading, angle) ||
         TurnedEnough(from.pitch, to.pitch, angle) || TurnedEnough(from.roll, to.roll, angle);
}

}  // namespace footfall::nav
