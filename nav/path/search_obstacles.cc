#include "nav/path/search_obstacles.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "nav/mesh/fixed_box.h"
#include "nav/query/nearest_on_poly.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

// A plane whose normal leans less than this from the vertical has no line on a surface.
constexpr double kLevelNormal = 1e-3;
// Metres beyond the world: everything in Z.
constexpr float kAllHeights = 1e6F;

// What the space that an object blocks leaves on a level surface at height z: at the origin's place for the
// four sides, which are upright, and the planes where it is tilted. False when the surface is above or below
// it.
bool BlockerOf(const ObjectBounds& bounds, double margin, double z, CutBlocker& out) {
  const double bottom = static_cast<double>(bounds.bottom_z) - std::max<double>(margin, kObjectHeadroom);
  if (!(z > bottom) || !(z < static_cast<double>(bounds.top_z) + margin)) return false;
  const double ox = bounds.origin.x;
  const double oy = bounds.origin.y;
  // Of unit length to a float's precision; over 100 m that would show.
  double fx = bounds.forward.x;
  double fy = bounds.forward.y;
  const double length = std::sqrt(fx * fx + fy * fy);
  fx /= length;
  fy /= length;
  const double half_x = bounds.footprint_half.x + margin;
  const double half_y = bounds.footprint_half.y + margin;
  out.count = 0;
  const auto add = [&](double nx, double ny, double reach) {
    out.lines[static_cast<size_t>(out.count++)] = {nx, ny, nx * ox + ny * oy + reach};
  };
  // The ends first: the long sides then cut only what is beside the object.
  add(fx, fy, half_x);
  add(-fx, -fy, half_x);
  add(-fy, fx, half_y);
  add(fy, -fx, half_y);
  const double reach_x = std::fabs(fx) * half_x + std::fabs(fy) * half_y;
  const double reach_y = std::fabs(fy) * half_x + std::fabs(fx) * half_y;
  out.low = {ox - reach_x, oy - reach_y};
  out.high = {ox + reach_x, oy + reach_y};
  if (!bounds.tilted) return true;
  for (const ObjectPlane& plane : bounds.planes) {
    const double nx = plane.normal.x;
    const double ny = plane.normal.y;
    const double nz = plane.normal.z;
    const double level = std::sqrt(nx * nx + ny * ny);
    const double moved = std::max(margin, margin * level + kObjectHeadroom * std::max(0.0, -nz));
    const double reach = plane.offset + moved - nz * (z - bounds.origin.z);
    if (level < kLevelNormal) {
      if (reach <= 0) return false;
    } else {
      add(nx / level, ny / level, reach / level);
    }
  }
  return true;
}

}  // namespace

SearchObstacles::SearchObstacles() : table_(kTableSize) {}

void SearchObstacles::Begin(const ObjectSnapshot* objects, const ObjectFilter& filter) {
  objects_ = objects;
  if (objects != nullptr && (objects->objects_count() == 0 || !filter.avoid_objects)) objects_ = nullptr;
  if (objects_ == nullptr) return;
  filter_ = filter;
  sight_filter_ = filter;
  sight_filter_.radius += kObjectTouch - kSightSlack;
  growth_ = static_cast<int>(std::ceil(filter.CoarseGrowth() / kMinMaxUnit));
  near_.clear();
  squares_used_ = 0;
  if (search_ == std::numeric_limits<uint32_t>::max()) {
    for (Square& square : table_) square.search = 0;
    search_ = 0;
  }
  ++search_;
}

FixedBox SearchObstacles::Grown(const FixedBox& coarse) const {
  FixedBox box;
  for (int axis = 0; axis < 3; ++axis) {
    box.min[axis] = static_cast<int16_t>(std::max<int>(kFixedMin, coarse.min[axis] - growth_));
    box.max[axis] = static_cast<int16_t>(std::min<int>(kFixedMax, coarse.max[axis] + growth_));
  }
  return box;
}

