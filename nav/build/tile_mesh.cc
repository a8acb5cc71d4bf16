#include "nav/build/tile_mesh.h"

#include <algorithm>

#include "platform/check.h"

namespace footfall::nav {
namespace {

// 0.01 m2 as twice an area in square units (R30).
constexpr int64_t kAreaMin = int64_t{2} * kUnitsPerMetre * kUnitsPerMetre / 100;

uint64_t EdgeKey(int a, int b) {
  return static_cast<uint64_t>(static_cast<uint32_t>(a)) << 32 | static_cast<uint32_t>(b);
}

std::vector<int> Part(const std::vector<int>& corners, int from, int to) {
  std::vector<int> part;
  const int count = static_cast<int>(corners.size());
  for (int i = from;; i = (i + 1) % count) {
    part.push_back(corners[i]);
    if (i == to) return part;
  }
}

// The chord between corners i and j, i < j, that leaves the smallest larger part; the shortest on ties.
std::pair<int, int> BestChord(const TileMesh& mesh, const std::vector<int>& corners) {
  const int count = static_cast<int>(corners.size());
  std::pair<int, int> best{TileMesh::kNone, TileMesh::kNone};
  int best_size = count;
  int64_t best_length = 0;
  for (int i = 0; i < count; ++i) {
    for (int j = i + 2; j < count; ++j) {
      if (i == 0 && j == count - 1) continue;
      const int size = std::max(j - i + 1, count - (j - i) + 1);
      const int64_t length = LengthSqXy(mesh.vertices[corners[i]], mesh.vertices[corners[j]]);
      if (size > best_size || (size == best_size && best.first != TileMesh::kNone && length >= best_length))
        continue;
      if (ClockwiseArea(mesh, Part(corners, i, j)) <= kAreaMin) continue;
      if (ClockwiseArea(mesh, Part(corners, j, i)) <= kAreaMin) continue;
      best = {i, j};
      best_size = size;
      best_length = length;
    }
  }
  return best;
}

TileMesh::Poly PolyPart(const TileMesh::Poly& whole, int from, int to) {
  TileMesh::Poly part;
  part.area = whole.area;
  part.error = whole.error;
  part.is_sheltered = whole.is_sheltered;
  for (int i = from;; i = whole.next(i)) {
    part.corners.push_back(whole.corners[i]);
    part.across.push_back(TileMesh::kNone);
    part.probe.push_back(i == to ? TileMesh::kNone : whole.probe[i]);
    if (i == to) return part;
  }
}

}  // namespace

EdgeMap::EdgeMap(const TileMesh& mesh) {
  entries_.reserve(mesh.polys.size() * 4);
  for (int p = 0; p < static_cast<int>(mesh.polys.size()); ++p) {
    const TileMesh::Poly& poly = mesh.polys[p];
    for (int i = 0; i < poly.size(); ++i) {
      entries_.push_back({EdgeKey(poly.corners[i], poly.corners[poly.next(i)]), {p, i}});
    }
  }
  // total order: by key, then polygon and edge.
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    if (a.key != b.key) return a.key < b.key;
    return a.at.poly != b.at.poly ? a.at.poly < b.at.poly : a.at.edge < b.at.edge;
  });
}

EdgeAt EdgeMap::Find(int a, int b) const {
  const uint64_t key = EdgeKey(a, b);
  const auto it = std::lower_bound(entries_.begin(), entries_.end(), key,
                                   [](const Entry& entry, uint64_t k) { return entry.key < k; });
  return it != entries_.end() && it->key == key ? it->at : EdgeAt{};
}

int64_t ClockwiseArea(const TileMesh& mesh, const std::vector<int>& corners) {
  int64_t area = 0;
  const LatticePoint origin = mesh.vertices[corners[0]];
  for (size_t i = 1; i + 1 < corners.size(); ++i) {
    area -= Orient(origin, mesh.vertices[corners[i]], mesh.vertices[corners[i + 1]]);
  }
  return area;
}

double AreaSquareMetres(const TileMesh& mesh, const TileMesh::Poly& poly) {
  return static_cast<double>(ClockwiseArea(mesh, poly.corners)) / (2.0 * kUnitsPerMetre * kUnitsPerMetre);
}

bool IsConvexClockwise(const TileMesh& mesh, const std::vector<int>& corners) {
  const size_t count = corners.size();
  if (count < 3) return false;
  for (size_t i = 0; i < count; ++i) {
    const LatticePoint a = mesh.vertices[corners[i]];
    const LatticePoint b = mesh.vertices[corners[(i + 1) % count]];
    const LatticePoint c = mesh.vertices[corners[(i + 2) % count]];
    const int64_t turn = Orient(a, b, c);
    if (turn > 0 || SameXy(a, b)) return false;
    // A collinear corner must go on, not back.
    const bool goes_back =
        static_cast<int64_t>(b.x - a.x) * (c.x - b.x) + static_cast<int64_t>(b.y - a.y) * (c.y - b.y) < 0;
    if (turn == 0 && goes_back) return false;
    for (size_t j = i + 1; j < count; ++j) {
      if (corners[i] == corners[j] || SameXy(a, mesh.vertices[corners[j]])) return false;
    }
    // Right turns only still allow a polygon that winds twice; every corner must lie on the right of every
    // edge.
    for (size_t j = 0; j < count; ++j) {
      if (Orient(a, b, mesh.vertices[corners[j]]) > 0) return false;
    }
  }
  return ClockwiseArea(mesh, corners) > kAreaMin;
}

void InsertCorner(TileMesh::Poly& poly, int edge, int vertex) {
  const auto at = edge + 1;
  poly.corners.insert(poly.corners.begin() + at, vertex);
  poly.across.insert(poly.across.begin() + at, poly.across[edge]);
  poly.probe.insert(poly.probe.begin() + at, poly.probe[edge]);
}

void ConnectPolys(TileMesh& mesh) {
  const EdgeMap edges(mesh);
  for (int p = 0; p < static_cast<int>(mesh.polys.size()); ++p) {
    TileMesh::Poly& poly = mesh.polys[p];
    for (int i = 0; i < poly.size(); ++i) {
      const int a = poly.corners[i];
      const int b = poly.corners[poly.next(i)];
      const EdgeAt self = edges.Find(a, b);
      // Of overlapping polygons only the first takes part, so that every edge has one neighbour at the most.
      const bool is_first = self.poly == p && self.edge == i;
      poly.across[i] = is_first ? edges.Find(b, a).poly : TileMesh::kNone;
    }
  }
}

void DropDeadPolys(TileMesh& mesh) {
  std::erase_if(mesh.polys, [](const TileMesh::Poly& poly) { return !poly.alive(); });
}

void CutLargePolys(TileMesh& mesh, int corners_max) {
  for (size_t p = 0; p < mesh.polys.size(); ++p) {
    while (mesh.polys[p].size() > corners_max) {
      const auto [i, j] = BestChord(mesh, mesh.polys[p].corners);
      // A convex polygon of that many corners has at least three sides, so some chord leaves area on both
      // sides; only slivers fail the area limit, and they keep their corners for the writer to refuse.
      if (i == TileMesh::kNone) break;
      TileMesh::Poly first = PolyPart(mesh.polys[p], i, j);
      TileMesh::Poly second = PolyPart(mesh.polys[p], j, i);
      mesh.polys[p] = std::move(first);
      mesh.polys.push_back(std::move(second));
    }
  }
}

}  // namespace footfall::nav
