#ifndef FOOTFALL_NAV_PATH_SECOND_LOOK_H_
#define FOOTFALL_NAV_PATH_SECOND_LOOK_H_

#include <cstdint>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/path/corridor.h"
#include "nav/path/funnel.h"
#include "nav/path/movement_rules.h"
#include "nav/path/open_list.h"
#include "nav/path/search_nodes.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"
#include "platform/vec.h"

namespace footfall::nav {

// A search from the goal back to the start over the polygons that a search expanded. Of two ways into a
// polygon a search keeps the one that looks shorter by a straight line to the goal, which may be the wrong
// one for a goal around a corner. Back from the goal nothing need be guessed: the taut way by which the
// search came to a polygon is the estimate of the rest, so that little more is expanded than lies along ways
// of nearly the least length. One a worker; a run depends on its arguments alone.
class SecondLook {
 public:
  // Ways between ends nearer than this are left alone, m: a look costs about a quarter of their search, and
  // saves them few metres. Ours.
  static constexpr float kFar = 100.0F;
  // A way that is longer than the straight line by no more than this is left alone, m. Ours.
  static constexpr float kWorth = 2.0F;
  // What is left to the start counts for this share less: the taut way that is known need not be the
  // shortest. Ours.
  static constexpr float kBreadth = 0.01F;
  // What is found may be longer by this share than the way that there is, before its string is pulled. Ours.
  static constexpr float kSlack = 0.002F;

  explicit SecondLook(const platform::Profile& profile)
      : polys_max_(static_cast<uint32_t>(profile.path_polys_max)),
        open_(static_cast<uint32_t>(profile.heap_max)) {}

  // Replaces `corridor`, which a search left in `nodes`, by a shorter way, if there is one that leads over
  // Normal edges and costs nothing but its length. Charges one unit a polygon expanded. Leaves the corridor
  // as it is when the meter says stop. REQUIRES: length is all that counts in this search; no objects.
  void Run(const NavView& view, const MovementRules& rules, const SearchNodes& nodes, platform::Vec3 start,
           platform::Vec3 end, platform::CostMeter& meter, std::vector<CorridorStep>& corridor);

 private:
  // What is known of a polygon.
  struct Label {
    uint32_t search = 0;
    // The way from it to the goal, once is_known.
    float total = 0;      // m, what is ordered by
    float estimate = 0;   // m to the start
    float travelled = 0;  // m from the goal
    platform::Vec3 point;
    NodeId parent;
    int32_t heap_position = kNotInList;
    uint16_t entry = 0;  // edge of the parent
    bool is_known = false;
    // The taut way from the start, once has_taut: its last corner, and between which points the polygon is
    // seen from there.
    bool has_taut = false;
    float apex_travelled = 0;  // m from the start
    platform::Vec3 apex;
    platform::Vec3 left;
    platform::Vec3 right;
  };
  // By the numbers of the search's nodes.
  class Labels {
   public:
    void Begin(const SearchNodes& nodes);
    Label& At(NodeId id) {
      Label& label = labels_[nodes_->IndexOf(id)];
      if (label.search != search_) {
        label.search = search_;
        label.is_known = false;
        label.has_taut = false;
        label.heap_position = kNotInList;
      }
      return label;
    }

   private:
    const SearchNodes* nodes_ = nullptr;
    uint32_t search_ = 0;
    std::vector<Label> labels_;
  };

  bool Search(const MovementRules& rules, const SearchNodes& nodes, NodeId start, NodeId goal,
              platform::Vec3 end, platform::CostMeter& meter);
  bool Expand(const MovementRules& rules, const SearchNodes& nodes, NodeId start, NodeId id);
  bool IsOnWay(NodeId id, NodeId first);
  void FindTaut(const SearchNodes& nodes, NodeId id);
  float FoundLength(const SearchNodes& nodes, NodeId start_node, platform::Vec3 start, platform::Vec3 end);
  bool Recover(const SearchNodes& nodes, NodeId start);
  float PulledLength(platform::Vec3 start, platform::Vec3 end);

  const uint32_t polys_max_;
  OpenList open_;
  Labels labels_;
  float bound_ = 0;  // m: what a way must be shorter than
  std::vector<NodeId> chain_;
  std::vector<Portal> portals_;
  std::vector<FunnelCorner> corners_;
  std::vector<CorridorStep> found_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_SECOND_LOOK_H_
