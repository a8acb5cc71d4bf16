#include "nav/build/pack_report.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "absl/strings/str_format.h"

namespace footfall::nav {
namespace {

constexpr float kStepTolerance = 0.5F;  // Ground across a border edge within this is the same floor.

// Ground just across the middle of an edge, in another tile, at about the same height.
bool HasGroundAcross(const NavView& view, const PolyView& poly, int edge) {
  constexpr float kBeyond = 0.05F;
  const platform::Vec3 a = poly.Vertex(edge);
  const platform::Vec3 b = poly.EdgeEnd(edge);
  const platform::Vec2 along = Xy(b) - Xy(a);
  const float scale = kBeyond / Length(along);
  const platform::Vec3 p{(a.x + b.x) / 2 - along.y * scale, (a.y + b.y) / 2 + along.x * scale,
                         (a.z + b.z) / 2};
  const MeshIndex index = MeshIndexAt(p.x, p.y);
  if (index == poly.ref().mesh() || !view.IsResident(index)) return false;
  const TileView& tile = *view.slot(index).tile;
  for (size_t i = 0; i < tile.polys.size(); ++i) {
    const PolyView other = view.Poly(PolyRef(index, static_cast<PolyIndex>(i)));
    if (other.ContainsXy(Xy(p)) && std::fabs(other.Height(Xy(p)) - p.z) <= kStepTolerance) return true;
  }
  return false;
}

bool OnTileBorder(platform::Vec3 a, platform::Vec3 b) {
  const auto on_line = [](float v) { return std::fmod(v - kWorldMin, kTileSize) == 0; };
  return (a.x == b.x && on_line(a.x)) || (a.y == b.y && on_line(a.y));
}

double AreaOf(const PolyView& poly) {
  const platform::Vec2 origin = Xy(poly.Vertex(0));
  double area = 0;
  for (int i = 1; i + 1 < poly.vertex_count(); ++i) {
    area -= Cross(Xy(poly.Vertex(i)) - origin, Xy(poly.Vertex(i + 1)) - origin) / 2.0;
  }
  return area;
}

// Numbers the polygons of all tiles and joins them into components.
class Islands {
 public:
  explicit Islands(const NavView& view) : view_(view) {
    for (const MeshIndex index : view.resident()) {
      first_.push_back(parent_.size());
      parent_.resize(parent_.size() + view.slot(index).tile->polys.size());
    }
    std::iota(parent_.begin(), parent_.end(), size_t{0});
    area_.resize(parent_.size(), 0);
  }

  void Join(PolyRef a, PolyRef b) {
    const size_t ra = Root(Number(a));
    const size_t rb = Root(Number(b));
    parent_[std::max(ra, rb)] = std::min(ra, rb);
  }
  void AddArea(PolyRef ref, double area) { area_[Number(ref)] += area; }

  void Count(PackReport& report) {
    std::vector<double> total(parent_.size(), 0);
    for (size_t i = 0; i < parent_.size(); ++i) total[Root(i)] += area_[i];
    for (size_t i = 0; i < parent_.size(); ++i) {
      if (parent_[i] != i) continue;
      ++report.islands;
      report.island_area_largest = std::max(report.island_area_largest, total[i]);
    }
  }

 private:
  size_t Number(PolyRef ref) const {
    const auto& resident = view_.resident();
    const auto at = std::lower_bound(resident.begin(), resident.end(), ref.mesh());
    return first_[static_cast<size_t>(at - resident.begin())] + ref.poly();
  }
  size_t Root(size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  const NavView& view_;
  std::vector<size_t> first_;
  std::vector<size_t> parent_;
  std::vector<double> area_;
};

class Counter {
 public:
  Counter(const NavView& view, PackReport& report) : view_(view), report_(report), islands_(view) {}

  void Run() {
    for (const MeshIndex index : view_.resident()) {
      const TileView& tile = *view_.slot(index).tile;
      for (size_t p = 0; p < tile.polys.size(); ++p) {
        CountPoly(view_.Poly(PolyRef(index, static_cast<PolyIndex>(p))));
      }
      for (const LinkRecord& link : tile.links) {
        PolyRef to;
        to.value = link.to;
        if (view_.Contains(to)) islands_.Join(PolyRef(index, link.from), to);
      }
      report_.links += static_cast<int64_t>(tile.links.size());
      report_.cover_points += static_cast<int64_t>(tile.cover.size());
    }
    islands_.Count(report_);
  }

 private:
  void CountPoly(const PolyView& poly) {
    for (size_t bit = 0; bit < report_.polys_by_flag.size(); ++bit) {
      report_.polys_by_flag[bit] += (poly.flags() >> bit) & 1;
    }
    for (size_t bit = 0; bit < report_.polys_by_attribute.size(); ++bit) {
      report_.polys_by_attribute[bit] += (poly.attributes() >> bit) & 1;
    }
    const double area = AreaOf(poly);
    report_.area += area;
    islands_.AddArea(poly.ref(), area);
    for (int i = 0; i < poly.vertex_count(); ++i) {
      AddToBox(poly.Vertex(i));
      CountEdge(poly, i);
    }
    ++report_.polys;
  }

