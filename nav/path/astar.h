#ifndef FOOTFALL_NAV_PATH_ASTAR_H_
#define FOOTFALL_NAV_PATH_ASTAR_H_

#include <cstdint>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/path/away_search.h"
#include "nav/path/candidate_points.h"
#include "nav/path/corridor.h"
#include "nav/path/fragment_overlay.h"
#include "nav/path/movement_rules.h"
#include "nav/path/open_list.h"
#include "nav/path/search_nodes.h"
#include "nav/path/search_obstacles.h"
#include "nav/path/search_problem.h"
#include "nav/path/search_shape.h"
#include "nav/path/taut_labels.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"

namespace footfall::nav {

// The search over polygons, each with one chosen point (NAV-131 to NAV-143). Both point modes of R25, and
// each in a plain form and one that asks the problem's shape. One object a worker; a run depends on its
// arguments alone. Charges one unit a polygon expanded.
class AStar {
 public:
  explicit AStar(const platform::Profile& profile);

  // REQUIRES: the start polygon is in the view and not disabled.
  SearchOutcome Run(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                    platform::CostMeter& meter);

  // The same of a flee that must not come nearer, by more than one point a polygon (AwaySearch). REQUIRES: no
  // objects.
  SearchOutcome RunAway(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                        platform::CostMeter& meter);

  // Valid until the next Run.
  SearchNodes& nodes() { return nodes_; }

  // What the last run searched.
  const NavView& view() const { return *view_; }
  // Whether a step's length counts for the polygon that it leaves instead of the one that it enters (R25).
  bool weighs_left() const { return mode_ == platform::SearchPoints::kSharedEdge; }
  // The edge of `from`'s polygon that a step with this entry crossed; negative between two of its fragments.
  int EdgeOf(NodeId from, uint16_t entry) const {
    return overlay_.active() ? overlay_.EdgeOf(from, entry) : entry;
  }

  // Of the last run. Nodes may be fragments where it is active.
  FragmentOverlay& overlay() { return overlay_; }
  // RecoverCorridor of the last run.
  bool Recover(NodeId last, uint32_t polys_max, std::vector<CorridorStep>& out) {
    if (ran_away_) return away_.Recover(polys_max, out);
    return overlay_.active() ? RecoverCorridor(nodes_, overlay_, last, polys_max, out)
                             : RecoverCorridor(nodes_, last, polys_max, out);
  }
  // The point of a node of the last run that is nearest to `p`.
  platform::Vec3 ClosestPoint(NodeId id, platform::Vec2 p) {
    return overlay_.active() ? overlay_.ClosestPoint(id, p) : ClosestPointOnPoly(nodes_.Poly(id), p);
  }
  // Whether objects had a say in what the last run found.
  bool expanded_fragments() const { return expanded_fragments_; }
  // The polygon that a node of the last run is or is a fragment of.
  PolyRef PolygonOf(NodeId id) { return nodes_.Ref(overlay_.active() ? overlay_.PolygonOf(id) : id); }

 private:
  struct Parent;
  struct Step;
  struct Crossing;
  template <platform::SearchPoints mode, bool shaped>
  SearchOutcome RunMode(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                        platform::CostMeter& meter);
  template <platform::SearchPoints mode, bool shaped>
  bool Expand(const NavView& view, const SearchProblem& problem, const MovementRules& rules, NodeId id);
  bool ExpandPlain(const NavView& view, const SearchProblem& problem, const MovementRules& rules, NodeId id);
  template <platform::SearchPoints mode, bool shaped>
  bool ExpandAmongObjects(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                          NodeId id);
  bool LocateEnds(const SearchProblem& problem, NodeId* start, NodeId* goal);
  // Whether a shaped search ends at the node, which `within` says to lie within the completion radius.
  bool EndsShaped(const NavView& view, const SearchProblem& problem, const MovementRules& rules, NodeId id,
                  bool within, platform::CostMeter& meter);
  template <platform::SearchPoints mode, bool shaped>
  bool ExpandLinks(const NavView& view, const SearchProblem& problem, const MovementRules& rules, NodeId id);
  template <platform::SearchPoints mode, bool shaped>
  bool Relax(const SearchProblem& problem, const Parent& from, NodeId id, SearchNode& node, const Step& step);
  template <platform::SearchPoints mode, bool shaped>
  bool Take(const SearchProblem& problem, const MovementRules& rules, const Parent& from,
            const PolyRecord& record, NodeId next, SearchNode& node, const PolyRecord& next_record,
            const Crossing& crossing, Step& step);
  template <bool shaped>
  void Finish(const SearchProblem& problem, const Parent& from, const PolyRecord& record,
              const PolyRecord& next_record, Step& step);
  const PolyRecord& RecordOf(NodeId id) {
    return nodes_.Poly(overlay_.active() ? overlay_.PolygonOf(id) : id).record();
  }
  // True when the way to `last` leads through `id`. A chosen point a polygon and rounding can make a way back
  // to a polygon look cheaper than the way that it continues; taking it would close the parents to a ring.
  bool IsOnRoute(NodeId id, NodeId last);

  const platform::SearchPoints mode_;
  const NavView* view_ = nullptr;
  SearchNodes nodes_;
  OpenList open_;
  FragmentOverlay overlay_;
  TautLabels labels_;
  AwaySearch away_;
  bool ran_away_ = false;  // in the last run
  bool expanded_fragments_ = false;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_ASTAR_H_
