#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "nav/mesh/format_limits.h"
#include "nav/mesh/tile_blob.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

absl::Status OutOfLimit(const TileDraft& tile, const std::string& field, int64_t value, int64_t limit) {
  return absl::InvalidArgumentError(
      absl::StrFormat("tile %d: %s is %d, limit %d", tile.index, field, value, limit));
}

std::string Of(const char* what, size_t number, const char* field) {
  return absl::StrFormat("%s %d %s", what, number, field);
}

// Inside the box as far as 16 bits reach: the far side itself is unreachable (NAV-019).
absl::Status CheckInBox(const TileDraft& tile, const std::string& field, Vec3 point) {
  const float p[3] = {point.x, point.y, point.z};
  const float low[3] = {tile.minimum.x, tile.minimum.y, tile.minimum.z};
  const float size[3] = {tile.extent.x, tile.extent.y, tile.extent.z};
  for (int axis = 0; axis < 3; ++axis) {
    const double steps = (static_cast<double>(p[axis]) - low[axis]) / size[axis] * kVertexQuantSteps;
    if (!(steps > -0.5) || !(steps < kVertexQuantSteps - 0.5)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "tile %d: %s %c is %.9g, limit %.9g to %.9g (the box)", tile.index, field, "xyz"[axis], p[axis],
          low[axis], static_cast<double>(low[axis]) + size[axis] * 65535.0 / 65536.0));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckHeader(const TileDraft& tile) {
  if (tile.index > kLastMapIndex && (tile.index < kFirstDynamicIndex || tile.index > kLastDynamicIndex)) {
    return OutOfLimit(tile, "index", tile.index, kLastDynamicIndex);
  }
  const float extents[3] = {tile.extent.x, tile.extent.y, tile.extent.z};
  for (int axis = 0; axis < 3; ++axis) {
    if (!(extents[axis] > 0) || !std::isfinite(extents[axis])) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "tile %d: extent %c is %.9g, limit above 0 and finite", tile.index, "xyz"[axis], extents[axis]));
    }
  }
  if (!platform::IsFinite(tile.minimum)) {
    return absl::InvalidArgumentError(absl::StrFormat("tile %d: minimum is not finite", tile.index));
  }
  if (tile.polys.size() > kMaxPolysPerTile) {
    return OutOfLimit(tile, "polygons count", static_cast<int64_t>(tile.polys.size()), kMaxPolysPerTile);
  }
  if (tile.vertices.size() > kMaxVerticesPerTile) {
    return OutOfLimit(tile, "vertices count", static_cast<int64_t>(tile.vertices.size()),
                      kMaxVerticesPerTile);
  }
  if (tile.cover.size() > UINT16_MAX) {
    return OutOfLimit(tile, "cover points count", static_cast<int64_t>(tile.cover.size()), UINT16_MAX);
  }
  return absl::OkStatus();
}

absl::Status CheckEdge(const TileDraft& tile, size_t poly, const DraftEdge& edge) {
  if (static_cast<int>(edge.type) >= 1 << kAdjTypeBits) {
    return OutOfLimit(tile, Of("polygon", poly, "adjacency type"), static_cast<int>(edge.type),
                      (1 << kAdjTypeBits) - 1);
  }
  if (edge.flags >= 1 << kEdgeFlagBits) {
    return OutOfLimit(tile, Of("polygon", poly, "edge flags"), edge.flags, (1 << kEdgeFlagBits) - 1);
  }
  if (edge.vertex_space >= 1 << kVertexSpaceBits) {
    return OutOfLimit(tile, Of("polygon", poly, "vertex space"), edge.vertex_space,
                      (1 << kVertexSpaceBits) - 1);
  }
  if (edge.edge_space >= 1 << kEdgeSpaceBits) {
    return OutOfLimit(tile, Of("polygon", poly, "edge space"), edge.edge_space, (1 << kEdgeSpaceBits) - 1);
  }
  if (!edge.neighbour.valid()) return absl::OkStatus();
  if (edge.neighbour.mesh() > kLastDynamicIndex || edge.neighbour.poly() == kNoPoly) {
    return OutOfLimit(tile, Of("polygon", poly, "neighbour mesh"), edge.neighbour.mesh(), kLastDynamicIndex);
  }
  return absl::OkStatus();
}

