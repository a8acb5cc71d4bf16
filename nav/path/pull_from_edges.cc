#include "nav/path/pull_from_edges.h"

#include <algorithm>
#include <array>

#include "nav/path/search_shape.h"
#include "nav/query/nearest_on_poly.h"
#include "nav/query/walk_ray.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

// Polygons around a point that are looked at: a vertex rarely has more.
constexpr size_t kAroundMax = 24;
constexpr float kOnEdge = 1e-3F;  // m: nearer than this a point lies on the edge

bool IsOpen(const NavView& view, const PolyView& poly, int n) {
  const EdgeRecord& edge = poly.Edge(n);
  if (!edge.has_neighbour() || edge.type() != AdjacencyType::kNormal) return false;
  if ((poly.EdgeFlags(n) & kEdgeAdjacencyDisabled) != 0) return false;
  const PolyRef next = poly.Neighbour(n);
  return view.Contains(next) && !view.Poly(next).is_disabled();
}

// The walls near a point, added up.
class WallSum {
 public:
  WallSum(Vec2 point, float distance) : point_(point), distance_(distance) {}

  void Add(Vec3 a, Vec3 b) {
    const Vec2 nearest = platform::Xy(NearestOnEdge(a, b, point_));
    const Vec2 away = point_ - nearest;
    const float gap = platform::Length(away);
    if (!(gap < distance_)) return;
    Vec2 direction;
    if (gap > kOnEdge) {
      direction = away * (1 / gap);
    } else {
      // Clockwise outlines: the inside is right of the edge.
      const Vec2 along = platform::Xy(b) - platform::Xy(a);
      const float length = platform::Length(along);
      if (!(length > 0)) return;
      direction = Vec2{along.y, -along.x} * (1 / length);
    }
    sum_ = sum_ + direction * (distance_ - gap);
    lacking_ = std::max(lacking_, distance_ - gap);
  }
  // How far the point lacks of being far enough, m.
  float lacking() const { return lacking_; }
  // Unit vector away from the walls; zero when they hold each other.
  Vec2 Away() const {
    const float length = platform::Length(sum_);
    return length > kOnEdge ? sum_ * (1 / length) : Vec2{};
  }

 private:
  const Vec2 point_;
  const float distance_;
  Vec2 sum_;
  float lacking_ = 0;
};

// Adds up the walls within `distance` that can be reached over open edges as near.
WallSum WallsNear(RouteSight& sight, const RoutePoint& at, float distance) {
  const NavView& view = sight.view();
  const Vec2 point = platform::Xy(at.point);
  WallSum walls(point, distance);
  std::array<PolyRef, kAroundMax> around;
  size_t count = 0;
  around[count++] = at.poly;
  for (size_t i = 0; i < count; ++i) {
    const PolyView poly = view.Poly(around[i]);
    for (int n = 0; n < poly.vertex_count(); ++n) {
      const Vec3 a = poly.Vertex(n);
      const Vec3 b = poly.EdgeEnd(n);
      if (!IsOpen(view, poly, n)) {
        walls.Add(a, b);
        continue;
      }
      const float gap = platform::Distance(platform::Xy(NearestOnEdge(a, b, point)), point);
      if (!(gap < distance) || count == kAroundMax) continue;
      const PolyRef next = poly.Neighbour(n);
      const auto end = around.begin() + static_cast<std::ptrdiff_t>(count);
      if (std::find(around.begin(), end, next) == end) around[count++] = next;
    }
  }
  sight.CountCrossings(static_cast<uint32_t>(count));
  return walls;
}

// Moves one point as far as it is good for; `after` may be null.
void PullPoint(RouteSight& sight, float distance, const SearchShape* shape, const RoutePoint& before,
               const RoutePoint* after, RoutePoint& at) {
  const auto spoils = [shape](Vec3 from, Vec3 to, Vec3 moved_from, Vec3 moved_to) {
    return shape != nullptr && shape->ComesNearer(moved_from, moved_to) && !shape->ComesNearer(from, to);
  };
  const WallSum walls = WallsNear(sight, at, distance);
  const Vec2 away = walls.Away();
  if (away == Vec2{}) return;
  const auto ahead = [&](float metres) -> Vec3 {
    return {at.point.x + away.x * metres, at.point.y + away.y * metres, at.point.z};
  };
  // Half of what is free that way, on the surfaces that the route may use.
  const WalkRay free = CastWalkRay(sight.view(), at.poly, at.point, ahead(2 * distance),
                                   sight.rules().SightFilter(sight.view().Poly(at.poly).record()));
  sight.CountCrossings(free.crossed + 1);
  const float width = platform::Distance(platform::Xy(free.point), platform::Xy(at.point));
  const float most = std::min(walls.lacking(), width / 2);
  for (const float fraction : {1.0F, 0.5F, 0.25F}) {
    const Vec3 wanted = ahead(most * fraction);
    PolyRef poly;
    PolyRef last;
    if (!sight.Sees(at, wanted, &poly)) continue;
    const Vec2 xy = platform::Xy(wanted);
    const RoutePoint moved{{xy.x, xy.y, sight.view().Poly(poly).Height(xy)}, poly, at.flags, at.forced};
    if (spoils(before.point, at.point, before.point, moved.point)) continue;
    if (after != nullptr && spoils(at.point, after->point, moved.point, after->point)) continue;
    if (!sight.Sees(before, moved.point, &last)) continue;
    if (after != nullptr && !sight.Sees(moved, after->point, &last)) continue;
    at = moved;
    return;
  }
}

}  // namespace

bool PullFromEdges(RouteSight& sight, float distance, bool moves_end, std::vector<RoutePoint>& route,
                   const SearchShape* shape) {
  for (size_t i = 1; i < route.size(); ++i) {
    const bool is_end = i + 1 == route.size();
    if (is_end ? !moves_end : route[i].forced) continue;
    PullPoint(sight, distance, shape, route[i - 1], is_end ? nullptr : &route[i + 1], route[i]);
    if (!sight.Settle()) return false;
  }
  return true;
}

}  // namespace footfall::nav
