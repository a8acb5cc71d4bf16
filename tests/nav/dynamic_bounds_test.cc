#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "nav/dynamic/object_bounds.h"
#include "nav/dynamic/object_description.h"
#include "nav/mesh/fixed_box.h"
#include "platform/math.h"
#include "platform/random.h"
#include "tests/nav/dynamic_fixture.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;
using testing::BoxAt;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

bool InsidePlanes(const ObjectBounds& bounds, Vec3 point) {
  for (const ObjectPlane& plane : bounds.planes) {
    if (Dot(plane.normal, point - bounds.origin) > plane.offset) return false;
  }
  return true;
}

TEST_CASE("a bound set has an origin, top and bottom, and six planes with the box between them",
          "[NAV-214]") {
  CHECK(kObjectPlanes == 6);
  platform::RandomStream random(1, platform::RandomPurpose::kTest, 214, 0);
  for (int n = 0; n < 500; ++n) {
    ObjectPose pose;
    pose.origin.x = random.NextRange(-5900, 8900);
    pose.origin.y = random.NextRange(-5900, 8900);
    pose.origin.z = random.NextRange(-50, 50);
    pose.heading = random.NextRange(-10, 10);
    pose.pitch = n % 3 == 0 ? random.NextRange(-3, 3) : 0;
    pose.roll = n % 5 == 0 ? random.NextRange(-3, 3) : 0;
    Vec3 half;
    half.x = random.NextRange(0.1F, 20);
    half.y = random.NextRange(0.1F, 20);
    half.z = random.NextRange(0.1F, 20);
    const ObjectBounds bounds = MakeObjectBounds(pose, half);
    CHECK(bounds.origin == pose.origin);
    CHECK(bounds.tilted == (pose.pitch != 0 || pose.roll != 0));
    CHECK(InsidePlanes(bounds, bounds.origin));
    const auto corners = FootprintCorners(bounds, 0);
    for (const ObjectPlane& plane : bounds.planes) {
      CHECK(std::fabs(platform::Length(plane.normal) - 1) < 1e-5F);
      // The middle of a face lies on its plane, inside the footprint and between bottom and top.
      const Vec3 face = bounds.origin + plane.normal * plane.offset;
      CHECK(InsidePlanes(bounds, bounds.origin + plane.normal * (plane.offset * 0.99F)));
      CHECK_FALSE(InsidePlanes(bounds, bounds.origin + plane.normal * (plane.offset * 1.01F + 0.01F)));
      CHECK(face.z <= bounds.top_z + 0.002F);
      CHECK(face.z >= bounds.bottom_z - 0.002F);
      for (int side = 0; side < 4; ++side) {
        const Vec2 a = corners[static_cast<size_t>(side)];
        const Vec2 b = corners[static_cast<size_t>((side + 1) % 4)];
        CHECK(Cross(b - a, Xy(face) - a) > -0.05F * platform::Length(b - a));
      }
    }
  }
}

TEST_CASE("a box turned by heading, pitch and roll keeps its axes right-handed", "[NAV-214]") {
  ObjectPose pose;
  pose.heading = platform::kHalfPi;
  const ObjectBounds turned = MakeObjectBounds(pose, {3, 1, 2});
  CHECK(turned.planes[kPlaneFront].normal.y == Approx(1));
  CHECK(turned.planes[kPlaneLeft].normal.x == Approx(-1));
  CHECK(turned.planes[kPlaneTop].normal.z == Approx(1));
  CHECK(turned.planes[kPlaneFront].offset == 3);

  pose = {};
  pose.pitch = platform::kHalfPi;  // on its back: the front looks up
  const ObjectBounds pitched = MakeObjectBounds(pose, {3, 1, 2});
  CHECK(pitched.planes[kPlaneFront].normal.z == Approx(1));
  CHECK(pitched.top_z == Approx(3));
  CHECK(pitched.footprint_half.x == Approx(2));

  pose = {};
  pose.roll = platform::kHalfPi;  // the left side looks up
  const ObjectBounds rolled = MakeObjectBounds(pose, {3, 1, 2});
  CHECK(rolled.planes[kPlaneLeft].normal.z == Approx(1));
  CHECK(rolled.top_z == Approx(1));
  CHECK(rolled.footprint_half.y == Approx(2));
}