absl::Status CheckPoly(const TileDraft& tile, size_t number) {
  const DraftPoly& poly = tile.polys[number];
  const auto count = static_cast<int64_t>(poly.vertices.size());
  if (count < kMinPolyVerts)
    return OutOfLimit(tile, Of("polygon", number, "vertices count"), count, kMinPolyVerts);
  if (count > kMaxPolyVerts)
    return OutOfLimit(tile, Of("polygon", number, "vertices count"), count, kMaxPolyVerts);
  if (poly.edges.size() != poly.vertices.size()) {
    return OutOfLimit(tile, Of("polygon", number, "edges count"), static_cast<int64_t>(poly.edges.size()),
                      count);
  }
  if (poly.attributes >= 1 << kPolyAttributeBits) {
    return OutOfLimit(tile, Of("polygon", number, "attributes"), poly.attributes,
                      (1 << kPolyAttributeBits) - 1);
  }
  if (poly.audio >= 1 << kAudioPropertyBits) {
    return OutOfLimit(tile, Of("polygon", number, "audio"), poly.audio, (1 << kAudioPropertyBits) - 1);
  }
  if (poly.ped_density > kMaxPedDensity) {
    return OutOfLimit(tile, Of("polygon", number, "ped density"), poly.ped_density, kMaxPedDensity);
  }
  for (const uint16_t vertex : poly.vertices) {
    if (vertex >= tile.vertices.size()) {
      return OutOfLimit(tile, Of("polygon", number, "vertex index"), vertex,
                        static_cast<int64_t>(tile.vertices.size()) - 1);
    }
  }
  for (const DraftEdge& edge : poly.edges) {
    if (absl::Status status = CheckEdge(tile, number, edge); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status CheckEdgeTotals(const TileDraft& tile) {
  size_t edges_count = 0;
  std::vector<MeshIndex> meshes;
  for (const DraftPoly& poly : tile.polys) {
    edges_count += poly.edges.size();
    for (const DraftEdge& edge : poly.edges) {
      if (edge.neighbour.valid()) meshes.push_back(edge.neighbour.mesh());
    }
  }
  if (edges_count > kMaxEdgesPerTile) {
    return OutOfLimit(tile, "first vertex index", static_cast<int64_t>(edges_count), kMaxEdgesPerTile);
  }
  // total order: equal indices are the same.
  std::sort(meshes.begin(), meshes.end());
  const auto distinct = std::unique(meshes.begin(), meshes.end()) - meshes.begin();
  if (distinct > kMaxAdjacentMeshes) return OutOfLimit(tile, "adjacent meshes", distinct, kMaxAdjacentMeshes);
  return absl::OkStatus();
}

absl::Status CheckLinks(const TileDraft& tile) {
  std::vector<int> per_poly(tile.polys.size(), 0);
  for (size_t i = 0; i < tile.links.size(); ++i) {
    const DraftLink& link = tile.links[i];
    if (!link.from.valid() || link.from.mesh() != tile.index || link.from.poly() >= tile.polys.size()) {
      return OutOfLimit(tile, Of("link", i, "from polygon"), link.from.poly(),
                        static_cast<int64_t>(tile.polys.size()) - 1);
    }
    if (!link.to.valid() || link.to.mesh() > kLastDynamicIndex || link.to.poly() == kNoPoly) {
      return OutOfLimit(tile, Of("link", i, "to mesh"), link.to.mesh(), kLastDynamicIndex);
    }
    if (link.kind > LinkKind::kClimbObject) {
      return OutOfLimit(tile, Of("link", i, "kind"), static_cast<int>(link.kind),
                        static_cast<int>(LinkKind::kClimbObject));
    }
    if (++per_poly[link.from.poly()] > kMaxSpecialLinksPerPoly) {
      return OutOfLimit(tile, Of("polygon", link.from.poly(), "special links"), per_poly[link.from.poly()],
                        kMaxSpecialLinksPerPoly);
    }
    absl::Status status = CheckInBox(tile, Of("link", i, "start"), link.start);
    if (status.ok()) status = CheckInBox(tile, Of("link", i, "end"), link.end);
    if (!status.ok()) return status;
  }
  // The links of the last polygon that has any begin at the highest index.
  int64_t first = 0;
  for (const int count : per_poly) {
    if (count > 0 && first > kMaxFirstSpecialLink) {
      return OutOfLimit(tile, "first special link", first, kMaxFirstSpecialLink);
    }
    first += count;
  }
  return absl::OkStatus();
}

absl::Status CheckCover(const TileDraft& tile) {
  for (size_t i = 0; i < tile.cover.size(); ++i) {
    if (static_cast<int>(tile.cover[i].type) >= kCoverPointTypes) {
      return OutOfLimit(tile, Of("cover point", i, "type"), static_cast<int>(tile.cover[i].type),
                        kCoverPointTypes - 1);
    }
    absl::Status status = CheckInBox(tile, Of("cover point", i, "position"), tile.cover[i].position);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckDraft(const TileDraft& tile) {
  absl::Status status = CheckHeader(tile);
  for (size_t i = 0; status.ok() && i < tile.vertices.size(); ++i) {
    status = CheckInBox(tile, Of("vertex", i, "position"), tile.vertices[i]);
  }
  for (size_t i = 0; status.ok() && i < tile.polys.size(); ++i) status = CheckPoly(tile, i);
  if (status.ok()) status = CheckEdgeTotals(tile);
  if (status.ok()) status = CheckLinks(tile);
  if (status.ok()) status = CheckCover(tile);
  return status;
}

}  // namespace footfall::nav
