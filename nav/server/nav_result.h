#ifndef FOOTFALL_NAV_SERVER_NAV_RESULT_H_
#define FOOTFALL_NAV_SERVER_NAV_RESULT_H_

#include <type_traits>

#include "nav/path/path_result.h"
#include "nav/query/query_result.h"

namespace footfall::nav {

// What the run of an order leaves: `path` for a path request, `query` for every other type; the other one is
// void. Reused between runs: both keep their capacity.
struct NavResult {
  bool is_query = false;
  PathResult path;
  QueryResult query;

  // Of `path` what a client is given: neither the corridor nor the count of fragments.
  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    using Path = std::conditional_t<std::is_const_v<Self>, const PathSummary, PathSummary>;
    using Query = std::conditional_t<std::is_const_v<Self>, const QuerySummary, QuerySummary>;
    visitor.Field("is_query", self.is_query);
    if (self.is_query) {
      visitor.Field("query", static_cast<Query&>(self.query));
      visitor.Rows("items", self.query.items);
    } else {
      visitor.Field("path", static_cast<Path&>(self.path));
      visitor.Column("points", self.path.points);
      visitor.Column("waypoint_flags", self.path.waypoint_flags);
      visitor.Column("point_polys", self.path.point_polys);
    }
  }
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_NAV_RESULT_H_
