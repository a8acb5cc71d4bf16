#include "tests/nav/build_fixture.h"

#include <algorithm>
#include <cmath>

#include "nav/mesh/pack_writer.h"

namespace footfall::nav {

void Level::Quad(platform::Vec3 a, platform::Vec3 b, platform::Vec3 c, platform::Vec3 d,
                 const std::string& material) {
  auto at = std::find(soup_.materials.begin(), soup_.materials.end(), material);
  if (at == soup_.materials.end()) at = soup_.materials.insert(at, material);
  const auto m = static_cast<uint32_t>(at - soup_.materials.begin());
  const auto first = static_cast<uint32_t>(soup_.vertices.size());
  for (const platform::Vec3 v : {a, b, c, d}) soup_.vertices.push_back(v);
  soup_.triangles.push_back({first, first + 1, first + 2, m});
  soup_.triangles.push_back({first, first + 2, first + 3, m});
}

Level& Level::Floor(float x0, float y0, float x1, float y1, float z, const std::string& material) {
  Quad({x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}, material);
  return *this;
}

Level& Level::Box(float x0, float y0, float z0, float x1, float y1, float z1, const std::string& material) {
  Floor(x0, y0, x1, y1, z1, material);
  Quad({x0, y0, z0}, {x0, y1, z0}, {x1, y1, z0}, {x1, y0, z0}, material);
  Quad({x0, y0, z0}, {x1, y0, z0}, {x1, y0, z1}, {x0, y0, z1}, material);
  Quad({x1, y0, z0}, {x1, y1, z0}, {x1, y1, z1}, {x1, y0, z1}, material);
  Quad({x1, y1, z0}, {x0, y1, z0}, {x0, y1, z1}, {x1, y1, z1}, material);
  Quad({x0, y1, z0}, {x0, y0, z0}, {x0, y0, z1}, {x0, y1, z1}, material);
  return *this;
}

Level& Level::Slope(float x0, float y0, float x1, float y1, float z0, float z1, const std::string& material) {
  Quad({x0, y0, z0}, {x1, y0, z1}, {x1, y1, z1}, {x0, y1, z0}, material);
  return *this;
}

BuiltWorld Build(const TriangleSoup& soup, const MaterialMap& materials, const Annotations& annotations,
                 const BuildParams& params, int threads) {
  BuiltWorld world;
  WorldDraft draft;
  auto report = BuildWorld(soup, materials, annotations, params, threads, {}, &draft);
  INFO(report.status());
  REQUIRE(report.ok());
  world.report = *report;
  auto bytes = PackWorld(draft);
  INFO(bytes.status());
  REQUIRE(bytes.ok());
  world.bytes = *bytes;
  auto pack = Pack::FromBytes(world.bytes);
  INFO(pack.status());
  REQUIRE(pack.ok());
  world.pack = *pack;
  auto view = world.pack->ViewOfAll();
  INFO(view.status());
  REQUIRE(view.ok());
  world.view = *view;
  return world;
}

std::vector<PolyView> AllPolys(const NavView& view) {
  std::vector<PolyView> polys;
  for (const MeshIndex index : view.resident()) {
    for (PolyIndex p = 0; p < view.slot(index).tile->polys.size(); ++p)
      polys.push_back(view.Poly(PolyRef(index, p)));
  }
  return polys;
}

PolyRef PolyAt(const NavView& view, platform::Vec3 p) {
  for (const PolyView& poly : AllPolys(view)) {
    if (poly.ContainsXy(Xy(p)) && std::fabs(poly.Height(Xy(p)) - p.z) <= 0.5F) return poly.ref();
  }
  return {};
}

double AreaOf(const PolyView& poly) {
  double area = 0;
  for (int i = 1; i + 1 < poly.vertex_count(); ++i) {
    area -= Cross(Xy(poly.Vertex(i) - poly.Vertex(0)), Xy(poly.Vertex(i + 1) - poly.Vertex(0))) / 2.0;
  }
  return area;
}

double AreaOf(const NavView& view) {
  double area = 0;
  for (const PolyView& poly : AllPolys(view)) area += AreaOf(poly);
  return area;
}

int CountEdges(const NavView& view, AdjacencyType type, float z, float to_z) {
  int count = 0;
  for (const PolyView& poly : AllPolys(view)) {
    for (int i = 0; i < poly.vertex_count(); ++i) {
      const PolyRef to = poly.Neighbour(i);
      if (!to.valid() || poly.Edge(i).type() != type) continue;
      if (std::fabs(poly.Centroid().z - z) <= 0.3F && std::fabs(view.Poly(to).Centroid().z - to_z) <= 0.3F)
        ++count;
    }
  }
  return count;
}

int CountEdges(const NavView& view, AdjacencyType type) {
  int count = 0;
  for (const PolyView& poly : AllPolys(view)) {
    for (int i = 0; i < poly.vertex_count(); ++i) {
      if (poly.Neighbour(i).valid() && poly.Edge(i).type() == type) ++count;
    }
  }
  return count;
}

bool IsWalkable(const NavView& view, platform::Vec3 from, platform::Vec3 to) {
  const PolyRef start = PolyAt(view, from);
  const PolyRef end = PolyAt(view, to);
  REQUIRE(start.valid());
  REQUIRE(end.valid());
  std::vector<PolyRef> open{start};
  std::vector<PolyRef> seen{start};
  while (!open.empty()) {
    const PolyView poly = view.Poly(open.back());
    open.pop_back();
    if (poly.ref() == end) return true;
    for (int i = 0; i < poly.vertex_count(); ++i) {
      const PolyRef next = poly.Neighbour(i);
      if (!next.valid() || poly.Edge(i).type() != AdjacencyType::kNormal) continue;
      if (std::find(seen.begin(), seen.end(), next) != seen.end()) continue;
      seen.push_back(next);
      open.push_back(next);
    }
  }
  return false;
}

namespace {

bool IsConvexClockwise(const PolyView& poly) {
  const int count = poly.vertex_count();
  for (int i = 0; i < count; ++i) {
    const platform::Vec2 a = Xy(poly.Vertex(i));
    const platform::Vec2 b = Xy(poly.Vertex((i + 1) % count));
    if (a == b) return false;
    for (int j = 0; j < count; ++j) {
      const platform::Vec2 p = Xy(poly.Vertex(j));
      // Exact: coordinates are multiples of 1/256.
      const double side = (static_cast<double>(b.x) - a.x) * (static_cast<double>(p.y) - a.y) -
                          (static_cast<double>(b.y) - a.y) * (static_cast<double>(p.x) - a.x);
      if (side > 0) return false;
      if (j != i && p == a) return false;
    }
  }
  return AreaOf(poly) > 0.01;
}

bool HasReverse(const NavView& view, const PolyView& poly, int edge) {
  const PolyView other = view.Poly(poly.Neighbour(edge));
  int found = 0;
  for (int i = 0; i < other.vertex_count(); ++i) {
    if (other.Neighbour(i) != poly.ref() || other.Edge(i).type() != AdjacencyType::kNormal) continue;
    if (other.Vertex(i) == poly.EdgeEnd(edge) && other.EdgeEnd(i) == poly.Vertex(edge)) ++found;
  }
  return found == 1;
}

}  // namespace

void CheckInvariants(const NavView& view) {
  int bad_polys = 0;
  int bad_edges = 0;
  for (const PolyView& poly : AllPolys(view)) {
    if (!IsConvexClockwise(poly)) ++bad_polys;
    if (poly.vertex_count() < 3 || poly.vertex_count() > kMaxPolyVerts) ++bad_polys;
    for (int i = 0; i < poly.vertex_count(); ++i) {
      const PolyRef to = poly.Neighbour(i);
      if (!to.valid()) continue;
      if (!view.Contains(to) || to == poly.ref()) ++bad_edges;
      if (poly.Edge(i).type() == AdjacencyType::kNormal && !HasReverse(view, poly, i)) ++bad_edges;
    }
  }
  CHECK(bad_polys == 0);
  CHECK(bad_edges == 0);
}

}  // namespace footfall::nav
