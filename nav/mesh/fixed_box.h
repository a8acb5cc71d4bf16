#ifndef FOOTFALL_NAV_MESH_FIXED_BOX_H_
#define FOOTFALL_NAV_MESH_FIXED_BOX_H_

#include <cstdint>
#include <limits>

#include "nav/mesh/tile_view.h"
#include "nav/mesh/types.h"
#include "platform/vec.h"

// Signed 16-bit fixed-point boxes of polygons (NAV-042, R27): quarter metres relative to the world centre in
// XY and to zero in Z. A bound at the end of the range is saturated and stands for infinity, so that a box
// always contains its source.
namespace footfall::nav {

inline constexpr float kMinMaxUnit = 0.25F;                            // NAV-042
inline constexpr float kWorldCentre = (kWorldMin + kWorldMax) * 0.5F;  // the same in X and Y
inline constexpr int16_t kFixedMin = std::numeric_limits<int16_t>::min();
inline constexpr int16_t kFixedMax = std::numeric_limits<int16_t>::max();

// Rounded down and up, saturating. NaN gives the saturated bound of its side.
int16_t FixedFloor(float value, float origin);
int16_t FixedCeil(float value, float origin);

// The box of one point; grow it by Include.
FixedBox FixedBoxOf(platform::Vec3 point);
void Include(FixedBox& box, platform::Vec3 point);

// True when the boxes touch or overlap in X and Y, saturated bounds being infinite. The differences are whole
// and cannot overflow; all four signs at once cost no branch, of which nobody could predict any.
inline bool OverlapsXy(const FixedBox& a, const FixedBox& b) {
  return ((b.max[0] - a.min[0]) | (a.max[0] - b.min[0]) | (b.max[1] - a.min[1]) | (a.max[1] - b.min[1])) >= 0;
}
// True when `inner` lies within `box` in X and Y.
inline bool CoversXy(const FixedBox& box, const FixedBox& inner) {
  return ((inner.min[0] - box.min[0]) | (box.max[0] - inner.max[0]) | (inner.min[1] - box.min[1]) |
          (box.max[1] - inner.max[1])) >= 0;
}
inline bool OverlapsZ(const FixedBox& a, const FixedBox& b) {
  return a.min[2] <= b.max[2] && b.min[2] <= a.max[2];
}

// Bounds in metres, infinite where saturated. `axis` is 0, 1 or 2.
inline float MinMetres(const FixedBox& box, int axis) {
  if (box.min[axis] == kFixedMin) return -std::numeric_limits<float>::infinity();
  return static_cast<float>(box.min[axis]) * kMinMaxUnit + (axis < 2 ? kWorldCentre : 0.0F);
}
inline float MaxMetres(const FixedBox& box, int axis) {
  if (box.max[axis] == kFixedMax) return std::numeric_limits<float>::infinity();
  return static_cast<float>(box.max[axis]) * kMinMaxUnit + (axis < 2 ? kWorldCentre : 0.0F);
}

// True when the box contains the point, saturated bounds being infinite.
bool Contains(const FixedBox& box, platform::Vec3 point);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_FIXED_BOX_H_
