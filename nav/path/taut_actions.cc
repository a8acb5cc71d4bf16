#include "nav/path/candidate_points.h"
#include "nav/path/landing.h"
#include "nav/path/taut_labels.h"

namespace footfall::nav {

using platform::Vec3;

// Climbs, drops and links in the search with taut ways.

// A climb, drop or link: the way goes on from where it arrives.
bool TautLabels::FollowAction(uint32_t index, SearchNode& node, NodeId to, EntryKind kind, uint16_t entry,
                              Vec3 leave, Vec3 arrive, float penalty) {
  if (!problem_->extents.Contains(arrive)) return true;
  Label& label = labels_[used_];
  label.anchor = label.left = label.right = label.crossing = arrive;
  label.cost = label.crossing_cost =
      CostTo(labels_[index], leave) + platform::Distance(leave, arrive) + Metres(penalty);
  label.total = label.cost + platform::Distance(arrive, problem_->goal);
  label.node = to;
  SetOrigin(index, entry, kind, State::kOpen);
  return KeepMade(node);
}

// A climb or drop costs so much that few are ever wanted, and where it lands takes long to find: a label
// waits for its turn in its stead. False when there is no room.
bool TautLabels::PutOff(uint32_t index, NodeId next, uint16_t entry, float least_total, float rest) {
  if (used_ == labels_max_ || open_.full()) return false;
  Label& label = labels_[used_];
  label.total = least_total;
  label.node = next;
  SetOrigin(index, entry, EntryKind::kEdge, State::kPutOff);
  open_.Push(Guess(least_total, rest), used_);
  ++used_;
  return true;
}

// The climb or drop for which a label waited.
bool TautLabels::FollowPutOff(uint32_t waiting) {
  Reserve();
  const NodeId next = labels_[waiting].node;
  const uint32_t index = origins_[waiting].parent;
  const int n = origins_[waiting].entry;
  const float least_total = labels_[waiting].total;
  SearchNode& node = nodes_->At(next);
  if (node.labels != SearchNode::kNoLabels && kept_[node.labels].least <= least_total) return true;
  const PolyView next_poly = nodes_->Poly(next);
  if (next_poly.is_disabled()) return true;
  const PolyView poly = nodes_->Poly(labels_[index].node);
  const EdgeRecord& edge = poly.Edge(n);
  const Vec3 middle = EdgeMiddle(poly, n);
  const Vec3 landing = Landing(poly, n, next_poly);
  const float rise = landing.z - middle.z;
  if (!rules_->AllowsSurfaces(poly.record(), next_poly.record(), rise)) return true;
  const float penalty =
      rules_->StepPenalty(poly.record(), next_poly.record(), edge.type(), rise, edge.edge_space());
  return FollowAction(index, node, next, EntryKind::kEdge, static_cast<uint16_t>(n), middle, landing,
                      penalty);
}

// NAV-143.
bool TautLabels::FollowLinks(uint32_t index) {
  const PolyView poly = nodes_->Poly(labels_[index].node);
  const TileView& tile = poly.tile();
  for (uint32_t k = 0; k < poly.record().link_count(); ++k) {
    const LinkRecord& link = poly.Link(k);
    const LinkKind kind = static_cast<LinkKind>(link.kind);
    if (!rules_->AllowsLink(kind) || poly.IsLinkBlocked(k)) continue;
    PolyRef to;
    to.value = link.to;
    if (!view_->Contains(to)) continue;
    const NodeId next = nodes_->Find(to);
    if (!next.valid()) return false;
    const PolyView next_poly = nodes_->Poly(next);
    if (next_poly.is_disabled()) continue;
    if (!rules_->AllowsSurfaces(poly.record(), next_poly.record(), 0)) continue;
    SearchNode* const node = nodes_->Visit(next);
    if (node == nullptr) return false;
    const Vec3 start = tile.Decode(link.start);
    const Vec3 end = tile.Decode(link.end);
    if (!FollowAction(index, *node, next, EntryKind::kLink, static_cast<uint16_t>(k), start, end,
                      rules_->LinkPenalty(kind, start, end))) {
      return false;
    }
  }
  return true;
}

}  // namespace footfall::nav