// The square, filled; null when the table is full.
const SearchObstacles::Square* SearchObstacles::SquareAt(int x, int y) {
  const uint32_t code = static_cast<uint32_t>(y) << 16 | static_cast<uint32_t>(x);
  uint32_t at = (code * 0x9E3779B1U) >> 20;
  while (table_[at].search == search_ && table_[at].code != code) at = (at + 1) & (kTableSize - 1);
  Square& square = table_[at];
  if (square.search == search_) return &square;
  if (squares_used_ == kTableSize / 2) return nullptr;
  ++squares_used_;
  const uint32_t first = static_cast<uint32_t>(near_.size());
  const auto metres = [](int cell) {
    return static_cast<float>((cell << kSquareBits) + kFixedMin) * kMinMaxUnit + kWorldCentre;
  };
  objects_->ForEachBlocking({metres(x), metres(y), -kAllHeights}, {metres(x + 1), metres(y + 1), kAllHeights},
                            filter_, [&](const DynamicObject& object) {
                              near_.push_back({Grown(object.coarse), &object});
                            });
  square = {search_, code, first, static_cast<uint32_t>(near_.size()) - first};
  return &square;
}

// Objects whose boxes touch `box`, each once.
std::vector<const DynamicObject*> SearchObstacles::Seen() const {
  std::vector<const DynamicObject*> seen;
  seen.reserve(near_.size());
  for (const Near& near : near_) seen.push_back(near.object);
  // total order: ids are unique, and equal ones are one object.
  std::sort(seen.begin(), seen.end(),
            [](const DynamicObject* a, const DynamicObject* b) { return a->id < b->id; });
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  return seen;
}

void SearchObstacles::Collect(const FixedBox& box) {
  found_.clear();
  const auto cell = [](int16_t value) { return (value - kFixedMin) >> kSquareBits; };
  const int low_x = cell(box.min[0]);
  const int low_y = cell(box.min[1]);
  const int high_x = cell(box.max[0]);
  const int high_y = cell(box.max[1]);
  bool is_complete = (high_x - low_x + 1) * (high_y - low_y + 1) <= kSquaresMax;
  for (int y = low_y; y <= high_y && is_complete; ++y) {
    for (int x = low_x; x <= high_x && is_complete; ++x) {
      const Square* square = SquareAt(x, y);
      is_complete = square != nullptr;
      if (!is_complete) break;
      for (uint32_t n = square->first; n < square->first + square->count; ++n) {
        const Near& near = near_[n];
        if (!OverlapsXy(near.box, box) || !OverlapsZ(near.box, box)) continue;
        // In several squares: it counts in the one that holds the low corner of what both boxes share.
        if (cell(std::max(near.box.min[0], box.min[0])) != x) continue;
        if (cell(std::max(near.box.min[1], box.min[1])) != y) continue;
        found_.push_back(near.object);
      }
    }
  }
  if (!is_complete) {
    found_.clear();
    const Vec3 low{MinMetres(box, 0), MinMetres(box, 1), MinMetres(box, 2)};
    const Vec3 high{MaxMetres(box, 0), MaxMetres(box, 1), MaxMetres(box, 2)};
    objects_->ForEachBlocking(low, high, filter_,
                              [&](const DynamicObject& object) { found_.push_back(&object); });
  }
}

std::span<const CutBlocker> SearchObstacles::BlockersOn(const PolyView& poly) {
  blockers_.clear();
  Collect(poly.tile().boxes[poly.ref().poly()]);
  if (found_.empty()) return blockers_;
  // total order: no two objects have one id.
  std::sort(found_.begin(), found_.end(),
            [](const DynamicObject* a, const DynamicObject* b) { return a->id < b->id; });
  for (const DynamicObject* object : found_) {
    const Vec2 origin = platform::Xy(object->bounds.origin);
    Vec3 nearest;
    const float z = NearestOutside(poly, origin, nearest) ? nearest.z : poly.Height(origin);
    CutBlocker blocker;
    if (BlockerOf(object->bounds, filter_.MarginOf(*object) + kClearance, z, blocker)) {
      blockers_.push_back(blocker);
    }
  }
  return blockers_;
}

}  // namespace footfall::nav
