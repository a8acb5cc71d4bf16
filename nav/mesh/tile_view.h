#ifndef FOOTFALL_NAV_MESH_TILE_VIEW_H_
#define FOOTFALL_NAV_MESH_TILE_VIEW_H_

#include <cstdint>
#include <span>

#include "nav/mesh/tile_overlay.h"
#include "nav/mesh/types.h"
#include "platform/vec.h"

namespace footfall::nav {

// One edge as the file holds it: both end points and the neighbour in 16 bytes (R28), so that an expansion
// touches one cache line for four edges.
struct EdgeRecord {
  uint16_t a[3];  // vertex N, quantised on the tile's box (NAV-019)
  uint16_t b[3];  // vertex N + 1
  uint32_t
      link;  // NAV-036, from the low bit: 5 mesh lookup | 15 polygon | 2 type | 5 vertex space | 5 edge space

  uint32_t lookup() const { return link & 0x1F; }
  PolyIndex poly() const { return static_cast<PolyIndex>((link >> 5) & 0x7FFF); }
  AdjacencyType type() const { return static_cast<AdjacencyType>((link >> 20) & 0x3); }
  uint32_t vertex_space() const { return (link >> 22) & 0x1F; }
  uint32_t edge_space() const { return link >> 27; }
  bool has_neighbour() const { return poly() != kNoPoly; }
};
static_assert(sizeof(EdgeRecord) == 16);

// What a search reads of a polygon, 16 bytes.
struct PolyRecord {
  uint16_t first_edge;       // NAV-027: also the first vertex index
  uint8_t vertex_count;      // 3..16
  uint8_t flags;             // saved PolyFlag bits
  uint16_t attributes;       // 10 bits PolyAttribute | 3 bits ped density << 10
  uint8_t audio;             // 4 bits
  uint8_t cover_directions;  // NAV-030
  uint16_t centroid[3];      // mean of the vertices, quantised like a vertex
  uint16_t links;            // NAV-031: 9 bits first special link | 3 bits count << 9

  uint32_t ped_density() const { return (attributes >> 10) & 0x7; }
  uint32_t first_link() const { return links & 0x1FF; }
  uint32_t link_count() const { return (links >> 9) & 0x7; }
};
static_assert(sizeof(PolyRecord) == 16);

// Fixed-point bounding box of a polygon relative to the world centre, steps of 0.25 m; minima rounded down,
// maxima up, both saturating; a saturated bound compares as infinite (NAV-042, R27).
struct FixedBox {
  int16_t min[3];
  int16_t max[3];
};

struct LinkRecord {
  uint16_t start[3];
  uint16_t end[3];
  uint32_t to;    // PolyRef::value of the target, resolved through no table: the target may lie in any tile
  uint16_t from;  // polygon of this tile
  uint8_t kind;   // LinkKind
  uint8_t reserved;
};
static_assert(sizeof(LinkRecord) == 20);

// One point where a ped can take cover (NAV-040).
struct CoverRecord {
  uint16_t position[3];
  uint8_t type;       // CoverType
  uint8_t direction;  // 256ths of a turn counter-clockwise from +X
};
static_assert(sizeof(CoverRecord) == 8);

// One node of a tile's quadtree (NAV-041, R34). See nav/mesh/quadtree.h for the lookups.
struct QuadNode {
  uint32_t first_child;  // 0: a leaf; else four children in a row: (x low, y low), (x high, y low), (low,
                         // high), (high, high)
  uint32_t first_poly;   // in quad_polys; leaves only, like all below
  uint32_t first_cover;
  uint16_t polys_count;
  uint16_t cover_count;
};
static_assert(sizeof(QuadNode) == 16);

// The square that a quadtree divides, in FixedBox steps, relative to the world centre. `size` is a multiple
// of 64, so that six halvings stay whole.
struct QuadRoot {
  int32_t min[2];
  int32_t size;
};

// A mapped tile: pointers into a constant, validated blob, used in place. Plain value; valid while the pack
// that it came from lives. Any thread.
struct TileView {
  MeshIndex index = kNoNavMesh;
  uint32_t flags = 0;  // NAV-017
  uint64_t build_id = 0;
  platform::Vec3 minimum;
  platform::Vec3 extent;
  platform::Vec3 scale;  // extent / 65536
  std::span<const PolyRecord> polys;
  std::span<const FixedBox> boxes;  // parallel to polys
  std::span<const EdgeRecord> edges;
  std::span<const uint32_t>
      edge_extra;  // parallel to edges (NAV-038): 5 + 15 original neighbour | 4 EdgeFlag bits << 20
  std::span<const float> edge_floats;  // 6 a edge in tiles with plain float vertices, else empty (NAV-020)
  std::span<const uint16_t> vertex_indices;  // parallel to edges (NAV-021)
  std::span<const uint32_t> adjacent;  // lookup position -> mesh index (NAV-022); own tile included when used
  std::span<const LinkRecord> links;
  std::span<const uint16_t> link_indices;  // PolyRecord::first_link counts in here
  std::span<const uint16_t> vertices;      // 3 a vertex, compressed tiles; what vertex_indices counts in
  std::span<const float> vertex_floats;    // 3 a vertex, plain tiles
  QuadRoot quad_root = {};
  std::span<const QuadNode> quad_nodes;   // [0] is the root
  std::span<const uint16_t> quad_polys;   // the leaves' lists, ascending in each leaf
  std::span<const CoverRecord> cover;     // leaf by leaf
  std::span<const float> local_to_world;  // 12, row-major 3 x 4; identity for map tiles (NAV-018)

