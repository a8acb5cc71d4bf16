#include "nav/mesh/tile_blob.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "nav/mesh/fixed_box.h"
#include "nav/mesh/format_limits.h"
#include "nav/mesh/quadtree.h"
#include "nav/mesh/quantise.h"
#include "nav/mesh/tile_layout.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

struct Quantised {
  uint16_t q[3];
};

// Fills the arrays of one tile, then lays them out. The draft has passed CheckDraft.
class TilePacker {
 public:
  TilePacker(const TileDraft& draft, uint64_t build_id) : draft_(draft), build_id_(build_id) {}

  std::string Pack() {
    MakeVertices();
    MakeAdjacent();
    MakeLinks();
    for (size_t i = 0; i < draft_.polys.size(); ++i) MakePoly(i);
    MakeQuadtree();
    return LayOut();
  }

 private:
  Quantised Quantise(Vec3 point) const {
    return {{QuantiseAxis(point.x, draft_.minimum.x, draft_.extent.x),
             QuantiseAxis(point.y, draft_.minimum.y, draft_.extent.y),
             QuantiseAxis(point.z, draft_.minimum.z, draft_.extent.z)}};
  }
  // What a reader of the file will see: the arithmetic of TileView::Decode.
  Vec3 Decode(const Quantised& vertex) const {
    TileView view;
    view.minimum = draft_.minimum;
    view.scale = draft_.extent * (1.0F / 65536.0F);
    return view.Decode(vertex.q);
  }
  Vec3 VertexAsRead(uint16_t vertex) const {
    return draft_.compressed ? Decode(quantised_[vertex]) : draft_.vertices[vertex];
  }

  void MakeVertices() {
    for (const Vec3& vertex : draft_.vertices) {
      quantised_.push_back(Quantise(vertex));
      if (draft_.compressed) {
        vertices_.insert(vertices_.end(), quantised_.back().q, quantised_.back().q + 3);
      } else {
        vertex_floats_.insert(vertex_floats_.end(), {vertex.x, vertex.y, vertex.z});
      }
    }
  }

  void MakeAdjacent() {
    for (const DraftPoly& poly : draft_.polys) {
      for (const DraftEdge& edge : poly.edges) {
        if (edge.neighbour.valid()) adjacent_.push_back(edge.neighbour.mesh());
      }
    }
    // total order: equal indices are the same.
    std::sort(adjacent_.begin(), adjacent_.end());
    adjacent_.erase(std::unique(adjacent_.begin(), adjacent_.end()), adjacent_.end());
  }

  void MakeLinks() {
    std::vector<uint16_t> order(draft_.links.size());
    std::iota(order.begin(), order.end(), uint16_t{0});
    std::stable_sort(order.begin(), order.end(), [this](uint16_t a, uint16_t b) {
      return draft_.links[a].from.poly() < draft_.links[b].from.poly();
    });
    for (const uint16_t number : order) {
      const DraftLink& link = draft_.links[number];
      LinkRecord record = {};
      std::copy_n(Quantise(link.start).q, 3, record.start);
      std::copy_n(Quantise(link.end).q, 3, record.end);
      record.to = link.to.value;
      record.from = link.from.poly();
      record.kind = static_cast<uint8_t>(link.kind);
      link_indices_.push_back(static_cast<uint16_t>(links_.size()));
      links_.push_back(record);
    }
  }

  // First special link and count of a polygon, packed (NAV-031). 0 without links.
  uint16_t LinksOf(size_t number) const {
    const auto begin = std::find_if(links_.begin(), links_.end(),
                                    [number](const LinkRecord& link) { return link.from == number; });
    const auto end =
        std::find_if(begin, links_.end(), [number](const LinkRecord& link) { return link.from != number; });
    if (begin == end) return 0;
    return static_cast<uint16_t>((begin - links_.begin()) | ((end - begin) << kSpecialLinkFirstBits));
  }

  void MakePoly(size_t number) {
    const DraftPoly& poly = draft_.polys[number];
    const auto count = static_cast<uint32_t>(poly.vertices.size());
    PolyRecord record = {};
    record.first_edge = static_cast<uint16_t>(edges_.size());
    record.vertex_count = static_cast<uint8_t>(count);
    record.flags = poly.flags;
    record.attributes = static_cast<uint16_t>(poly.attributes | (poly.ped_density << kPolyAttributeBits));
    record.audio = poly.audio;
    record.cover_directions = poly.cover_directions;
    record.links = LinksOf(number);
    uint32_t sum[3] = {0, 0, 0};
    FixedBox box = FixedBoxOf(VertexAsRead(poly.vertices[0]));
    for (uint32_t n = 0; n < count; ++n) {
      const uint16_t vertex = poly.vertices[n];
      for (int axis = 0; axis < 3; ++axis) sum[axis] += quantised_[vertex].q[axis];
      Include(box, VertexAsRead(vertex));
      MakeEdge(vertex, poly.vertices[(n + 1) % count], poly.edges[n]);
    }
    for (int axis = 0; axis < 3; ++axis) {
      record.centroid[axis] = static_cast<uint16_t>((sum[axis] + count / 2) / count);
    }
    polys_.push_back(record);
    boxes_.push_back(box);
  }

