#include "nav/path/path_result.h"

namespace footfall::nav {

void PathResult::Clear() {
  static_cast<PathSummary&>(*this) = PathSummary();
  // The vectors keep their capacity: a reused result allocates nothing.
  points.clear();
  waypoint_flags.clear();
  point_polys.clear();
  corridor.clear();
  fragments_made = 0;
}

}  // namespace footfall::nav
