#include "nav/mesh/tile_validator.h"

#include <cmath>
#include <cstring>
#include <string>

#include "absl/strings/str_format.h"
#include "nav/mesh/format_limits.h"
#include "nav/mesh/poly_validator.h"
#include "nav/mesh/quadtree_validator.h"
#include "nav/mesh/tile_layout.h"

namespace footfall::nav {
namespace {

// Metres. Far beyond the world, near enough that no float computation on a tile overflows.
constexpr float kFarthestCoordinate = 1e5F;

absl::Status Bad(const std::string& what) { return absl::DataLossError(what); }

absl::Status CheckHeader(std::string_view bytes, TileHeader& header) {
  if (bytes.size() < sizeof(TileHeader)) {
    return Bad(
        absl::StrFormat("truncated: %d bytes, a tile header has %d", bytes.size(), sizeof(TileHeader)));
  }
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.magic != kTileMagic) return Bad("no tile begins here");
  if (header.format_version != kTileFormatVersion) {
    return absl::InvalidArgumentError(
        absl::StrFormat("format version %d found, %d supported", header.format_version, kTileFormatVersion));
  }
  const bool is_dynamic = header.index >= kFirstDynamicIndex && header.index <= kLastDynamicIndex;
  if (header.index > kLastMapIndex && !is_dynamic) return Bad(absl::StrFormat("mesh index %d", header.index));
  if (OffsetsOf(header).end != bytes.size()) {
    return Bad(absl::StrFormat("%d bytes, the counts ask for %d", bytes.size(), OffsetsOf(header).end));
  }
  const uint32_t known = kTileFlagMask | (0xFFU << kContentPackGroupShift);
  if ((header.flags & ~known) != 0) return Bad(absl::StrFormat("unknown tile flags %x", header.flags));
  if (((header.flags & kTileIsDynamic) != 0) != is_dynamic) return Bad("the dynamic flag is wrong");
  if (((header.flags & kTileContentPack) != 0) != (ContentPackGroup(header.flags) != 0)) {
    return Bad("content-pack flag and group differ");
  }
  for (const uint32_t reserved : header.reserved) {
    if (reserved != 0) return Bad("reserved words are set");
  }
  return absl::OkStatus();
}

absl::Status CheckFrame(const TileHeader& header) {
  for (int axis = 0; axis < 3; ++axis) {
    // Written so that NaN is refused.
    if (!(std::fabs(header.minimum[axis]) <= kFarthestCoordinate) || !(header.extent[axis] > 1e-3F) ||
        !(header.extent[axis] <= kFarthestCoordinate)) {
      return Bad(absl::StrFormat("box %c: minimum %g, extent %g", "xyz"[axis], header.minimum[axis],
                                 header.extent[axis]));
    }
  }
  static constexpr float kIdentity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  for (int i = 0; i < 12; ++i) {
    const bool fits = header.index <= kLastMapIndex
                          ? header.local_to_world[i] == kIdentity[i]
                          : std::fabs(header.local_to_world[i]) <= kFarthestCoordinate;
    if (!fits) return Bad(absl::StrFormat("matrix element %d is %g", i, header.local_to_world[i]));
  }
  return absl::OkStatus();
}

// Arrays that belong together have equal lengths.
absl::Status CheckCounts(const TileHeader& header) {
  const uint32_t* counts = header.counts;
  const bool compressed = (header.flags & kTileCompressedVertexData) != 0;
  const uint64_t edges = counts[kSectionEdges];
  if (counts[kSectionPolys] > kMaxPolysPerTile || edges > kMaxEdgesPerTile ||
      counts[kSectionAdjacent] > static_cast<uint32_t>(kMaxAdjacentMeshes)) {
    return Bad(absl::StrFormat("%d polygons, %d edges, %d adjacent meshes, limits %d, %d, %d",
                               counts[kSectionPolys], edges, counts[kSectionAdjacent], kMaxPolysPerTile,
                               kMaxEdgesPerTile, kMaxAdjacentMeshes));
  }
  if (counts[kSectionBoxes] != counts[kSectionPolys] || counts[kSectionEdgeExtra] != edges ||
      counts[kSectionVertexIndices] != edges || counts[kSectionEdgeFloats] != (compressed ? 0 : edges * 6)) {
    return Bad("arrays that belong together differ in length");
  }
  const uint32_t coordinates = compressed ? counts[kSectionVertices] : counts[kSectionVertexFloats];
  const uint32_t other_form = compressed ? counts[kSectionVertexFloats] : counts[kSectionVertices];
  if (other_form != 0 || coordinates % 3 != 0 || coordinates / 3 > kMaxVerticesPerTile) {
    return Bad("vertices do not fit the compressed flag");
  }
  if (counts[kSectionLinkIndices] != counts[kSectionLinks]) return Bad("links and link indices differ");
  if (((header.flags & kTileHasSpecialLinksSection) != 0) != (counts[kSectionLinks] != 0)) {
    return Bad("the special-links flag is wrong");
  }
  return absl::OkStatus();
}

absl::Status CheckFloats(const TileView& tile) {
  const float low[3] = {tile.minimum.x, tile.minimum.y, tile.minimum.z};
  const float size[3] = {tile.extent.x, tile.extent.y, tile.extent.z};
  for (size_t i = 0; i < tile.vertex_floats.size(); ++i) {
    const float value = tile.vertex_floats[i];
    if (!(value >= low[i % 3] && value <= low[i % 3] + size[i % 3])) {
      return Bad(absl::StrFormat("vertex %d: %c is %g, outside the box", i / 3, "xyz"[i % 3], value));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckAdjacent(const TileView& tile) {
  for (size_t i = 0; i < tile.adjacent.size(); ++i) {
    const uint32_t mesh = tile.adjacent[i];
    const bool valid = mesh <= kLastMapIndex || (mesh >= kFirstDynamicIndex && mesh <= kLastDynamicIndex);
    if (!valid || (i > 0 && tile.adjacent[i - 1] >= mesh)) {
      return Bad(absl::StrFormat("adjacent mesh %d is %d: out of order or range", i, mesh));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckLinks(const TileView& tile) {
  for (size_t i = 0; i < tile.links.size(); ++i) {
    const LinkRecord& link = tile.links[i];
    const PolyRef to{static_cast<MeshIndex>(link.to >> kAdjPolyBits),
                     static_cast<PolyIndex>(link.to & kNoPoly)};
    const bool known_mesh = (link.to >> kAdjPolyBits) <= kLastDynamicIndex;
    const bool in_tile = to.mesh() != tile.index || to.poly() < tile.polys.size();
    if (link.from >= tile.polys.size() || !known_mesh || to.poly() == kNoPoly || !in_tile ||
        link.kind > static_cast<uint8_t>(LinkKind::kClimbObject) || link.reserved != 0) {
      return Bad(absl::StrFormat("link %d: from %d, to %x, kind %d", i, link.from, link.to, link.kind));
    }
  }
  size_t referenced = 0;
  for (size_t number = 0; number < tile.polys.size(); ++number) {
    const PolyRecord& poly = tile.polys[number];
    if (poly.first_link() + poly.link_count() > tile.link_indices.size()) {
      return Bad(absl::StrFormat("polygon %d: links %d + %d of %d", number, poly.first_link(),
                                 poly.link_count(), tile.link_indices.size()));
    }
    referenced += poly.link_count();
    for (uint32_t i = poly.first_link(); i < poly.first_link() + poly.link_count(); ++i) {
      const uint16_t link = tile.link_indices[i];
      if (link >= tile.links.size() || tile.links[link].from != number) {
        return Bad(absl::StrFormat("polygon %d: link %d does not begin there", number, link));
      }
    }
  }
  if (referenced != tile.links.size()) {
    return Bad(absl::StrFormat("%d links, polygons know %d", tile.links.size(), referenced));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateTile(std::string_view bytes) {
  TileHeader header;
  absl::Status status = CheckHeader(bytes, header);
  if (status.ok()) status = CheckFrame(header);
  if (status.ok()) status = CheckCounts(header);
  if (!status.ok()) return status;
  const TileView tile = MapTile(bytes);
  status = CheckFloats(tile);
  if (status.ok()) status = CheckAdjacent(tile);
  if (status.ok()) status = ValidatePolys(tile);
  if (status.ok()) status = CheckLinks(tile);
  if (status.ok()) status = ValidateQuadtree(tile);
  return status;
}

}  // namespace footfall::nav
