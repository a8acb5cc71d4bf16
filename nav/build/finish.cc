#include "nav/build/finish.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "nav/build/boundary_index.h"
#include "nav/mesh/tile_square.h"
#include "platform/check.h"

namespace footfall::nav {
namespace {

// Nearest of the 8 cover directions of a vector: d * 45 degrees, counter-clockwise from +X (NAV-030).
int CoverDirection(platform::Vec2 v) {
  constexpr float kTanEighth = 0.41421356F;  // tan(22.5 degrees)
  const float ax = std::fabs(v.x);
  const float ay = std::fabs(v.y);
  if (ay <= ax * kTanEighth) return v.x >= 0 ? 0 : 4;
  if (ax <= ay * kTanEighth) return v.y >= 0 ? 2 : 6;
  if (v.y >= 0) return v.x >= 0 ? 1 : 3;
  return v.x >= 0 ? 7 : 5;
}

class Finisher {
 public:
  Finisher(const FinishInput& input, platform::WorkerPool& pool, std::vector<TileDraft>& drafts,
           BuildReport& report)
      : in_(input), pool_(pool), drafts_(drafts), report_(report) {}

  absl::Status Run() {
    for (const TileWork& tile : in_.tiles) {
      if (absl::Status status = CheckSize(tile); !status.ok()) return status;
      edges_.emplace_back(tile.mesh);
      locators_.emplace_back(tile.mesh);
    }
    drafts_.assign(in_.tiles.size(), TileDraft());
    ForEachTile([this](int t) { ConvertTile(t); });
    ConnectSeams();
    ConnectCrossings();
    if (absl::Status status = AddLadders(); !status.ok()) return status;
    CountUnmatched();
    MarkIslands();
    AddFreeSpace();
    return absl::OkStatus();
  }

 private:
  template <class Body>
  void ForEachTile(Body body) {
    pool_.ParallelFor(in_.tiles.size(), 1, [&body](size_t begin, size_t end, size_t) {
      for (size_t t = begin; t < end; ++t) body(static_cast<int>(t));
    });
  }

  // The format's limits come with the writer's own message; these two keep the numbers in here from wrapping.
  static absl::Status CheckSize(const TileWork& tile) {
    if (tile.mesh.polys.size() >= kNoPoly) {
      return absl::InvalidArgumentError(
          absl::StrCat("tile ", tile.index, ": ", tile.mesh.polys.size(), " polygons, limit ", kNoPoly - 1));
    }
    if (tile.mesh.vertices.size() > 65536) {
      return absl::InvalidArgumentError(
          absl::StrCat("tile ", tile.index, ": ", tile.mesh.vertices.size(), " vertices, limit 65536"));
    }
    return absl::OkStatus();
  }

  PolyRef Ref(int tile, int poly) const { return {in_.tiles[tile].index, static_cast<PolyIndex>(poly)}; }

  static bool IsNormal(const DraftEdge& edge) {
    return edge.neighbour.valid() && edge.type == AdjacencyType::kNormal;
  }

  // Polygons, attributes, adjacency inside the tile and cover: nothing that needs another tile.
  void ConvertTile(int t) {
    const TileWork& work = in_.tiles[t];
    TileDraft& draft = drafts_[t];
    draft.index = work.index;
    SetBox(work, draft);
    draft.cover = work.cover;
    for (int p = 0; p < static_cast<int>(work.mesh.polys.size()); ++p)
      draft.polys.push_back(ConvertPoly(t, p));
    CompactVertices(work, draft);
    draft.has_water = std::any_of(draft.polys.begin(), draft.polys.end(),
                                  [](const DraftPoly& poly) { return (poly.flags & kPolyWater) != 0; });
  }

  // The quantisation box (R24): XY on the world lattice, Z the smallest power of two that holds the tile.
  static void SetBox(const TileWork& work, TileDraft& draft) {
    const float corner_x = TileLowX(work.index);
    const float corner_y = TileLowY(work.index);
    int32_t z_low = INT32_MAX;
    int32_t z_high = INT32_MIN;
    for (const TileMesh::Poly& poly : work.mesh.polys) {
      for (const int c : poly.corners) {
        z_low = std::min(z_low, work.mesh.vertices[c].z);
        z_high = std::max(z_high, work.mesh.vertices[c].z);
      }
    }
    // Room of a metre on both sides, for links and cover points.
    z_low -= kUnitsPerMetre;
    z_high += kUnitsPerMetre;
    int32_t step = 1;
    const auto floor_to = [](int32_t value, int32_t s) {
      return value >= 0 ? value / s * s : -((-value + s - 1) / s * s);
    };
    while (z_high - floor_to(z_low, step) >= 65536 * step) step *= 2;
    // Heights of the builder are multiples of this, hence exact on every such lattice.
    FOOTFALL_CHECK(step <= kHeightUnits);
    draft.minimum = {corner_x - kLatticeXyMargin, corner_y - kLatticeXyMargin,
                     static_cast<float>(floor_to(z_low, step)) / kUnitsPerMetre};
    draft.extent = {kLatticeXyExtent, kLatticeXyExtent, kLatticeXyExtent * static_cast<float>(step)};
  }

