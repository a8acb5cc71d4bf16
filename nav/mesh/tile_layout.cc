#include "nav/mesh/tile_layout.h"

#include "platform/check.h"

namespace footfall::nav {
namespace {

template <typename T>
std::span<const T> SectionSpan(const char* base, const TileHeader& header, const TileOffsets& offsets,
                               TileSection section) {
  return {reinterpret_cast<const T*>(base + offsets.sections[section]), header.counts[section]};
}

}  // namespace

TileOffsets OffsetsOf(const TileHeader& header) {
  TileOffsets offsets = {};
  uint64_t at = sizeof(TileHeader);
  for (uint32_t i = 0; i < kTileSectionsCount; ++i) {
    offsets.sections[i] = at;
    at += uint64_t{header.counts[i]} * kSectionElementBytes[i];
    at = (at + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment;
  }
  offsets.end = at;
  return offsets;
}

TileView MapTile(std::string_view bytes) {
  const char* base = bytes.data();
  FOOTFALL_CHECK(bytes.size() >= sizeof(TileHeader));
  FOOTFALL_CHECK(reinterpret_cast<uintptr_t>(base) % kSectionAlignment == 0);
  const TileHeader& header = *reinterpret_cast<const TileHeader*>(base);
  const TileOffsets offsets = OffsetsOf(header);
  FOOTFALL_CHECK(offsets.end == bytes.size());
  TileView view;
  view.index = static_cast<MeshIndex>(header.index);
  view.flags = header.flags;
  view.build_id = header.build_id;
  view.minimum = {header.minimum[0], header.minimum[1], header.minimum[2]};
  view.extent = {header.extent[0], header.extent[1], header.extent[2]};
  view.scale = view.extent * (1.0F / 65536.0F);
  view.polys = SectionSpan<PolyRecord>(base, header, offsets, kSectionPolys);
  view.boxes = SectionSpan<FixedBox>(base, header, offsets, kSectionBoxes);
  view.edges = SectionSpan<EdgeRecord>(base, header, offsets, kSectionEdges);
  view.edge_extra = SectionSpan<uint32_t>(base, header, offsets, kSectionEdgeExtra);
  view.edge_floats = SectionSpan<float>(base, header, offsets, kSectionEdgeFloats);
  view.vertices = SectionSpan<uint16_t>(base, header, offsets, kSectionVertices);
  view.vertex_floats = SectionSpan<float>(base, header, offsets, kSectionVertexFloats);
  view.vertex_indices = SectionSpan<uint16_t>(base, header, offsets, kSectionVertexIndices);
  view.adjacent = SectionSpan<uint32_t>(base, header, offsets, kSectionAdjacent);
  view.links = SectionSpan<LinkRecord>(base, header, offsets, kSectionLinks);
  view.link_indices = SectionSpan<uint16_t>(base, header, offsets, kSectionLinkIndices);
  view.quad_root = header.quad_root;
  view.quad_nodes = SectionSpan<QuadNode>(base, header, offsets, kSectionQuadNodes);
  view.quad_polys = SectionSpan<uint16_t>(base, header, offsets, kSectionQuadPolys);
  view.cover = SectionSpan<CoverRecord>(base, header, offsets, kSectionCover);
  view.local_to_world = std::span<const float>(header.local_to_world, 12);
  return view;
}

std::string_view BlobOf(const TileView& tile) {
  // The matrix lies in the header, whatever sections are empty.
  const char* base =
      reinterpret_cast<const char*>(tile.local_to_world.data()) - offsetof(TileHeader, local_to_world);
  return {base, OffsetsOf(*reinterpret_cast<const TileHeader*>(base)).end};
}

}  // namespace footfall::nav
