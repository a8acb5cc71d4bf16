#ifndef FOOTFALL_NAV_BUILD_CITY_GEOMETRY_H_
#define FOOTFALL_NAV_BUILD_CITY_GEOMETRY_H_

#include <vector>

#include "nav/build/city_materials.h"
#include "nav/build/triangle_soup.h"
#include "platform/vec.h"

namespace footfall::nav {

// An upright rectangle in world metres; all of the city's lie on quarters of a metre.
struct Rect {
  float x0 = 0;
  float y0 = 0;
  float x1 = 0;
  float y1 = 0;

  float width() const { return x1 - x0; }
  float depth() const { return y1 - y0; }
  // Middle, rounded down to a quarter.
  platform::Vec2 Middle() const;
  Rect Grown(float by) const { return {x0 - by, y0 - by, x1 + by, y1 + by}; }
  bool Overlaps(const Rect& o) const { return x0 < o.x1 && o.x0 < x1 && y0 < o.y1 && o.y0 < y1; }
  bool empty() const { return x1 <= x0 || y1 <= y0; }
};

// The part of both; may be empty().
Rect Intersection(const Rect& a, const Rect& b);

// Rounds down to a quarter of a metre.
float Quarter(float metres);

enum class Facing { kEast, kNorth, kWest, kSouth };
Facing Opposite(Facing f);
// Unit vector.
platform::Vec2 DirectionOf(Facing f);
// Radians counter-clockwise from +X, in [0, 2 pi).
float HeadingOf(Facing f);

// A rectangle with a front: u runs along the front from left to right seen from outside's opposite, v from
// the front inwards.
class Frame {
 public:
  Frame(const Rect& rect, Facing front) : rect_(rect), front_(front) {}
  float width() const;  // along u
  float depth() const;  // along v
  Rect Map(float u0, float v0, float u1, float v1) const;
  platform::Vec2 Point(float u, float v) const;
  Facing inwards() const { return Opposite(front_); }
  Facing front() const { return front_; }

 private:
  Rect rect_;
  Facing front_;
};

// Appends solid shapes to a soup.
class CityMesher {
 public:
  // Upright faces stand this far inside the cells of the voxel grid: one exactly between two cells would
  // block both.
  static constexpr float kInset = 0.0625F;
  static constexpr float kRise = 0.1875F;  // Of a step.

  // `soup` is not owned and must outlive this object.
  explicit CityMesher(TriangleSoup* soup) : soup_(soup) {}

  // Corners counter-clockwise seen from the side that it faces.
  void Quad(platform::Vec3 a, platform::Vec3 b, platform::Vec3 c, platform::Vec3 d, CityMaterial m);
  void Floor(const Rect& r, float z, CityMaterial m);
  // Four upright faces that look outwards, inset.
  void Walls(const Rect& r, float z0, float z1);
  // Walls and a top, all inset.
  void Box(const Rect& r, float z0, float z1, CityMaterial top);
  // An upright face from (x0, y0) to (x1, y1), which looks to the right of that direction.
  void Face(platform::Vec2 from, platform::Vec2 to, float z0, float z1, CityMaterial m);
  // Treads and risers that fill `r` from z0 up to z1 towards `up`; the number of steps follows from kRise.
  void Steps(const Rect& r, Facing up, float z0, float z1, CityMaterial m);
  void Ramp(const Rect& r, Facing up, float z0, float z1, CityMaterial m);
  // The four slopes between an outer rectangle and an inner one: a hill or a basin without its floor.
  void Slopes(const Rect& outer, float z_outer, const Rect& inner, float z_inner, CityMaterial m);

 private:
  TriangleSoup* soup_;
};

// A flat sheet of ground, cut and painted in rectangles and then emitted as few of them.
class Sheet {
 public:
  Sheet(const Rect& rect, float z, CityMaterial m) : rect_(rect), z_(z), base_(m) {}
  // Later ones win.
  void Paint(const Rect& r, CityMaterial m) { patches_.push_back({r, m, false}); }
  void Cut(const Rect& r) { patches_.push_back({r, base_, true}); }
  void Emit(CityMesher& mesher) const;

 private:
  struct Patch {
    Rect rect;
    CityMaterial material;
    bool is_hole;
  };
  Rect rect_;
  float z_;
  CityMaterial base_;
  std::vector<Patch> patches_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_CITY_GEOMETRY_H_
