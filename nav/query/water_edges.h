#ifndef FOOTFALL_NAV_QUERY_WATER_EDGES_H_
#define FOOTFALL_NAV_QUERY_WATER_EDGES_H_

#include "nav/mesh/nav_view.h"
#include "nav/query/nearest_on_poly.h"
#include "nav/query/query_result.h"
#include "nav/query/query_scratch.h"
#include "platform/cost_meter.h"
#include "platform/vec.h"

namespace footfall::nav {

// Where does water meet land near a point? Metres, finite.
struct WaterEdgesRequest {
  platform::Vec3 position;
  float radius = 0;  // in space, over 0

  friend bool operator==(const WaterEdgesRequest&, const WaterEdgesRequest&) = default;
};

// The nearest edges between a water polygon and one that is not, over any adjacency, at most the profile's
// water_edges_max (NAV-262). One item an edge: `position` its point nearest in XY, `poly` the water polygon,
// `value` the distance in space, `bits` the edge's number in the polygon; the nearest first, then the lower
// polygon id, then the lower edge. `value` of the result: the first distance. Codes: kFound, kNotFound.
//
// Pure function of its arguments and the profile; charges one unit a polygon visited (OQ-14) and returns with
// kCancelled soon after meter.ShouldStop(). `result` is cleared first. Any thread, each with its own scratch.
// No allocation after warm-up.
void RunWaterEdges(const NavView& view, const WaterEdgesRequest& request, QueryScratch& scratch,
                   platform::CostMeter& meter, QueryResult& result);

// Calls fn(edge, at) for the edges of one polygon at which water meets land; none unless it is a water
// polygon that is not disabled. `at`: the point of the edge that is nearest to `near` in XY.
template <class Fn>
void ForEachWaterEdge(const NavView& view, const PolyView& poly, platform::Vec2 near, Fn&& fn) {
  if ((poly.flags() & kPolyWater) == 0 || poly.is_disabled()) return;
  for (int edge = 0; edge < poly.vertex_count(); ++edge) {
    const PolyRef beyond = poly.Neighbour(edge);
    if (!beyond.valid() || !view.Contains(beyond)) continue;
    if ((view.Poly(beyond).flags() & kPolyWater) != 0) continue;
    fn(edge, NearestOnEdge(poly.Vertex(edge), poly.EdgeEnd(edge), near));
  }
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_WATER_EDGES_H_
