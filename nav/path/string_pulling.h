#ifndef FOOTFALL_NAV_PATH_STRING_PULLING_H_
#define FOOTFALL_NAV_PATH_STRING_PULLING_H_

#include <cstdint>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/path/corridor.h"
#include "nav/path/funnel.h"
#include "nav/path/movement_rules.h"
#include "nav/path/search_obstacles.h"
#include "platform/cost_meter.h"

namespace footfall::nav {

// A point of a route in the making.
struct RoutePoint {
  platform::Vec3 point;
  PolyRef poly;         // holds the point, on its outline or inside
  uint16_t flags = 0;   // WaypointFlag
  bool forced = false;  // end of a climb, drop or link: no step may move or drop it (NAV-156)
};

// Turns a corridor into few straight, mutually visible segments: a funnel over the portals, then
// line-of-sight shortcuts (NAV-155, R25), then post step 1 (NAV-157). One object a worker; keeps its buffers.
class StringPuller {
 public:
  // `out` gets the route, start and end included. Charges one unit for every kCrossingsPerUnit polygons
  // crossed by funnel and sight lines. False when the meter stopped it: then the output is void (NAV-106).
  bool Pull(const NavView& view, const std::vector<CorridorStep>& corridor, platform::Vec3 start,
            platform::Vec3 end, const MovementRules& rules, platform::CostMeter& meter,
            std::vector<RoutePoint>& out);

  static constexpr uint32_t kCrossingsPerUnit = 16;

  // The objects that sight lines of the next Pull do not cross (NAV-155); null: none. Not owned.
  void SetObstacles(const SearchObstacles* obstacles) { obstacles_ = obstacles; }

 private:
  void FinishLeg(const std::vector<CorridorStep>& corridor, size_t first_step, platform::Vec3 end,
                 std::vector<RoutePoint>& out);
  bool Shorten(const NavView& view, const MovementRules& rules, platform::CostMeter& meter,
               std::vector<RoutePoint>& route);
  bool MinimiseDistance(const NavView& view, const MovementRules& rules, platform::CostMeter& meter,
                        std::vector<RoutePoint>& route);
  // Sight along the mesh that stays on surfaces of the start polygon's class.
  bool Sees(const NavView& view, const MovementRules& rules, const RoutePoint& from, platform::Vec3 to,
            PolyRef* last);
  void ChargeCrossings(platform::CostMeter& meter);

  std::vector<Portal> portals_;
  std::vector<FunnelCorner> corners_;
  const SearchObstacles* obstacles_ = nullptr;
  platform::Vec3 leg_start_;
  uint32_t crossings_ = 0;
  bool is_stuck_ = false;  // the last sight line ended where it began
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_STRING_PULLING_H_