  void CountEdge(const PolyView& poly, int i) {
    const PolyRef neighbour = poly.Neighbour(i);
    const bool is_normal = neighbour.valid() && poly.Edge(i).type() == AdjacencyType::kNormal;
    if ((poly.EdgeFlags(i) & kEdgeHighDrop) != 0) ++report_.edges_high_drop;
    if ((poly.EdgeFlags(i) & kEdgeProvidesCover) != 0) ++report_.cover_edges;
    if (neighbour.valid()) ++report_.edges_by_type[static_cast<size_t>(poly.Edge(i).type())];
    if (!neighbour.valid()) ++report_.edges_boundary;
    if (is_normal && view_.Contains(neighbour)) islands_.Join(poly.ref(), neighbour);
    // Each seam edge is seen from both tiles; the lower one counts it.
    if (is_normal && neighbour.mesh() > poly.ref().mesh()) ++report_.seam_edges_matched;
    if (!is_normal && OnTileBorder(poly.Vertex(i), poly.EdgeEnd(i)) && HasGroundAcross(view_, poly, i)) {
      ++report_.seam_edges_unmatched;
    }
  }

  void AddToBox(platform::Vec3 v) {
    if (is_first_) report_.min = report_.max = v;
    is_first_ = false;
    report_.min = {std::min(report_.min.x, v.x), std::min(report_.min.y, v.y), std::min(report_.min.z, v.z)};
    report_.max = {std::max(report_.max.x, v.x), std::max(report_.max.y, v.y), std::max(report_.max.z, v.z)};
  }

  const NavView& view_;
  PackReport& report_;
  Islands islands_;
  bool is_first_ = true;
};

}  // namespace

absl::StatusOr<PackReport> ReportPack(const Pack& pack) {
  absl::StatusOr<std::shared_ptr<const NavView>> view = pack.ViewOfAll();
  if (!view.ok()) return view.status();
  PackReport report;
  for (const Pack::Entry& entry : pack.entries()) {
    const TileView& tile = *(*view)->slot(entry.index).tile;
    report.tiles.push_back(
        {entry.index, entry.bytes, static_cast<int>(tile.polys.size()), static_cast<int>(tile.edges.size())});
  }
  Counter(**view, report).Run();
  return report;
}

std::string PackReportText(const Pack& pack, const PackReport& report) {
  static constexpr const char* kFlagNames[] = {"small",     "large",     "pavement",
                                               "sheltered", "too_steep", "water"};
  static constexpr const char* kAttributeNames[] = {
      "debug_mark", "near_vehicle_lane", "interior",    "isolated",     "content_stitch", "network_spawn",
      "road",       "on_mesh_edge",      "train_track", "shallow_water"};
  static constexpr const char* kTypeNames[] = {"normal", "climb_low", "climb_high", "drop_down"};
  std::string text = absl::StrFormat("build_id: %016x\nfile_bytes: %d\ntiles: %d\n", pack.build_id(),
                                     pack.file_bytes(), report.tiles.size());
  absl::StrAppendFormat(&text, "box: %g %g %g .. %g %g %g\n", report.min.x, report.min.y, report.min.z,
                        report.max.x, report.max.y, report.max.z);
  absl::StrAppendFormat(&text, "polygons: %d\narea_m2: %.1f\n", report.polys, report.area);
  for (size_t i = 0; i < std::size(kFlagNames); ++i) {
    absl::StrAppendFormat(&text, "polygons_%s: %d\n", kFlagNames[i], report.polys_by_flag[i]);
  }
  for (size_t i = 0; i < std::size(kAttributeNames); ++i) {
    absl::StrAppendFormat(&text, "polygons_%s: %d\n", kAttributeNames[i], report.polys_by_attribute[i]);
  }
  for (size_t i = 0; i < std::size(kTypeNames); ++i) {
    absl::StrAppendFormat(&text, "edges_%s: %d\n", kTypeNames[i], report.edges_by_type[i]);
  }
  absl::StrAppendFormat(&text, "edges_boundary: %d\nedges_high_drop: %d\nedges_cover: %d\n",
                        report.edges_boundary, report.edges_high_drop, report.cover_edges);
  absl::StrAppendFormat(&text, "seam_edges_matched: %d\nseam_edges_unmatched: %d\n",
                        report.seam_edges_matched, report.seam_edges_unmatched);
  absl::StrAppendFormat(&text, "links: %d\ncover_points: %d\nislands: %d\nisland_area_largest_m2: %.1f\n",
                        report.links, report.cover_points, report.islands, report.island_area_largest);
  for (const PackReport::Tile& tile : report.tiles) {
    absl::StrAppendFormat(&text, "tile %d: %d bytes, %d polygons, %d edges\n", tile.index, tile.bytes,
                          tile.polys, tile.edges);
  }
  return text + pack.parameters();
}

}  // namespace footfall::nav