  void MakeEdge(uint16_t a, uint16_t b, const DraftEdge& edge) {
    EdgeRecord record = {};
    if (draft_.compressed) {
      std::copy_n(quantised_[a].q, 3, record.a);
      std::copy_n(quantised_[b].q, 3, record.b);
    } else {
      const Vec3 from = draft_.vertices[a];
      const Vec3 to = draft_.vertices[b];
      edge_floats_.insert(edge_floats_.end(), {from.x, from.y, from.z, to.x, to.y, to.z});
    }
    uint32_t lookup = 0;
    uint32_t poly = kNoPoly;
    uint32_t flags = edge.flags & ~uint32_t{kEdgeExternal};
    if (edge.neighbour.valid()) {
      const auto at = std::lower_bound(adjacent_.begin(), adjacent_.end(), uint32_t{edge.neighbour.mesh()});
      lookup = static_cast<uint32_t>(at - adjacent_.begin());
      poly = edge.neighbour.poly();
      if (edge.neighbour.mesh() != draft_.index) flags |= kEdgeExternal;
    }
    const uint32_t target = lookup | (poly << kAdjLookupBits);
    // A boundary edge leads nowhere in no particular way.
    const AdjacencyType type = edge.neighbour.valid() ? edge.type : AdjacencyType::kNormal;
    record.link = target | (static_cast<uint32_t>(type) << 20) | (uint32_t{edge.vertex_space} << 22) |
                  (uint32_t{edge.edge_space} << 27);
    edges_.push_back(record);
    edge_extra_.push_back(target | (flags << 20));
    vertex_indices_.push_back(a);
  }

  void MakeQuadtree() {
    std::vector<CoverRecord> records;
    std::vector<platform::Vec2> positions;
    for (const DraftCover& cover : draft_.cover) {
      CoverRecord record = {};
      const Quantised quantised = Quantise(cover.position);
      std::copy_n(quantised.q, 3, record.position);
      record.type = static_cast<uint8_t>(cover.type);
      record.direction = cover.direction;
      records.push_back(record);
      positions.push_back(Xy(Decode(quantised)));
    }
    QuadtreeData tree = BuildQuadtree(boxes_, positions);
    quad_root_ = tree.root;
    quad_nodes_ = std::move(tree.nodes);
    quad_polys_ = std::move(tree.polys);
    for (const uint16_t number : tree.cover_order) cover_.push_back(records[number]);
  }

  TileHeader MakeHeader() const {
    TileHeader header = {};
    header.magic = kTileMagic;
    header.format_version = kTileFormatVersion;
    header.index = draft_.index;
    header.flags = (draft_.compressed ? kTileCompressedVertexData : 0U) |
                   (links_.empty() ? 0U : kTileHasSpecialLinksSection) |
                   (draft_.index >= kFirstDynamicIndex ? kTileIsDynamic : 0U) |
                   (draft_.has_water ? kTileHasWater : 0U) |
                   (draft_.content_pack_group != 0 ? kTileContentPack : 0U) |
                   (draft_.modified_for_content_pack_swap ? kTileModifiedForContentPackSwap : 0U) |
                   (uint32_t{draft_.content_pack_group} << kContentPackGroupShift);
    header.build_id = build_id_;
    const Vec3& minimum = draft_.minimum;
    const Vec3& extent = draft_.extent;
    const float low[3] = {minimum.x, minimum.y, minimum.z};
    const float size[3] = {extent.x, extent.y, extent.z};
    std::copy_n(low, 3, header.minimum);
    std::copy_n(size, 3, header.extent);
    header.local_to_world[0] = header.local_to_world[5] = header.local_to_world[10] = 1.0F;
    header.quad_root = quad_root_;
    return header;
  }

  template <typename T>
  void Append(TileHeader& header, TileSection section, const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    header.counts[section] = static_cast<uint32_t>(values.size());
    if (!values.empty()) {
      bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    }
    bytes_.resize((bytes_.size() + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment, '\0');
  }

  std::string LayOut() {
    TileHeader header = MakeHeader();
    bytes_.assign(sizeof(TileHeader), '\0');
    Append(header, kSectionPolys, polys_);
    Append(header, kSectionBoxes, boxes_);
    Append(header, kSectionEdges, edges_);
    Append(header, kSectionEdgeExtra, edge_extra_);
    Append(header, kSectionEdgeFloats, edge_floats_);
    Append(header, kSectionVertices, vertices_);
    Append(header, kSectionVertexFloats, vertex_floats_);
    Append(header, kSectionVertexIndices, vertex_indices_);
    Append(header, kSectionAdjacent, adjacent_);
    Append(header, kSectionLinks, links_);
    Append(header, kSectionLinkIndices, link_indices_);
    Append(header, kSectionQuadNodes, quad_nodes_);
    Append(header, kSectionQuadPolys, quad_polys_);
    Append(header, kSectionCover, cover_);
    std::memcpy(bytes_.data(), &header, sizeof(header));
    return std::move(bytes_);
  }

  const TileDraft& draft_;
  uint64_t build_id_;
  std::vector<Quantised> quantised_;
  std::vector<PolyRecord> polys_;
  std::vector<FixedBox> boxes_;
  std::vector<EdgeRecord> edges_;
  std::vector<uint32_t> edge_extra_;
  std::vector<float> edge_floats_;
  std::vector<uint16_t> vertices_;
  std::vector<float> vertex_floats_;
  std::vector<uint16_t> vertex_indices_;
  std::vector<uint32_t> adjacent_;
  std::vector<LinkRecord> links_;
  std::vector<uint16_t> link_indices_;
  QuadRoot quad_root_ = {};
  std::vector<QuadNode> quad_nodes_;
  std::vector<uint16_t> quad_polys_;
  std::vector<CoverRecord> cover_;
  std::string bytes_;
};

}  // namespace

absl::StatusOr<std::string> PackTile(const TileDraft& tile, uint64_t build_id) {
  if (absl::Status status = CheckDraft(tile); !status.ok()) return status;
  return TilePacker(tile, build_id).Pack();
}

}  // namespace footfall::nav
