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
    out.push_back({nodes.Ref(id), node.entry_kind, false, node.entry, {}});
  }
  std::reverse(out.begin(), out.end());
  return true;
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
    CorridorStep step;
    step.poly = nodes.Ref(overlay.PolygonOf(id));
    step.entry_kind = node.entry_kind;
    step.entry = node.entry;
    if (node.entry_kind == EntryKind::kEdge) {
      const int edge = overlay.EdgeOf(node.parent, node.entry);
      step.over_portal =
          edge < 0 || nodes.Poly(overlay.PolygonOf(node.parent)).Edge(edge).type() == AdjacencyType::kNormal;
      if (step.over_portal) step.portal = overlay.PortalOf(node.parent, node.entry, id);
      step.entry = static_cast<uint16_t>(std::max(edge, 0));
    }
    out.push_back(step);
  }
  std::reverse(out.begin(), out.end());
  return true;
}

}  // namespace footfall::nav
