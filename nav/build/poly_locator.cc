#include "nav/build/poly_locator.h"

#include <algorithm>
#include <cmath>

namespace footfall::nav {
namespace {

constexpr double kBinSize = 5.0;

double Metres(int32_t units) { return static_cast<double>(units) / kUnitsPerMetre; }

}  // namespace

PolyLocator::PolyLocator(const TileMesh& mesh) : mesh_(mesh) {
  if (mesh.vertices.empty()) return;
  LatticePoint low = mesh.vertices[0];
  for (const LatticePoint& v : mesh.vertices) {
    low.x = std::min(low.x, v.x);
    low.y = std::min(low.y, v.y);
  }
  x_min_ = Metres(low.x);
  y_min_ = Metres(low.y);
  bins_ = static_cast<int>(Metres(kTileUnits) / kBinSize) + 1;
  polys_of_bin_.resize(static_cast<size_t>(bins_) * static_cast<size_t>(bins_));
  for (int p = 0; p < static_cast<int>(mesh.polys.size()); ++p) {
    const TileMesh::Poly& poly = mesh.polys[p];
    if (!poly.alive()) continue;
    double x_low = 1e9;
    double x_high = -1e9;
    double y_low = 1e9;
    double y_high = -1e9;
    for (const int c : poly.corners) {
      x_low = std::min(x_low, Metres(mesh.vertices[c].x));
      x_high = std::max(x_high, Metres(mesh.vertices[c].x));
      y_low = std::min(y_low, Metres(mesh.vertices[c].y));
      y_high = std::max(y_high, Metres(mesh.vertices[c].y));
    }
    for (int by = Bin(y_low, y_min_); by <= Bin(y_high, y_min_); ++by) {
      for (int bx = Bin(x_low, x_min_); bx <= Bin(x_high, x_min_); ++bx) {
        polys_of_bin_[BinNumber(bx, by)].push_back(p);
      }
    }
  }
}

int PolyLocator::Bin(double metres, double origin) const {
  return std::clamp(static_cast<int>(std::floor((metres - origin) / kBinSize)), 0, bins_ - 1);
}

bool PolyLocator::ContainsXy(const TileMesh::Poly& poly, double x, double y) const {
  for (int i = 0; i < poly.size(); ++i) {
    const LatticePoint a = mesh_.Corner(poly, i);
    const LatticePoint b = mesh_.Corner(poly, poly.next(i));
    const double side =
        (Metres(b.x) - Metres(a.x)) * (y - Metres(a.y)) - (Metres(b.y) - Metres(a.y)) * (x - Metres(a.x));
    if (side > 0) return false;
  }
  return true;
}

double PolyLocator::Height(const TileMesh::Poly& poly, double x, double y) const {
  double mx = 0;
  double my = 0;
  double mz = 0;
  for (const int c : poly.corners) {
    mx += Metres(mesh_.vertices[c].x) / poly.size();
    my += Metres(mesh_.vertices[c].y) / poly.size();
    mz += Metres(mesh_.vertices[c].z) / poly.size();
  }
  for (int i = 0; i < poly.size(); ++i) {
    const LatticePoint a = mesh_.Corner(poly, i);
    const LatticePoint b = mesh_.Corner(poly, poly.next(i));
    const double ux = Metres(a.x) - mx;
    const double uy = Metres(a.y) - my;
    const double vx = Metres(b.x) - mx;
    const double vy = Metres(b.y) - my;
    const double area = ux * vy - uy * vx;
    if (area == 0) continue;
    const double s = ((x - mx) * vy - (y - my) * vx) / area;
    const double t = (ux * (y - my) - uy * (x - mx)) / area;
    if (s >= -1e-9 && t >= -1e-9) return mz + s * (Metres(a.z) - mz) + t * (Metres(b.z) - mz);
  }
  return mz;
}

int PolyLocator::Find(platform::Vec3 p, double height_tolerance) const {
  if (bins_ == 0) return TileMesh::kNone;
  int best = TileMesh::kNone;
  double best_distance = height_tolerance;
  for (const int i : polys_of_bin_[BinNumber(Bin(p.x, x_min_), Bin(p.y, y_min_))]) {
    const TileMesh::Poly& poly = mesh_.polys[i];
    if (!ContainsXy(poly, p.x, p.y)) continue;
    const double distance = std::fabs(Height(poly, p.x, p.y) - p.z);
    if (distance > best_distance || (distance == best_distance && best != TileMesh::kNone)) continue;
    best = i;
    best_distance = distance;
  }
  return best;
}

PolyLocator::Nearest PolyLocator::FindNearest(platform::Vec3 p, double limit) const {
  Nearest best;
  best.distance = limit;
  for (int i = 0; i < static_cast<int>(mesh_.polys.size()); ++i) {
    const TileMesh::Poly& poly = mesh_.polys[i];
    double x = p.x;
    double y = p.y;
    if (!ContainsXy(poly, x, y)) {
      double nearest = 1e18;
      for (int e = 0; e < poly.size(); ++e) {
        const LatticePoint a = mesh_.Corner(poly, e);
        const LatticePoint b = mesh_.Corner(poly, poly.next(e));
        const double dx = Metres(b.x) - Metres(a.x);
        const double dy = Metres(b.y) - Metres(a.y);
        const double along = ((p.x - Metres(a.x)) * dx + (p.y - Metres(a.y)) * dy) / (dx * dx + dy * dy);
        const double t = std::clamp(along, 0.0, 1.0);
        const double ex = Metres(a.x) + t * dx;
        const double ey = Metres(a.y) + t * dy;
        const double distance = (ex - p.x) * (ex - p.x) + (ey - p.y) * (ey - p.y);
        if (distance >= nearest) continue;
        nearest = distance;
        x = ex;
        y = ey;
      }
    }
    const double z = Height(poly, x, y);
    const double distance = std::sqrt((x - p.x) * (x - p.x) + (y - p.y) * (y - p.y) + (z - p.z) * (z - p.z));
    if (distance >= best.distance) continue;
    best = {i, {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)}, distance};
  }
  return best;
}

}  // namespace footfall::nav
