#ifndef FOOTFALL_NAV_SERVER_PUBLISHED_PATH_H_
#define FOOTFALL_NAV_SERVER_PUBLISHED_PATH_H_

#include <cstdint>
#include <span>

#include "nav/mesh/types.h"
#include "nav/path/path_result.h"
#include "nav/query/query_result.h"
#include "platform/vec.h"

namespace footfall::nav {

// The result of a complete request (NAV-091). The spans are of equal length and name memory of the path
// server: valid and unchanged until the request is released, cancelled, reclaimed or reset. The corridor of a
// search is not kept: it may be a hundred times longer than the points.
struct PublishedPath : PathSummary {
  std::span<const platform::Vec3> points;
  std::span<const uint16_t> waypoint_flags;
  std::span<const PolyRef> point_polys;

  // A copy that outlives the slot; its corridor is empty.
  void CopyTo(PathResult& result) const;
};

// The same of a request of any other type.
struct PublishedQuery : QuerySummary {
  std::span<const QueryItem> items;

  // A copy that outlives the slot.
  void CopyTo(QueryResult& result) const;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_PUBLISHED_PATH_H_
