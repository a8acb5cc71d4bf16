#ifndef FOOTFALL_NAV_PATH_ROUTE_SIGHT_H_
#define FOOTFALL_NAV_PATH_ROUTE_SIGHT_H_

#include <cstdint>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/path/movement_rules.h"
#include "nav/path/search_obstacles.h"
#include "platform/cost_meter.h"
#include "platform/vec.h"

namespace footfall::nav {

class SearchShape;

// A point of a route in the making.
struct RoutePoint {
  platform::Vec3 point;
  PolyRef poly;         // holds the point, on its outline or inside
  uint16_t flags = 0;   // WaypointFlag
  bool forced = false;  // end of a climb, drop or link: no step may move or drop it (NAV-156)
};

// What may be walked straight, for everything that shapes a route: string pulling and the post steps ask no
// one else, so that none of them leaves the mesh or undoes what the search paid for. Counts the polygons
// crossed and charges a unit for every kCrossingsPerUnit of them (R13).
class RouteSight {
 public:
  static constexpr uint32_t kCrossingsPerUnit = 16;

  // All arguments must outlive this object. `obstacles`: the objects that sight does not cross (NAV-155);
  // null: none.
  RouteSight(const NavView& view, const MovementRules& rules, const SearchObstacles* obstacles,
             platform::CostMeter& meter)
      : view_(view), rules_(rules), obstacles_(obstacles), meter_(meter) {}

  const NavView& view() const { return view_; }
  const MovementRules& rules() const { return rules_; }

  // Whether the straight line stays on surfaces of the start polygon's class. `last`: the polygon in which it
  // ends, or where it was stopped.
  bool Sees(const RoutePoint& from, platform::Vec3 to, PolyRef* last);
  // Whether the last line ended where it began, or at an object.
  bool is_stuck() const { return is_stuck_; }

  void CountCrossings(uint32_t polys) { crossings_ += polys; }
  // Charges what was counted; false when the meter says to stop: then the output is void (NAV-106).
  bool Settle() {
    meter_.Charge(crossings_ / kCrossingsPerUnit);
    crossings_ %= kCrossingsPerUnit;
    return !meter_.ShouldStop();
  }

 private:
  const NavView& view_;
  const MovementRules& rules_;
  const SearchObstacles* obstacles_;
  platform::CostMeter& meter_;
  uint32_t crossings_ = 0;
  bool is_stuck_ = false;
};

// Whether the straight way never comes nearer to the threat.
bool LeadsAway(platform::Vec3 from, platform::Vec3 to, platform::Vec3 threat);

// From each point the last one of the run of visible ones follows (NAV-155). With a shape, it must allow each
// shortcut. False: Settle said so.
bool ShortenBySight(RouteSight& sight, std::vector<RoutePoint>& route, const SearchShape* shape = nullptr);

// Post step 1 (NAV-157): draws each middle point towards the straight line between its neighbours, as far as
// both stay visible. False: Settle said so.
bool MinimiseDistance(RouteSight& sight, std::vector<RoutePoint>& route);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_ROUTE_SIGHT_H_
