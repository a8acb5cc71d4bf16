#ifndef FOOTFALL_NAV_QUERY_CROSSING_H_
#define FOOTFALL_NAV_QUERY_CROSSING_H_

#include "nav/mesh/nav_view.h"

namespace footfall::nav {

// The polygon beyond an edge that may be crossed now: of a resident tile, not disabled, over an adjacency
// that is not disabled. Invalid: none.
inline PolyRef BeyondEdge(const NavView& view, const PolyView& poly, int edge) {
  if (!poly.Edge(edge).has_neighbour()) return PolyRef();
  if ((poly.EdgeFlags(edge) & kEdgeAdjacencyDisabled) != 0) return PolyRef();
  const PolyRef beyond = poly.Neighbour(edge);
  if (!view.Contains(beyond) || view.Poly(beyond).is_disabled()) return PolyRef();
  return beyond;
}

// The same over Normal adjacency alone.
inline PolyRef BeyondNormalEdge(const NavView& view, const PolyView& poly, int edge) {
  return poly.Edge(edge).type() == AdjacencyType::kNormal ? BeyondEdge(view, poly, edge) : PolyRef();
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_CROSSING_H_
