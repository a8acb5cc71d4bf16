#ifndef FOOTFALL_NAV_QUERY_FLOOD_SEARCH_H_
#define FOOTFALL_NAV_QUERY_FLOOD_SEARCH_H_

#include <cstdint>

#include "nav/mesh/nav_view.h"
#include "nav/query/crossing.h"
#include "nav/query/flood_nodes.h"
#include "nav/query/nearest_on_poly.h"
#include "platform/cost_meter.h"
#include "platform/vec.h"

// The one search over connected polygons of all queries that spread out from a point (NAV-241).
namespace footfall::nav {

enum class FloodWays : uint8_t {
  kNormal,  // edges that are walked over
  kAll,     // climbs, drops and special links too
};

enum class FloodEnd : uint8_t {
  kEnded,    // at a polygon where the caller said so
  kNoMore,   // every polygon that may be visited was
  kFull,     // the same, but for polygons beyond the ceiling of the nodes
  kStopped,  // the meter said so: what was found is void
};

struct FloodOutcome {
  FloodEnd end = FloodEnd::kNoMore;
  FloodNode last;        // of kEnded: where it ended
  uint32_t visited = 0;  // polygons
};

// The point of the polygon that is nearest to p in XY.
inline platform::Vec3 NearestOn(const PolyView& poly, platform::Vec3 p) {
  platform::Vec3 at;
  if (!NearestOutside(poly, Xy(p), at)) at = {p.x, p.y, poly.Height(Xy(p))};
  return at;
}

namespace flood_internal {

template <class MayVisit>
void ReachNeighbours(const NavView& view, const FloodNode& from, FloodWays ways, MayVisit& may_visit,
                     FloodNodes& nodes) {
  const PolyView poly = view.Poly(from.poly);
  for (int edge = 0; edge < poly.vertex_count(); ++edge) {
    const bool is_normal = poly.Edge(edge).type() == AdjacencyType::kNormal;
    if (!is_normal && ways == FloodWays::kNormal) continue;
    const PolyRef beyond = BeyondEdge(view, poly, edge);
    if (!beyond.valid() || !may_visit(view.Poly(beyond))) continue;
    const platform::Vec3 on_edge = NearestOnEdge(poly.Vertex(edge), poly.EdgeEnd(edge), Xy(from.point));
    const platform::Vec3 entered = is_normal ? on_edge : NearestOn(view.Poly(beyond), on_edge);
    const float step = Distance(from.point, on_edge) + Distance(on_edge, entered);
    nodes.Reach(beyond, from.distance + step, entered);
  }
  if (ways == FloodWays::kNormal) return;
  const PolyRecord& record = poly.record();
  for (uint32_t i = 0; i < record.link_count(); ++i) {
    const LinkRecord& link = poly.tile().links[poly.tile().link_indices[record.first_link() + i]];
    PolyRef to;
    to.value = link.to;
    if (!view.Contains(to) || view.Poly(to).is_disabled() || !may_visit(view.Poly(to))) continue;
    const platform::Vec3 start = poly.tile().Decode(link.start);
    const platform::Vec3 end = NearestOn(view.Poly(to), poly.tile().Decode(link.end));
    nodes.Reach(to, from.distance + Distance(from.point, start) + Distance(start, end), end);
  }
}

}  // namespace flood_internal

// Visits polygons from `start` on in the order of the distance walked to where they are entered, ties by
// polygon id, as far as `distance_max`. The way goes from each point of entry to the nearest point of the
// next edge, so it can be walked and is at least as long as the shortest. Two callbacks make it a query:
// `may_visit(const PolyView&)`, asked before a polygon is entered and never of `start`, and
// `ends_here(const FloodNode&)`, asked of each polygon visited. One unit a polygon. REQUIRES: the view
// contains `start`; `point` lies on it.
template <class MayVisit, class EndsHere>
FloodOutcome SearchConnected(const NavView& view, PolyRef start, platform::Vec3 point, float distance_max,
                             FloodWays ways, FloodNodes& nodes, platform::CostMeter& meter,
                             MayVisit&& may_visit, EndsHere&& ends_here) {
  FloodOutcome outcome;
  nodes.Begin();
  nodes.Reach(start, 0, point);
  while (const FloodNode* next = nodes.Next()) {
    const FloodNode node = *next;
    if (!(node.distance <= distance_max)) break;
    meter.Charge(1);
    if (meter.ShouldStop()) {
      outcome.end = FloodEnd::kStopped;
      return outcome;
    }
    ++outcome.visited;
    if (ends_here(node)) {
      outcome.end = FloodEnd::kEnded;
      outcome.last = node;
      return outcome;
    }
    flood_internal::ReachNeighbours(view, node, ways, may_visit, nodes);
  }
  outcome.end = nodes.full() ? FloodEnd::kFull : FloodEnd::kNoMore;
  return outcome;
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_FLOOD_SEARCH_H_
