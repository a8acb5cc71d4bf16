#ifndef FOOTFALL_NAV_MESH_FORMAT_LIMITS_H_
#define FOOTFALL_NAV_MESH_FORMAT_LIMITS_H_

#include <cstddef>
#include <cstdint>

#include "nav/mesh/types.h"

// Figures of the tile format. Every width is a limit that the writer refuses and the validator checks (R28);
// none is a setting.
namespace footfall::nav {

inline constexpr uint32_t kTileFormatVersion = 2;     // NAV-016
inline constexpr uint32_t kVertexQuantSteps = 65536;  // NAV-019
// The XY step of a tile whose box is exactly one tile wide, metres (NAV-019).
inline constexpr float kXYQuantum = kTileSize / static_cast<float>(kVertexQuantSteps);

// The split arrays of the older layout (NAV-023). The mapped file keeps flat arrays: the figures say how many
// elements a block of that layout would hold and limit nothing here (R28).
inline constexpr size_t kSplitBlockBytes = 16384;
inline constexpr size_t kVertsPerBlock = kSplitBlockBytes / (3 * sizeof(uint16_t));
inline constexpr size_t kVertexIndicesPerBlock = kSplitBlockBytes / sizeof(uint16_t);

inline constexpr int kContentPackGroupBits = 8;   // NAV-017
inline constexpr int kPolyFlagBits = 21;          // NAV-026
inline constexpr int kPolyVertexCountBits = 4;    // NAV-026: holds the count - 1 (OQ-04)
inline constexpr int kPointEnumBits = 7;          // NAV-026
inline constexpr int kFirstVertexBits = 16;       // NAV-027
inline constexpr int kFirstVertexBitsTools = 18;  // NAV-027: of the offline tools only
inline constexpr int kAudioPropertyBits = 4;      // NAV-029
inline constexpr int kPolyAttributeBits = 10;     // NAV-029
inline constexpr int kPedDensityBits = 3;         // NAV-029
inline constexpr int kPolyReservedBits = 15;      // NAV-029: 0 in files (OQ-05)
inline constexpr int kCoverDirections = 8;        // NAV-030
inline constexpr int kParentEdgeBits = 4;         // NAV-031
inline constexpr int kSplitBlockNumberBits = 8;   // NAV-031
inline constexpr int kSpecialLinkCountBits = 3;   // NAV-031
inline constexpr int kSpecialLinkFirstBits = 9;   // NAV-031
inline constexpr int kSavedPolyFlagBits = 8;      // NAV-032
inline constexpr int kAdjLookupBits = 5;          // NAV-036
inline constexpr int kAdjTypeBits = 2;            // NAV-036
inline constexpr int kVertexSpaceBits = 5;        // NAV-036
inline constexpr int kEdgeSpaceBits = 5;          // NAV-036
inline constexpr float kFreeSpaceStep = 0.25F;    // Metres a step of the two free-space fields (OQ-09).
inline constexpr int kEdgeFlagBits = 4;           // NAV-038

inline constexpr int kMinPolyVerts = 3;                               // NAV-026
inline constexpr uint32_t kMaxEdgesPerTile = 1U << kFirstVertexBits;  // by the first-vertex index
inline constexpr uint32_t kMaxPolysPerTile = kNoPoly;                 // OQ-08
inline constexpr uint32_t kMaxVerticesPerTile = 1U << 16;             // by the u16 vertex index, NAV-021
inline constexpr uint32_t kMaxFirstSpecialLink = (1U << kSpecialLinkFirstBits) - 1;
inline constexpr float kMinPolyArea = 0.01F;  // m2 (R30)

// Flag word of a tile (NAV-017). Its top 8 bits are the content-pack group.
enum TileFlag : uint32_t {
  kTileCompressedVertexData = 1U << 0,
  kTileHasSpecialLinksSection = 1U << 1,
  kTileIsDynamic = 1U << 2,
  kTileHasWater = 1U << 3,
  kTileContentPack = 1U << 4,
  kTileModifiedForContentPackSwap = 1U << 5,
};
inline constexpr uint32_t kTileFlagMask = 0x3F;
inline constexpr int kContentPackGroupShift = 32 - kContentPackGroupBits;
constexpr uint32_t ContentPackGroup(uint32_t tile_flags) { return tile_flags >> kContentPackGroupShift; }

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_FORMAT_LIMITS_H_
