#include "nav/build/polygonise.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "platform/check.h"

namespace footfall::nav {
namespace {

// Edges below this are not halved: finer triangles than four cells only follow the noise of the cells.
constexpr double kHalvedEdgeMin = 1.0;

constexpr float kNoLimit = 1e9F;

struct Break {
  int poly;
  int edge;
  double t;
  int vertex;
};

// Edges without a neighbour, ascending (poly, edge).
std::vector<EdgeAt> OpenEdges(const TileMesh& mesh) {
  std::vector<EdgeAt> open;
  for (int p = 0; p < static_cast<int>(mesh.polys.size()); ++p) {
    const TileMesh::Poly& poly = mesh.polys[p];
    for (int i = 0; i < poly.size(); ++i) {
      if (poly.across[i] == TileMesh::kNone) open.push_back({p, i});
    }
  }
  return open;
}

std::vector<Break> FindBreaks(const TileMesh& mesh, double height_tolerance) {
  const std::vector<EdgeAt> open = OpenEdges(mesh);
  // End points of open edges by X, so that each edge looks at the slice of its own extent only.
  std::vector<int> ends;
  for (const EdgeAt& e : open) {
    const TileMesh::Poly& poly = mesh.polys[e.poly];
    ends.push_back(poly.corners[e.edge]);
    ends.push_back(poly.corners[poly.next(e.edge)]);
  }
  const auto by_x = [&mesh](int a, int b) {
    return std::tie(mesh.vertices[a].x, a) < std::tie(mesh.vertices[b].x, b);
  };
  // total order: by coordinate, then vertex number; doubles are the same number.
  std::sort(ends.begin(), ends.end(), by_x);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  std::vector<Break> breaks;
  for (const EdgeAt& e : open) {
    const TileMesh::Poly& poly = mesh.polys[e.poly];
    const LatticePoint a = mesh.Corner(poly, e.edge);
    const LatticePoint b = mesh.Corner(poly, poly.next(e.edge));
    const int32_t x_low = std::min(a.x, b.x);
    const int32_t x_high = std::max(a.x, b.x);
    auto it = std::lower_bound(ends.begin(), ends.end(), x_low,
                               [&mesh](int v, int32_t x) { return mesh.vertices[v].x < x; });
    for (; it != ends.end() && mesh.vertices[*it].x <= x_high; ++it) {
      const LatticePoint p = mesh.vertices[*it];
      if (!StrictlyBetween(a, b, p)) continue;
      const double t = ParameterOn(a, b, p);
      if (std::fabs(a.z + t * (b.z - a.z) - p.z) > height_tolerance) continue;
      breaks.push_back({e.poly, e.edge, t, *it});
    }
  }
  // Last edge and last point first, so that inserting does not move what follows.
  // total order: by polygon, edge, place and vertex; each vertex is an end once.
  std::sort(breaks.begin(), breaks.end(), [](const Break& a, const Break& b) {
    return std::tie(b.poly, b.edge, b.t, b.vertex) < std::tie(a.poly, a.edge, a.t, a.vertex);
  });
  // Two vertices at one place, on two floors within the tolerance: the first is enough.
  const auto same_place = [](const Break& a, const Break& b) {
    return a.poly == b.poly && a.edge == b.edge && a.t == b.t;
  };
  breaks.erase(std::unique(breaks.begin(), breaks.end(), same_place), breaks.end());
  return breaks;
}

// Cuts a weakly convex polygon into triangles of positive area, shortest diagonal first.
void CutIntoTriangles(TileMesh& mesh, int p) {
  while (mesh.polys[p].size() > 3) {
    const TileMesh::Poly& poly = mesh.polys[p];
    int best = TileMesh::kNone;
    int64_t best_length = 0;
    for (int i = 0; i < poly.size(); ++i) {
      const LatticePoint a = mesh.Corner(poly, poly.prev(i));
      const LatticePoint b = mesh.Corner(poly, i);
      const LatticePoint c = mesh.Corner(poly, poly.next(i));
      const int64_t ear = -Orient(a, b, c);
      if (ear <= 0 || ClockwiseArea(mesh, poly.corners) - ear <= 0) continue;
      const int64_t length = LengthSqXy(a, c);
      if (best != TileMesh::kNone && length >= best_length) continue;
      best = i;
      best_length = length;
    }
    if (best == TileMesh::kNone) break;
    TileMesh::Poly ear;
    ear.area = poly.area;
    ear.region = poly.region;
    ear.corners = {poly.corners[poly.prev(best)], poly.corners[best], poly.corners[poly.next(best)]};
    ear.across.assign(3, TileMesh::kNone);
    ear.probe.assign(3, TileMesh::kNone);
    TileMesh::Poly& rest = mesh.polys[p];
    rest.corners.erase(rest.corners.begin() + best);
    rest.across.pop_back();
    rest.probe.pop_back();
    mesh.polys.push_back(std::move(ear));
  }
}

// The edge of a triangle by which it is halved: a total order on edges that both sides of an edge agree on.
int LongestEdge(const TileMesh& mesh, const TileMesh::Poly& poly) {
  const auto key = [&mesh, &poly](int i) {
    const int a = poly.corners[i];
    const int b = poly.corners[poly.next(i)];
    return std::make_tuple(LengthSqXy(mesh.vertices[a], mesh.vertices[b]), std::min(a, b), std::max(a, b));
  };
  int best = 0;
  for (int i = 1; i < 3; ++i) {
    if (key(best) < key(i)) best = i;
  }
  return best;
}

void Readdress(TileMesh& mesh, int poly, int from, int to) {
  if (poly == TileMesh::kNone) return;
  for (int& across : mesh.polys[poly].across) {
    if (across == from) {
      across = to;
      return;
    }
  }
}

// Halves one triangle at `middle` on its edge; the half with the edge's end becomes a new triangle. Returns
// the new triangle.
int HalveTriangle(TileMesh& mesh, int p, int edge, int middle) {
  TileMesh::Poly& poly = mesh.polys[p];
  const int a = poly.corners[edge];
  const int b = poly.corners[(edge + 1) % 3];
  const int c = poly.corners[(edge + 2) % 3];
  const int across_ab = poly.across[edge];
  const int across_bc = poly.across[(edge + 1) % 3];
  const int across_ca = poly.across[(edge + 2) % 3];
  const int fresh = static_cast<int>(mesh.polys.size());
  TileMesh::Poly half = poly;
  half.corners = {middle, b, c};
  half.across = {across_ab, across_bc, p};
  poly.corners = {a, middle, c};
  poly.across = {across_ab, fresh, across_ca};
  mesh.polys.push_back(half);
  Readdress(mesh, across_bc, p, fresh);
  return fresh;
}

class Refiner {
 public:
  Refiner(TileMesh& mesh, const VoxelGrid& grid, const BuildParams& params)
      : mesh_(mesh), grid_(grid), params_(params) {}

