#include "nav/path/taut_search.h"

#include <algorithm>
#include <cmath>

#include "platform/check.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

// A way is worth looking for if it is shorter than this times the one that there is.
constexpr double kGain = 0.999;
constexpr double kSameLength = 1e-5;  // m: two ways to a corner that differ by less are one

CutPoint ToPoint(Vec3 v) { return {v.x, v.y}; }

double Between(CutPoint a, CutPoint b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  return std::sqrt(dx * dx + dy * dy);
}

// Positive when p lies left of a-b.
double Turn(CutPoint a, CutPoint b, CutPoint p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

bool Same(CutPoint a, CutPoint b) { return TurnPoints::Same(a, b); }

struct Side {
  double area;  // twice that of the triangle: positive when the point lies left
  int sign;     // 0: on the line, as far as floats can tell
};
Side SideOf(CutPoint a, CutPoint b, CutPoint p) {
  const double abx = b.x - a.x;
  const double aby = b.y - a.y;
  const double apx = p.x - a.x;
  const double apy = p.y - a.y;
  const double area = abx * apy - aby * apx;
  const double rounding = 1e-6 + 1.5e-7 * std::max(std::fabs(p.x), std::fabs(p.y));
  const double slack = rounding * (std::fabs(abx) + std::fabs(aby) + std::fabs(apx) + std::fabs(apy));
  return {area, area > slack ? 1 : area < -slack ? -1 : 0};
}

// The shortest length from root over left-right to goal: to the far side of the stretch, wherever goal lies.
double Over(CutPoint root, CutPoint left, CutPoint right, CutPoint goal) {
  const double ex = right.x - left.x;
  const double ey = right.y - left.y;
  const double length_sq = ex * ex + ey * ey;
  if (length_sq == 0) return Between(root, left) + Between(left, goal);
  const double root_off = ex * (root.y - left.y) - ey * (root.x - left.x);
  const double goal_off = ex * (goal.y - left.y) - ey * (goal.x - left.x);
  if (root_off * goal_off > 0) {
    const double back = 2 * goal_off / length_sq;
    goal = {goal.x + ey * back, goal.y - ex * back};
  }
  if (Turn(root, left, goal) > 0 && !Same(root, left)) return Between(root, left) + Between(left, goal);
  if (Turn(root, right, goal) < 0 && !Same(root, right)) return Between(root, right) + Between(right, goal);
  return Between(root, goal);
}

// Where the line root-through crosses a-b. REQUIRES: a and b on two sides of it.
CutPoint Crossing(double side_a, double side_b, CutPoint a, CutPoint b) {
  const double t = side_a / (side_a - side_b);
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

bool Later(double a_total, uint32_t a_label, double b_total, uint32_t b_label) {
  return a_total != b_total ? a_total > b_total : a_label > b_label;
}

}  // namespace

void TautSearch::Push(const Label& label, const Leg& leg) {
  const double total = label.travelled + Over(label.root, label.left, label.right, ToPoint(leg.goal));
  if (!(total < bound_)) return;
  open_.push_back({total, static_cast<uint32_t>(labels_.size())});
  labels_.push_back(label);
  std::push_heap(open_.begin(), open_.end(),
                 [](const Entry& a, const Entry& b) { return Later(a.total, a.label, b.total, b.label); });
}

uint32_t TautSearch::TurnAt(uint32_t known, CutPoint p, NodeId node) {
  return known == kAskTurn ? overlay_->TurnAt(p, node) : known;
}

// Whether the way of a label was in the node before, within what its root sees: slivers at which corners all
// but meet can be turned round for ever.
bool TautSearch::IsRound(uint32_t index, NodeId node) const {
  const uint32_t root = labels_[index].root_turn;
  for (uint32_t at = index; at != kNone && labels_[at].root_turn == root; at = labels_[at].parent) {
    if (labels_[at].node == node) return true;
  }
  return false;
}

// The stretches of one way out of the label's node: what the root sees of it, and on both sides what is seen
// once the way has turned at an end of the label's own stretch.
void TautSearch::Follow(uint32_t index, const NodeWay& way, const Leg& leg) {
  const Label from = labels_[index];
  Label next;
  next.node = way.to;
  next.parent = index;
  next.entry = way.entry;
  next.root = from.root;
  next.root_turn = from.root_turn;
  next.travelled = from.travelled;
  const CutPoint a = ToPoint(way.a);
  const CutPoint b = ToPoint(way.b);
  next.left = a;
  next.right = b;
  next.left_turn = kAskTurn;
  next.right_turn = kAskTurn;
  // A root on the node itself sees all of it.
  if (Same(from.root, from.left) || Same(from.root, from.right)) {
    if (!IsRound(index, way.to)) Push(next, leg);
    return;
  }
  const Side left_a = SideOf(from.root, from.left, a);
  const Side left_b = SideOf(from.root, from.left, b);
  const Side right_a = SideOf(from.root, from.right, a);
  const Side right_b = SideOf(from.root, from.right, b);
  const bool left_cut = left_a.sign > 0 && left_b.sign < 0;
  const bool right_cut = right_a.sign > 0 && right_b.sign < 0;
  const CutPoint left = left_cut ? Crossing(left_a.area, left_b.area, a, b) : a;
  const CutPoint right = right_cut ? Crossing(right_a.area, right_b.area, a, b) : b;
  const bool any_left = left_a.sign > 0;
  const bool any_right = right_b.sign < 0;
  // From behind, a portal of a node farther on is not seen.
  const auto is_behind = [&](CutPoint root) {
    return SideOf(root, a, b).sign > 0 && !Same(root, a) && !Same(root, b);
  };
  if ((!any_left || left_cut) && (!any_right || right_cut) && !is_behind(from.root)) {
    next.left = left;
    next.right = right;
    if (left_cut) next.left_turn = kNoTurn;
    if (right_cut) next.right_turn = kNoTurn;
    Push(next, leg);
  }
  if (any_left && !is_behind(from.left)) {
    // The corner may be the end of the label's stretch, or lie farther on, where this portal ends on the ray.
    const uint32_t turn =
        from.left_turn == kNoTurn && left_b.sign == 0 ? overlay_->TurnAt(b, from.node) : from.left_turn;
    next.left = a;
    next.right = left_cut ? left : b;
    next.left_turn = kAskTurn;
    next.right_turn = left_cut ? kNoTurn : kAskTurn;
    PushTurned(from, turn, true, next, leg);
  }
  if (any_right && !is_behind(from.right)) {
    const uint32_t turn =
        from.right_turn == kNoTurn && right_a.sign == 0 ? overlay_->TurnAt(a, from.node) : from.right_turn;
    next.left = right_cut ? right : a;
    next.right = b;
    next.left_turn = right_cut ? kNoTurn : kAskTurn;
    next.right_turn = kAskTurn;
    PushTurned(from, turn, false, next, leg);
  }
}

// `next` as seen from a corner at which the way of `from` turns.
void TautSearch::PushTurned(const Label& from, uint32_t turn, bool left, Label next, const Leg& leg) {
  if (turn == kNoTurn || !turns_->IsTaut(turn, from.root, left)) return;
  TurnPoints::Turn& at = turns_->at(turn);
  next.root = at.point;
  next.root_turn = turn;
  next.travelled = from.travelled + Between(from.root, at.point);
  if (!(next.travelled <= at.travelled + kSameLength)) return;
  at.travelled = std::min(at.travelled, next.travelled);
  Push(next, leg);
}

bool TautSearch::FindShorter(const Leg& leg, const MovementRules& rules, SearchNodes& nodes,
                             FragmentOverlay& overlay, platform::CostMeter& meter,
                             std::vector<CorridorStep>& out) {
  out.clear();
  nodes_ = &nodes;
  overlay_ = &overlay;
  turns_ = &overlay.turns();
  turns_->ForgetLengths();
  labels_.clear();
  open_.clear();
  bound_ = leg.length * kGain;
  const PolyView first_poly = nodes.Poly(overlay.PolygonOf(leg.from));
  const WalkFilter filter = rules.SightFilter(first_poly.record());

  // The start lies in its node, hence sees all of it.
  Label first;
  first.root = first.left = first.right = ToPoint(leg.start);
  first.root_turn = kStartTurn;
  first.left_turn = first.right_turn = kNoTurn;
  first.node = leg.from;
  first.parent = kNone;
  Push(first, leg);
  uint32_t followed = 0;
  while (!open_.empty()) {
    const auto later = [](const Entry& a, const Entry& b) {
      return Later(a.total, a.label, b.total, b.label);
    };
    std::pop_heap(open_.begin(), open_.end(), later);
    const uint32_t index = open_.back().label;
    open_.pop_back();
    if (labels_[index].node == leg.to) {
      for (uint32_t at = index; labels_[at].parent != kNone; at = labels_[at].parent) {
        out.push_back(
            StepOver(nodes, overlay, labels_[labels_[at].parent].node, labels_[at].entry, labels_[at].node));
      }
      std::reverse(out.begin(), out.end());
      return true;
    }
    meter.Charge(1);
    if (meter.ShouldStop() || ++followed > kLabelsMax) return false;
    Label& label = labels_[index];
    // A shorter way to the corner was found since.
    if (label.root_turn != kStartTurn &&
        label.travelled > turns_->at(label.root_turn).travelled + kSameLength) {
      continue;
    }
    label.left_turn = TurnAt(label.left_turn, label.left, label.node);
    label.right_turn = TurnAt(label.right_turn, label.right, label.node);
    const NodeId came_from = label.parent == kNone ? NodeId() : labels_[label.parent].node;
    std::span<const NodeWay> ways;
    if (!overlay.FindWays(label.node, &ways)) return false;
    const PolyView poly = nodes.Poly(overlay.PolygonOf(label.node));
    for (const NodeWay& way : ways) {
      if (way.to == came_from || !way.is_normal) continue;
      if (way.edge >= 0) {
        const PolyView next_poly = nodes.Poly(overlay.PolygonOf(way.to));
        if (!filter.Passes(next_poly)) continue;
        if (!rules.AllowsSurfaces(poly.record(), next_poly.record(), 0)) continue;
      }
      Follow(index, way, leg);
    }
  }
  return false;
}

}  // namespace footfall::nav
