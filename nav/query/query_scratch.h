#ifndef FOOTFALL_NAV_QUERY_QUERY_SCRATCH_H_
#define FOOTFALL_NAV_QUERY_QUERY_SCRATCH_H_

#include <cstdint>
#include <vector>

#include "nav/mesh/types.h"
#include "nav/query/nearest.h"
#include "platform/profile.h"
#include "platform/vec.h"

namespace footfall::nav {

// Where a flood has been: one record a polygon.
struct FloodNode {
  PolyRef poly;            // invalid: an unused place of the table
  bool is_closed = false;  // taken out of the queue: its distance is final
  float distance = 0;
  platform::Vec3 point;  // where the polygon was entered
};

// What a query writes while it runs: own marks, queue and lists, never the mesh (NAV-252). One a thread. The
// buffers grow up to the limits and stay, so nothing is allocated after warm-up; what a query answers does
// not depend on earlier ones.
class QueryScratch {
 public:
  // Of a path server's or query plane's worker: the profile's visited_polys_max. `profile` is not owned and
  // must outlive this object.
  explicit QueryScratch(const platform::Profile& profile);
  // With own ceilings, for immediate queries: the profile's immediate_visited_polys_max and
  // immediate_queue_max.
  QueryScratch(const platform::Profile& profile, uint32_t visited_max, uint32_t queue_max);

  const platform::Profile& profile() const { return *profile_; }

 private:
  friend class Flood;
  friend class ClosestRun;
  struct Waiting {
    float distance;
    PolyRef poly;
  };
  const platform::Profile* profile_;
  uint32_t visited_max_;
  uint32_t queue_max_;
  std::vector<FloodNode> nodes_;  // open addressing; a power of two
  std::vector<uint32_t> stamps_;  // parallel to nodes_: the flood that wrote the record
  std::vector<Waiting> queue_;    // a binary heap
  std::vector<NearestResult> found_;
  uint32_t flood_ = 0;  // number of the last flood
  uint32_t used_ = 0;   // records of this flood
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_QUERY_SCRATCH_H_
