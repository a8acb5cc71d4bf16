#ifndef FOOTFALL_NAV_QUERY_IMMEDIATE_QUERIES_H_
#define FOOTFALL_NAV_QUERY_IMMEDIATE_QUERIES_H_

#include <cstdint>

#include "nav/mesh/nav_view.h"
#include "nav/query/query_scratch.h"
#include "platform/profile.h"
#include "platform/vec.h"

namespace footfall::nav {

inline constexpr float kMaxImmediateLosDist = 16;           // m (NAV-253)
inline constexpr uint32_t kMaxImmediateVisitedPolys = 256;  // (NAV-252)

enum class ImmediateOutcome : uint8_t {
  kFound,        // a walk: free; a position: found
  kNotFound,     // a walk: blocked; a position: none
  kTooLong,      // a walk of kMaxImmediateLosDist and more, or over too many polygons (NAV-253)
  kWrongThread,  // not called by the simulation thread; nothing was looked at (NAV-250)
  kBadNumber,    // NaN or infinity in the question
};

// Who calls: what a phase of the tick knows of itself and hands to the code that it runs. The default, of
// parallel chunks and of everything outside the tick, may not ask (NAV-250).
struct ImmediateCaller {
  bool is_main_thread = false;
};

// Where can a ped stand near here?
struct ClosestForPed {
  platform::Vec3 position;
  float search_radius = 10;    // m in space
  uint32_t filters = 0;        // ClosestFilter (NAV-255)
  float radius = 0.35F;        // of the ped, for objects
  float root_height = 1;       // of the ped's root above ground: result Z is raised by it (NAV-254)
  bool avoid_objects = false;  // (NAV-254)
};

struct ImmediatePosition {
  ImmediateOutcome outcome = ImmediateOutcome::kNotFound;
  PolyRef poly;          // invalid: none
  platform::Vec3 point;  // on the polygon, raised by root_height
};

// Queries that are answered in the calling thread, within the call, without a slot (NAV-250). They read a
// view, which never changes, and have marks, queue and lists of their own, so they run beside the worker
// without a lock (NAV-251, NAV-252). One, called by the simulation thread.
class ImmediateQueries {
 public:
  // `profile` is not owned and must outlive this object.
  explicit ImmediateQueries(const platform::Profile& profile);

  // Whether one can walk straight from a point on a polygon to another over Normal adjacency, dynamic objects
  // ignored (NAV-253). Only X and Y of `to` count. A polygon that the view does not hold blocks.
  ImmediateOutcome CanWalk(ImmediateCaller caller, const NavView& view, PolyRef poly, platform::Vec3 from,
                           platform::Vec3 to) const;

  // The nearest position that passes the filters, of those on polygons connected to the one nearest to the
  // position, each polygon judged by its point nearest in XY; the lower polygon id among equals (NAV-254). A
  // polygon farther away than the best so far is not walked through, and at most
  // kMaxImmediateVisitedPolys are visited (the profile's immediate_visited_polys_max).
  ImmediatePosition Closest(ImmediateCaller caller, const NavView& view, const ClosestForPed& question);

 private:
  const uint32_t visited_max_;
  QueryScratch scratch_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_IMMEDIATE_QUERIES_H_
