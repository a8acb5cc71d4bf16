#include "nav/mesh/poly_validator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "absl/strings/str_format.h"
#include "nav/mesh/fixed_box.h"
#include "nav/mesh/format_limits.h"
#include "nav/mesh/quantise.h"
#include "nav/mesh/tile_square.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

absl::Status Bad(size_t poly, const std::string& what) {
  return absl::DataLossError(absl::StrFormat("polygon %d: %s", poly, what));
}

// A polygon's outline in numbers whose products are exact: lattice steps, or the floats themselves.
struct Outline {
  std::array<double, kMaxPolyVerts> x;
  std::array<double, kMaxPolyVerts> y;
  int count = 0;
  double unit_area = 1;  // square metres of 1 x 1

  double Turn(int a, int b, int c) const {
    return (x[b] - x[a]) * (y[c] - y[b]) - (y[b] - y[a]) * (x[c] - x[b]);
  }
};

Outline OutlineOf(const TileView& tile, const PolyRecord& poly) {
  Outline outline;
  outline.count = poly.vertex_count;
  const bool compressed = tile.edge_floats.empty();
  if (compressed) outline.unit_area = static_cast<double>(tile.scale.x) * tile.scale.y;
  for (int n = 0; n < outline.count; ++n) {
    const uint32_t edge = poly.first_edge + static_cast<uint32_t>(n);
    outline.x[n] = compressed ? tile.edges[edge].a[0] : tile.edge_floats[edge * 6];
    outline.y[n] = compressed ? tile.edges[edge].a[1] : tile.edge_floats[edge * 6 + 1];
  }
  return outline;
}

absl::Status CheckShape(const Outline& outline, size_t poly) {
  const int count = outline.count;
  for (int i = 0; i < count; ++i) {
    for (int j = i + 1; j < count; ++j) {
      if (outline.x[i] == outline.x[j] && outline.y[i] == outline.y[j]) {
        return Bad(poly, absl::StrFormat("vertices %d and %d are the same point", i, j));
      }
    }
  }
  double twice_area = 0;
  for (int i = 0; i + 2 < count; ++i) twice_area -= outline.Turn(0, i + 1, i + 2);
  const double area = twice_area * 0.5 * outline.unit_area;
  if (area < 0) return Bad(poly, "counter-clockwise seen from above");
  if (!(area > kMinPolyArea)) {
    return Bad(poly, absl::StrFormat("area is %.6g m2, limit above %.6g", area, kMinPolyArea));
  }
  for (int b = 0; b < count; ++b) {
    const int a = (b + count - 1) % count;
    const int c = (b + 1) % count;
    const double turn = outline.Turn(a, b, c);
    const double ahead = (outline.x[b] - outline.x[a]) * (outline.x[c] - outline.x[b]) +
                         (outline.y[b] - outline.y[a]) * (outline.y[c] - outline.y[b]);
    if (turn > 0 || (turn == 0 && ahead < 0)) return Bad(poly, absl::StrFormat("wrong turn at vertex %d", b));
  }
  // Right turns everywhere could still go round twice; then some vertex lies left of a diagonal.
  for (int i = 1; i + 1 < count; ++i) {
    if (outline.Turn(0, i, i + 1) > 0) return Bad(poly, "the outline goes round more than once");
  }
  return absl::OkStatus();
}

