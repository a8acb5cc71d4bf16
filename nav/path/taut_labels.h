#ifndef FOOTFALL_NAV_PATH_TAUT_LABELS_H_
#define FOOTFALL_NAV_PATH_TAUT_LABELS_H_

#include <emmintrin.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/path/edge_crossing.h"
#include "nav/path/label_queue.h"
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
// Labels are followed in the order of what their whole way is guessed to cost, which is more than the
// straight line that no way can beat (kDetour): by that alone the search would look at much that leads
// nowhere, the farther from the goal the more.
//
// Ways that cost anything but their length by the metre are not for this search:
// MovementRules::LengthDecides.
class TautLabels {
 public:
  // Labels that a polygon keeps. Ours: with five, ways are 0.01 percent longer, with three 0.06.
  static constexpr uint32_t kLabelsMax = 8;
  // Labels of a search, by the polygons that the profile lets it visit: most have one or two. Ours.
  static constexpr uint32_t kLabelsMean = 3;
  // A label that saves less than this on the way to where it enters is given up, m. Ours.
  static constexpr float kSavedMin = 0.4F;
  // So is one that another leads to for this much more, m: way by way they are the same, and which costs less
  // is a matter of rounding. Ours.
  static constexpr float kSame = 0.01F;
  // So are pieces left and right of what is seen that are shorter than this, m. Ours.
  static constexpr float kPieceMin = 2.0F;
  // How much longer than the straight line the rest of a way is guessed to be, for the order of labels: this
  // share of it, and this times the root of its metres. Ours: without, a third more labels are expanded, and
  // ways are 0.08 percent shorter.
  static constexpr float kDetour = 0.02F;
  static constexpr float kDetourRoot = 0.3F;
  // Ends nearer than this are left to the search with one point a polygon, which is faster and loses
  // centimetres on them, m. Ours.
  static constexpr float kNear = 100.0F;

  // Whether ends so far apart are for this search.
  static bool IsFor(float distance) { return distance >= kNear; }

  explicit TautLabels(const platform::Profile& profile);

  // Finds the way and writes it into `nodes`, whose search begins here, as if it had been found there:
  // parents, entries, points and costs of the nodes on the way, which is that to the goal or else to the
  // closest polygon. Charges one unit a label expanded. Ties: LabelQueue. REQUIRES: no shape, no objects;
  // SHARED_EDGE.
  SearchOutcome Run(const NavView& view, const SearchProblem& problem, const MovementRules& rules,
                    SearchNodes& nodes, platform::CostMeter& meter);

 private:
  // kPutOff: a climb or drop from the parent that was not looked at yet.
  enum class State : uint8_t { kOpen, kExpanded, kGivenUp, kPutOff };
  // Costs are in metres: penalties count by kDistanceTravelledMultiplier. Each point and the number behind it
  // are one vector, and all of it one cache line.
  struct alignas(64) Label {
    platform::Vec3 anchor;
    float cost;           // to the anchor
    platform::Vec3 left;  // of the piece of edge that is seen, in walking direction
    float total;          // of the way over it and straight on to the goal
    platform::Vec3 right;
    float crossing_cost;
    platform::Vec3 crossing;  // where that way crosses
    NodeId node;
  };
  static_assert(sizeof(Label) == 64);
  // How a label was made, and what became of it.
  struct Origin {
    uint32_t parent;
    uint16_t entry;
    EntryKind entry_kind;
    State state;
  };
  // The labels of a polygon. Most have one: what is read of those lies in one cache line.
  struct alignas(16) Kept {
    float least;  // total
    float most;
    uint32_t count;
    uint32_t labels[kLabelsMax];
  };
  static constexpr uint32_t kNone = 0xFFFFFFFFU;
  static constexpr uint32_t kLabelsMin = 1024;
  static constexpr uint32_t kEdgesMax = 16;  // of a polygon, by the format (PolyRecord)
  // Labels that one expansion can make, with room for one more: three for each edge, one for each link, by
  // the format's most of both (PolyRecord).
  static constexpr uint32_t kLabelsMadeMax = 1 + 3 * kEdgesMax + 7;
  // One way out of the polygon of a label.
  struct Exit {
    NodeId to;
    Kept* kept;  // of the polygon that it leads to
    const PolyRecord* record;
    const PolyRecord* next_record;
    uint16_t entry;
    bool is_plain;
    uint32_t edge_space;
    float rise_from;  // m: where the label crosses into the polygon
  };

