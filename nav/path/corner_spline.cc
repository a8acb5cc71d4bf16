#include "nav/path/corner_spline.h"

#include <algorithm>

#include "nav/path/path_result.h"

namespace footfall::nav {

using platform::Vec2;
using platform::Vec3;

Vec3 CornerSpline::At(float t) const {
  return platform::Lerp(platform::Lerp(enter, corner, t), platform::Lerp(corner, leave, t), t);
}

namespace {

// The point of the segment min(2 m, half of it) from the corner.
Vec3 ControlTowards(Vec3 corner, Vec3 other) {
  const float length = platform::Distance(corner, other);
  if (!(length > 0)) return corner;
  return platform::Lerp(corner, other, std::min(kCornerControlMax / length, 0.5F));
}

// Whether the route's own surfaces carry the curve.
bool IsFree(RouteSight& sight, const RoutePoint& before, const CornerSpline& spline) {
  RoutePoint at = before;
  at.point = spline.enter;
  if (!sight.Sees(before, spline.enter, &at.poly)) return false;
  for (int i = 1; i <= kCornerCheckSegments; ++i) {
    const Vec3 next = spline.At(static_cast<float>(i) / kCornerCheckSegments);
    PolyRef poly;
    if (!sight.Sees(at, next, &poly)) return false;
    at.point = next;
    at.poly = poly;
  }
  return true;
}

}  // namespace

CornerSpline SplineAt(Vec3 before, Vec3 corner, Vec3 after) {
  return {ControlTowards(corner, before), corner, ControlTowards(corner, after)};
}

bool IsSharpCorner(Vec3 before, Vec3 corner, Vec3 after) {
  const Vec2 in = platform::Xy(corner - before);
  const Vec2 out = platform::Xy(after - corner);
  const float lengths = platform::Length(in) * platform::Length(out);
  return lengths > 0 && platform::Dot(in, out) < kSharpCornerCos * lengths;
}

bool MarkSmoothCorners(RouteSight& sight, std::vector<RoutePoint>& route) {
  for (size_t i = 1; i + 1 < route.size(); ++i) {
    const RoutePoint& before = route[i - 1];
    RoutePoint& corner = route[i];
    const Vec3 after = route[i + 1].point;
    if (corner.forced || !IsSharpCorner(before.point, corner.point, after)) continue;
    if (IsFree(sight, before, SplineAt(before.point, corner.point, after))) {
      corner.flags |= kWaypointSmoothCorner;
    }
    if (!sight.Settle()) return false;
  }
  return true;
}

}  // namespace footfall::nav
