#ifndef FOOTFALL_NAV_SERVER_NAV_RESULT_H_
#define FOOTFALL_NAV_SERVER_NAV_RESULT_H_

#include "nav/path/path_result.h"
#include "nav/query/query_result.h"

namespace footfall::nav {

// What the run of an order leaves: `path` for a path request, `query` for every other type; the other one is
// void. Reused between runs: both keep their capacity.
struct NavResult {
  bool is_query = false;
  PathResult path;
  QueryResult query;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_NAV_RESULT_H_
