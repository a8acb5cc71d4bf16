#ifndef FOOTFALL_NAV_PATH_TURN_POINTS_H_
#define FOOTFALL_NAV_PATH_TURN_POINTS_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "nav/dynamic/poly_cutter.h"

namespace footfall::nav {

// The points at which a shortest way may turn: corners of blockers and, once asked about, vertices of the
// mesh at which a wall begins or ends. A table of one search, by place.
class TurnPoints {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFFU;
  // Points nearer than this in X and in Y are one, m: a tenth of a millimetre, and what rounding to floats
  // does that far from the origin.
  static double Reach(CutPoint p) {
    return 3 * PolyCutter::kTouch + 3e-7 * std::max(std::fabs(p.x), std::fabs(p.y));
  }
  static bool Same(CutPoint a, CutPoint b) {
    const double reach = Reach(a);
    return std::fabs(a.x - b.x) <= reach && std::fabs(a.y - b.y) <= reach;
  }

  static constexpr double kFar = 1e30;

  struct Turn {
    CutPoint point;
    bool is_corner = false;
    bool is_shared = false;   // of several corners, so that `walls` does not tell all
    CutPoint walls[2];        // directions in which the two walls leave the corner
    double travelled = kFar;  // m, of a TautSearch: the shortest way here so far
  };

  // Forgets all points.
  void Begin();
  // The number of the point at this place; makes it.
  uint32_t AddCorner(CutPoint p, CutPoint wall, CutPoint other_wall);
  uint32_t AddOther(CutPoint p);
  // Whether a way from `root` that turns left (or else right) at the corner is taut: a wall is within.
  bool IsTaut(uint32_t turn, CutPoint root, bool left) const;
  // Its number, or kNone.
  uint32_t Find(CutPoint p) const;
  void ForgetLengths() {
    for (Turn& turn : turns_) turn.travelled = kFar;
  }
  Turn& at(uint32_t turn) { return turns_[turn]; }
  void AddCornersOf(const CutBlocker& blocker);

 private:
  struct Entry {
    uint32_t search = 0;
    uint32_t turn = 0;
    uint64_t key = 0;
  };
  static uint64_t KeyOf(int64_t x, int64_t y);
  uint32_t Add(CutPoint p, bool* is_new);
  void Grow();
  size_t Slot(uint64_t key) const;

  uint32_t search_ = 0;
  std::vector<Turn> turns_;
  std::vector<Entry> table_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_TURN_POINTS_H_
