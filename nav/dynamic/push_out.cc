#include "nav/dynamic/push_out.h"

#include <array>
#include <cstddef>
#include <utility>

namespace footfall::nav {

using platform::Vec2;
using platform::Vec3;

namespace {

struct Side {
  float distance;  // from the point to the moved side, m
  Vec2 outward;
};

// The sides of the footprint moved by the margin, the nearest first.
std::array<Side, 4> SidesOf(const ObjectBounds& bounds, Vec3 point, float margin) {
  const Vec2 local = Xy(point - bounds.origin);
  const Vec2 forward = bounds.forward;
  const Vec2 left{-forward.y, forward.x};
  const float along = Dot(forward, local);
  const float across = Dot(left, local);
  const float length = bounds.footprint_half.x + margin;
  const float width = bounds.footprint_half.y + margin;
  std::array<Side, 4> sides = {Side{length - along, forward}, Side{width - across, left},
                               Side{length + along, forward * -1}, Side{width + across, left * -1}};
  // Insertion keeps the order of equal ones.
  for (size_t n = 1; n < sides.size(); ++n) {
    for (size_t m = n; m > 0 && sides[m].distance < sides[m - 1].distance; --m) {
      std::swap(sides[m], sides[m - 1]);
    }
  }
  return sides;
}

}  // namespace

PushOutResult PushOut(const ObjectSnapshot& objects, Vec3 point, const ObjectFilter& filter,
                      AcceptPosition accept) {
  PushOutResult result;
  result.point = point;
  const DynamicObject* holder = objects.BlockerAt(point, filter);
  while (holder != nullptr) {
    result.object = holder->id;
    if (result.rounds == kPushOutRounds) {
      result.outcome = PushOutOutcome::kStuck;
      return result;
    }
    ++result.rounds;
    std::optional<Vec3> inside_another;
    std::optional<Vec3> free;
    for (const Side& side : SidesOf(holder->bounds, result.point, filter.MarginOf(*holder))) {
      const Vec2 moved = Xy(result.point) + side.outward * (side.distance + kPushOutExtra);
      const std::optional<Vec3> stands = accept({moved.x, moved.y, result.point.z});
      if (!stands.has_value()) continue;
      if (objects.BlockerAt(*stands, filter) == nullptr) {
        free = stands;
        break;
      }
      if (!inside_another.has_value()) inside_another = stands;
    }
    if (!free.has_value() && !inside_another.has_value()) {
      result.outcome = PushOutOutcome::kStuck;
      return result;
    }
    result.point = free.has_value() ? *free : *inside_another;
    result.outcome = PushOutOutcome::kMoved;
    holder = objects.BlockerAt(result.point, filter);
  }
  return result;
}

}  // namespace footfall::nav
