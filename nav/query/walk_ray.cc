#include "nav/query/walk_ray.h"

#include <array>
#include <bit>
#include <cmath>

#include "nav/mesh/orientation.h"
#include "nav/mesh/outline_lanes.h"
#include "platform/check.h"

// Each vertex of a polygon is left of the ray, right of it, or touched by it. The sign is computed from the
// vertex alone and in an order that does not depend on the ray's direction, so all polygons round a vertex
// agree and so do a ray and its reverse. A clockwise outline is left by the edge that goes from left to
// right, or else through the touched vertex farthest ahead; then the polygons round that vertex are turned
// through, one way and the other, until one is found that the ray runs on into. Distances along the ray
// decide nothing but the end, so rounding cannot send the walk back.
namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

// Metres: half a step of the lattice. A vertex nearer to the line than this is touched, not passed.
constexpr double kTouch = 1.0 / 512.0;
// Polygons round one vertex that are turned through at the most; the least area of a polygon and its 16
// vertices allow more only on purpose.
constexpr int kTurnsMax = 64;

enum class Blocked : uint8_t { kNo, kWall, kNotResident };

struct Place {
  const NavView::Slot* slot = nullptr;
  PolyIndex poly = 0;
  PolyView view() const { return PolyView(*slot->tile, slot->overlay, poly); }
};

class Walker {
 public:
  Walker(const NavView& view, const WalkFilter& filter, Vec2 from, Vec2 to, bool with_height,
         uint32_t polys_max)
      : view_(view), filter_(filter), with_height_(with_height), polys_max_(polys_max), from_(from), to_(to) {
    // Looked up, not branched to: nobody can predict which way a ray points.
    const Vec2 ends[2] = {from, to};
    const Vec2 base = ends[int{to.x < from.x} | (int{to.x == from.x} & int{to.y < from.y})];
    const double along_x = static_cast<double>(to.x) - from.x;
    const double along_y = static_cast<double>(to.y) - from.y;
    length_ = std::sqrt(along_x * along_x + along_y * along_y);
    base_x_ = _mm_set1_pd(base.x);
    base_y_ = _mm_set1_pd(base.y);
    along_x_ = _mm_set1_pd(along_x);
    along_y_ = _mm_set1_pd(along_y);
    touch_ = _mm_set1_pd(kTouch * length_);
  }

  WalkRay Run(Place at);

 private:
  double SideOf(Vec2 vertex) const {
    return along_x_[0] * (vertex.y - base_y_[0]) - along_y_[0] * (vertex.x - base_x_[0]);
  }
  // 1 left, -1 right, 0 touched.
  int ClassOf(Vec2 vertex) const {
    const double side = SideOf(vertex);
    return side > touch_[0] ? 1 : side < -touch_[0] ? -1 : 0;
  }
  // Metres along the ray.
  double Ahead(Vec2 vertex) const {
    return (along_x_[0] * (static_cast<double>(vertex.x) - from_.x) +
            along_y_[0] * (static_cast<double>(vertex.y) - from_.y)) /
           length_;
  }
  bool IsAheadOnRay(Vec2 vertex, Vec2 of) const { return ClassOf(vertex) == 0 && Ahead(vertex) > Ahead(of); }

  // The edge that a polygon is left by.
  struct Exit {
    int edge = -1;         // -1: none
    uint32_t touched = 0;  // vertices that are neither left nor right, a bit each
    double left = 0;       // SideOf its first vertex
    double right = 0;      // SideOf its second
    Vec2 a;                // the two vertices
    Vec2 b;
  };
  Exit ExitEdge(const PolyView& poly) const;
  int ExitVertex(const PolyView& poly, uint32_t touched) const;
  Blocked CrossEdge(const Place& at, int edge, Place& next) const;
  bool TurnRound(const Place& start, int start_vertex, bool left, Place& next);
  WalkRay Finish(const Place& at, WalkRayOutcome outcome, Vec3 point) const;
  WalkRay Reached(const Place& at) const;
  WalkRay HitEdge(const Place& at, int edge, Vec3 point, Blocked why) const;

  const NavView& view_;
  const WalkFilter& filter_;
  const bool with_height_;
  const uint32_t polys_max_;
  Vec2 from_;
  Vec2 to_;
  __m128d base_x_, base_y_, along_x_, along_y_, touch_;  // the same in both lanes
  double length_;
  uint32_t crossed_ = 0;
  // What stopped the last turn.
  Place stopped_at_;
  int stopped_edge_ = 0;
  Blocked stopped_why_ = Blocked::kNo;
};

