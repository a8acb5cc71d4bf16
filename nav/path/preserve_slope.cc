#include "nav/path/preserve_slope.h"

#include <algorithm>
#include <limits>

#include "nav/path/path_result.h"

namespace footfall::nav {
namespace {

using platform::Vec2;

// The slopes, m a metre, of the lines from an anchor that pass every sample so far within the tolerance.
class SlopeRange {
 public:
  // Takes the sample that lies `run` metres on and `rise` above the anchor; false, changing nothing, when the
  // line to it misses one of the samples before.
  bool Take(float run, float rise) {
    const float slope = rise / run;
    if (slope < low_ || slope > high_) return false;
    low_ = std::max(low_, (rise - kSlopeTolerance) / run);
    high_ = std::min(high_, (rise + kSlopeTolerance) / run);
    return true;
  }

 private:
  float low_ = -std::numeric_limits<float>::infinity();
  float high_ = std::numeric_limits<float>::infinity();
};

// Appends what the segment needs between its ends; `room` points at the most.
void InsertAlong(RouteSight& sight, const RoutePoint& from, const RoutePoint& to, size_t room,
                 std::vector<RoutePoint>& out) {
  const Vec2 start = platform::Xy(from.point);
  const Vec2 end = platform::Xy(to.point);
  const float length = platform::Distance(start, end);
  const int samples = static_cast<int>(length / kSlopeSample);
  RoutePoint at = from;      // the sample before
  RoutePoint anchor = from;  // the last point that the route has
  SlopeRange range;
  for (int i = 1; i <= samples + 1 && room > 0; ++i) {
    const bool is_end = i == samples + 1;
    RoutePoint next = to;
    if (!is_end) {
      const Vec2 xy = platform::Lerp(start, end, static_cast<float>(i) * kSlopeSample / length);
      // A surface that the segment itself was seen along; where rounding says otherwise, the rest stays as it
      // is.
      if (!sight.Sees(at, {xy.x, xy.y, at.point.z}, &next.poly)) return;
      next = {{xy.x, xy.y, sight.view().Poly(next.poly).Height(xy)}, next.poly, 0, false};
    }
    float run = platform::Distance(platform::Xy(anchor.point), platform::Xy(next.point));
    if (run > 0 && !range.Take(run, next.point.z - anchor.point.z)) {
      out.push_back(at);
      --room;
      anchor = at;
      range = SlopeRange();
      run = platform::Distance(platform::Xy(anchor.point), platform::Xy(next.point));
      if (run > 0) range.Take(run, next.point.z - anchor.point.z);
    }
    at = next;
  }
}

}  // namespace

bool PreserveSlope(RouteSight& sight, size_t points_max, std::vector<RoutePoint>& route,
                   std::vector<RoutePoint>& scratch) {
  constexpr uint16_t kLeavesSurface = kWaypointClimbHigh | kWaypointClimbLow | kWaypointDropDown |
                                      kWaypointClimbLadder | kWaypointDescendLadder | kWaypointClimbObject;
  if (route.size() >= points_max) return true;
  scratch.clear();
  size_t room = points_max - route.size();
  for (size_t i = 0; i < route.size(); ++i) {
    scratch.push_back(route[i]);
    if (i + 1 == route.size() || (route[i].flags & kLeavesSurface) != 0) continue;
    const size_t before = scratch.size();
    InsertAlong(sight, route[i], route[i + 1], room, scratch);
    room -= scratch.size() - before;
    if (!sight.Settle()) return false;
  }
  route.swap(scratch);
  return true;
}

}  // namespace footfall::nav
