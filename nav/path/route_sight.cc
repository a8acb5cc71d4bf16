#include "nav/path/route_sight.h"

#include "nav/path/search_shape.h"
#include "nav/query/nearest_on_poly.h"
#include "nav/query/walk_ray.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

constexpr float kStuckSq = 1e-6F;  // m^2: a ray that got less far did not leave its start

// True when the point is a vertex of the polygon at which one of its outer walls begins or ends.
bool IsWallCorner(const PolyView& poly, Vec3 point) {
  const auto is_wall = [&](int n) {
    return !poly.Edge(n).has_neighbour() || poly.Edge(n).type() != AdjacencyType::kNormal;
  };
  const int count = poly.vertex_count();
  for (int n = 0; n < count; ++n) {
    const Vec3 vertex = poly.Vertex(n);
    if (vertex.x == point.x && vertex.y == point.y) return is_wall(n) || is_wall(n == 0 ? count - 1 : n - 1);
  }
  return false;
}

}  // namespace

bool RouteSight::Sees(const RoutePoint& from, Vec3 to, PolyRef* last) {
  const WalkRay ray =
      CastSightLine(view_, from.poly, from.point, to, rules_.SightFilter(view_.Poly(from.poly).record()));
  crossings_ += ray.crossed + 1;
  *last = ray.last;
  is_stuck_ = platform::LengthSq(platform::Xy(ray.point) - platform::Xy(from.point)) < kStuckSq;
  if (ray.outcome != WalkRayOutcome::kReached) return false;
  if (obstacles_ == nullptr || !obstacles_->BlocksLine(from.point, to)) return true;
  // Where a taut string bends round an object, it cannot move at all either.
  is_stuck_ = true;
  return false;
}

// The distance to a point is convex along a line: it never falls if it does not fall at the beginning.
bool LeadsAway(Vec3 from, Vec3 to, Vec3 threat) { return platform::Dot(to - from, from - threat) >= 0; }

bool ShortenBySight(RouteSight& sight, std::vector<RoutePoint>& route, const SearchShape* shape) {
  const NavView& view = sight.view();
  size_t kept = 1;
  size_t next = 1;
  while (next < route.size()) {
    const RoutePoint& anchor = route[kept - 1];
    float replaced = shape == nullptr ? 0 : shape->SegmentCost(anchor.point, route[next].point);
    PolyRef last;
    while (next + 1 < route.size() && !route[next].forced) {
      const RoutePoint& beyond = route[next + 1];
      if (shape != nullptr) {
        replaced += shape->SegmentCost(route[next].point, beyond.point);
        if (!shape->AllowsShortcut(anchor.point, beyond.point, replaced)) break;
      }
      if (!sight.Sees(anchor, beyond.point, &last)) break;
      // A sight line may end on another floor than the point's: then it is no shortcut.
      if (last != beyond.poly && !view.Poly(beyond.poly).ContainsXy(platform::Xy(beyond.point))) break;
      ++next;
    }
    if (!sight.Settle()) return false;
    route[kept++] = route[next++];
  }
  route.resize(kept);
  return true;
}

bool MinimiseDistance(RouteSight& sight, std::vector<RoutePoint>& route) {
  const NavView& view = sight.view();
  for (size_t i = 1; i + 1 < route.size(); ++i) {
    RoutePoint& middle = route[i];
    // A taut string bends around walls, and a corner at a wall cannot be moved into it.
    if (middle.forced || IsWallCorner(view.Poly(middle.poly), middle.point)) continue;
    const RoutePoint& before = route[i - 1];
    const RoutePoint& after = route[i + 1];
    const Vec2 best = platform::Xy(NearestOnEdge(before.point, after.point, platform::Xy(middle.point)));
    for (const float fraction : {1.0F, 0.5F, 0.25F}) {
      const Vec2 wanted = platform::Lerp(platform::Xy(middle.point), best, fraction);
      PolyRef poly;
      if (!sight.Sees(middle, {wanted.x, wanted.y, middle.point.z}, &poly)) {
        // Nearly every corner stands at an obstacle and cannot move at all: then shorter moves are no use
        // either.
        if (sight.is_stuck()) break;
        continue;
      }
      const Vec3 point{wanted.x, wanted.y, view.Poly(poly).Height(wanted)};
      const RoutePoint moved{point, poly, middle.flags, false};
      PolyRef last;
      if (!sight.Sees(before, point, &last) || !sight.Sees(moved, after.point, &last)) continue;
      middle = moved;
      break;
    }
    if (!sight.Settle()) return false;
  }
  return true;
}

}  // namespace footfall::nav