Blocked Walker::CrossEdge(const Place& at, int edge, Place& next) const {
  const TileView& tile = *at.slot->tile;
  const uint32_t number = tile.polys[at.poly].first_edge + static_cast<uint32_t>(edge);
  const EdgeRecord& record = tile.edges[number];
  if (!record.has_neighbour() || record.type() != AdjacencyType::kNormal) return Blocked::kWall;
  if (((tile.edge_extra[number] >> 20) & kEdgeAdjacencyDisabled) != 0) return Blocked::kWall;
  if (at.slot->overlay != nullptr && at.slot->overlay->IsEdgeDisabled(number)) return Blocked::kWall;
  const uint32_t mesh = tile.adjacent[record.lookup()];
  next.slot = mesh == tile.index ? at.slot : &view_.slot(static_cast<MeshIndex>(mesh));
  next.poly = record.poly();
  if (next.slot->tile == nullptr || next.poly >= next.slot->tile->polys.size()) return Blocked::kNotResident;
  const PolyView entered(*next.slot->tile, next.slot->overlay, next.poly);
  return entered.is_disabled() || !filter_.Passes(entered) ? Blocked::kWall : Blocked::kNo;
}

// Turns through the polygons round a vertex, beginning with the one beyond the edge that ends (left) or
// begins (right) there. True when one was found that the ray runs on into.
bool Walker::TurnRound(const Place& start, int start_vertex, bool left, Place& next) {
  const Vec3 pivot = start.view().Vertex(start_vertex);
  Place at = start;
  int vertex = start_vertex;
  for (int turn = 0; turn < kTurnsMax; ++turn) {
    const int edge = left ? at.view().Before(vertex) : vertex;
    stopped_why_ = CrossEdge(at, edge, next);
    stopped_at_ = at;
    stopped_edge_ = edge;
    if (stopped_why_ != Blocked::kNo) return false;
    ++crossed_;
    const PolyView poly = next.view();
    vertex = 0;
    while (vertex < poly.vertex_count() && !(poly.Vertex(vertex) == pivot)) ++vertex;
    // A seam whose two sides differ is refused by VerifySeams; here it is a wall.
    stopped_why_ = Blocked::kWall;
    if (vertex == poly.vertex_count()) return false;
    const Vec2 before = poly.VertexXy(poly.Before(vertex));
    const Vec2 after = poly.VertexXy(poly.Next(vertex));
    if (IsAheadOnRay(before, Xy(pivot)) || IsAheadOnRay(after, Xy(pivot))) return true;
    if (ClassOf(before) < 0 && ClassOf(after) > 0) return true;
    at = next;
    if (at.slot == start.slot && at.poly == start.poly) return false;
  }
  return false;
}

WalkRay Walker::Finish(const Place& at, WalkRayOutcome outcome, Vec3 point) const {
  WalkRay result;
  result.outcome = outcome;
  result.last = at.view().ref();
  result.point = point;
  result.crossed = crossed_;
  return result;
}

WalkRay Walker::Reached(const Place& at) const {
  return Finish(at, WalkRayOutcome::kReached, {to_.x, to_.y, with_height_ ? at.view().Height(to_) : 0});
}

WalkRay Walker::HitEdge(const Place& at, int edge, Vec3 point, Blocked why) const {
  WalkRay result =
      Finish(at, why == Blocked::kWall ? WalkRayOutcome::kHit : WalkRayOutcome::kNotResident, point);
  const PolyView poly = at.view();
  const Vec2 along = poly.VertexXy(poly.Next(edge)) - poly.VertexXy(edge);
  result.normal = Vec2{along.y, -along.x} * (1.0F / Length(along));
  return result;
}

