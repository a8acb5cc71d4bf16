#include "nav/dynamic/object_bounds.h"

#include <algorithm>
#include <cmath>

#include "nav/mesh/fixed_box.h"
#include "platform/check.h"
#include "platform/math.h"

namespace footfall::nav {

using platform::Vec2;
using platform::Vec3;

namespace {

// The part of a segment that is left while it is cut by half spaces.
struct Interval {
  float enter = 0;
  float leave = 1;

  // Keeps where the signed distance, from `a` at the start to `b` at the end, is negative.
  void CutTo(float a, float b) {
    if (a < 0 && b < 0) return;
    if (!(a < 0) && !(b < 0)) {
      leave = -1;
    } else if (a < 0) {
      leave = std::min(leave, a / (a - b));
    } else {
      enter = std::max(enter, a / (a - b));
    }
  }
  bool IsEmpty() const { return !(enter < leave); }
};

}  // namespace

float ObjectBounds::EntryOf(Vec3 from, Vec3 to, float margin) const {
  const Vec3 a = from - origin;
  const Vec3 b = to - origin;
  const float grown = margin - kObjectTouch;
  Interval kept;
  const float length = footprint_half.x + grown;
  const float width = footprint_half.y + grown;
  const float a_along = Dot(forward, Xy(a));
  const float b_along = Dot(forward, Xy(b));
  kept.CutTo(a_along - length, b_along - length);
  kept.CutTo(-a_along - length, -b_along - length);
  const float a_across = Cross(forward, Xy(a));
  const float b_across = Cross(forward, Xy(b));
  kept.CutTo(a_across - width, b_across - width);
  kept.CutTo(-a_across - width, -b_across - width);
  const float top = top_z + grown;
  const float bottom = bottom_z - std::max(margin, kObjectHeadroom) + kObjectTouch;
  kept.CutTo(from.z - top, to.z - top);
  kept.CutTo(bottom - from.z, bottom - to.z);
  if (kept.IsEmpty()) return kNoEntry;
  if (tilted) {
    for (const ObjectPlane& plane : planes) {
      const Vec3 normal = plane.normal;
      const float moved = std::max(
          margin, margin * platform::Length(Xy(normal)) + kObjectHeadroom * std::max(0.0F, -normal.z));
      const float offset = plane.offset + moved - kObjectTouch;
      kept.CutTo(Dot(normal, a) - offset, Dot(normal, b) - offset);
    }
    if (kept.IsEmpty()) return kNoEntry;
  }
  return kept.enter;
}

ObjectBounds MakeObjectBounds(const ObjectPose& pose, Vec3 half) {
  FOOTFALL_CHECK(platform::IsFinite(pose.origin) && std::isfinite(pose.heading) &&
                 std::isfinite(pose.pitch) && std::isfinite(pose.roll));
  FOOTFALL_CHECK(std::min({half.x, half.y, half.z}) >= kObjectHalfExtentMin);
  FOOTFALL_CHECK(std::max({half.x, half.y, half.z}) <= kObjectHalfExtentMax);
  ObjectBounds bounds;
  bounds.origin = pose.origin;
  bounds.forward = {platform::Cos(pose.heading), platform::Sin(pose.heading)};
  bounds.tilted = pose.pitch != 0 || pose.roll != 0;
  const Vec3 level_forward{bounds.forward.x, bounds.forward.y, 0};
  const Vec3 level_left{-bounds.forward.y, bounds.forward.x, 0};
  const float cos_pitch = platform::Cos(pose.pitch);
  const float sin_pitch = platform::Sin(pose.pitch);
  const float cos_roll = platform::Cos(pose.roll);
  const float sin_roll = platform::Sin(pose.roll);
  const Vec3 forward = level_forward * cos_pitch + Vec3{0, 0, sin_pitch};
  const Vec3 pitched_up = level_forward * -sin_pitch + Vec3{0, 0, cos_pitch};
  const Vec3 left = level_left * cos_roll + pitched_up * sin_roll;
  const Vec3 up = level_left * -sin_roll + pitched_up * cos_roll;
  bounds.planes[kPlaneFront] = {forward, half.x};
  bounds.planes[kPlaneLeft] = {left, half.y};
  bounds.planes[kPlaneBack] = {forward * -1, half.x};
  bounds.planes[kPlaneRight] = {left * -1, half.y};
  bounds.planes[kPlaneTop] = {up, half.z};
  bounds.planes[kPlaneBottom] = {up * -1, half.z};
  const auto reach = [&](Vec3 axis) {
    return half.x * std::fabs(Dot(forward, axis)) + half.y * std::fabs(Dot(left, axis)) +
           half.z * std::fabs(Dot(up, axis));
  };
  bounds.footprint_half =
      bounds.tilted ? Vec2{reach(level_forward), reach(level_left)} : Vec2{half.x, half.y};
  const float height = bounds.tilted ? reach({0, 0, 1}) : half.z;
  bounds.top_z = pose.origin.z + height;
  bounds.bottom_z = pose.origin.z - height;
  return bounds;
}

std::array<Vec2, 4> FootprintCorners(const ObjectBounds& bounds, float margin) {
  const Vec2 along = bounds.forward * (bounds.footprint_half.x + margin);
  const Vec2 left{-bounds.forward.y, bounds.forward.x};
  const Vec2 across = left * (bounds.footprint_half.y + margin);
  const Vec2 centre = Xy(bounds.origin);
  return {centre + along + across, centre - along + across, centre - along - across, centre + along - across};
}

FixedBox CoarseBoxOf(const ObjectBounds& bounds) {
  const std::array<Vec2, 4> corners = FootprintCorners(bounds, kObjectPedRadius);
  FixedBox box = FixedBoxOf({corners[0].x, corners[0].y, bounds.top_z + kObjectPedRadius});
  for (const Vec2 corner : corners) Include(box, {corner.x, corner.y, bounds.bottom_z - kObjectHeadroom});
  return box;
}

}  // namespace footfall::nav
