#ifndef FOOTFALL_NAV_UPKEEP_AREA_H_
#define FOOTFALL_NAV_UPKEEP_AREA_H_

#include <cstdint>
#include <string>

#include "nav/mesh/nav_view.h"
#include "platform/vec.h"

namespace footfall::nav {

// Shapes of areas that edits of the world speak of. Numbers are part of logs.
enum class AreaShape : uint8_t {
  kBox = 0,       // axis-aligned, from `a` to `b`
  kSphere = 1,    // around `a`, radius `size`
  kCylinder = 2,  // upright, around the XY of `a`, radius `size`, from a.z to b.z
  kAngled = 3,    // upright, as wide as `size` around the line from `a` to `b` in XY, between their heights
};
inline constexpr int kAreaShapes = 4;
constexpr uint64_t EnumEnd(AreaShape) { return kAreaShapes; }

// An area of the world, metres; its rim belongs to it. Plain value.
struct Area {
  AreaShape shape = AreaShape::kBox;
  platform::Vec3 a;
  platform::Vec3 b;  // {0, 0, 0} for a sphere
  float size = 0;    // 0 for a box

  static Area Box(platform::Vec3 low, platform::Vec3 high) { return {AreaShape::kBox, low, high, 0}; }
  static Area Sphere(platform::Vec3 center, float radius) { return {AreaShape::kSphere, center, {}, radius}; }
  static Area Cylinder(platform::Vec3 base, float radius, float height) {
    return {AreaShape::kCylinder, base, {base.x, base.y, base.z + height}, radius};
  }
  static Area Angled(platform::Vec3 from, platform::Vec3 to, float width) {
    return {AreaShape::kAngled, from, to, width};
  }
  friend bool operator==(const Area&, const Area&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("shape", self.shape);
    visitor.Field("a", self.a);
    visitor.Field("b", self.b);
    visitor.Field("size", self.size);
  }
};

// What is wrong with an area, as "field: value and bound" with the names of the struct; empty when it may be
// used: all numbers finite and at most kAreaReach from zero, a box and a height not inverted, a size above 0
// where the shape has one, an angled area with two ends.
std::string FaultOf(const Area& area);
inline constexpr float kAreaReach = 20'000;

// The least axis-aligned box around the area.
struct AreaBounds {
  platform::Vec3 low;
  platform::Vec3 high;
};
AreaBounds BoundsOf(const Area& area);
// What the box of a polygon in the area touches in XY.
FixedBox RangeOf(const Area& area);

bool Contains(const Area& area, platform::Vec3 point);

// Whether any part of the polygon lies in the area. Of a sphere its distance to the polygon's point that is
// nearest in XY counts; of a box the polygon's least and greatest height. REQUIRES: a box or a sphere.
bool Touches(const Area& area, const PolyView& poly);

// Calls fn(slot) for the resident tiles in which a polygon touches the area, ascending index. REQUIRES: a box
// or a sphere.
template <class Fn>
void ForEachTileIn(const NavView& view, const Area& area, Fn&& fn);
bool AnyPolyTouches(const TileView& tile, const Area& area);

template <class Fn>
void ForEachTileIn(const NavView& view, const Area& area, Fn&& fn) {
  for (const MeshIndex index : view.resident()) {
    const NavView::Slot& slot = view.slot(index);
    if (AnyPolyTouches(*slot.tile, area)) fn(slot);
  }
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_AREA_H_
