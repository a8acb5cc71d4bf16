#include "nav/stream/seam_stitch.h"

#include <algorithm>

#include "nav/mesh/format_limits.h"

namespace footfall::nav {
namespace {

// An edge by its two end points, which are the same floats on both sides of a seam (R24).
struct Segment {
  float key[6];
  PolyIndex poly;

  friend bool operator<(const Segment& a, const Segment& b) {
    return std::lexicographical_compare(std::begin(a.key), std::end(a.key), std::begin(b.key),
                                        std::end(b.key)) ||
           (std::equal(std::begin(a.key), std::end(a.key), std::begin(b.key)) && a.poly < b.poly);
  }
};

Segment Of(platform::Vec3 a, platform::Vec3 b, PolyIndex poly) {
  return {{a.x, a.y, a.z, b.x, b.y, b.z}, poly};
}

bool SameEnds(const Segment& a, const Segment& b) {
  return std::equal(std::begin(a.key), std::end(a.key), std::begin(b.key));
}

bool OnBorder(float value) {
  const float tiles = (value - kWorldMin) / kTileSize;
  return tiles == static_cast<float>(static_cast<int>(tiles));
}

// Both ends on one border line of the tile grid.
bool IsSeamEdge(platform::Vec3 a, platform::Vec3 b) {
  return (a.x == b.x && OnBorder(a.x)) || (a.y == b.y && OnBorder(a.y));
}

// The seam edges of a tile, sorted.
std::vector<Segment> SeamEdges(const TileView& tile) {
  std::vector<Segment> found;
  for (size_t number = 0; number < tile.polys.size(); ++number) {
    const PolyView poly(tile, nullptr, static_cast<PolyIndex>(number));
    for (int n = 0; n < poly.vertex_count(); ++n) {
      if (IsSeamEdge(poly.Vertex(n), poly.EdgeEnd(n))) {
        found.push_back(Of(poly.Vertex(n), poly.EdgeEnd(n), static_cast<PolyIndex>(number)));
      }
    }
  }
  // total order: end points, then polygon.
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

bool MayBeSwapped(const TileView& tile) {
  return (tile.flags & (kTileContentPack | kTileModifiedForContentPackSwap)) != 0;
}

std::vector<TileCopy::EdgeChange> StitchEdges(const TileView& tile, const TileView& beside) {
  std::vector<TileCopy::EdgeChange> changes;
  const std::vector<Segment> partners = SeamEdges(beside);
  for (size_t number = 0; number < tile.polys.size(); ++number) {
    const PolyView poly(tile, nullptr, static_cast<PolyIndex>(number));
    for (int n = 0; n < poly.vertex_count(); ++n) {
      const PolyRef now = poly.Neighbour(n);
      const bool leads_there = now.valid() && now.mesh() == beside.index;
      if (now.valid() && !leads_there) continue;
      PolyRef wanted;
      if (leads_there && poly.Edge(n).type() != AdjacencyType::kNormal) {
        if (now.poly() < beside.polys.size()) continue;
      } else {
        const Segment mirrored = Of(poly.EdgeEnd(n), poly.Vertex(n), 0);
        const auto found = std::lower_bound(partners.begin(), partners.end(), mirrored);
        if (found != partners.end() && SameEnds(*found, mirrored))
          wanted = PolyRef(beside.index, found->poly);
      }
      if (wanted != now) changes.push_back({poly.EdgeNumber(n), wanted, AdjacencyType::kNormal});
    }
  }
  return changes;
}

}  // namespace footfall::nav
