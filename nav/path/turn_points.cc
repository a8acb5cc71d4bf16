#include "nav/path/turn_points.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace footfall::nav {
namespace {

// Edge of the squares by which points are found; a point is looked for in the up to four that its reach
// touches.
constexpr double kSquare = 0.0625;
constexpr double kSameWall = 1e-6;   // of unit vectors
constexpr double kSlant = 1e-4;      // rad: walls this near to the way's direction are along it
constexpr size_t kFirstSize = 1024;  // a power of two

int64_t SquareOf(double value) { return static_cast<int64_t>(std::floor(value / kSquare)); }

}  // namespace

uint64_t TurnPoints::KeyOf(int64_t x, int64_t y) {
  return static_cast<uint64_t>(x) << 32 ^ (static_cast<uint64_t>(y) & 0xFFFFFFFFU);
}

void TurnPoints::Begin() {
  turns_.clear();
  if (table_.empty()) table_.resize(kFirstSize);
  if (search_ == std::numeric_limits<uint32_t>::max()) {
    for (Entry& entry : table_) entry.search = 0;
    search_ = 0;
  }
  ++search_;
}

size_t TurnPoints::Slot(uint64_t key) const {
  const uint64_t mixed = (key ^ key >> 29) * 0x9E3779B97F4A7C15U;
  return static_cast<size_t>(mixed >> 32) & (table_.size() - 1);
}

void TurnPoints::Grow() {
  table_.assign(table_.size() * 2, Entry());
  for (uint32_t turn = 0; turn < turns_.size(); ++turn) {
    const uint64_t key = KeyOf(SquareOf(turns_[turn].point.x), SquareOf(turns_[turn].point.y));
    size_t at = Slot(key);
    while (table_[at].search == search_) at = (at + 1) & (table_.size() - 1);
    table_[at] = {search_, turn, key};
  }
}

uint32_t TurnPoints::Find(CutPoint p) const {
  const double reach = Reach(p);
  const int64_t low_x = SquareOf(p.x - reach);
  const int64_t low_y = SquareOf(p.y - reach);
  const int64_t high_x = SquareOf(p.x + reach);
  const int64_t high_y = SquareOf(p.y + reach);
  for (int64_t y = low_y; y <= high_y; ++y) {
    for (int64_t x = low_x; x <= high_x; ++x) {
      const uint64_t key = KeyOf(x, y);
      for (size_t at = Slot(key); table_[at].search == search_; at = (at + 1) & (table_.size() - 1)) {
        if (table_[at].key != key) continue;
        if (Same(p, turns_[table_[at].turn].point)) return table_[at].turn;
      }
    }
  }
  return kNone;
}

uint32_t TurnPoints::Add(CutPoint p, bool* is_new) {
  const uint32_t known = Find(p);
  *is_new = known == kNone;
  if (known != kNone) return known;
  if (turns_.size() * 2 >= table_.size()) Grow();
  const uint64_t key = KeyOf(SquareOf(p.x), SquareOf(p.y));
  size_t at = Slot(key);
  while (table_[at].search == search_) at = (at + 1) & (table_.size() - 1);
  const uint32_t turn = static_cast<uint32_t>(turns_.size());
  table_[at] = {search_, turn, key};
  Turn added;
  added.point = p;
  turns_.push_back(added);
  return turn;
}

uint32_t TurnPoints::AddCorner(CutPoint p, CutPoint wall, CutPoint other_wall) {
  bool is_new;
  const uint32_t turn = Add(p, &is_new);
  Turn& to = turns_[turn];
  if (to.is_corner) {
    const auto same = [](CutPoint a, CutPoint b) {
      return std::fabs(a.x - b.x) + std::fabs(a.y - b.y) < kSameWall;
    };
    to.is_shared |= !(same(to.walls[0], wall) && same(to.walls[1], other_wall));
    return turn;
  }
  to.is_corner = true;
  to.walls[0] = wall;
  to.walls[1] = other_wall;
  return turn;
}

uint32_t TurnPoints::AddOther(CutPoint p) {
  bool is_new;
  return Add(p, &is_new);
}

bool TurnPoints::IsTaut(uint32_t turn, CutPoint root, bool left) const {
  const Turn& at = turns_[turn];
  if (at.is_shared) return true;
  const double dx = at.point.x - root.x;
  const double dy = at.point.y - root.y;
  const double sign = left ? 1 : -1;
  const double slack = kSlant * (std::fabs(dx) + std::fabs(dy));
  return sign * (dx * at.walls[0].y - dy * at.walls[0].x) >= -slack &&
         sign * (dx * at.walls[1].y - dy * at.walls[1].x) >= -slack;
}

void TurnPoints::AddCornersOf(const CutBlocker& blocker) {
  for (int i = 0; i < blocker.count; ++i) {
    for (int j = i + 1; j < blocker.count; ++j) {
      const CutLine& a = blocker.lines[static_cast<size_t>(i)];
      const CutLine& b = blocker.lines[static_cast<size_t>(j)];
      const double cross = a.nx * b.ny - a.ny * b.nx;
      if (std::fabs(cross) < 1e-6) continue;
      const CutPoint p{(a.offset * b.ny - b.offset * a.ny) / cross,
                       (a.nx * b.offset - b.nx * a.offset) / cross};
      bool is_corner = true;
      for (int k = 0; k < blocker.count && is_corner; ++k) {
        is_corner = blocker.lines[static_cast<size_t>(k)].Beyond(p) <= PolyCutter::kTouch;
      }
      if (!is_corner) continue;
      const double sign = cross > 0 ? 1 : -1;
      // Along each line, to the inside of the other.
      AddCorner(p, {a.ny * sign, -a.nx * sign}, {-b.ny * sign, b.nx * sign});
    }
  }
}

}  // namespace footfall::nav