  DraftPoly ConvertPoly(int t, int p) const {
    const TileWork& work = in_.tiles[t];
    const TileMesh::Poly& poly = work.mesh.polys[p];
    const TilePalette::Entry& entry = work.palette[poly.area - 1];
    const SurfaceAttributes& surface = in_.surfaces.surface(entry.surface);
    DraftPoly out;
    out.flags = surface.flags;
    out.attributes = surface.attributes;
    out.audio = surface.audio;
    out.ped_density = surface.ped_density;
    if (entry.too_steep) out.flags |= kPolyTooSteepToWalkOn;
    if (entry.under_shallow_water) {
      out.flags |= kPolyWater;
      out.attributes |= kAttrShallowWater;
    }
    if (poly.is_sheltered) out.flags |= kPolySheltered;
    const double area = AreaSquareMetres(work.mesh, poly);
    if (area < in_.params.small_area) out.flags |= kPolySmall;
    if (area > in_.params.large_area) out.flags |= kPolyLarge;
    for (int i = 0; i < poly.size(); ++i) {
      const int a = poly.corners[i];
      const int b = poly.corners[poly.next(i)];
      DraftEdge edge;
      const EdgeAt self = edges_[t].Find(a, b);
      const EdgeAt other = edges_[t].Find(b, a);
      const bool is_first = self.poly == p && self.edge == i;
      if (is_first && other.poly != TileMesh::kNone) edge.neighbour = Ref(t, other.poly);
      out.vertices.push_back(static_cast<uint16_t>(a));
      if (OnTileBorder(work.mesh.vertices[a], work.mesh.vertices[b])) out.attributes |= kAttrLiesOnMeshEdge;
      if (!edge.neighbour.valid() && poly.probe[i] != TileMesh::kNone) AddCover(work, poly, i, edge, out);
      out.edges.push_back(edge);
    }
    return out;
  }

  // An edge gives cover when most of its samples see a wall.
  static void AddCover(const TileWork& work, const TileMesh::Poly& poly, int i, DraftEdge& edge,
                       DraftPoly& out) {
    const LatticePoint a = work.mesh.Corner(poly, i);
    const LatticePoint b = work.mesh.Corner(poly, poly.next(i));
    const EdgeProbe& probe = work.probes[poly.probe[i]];
    const auto [first, last] = probe.Between(a, b);
    int walls = 0;
    for (int k = first; k < last; ++k) walls += probe.samples[k].wall != Wall::kNone ? 1 : 0;
    if (walls * 2 <= last - first) return;
    edge.flags |= kEdgeProvidesCover;
    out.cover_directions |= static_cast<uint8_t>(1U << CoverDirection(OutwardNormal(a, b)));
  }

  // Keeps the vertices that polygons use, in order of first use.
  static void CompactVertices(const TileWork& work, TileDraft& draft) {
    std::vector<int> fresh(work.mesh.vertices.size(), -1);
    for (DraftPoly& poly : draft.polys) {
      for (uint16_t& v : poly.vertices) {
        if (fresh[v] < 0) {
          fresh[v] = static_cast<int>(draft.vertices.size());
          draft.vertices.push_back(ToMetres(work.mesh.vertices[v]));
        }
        v = static_cast<uint16_t>(fresh[v]);
      }
    }
  }

  void ConnectSeams() {
    for (const SeamPair& pair : in_.pairs) {
      const EdgeAt a = edges_[pair.tile_a].Find(pair.from_a, pair.to_a);
      const EdgeAt b = edges_[pair.tile_b].Find(pair.from_b, pair.to_b);
      FOOTFALL_CHECK(a.poly != TileMesh::kNone && b.poly != TileMesh::kNone);
      DraftEdge& edge_a = drafts_[pair.tile_a].polys[a.poly].edges[a.edge];
      DraftEdge& edge_b = drafts_[pair.tile_b].polys[b.poly].edges[b.edge];
      FOOTFALL_CHECK(!edge_a.neighbour.valid() && !edge_b.neighbour.valid());
      edge_a.neighbour = Ref(pair.tile_b, b.poly);
      edge_b.neighbour = Ref(pair.tile_a, a.poly);
      edge_a.flags &= static_cast<uint8_t>(~kEdgeProvidesCover);
      edge_b.flags &= static_cast<uint8_t>(~kEdgeProvidesCover);
      ++report_.seam_edges_matched;
    }
  }