TEST_CASE("a level box is entered exactly where its moved planes are", "[NAV-230]") {
  const ObjectBounds bounds = MakeObjectBounds({{10, 20, 1}, 0, 0, 0}, {2, 1, 1});
  CHECK(bounds.ContainsWithin({10, 20, 0}, 0));
  CHECK(bounds.ContainsWithin({12.3F, 20, 0}, 0.35F));
  CHECK_FALSE(bounds.ContainsWithin({12.36F, 20, 0}, 0.35F));
  CHECK_FALSE(bounds.ContainsWithin({12.35F, 20, 0}, 0.35F));
  // Feet above its top are free; feet below its bottom by less than a walker's height are not.
  CHECK(bounds.ContainsWithin({10, 20, 2.3F}, 0.35F));
  CHECK_FALSE(bounds.ContainsWithin({10, 20, 2.4F}, 0.35F));
  CHECK(bounds.ContainsWithin({10, 20, -1.7F}, 0.35F));
  CHECK_FALSE(bounds.ContainsWithin({10, 20, -1.9F}, 0.35F));
  CHECK(bounds.EntryOf({0, 20, 0}, {20, 20, 0}, 0) == Approx(0.4F).margin(0.001));
  CHECK(bounds.EntryOf({0, 21, 0}, {20, 21, 0}, 0) == ObjectBounds::kNoEntry);
  CHECK(bounds.EntryOf({0, 0, 0}, {5, 0, 0}, 0) == ObjectBounds::kNoEntry);
}

TEST_CASE("a tilted box takes less than its footprint", "[NAV-214]") {
  // A plank that leans: high at its front end, on the ground at its back.
  ObjectPose pose;
  pose.origin = {0, 0, 2};
  pose.pitch = platform::kPi / 4;
  const ObjectBounds plank = MakeObjectBounds(pose, {3, 1, 0.1F});
  CHECK(plank.tilted);
  CHECK(plank.ContainsWithin({-1.9F, 0, 0}, 0.35F));
  // Under the high end one walks upright.
  CHECK_FALSE(plank.ContainsWithin({1.9F, 0, 0}, 0.35F));
  CHECK_FALSE(plank.ContainsWithin({2.9F, 0, 3.9F}, 0.35F));
}

TEST_CASE("the coarse box holds all that the standard radius is kept out of", "[NAV-212][NAV-127]") {
  platform::RandomStream random(1, platform::RandomPurpose::kTest, 127, 0);
  int held = 0;
  for (int n = 0; n < 2000; ++n) {
    ObjectPose pose;
    pose.origin = {100, 200, 3};
    pose.heading = random.NextRange(-3, 3);
    pose.pitch = n % 2 == 0 ? random.NextRange(-1, 1) : 0;
    const ObjectBounds bounds = MakeObjectBounds(pose, {2, 0.5F, 1});
    Vec3 point;
    point.x = random.NextRange(96, 104);
    point.y = random.NextRange(196, 204);
    point.z = random.NextRange(-2, 8);
    if (!bounds.ContainsWithin(point, kObjectPedRadius)) continue;
    ++held;
    CHECK(Contains(CoarseBoxOf(bounds), point));
  }
  CHECK(held > 100);
}

TEST_CASE("a description out of bounds is refused with field, value and limit", "[NAV-212]") {
  const auto fault = [](const ObjectDescription& d) { return std::string(CheckDescription(d).message()); };
  CHECK(CheckDescription(BoxAt(0, 0)).ok());
  for (const float bad : {kNan, kInf, -kInf, 1e30F, 9000.0F}) {
    ObjectDescription box = BoxAt(bad, 0);
    CHECK(fault(box).find("center.x: ") == 0);
    box = BoxAt(0, bad);
    CHECK(fault(box).find("center.y: ") == 0);
  }
  CHECK(CheckDescription(BoxAt(-6000, -6000)).ok());
  CHECK(fault(BoxAt(8999.9F, -6000.1F)).find("[-6000, 9000)") != std::string::npos);
  for (const float bad : {kNan, kInf, -1.0F, 0.0F, 0.009F, 100.1F, 1e30F}) {
    CHECK(fault(BoxAt(0, 0, {bad, 1, 1})).find("half_extents.x: ") == 0);
    CHECK(fault(BoxAt(0, 0, {1, bad, 1})).find("half_extents.y: ") == 0);
    ObjectDescription flat = BoxAt(0, 0);
    flat.half_extents.z = bad;
    CHECK(fault(flat).find("half_extents.z: ") == 0);
  }
  ObjectDescription box = BoxAt(0, 0);
  box.pose.origin.z = kNan;
  CHECK(fault(box).find("center.z: ") == 0);
  box = BoxAt(0, 0);
  box.pose.heading = 1e30F;  // an angle like any other
  CHECK(CheckDescription(box).ok());
  box.pose.pitch = kNan;
  CHECK(fault(box) == "pitch: nan is not finite");
  box = BoxAt(0, 0);
  box.mass = -1;
  CHECK(fault(box).find("mass: -1") == 0);
  box = BoxAt(0, 0);
  box.traits = 1U << 12;
  CHECK(fault(box).find("traits: 0x1000") == 0);
  box = BoxAt(0, 0);
  box.blocks = 8;
  CHECK(fault(box).find("blocks: 0x8") == 0);
}