  void Run() {
    for (int p = 0; p < static_cast<int>(mesh_.polys.size()); ++p) {
      // A halved triangle keeps its number for one half, which is looked at again; the other half comes later
      // in the list, as do those that its neighbours leave.
      while (IsFar(p) && Halve(p, 0)) {
      }
    }
  }

 private:
  // A chain of neighbours with ever longer edges; longer than this only in meshes that are not planar.
  static constexpr int kChainMax = 64;

  bool IsFar(int p) const {
    return grid_.Measure(mesh_, mesh_.polys[p], params_.height_error).max > params_.height_error;
  }

  // Halves triangle p by its longest edge, after making that edge the longest of the neighbour too.
  bool Halve(int p, int depth) {
    if (depth > kChainMax) return false;
    const int edge = LongestEdge(mesh_, mesh_.polys[p]);
    const int a = mesh_.polys[p].corners[edge];
    const int b = mesh_.polys[p].corners[(edge + 1) % 3];
    const LatticePoint va = mesh_.vertices[a];
    const LatticePoint vb = mesh_.vertices[b];
    if (LengthXy(va, vb) < kHalvedEdgeMin) return false;
    if ((va.x + vb.x) % 2 != 0 || (va.y + vb.y) % 2 != 0) return false;
    int other = mesh_.polys[p].across[edge];
    if (other != TileMesh::kNone) {
      const TileMesh::Poly& neighbour = mesh_.polys[other];
      const int longest = LongestEdge(mesh_, neighbour);
      if (neighbour.across[longest] != p || neighbour.corners[longest] != b) {
        if (!Halve(other, depth + 1)) return false;
        other = mesh_.polys[p].across[edge];
        if (other == TileMesh::kNone) return false;
        // The neighbour's half that holds our edge may need halving once more.
        return Halve(p, depth + 1);
      }
    }
    LatticePoint middle{(va.x + vb.x) / 2, (va.y + vb.y) / 2, RoundHeight((va.z + vb.z) / 2.0)};
    middle.z = grid_.GroundBetween(va, vb, middle, mesh_.polys[p].region);
    const int vertex = static_cast<int>(mesh_.vertices.size());
    mesh_.vertices.push_back(middle);
    const int fresh = HalveTriangle(mesh_, p, edge, vertex);
    if (other == TileMesh::kNone) return true;
    const int other_edge = LongestEdge(mesh_, mesh_.polys[other]);
    // Seen from the other side the edge runs b to a: its kept half touches our fresh one.
    const int other_fresh = HalveTriangle(mesh_, other, other_edge, vertex);
    mesh_.polys[p].across[0] = other_fresh;
    mesh_.polys[fresh].across[0] = other;
    mesh_.polys[other].across[0] = fresh;
    mesh_.polys[other_fresh].across[0] = p;
    return true;
  }

