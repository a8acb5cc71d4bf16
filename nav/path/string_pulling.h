#ifndef FOOTFALL_NAV_PATH_STRING_PULLING_H_
#define FOOTFALL_NAV_PATH_STRING_PULLING_H_

#include <cstdint>
#include <vector>

#include "nav/path/corridor.h"
#include "nav/path/funnel.h"
#include "nav/path/route_sight.h"
#include "platform/vec.h"

namespace footfall::nav {

// Turns a corridor into few straight, mutually visible segments: a funnel over the portals, then
// line-of-sight shortcuts (NAV-155, R25). One object a worker; keeps its buffers.
class StringPuller {
 public:
  // `out` gets the route, start and end included. False when the sight's meter stopped it: then the output is
  // void (NAV-106).
  bool Pull(RouteSight& sight, const std::vector<CorridorStep>& corridor, platform::Vec3 start,
            platform::Vec3 end, std::vector<RoutePoint>& out);

  // The same over the points that the search chose instead of a funnel: for points at random (NAV-204), among
  // spheres, and for a flee whose taut string would come nearer to the threat. REQUIRES: the search crossed
  // edges at those points (SearchShape::CrossesEdges).
  bool PullPoints(RouteSight& sight, const std::vector<CorridorStep>& corridor, platform::Vec3 start,
                  platform::Vec3 end, const SearchShape& shape, std::vector<RoutePoint>& out);

 private:
  void FinishLeg(const std::vector<CorridorStep>& corridor, size_t first_step, platform::Vec3 end,
                 std::vector<RoutePoint>& out);

  std::vector<Portal> portals_;
  std::vector<FunnelCorner> corners_;
  platform::Vec3 leg_start_;
  uint32_t crossings_ = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_STRING_PULLING_H_