TEST_CASE("an object belongs to exactly one of entity, vehicle door and script", "[NAV-212]") {
  for (int kind = 0; kind < kObjectKinds; ++kind) {
    int owners = 0;
    for (const auto owner :
         {ObjectOwnerKind::kEntity, ObjectOwnerKind::kVehicleDoor, ObjectOwnerKind::kScript}) {
      ObjectDescription box = BoxAt(0, 0, {1, 1, 1}, static_cast<ObjectKind>(kind));
      CHECK(CheckDescription(box).ok());
      box.owner.kind = owner;
      box.owner.door = 0;
      owners += CheckDescription(box).ok() ? 1 : 0;
    }
    CHECK(owners == 1);
  }
}

TEST_CASE("the eleven flags follow from kind and traits", "[NAV-213]") {
  CHECK(kObjectFlags == 11);
  CHECK(kObjectBlocksAll == 7);
  const auto flags = [](ObjectKind kind, uint16_t traits = 0) {
    ObjectDescription box = BoxAt(0, 0, {1, 1, 1}, kind);
    box.traits = traits;
    return ObjectFlagsOf(box);
  };
  CHECK(flags(ObjectKind::kBlocker) == (kObjectIsUserAddedBlocker | kObjectIsSignificant));
  CHECK(flags(ObjectKind::kScriptBlocker) == (kObjectIsScriptedBlocker | kObjectIsSignificant));
  CHECK(flags(ObjectKind::kVehicle) == (kObjectIsVehicle | kObjectIsSignificant));
  CHECK(flags(ObjectKind::kVehicleDoor) == (kObjectIsVehicleDoor | kObjectIsSignificant));
  CHECK(flags(ObjectKind::kFire) == (kObjectIsFire | kObjectIsSignificant));
  CHECK(flags(ObjectKind::kObject) == 0);
  CHECK(flags(ObjectKind::kObject, kTraitOpenable) == kObjectIsOpenable);
  CHECK(flags(ObjectKind::kObject, kTraitDoor) == kObjectIsDoor);
  CHECK(flags(ObjectKind::kObject, kTraitClimbable) == kObjectIsClimbable);
  CHECK(flags(ObjectKind::kObject, kTraitPushable) == kObjectIsPushable);
  CHECK(flags(ObjectKind::kObject, kTraitReducedBox) == kObjectForceReducedBoundingBox);
}

TEST_CASE("pushable up to 500 kg, significant from 125 kg and 0.33 m3 on", "[NAV-218]") {
  CHECK(kObjectPushableMassMax == 500.0F);
  CHECK(kObjectSignificantMassMin == 125.0F);
  CHECK(kObjectSignificantVolumeMin == 0.33F);
  ObjectDescription crate = BoxAt(0, 0, {0.5F, 0.5F, 0.33F}, ObjectKind::kObject);  // 0.66 m3
  crate.traits = kTraitPushable;
  const auto has = [&](ObjectFlag flag) { return (ObjectFlagsOf(crate) & flag) != 0; };
  crate.mass = 500;
  CHECK(has(kObjectIsPushable));
  crate.mass = 500.1F;
  CHECK_FALSE(has(kObjectIsPushable));
  crate.mass = 125;
  CHECK(has(kObjectIsSignificant));
  crate.mass = 124.9F;
  CHECK_FALSE(has(kObjectIsSignificant));
  crate.mass = 125;
  crate.half_extents = {0.34F, 0.34F, 0.34F};  // 0.314 m3
  CHECK_FALSE(has(kObjectIsSignificant));
  crate.half_extents = {0.35F, 0.35F, 0.35F};  // 0.343 m3
  CHECK(has(kObjectIsSignificant));
}

