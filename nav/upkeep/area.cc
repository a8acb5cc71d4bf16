#include "nav/upkeep/area.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "nav/mesh/fixed_box.h"
#include "nav/mesh/orientation.h"
#include "nav/mesh/quadtree.h"
#include "nav/query/nearest_on_poly.h"
#include "platform/check.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

std::string BadPoint(const char* field, const Vec3& point) {
  for (const float value : {point.x, point.y, point.z}) {
    if (!(std::fabs(value) <= kAreaReach)) {
      return absl::StrCat(field, ": (", point.x, ", ", point.y, ", ", point.z, ") is not within ", kAreaReach,
                          " m of zero");
    }
  }
  return "";
}

// Whether all four corners of the box lie beyond the line, outside of a polygon that has it as a side.
bool LiesBeside(Vec2 from, Vec2 to, const AreaBounds& box) {
  const Vec2 corners[] = {
      {box.low.x, box.low.y}, {box.high.x, box.low.y}, {box.high.x, box.high.y}, {box.low.x, box.high.y}};
  return std::all_of(std::begin(corners), std::end(corners),
                     [&](Vec2 corner) { return Side(from, to, corner) > 0; });
}

// Whether the whole box of a polygon lies in the area, and so the polygon: cheap, and true of nearly all
// polygons of a large area.
bool HoldsBox(const Area& area, const FixedBox& box) {
  if (area.shape == AreaShape::kSphere) {
    float sum = 0;
    const float center[] = {area.a.x, area.a.y, area.a.z};
    for (int axis = 0; axis < 3; ++axis) {
      const float far = std::max(std::fabs(MinMetres(box, axis) - center[axis]),
                                 std::fabs(MaxMetres(box, axis) - center[axis]));
      sum += far * far;
    }
    return sum <= area.size * area.size;
  }
  const float low[] = {area.a.x, area.a.y, area.a.z};
  const float high[] = {area.b.x, area.b.y, area.b.z};
  for (int axis = 0; axis < 3; ++axis) {
    if (!(MinMetres(box, axis) >= low[axis]) || !(MaxMetres(box, axis) <= high[axis])) return false;
  }
  return true;
}

bool BoxTouches(const AreaBounds& box, const PolyView& poly) {
  Vec3 low = poly.Vertex(0);
  Vec3 high = low;
  for (int n = 1; n < poly.vertex_count(); ++n) {
    const Vec3 v = poly.Vertex(n);
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  if (low.x > box.high.x || high.x < box.low.x || low.y > box.high.y || high.y < box.low.y ||
      low.z > box.high.z || high.z < box.low.z) {
    return false;
  }
  // Two convex shapes are apart exactly when a side of one has the other all on its far side.
  for (int n = 0; n < poly.vertex_count(); ++n) {
    if (LiesBeside(poly.VertexXy(n), poly.VertexXy(poly.Next(n)), box)) return false;
  }
  return true;
}

bool SphereTouches(const Area& sphere, const PolyView& poly) {
  Vec3 at;
  if (!NearestOutside(poly, Xy(sphere.a), at)) at = {sphere.a.x, sphere.a.y, poly.Height(Xy(sphere.a))};
  return LengthSq(at - sphere.a) <= sphere.size * sphere.size;
}

// Distance in XY along the axis and across it.
bool AngledContains(const Area& area, Vec3 point) {
  const Vec2 axis = Xy(area.b) - Xy(area.a);
  const Vec2 to = Xy(point) - Xy(area.a);
  const float along = Dot(to, axis);
  const float length_sq = LengthSq(axis);
  const float across = Cross(axis, to);
  const float half = area.size * 0.5F;
  return along >= 0 && along <= length_sq && across * across <= half * half * length_sq;
}

}  // namespace