  TileMesh& mesh_;
  const VoxelGrid& grid_;
  const BuildParams& params_;
};

// The run of edges that two polygons share, as seen from the first: edges first .. first + count - 1.
struct SharedRun {
  int first = 0;
  int count = 0;
};

// All edges of `poly` towards `other`; count 0 when they are not one run.
SharedRun FindSharedRun(const TileMesh::Poly& poly, int other) {
  int total = 0;
  for (const int across : poly.across) total += across == other ? 1 : 0;
  for (int i = 0; i < poly.size(); ++i) {
    if (poly.across[i] != other || poly.across[poly.prev(i)] == other) continue;
    int count = 0;
    for (int j = i; poly.across[j] == other && count < poly.size(); j = poly.next(j)) ++count;
    return count == total ? SharedRun{i, count} : SharedRun{};
  }
  return {};
}

// The outline of a and b without their shared run: b's corners replace the run. Empty when b's run does not
// mirror a's.
TileMesh::Poly Join(const TileMesh& mesh, int pa, int pb) {
  const TileMesh::Poly& a = mesh.polys[pa];
  const TileMesh::Poly& b = mesh.polys[pb];
  const SharedRun run_a = FindSharedRun(a, pb);
  const SharedRun run_b = FindSharedRun(b, pa);
  TileMesh::Poly joined;
  if (run_a.count == 0 || run_a.count != run_b.count) return joined;
  const int a_start = a.corners[run_a.first];
  const int b_end = b.corners[(run_b.first + run_b.count) % b.size()];
  if (a_start != b_end) return joined;
  joined.area = a.area;
  joined.region = a.region == b.region ? a.region : uint16_t{0};
  const auto append = [&joined](const TileMesh::Poly& from, SharedRun run) {
    for (int k = 0; k < from.size() - run.count; ++k) {
      const int i = (run.first + run.count + k) % from.size();
      joined.corners.push_back(from.corners[i]);
      joined.across.push_back(from.across[i]);
      joined.probe.push_back(from.probe[i]);
    }
  };
  append(a, run_a);
  append(b, run_b);
  return joined;
}

class Merger {
 public:
  Merger(TileMesh& mesh, const VoxelGrid& grid, const BuildParams& params)
      : mesh_(mesh), grid_(grid), params_(params) {}

  void Run() {
    for (TileMesh::Poly& poly : mesh_.polys) {
      poly.error = grid_.Measure(mesh_, poly, kNoLimit).max;
    }
    struct Candidate {
      int64_t length;
      int a;
      int b;
    };
    std::vector<Candidate> candidates;
    for (int p = 0; p < static_cast<int>(mesh_.polys.size()); ++p) {
      const TileMesh::Poly& poly = mesh_.polys[p];
      for (int i = 0; i < poly.size(); ++i) {
        if (poly.across[i] <= p) continue;
        const LatticePoint from = mesh_.Corner(poly, i);
        candidates.push_back({LengthSqXy(from, mesh_.Corner(poly, poly.next(i))), p, poly.across[i]});
      }
    }
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& x, const Candidate& y) {
      return x.length != y.length ? x.length > y.length : std::tie(x.a, x.b) < std::tie(y.a, y.b);
    });
    into_.resize(mesh_.polys.size());
    for (size_t i = 0; i < into_.size(); ++i) into_[i] = static_cast<int>(i);
    // Angles only grow, so a pair that does not merge now would not merge later either: one pass is enough.
    for (const Candidate& c : candidates) TryMerge(Owner(c.a), Owner(c.b));
  }