TEST_CASE("the filter lets seven sorts of objects through, and asks objects and vehicles alone",
          "[NAV-219][NAV-220]") {
  const auto verdict = [](ObjectKind kind, int traits, Vec3 half = {1, 1, 1}) {
    ObjectDescription box = BoxAt(0, 0, half, kind);
    box.traits = static_cast<uint16_t>(traits);
    return ShouldAvoid(box);
  };
  for (const ObjectKind kind : {ObjectKind::kObject, ObjectKind::kVehicle}) {
    CHECK(verdict(kind, 0) == AvoidVerdict::kAvoid);
    CHECK(verdict(kind, kTraitNoCollision) == AvoidVerdict::kNoCollision);
    CHECK(verdict(kind, kTraitBakedIntoMesh) == AvoidVerdict::kBakedIntoMesh);
    CHECK(verdict(kind, kTraitIgnoredByPeds) == AvoidVerdict::kIgnoredByPeds);
    CHECK(verdict(kind, kTraitIgnoredByPeds | kTraitDoor) == AvoidVerdict::kAvoid);
    CHECK(verdict(kind, kTraitWeapon) == AvoidVerdict::kWeapon);
    CHECK(verdict(kind, kTraitClothBreakable) == AvoidVerdict::kClothBreakable);
    CHECK(verdict(kind, kTraitPickup) == AvoidVerdict::kPickup);
    CHECK(verdict(kind, kTraitAttached) == AvoidVerdict::kAttached);
  }
  CHECK(verdict(ObjectKind::kObject, 0, {0.12F, 0.12F, 0.12F}) == AvoidVerdict::kTooSmall);
  CHECK(verdict(ObjectKind::kObject, 0, {0.13F, 0.1F, 0.1F}) == AvoidVerdict::kAvoid);
  for (const ObjectKind kind :
       {ObjectKind::kBlocker, ObjectKind::kScriptBlocker, ObjectKind::kVehicleDoor, ObjectKind::kFire}) {
    CHECK(verdict(kind, kTraitNoCollision | kTraitWeapon, {0.05F, 0.05F, 0.05F}) == AvoidVerdict::kAvoid);
  }
}

TEST_CASE("bounds are new from the thresholds of the kind on", "[NAV-222][NAV-223]") {
  CHECK(kObjectMoveThresholdSq == 0.1F);
  CHECK(kDoorAngleThreshold == Approx(2 * 3.14159265 / 180));
  CHECK(kObjectAngleThreshold == Approx(25.8 * 3.14159265 / 180));
  CHECK(kBlockerMoveThreshold == 0.1F);
  CHECK(kBlockerAngleThreshold == Approx(4 * 3.14159265 / 180));
  const auto moved = [](ObjectKind kind, float metres, float degrees, int axis = 0) {
    ObjectPose to;
    to.origin.x = metres;
    (axis == 0 ? to.heading : axis == 1 ? to.pitch : to.roll) = degrees * kDegree;
    return MovedEnough(kind, {}, to);
  };
  for (const ObjectKind kind : {ObjectKind::kVehicle, ObjectKind::kFire, ObjectKind::kObject}) {
    CHECK_FALSE(moved(kind, 0.31F, 25.7F));
    CHECK(moved(kind, 0.32F, 0));
    for (int axis = 0; axis < 3; ++axis) CHECK(moved(kind, 0, 25.9F, axis));
  }
  CHECK_FALSE(moved(ObjectKind::kVehicleDoor, 0.31F, 1.9F));
  CHECK(moved(ObjectKind::kVehicleDoor, 0, 2.1F));
  for (const ObjectKind kind : {ObjectKind::kBlocker, ObjectKind::kScriptBlocker}) {
    CHECK_FALSE(moved(kind, 0.09F, 3.9F));
    CHECK(moved(kind, 0.11F, 0));
    CHECK(moved(kind, 0, 4.1F, 1));
  }
  // Across the seam of the circle the change is small.
  ObjectPose from;
  from.heading = 3.14F;
  ObjectPose to;
  to.heading = -3.14F;
  CHECK_FALSE(MovedEnough(ObjectKind::kBlocker, from, to));
}

}  // namespace
}  // namespace footfall::nav