std::string FaultOf(const Area& area) {
  if (static_cast<int>(area.shape) >= kAreaShapes) {
    return absl::StrCat("shape: there is no shape ", static_cast<int>(area.shape));
  }
  if (std::string fault = BadPoint("a", area.a); !fault.empty()) return fault;
  if (std::string fault = BadPoint("b", area.b); !fault.empty()) return fault;
  if (area.shape != AreaShape::kBox && !(area.size > 0 && area.size <= kAreaReach)) {
    return absl::StrCat("size: ", area.size, " is not in (0, ", kAreaReach, "]");
  }
  switch (area.shape) {
    case AreaShape::kBox:
      if (area.a.x > area.b.x || area.a.y > area.b.y || area.a.z > area.b.z) {
        return "a: is not below the other corner in every axis";
      }
      return "";
    case AreaShape::kSphere:
      return "";
    case AreaShape::kCylinder:
      return area.a.z > area.b.z ? "b: is below the base" : "";
    case AreaShape::kAngled:
      return LengthSq(Xy(area.b) - Xy(area.a)) > 0 ? "" : "b: has the same X and Y as the other end";
  }
  return "";
}

AreaBounds BoundsOf(const Area& area) {
  const Vec3 low{std::min(area.a.x, area.b.x), std::min(area.a.y, area.b.y), std::min(area.a.z, area.b.z)};
  const Vec3 high{std::max(area.a.x, area.b.x), std::max(area.a.y, area.b.y), std::max(area.a.z, area.b.z)};
  const float r = area.size;
  switch (area.shape) {
    case AreaShape::kBox:
      return {area.a, area.b};
    case AreaShape::kSphere:
      return {area.a - Vec3{r, r, r}, area.a + Vec3{r, r, r}};
    case AreaShape::kCylinder:
      return {{area.a.x - r, area.a.y - r, low.z}, {area.a.x + r, area.a.y + r, high.z}};
    case AreaShape::kAngled:
      return {low - Vec3{r, r, 0} * 0.5F, high + Vec3{r, r, 0} * 0.5F};
  }
  FOOTFALL_CHECK(false);
}

FixedBox RangeOf(const Area& area) {
  const AreaBounds bounds = BoundsOf(area);
  return {{FixedFloor(bounds.low.x, kWorldCentre), FixedFloor(bounds.low.y, kWorldCentre), kFixedMin},
          {FixedCeil(bounds.high.x, kWorldCentre), FixedCeil(bounds.high.y, kWorldCentre), kFixedMax}};
}

bool Contains(const Area& area, Vec3 point) {
  if (area.shape == AreaShape::kSphere) return LengthSq(point - area.a) <= area.size * area.size;
  const AreaBounds bounds = BoundsOf(area);
  const bool in_bounds = point.x >= bounds.low.x && point.x <= bounds.high.x && point.y >= bounds.low.y &&
                         point.y <= bounds.high.y && point.z >= bounds.low.z && point.z <= bounds.high.z;
  if (!in_bounds || area.shape == AreaShape::kBox) return in_bounds;
  if (area.shape == AreaShape::kAngled) return AngledContains(area, point);
  return LengthSq(Xy(point) - Xy(area.a)) <= area.size * area.size;
}

bool Touches(const Area& area, const PolyView& poly) {
  FOOTFALL_CHECK(area.shape == AreaShape::kBox || area.shape == AreaShape::kSphere);
  if (HoldsBox(area, poly.tile().boxes[poly.ref().poly()])) return true;
  return area.shape == AreaShape::kBox ? BoxTouches(BoundsOf(area), poly) : SphereTouches(area, poly);
}

bool AnyPolyTouches(const TileView& tile, const Area& area) {
  // Any one of them will do, and a large area has the first.
  bool any = !tile.polys.empty() && Touches(area, PolyView(tile, nullptr, 0));
  if (any) return true;
  ForEachPolyTouching(tile, RangeOf(area),
                      [&](PolyIndex poly) { any = any || Touches(area, PolyView(tile, nullptr, poly)); });
  return any;
}

}  // namespace footfall::nav