  void ConnectCrossings() {
    for (int t = 0; t < static_cast<int>(in_.tiles.size()); ++t) {
      for (const CrossingEdge& c : in_.crossings[t]) {
        const EdgeAt at = edges_[t].Find(c.from, c.to);
        const TileMesh& mesh = in_.tiles[t].mesh;
        const platform::Vec2 out = OutwardNormal(mesh.vertices[c.from], mesh.vertices[c.to]);
        const WorldPoly target = FindLanding(in_.tiles, locators_, c.landing, out);
        if (at.poly == TileMesh::kNone || !target.found() || target == WorldPoly{t, at.poly}) {
          ++report_.edges_lost;
          continue;
        }
        DraftEdge& edge = drafts_[t].polys[at.poly].edges[at.edge];
        FOOTFALL_CHECK(!edge.neighbour.valid());
        edge.neighbour = Ref(target.tile, target.poly);
        edge.type = TypeOf(c.crossing);
        if (c.crossing == Crossing::kHighDrop) edge.flags |= kEdgeHighDrop;
      }
    }
  }

  static AdjacencyType TypeOf(Crossing crossing) {
    if (crossing == Crossing::kClimbLow) return AdjacencyType::kClimbLow;
    if (crossing == Crossing::kClimbHigh) return AdjacencyType::kClimbHigh;
    return AdjacencyType::kDropDown;
  }

  struct Foot {
    WorldPoly poly;
    platform::Vec3 point;
  };

  Foot FindFoot(platform::Vec3 p) const {
    Foot best;
    double best_distance = in_.params.ladder_snap;
    for (int t = 0; t < static_cast<int>(in_.tiles.size()); ++t) {
      const PolyLocator::Nearest nearest = locators_[t].FindNearest(p, best_distance);
      if (nearest.poly == TileMesh::kNone) continue;
      best = {{t, nearest.poly}, nearest.point};
      best_distance = nearest.distance;
    }
    return best;
  }

  absl::Status AddLadders() {
    for (const LadderNote& ladder : in_.annotations.ladders) {
      const Foot bottom = FindFoot(ladder.bottom);
      const Foot top = FindFoot(ladder.top);
      for (const auto& [foot, name, wanted] :
           {std::tuple(bottom, "bottom", ladder.bottom), std::tuple(top, "top", ladder.top)}) {
        if (foot.poly.found()) continue;
        return absl::InvalidArgumentError(
            absl::StrCat("ladder \"", ladder.name, "\": no walkable ground within ", in_.params.ladder_snap,
                         " m of its ", name, " (", wanted.x, ", ", wanted.y, ", ", wanted.z, ")"));
      }
      if (bottom.poly == top.poly) {
        return absl::InvalidArgumentError(
            absl::StrCat("ladder \"", ladder.name, "\": bottom and top stand on the same polygon"));
      }
      const PolyRef low = Ref(bottom.poly.tile, bottom.poly.poly);
      const PolyRef high = Ref(top.poly.tile, top.poly.poly);
      drafts_[bottom.poly.tile].links.push_back({LinkKind::kLadderUp, bottom.point, top.point, low, high});
      if (!ladder.up_only)
        drafts_[top.poly.tile].links.push_back({LinkKind::kLadderDown, top.point, bottom.point, high, low});
    }
    return absl::OkStatus();
  }

  // R30: ground within climb height across the middle of a border edge that has no partner.
  void CountUnmatched() {
    constexpr float kBeyond = 0.05F;
    for (int t = 0; t < static_cast<int>(in_.tiles.size()); ++t) {
      const TileMesh& mesh = in_.tiles[t].mesh;
      for (int p = 0; p < static_cast<int>(mesh.polys.size()); ++p) {
        const TileMesh::Poly& poly = mesh.polys[p];
        for (int i = 0; i < poly.size(); ++i) {
          if (IsNormal(drafts_[t].polys[p].edges[i])) continue;
          if (!OnTileBorder(mesh.Corner(poly, i), mesh.Corner(poly, poly.next(i)))) continue;
          const platform::Vec3 a = ToMetres(mesh.Corner(poly, i));
          const platform::Vec3 b = ToMetres(mesh.Corner(poly, poly.next(i)));
          const platform::Vec2 out = OutwardNormal(mesh.Corner(poly, i), mesh.Corner(poly, poly.next(i)));
          const platform::Vec3 beyond{(a.x + b.x) / 2 + out.x * kBeyond, (a.y + b.y) / 2 + out.y * kBeyond,
                                      (a.z + b.z) / 2};
          const int other = TileAt(in_.tiles, beyond);
          if (other < 0 || other == t) continue;
          if (locators_[other].Find(beyond, in_.params.agent_climb) != TileMesh::kNone)
            ++report_.seam_edges_unmatched;
        }
      }
    }
  }

