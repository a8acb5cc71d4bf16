#ifndef FOOTFALL_NAV_MESH_TILE_LAYOUT_H_
#define FOOTFALL_NAV_MESH_TILE_LAYOUT_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "nav/mesh/tile_view.h"

// Bytes of one tile: a header and then flat arrays, in a fixed order without gaps but for alignment. Used in
// place: nothing is parsed or allocated a polygon (NAV-016). Little-endian.
namespace footfall::nav {

static_assert(std::endian::native == std::endian::little, "tiles are mapped in place");

inline constexpr uint32_t kTileMagic = 0x4C544646;  // "FFTL"
inline constexpr size_t kSectionAlignment = 16;

enum TileSection : uint32_t {
  kSectionPolys = 0,
  kSectionBoxes,
  kSectionEdges,
  kSectionEdgeExtra,
  kSectionEdgeFloats,
  kSectionVertices,
  kSectionVertexFloats,
  kSectionVertexIndices,
  kSectionAdjacent,
  kSectionLinks,
  kSectionLinkIndices,
  kSectionQuadNodes,
  kSectionQuadPolys,
  kSectionCover,
  kTileSectionsCount,
};

// Bytes of an element of each section; a "vertex" here is one coordinate.
inline constexpr size_t kSectionElementBytes[kTileSectionsCount] = {
    sizeof(PolyRecord), sizeof(FixedBox), sizeof(EdgeRecord), sizeof(uint32_t),   sizeof(float),
    sizeof(uint16_t),   sizeof(float),    sizeof(uint16_t),   sizeof(uint32_t),   sizeof(LinkRecord),
    sizeof(uint16_t),   sizeof(QuadNode), sizeof(uint16_t),   sizeof(CoverRecord)};

struct TileHeader {
  uint32_t magic;
  uint32_t format_version;
  uint32_t index;
  uint32_t flags;
  uint64_t build_id;
  float minimum[3];
  float extent[3];
  float local_to_world[12];
  QuadRoot quad_root;
  uint32_t counts[kTileSectionsCount];  // elements of each section; their offsets follow from them
  uint32_t reserved[3];                 // 0
};
static_assert(sizeof(TileHeader) % kSectionAlignment == 0);

// Where the sections of a tile with these counts lie.
struct TileOffsets {
  uint64_t sections[kTileSectionsCount];
  uint64_t end;  // bytes of the blob
};
TileOffsets OffsetsOf(const TileHeader& header);

// Points a view into the bytes. REQUIRES: `bytes` is aligned to 16 and as long as OffsetsOf says. Nothing
// else is checked: see tile_validator.h.
TileView MapTile(std::string_view bytes);

// The bytes that a view points into: what MapTile was given.
std::string_view BlobOf(const TileView& tile);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_TILE_LAYOUT_H_
