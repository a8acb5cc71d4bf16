#include "nav/build/seams.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "platform/check.h"

namespace footfall::nav {
namespace {

// An edge on the seam, as an interval along it.
struct SeamEdge {
  EdgeAt at;
  int low_vertex = 0;
  int high_vertex = 0;
  int32_t low = 0;
  int32_t high = 0;
  double z_low = 0;
  double z_high = 0;

  double ZAt(int32_t position) const {
    return z_low + (z_high - z_low) * (position - low) / static_cast<double>(high - low);
  }
};

// A corner to be put into an edge of one side.
struct Break {
  int edge = 0;  // Index into that side's seam edges.
  int32_t position = 0;
  int vertex = 0;
};

struct Side {
  TileWork* tile = nullptr;
  int number = 0;
  std::vector<SeamEdge> edges;
  std::vector<Break> breaks;
  std::vector<std::vector<std::pair<int32_t, int32_t>>> taken;  // Per edge: intervals that have a partner.

  bool IsTaken(int edge, int32_t low, int32_t high) const {
    return std::any_of(taken[edge].begin(), taken[edge].end(),
                       [low, high](const auto& t) { return low < t.second && t.first < high; });
  }
};

struct Overlap {
  double distance = 0;
  int a = 0;
  int b = 0;
  int32_t low = 0;
  int32_t high = 0;
};

struct Same {
  std::pair<int, int> a;  // (tile, vertex)
  std::pair<int, int> b;
};

class Seam {
 public:
  // `along_x`: the seam is a line of constant Y.
  Seam(TileWork& a, int number_a, TileWork& b, int number_b, bool along_x, int32_t line)
      : along_x_(along_x), line_(line) {
    a_.tile = &a;
    a_.number = number_a;
    b_.tile = &b;
    b_.number = number_b;
    Collect(a_);
    Collect(b_);
  }

  void Stitch(double height_tolerance, std::vector<SeamPair>& pairs, std::vector<Same>& same) {
    for (const Overlap& o : FindOverlaps(height_tolerance)) {
      if (a_.IsTaken(o.a, o.low, o.high) || b_.IsTaken(o.b, o.low, o.high)) continue;
      a_.taken[o.a].push_back({o.low, o.high});
      b_.taken[o.b].push_back({o.low, o.high});
      const int low_a = VertexAt(a_, o.a, o.low);
      const int high_a = VertexAt(a_, o.a, o.high);
      const int low_b = VertexAt(b_, o.b, o.low);
      const int high_b = VertexAt(b_, o.b, o.high);
      same.push_back({{a_.number, low_a}, {b_.number, low_b}});
      same.push_back({{a_.number, high_a}, {b_.number, high_b}});
      // A clockwise polygon below a line runs along it upwards, one left of a line downwards.
      if (along_x_) {
        pairs.push_back({a_.number, low_a, high_a, b_.number, high_b, low_b});
      } else {
        pairs.push_back({a_.number, high_a, low_a, b_.number, low_b, high_b});
      }
    }
    Insert(a_);
    Insert(b_);
  }

 private:
  int32_t Along(LatticePoint p) const { return along_x_ ? p.x : p.y; }
  bool IsOn(LatticePoint p) const { return (along_x_ ? p.y : p.x) == line_; }

  void Collect(Side& side) const {
    const TileMesh& mesh = side.tile->mesh;
    for (int p = 0; p < static_cast<int>(mesh.polys.size()); ++p) {
      const TileMesh::Poly& poly = mesh.polys[p];
      for (int i = 0; i < poly.size(); ++i) {
        int low = poly.corners[i];
        int high = poly.corners[poly.next(i)];
        if (poly.across[i] != TileMesh::kNone) continue;
        if (!IsOn(mesh.vertices[low]) || !IsOn(mesh.vertices[high])) continue;
        if (Along(mesh.vertices[low]) > Along(mesh.vertices[high])) std::swap(low, high);
        const LatticePoint l = mesh.vertices[low];
        const LatticePoint h = mesh.vertices[high];
        side.edges.push_back(
            {{p, i}, low, high, Along(l), Along(h), static_cast<double>(l.z), static_cast<double>(h.z)});
      }
    }
    side.taken.resize(side.edges.size());
  }

  // Ascending by height distance, so that on crowded floors the nearest find each other.
  std::vector<Overlap> FindOverlaps(double height_tolerance) const {
    std::vector<Overlap> overlaps;
    for (int a = 0; a < static_cast<int>(a_.edges.size()); ++a) {
      for (int b = 0; b < static_cast<int>(b_.edges.size()); ++b) {
        const int32_t low = std::max(a_.edges[a].low, b_.edges[b].low);
        const int32_t high = std::min(a_.edges[a].high, b_.edges[b].high);
        if (low >= high) continue;
        const double at_low = std::fabs(a_.edges[a].ZAt(low) - b_.edges[b].ZAt(low));
        const double at_high = std::fabs(a_.edges[a].ZAt(high) - b_.edges[b].ZAt(high));
        if (std::max(at_low, at_high) > height_tolerance) continue;
        overlaps.push_back({at_low + at_high, a, b, low, high});
      }
    }
    // total order: a pair of edges overlaps once.
    std::sort(overlaps.begin(), overlaps.end(), [](const Overlap& x, const Overlap& y) {
      return std::tie(x.distance, x.low, x.a, x.b) < std::tie(y.distance, y.low, y.a, y.b);
    });
    return overlaps;
  }

