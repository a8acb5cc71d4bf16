#ifndef FOOTFALL_NAV_PATH_AWAY_SEARCH_H_
#define FOOTFALL_NAV_PATH_AWAY_SEARCH_H_

#include <cstdint>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/path/corridor.h"
#include "nav/path/label_heap.h"
#include "nav/path/movement_rules.h"
#include "nav/path/search_nodes.h"
#include "nav/path/search_problem.h"
#include "nav/path/search_shape.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"
#include "platform/vec.h"

namespace footfall::nav {

// The search of a flee that must not come nearer to its threat, where one chosen point a polygon found no
// way: whether a step leads away depends on where in the polygon it begins, so that the one point may be the
// wrong one. This one tries kPointsPerEdge points of every shared edge, and finds a way off over such points
// whenever there is one; without one the flee is cornered. It walks: climbs, drops and links are not for it,
// nor are objects. 1 unit a point expanded.
class AwaySearch {
 public:
  // Ours: at 1 % and 99 % of an edge and between them in equal steps.
  static constexpr int kPointsPerEdge = 9;
  // A flee that could go to more polygons than this without coming nearer does not lack a better point but a
  // place that is far enough: then this search is not for it. Ours: the most in 20,000 flees of 50 m was 58.
  static constexpr uint32_t kHemmedInMax = 512;
  // Points that a search reaches at most, for each entry that the profile grants an open list: beyond, it
  // finds no way and says kHeapFull. Ours.
  static constexpr uint32_t kLabelsShare = 8;

  explicit AwaySearch(const platform::Profile& profile)
      : labels_max_(kLabelsShare * static_cast<uint32_t>(profile.heap_max)), heap_(labels_max_) {}

  // The outcome's `last` and `closest` are the end of the way found, or nothing. `nodes` is begun anew; of
  // the way it gets what RecoverCorridor and explanations read. REQUIRES: the problem's shape is an OnlyAway.
  SearchOutcome Run(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                    bool weighs_left, SearchNodes& nodes, platform::CostMeter& meter);

  // As nav::RecoverCorridor, of the way that the last run found. It may enter a polygon twice, on two sides
  // of the threat.
  bool Recover(uint32_t polys_max, std::vector<CorridorStep>& out) const;

 private:
  static constexpr uint32_t kNone = 0xFFFFFFFFU;

  // A way to a point of an edge.
  struct Label {
    platform::Vec3 point;
    NodeId node;  // the polygon behind the edge
    float travelled;
    float penalties;
    uint32_t parent;
    uint32_t place;  // in best_
    uint16_t entry;  // the edge, of the parent's polygon
  };

  bool Push(const Label& label, float estimate);
  bool Expand(const NavView& view, uint32_t index);
  // The places of the points of a polygon's edges in best_.
  uint32_t PlacesOf(NodeId id, int edges);
  void Write(uint32_t index);

  const uint32_t labels_max_;
  const SearchProblem* problem_ = nullptr;
  const MovementRules* rules_ = nullptr;
  SearchNodes* nodes_ = nullptr;
  bool weighs_left_ = false;
  LabelHeap heap_;
  std::vector<Label> labels_;
  std::vector<uint32_t> best_;  // the cheapest label of each point of an edge, by the polygon that it leaves
  std::vector<uint32_t> chain_;
  uint32_t last_ = kNone;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_AWAY_SEARCH_H_