// Each end point in an edge record is the vertex that the index names, and the outline closes.
absl::Status CheckEndPoints(const TileView& tile, const PolyRecord& poly, size_t number) {
  const bool compressed = tile.edge_floats.empty();
  const size_t vertices_count = compressed ? tile.vertices.size() / 3 : tile.vertex_floats.size() / 3;
  for (uint32_t n = 0; n < poly.vertex_count; ++n) {
    const uint32_t edge = poly.first_edge + n;
    const uint32_t next = poly.first_edge + (n + 1) % poly.vertex_count;
    if (tile.vertex_indices[edge] >= vertices_count || tile.vertex_indices[next] >= vertices_count) {
      return Bad(number,
                 absl::StrFormat("vertex index %d, %d vertices", tile.vertex_indices[edge], vertices_count));
    }
    const size_t a = tile.vertex_indices[edge] * size_t{3};
    const size_t b = tile.vertex_indices[next] * size_t{3};
    const bool same = compressed
                          ? std::memcmp(tile.edges[edge].a, &tile.vertices[a], 6) == 0 &&
                                std::memcmp(tile.edges[edge].b, &tile.vertices[b], 6) == 0
                          : std::memcmp(&tile.edge_floats[edge * 6], &tile.vertex_floats[a], 12) == 0 &&
                                std::memcmp(&tile.edge_floats[edge * 6 + 3], &tile.vertex_floats[b], 12) == 0;
    if (!same) return Bad(number, absl::StrFormat("end points of edge %d are not its vertices", n));
  }
  return absl::OkStatus();
}

