#ifndef FOOTFALL_NAV_QUERY_CLEAR_AREA_H_
#define FOOTFALL_NAV_QUERY_CLEAR_AREA_H_

#include <cstdint>

#include "nav/mesh/nav_view.h"
#include "nav/query/query_result.h"
#include "nav/query/query_scratch.h"
#include "platform/cost_meter.h"
#include "platform/vec.h"

namespace footfall::nav {

// Where is room for a circle? Plain value: travels in work orders, the log and snapshots. Metres, finite.
struct ClearAreaRequest {
  platform::Vec3 center;
  float search_radius = 0;  // how far from the center the place may lie, in XY and in Z
  float clear_radius = 0;   // of the area wanted, over 0

  friend bool operator==(const ClearAreaRequest&, const ClearAreaRequest&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("center", self.center);
    visitor.Field("search_radius", self.search_radius);
    visitor.Field("clear_radius", self.clear_radius);
  }
};

// Places on a ring: as many as keep them about one ring's step apart; ring 0 is the center itself.
uint32_t ClearRingPlaces(uint32_t ring);

// Rings around the center, `clear_radius` apart, with points as far apart on them; each point is put on every
// surface straight above or below it. The first ring with a place that is clear gives the answer: the nearest
// in Z, ties by polygon id, then by the place on the ring (OQ-44). Clear: no object, no wall and no edge
// without a Normal neighbour inside the radius, judged on the surface that is connected inside it; to touch
// is not to be inside. One item: the place and its distance from the center; `value` the same. Codes: kFound,
// kNotFound, kRanOutOfVisitedPolysSpace: the search looked at as many places and polygons as the scratch may
// hold, each counted as often as it was looked at.
// Pure function of its arguments and the profile; charges one unit a polygon visited (OQ-14) and returns with
// kCancelled soon after meter.ShouldStop(). `result` is cleared first. Any
// thread, each with its own scratch. No allocation after warm-up.
// REQUIRES: finite numbers, search_radius >= 0, clear_radius > 0.
void RunClearArea(const NavView& view, const ClearAreaRequest& request, QueryScratch& scratch,
                  platform::CostMeter& meter, QueryResult& result);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_CLEAR_AREA_H_