  // First and second end point of an edge record, by its number in `edges`. Both vertex forms (NAV-020).
  platform::Vec3 EdgeA(uint32_t edge) const {
    return edge_floats.empty() ? Decode(edges[edge].a) : Float(edge * 6);
  }
  platform::Vec3 EdgeB(uint32_t edge) const {
    return edge_floats.empty() ? Decode(edges[edge].b) : Float(edge * 6 + 3);
  }
  // The first end point in XY alone: orientation tests need no more.
  platform::Vec2 EdgeAXy(uint32_t edge) const {
    if (!edge_floats.empty()) return {edge_floats[edge * 6], edge_floats[edge * 6 + 1]};
    const uint16_t(&q)[3] = edges[edge].a;
    return {static_cast<float>(q[0]) * scale.x + minimum.x, static_cast<float>(q[1]) * scale.y + minimum.y};
  }
  platform::Vec3 Decode(const uint16_t (&q)[3]) const {
    return {static_cast<float>(q[0]) * scale.x + minimum.x, static_cast<float>(q[1]) * scale.y + minimum.y,
            static_cast<float>(q[2]) * scale.z + minimum.z};
  }

 private:
  platform::Vec3 Float(uint32_t i) const { return {edge_floats[i], edge_floats[i + 1], edge_floats[i + 2]}; }
};

// A polygon of a view with its overlay applied. Cheap value: make it where it is used, do not keep it.
class PolyView {
 public:
  PolyView(const TileView& tile, const TileOverlay* overlay, PolyIndex poly)
      : tile_(&tile), overlay_(overlay), record_(&tile.polys[poly]), poly_(poly) {}

  PolyRef ref() const { return PolyRef(tile_->index, poly_); }
  const TileView& tile() const { return *tile_; }
  const PolyRecord& record() const { return *record_; }
  int vertex_count() const { return record_->vertex_count; }
  // Edge N joins vertex N and vertex N + 1. REQUIRES: 0 <= n < vertex_count().
  platform::Vec3 Vertex(int n) const { return tile_->EdgeA(EdgeNumber(n)); }
  platform::Vec2 VertexXy(int n) const { return tile_->EdgeAXy(EdgeNumber(n)); }
  platform::Vec3 EdgeEnd(int n) const { return tile_->EdgeB(EdgeNumber(n)); }
  // The vertices beside vertex n, going round.
  int Next(int n) const { return n + 1 == record_->vertex_count ? 0 : n + 1; }
  int Before(int n) const { return n == 0 ? record_->vertex_count - 1 : n - 1; }
  platform::Vec3 Centroid() const { return tile_->Decode(record_->centroid); }
  const EdgeRecord& Edge(int n) const { return tile_->edges[EdgeNumber(n)]; }
  uint32_t EdgeNumber(int n) const {
    return static_cast<uint32_t>(record_->first_edge) + static_cast<uint32_t>(n);
  }
  // EdgeFlag bits, with what the overlay disabled.
  uint32_t EdgeFlags(int n) const {
    uint32_t bits = tile_->edge_extra[EdgeNumber(n)] >> 20;
    if (overlay_ != nullptr && overlay_->IsEdgeDisabled(EdgeNumber(n))) bits |= kEdgeAdjacencyDisabled;
    return bits;
  }
  // The special link at a position of the polygon's own list, and whether the overlay blocks it. REQUIRES: n
  // below record().link_count().
  const LinkRecord& Link(uint32_t n) const { return tile_->links[LinkNumber(n)]; }
  bool IsLinkBlocked(uint32_t n) const {
    return overlay_ != nullptr && overlay_->IsLinkBlocked(LinkNumber(n));
  }
  // Hints that the edges will be read.
  void PrefetchEdges() const {
    const EdgeRecord* first = tile_->edges.data() + record_->first_edge;
    __builtin_prefetch(first);
    __builtin_prefetch(first + 4);
  }
  // The polygon beyond edge n, of any adjacency type; invalid for a boundary edge. The tile of the neighbour
  // may not be resident: ask the view.
  PolyRef Neighbour(int n) const {
    const EdgeRecord& e = Edge(n);
    if (!e.has_neighbour()) return PolyRef();
    return PolyRef(static_cast<MeshIndex>(tile_->adjacent[e.lookup()]), e.poly());
  }
  uint32_t flags() const { return record_->flags; }
  uint32_t attributes() const { return record_->attributes & 0x3FF; }
  bool is_disabled() const { return overlay_ != nullptr && overlay_->IsPolyDisabled(poly_); }
  bool is_switched_off() const { return overlay_ != nullptr && overlay_->IsPolySwitchedOff(poly_); }

  // True when the XY outline contains the point; the outline itself is inside.
  bool ContainsXy(platform::Vec2 p) const;
  // Z of the surface at a point inside the outline: a fan around the vertex mean, linear on each edge, hence
  // continuous across neighbours (R31). Points outside take the height of the nearest outline point.
  float Height(platform::Vec2 p) const;

 private:
  uint32_t LinkNumber(uint32_t n) const { return tile_->link_indices[record_->first_link() + n]; }

  const TileView* tile_;
  const TileOverlay* overlay_;
  const PolyRecord* record_;
  PolyIndex poly_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_TILE_VIEW_H_
