#ifndef FOOTFALL_NAV_PATH_TAUT_SEARCH_H_
#define FOOTFALL_NAV_PATH_TAUT_SEARCH_H_

#include <cstdint>
#include <vector>

#include "nav/path/corridor.h"
#include "nav/path/fragment_overlay.h"
#include "nav/path/movement_rules.h"
#include "nav/path/search_nodes.h"
#include "nav/path/turn_points.h"
#include "platform/cost_meter.h"

namespace footfall::nav {

// Straightens a route among objects: with one chosen point a node the search may pass an object on its longer
// side. This one looks for the shortest way of all from one end of a leg to the other, through polygons and
// fragments alike, over Normal adjacency and surfaces of the start's class. Its labels are stretches of
// portals that are seen from one corner, so lengths are exact. One object a worker; keeps its buffers.
class TautSearch {
 public:
  // Labels of one leg; a leg that needs more keeps the way that it has. Ours.
  static constexpr uint32_t kLabelsMax = 8192;

  struct Leg {
    NodeId from;
    platform::Vec3 start;
    NodeId to;
    platform::Vec3 goal;
    double length = 0;  // m in XY of the way that there is
  };

  // Writes the steps of a way that is shorter by at least a thousandth into `out`, without the first
  // node's, and returns true; else false. A unit a label that is followed (R13); false too when the meter
  // says stop.
  bool FindShorter(const Leg& leg, const MovementRules& rules, SearchNodes& nodes, FragmentOverlay& overlay,
                   platform::CostMeter& meter, std::vector<CorridorStep>& out);

 private:
  // The stretch left-right of a portal into `node`, as far as `root` sees it.
  struct Label {
    CutPoint root;
    CutPoint left;
    CutPoint right;
    double travelled = 0;  // m from the start to the root
    NodeId node;
    uint32_t parent = 0;
    uint32_t root_turn = 0;  // of root, in turns_; kStartTurn: the start
    uint32_t left_turn = 0;  // kNoTurn: the way does not turn there
    uint32_t right_turn = 0;
    uint16_t entry = 0;
  };
  struct Entry {
    double total;
    uint32_t label;
  };
  static constexpr uint32_t kNone = 0xFFFFFFFFU;
  static constexpr uint32_t kStartTurn = 0xFFFFFFFEU;
  static constexpr uint32_t kNoTurn = 0xFFFFFFFFU;
  static constexpr uint32_t kAskTurn = 0xFFFFFFFDU;  // not looked up yet

  void Push(const Label& label, const Leg& leg);
  void Follow(uint32_t index, const NodeWay& way, const Leg& leg);
  void PushTurned(const Label& from, uint32_t turn, bool left, Label next, const Leg& leg);
  bool IsRound(uint32_t index, NodeId node) const;
  uint32_t TurnAt(uint32_t known, CutPoint p, NodeId node);

  SearchNodes* nodes_ = nullptr;
  FragmentOverlay* overlay_ = nullptr;
  TurnPoints* turns_ = nullptr;
  double bound_ = 0;
  std::vector<Label> labels_;
  std::vector<Entry> open_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_TAUT_SEARCH_H_
