#ifndef FOOTFALL_NAV_DYNAMIC_OBJECT_TYPES_H_
#define FOOTFALL_NAV_DYNAMIC_OBJECT_TYPES_H_

#include <compare>
#include <cstdint>

namespace footfall::nav {

// Names an object for ever: whoever adds one chooses a number that was never used before. Orders by value,
// which is how ties between objects are broken. 0 names nothing.
struct ObjectId {
  uint64_t value = 0;
  constexpr bool valid() const { return value != 0; }
  friend constexpr auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

// Where an object comes from (NAV-227). It decides thresholds, margins and flags.
enum class ObjectKind : uint8_t {
  kBlocker = 0,        // a generic box, added, moved and removed by API
  kScriptBlocker = 1,  // the same, but queued and added together at the sync (NAV-228)
  kVehicle = 2,
  kVehicleDoor = 3,  // open door of a vehicle, an object of its own
  kFire = 4,         // taken away when it goes out
  kObject = 5,       // anything else of the world that has a body
};
inline constexpr int kObjectKinds = 6;
constexpr uint64_t EnumEnd(ObjectKind) { return kObjectKinds; }

// What an object stands for: exactly one of three (NAV-212).
enum class ObjectOwnerKind : uint8_t { kEntity = 0, kVehicleDoor = 1, kScript = 2 };
constexpr uint64_t EnumEnd(ObjectOwnerKind) { return 3; }
struct ObjectOwner {
  ObjectOwnerKind kind = ObjectOwnerKind::kScript;
  uint8_t door = 0;  // number of the door; 0 unless kind is kVehicleDoor
  uint64_t id = 0;   // entity, vehicle that has the door, or script id

  friend bool operator==(const ObjectOwner&, const ObjectOwner&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("kind", self.kind);
    visitor.Field("door", self.door);
    visitor.Field("id", self.id);
  }
};

// The 11 named flags of an object (NAV-213).
enum ObjectFlag : uint16_t {
  kObjectIsOpenable = 1U << 0,
  kObjectIsDoor = 1U << 1,
  kObjectIsClimbable = 1U << 2,
  kObjectIsPushable = 1U << 3,
  kObjectIsVehicle = 1U << 4,
  kObjectIsFire = 1U << 5,
  kObjectIsUserAddedBlocker = 1U << 6,
  kObjectIsScriptedBlocker = 1U << 7,
  kObjectIsVehicleDoor = 1U << 8,
  kObjectIsSignificant = 1U << 9,
  kObjectForceReducedBoundingBox = 1U << 10,
};
inline constexpr int kObjectFlags = 11;

// The kinds of search that an object blocks: 3 bits (NAV-213).
enum ObjectSearchBit : uint8_t {
  kObjectBlocksWander = 1U << 0,
  kObjectBlocksShortest = 1U << 1,
  kObjectBlocksFlee = 1U << 2,
};
inline constexpr uint8_t kObjectBlocksAll = kObjectBlocksWander | kObjectBlocksShortest | kObjectBlocksFlee;

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_DYNAMIC_OBJECT_TYPES_H_