  // R34: components by normal edges and links below the limit are isolated.
  void MarkIslands() {
    std::vector<int> first(in_.tiles.size() + 1, 0);
    for (size_t t = 0; t < in_.tiles.size(); ++t)
      first[t + 1] = first[t] + static_cast<int>(drafts_[t].polys.size());
    std::vector<int> parent(static_cast<size_t>(first.back()));
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&parent](int i) {
      while (parent[i] != i) i = parent[i] = parent[parent[i]];
      return i;
    };
    const auto number = [&](PolyRef ref) {
      const auto it = std::lower_bound(in_.tiles.begin(), in_.tiles.end(), ref.mesh(),
                                       [](const TileWork& tile, MeshIndex i) { return tile.index < i; });
      return first[it - in_.tiles.begin()] + ref.poly();
    };
    const auto join = [&](int a, int b) {
      a = root(a);
      b = root(b);
      parent[std::max(a, b)] = std::min(a, b);
    };
    for (size_t t = 0; t < drafts_.size(); ++t) {
      for (size_t p = 0; p < drafts_[t].polys.size(); ++p) {
        for (const DraftEdge& edge : drafts_[t].polys[p].edges) {
          if (IsNormal(edge)) join(first[t] + static_cast<int>(p), number(edge.neighbour));
        }
      }
      for (const DraftLink& link : drafts_[t].links) join(number(link.from), number(link.to));
    }
    std::vector<double> area(parent.size(), 0);
    for (size_t t = 0; t < drafts_.size(); ++t) {
      for (size_t p = 0; p < drafts_[t].polys.size(); ++p) {
        area[root(first[t] + static_cast<int>(p))] +=
            AreaSquareMetres(in_.tiles[t].mesh, in_.tiles[t].mesh.polys[p]);
      }
    }
    for (size_t t = 0; t < drafts_.size(); ++t) {
      for (size_t p = 0; p < drafts_[t].polys.size(); ++p) {
        if (area[root(first[t] + static_cast<int>(p))] < in_.params.isolated_area) {
          drafts_[t].polys[p].attributes |= kAttrIsolated;
        }
        report_.polys_area += AreaSquareMetres(in_.tiles[t].mesh, in_.tiles[t].mesh.polys[p]);
      }
    }
  }

  void AddFreeSpace() {
    BoundaryIndex boundary;
    for (size_t t = 0; t < drafts_.size(); ++t) {
      const TileMesh& mesh = in_.tiles[t].mesh;
      for (size_t p = 0; p < mesh.polys.size(); ++p) {
        const TileMesh::Poly& poly = mesh.polys[p];
        for (int i = 0; i < poly.size(); ++i) {
          if (!IsNormal(drafts_[t].polys[p].edges[i]))
            boundary.Add(mesh.Corner(poly, i), mesh.Corner(poly, poly.next(i)));
        }
      }
    }
    boundary.Sort();
    ForEachTile([this, &boundary](int t) {
      const TileMesh& mesh = in_.tiles[t].mesh;
      constexpr int kUnknown = 255;
      std::vector<uint8_t> around(mesh.vertices.size(), kUnknown);
      for (size_t p = 0; p < mesh.polys.size(); ++p) {
        const TileMesh::Poly& poly = mesh.polys[p];
        for (int i = 0; i < poly.size(); ++i) {
          DraftEdge& edge = drafts_[t].polys[p].edges[i];
          uint8_t& space = around[poly.corners[i]];
          if (space == kUnknown) space = boundary.SpaceAround(mesh.Corner(poly, i));
          edge.vertex_space = space;
          if (IsNormal(edge))
            edge.edge_space = boundary.SpaceBeyond(mesh.Corner(poly, i), mesh.Corner(poly, poly.next(i)));
        }
      }
    });
  }

  const FinishInput& in_;
  platform::WorkerPool& pool_;
  std::vector<TileDraft>& drafts_;
  BuildReport& report_;
  std::vector<EdgeMap> edges_;
  std::vector<PolyLocator> locators_;
};

}  // namespace

absl::Status MakeDrafts(const FinishInput& input, platform::WorkerPool& pool, std::vector<TileDraft>& drafts,
                        BuildReport& report) {
  return Finisher(input, pool, drafts, report).Run();
}

}  // namespace footfall::nav
