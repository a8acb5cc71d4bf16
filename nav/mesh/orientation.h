#ifndef FOOTFALL_NAV_MESH_ORIENTATION_H_
#define FOOTFALL_NAV_MESH_ORIENTATION_H_

#include <cmath>

#include "platform/vec.h"

namespace footfall::nav {

namespace orientation_internal {

// Takes the two points in an order of their own, so that swapping them gives exactly the negative.
inline double OrderedSide(platform::Vec2 a, platform::Vec2 b, platform::Vec2 p) {
  const bool swap = b.x < a.x || (b.x == a.x && b.y < a.y);
  const platform::Vec2 from = swap ? b : a;
  const platform::Vec2 to = swap ? a : b;
  const double ux = static_cast<double>(to.x) - from.x;
  const double uy = static_cast<double>(to.y) - from.y;
  const double vx = static_cast<double>(p.x) - from.x;
  const double vy = static_cast<double>(p.y) - from.y;
  const double side = ux * vy - uy * vx;
  return swap ? -side : side;
}

}  // namespace orientation_internal

// More than what rounding can do to the sum in Side, by its size, whichever of the two points it starts from.
inline constexpr double kSideRounding = 1e-15;

// Twice the signed area of the triangle a, b, p: positive when p lies to the left of a -> b, seen from above.
// Swapping a and b gives exactly the other sign, so both polygons of a shared edge agree on which side a
// point lies and no point falls between them. In doubles, because differences of mesh coordinates are exact
// there.
inline double Side(platform::Vec2 a, platform::Vec2 b, platform::Vec2 p) {
  const double ux = static_cast<double>(b.x) - a.x;
  const double uy = static_cast<double>(b.y) - a.y;
  const double vx = static_cast<double>(p.x) - a.x;
  const double vy = static_cast<double>(p.y) - a.y;
  const double side = ux * vy - uy * vx;
  const double u = std::fabs(ux) + std::fabs(uy);
  const double v = std::fabs(vx) + std::fabs(vy);
  // Then the sign is certain; ordering the points costs a branch that nobody can predict.
  if (std::fabs(side) > kSideRounding * u * (u + v)) return side;
  return orientation_internal::OrderedSide(a, b, p);
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_ORIENTATION_H_