 private:
  int Owner(int poly) {
    while (into_[poly] != poly) poly = into_[poly] = into_[into_[poly]];
    return poly;
  }

  void TryMerge(int pa, int pb) {
    if (pa == pb || mesh_.polys[pa].area != mesh_.polys[pb].area) return;
    TileMesh::Poly joined = Join(mesh_, pa, pb);
    if (joined.size() < 3 || joined.size() > kMaxPolyVerts) return;
    if (!IsConvexClockwise(mesh_, joined.corners)) return;
    if (!StaysNear(mesh_.polys[pa], mesh_.polys[pb], joined)) return;
    for (const int across : mesh_.polys[pb].across) {
      if (across == TileMesh::kNone || across == pa) continue;
      for (int& back : mesh_.polys[across].across) {
        if (back == pb) back = pa;
      }
    }
    mesh_.polys[pa] = std::move(joined);
    mesh_.polys[pb] = TileMesh::Poly();
    into_[pb] = pa;
  }

  // Sets the joined polygon's error.
  bool StaysNear(const TileMesh::Poly& a, const TileMesh::Poly& b, TileMesh::Poly& joined) const {
    const float before = std::max(a.error, b.error);
    const int32_t z = mesh_.vertices[joined.corners[0]].z;
    bool is_level = true;
    for (const TileMesh::Poly* poly : {&a, &b}) {
      for (const int c : poly->corners) is_level = is_level && mesh_.vertices[c].z == z;
    }
    if (is_level) {
      joined.error = before;
      return true;
    }
    const float limit = std::max(before, params_.height_error);
    joined.error = 0;
    for (const TileMesh::Poly* poly : {&a, &b}) {
      // The ground is looked for near the parts, which are near it; the joined surface may be anywhere.
      const float error = grid_.Measure(mesh_, poly->corners, joined.corners, poly->region, limit).max;
      joined.error = std::max(joined.error, error);
      if (joined.error > limit) return false;
    }
    return true;
  }

  TileMesh& mesh_;
  const VoxelGrid& grid_;
  const BuildParams& params_;
  std::vector<int> into_;
};

bool IsStraight(LatticePoint a, LatticePoint m, LatticePoint b) {
  constexpr double kHeightTolerance = 0.03 * kUnitsPerMetre;
  if (!StrictlyBetween(a, b, m)) return false;
  const double t = ParameterOn(a, b, m);
  return std::fabs(a.z + t * (b.z - a.z) - m.z) <= kHeightTolerance;
}

void Dissolve(TileMesh& mesh, const std::vector<bool>& is_needed) {
  std::vector<int> users(mesh.vertices.size(), 0);
  std::vector<int> straight(mesh.vertices.size(), 0);
  for (const TileMesh::Poly& poly : mesh.polys) {
    for (int i = 0; i < poly.size(); ++i) {
      ++users[poly.corners[i]];
      const bool is_straight =
          IsStraight(mesh.Corner(poly, poly.prev(i)), mesh.Corner(poly, i), mesh.Corner(poly, poly.next(i)));
      // Between two polygons the corner must lie between the same two of them on both sides.
      const bool is_one_edge = poly.across[poly.prev(i)] == poly.across[i];
      if (is_straight && is_one_edge) ++straight[poly.corners[i]];
    }
  }
  for (TileMesh::Poly& poly : mesh.polys) {
    for (int i = poly.size() - 1; i >= 0; --i) {
      const int v = poly.corners[i];
      if (is_needed[v] || poly.size() <= 3 || users[v] > 2 || straight[v] != users[v]) continue;
      if (users[v] == 2 && poly.across[i] == TileMesh::kNone) continue;
      poly.corners.erase(poly.corners.begin() + i);
      poly.across.erase(poly.across.begin() + i);
      poly.probe.erase(poly.probe.begin() + i);
    }
  }
}

bool IsLevel(const TileMesh& mesh, const TileMesh::Poly& poly) {
  return std::all_of(poly.corners.begin(), poly.corners.end(),
                     [&](int c) { return mesh.vertices[c].z == mesh.vertices[poly.corners[0]].z; });
}

}  // namespace

