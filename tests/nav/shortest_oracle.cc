#include "tests/nav/shortest_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "tests/nav/mesh_walker.h"

namespace footfall::tests {
namespace {

using nav::NavView;
using nav::PolyRef;
using nav::PolyView;
using platform::Vec3;

// Positive when `to` lies left of the line from `a` through `b`, by how far in m.
double LeftOf(Vec3 a, Vec3 b, Vec3 to) {
  const double x = static_cast<double>(b.x) - a.x;
  const double y = static_cast<double>(b.y) - a.y;
  const double turn = x * (static_cast<double>(to.y) - b.y) - y * (static_cast<double>(to.x) - b.x);
  return turn / std::max(std::sqrt(x * x + y * y), 1e-6);
}

double DistanceXy(Vec3 a, Vec3 b) {
  const double dx = static_cast<double>(a.x) - b.x;
  const double dy = static_cast<double>(a.y) - b.y;
  return std::sqrt(dx * dx + dy * dy);
}

bool IsBoundary(const PolyView& poly, int n) {
  return !poly.Edge(n).has_neighbour() || poly.Edge(n).type() != nav::AdjacencyType::kNormal;
}

// The boundary edge that follows boundary edge n of `ref` around the walkable side: turns about the edge's
// end vertex.
std::pair<PolyRef, int> NextBoundary(const NavView& view, PolyRef ref, int n) {
  PolyRef at = ref;
  int edge = (n + 1) % view.Poly(at).vertex_count();
  for (int guard = 0; guard < 64; ++guard) {
    const PolyView poly = view.Poly(at);
    if (IsBoundary(poly, edge)) return {at, edge};
    const Vec3 pivot = poly.Vertex(edge);
    const PolyRef next = poly.Neighbour(edge);
    if (!view.Contains(next)) return {at, edge};
    const PolyView next_poly = view.Poly(next);
    // In the neighbour the shared edge ends at the pivot; the one after it starts there.
    int start = 0;
    for (int k = 0; k < next_poly.vertex_count(); ++k) {
      const Vec3 v = next_poly.Vertex(k);
      if (v.x == pivot.x && v.y == pivot.y) start = k;
    }
    at = next;
    edge = start;
  }
  return {at, edge};
}

}  // namespace

ShortestOracle::ShortestOracle(const NavView& view) : view_(view) {
  const Components components(view);
  std::set<std::tuple<float, float, float, float, float>> taken;
  for (const PolyRef ref : components.polys()) {
    const PolyView poly = view.Poly(ref);
    for (int n = 0; n < poly.vertex_count(); ++n) {
      if (!IsBoundary(poly, n)) continue;
      const auto [next_ref, next_edge] = NextBoundary(view, ref, n);
      const PolyView next = view.Poly(next_ref);
      const Vec3 a = poly.Vertex(n);
      const Vec3 b = poly.EdgeEnd(n);
      const Vec3 c = next.EdgeEnd(next_edge);
      // The walkable side is right of a boundary edge, so a left turn makes a corner that paths bend around.
      const double turn = (static_cast<double>(b.x) - a.x) * (static_cast<double>(c.y) - b.y) -
                          (static_cast<double>(b.y) - a.y) * (static_cast<double>(c.x) - b.x);
      if (turn > 0 && taken.insert({b.x, b.y, b.z, a.x, a.y}).second) corners_.push_back({b, ref, a, c});
    }
  }
  seen_.resize(corners_.size());
  known_.resize(corners_.size(), false);
}

std::vector<ShortestOracle::Sight> ShortestOracle::SeenFrom(PolyRef poly, Vec3 point) const {
  std::vector<Sight> seen;
  for (size_t i = 0; i < corners_.size(); ++i) {
    if (CanWalk(view_, poly, point, corners_[i].point, corners_[i].poly)) {
      seen.push_back({i, DistanceXy(point, corners_[i].point)});
    }
  }
  return seen;
}

const std::vector<ShortestOracle::Sight>& ShortestOracle::SeenFromCorner(size_t corner) {
  if (!known_[corner]) {
    seen_[corner] = SeenFrom(corners_[corner].poly, corners_[corner].point);
    known_[corner] = true;
  }
  return seen_[corner];
}

double ShortestOracle::Length(PolyRef start_poly, Vec3 start, PolyRef goal_poly, Vec3 goal) {
  if (CanWalk(view_, start_poly, start, goal, goal_poly)) return DistanceXy(start, goal);
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  std::vector<double> to_goal(corners_.size(), kInfinite);
  for (const Sight& sight : SeenFrom(goal_poly, goal)) to_goal[sight.corner] = sight.distance;
  std::vector<double> best(corners_.size(), kInfinite);
  std::set<std::pair<double, size_t>> open;
  for (const Sight& sight : SeenFrom(start_poly, start)) {
    best[sight.corner] = sight.distance;
    open.insert({sight.distance, sight.corner});
  }
  double found = kInfinite;
  while (!open.empty() && open.begin()->first < found) {
    const auto [distance, corner] = *open.begin();
    open.erase(open.begin());
    found = std::min(found, distance + to_goal[corner]);
    for (const Sight& sight : SeenFromCorner(corner)) {
      const double length = distance + sight.distance;
      if (length >= best[sight.corner]) continue;
      open.erase({best[sight.corner], sight.corner});
      best[sight.corner] = length;
      open.insert({length, sight.corner});
    }
  }
  return found == kInfinite ? -1 : found;
}

// On which side of a straight way from `from` to `to`, one of which is the corner, what blocks at the corner
// lies: 1 left, -1 right, 0 on both, so that no taut way goes on or came over the corner.
int ShortestOracle::SideOf(const Corner& corner, Vec3 from, Vec3 to) {
  const double before = LeftOf(from, to, corner.before);
  const double after = LeftOf(from, to, corner.after);
  if (before >= -kWalkTolerance && after >= -kWalkTolerance) return 1;
  return before <= kWalkTolerance && after <= kWalkTolerance ? -1 : 0;
}

double ShortestOracle::LengthWithin(double known, PolyRef start_poly, Vec3 start, PolyRef goal_poly,
                                    Vec3 goal) const {
  if (CanWalk(view_, start_poly, start, goal, goal_poly)) return DistanceXy(start, goal);
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  struct Way {
    const Corner* corner;
    double length = kInfinite;
    Vec3 from;
  };
  std::vector<Way> near;  // over corners between start and goal
  for (const Corner& corner : corners_) {
    if (DistanceXy(start, corner.point) + DistanceXy(corner.point, goal) <= known)
      near.push_back({&corner, kInfinite, {}});
  }
  std::set<std::pair<double, size_t>> open;  // by the least that a way through the corner can be
  double found = known;
  // Whether a taut way that came to a corner can go on to `to`.
  const auto is_taut = [](const Way& way, Vec3 to) {
    const int side = SideOf(*way.corner, way.from, way.corner->point);
    return side * LeftOf(way.from, way.corner->point, to) >= -kWalkTolerance;
  };
  const auto reach = [&](const Way* way, double distance, PolyRef poly, Vec3 from) {
    for (size_t n = 0; n < near.size(); ++n) {
      const Corner& corner = *near[n].corner;
      const double length = distance + DistanceXy(from, corner.point);
      const double rest = DistanceXy(corner.point, goal);
      if (length >= near[n].length || length + rest >= found) continue;
      if (SideOf(corner, from, corner.point) == 0) continue;
      if (way != nullptr && (!is_taut(*way, corner.point) || SideOf(*way->corner, from, corner.point) == 0)) {
        continue;
      }
      if (!CanWalk(view_, poly, from, corner.point, corner.poly)) continue;
      open.erase({near[n].length + rest, n});
      near[n].length = length;
      near[n].from = from;
      open.insert({length + rest, n});
    }
  };
  reach(nullptr, 0, start_poly, start);
  while (!open.empty() && open.begin()->first < found) {
    const Way way = near[open.begin()->second];
    open.erase(open.begin());
    const Corner& corner = *way.corner;
    if (CanWalk(view_, corner.poly, corner.point, goal, goal_poly)) {
      found = std::min(found, way.length + DistanceXy(corner.point, goal));
    } else {
      reach(&way, way.length, corner.poly, corner.point);
    }
  }
  return found;
}

}  // namespace footfall::tests
