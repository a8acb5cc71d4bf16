#ifndef FOOTFALL_NAV_MESH_TYPES_H_
#define FOOTFALL_NAV_MESH_TYPES_H_

#include <compare>
#include <cstdint>

namespace footfall::nav {

// ---- World grid (NAV-009, NAV-010): compile-time values that no settings file changes. Metres.
inline constexpr float kSectorSize = 50.0F;
inline constexpr int kSectorsPerTile = 3;
inline constexpr float kTileSize = kSectorSize * kSectorsPerTile;
inline constexpr int kTilesX = 100;
inline constexpr int kTilesY = 100;
inline constexpr float kWorldMin = -6000.0F;
inline constexpr float kWorldMax = 9000.0F;

// ---- Mesh index space (NAV-013). Carried in 16 or 32 bits, 14 are significant.
using MeshIndex = uint16_t;
inline constexpr int kIndexBits = 14;
inline constexpr MeshIndex kFirstMapIndex = 0;
inline constexpr MeshIndex kLastMapIndex = 9999;
inline constexpr MeshIndex kFirstDynamicIndex = 10000;
inline constexpr MeshIndex kLastDynamicIndex = 10099;
inline constexpr MeshIndex kTessellationIndex = 10100;
inline constexpr MeshIndex kNoNavMesh = 0x3FFF;

// ---- Polygons and edges.
using PolyIndex = uint16_t;
inline constexpr int kAdjPolyBits = 15;            // NAV-036
inline constexpr PolyIndex kNoPoly = 0x7FFF;       // OQ-08: "no neighbour"
inline constexpr int kMaxPolyVerts = 16;           // NAV-026
inline constexpr int kMaxAdjacentMeshes = 32;      // NAV-022
inline constexpr int kMaxSpecialLinksPerPoly = 7;  // NAV-031
inline constexpr int kMaxPedDensity = 7;           // NAV-029

// A polygon of the world: mesh index and polygon number, 29 bits. Orders by mesh index, then polygon number;
// this is the "polygon id" by which ties are broken. Plain value, any thread.
struct PolyRef {
  static constexpr uint32_t kNone = 0xFFFFFFFFU;
  uint32_t value = kNone;

  constexpr PolyRef() = default;
  constexpr PolyRef(MeshIndex mesh, PolyIndex poly)
      : value((static_cast<uint32_t>(mesh) << kAdjPolyBits) | poly) {}
  constexpr bool valid() const { return value != kNone; }
  constexpr MeshIndex mesh() const { return static_cast<MeshIndex>((value >> kAdjPolyBits) & 0x3FFF); }
  constexpr PolyIndex poly() const { return static_cast<PolyIndex>(value & 0x7FFF); }
  friend constexpr auto operator<=>(const PolyRef&, const PolyRef&) = default;
};

// Numeric order fixed by NAV-037.
enum class AdjacencyType : uint8_t { kNormal = 0, kClimbLow = 1, kClimbHigh = 2, kDropDown = 3 };

// Saved polygon flags: the low 8 bits, the only ones in a file (NAV-032).
enum PolyFlag : uint32_t {
  kPolySmall = 1U << 0,
  kPolyLarge = 1U << 1,
  kPolyPavement = 1U << 2,
  kPolySheltered = 1U << 3,
  kPolyTooSteepToWalkOn = 1U << 4,
  kPolyWater = 1U << 5,
};
inline constexpr uint32_t kSavedPolyFlags = 0xFF;  // 8 bits

// Attribute bits (NAV-029). Audio (4 bits) and ped density (3 bits) are fields of their own.
enum PolyAttribute : uint32_t {
  kAttrDebugMark = 1U << 0,
  kAttrNearVehicleLane = 1U << 1,
  kAttrInterior = 1U << 2,
  kAttrIsolated = 1U << 3,
  kAttrContentPackStitch = 1U << 4,
  kAttrNetworkSpawnCandidate = 1U << 5,
  kAttrRoad = 1U << 6,
  kAttrLiesOnMeshEdge = 1U << 7,
  kAttrTrainTrack = 1U << 8,
  kAttrShallowWater = 1U << 9,
};

// Edge bits that a file carries (NAV-038).
enum EdgeFlag : uint32_t {
  kEdgeAdjacencyDisabled = 1U << 0,
  kEdgeProvidesCover = 1U << 1,
  kEdgeHighDrop = 1U << 2,
  kEdgeExternal = 1U << 3,  // the neighbour lies in another tile
};

enum class LinkKind : uint8_t { kLadderUp = 0, kLadderDown = 1, kClimbObject = 2 };  // NAV-039

enum class CoverType : uint8_t {  // NAV-040, OQ-10
  kLowWall = 0,
  kLowWallOpenLeft = 1,
  kLowWallOpenRight = 2,
  kWallOpenLeft = 3,
  kWallOpenRight = 4,
  kWallOpenBoth = 5,
};
inline constexpr int kCoverPointTypes = 6;
constexpr uint64_t EnumEnd(CoverType) { return kCoverPointTypes; }

// Map tile of a position from its XY: index = tile_y * 100 + tile_x (OQ-01). Half open: the minimum is
// inside, the maximum is not; positions outside, NaN and infinities give kNoNavMesh, never a border tile
// (NAV-011).
constexpr MeshIndex MeshIndexAt(float x, float y) {
  if (!(x >= kWorldMin) || !(x < kWorldMax) || !(y >= kWorldMin) || !(y < kWorldMax)) return kNoNavMesh;
  const int tile_x = static_cast<int>((x - kWorldMin) / kTileSize);
  const int tile_y = static_cast<int>((y - kWorldMin) / kTileSize);
  return static_cast<MeshIndex>(tile_y * kTilesX + tile_x);
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_TYPES_H_
