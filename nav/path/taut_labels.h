#ifndef FOOTFALL_NAV_PATH_TAUT_LABELS_H_
#define FOOTFALL_NAV_PATH_TAUT_LABELS_H_

#include <emmintrin.h>

#include <cstdint>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/path/edge_crossing.h"
#include "nav/path/label_heap.h"
#include "nav/path/movement_rules.h"
#include "nav/path/search_nodes.h"
#include "nav/path/search_problem.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"

namespace footfall::nav {

// The plain search between far ends. A search with one chosen point a polygon takes the wrong one of two long
// ways that differ by little, for the lengths that it compares are those of crooked lines. This one compares
// taut ones: a label is a way to a polygon, pulled taut up to its last corner, the anchor, and the piece of
// the edge before the polygon that is seen from there. A polygon keeps a few labels, because which way into
// it is the shortest depends on where it is left.
//
// An edge of the polygon that is seen from the anchor in part gets the label of that part, and labels of what
// lies left and right of it, for which the way turns at the end of the label's own piece. Unlike in an exact
// search such a turn may lie where there is no corner, so that every edge is reached from each label,
// whatever other labels were given up.
//
// Ways that cost anything but their length by the metre are not for this search:
// MovementRules::LengthDecides.
class TautLabels {
 public:
  // Labels that a polygon keeps. Ours: with two, ways are 0.1 percent longer, with four 0.03 shorter.
  static constexpr int kLabelsMax = 3;
  // A label that saves less than this on the way to where it enters is given up, m. Ours.
  static constexpr float kSavedMin = 0.5F;
  // So are pieces left and right of what is seen that are shorter than this, m. Ours.
  static constexpr float kPieceMin = 0.5F;
  // Ends nearer than this are left to the search with one point a polygon, which is faster and loses
  // centimetres on them, m. Ours.
  static constexpr float kFar = 60.0F;

  explicit TautLabels(const platform::Profile& profile);

  // Finds the way and writes it into `nodes`, whose search begins here, as if it had been found there:
  // parents, entries, points and costs of the nodes on the way, which is that to the goal or else to the
  // closest polygon. Charges one unit a label expanded. Ties: LabelHeap. REQUIRES: no shape, no objects;
  // SHARED_EDGE.
  SearchOutcome Run(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                    SearchNodes& nodes, platform::CostMeter& meter);

 private:
  enum class State : uint8_t { kOpen, kExpanded, kGivenUp };
  // Costs are in metres: penalties count by kDistanceTravelledMultiplier. Each point and the number behind it
  // are one vector.
  struct alignas(16) Label {
    platform::Vec3 anchor;
    float cost;           // to the anchor
    platform::Vec3 left;  // of the piece of edge that is seen, in walking direction
    float total;          // of the way over it and straight on to the goal
    platform::Vec3 right;
    float crossing_cost;
    platform::Vec3 crossing;  // where that way crosses
    NodeId node;
    uint32_t parent;
    uint16_t entry;
    EntryKind entry_kind;
    State state;
  };
  static constexpr uint32_t kNone = 0xFFFFFFFFU;
  // One way out of the polygon of a label.
  struct Exit {
    NodeId to;
    SearchNode* node;
    const PolyRecord* record;
    const PolyRecord* next_record;
    uint16_t entry;
    bool is_plain;
    uint32_t edge_space;
  };

  bool Expand(uint32_t index);
  bool FollowEdge(const Label& from, uint32_t index, const Exit& exit, const EdgeCrossing& crossing,
                  uint32_t edge);
  bool FollowPiece(const Label& from, uint32_t index, const Exit& exit, __m128 anchor, float cost,
                   const EdgeCrossing& crossing, const EdgeCrossing::Segment& piece);
  bool FollowLinks(const Label& from, uint32_t index);
  bool FollowAction(const Label& from, uint32_t index, SearchNode& node, NodeId to, EntryKind kind,
                    uint16_t entry, platform::Vec3 leave, platform::Vec3 arrive, float penalty);
  bool Keep(SearchNode& node, const Label& label);
  static const platform::Vec3* TurnTo(const Label& label, platform::Vec3 point);
  static float CostTo(const Label& label, platform::Vec3 point);
  uint32_t Closest() const;
  bool IsWalk(const Label& label) const;
  void AddStep(NodeId before, NodeId to);
  NodeId Write(uint32_t index);

  const uint32_t labels_max_;
  const NavView* view_ = nullptr;
  const SearchProblem* problem_ = nullptr;
  const MovementRules* rules_ = nullptr;
  SearchNodes* nodes_ = nullptr;
  std::vector<Label> labels_;
  LabelHeap open_;
  std::vector<uint32_t> chain_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_TAUT_LABELS_H_
