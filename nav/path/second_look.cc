#include "nav/path/second_look.h"

#include <algorithm>
#include <limits>
#include <span>

#include "nav/path/edge_crossing.h"
#include "nav/path/landing.h"

namespace footfall::nav {

using platform::Vec3;

namespace {

// Positive when c lies left of a-b.
float Turn(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool IsNormalEdge(const SearchNodes& nodes, const SearchNode& node) {
  return node.entry_kind == EntryKind::kEdge &&
         nodes.Poly(node.parent).Edge(node.entry).type() == AdjacencyType::kNormal;
}

// The edge of `left` that leads over edge `entry` of `entered`; negative when none may be crossed.
int EdgeBack(const PolyView& left, const PolyView& entered, int entry) {
  int best = -1;
  float least = 0;
  const Vec3 middle = EdgeMiddle(entered, entry);
  for (int n = 0; n < left.vertex_count(); ++n) {
    const EdgeRecord& edge = left.Edge(n);
    if (edge.poly() != entered.ref().poly() || edge.type() != AdjacencyType::kNormal) continue;
    if (left.Neighbour(n) != entered.ref() || (left.EdgeFlags(n) & kEdgeAdjacencyDisabled) != 0) continue;
    const float distance = platform::LengthSq(EdgeMiddle(left, n) - middle);
    if (best >= 0 && !(distance < least)) continue;
    best = n;
    least = distance;
  }
  return best;
}

}  // namespace

void SecondLook::Labels::Begin(const SearchNodes& nodes) {
  nodes_ = &nodes;
  if (labels_.size() < nodes.nodes_used()) labels_.resize(nodes.nodes_used());
  if (search_ == std::numeric_limits<uint32_t>::max()) {
    for (Label& label : labels_) label.search = 0;
    search_ = 0;
  }
  ++search_;
}

// Pulls the string along the search's way to a polygon, on from what is known of the polygons before it. A
// side of the funnel is one point here: what a wall behind the corner at which the string turns would add is
// not seen, and the way is then longer than it looks.
void SecondLook::FindTaut(const SearchNodes& nodes, NodeId id) {
  chain_.clear();
  for (NodeId at = id; !labels_.At(at).has_taut; at = nodes.At(at).parent) {
    chain_.push_back(at);
    if (!IsNormalEdge(nodes, nodes.At(at))) break;
  }
  for (size_t k = chain_.size(); k-- > 0;) {
    const SearchNode& node = nodes.At(chain_[k]);
    Label& to = labels_.At(chain_[k]);
    to.has_taut = true;
    if (!IsNormalEdge(nodes, node)) {
      to.apex = to.left = to.right = node.point;
      to.apex_travelled = node.travelled;
      continue;
    }
    const Label& from = labels_.At(node.parent);
    const PolyView before = nodes.Poly(node.parent);
    const Vec3 a = before.Vertex(node.entry);
    const Vec3 b = before.EdgeEnd(node.entry);
    to.apex = from.apex;
    to.apex_travelled = from.apex_travelled;
    to.left = a;
    to.right = b;
    if (Turn(from.apex, from.left, b) > 0) {
      to.apex = from.left;
      to.apex_travelled += platform::Distance(from.apex, to.apex);
    } else if (Turn(from.apex, from.right, a) < 0) {
      to.apex = from.right;
      to.apex_travelled += platform::Distance(from.apex, to.apex);
    } else {
      if (Turn(from.apex, from.left, a) > 0) to.left = from.left;
      if (Turn(from.apex, from.right, b) < 0) to.right = from.right;
    }
  }
}

// Whether the way from `first` to the goal leads through `id`.
bool SecondLook::IsOnWay(NodeId id, NodeId first) {
  for (NodeId at = first; at.valid(); at = labels_.At(at).parent) {
    if (at == id) return true;
  }
  return false;
}

// False when the open list is full.
bool SecondLook::Expand(const MovementRules& rules, const SearchNodes& nodes, NodeId start, NodeId id) {
  const PolyView poly = nodes.Poly(id);
  const TileView& tile = poly.tile();
  const PolyRecord& record = poly.record();
  const std::span<const EdgeRecord> edges = tile.edges.subspan(record.first_edge, record.vertex_count);
  const Label& from = labels_.At(id);
  const NodeId parent = from.parent;
  const Vec3 point = from.point;
  const float travelled = from.travelled;
  for (uint32_t n = 0; n < edges.size(); ++n) {
    const EdgeRecord& edge = edges[n];
    if (!edge.has_neighbour() || edge.type() != AdjacencyType::kNormal) continue;
    const MeshIndex mesh = static_cast<MeshIndex>(tile.adjacent[edge.lookup()]);
    const NodeId next =
        mesh == tile.index ? NodeId(id.page(), edge.poly()) : nodes.FindKnown(PolyRef(mesh, edge.poly()));
    if (!next.valid() || next == parent || !nodes.IsExpanded(next)) continue;
    Label& label = labels_.At(next);
    if (!label.has_taut) FindTaut(nodes, next);
    EdgeCrossing::Way way = EdgeCrossing(tile, point, label.apex).Over(record.first_edge + n);
    float estimate = label.apex_travelled;
    const bool is_left = Turn(label.apex, label.left, way.point) > 0;
    if (is_left || Turn(label.apex, label.right, way.point) < 0) {
      const Vec3 corner = is_left ? label.left : label.right;
      way = EdgeCrossing(tile, point, corner).Over(record.first_edge + n);
      estimate += platform::Distance(label.apex, corner);
    }
    estimate += way.rest;
    const float length = travelled + way.length;
    const float total = next == start ? length + estimate : length + estimate * (1 - kBreadth);
    if (!(total < bound_) || (label.is_known && !(total < label.total))) continue;
    if (nodes.At(next).penalties != 0 || !rules.IsPlainStep(record, nodes.Poly(next).record())) continue;
    // The estimates are not consistent, hence what left the list may get shorter.
    if (label.is_known && label.heap_position == kNotInList && IsOnWay(next, id)) continue;
    if (next == start) bound_ = total;
    label.is_known = true;
    label.total = total;
    label.estimate = estimate;
    label.travelled = length;
    label.point = way.point;
    label.parent = id;
    label.entry = static_cast<uint16_t>(n);
    if (label.heap_position >= 0) {
      open_.Decrease(labels_, next);
      continue;
    }
    if (open_.full()) return false;
    open_.Push(labels_, next, nodes.Ref(next));
  }
  return true;
}

bool SecondLook::Search(const MovementRules& rules, const SearchNodes& nodes, NodeId start, NodeId goal,
                        Vec3 end, platform::CostMeter& meter) {
  open_.Clear();
  Label& first = labels_.At(goal);
  first.is_known = true;
  first.total = 0;
  first.estimate = 0;
  first.travelled = 0;
  first.point = end;
  first.parent = NodeId();
  if (open_.full()) return false;
  open_.Push(labels_, goal, nodes.Ref(goal));
  while (!open_.empty()) {
    const NodeId id = open_.Pop(labels_);
    if (id == start) return true;
    meter.Charge(1);
    if (meter.ShouldStop() || !Expand(rules, nodes, start, id)) return false;
  }
  return false;
}

float SecondLook::PulledLength(Vec3 start, Vec3 end) {
  corners_.clear();
  PullString(start, portals_, end, corners_);
  float length = 0;
  for (const FunnelCorner& corner : corners_) {
    length += platform::Distance(start, corner.point);
    start = corner.point;
  }
  return length;
}

// Of what was found, pulled.
float SecondLook::FoundLength(const SearchNodes& nodes, NodeId start_node, Vec3 start, Vec3 end) {
  portals_.clear();
  for (NodeId id = start_node;;) {
    const Label& label = labels_.At(id);
    if (!label.parent.valid()) break;
    const PolyView entered = nodes.Poly(label.parent);
    // The edge seen from the other side.
    portals_.push_back({entered.EdgeEnd(label.entry), entered.Vertex(label.entry)});
    id = label.parent;
  }
  return PulledLength(start, end);
}

// False when the way is too long, or not open in this direction.
bool SecondLook::Recover(const SearchNodes& nodes, NodeId start) {
  found_.clear();
  found_.push_back({nodes.Ref(start), EntryKind::kStart, false, 0, {}, start, nodes.At(start).point});
  for (NodeId id = start;;) {
    const Label& label = labels_.At(id);
    const NodeId next = label.parent;
    if (!next.valid()) return true;
    const int edge = EdgeBack(nodes.Poly(id), nodes.Poly(next), label.entry);
    if (edge < 0 || found_.size() == polys_max_) return false;
    found_.push_back(
        {nodes.Ref(next), EntryKind::kEdge, false, static_cast<uint16_t>(edge), {}, next, label.point});
    id = next;
  }
}

void SecondLook::Run(const NavView& view, const MovementRules& rules, const SearchNodes& nodes, Vec3 start,
                     Vec3 end, platform::CostMeter& meter, std::vector<CorridorStep>& corridor) {
  const SearchNode& last = nodes.At(corridor.back().node);
  const float straight = platform::Distance(start, end);
  const float worth = straight + kWorth;
  if (straight < kFar || last.penalties != 0) return;
  if (!(last.travelled + platform::Distance(last.point, end) > worth)) return;
  portals_.clear();
  for (size_t k = 1; k < corridor.size(); ++k) {
    const CorridorStep& step = corridor[k];
    const PolyView before = view.Poly(corridor[k - 1].poly);
    if (step.entry_kind != EntryKind::kEdge || before.Edge(step.entry).type() != AdjacencyType::kNormal)
      return;
    portals_.push_back({before.Vertex(step.entry), before.EdgeEnd(step.entry)});
  }
  const float length = PulledLength(start, end);
  if (!(length > worth)) return;
  const NodeId start_node = corridor.front().node;
  bound_ = length * (1 + kSlack);
  labels_.Begin(nodes);
  if (!Search(rules, nodes, start_node, corridor.back().node, end, meter)) return;
  if (FoundLength(nodes, start_node, start, end) < length && Recover(nodes, start_node)) {
    corridor.assign(found_.begin(), found_.end());
  }
}

}  // namespace footfall::nav