  // The vertex of an edge at a position, made and noted as a break when it is neither end.
  int VertexAt(Side& side, int edge, int32_t position) const {
    const SeamEdge& e = side.edges[edge];
    if (position == e.low) return e.low_vertex;
    if (position == e.high) return e.high_vertex;
    for (const Break& b : side.breaks) {
      if (b.edge == edge && b.position == position) return b.vertex;
    }
    TileMesh& mesh = side.tile->mesh;
    const int32_t z = RoundHeight(e.ZAt(position));
    mesh.vertices.push_back(along_x_ ? LatticePoint{position, line_, z} : LatticePoint{line_, position, z});
    const int vertex = static_cast<int>(mesh.vertices.size()) - 1;
    side.breaks.push_back({edge, position, vertex});
    return vertex;
  }

  void Insert(Side& side) const {
    TileMesh& mesh = side.tile->mesh;
    // From the last corner of a polygon to the first, so that edge numbers stay good.
    const auto key = [&](const Break& b) {
      const EdgeAt at = side.edges[b.edge].at;
      const int first = mesh.polys[at.poly].corners[at.edge];
      const bool ascending = first == side.edges[b.edge].low_vertex;
      return std::make_tuple(at.poly, at.edge, ascending ? b.position : -b.position);
    };
    std::vector<std::pair<std::tuple<int, int, int32_t>, int>> order;
    for (const Break& b : side.breaks) order.push_back({key(b), b.vertex});
    // total order: an edge has one break at a place.
    std::sort(order.begin(), order.end());
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      InsertCorner(mesh.polys[std::get<0>(it->first)], std::get<1>(it->first), it->second);
    }
  }

  bool along_x_;
  int32_t line_;
  Side a_;
  Side b_;
};

// Gives all vertices that are one point one height: the highest among those that outlines made; the ones put
// into an edge follow.
void LevelVertices(std::vector<TileWork>& tiles, const std::vector<size_t>& own_vertices,
                   const std::vector<Same>& same) {
  std::vector<std::pair<int, int>> keys;
  for (const Same& s : same) {
    keys.push_back(s.a);
    keys.push_back(s.b);
  }
  // total order: equal keys are the same vertex.
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  const auto number = [&keys](std::pair<int, int> key) {
    return static_cast<int>(std::lower_bound(keys.begin(), keys.end(), key) - keys.begin());
  };
  std::vector<int> parent(keys.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&parent](int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const Same& s : same) {
    const int a = root(number(s.a));
    const int b = root(number(s.b));
    parent[std::max(a, b)] = std::min(a, b);
  }
  constexpr int32_t kUnset = INT32_MIN;
  std::vector<int32_t> height(keys.size(), kUnset);
  for (size_t i = 0; i < keys.size(); ++i) {
    const auto [tile, vertex] = keys[i];
    if (static_cast<size_t>(vertex) >= own_vertices[tile]) continue;
    int32_t& z = height[root(static_cast<int>(i))];
    z = std::max(z, tiles[tile].mesh.vertices[vertex].z);
  }
  for (size_t i = 0; i < keys.size(); ++i) {
    const int32_t z = height[root(static_cast<int>(i))];
    // Every break point comes from the end of an edge of the other side.
    FOOTFALL_CHECK(z != kUnset);
    tiles[keys[i].first].mesh.vertices[keys[i].second].z = z;
  }
}

// Place of a tile in the list, or -1.
int PlaceOf(const std::vector<TileWork>& tiles, int tile_x, int tile_y) {
  if (tile_x >= kTilesX || tile_y >= kTilesY) return -1;
  const int index = tile_y * kTilesX + tile_x;
  const auto it = std::lower_bound(tiles.begin(), tiles.end(), index,
                                   [](const TileWork& tile, int i) { return tile.index < i; });
  return it != tiles.end() && it->index == index ? static_cast<int>(it - tiles.begin()) : -1;
}

}  // namespace

std::vector<SeamPair> StitchSeams(std::vector<TileWork>& tiles, const BuildParams& params) {
  std::vector<size_t> own_vertices;
  own_vertices.reserve(tiles.size());
  for (const TileWork& tile : tiles) own_vertices.push_back(tile.mesh.vertices.size());
  // Both sides follow the ground within the height error only, so that their chords may lie farther apart
  // than a step; the next floor is at least the agent's height away.
  const double tolerance = params.agent_height / 2.0 * kUnitsPerMetre;
  std::vector<SeamPair> pairs;
  std::vector<Same> same;
  for (int t = 0; t < static_cast<int>(tiles.size()); ++t) {
    const int tile_x = tiles[t].index % kTilesX;
    const int tile_y = tiles[t].index / kTilesX;
    const int right = PlaceOf(tiles, tile_x + 1, tile_y);
    const int above = PlaceOf(tiles, tile_x, tile_y + 1);
    if (right >= 0) {
      const int32_t line = kWorldMinUnits + (tile_x + 1) * kTileUnits;
      Seam(tiles[t], t, tiles[right], right, false, line).Stitch(tolerance, pairs, same);
    }
    if (above >= 0) {
      const int32_t line = kWorldMinUnits + (tile_y + 1) * kTileUnits;
      Seam(tiles[t], t, tiles[above], above, true, line).Stitch(tolerance, pairs, same);
    }
  }
  LevelVertices(tiles, own_vertices, same);
  return pairs;
}

}  // namespace footfall::nav
