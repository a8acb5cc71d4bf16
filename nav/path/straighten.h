#ifndef FOOTFALL_NAV_PATH_STRAIGHTEN_H_
#define FOOTFALL_NAV_PATH_STRAIGHTEN_H_

#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/path/corridor.h"
#include "nav/path/fragment_overlay.h"
#include "nav/path/funnel.h"
#include "nav/path/movement_rules.h"
#include "nav/path/taut_search.h"
#include "platform/cost_meter.h"

namespace footfall::nav {

// Replaces each leg of a corridor, between two points at which no walk leads on, by the shortest one if the
// search did not find it (TautSearch). Only for searches in which length is all that counts. One a worker.
class Straightener {
 public:
  // A leg that is not longer than this many times the straight line is left alone. Ours.
  static constexpr double kGoodEnough = 1.02;

  void Run(const NavView& view, const MovementRules& rules, SearchNodes& nodes, FragmentOverlay& overlay,
           platform::Vec3 start, platform::Vec3 end, platform::CostMeter& meter,
           std::vector<CorridorStep>& corridor);

 private:
  struct Window {
    size_t first;  // steps of the corridor
    size_t last;
    platform::Vec3 start;
    platform::Vec3 end;
    double length;  // m in XY
  };
  Window WindowOf(const SearchNodes& nodes, FragmentOverlay& overlay,
                  const std::vector<CorridorStep>& corridor, size_t first, size_t last, platform::Vec3 start,
                  platform::Vec3 end) const;

  TautSearch search_;
  std::vector<Portal> portals_;
  std::vector<FunnelCorner> corners_;
  std::vector<CorridorStep> steps_;
  std::vector<CorridorStep> done_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_STRAIGHTEN_H_
