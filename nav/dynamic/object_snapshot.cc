#include "nav/dynamic/object_snapshot.h"

#include <algorithm>
#include <cmath>

namespace footfall::nav {

using platform::Vec2;
using platform::Vec3;

namespace {

int CellAt(float metres) {
  const float cell = (metres - kWorldMin) / kObjectCellSize;
  if (!(cell > 0)) return 0;
  return std::min(static_cast<int>(std::min(cell, static_cast<float>(kObjectCellsPerAxis))),
                  kObjectCellsPerAxis - 1);
}

Vec3 Least(Vec3 a, Vec3 b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
Vec3 Most(Vec3 a, Vec3 b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }

// Beyond it the parts of a line that floats can name are longer than any object.
constexpr float kFarthest = 1e6F;
bool IsNear(Vec3 point) {
  return std::fabs(point.x) <= kFarthest && std::fabs(point.y) <= kFarthest &&
         std::fabs(point.z) <= kFarthest;
}

}  // namespace

ObjectSnapshot::CellRange ObjectSnapshot::CellsAround(const FixedBox& box) {
  return {CellAt(MinMetres(box, 0) - kObjectCellReach), CellAt(MinMetres(box, 1) - kObjectCellReach),
          CellAt(MaxMetres(box, 0) + kObjectCellReach), CellAt(MaxMetres(box, 1) + kObjectCellReach)};
}

bool ObjectSnapshot::LineBlocked(Vec3 from, Vec3 to, float offset, const ObjectFilter& filter) const {
  if (!filter.avoid_objects || objects_count_ == 0) return false;
  if (!IsNear(from) || !IsNear(to)) return true;
  Vec3 aside;
  if (offset > 0) {
    const Vec2 along = Xy(to) - Xy(from);
    const float length = platform::Length(along);
    // A line without length has no sides: its circle has the whole radius.
    if (length > 0) aside = {-along.y / length * offset, along.x / length * offset, 0};
  }
  bool blocked = false;
  const Vec3 spread{offset, offset, 0};
  ForEachBlocking(Least(from, to) - spread, Most(from, to) + spread, filter,
                  [&](const DynamicObject& object) {
                    const float margin = filter.MarginOf(object);
                    blocked = object.bounds.EntryOf(from + aside, to + aside, margin) <= 1 ||
                              (offset > 0 && object.bounds.EntryOf(from - aside, to - aside, margin) <= 1);
                    return !blocked;
                  });
  return blocked;
}

const DynamicObject* ObjectSnapshot::BlockerAt(Vec3 point, const ObjectFilter& filter) const {
  const DynamicObject* lowest = nullptr;
  if (!platform::IsFinite(point)) return lowest;
  ForEachBlocking(point, point, filter, [&](const DynamicObject& object) {
    if ((lowest == nullptr || object.id < lowest->id) &&
        object.bounds.ContainsWithin(point, filter.MarginOf(object))) {
      lowest = &object;
    }
  });
  return lowest;
}

}  // namespace footfall::nav
