#include "nav/mesh/fixed_box.h"

#include <algorithm>

namespace footfall::nav {

// The subtraction is made in doubles: in floats it would round, and a rounded minimum could lie above its
// source. Rounded by conversion: std::floor is a call on the oldest processors.
int16_t FixedFloor(float value, float origin) {
  const double units = (static_cast<double>(value) - origin) * (1.0 / kMinMaxUnit);
  if (!(units > kFixedMin)) return kFixedMin;
  if (units >= kFixedMax) return kFixedMax;
  const auto whole = static_cast<int32_t>(units);
  return static_cast<int16_t>(whole > units ? whole - 1 : whole);
}

int16_t FixedCeil(float value, float origin) {
  const double units = (static_cast<double>(value) - origin) * (1.0 / kMinMaxUnit);
  if (!(units < kFixedMax)) return kFixedMax;
  if (units <= kFixedMin) return kFixedMin;
  const auto whole = static_cast<int32_t>(units);
  return static_cast<int16_t>(whole < units ? whole + 1 : whole);
}

FixedBox FixedBoxOf(platform::Vec3 point) {
  return {{FixedFloor(point.x, kWorldCentre), FixedFloor(point.y, kWorldCentre), FixedFloor(point.z, 0)},
          {FixedCeil(point.x, kWorldCentre), FixedCeil(point.y, kWorldCentre), FixedCeil(point.z, 0)}};
}

void Include(FixedBox& box, platform::Vec3 point) {
  const FixedBox other = FixedBoxOf(point);
  for (int axis = 0; axis < 3; ++axis) {
    box.min[axis] = std::min(box.min[axis], other.min[axis]);
    box.max[axis] = std::max(box.max[axis], other.max[axis]);
  }
}

bool Contains(const FixedBox& box, platform::Vec3 point) {
  const float p[3] = {point.x, point.y, point.z};
  for (int axis = 0; axis < 3; ++axis) {
    if (!(p[axis] >= MinMetres(box, axis) && p[axis] <= MaxMetres(box, axis))) return false;
  }
  return true;
}

}  // namespace footfall::nav
