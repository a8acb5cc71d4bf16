#include "nav/mesh/seam_validator.h"

#include <string>

#include "absl/strings/str_format.h"

namespace footfall::nav {
namespace {

absl::Status Bad(const PolyView& poly, int edge, PolyRef other, const char* what) {
  return absl::DataLossError(absl::StrFormat("tile %d, polygon %d, edge %d: %s tile %d, polygon %d",
                                             poly.ref().mesh(), poly.ref().poly(), edge, what, other.mesh(),
                                             other.poly()));
}

absl::Status CheckEdge(const NavView& view, const PolyView& poly, int edge) {
  const PolyRef other = poly.Neighbour(edge);
  if (!other.valid() || other.mesh() == poly.ref().mesh()) return absl::OkStatus();
  if (!view.Contains(other)) return Bad(poly, edge, other, "the neighbour does not exist:");
  if (poly.Edge(edge).type() != AdjacencyType::kNormal) return absl::OkStatus();
  const PolyView beyond = view.Poly(other);
  bool leads_back = false;
  for (int back = 0; back < beyond.vertex_count(); ++back) {
    if (beyond.Neighbour(back) != poly.ref() || beyond.Edge(back).type() != AdjacencyType::kNormal) continue;
    leads_back = true;
    if (beyond.Vertex(back) == poly.EdgeEnd(edge) && beyond.EdgeEnd(back) == poly.Vertex(edge)) {
      return absl::OkStatus();
    }
  }
  return Bad(poly, edge, other, leads_back ? "end points differ from those of" : "no edge leads back from");
}

}  // namespace

absl::Status VerifySeams(const NavView& view) {
  for (const MeshIndex index : view.resident()) {
    const TileView& tile = *view.slot(index).tile;
    for (size_t i = 0; i < tile.polys.size(); ++i) {
      const PolyView poly = view.Poly(PolyRef(index, static_cast<PolyIndex>(i)));
      for (int edge = 0; edge < poly.vertex_count(); ++edge) {
        if (absl::Status status = CheckEdge(view, poly, edge); !status.ok()) return status;
      }
    }
    for (size_t i = 0; i < tile.links.size(); ++i) {
      const PolyRef to(static_cast<MeshIndex>(tile.links[i].to >> kAdjPolyBits),
                       static_cast<PolyIndex>(tile.links[i].to & kNoPoly));
      if (!view.Contains(to)) {
        return absl::DataLossError(
            absl::StrFormat("tile %d, link %d: the target does not exist: tile %d, polygon %d", index, i,
                            to.mesh(), to.poly()));
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace footfall::nav
