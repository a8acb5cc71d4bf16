#include "nav/path/corridor.h"

#include <algorithm>

namespace footfall::nav {

bool RecoverCorridor(SearchNodes& nodes, NodeId last, uint32_t polys_max, std::vector<CorridorStep>& out) {
  out.clear();
  for (NodeId id = last; id.valid(); id = nodes.At(id).parent) {
    if (out.size() == polys_max) {
      out.clear();
      return false;
    }
    const SearchNode& node = nodes.At(id);
    out.push_back({nodes.Ref(id), node.entry_kind, false, node.entry, {}, id, node.point});
  }
  std::reverse(out.begin(), out.end());
  return true;
}

CorridorStep StepOver(SearchNodes& nodes, FragmentOverlay& overlay, NodeId from, uint16_t entry, NodeId to) {
  CorridorStep step;
  step.poly = nodes.Ref(overlay.PolygonOf(to));
  step.node = to;
  step.entry_kind = EntryKind::kEdge;
  const int edge = overlay.EdgeOf(from, entry);
  step.over_portal =
      edge < 0 || nodes.Poly(overlay.PolygonOf(from)).Edge(edge).type() == AdjacencyType::kNormal;
  if (step.over_portal) step.portal = overlay.PortalOf(from, entry, to);
  step.entry = static_cast<uint16_t>(std::max(edge, 0));
  return step;
}

bool RecoverCorridor(SearchNodes& nodes, FragmentOverlay& overlay, NodeId last, uint32_t polys_max,
                     std::vector<CorridorStep>& out) {
  out.clear();
  for (NodeId id = last; id.valid(); id = nodes.At(id).parent) {
    if (out.size() == polys_max) {
      out.clear();
      return false;
    }
    const SearchNode& node = nodes.At(id);
    if (node.entry_kind == EntryKind::kEdge) {
      out.push_back(StepOver(nodes, overlay, node.parent, node.entry, id));
    } else {
      out.push_back({nodes.Ref(overlay.PolygonOf(id)), node.entry_kind, false, node.entry, {}, id, {}});
    }
    out.back().point = node.point;
  }
  std::reverse(out.begin(), out.end());
  return true;
}

}  // namespace footfall::nav
