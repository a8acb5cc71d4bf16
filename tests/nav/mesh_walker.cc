#include "tests/nav/mesh_walker.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace footfall::tests {
namespace {

using nav::NavView;
using nav::PolyRef;
using nav::PolyView;
using platform::Vec3;

struct Interval {
  double low = 0;
  double high = 1;
  bool empty() const { return low > high; }
};

// The part of the segment inside the polygon grown by the tolerance.
Interval Clip(const PolyView& poly, Vec3 from, Vec3 to) {
  Interval part;
  for (int n = 0; n < poly.vertex_count(); ++n) {
    const Vec3 a = poly.Vertex(n);
    const Vec3 b = poly.EdgeEnd(n);
    const double ex = static_cast<double>(b.x) - a.x;
    const double ey = static_cast<double>(b.y) - a.y;
    const double length = std::sqrt(ex * ex + ey * ey);
    if (length == 0) continue;
    // Distance outside the edge (left of it) at both ends of the segment.
    const double out_from =
        (ex * (static_cast<double>(from.y) - a.y) - ey * (static_cast<double>(from.x) - a.x)) / length;
    const double out_to =
        (ex * (static_cast<double>(to.y) - a.y) - ey * (static_cast<double>(to.x) - a.x)) / length;
    const double d0 = out_from - kWalkTolerance;
    const double d1 = out_to - kWalkTolerance;
    if (d0 > 0 && d1 > 0) return {1, 0};
    if (d0 > 0) part.low = std::max(part.low, d0 / (d0 - d1));
    if (d1 > 0) part.high = std::min(part.high, d0 / (d0 - d1));
  }
  return part;
}

}  // namespace

bool CanWalk(const NavView& view, PolyRef poly, Vec3 from, Vec3 to, PolyRef end_poly) {
  const double length = std::sqrt(std::pow(static_cast<double>(to.x) - from.x, 2) +
                                  std::pow(static_cast<double>(to.y) - from.y, 2));
  const double slack = length > 0 ? kWalkTolerance / length : 1.0;
  // Every polygon that the segment touches, reached through edges that it touches: then the covered part must
  // be whole.
  std::set<PolyRef> seen{poly};
  std::vector<PolyRef> queue{poly};
  std::vector<Interval> parts;
  bool ends_there = false;
  for (size_t i = 0; i < queue.size(); ++i) {
    const PolyView at = view.Poly(queue[i]);
    const Interval part = Clip(at, from, to);
    if (part.empty()) continue;
    parts.push_back(part);
    if (part.high >= 1 - slack && (!end_poly.valid() || end_poly == queue[i])) ends_there = true;
    for (int n = 0; n < at.vertex_count(); ++n) {
      if (!at.Edge(n).has_neighbour() || at.Edge(n).type() != nav::AdjacencyType::kNormal) continue;
      const PolyRef next = at.Neighbour(n);
      if (view.Contains(next) && seen.insert(next).second) queue.push_back(next);
    }
  }
  if (!ends_there) return false;
  std::sort(parts.begin(), parts.end(), [](const Interval& a, const Interval& b) { return a.low < b.low; });
  double reach = 0;
  for (const Interval& part : parts) {
    if (part.low > reach + slack) return false;
    reach = std::max(reach, part.high);
  }
  return reach >= 1 - slack;
}

Components::Components(const NavView& view) {
  for (const nav::MeshIndex mesh : view.resident()) {
    for (size_t i = 0; i < view.slot(mesh).tile->polys.size(); ++i) {
      polys_.push_back(PolyRef(mesh, static_cast<nav::PolyIndex>(i)));
    }
  }
  component_.assign(polys_.size(), -1);
  for (size_t first = 0; first < polys_.size(); ++first) {
    if (component_[first] >= 0) continue;
    std::vector<size_t> queue{first};
    component_[first] = count_;
    while (!queue.empty()) {
      const PolyView at = view.Poly(polys_[queue.back()]);
      queue.pop_back();
      for (int n = 0; n < at.vertex_count(); ++n) {
        if (!at.Edge(n).has_neighbour() || at.Edge(n).type() != nav::AdjacencyType::kNormal) continue;
        const auto next = std::lower_bound(polys_.begin(), polys_.end(), at.Neighbour(n));
        const size_t index = static_cast<size_t>(next - polys_.begin());
        if (next == polys_.end() || *next != at.Neighbour(n) || component_[index] >= 0) continue;
        component_[index] = count_;
        queue.push_back(index);
      }
    }
    ++count_;
  }
}

int Components::Of(PolyRef ref) const {
  const auto at = std::lower_bound(polys_.begin(), polys_.end(), ref);
  return at != polys_.end() && *at == ref ? component_[static_cast<size_t>(at - polys_.begin())] : -1;
}

}  // namespace footfall::tests