// The edge from left to right; a convex outline has one at the most. No branch looks at a side: nobody can
// predict it, and wrong guesses cost more than the vertices behind the edge.
Walker::Exit Walker::ExitEdge(const PolyView& poly) const {
  alignas(16) std::array<double, kMaxPolyVerts> sides;
  alignas(16) std::array<float, kMaxPolyVerts> xs;
  alignas(16) std::array<float, kMaxPolyVerts> ys;
  uint32_t left = 0;
  uint32_t right = 0;
  const auto side_of = [&](__m128 x, __m128 y) {
    return along_x_ * (_mm_cvtps_pd(y) - base_y_) - along_y_ * (_mm_cvtps_pd(x) - base_x_);
  };
  for (int first = 0; first < poly.vertex_count(); first += kLanes) {
    const VertexLanes v = VerticesXy(poly, first);
    const __m128d low = side_of(v.x, v.y);
    const __m128d high = side_of(_mm_movehl_ps(v.x, v.x), _mm_movehl_ps(v.y, v.y));
    _mm_store_pd(&sides[static_cast<size_t>(first)], low);
    _mm_store_pd(&sides[static_cast<size_t>(first) + 2], high);
    _mm_store_ps(&xs[static_cast<size_t>(first)], v.x);
    _mm_store_ps(&ys[static_cast<size_t>(first)], v.y);
    left |= MaskOf(_mm_cmpgt_pd(low, touch_), _mm_cmpgt_pd(high, touch_)) << first;
    right |= MaskOf(_mm_cmplt_pd(low, -touch_), _mm_cmplt_pd(high, -touch_)) << first;
  }
  const uint32_t all = AllVertices(poly);
  const uint32_t exits = left & ToVertexBefore(poly, right & all);
  Exit exit;
  if (exits == 0) {
    exit.touched = ~(left | right) & all;
    return exit;
  }
  exit.edge = std::countr_zero(exits);
  const auto a = static_cast<size_t>(exit.edge);
  const auto b = static_cast<size_t>(poly.Next(exit.edge));
  exit.left = sides[a];
  exit.right = sides[b];
  exit.a = {xs[a], ys[a]};
  exit.b = {xs[b], ys[b]};
  return exit;
}

// The touched vertex farthest ahead, -1 when none is touched.
int Walker::ExitVertex(const PolyView& poly, uint32_t touched) const {
  int farthest = -1;
  double farthest_ahead = 0;
  for (; touched != 0; touched &= touched - 1) {
    const int n = std::countr_zero(touched);
    const double ahead = Ahead(poly.VertexXy(n));
    if (farthest >= 0 && !(ahead > farthest_ahead)) continue;
    farthest = n;
    farthest_ahead = ahead;
  }
  return farthest;
}

WalkRay Walker::Run(Place at) {
  if (length_ == 0) return Reached(at);
  while (crossed_ <= polys_max_) {
    const PolyView poly = at.view();
    const Exit exit = ExitEdge(poly);
    const int exit_vertex = exit.edge < 0 ? ExitVertex(poly, exit.touched) : -1;
    Place next;
    if (exit.edge >= 0) {
      if (Side(exit.a, exit.b, to_) <= 0) return Reached(at);
      const Blocked why = CrossEdge(at, exit.edge, next);
      if (why != Blocked::kNo) {
        const auto t = static_cast<float>(exit.left / (exit.left - exit.right));
        const Vec3 point = Lerp(poly.Vertex(exit.edge), poly.EdgeEnd(exit.edge), t);
        // A wall that the end of the ray lies on, but for rounding, does not block it.
        if (why == Blocked::kWall && Ahead(Xy(point)) >= length_ - kTouch) return Reached(at);
        return HitEdge(at, exit.edge, point, why);
      }
      ++crossed_;
    } else if (exit_vertex >= 0) {
      const Vec3 pivot = poly.Vertex(exit_vertex);
      if (Ahead(Xy(pivot)) >= length_ - kTouch) return Reached(at);
      if (!TurnRound(at, exit_vertex, true, next) && !TurnRound(at, exit_vertex, false, next)) {
        return HitEdge(stopped_at_, stopped_edge_, pivot, stopped_why_);
      }
    } else {
      // The line does not meet the polygon: the start was not on it.
      WalkRay result = Finish(at, WalkRayOutcome::kHit, {from_.x, from_.y, poly.Height(from_)});
      result.normal = (from_ - to_) * static_cast<float>(1.0 / length_);
      return result;
    }
    at = next;
  }
  return Finish(at, WalkRayOutcome::kTooLong, at.view().Centroid());
}

WalkRay Cast(const NavView& view, PolyRef poly, Vec3 from, Vec3 to, const WalkFilter& filter,
             bool with_height, uint32_t polys_max) {
  FOOTFALL_CHECK(view.Contains(poly));
  FOOTFALL_CHECK(platform::IsFinite(from) && platform::IsFinite(to));
  return Walker(view, filter, Xy(from), Xy(to), with_height, polys_max)
      .Run({&view.slot(poly.mesh()), poly.poly()});
}

}  // namespace

WalkRay CastWalkRay(const NavView& view, PolyRef poly, Vec3 from, Vec3 to, const WalkFilter& filter,
                    uint32_t polys_max) {
  return Cast(view, poly, from, to, filter, true, polys_max);
}

WalkRay CastSightLine(const NavView& view, PolyRef poly, Vec3 from, Vec3 to, const WalkFilter& filter) {
  return Cast(view, poly, from, to, filter, false, kWalkRayPolysMax);
}

}  // namespace footfall::nav
