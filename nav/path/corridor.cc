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
    out.push_back({nodes.Ref(id), node.entry_kind, node.entry});
  }
  std::reverse(out.begin(), out.end());
  return true;
}

}  // namespace footfall::nav