absl::Status CheckPlace(const TileView& tile, const PolyRecord& poly, size_t number) {
  const bool is_map = tile.index <= kLastMapIndex;
  const float low_x = TileLowX(tile.index);
  const float low_y = TileLowY(tile.index);
  uint32_t sum[3] = {0, 0, 0};
  for (uint32_t n = 0; n < poly.vertex_count; ++n) {
    const uint32_t edge = poly.first_edge + n;
    const Vec3 v = tile.EdgeA(edge);
    if (!Contains(tile.boxes[number], v))
      return Bad(number, absl::StrFormat("vertex %d is outside its box", n));
    if (is_map && !(v.x >= low_x && v.x <= low_x + kTileSize && v.y >= low_y && v.y <= low_y + kTileSize)) {
      return Bad(number,
                 absl::StrFormat("vertex %d at (%.9g, %.9g) is outside the tile's square", n, v.x, v.y));
    }
    if (tile.edge_floats.empty()) {
      for (int axis = 0; axis < 3; ++axis) sum[axis] += tile.edges[edge].a[axis];
    } else {
      sum[0] += QuantiseAxis(v.x, tile.minimum.x, tile.extent.x);
      sum[1] += QuantiseAxis(v.y, tile.minimum.y, tile.extent.y);
      sum[2] += QuantiseAxis(v.z, tile.minimum.z, tile.extent.z);
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    // One step of slack: the mean was taken of points that may quantise to the step beside.
    const int mean = static_cast<int>((sum[axis] + poly.vertex_count / 2U) / poly.vertex_count);
    if (std::abs(mean - int{poly.centroid[axis]}) > 1) {
      return Bad(number, absl::StrFormat("centroid step %d, expected %d", poly.centroid[axis], mean));
    }
  }
  return absl::OkStatus();
}

// The neighbour's edge that leads back over the same two end points.
bool HasReverse(const TileView& tile, PolyIndex from, uint32_t edge, PolyIndex to) {
  const PolyRecord& other = tile.polys[to];
  const auto joins_the_same = [&](uint32_t back) {
    if (!tile.edge_floats.empty()) {
      return tile.EdgeA(back) == tile.EdgeB(edge) && tile.EdgeB(back) == tile.EdgeA(edge);
    }
    const EdgeRecord& record = tile.edges[edge];
    return std::memcmp(tile.edges[back].a, record.b, sizeof(record.b)) == 0 &&
           std::memcmp(tile.edges[back].b, record.a, sizeof(record.a)) == 0;
  };
  for (uint32_t back = other.first_edge; back < uint32_t{other.first_edge} + other.vertex_count; ++back) {
    const EdgeRecord& record = tile.edges[back];
    if (record.has_neighbour() && record.poly() == from && record.type() == AdjacencyType::kNormal &&
        tile.adjacent[record.lookup()] == tile.index && joins_the_same(back)) {
      return true;
    }
  }
  return false;
}

absl::Status CheckEdgeRanges(const TileView& tile, const PolyRecord& poly, size_t number) {
  for (uint32_t n = 0; n < poly.vertex_count; ++n) {
    const uint32_t edge = poly.first_edge + n;
    const EdgeRecord& record = tile.edges[edge];
    const uint32_t extra = tile.edge_extra[edge];
    if ((extra >> (20 + kEdgeFlagBits)) != 0)
      return Bad(number, absl::StrFormat("edge %d: reserved bits", n));
    if ((extra & 0xFFFFF) != (record.link & 0xFFFFF)) {
      return Bad(number, absl::StrFormat("edge %d: original and current neighbour differ", n));
    }
    const bool external = ((extra >> 20) & kEdgeExternal) != 0;
    if (!record.has_neighbour()) {
      if (record.lookup() != 0 || record.type() != AdjacencyType::kNormal || external) {
        return Bad(number, absl::StrFormat("edge %d: a boundary edge with traces of a neighbour", n));
      }
      continue;
    }
    if (record.lookup() >= tile.adjacent.size()) {
      return Bad(number, absl::StrFormat("edge %d: mesh lookup %d, %d entries", n, record.lookup(),
                                         tile.adjacent.size()));
    }
    const bool own = tile.adjacent[record.lookup()] == tile.index;
    if (own == external) return Bad(number, absl::StrFormat("edge %d: the external bit is wrong", n));
    if (own && (record.poly() >= tile.polys.size() || record.poly() == number)) {
      return Bad(number, absl::StrFormat("edge %d: neighbour %d of %d polygons", n, record.poly(),
                                         tile.polys.size()));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckReverses(const TileView& tile) {
  for (size_t number = 0; number < tile.polys.size(); ++number) {
    const PolyRecord& poly = tile.polys[number];
    for (uint32_t edge = poly.first_edge; edge < uint32_t{poly.first_edge} + poly.vertex_count; ++edge) {
      const EdgeRecord& record = tile.edges[edge];
      if (!record.has_neighbour() || record.type() != AdjacencyType::kNormal) continue;
      if (tile.adjacent[record.lookup()] != tile.index) continue;
      if (!HasReverse(tile, static_cast<PolyIndex>(number), edge, record.poly())) {
        return Bad(number, absl::StrFormat("edge %d: neighbour %d does not lead back over the same edge",
                                           edge - poly.first_edge, record.poly()));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status CheckRecord(const TileView& tile, const PolyRecord& poly, size_t number, uint32_t first_edge) {
  if (poly.vertex_count < kMinPolyVerts || poly.vertex_count > kMaxPolyVerts) {
    return Bad(number, absl::StrFormat("%d vertices, limit %d to %d", poly.vertex_count, kMinPolyVerts,
                                       kMaxPolyVerts));
  }
  if (poly.first_edge != first_edge || first_edge + poly.vertex_count > tile.edges.size()) {
    return Bad(number, absl::StrFormat("first edge %d, expected %d of %d", poly.first_edge, first_edge,
                                       tile.edges.size()));
  }
  if ((poly.attributes >> (kPolyAttributeBits + kPedDensityBits)) != 0 ||
      (poly.audio >> kAudioPropertyBits) != 0 ||
      (poly.links >> (kSpecialLinkFirstBits + kSpecialLinkCountBits)) != 0) {
    return Bad(number, "reserved bits are set");
  }
  for (int axis = 0; axis < 3; ++axis) {
    if (tile.boxes[number].min[axis] > tile.boxes[number].max[axis]) return Bad(number, "empty box");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidatePolys(const TileView& tile) {
  uint32_t first_edge = 0;
  for (size_t number = 0; number < tile.polys.size(); ++number) {
    const PolyRecord& poly = tile.polys[number];
    absl::Status status = CheckRecord(tile, poly, number, first_edge);
    if (status.ok()) status = CheckEndPoints(tile, poly, number);
    if (status.ok()) status = CheckShape(OutlineOf(tile, poly), number);
    if (status.ok()) status = CheckPlace(tile, poly, number);
    if (status.ok()) status = CheckEdgeRanges(tile, poly, number);
    if (!status.ok()) return status;
    first_edge += poly.vertex_count;
  }
  if (first_edge != tile.edges.size()) {
    return absl::DataLossError(
        absl::StrFormat("%d edges, the polygons have %d", tile.edges.size(), first_edge));
  }
  return CheckReverses(tile);
}

}  // namespace footfall::nav
