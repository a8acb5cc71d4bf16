#ifndef FOOTFALL_NAV_DYNAMIC_OBJECT_BOUNDS_H_
#define FOOTFALL_NAV_DYNAMIC_OBJECT_BOUNDS_H_

#include <array>

#include "nav/mesh/tile_view.h"
#include "platform/vec.h"

namespace footfall::nav {

// Standard radius of an entity, m (NAV-081). Coarse boxes allow for it.
inline constexpr float kObjectPedRadius = 0.35F;
// A box is tested against the whole height of a walker whose feet are on the line, m: its bottom plane is
// lowered by this much. Ours, the clearance that the builder asks of walkable ground; the rows give none.
inline constexpr float kObjectHeadroom = 1.8F;
// Least and greatest half edge of an object, m. Ours.
inline constexpr float kObjectHalfExtentMin = 0.01F;
inline constexpr float kObjectHalfExtentMax = 100.0F;

// Place and turn of a box: its centre in metres, angles in radians. The box's own axes are X forward, Y left,
// Z up. Heading turns about Z (0 is +X, counter-clockwise), then pitch lifts the forward end, then roll lifts
// the left side.
struct ObjectPose {
  platform::Vec3 origin;
  float heading = 0;
  float pitch = 0;
  float roll = 0;

  friend bool operator==(const ObjectPose&, const ObjectPose&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("origin", self.origin);
    visitor.Field("heading", self.heading);
    visitor.Field("pitch", self.pitch);
    visitor.Field("roll", self.roll);
  }
};

// A plane of a box, relative to the box's origin so that far from the world's centre no digits are lost. A
// point p is outside where Dot(normal, p - origin) > offset.
struct ObjectPlane {
  platform::Vec3 normal;  // outward, unit length
  float offset = 0;       // m, positive
};

enum ObjectPlaneIndex : int {
  kPlaneFront = 0,  // own +X
  kPlaneLeft = 1,   // own +Y
  kPlaneBack = 2,
  kPlaneRight = 3,
  kPlaneTop = 4,
  kPlaneBottom = 5,
};
inline constexpr int kObjectPlanes = 6;  // four sides, top, bottom (NAV-214)

// How deep a point or line must be inside before it counts, m: what floats leave of a millimetre at the
// world's rim, so that a path along the moved surface is free. Ours.
inline constexpr float kObjectTouch = 0.002F;

// A bound set (NAV-214). Plain value.
struct ObjectBounds {
  platform::Vec3 origin;
  float top_z = 0;     // highest and lowest point of the box, m
  float bottom_z = 0;  // above sea level, as origin.z
  std::array<ObjectPlane, kObjectPlanes> planes;
  // The footprint: the rectangle along the heading that holds the box seen from above. It equals the four
  // side planes unless pitch or roll tilts them.
  platform::Vec2 forward{1, 0};   // unit vector of the heading
  platform::Vec2 footprint_half;  // half its length along `forward` and across, m
  bool tilted = false;            // pitch or roll is not 0

  // True when the point lies inside all planes, and inside the footprint, moved outwards by `margin`. What
  // faces down is moved by at least kObjectHeadroom. Touching is not inside.
  bool ContainsWithin(platform::Vec3 point, float margin) const { return EntryOf(point, point, margin) <= 1; }
  // Where the segment enters that space, as a part of its length in [0, 1]; kNoEntry when it does not.
  float EntryOf(platform::Vec3 from, platform::Vec3 to, float margin) const;
  static constexpr float kNoEntry = 2;
};

// REQUIRES: finite pose; half extents in [kObjectHalfExtentMin, kObjectHalfExtentMax].
ObjectBounds MakeObjectBounds(const ObjectPose& pose, platform::Vec3 half_extents);

// The 4 corners of the footprint grown by `margin`, counter-clockwise from above: front left, back left, back
// right, front right.
std::array<platform::Vec2, 4> FootprintCorners(const ObjectBounds& bounds, float margin);

// The coarse box: holds the space of ContainsWithin for the standard radius.
FixedBox CoarseBoxOf(const ObjectBounds& bounds);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_DYNAMIC_OBJECT_BOUNDS_H_
