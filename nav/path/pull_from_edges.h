#ifndef FOOTFALL_NAV_PATH_PULL_FROM_EDGES_H_
#define FOOTFALL_NAV_PATH_PULL_FROM_EDGES_H_

#include <vector>

#include "nav/path/route_sight.h"

namespace footfall::nav {

inline constexpr float kPullFromEdge = 0.5F;       // m (OQ-32)
inline constexpr float kPullFromEdgeExtra = 1.0F;  // m, with PullFromEdgeExtra (NAV-203, OQ-32)

// Post step 2 (NAV-158): moves the points between the ends away from edges without a neighbour that are
// nearer than `distance` metres, until they are that far or half of the free width away; a climb or drop is
// no neighbour here. Every move keeps both segments visible; a point that cannot be moved stays. `moves_end`:
// the last point too, for routes whose end nobody asked for. No move of a flee turns a segment that leads
// away into one that comes nearer to the threat. False: Settle said so.
bool PullFromEdges(RouteSight& sight, float distance, bool moves_end, std::vector<RoutePoint>& route,
                   const SearchShape* shape = nullptr);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_PULL_FROM_EDGES_H_
