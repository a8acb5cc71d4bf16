#ifndef FOOTFALL_NAV_PATH_ROUTE_WRITER_H_
#define FOOTFALL_NAV_PATH_ROUTE_WRITER_H_

#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/path/path_request.h"
#include "nav/path/path_result.h"
#include "nav/path/route_sight.h"
#include "platform/profile.h"

// What becomes of a finished route (section 10).
namespace footfall::nav {

// How many points a result of this request may have (NAV-077).
uint32_t PointsMax(const platform::Profile& profile, const PathRequest& request);

// Writes points, flags, length and everything that says how the route ended. `ended_early`: the completion
// radius ended the search. `result` holds the corridor, the ends and, for an alternative route, its
// partial_reason already.
void WriteRoute(const platform::Profile& profile, const NavView& view, const PathRequest& request,
                const std::vector<RoutePoint>& route, bool ended_early, PathResult& result);

// NAV-123: a straight line of two points where no mesh is known, which nobody checked.
void WriteUncheckedLine(const PathRequest& request, PathResult& result);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_ROUTE_WRITER_H_