void SettleVertices(TileMesh& mesh, const VoxelGrid& grid, const BuildParams& params) {
  std::vector<bool> is_settled(mesh.vertices.size(), false);
  for (const TileMesh::Poly& poly : mesh.polys) {
    for (const int c : poly.corners) {
      if (!is_settled[c]) mesh.vertices[c].z = grid.GroundHeight(mesh.vertices[c], poly.region);
      is_settled[c] = true;
    }
  }
  std::vector<int> order(mesh.vertices.size());
  std::iota(order.begin(), order.end(), 0);
  // total order: by place, then vertex number.
  std::sort(order.begin(), order.end(), [&mesh](int a, int b) {
    const LatticePoint p = mesh.vertices[a];
    const LatticePoint q = mesh.vertices[b];
    return std::tie(p.x, p.y, p.z, a) < std::tie(q.x, q.y, q.z, b);
  });
  const auto tolerance = static_cast<int32_t>(params.agent_climb * kUnitsPerMetre);
  std::vector<int> into(mesh.vertices.size());
  for (size_t i = 0; i < order.size(); ++i) {
    into[order[i]] = order[i];
    if (i == 0) continue;
    const LatticePoint below = mesh.vertices[order[i - 1]];
    const LatticePoint p = mesh.vertices[order[i]];
    if (SameXy(below, p) && p.z - below.z <= tolerance) into[order[i]] = into[order[i - 1]];
  }
  for (TileMesh::Poly& poly : mesh.polys) {
    for (int& c : poly.corners) c = into[c];
  }
}

void RepairTriangles(TileMesh& mesh, const BuildParams& params) {
  std::erase_if(mesh.polys,
                [&mesh](const TileMesh::Poly& poly) { return ClockwiseArea(mesh, poly.corners) <= 0; });
  ConnectPolys(mesh);
  for (const Break& b : FindBreaks(mesh, params.agent_climb * kUnitsPerMetre)) {
    auto& corners = mesh.polys[b.poly].corners;
    if (std::find(corners.begin(), corners.end(), b.vertex) == corners.end()) {
      InsertCorner(mesh.polys[b.poly], b.edge, b.vertex);
    }
  }
  const int count = static_cast<int>(mesh.polys.size());
  for (int p = 0; p < count; ++p) CutIntoTriangles(mesh, p);
  std::erase_if(mesh.polys, [&mesh](const TileMesh::Poly& poly) {
    return poly.size() != 3 || ClockwiseArea(mesh, poly.corners) <= 0;
  });
  ConnectPolys(mesh);
}

void RefineTriangles(TileMesh& mesh, const VoxelGrid& grid, const BuildParams& params) {
  Refiner(mesh, grid, params).Run();
}

void MergePolys(TileMesh& mesh, const VoxelGrid& grid, const BuildParams& params) {
  Merger(mesh, grid, params).Run();
  DropDeadPolys(mesh);
  ConnectPolys(mesh);
}

bool DissolveCorners(TileMesh& mesh, const VoxelGrid& grid, const BuildParams& params) {
  const TileMesh whole = mesh;
  std::vector<bool> is_needed(mesh.vertices.size(), false);
  bool is_any_needed = false;
  while (true) {
    Dissolve(mesh, is_needed);
    bool is_near = true;
    for (size_t p = 0; p < mesh.polys.size(); ++p) {
      const TileMesh::Poly& before = whole.polys[p];
      const TileMesh::Poly& after = mesh.polys[p];
      if (after.size() == before.size() || IsLevel(mesh, after)) continue;
      const float limit = std::max(params.height_error, before.error);
      if (grid.Measure(mesh, after, limit).max <= limit) continue;
      is_near = false;
      // Those that are still there are no more needed than before.
      for (const int c : before.corners) {
        const bool is_gone = std::find(after.corners.begin(), after.corners.end(), c) == after.corners.end();
        if (is_gone) is_needed[c] = true;
      }
    }
    if (is_near) return is_any_needed;
    is_any_needed = true;
    mesh = whole;
  }
}

int EnforceConvex(TileMesh& mesh) {
  int changed = 0;
  const int count = static_cast<int>(mesh.polys.size());
  for (int p = 0; p < count; ++p) {
    if (IsConvexClockwise(mesh, mesh.polys[p].corners)) continue;
    ++changed;
    CutIntoTriangles(mesh, p);
  }
  std::erase_if(mesh.polys,
                [&mesh](const TileMesh::Poly& poly) { return !IsConvexClockwise(mesh, poly.corners); });
  if (changed > 0) ConnectPolys(mesh);
  return changed;
}

}  // namespace footfall::nav
