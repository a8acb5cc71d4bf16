#ifndef FOOTFALL_NAV_PATH_CORRIDOR_H_
#define FOOTFALL_NAV_PATH_CORRIDOR_H_

#include <cstdint>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/path/fragment_overlay.h"
#include "nav/path/funnel.h"
#include "nav/path/search_nodes.h"

namespace footfall::nav {

// One polygon of a route, with the way into it.
struct CorridorStep {
  PolyRef poly;
  EntryKind entry_kind = EntryKind::kStart;
  // Entered over `portal`, which is no whole edge of the polygon before (nor is `entry` then one): this step
  // or the one before is a fragment.
  bool over_portal = false;
  uint16_t entry = 0;  // edge of the polygon before, or position of its special link
  Portal portal;
  NodeId node;
  platform::Vec3 point{};  // that the search chose for it
};

// The step from a node to the next over an edge, or link of a fragment, `entry`.
CorridorStep StepOver(SearchNodes& nodes, FragmentOverlay& overlay, NodeId from, uint16_t entry, NodeId to);

// Follows the parents of `last` back to the start; `out` is filled from start to end. False when the route
// has more than `polys_max` polygons (NAV-144); then `out` is empty.
bool RecoverCorridor(SearchNodes& nodes, NodeId last, uint32_t polys_max, std::vector<CorridorStep>& out);
// The same among objects: a step for each fragment.
bool RecoverCorridor(SearchNodes& nodes, FragmentOverlay& overlay, NodeId last, uint32_t polys_max,
                     std::vector<CorridorStep>& out);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_CORRIDOR_H_
