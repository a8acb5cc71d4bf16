#include "nav/build/crossings.h"

#include <algorithm>
#include <tuple>

namespace footfall::nav {
namespace {

constexpr double kLandingTolerance = 0.5;  // metres between a landing and its polygon

struct Run {
  double from;  // Parameter on the edge.
  double to;
  Crossing crossing;
  platform::Vec3 landing;
};

class Splitter {
 public:
  Splitter(const std::vector<TileWork>& tiles, const std::vector<PolyLocator>& locators,
           const BuildParams& params)
      : tiles_(tiles), locators_(locators), params_(params) {}

  // Runs along the edge a, b of one polygon, in order, those that are long enough.
  std::vector<Run> FindRuns(const EdgeProbe& probe, LatticePoint a, LatticePoint b) const {
    const auto [first, last] = probe.Between(a, b);
    const platform::Vec2 out = OutwardNormal(a, b);
    const double length = LengthXy(a, b);
    const double part = LengthXy(probe.a, probe.b) / static_cast<double>(probe.samples.size()) / length;
    const double start = ParameterOn(a, b, probe.a);
    std::vector<Run> runs;
    for (int i = first; i < last;) {
      const EdgeSample& head = probe.samples[i];
      const WorldPoly target = Target(head, out);
      int end = i + 1;
      while (end < last && probe.samples[end].crossing == head.crossing &&
             Target(probe.samples[end], out) == target)
        ++end;
      const double from = std::max(0.0, start + i * part);
      const double to = std::min(1.0, start + end * part);
      const bool is_long = (to - from) * length >= params_.edge_run_min;
      if (target.found() && is_long)
        runs.push_back({from, to, head.crossing, probe.samples[(i + end) / 2].landing});
      i = end;
    }
    return runs;
  }

 private:
  WorldPoly Target(const EdgeSample& sample, platform::Vec2 out) const {
    if (sample.crossing == Crossing::kNone) return {};
    return FindLanding(tiles_, locators_, sample.landing, out);
  }

  const std::vector<TileWork>& tiles_;
  const std::vector<PolyLocator>& locators_;
  const BuildParams& params_;
};

// A run, on one edge of one polygon.
struct Split {
  EdgeAt at;
  std::vector<Run> runs;
};

void Apply(TileMesh& mesh, const Split& split, std::vector<CrossingEdge>& out) {
  TileMesh::Poly& poly = mesh.polys[split.at.poly];
  const int first = poly.corners[split.at.edge];
  const int last = poly.corners[poly.next(split.at.edge)];
  const LatticePoint a = mesh.vertices[first];
  const LatticePoint b = mesh.vertices[last];
  int edge = split.at.edge;
  int previous = first;
  const auto corner_at = [&](double t) {
    const LatticePoint p = PointOn(a, b, t);
    if (SameXy(p, mesh.vertices[previous])) return previous;
    if (SameXy(p, b)) return last;
    mesh.vertices.push_back(p);
    const int vertex = static_cast<int>(mesh.vertices.size()) - 1;
    InsertCorner(poly, edge, vertex);
    ++edge;
    previous = vertex;
    return vertex;
  };
  for (const Run& run : split.runs) {
    const int from = corner_at(run.from);
    const int to = corner_at(run.to);
    if (from != to) out.push_back({from, to, run.crossing, run.landing});
  }
}

}  // namespace

int TileAt(const std::vector<TileWork>& tiles, platform::Vec3 p) {
  const MeshIndex index = MeshIndexAt(p.x, p.y);
  const auto it = std::lower_bound(tiles.begin(), tiles.end(), index,
                                   [](const TileWork& tile, MeshIndex i) { return tile.index < i; });
  return it != tiles.end() && it->index == index ? static_cast<int>(it - tiles.begin()) : -1;
}

WorldPoly FindLanding(const std::vector<TileWork>& tiles, const std::vector<PolyLocator>& locators,
                      platform::Vec3 landing, platform::Vec2 out) {
  constexpr float kStep = 0.25F;
  for (int k = 0; k <= 3; ++k) {
    const float farther = kStep * static_cast<float>(k);
    const platform::Vec3 p{landing.x + out.x * farther, landing.y + out.y * farther, landing.z};
    const int tile = TileAt(tiles, p);
    if (tile < 0) continue;
    const int poly = locators[tile].Find(p, kLandingTolerance);
    if (poly != TileMesh::kNone) return {tile, poly};
  }
  return {};
}

std::vector<std::vector<CrossingEdge>> SplitAtCrossings(std::vector<TileWork>& tiles,
                                                        const std::vector<SeamPair>& pairs,
                                                        const BuildParams& params,
                                                        platform::WorkerPool& pool) {
  std::vector<std::tuple<int, int, int>> seam_edges;
  for (const SeamPair& pair : pairs) {
    seam_edges.emplace_back(pair.tile_a, pair.from_a, pair.to_a);
    seam_edges.emplace_back(pair.tile_b, pair.from_b, pair.to_b);
  }
  // total order: a directed edge is in one pair only.
  std::sort(seam_edges.begin(), seam_edges.end());
  std::vector<PolyLocator> locators;
  locators.reserve(tiles.size());
  for (const TileWork& tile : tiles) locators.emplace_back(tile.mesh);
  const Splitter splitter(tiles, locators, params);
  // All runs first: they ask for polygons of other tiles as those are before any is cut.
  std::vector<std::vector<Split>> splits(tiles.size());
  pool.ParallelFor(tiles.size(), 1, [&](size_t begin, size_t end, size_t) {
    for (size_t t = begin; t < end; ++t) {
      const TileMesh& mesh = tiles[t].mesh;
      for (int p = 0; p < static_cast<int>(mesh.polys.size()); ++p) {
        const TileMesh::Poly& poly = mesh.polys[p];
        // From the last edge, so that new corners do not move the edges that are still to come.
        for (int i = poly.size() - 1; i >= 0; --i) {
          if (poly.probe[i] == TileMesh::kNone) continue;
          const std::tuple<int, int, int> key(static_cast<int>(t), poly.corners[i],
                                              poly.corners[poly.next(i)]);
          if (std::binary_search(seam_edges.begin(), seam_edges.end(), key)) continue;
          std::vector<Run> runs = splitter.FindRuns(tiles[t].probes[poly.probe[i]], mesh.Corner(poly, i),
                                                    mesh.Corner(poly, poly.next(i)));
          if (!runs.empty()) splits[t].push_back({{p, i}, std::move(runs)});
        }
      }
    }
  });
  std::vector<std::vector<CrossingEdge>> crossings(tiles.size());
  pool.ParallelFor(tiles.size(), 1, [&](size_t begin, size_t end, size_t) {
    for (size_t t = begin; t < end; ++t) {
      for (const Split& split : splits[t]) Apply(tiles[t].mesh, split, crossings[t]);
      CutLargePolys(tiles[t].mesh, kMaxPolyVerts);
    }
  });
  return crossings;
}

}  // namespace footfall::nav
