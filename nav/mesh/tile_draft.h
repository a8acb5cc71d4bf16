#ifndef FOOTFALL_NAV_MESH_TILE_DRAFT_H_
#define FOOTFALL_NAV_MESH_TILE_DRAFT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "nav/mesh/types.h"
#include "platform/vec.h"

// What a builder hands to the writer: a world's tiles in plain structs, before packing. The writer checks
// every limit of the format and refuses with tile, field, value and limit. Builders and hand-made test packs
// fill these.
namespace footfall::nav {

// The lattice on which all tiles of a world quantise (R24): XY extent 256 m with the minimum 53 m before the
// tile's corner (step 1/256 m), Z extent 256 m x 2^k with the minimum a multiple of its step.
inline constexpr float kLatticeXyExtent = 256.0F;
inline constexpr float kLatticeXyMargin = 53.0F;

// One edge of a polygon: from its vertex N to vertex N + 1. One neighbour at the most (R22..R24, NAV-021).
struct DraftEdge {
  PolyRef neighbour;  // invalid: a boundary edge
  AdjacencyType type = AdjacencyType::kNormal;
  uint8_t flags = 0;         // EdgeFlag; kEdgeExternal is set by the writer when the neighbour's tile differs
  uint8_t vertex_space = 0;  // free space around vertex N, steps of 0.25 m, 0..31 (NAV-036, OQ-09)
  uint8_t edge_space = 0;    // free space beyond the edge, the same unit
};

struct DraftPoly {
  std::vector<uint16_t> vertices;  // 3..16 indices into TileDraft::vertices, clockwise from above (NAV-025)
  std::vector<DraftEdge> edges;    // as many as vertices
  uint8_t flags = 0;               // PolyFlag, the saved 8 bits
  uint16_t attributes = 0;         // PolyAttribute, 10 bits
  uint8_t audio = 0;               // 0..15
  uint8_t ped_density = 0;         // 0..7
  uint8_t cover_directions = 0;    // bit d: cover towards d * 45 deg, counter-clockwise from +X (NAV-030)
};

// A connection by ladder or climbable object (NAV-039). Stored once, in the tile of `from`; a link that works
// in both directions is two links.
struct DraftLink {
  LinkKind kind = LinkKind::kLadderUp;
  platform::Vec3 start;  // on `from`
  platform::Vec3 end;    // on `to`
  PolyRef from;
  PolyRef to;
};

struct DraftCover {
  platform::Vec3 position;
  CoverType type = CoverType::kLowWall;
  uint8_t direction = 0;  // 0..255: the direction that is covered, 256ths of a turn counter-clockwise from +X
};

struct TileDraft {
  MeshIndex index = kNoNavMesh;
  bool compressed = true;  // vertices as 3 x u16 on the extents, else as floats (NAV-020)
  bool has_water = false;
  uint8_t content_pack_group = 0;  // not 0: the tile belongs to a content pack (NAV-017)
  bool modified_for_content_pack_swap = false;
  platform::Vec3 minimum;                // of the quantisation box
  platform::Vec3 extent;                 // metres, > 0
  std::vector<platform::Vec3> vertices;  // world coordinates; for compressed tiles exact on the box's lattice
  std::vector<DraftPoly> polys;
  std::vector<DraftLink> links;
  std::vector<DraftCover> cover;
};

// A tile that is another one moved by whole tiles, with its neighbours moved alike (pack_format.h).
struct TileInstance {
  MeshIndex index = kNoNavMesh;
  MeshIndex of = kNoNavMesh;  // a tile of WorldDraft::tiles with a lower index
};

struct WorldDraft {
  std::vector<TileDraft> tiles;         // any order, each index once
  std::vector<TileInstance> instances;  // any order; no index that is in `tiles` or twice
  uint64_t build_id =
      0;  // of geometry, parameters and tool versions; all resident tiles carry the same (NAV-024)
  std::string parameters;  // text of the builder's parameters, kept in the header for `info`
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_TILE_DRAFT_H_