  // A piece of an edge, the anchor from which it is seen, and what that costs.
  struct Piece {
    __m128 anchor;
    EdgeCrossing::Segment seen;
    float cost;
  };
  // Where the sights from an anchor to the ends of its piece leave both ends of an edge. Lanes: a of the left
  // sight, b of the left sight, a of the right one, b of the right one; above 0: it lies left of the sight.
  class Sights {
   public:
    Sights(__m128 anchor, __m128 left, __m128 right) : anchor_(_mm_unpacklo_ps(anchor, anchor)) {
      const __m128 sights = _mm_unpacklo_ps(left, right) - anchor_;  // left x, right x, left y, right y
      x_ = _mm_shuffle_ps(sights, sights, _MM_SHUFFLE(1, 1, 0, 0));
      y_ = _mm_shuffle_ps(sights, sights, _MM_SHUFFLE(3, 3, 2, 2));
    }
    __m128 Sides(__m128 a, __m128 b) const {
      const __m128 ends = _mm_unpacklo_ps(a, b) - anchor_;  // a x, b x, a y, b y
      return x_ * _mm_movehl_ps(ends, ends) - y_ * _mm_movelh_ps(ends, ends);
    }

   private:
    const __m128 anchor_;
    __m128 x_;
    __m128 y_;
  };
  // What the ways out of a label have in common.
  struct Ways {
    explicit Ways(const Label& label);
    __m128 anchor;
    __m128 left;
    __m128 right;
    Sights sights;
    float cost;
    float left_cost;
    float right_cost;
  };

  static float Metres(float penalty) { return penalty / kDistanceTravelledMultiplier; }
  // By what labels leave the open list: not by the least that their way can be, for far from the goal all
  // ways turn out longer than that.
  static float Guess(float total, float rest) {
    return total + kDetour * rest + kDetourRoot * std::sqrt(rest);
  }
  bool Expand(uint32_t index);
  static int Divide(const Ways& ways, const EdgeCrossing::Segment& whole, bool is_known, Piece (&pieces)[3]);
  bool FollowPiece(Label* labels, uint32_t index, const Exit& exit, const Piece& piece);
  void SetOrigin(uint32_t parent, uint16_t entry, EntryKind kind, State state) {
    origins_[used_] = {parent, entry, kind, state};
  }
  bool PutOff(uint32_t index, NodeId next, uint16_t entry, float least_total, float rest);
  bool FollowPutOff(uint32_t waiting);
  bool FollowLinks(uint32_t index);
  bool FollowAction(uint32_t index, SearchNode& node, NodeId to, EntryKind kind, uint16_t entry,
                    platform::Vec3 leave, platform::Vec3 arrive, float penalty);
  Kept& KeptOf(SearchNode& node);
  // Room for what one expansion can make. Labels do not move until the next call.
  void Reserve() {
    if (used_ + kLabelsMadeMax <= labels_.size()) return;
    labels_.resize(labels_.size() * 2);
    origins_.resize(labels_.size());
  }
  static bool IsReached(const Label* labels, const Kept& kept, __m128 point, float limit);
  bool Keep(Label* labels, Kept& kept);
  bool KeepMade(SearchNode& node);
  static const platform::Vec3* TurnTo(const Label& label, platform::Vec3 point);
  static bool Reaches(const Label& label, __m128 point, float limit);
  static float CostTo(const Label& label, platform::Vec3 point);
  uint32_t Closest() const;
  bool IsWalk(uint32_t index) const;
  void AddStep(NodeId before, NodeId to);
  NodeId Write(uint32_t index);

  const uint32_t labels_max_;
  const NavView* view_ = nullptr;
  const SearchProblem* problem_ = nullptr;
  const MovementRules* rules_ = nullptr;
  SearchNodes* nodes_ = nullptr;
  __m128 goal_ = _mm_setzero_ps();
  __m128 extents_min_ = _mm_setzero_ps();
  __m128 extents_max_ = _mm_setzero_ps();
  std::vector<Label> labels_;    // the first used_, and room for one more
  std::vector<Origin> origins_;  // by label
  uint32_t used_ = 0;
  float type_costs_[4] = {};  // m: the least that an edge of each AdjacencyType costs
  std::vector<Kept> kept_;    // the first kept_used_
  uint32_t kept_used_ = 0;
  LabelQueue open_;
  std::vector<uint32_t> chain_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_TAUT_LABELS_H_
