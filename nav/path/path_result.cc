#include "nav/path/path_result.h"

#include <utility>

namespace footfall::nav {

void PathResult::Clear() {
  PathResult empty;
  // The vectors keep their capacity: a reused result allocates nothing.
  empty.points = std::move(points);
  empty.waypoint_flags = std::move(waypoint_flags);
  empty.point_polys = std::move(point_polys);
  empty.corridor = std::move(corridor);
  empty.points.clear();
  empty.waypoint_flags.clear();
  empty.point_polys.clear();
  empty.corridor.clear();
  *this = std::move(empty);
}

}  // namespace footfall::nav
