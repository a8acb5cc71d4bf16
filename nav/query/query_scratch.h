#ifndef FOOTFALL_NAV_QUERY_QUERY_SCRATCH_H_
#define FOOTFALL_NAV_QUERY_QUERY_SCRATCH_H_

#include <cstdint>
#include <vector>

#include "nav/query/flood_nodes.h"
#include "platform/profile.h"
#include "platform/vec.h"

namespace footfall::nav {

// A place on a ring of the clear-area search.
struct RingPlace {
  float rise = 0;  // absolute difference of height to the center, m
  PolyRef poly;
  uint32_t number = 0;  // on the ring
  platform::Vec3 point;
};

// What a query writes while it runs: own marks, queue and lists, never the mesh (NAV-252). One a thread. The
// buffers grow up to the ceiling and stay, so nothing is allocated after warm-up; what a query answers does
// not depend on earlier ones.
struct QueryScratch {
  // Of a path server's or query plane's worker. `from` is not owned and must outlive this object.
  explicit QueryScratch(const platform::Profile& from)
      : QueryScratch(from, static_cast<uint32_t>(from.visited_polys_max)) {}
  // With an own ceiling of polygons visited.
  QueryScratch(const platform::Profile& from, uint32_t visited_max) : profile(&from), nodes(visited_max) {}

  const platform::Profile* profile;
  FloodNodes nodes;
  std::vector<RingPlace> places;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_QUERY_SCRATCH_H_
