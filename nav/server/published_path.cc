#include "nav/server/published_path.h"

namespace footfall::nav {

void PublishedPath::CopyTo(PathResult& result) const {
  static_cast<PathSummary&>(result) = *this;
  result.points.assign(points.begin(), points.end());
  result.waypoint_flags.assign(waypoint_flags.begin(), waypoint_flags.end());
  result.point_polys.assign(point_polys.begin(), point_polys.end());
  result.corridor.clear();
}

void PublishedQuery::CopyTo(QueryResult& result) const {
  static_cast<QuerySummary&>(result) = *this;
  result.items.assign(items.begin(), items.end());
}

}  // namespace footfall::nav
