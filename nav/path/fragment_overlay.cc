#include "nav/path/fragment_overlay.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "nav/path/candidate_points.h"
#include "nav/path/landing.h"
#include "nav/query/nearest_on_poly.h"
#include "platform/check.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

// Stretches of one edge whose lines are farther apart than this belong to two edges, m.
constexpr float kSameEdge = 0.02F;
// Shorter common stretches are no way through, m.
constexpr float kOverlapMin = 1e-3F;
// How far from what objects leave free a climb may land, m; whether its end is free is judged later
// (NAV-156).
constexpr float kLandingReach = 1e6F;

Vec2 ToVec2(CutPoint p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }

bool IsFlat(std::span<const Vec3> outline) {
  for (const Vec3& p : outline) {
    if (p.z != outline[0].z) return false;
  }
  return true;
}

// Turns round a vertex of the polygon, from polygon to polygon, until there is a wall; `forward` turns over
// the edges that begin at it. Gives the wall's direction away from the vertex; false when there is none.
bool FindWall(const NavView& view, PolyRef ref, int vertex, bool forward, CutPoint* wall) {
  constexpr int kTurnsMax = 64;
  const Vec2 pivot = view.Poly(ref).VertexXy(vertex);
  PolyRef at = ref;
  for (int turn = 0; turn < kTurnsMax; ++turn) {
    const PolyView poly = view.Poly(at);
    const int edge = forward ? vertex : poly.Before(vertex);
    const PolyRef next = poly.Neighbour(edge);
    bool is_wall = !next.valid() || poly.Edge(edge).type() != AdjacencyType::kNormal ||
                   (poly.EdgeFlags(edge) & kEdgeAdjacencyDisabled) != 0 || !view.Contains(next) ||
                   view.Poly(next).is_disabled();
    int next_vertex = 0;
    if (!is_wall) {
      if (next == ref) return false;
      const PolyView next_poly = view.Poly(next);
      const int count = next_poly.vertex_count();
      while (next_vertex < count && !(next_poly.VertexXy(next_vertex) == pivot)) ++next_vertex;
      is_wall = next_vertex == count;
    }
    if (is_wall) {
      const Vec2 along = poly.VertexXy(forward ? poly.Next(vertex) : poly.Before(vertex)) - pivot;
      const float length = Length(along);
      *wall = {along.x / length, along.y / length};
      return true;
    }
    at = next;
    vertex = next_vertex;
  }
  return false;
}

}  // namespace

void FragmentOverlay::Begin(const NavView& view, SearchNodes& nodes, SearchObstacles* obstacles,
                            platform::CostMeter& meter) {
  view_ = &view;
  nodes_ = &nodes;
  obstacles_ = obstacles;
  meter_ = &meter;
  active_ = obstacles != nullptr && obstacles->active();
  refused_ = 0;
  fragments_.clear();
  corners_.clear();
  links_.clear();
  rims_.clear();
  cuts_.clear();
  if (active_) turns_.Begin();
}

uint32_t FragmentOverlay::Meet(NodeId polygon) {
  const uint32_t known = nodes_->At(polygon).cut;
  if (known != kUnknown) return known;
  const std::span<const CutBlocker> blockers = obstacles_->BlockersOn(nodes_->Poly(polygon));
  const uint32_t cut = blockers.empty() ? kWhole : CutPolygon(polygon, blockers);
  nodes_->At(polygon).cut = cut;
  return cut;
}

uint32_t FragmentOverlay::CutPolygon(NodeId polygon, std::span<const CutBlocker> blockers) {
  const PolyView poly = nodes_->Poly(polygon);
  const int count = poly.vertex_count();
  Vec3 vertices[kMaxPolyVerts];
  outline_.clear();
  for (int n = 0; n < count; ++n) {
    vertices[n] = poly.Vertex(n);
    outline_.push_back({vertices[n].x, vertices[n].y});
  }
  const bool is_flat = IsFlat({vertices, static_cast<size_t>(count)});
  const uint32_t first = fragments_count();
  if (!cutter_.Cut(outline_, blockers, fragments_max_ - first)) {
    ++refused_;
    return kBlocked;
  }
  if (!cutter_.touched()) return kWhole;
  for (const CutBlocker& blocker : blockers) turns_.AddCornersOf(blocker);
  if (cutter_.pieces().empty()) return kBlocked;

  const auto on_surface = [&](CutPoint p) {
    const Vec2 xy = ToVec2(p);
    return Vec3{xy.x, xy.y, is_flat ? vertices[0].z : poly.Height(xy)};
  };
  Cut cut{first, static_cast<uint32_t>(cutter_.pieces().size()), static_cast<uint32_t>(rims_.size()), 0};
  for (const CutPiece& piece : cutter_.pieces()) {
    Fragment fragment;
    fragment.polygon = polygon;
    fragment.node = nodes_->AddFragment();
    fragment.first_corner = static_cast<uint32_t>(corners_.size());
    fragment.first_link = static_cast<uint32_t>(links_.size());
    fragment.corners_count = static_cast<uint16_t>(piece.corners_count);
    for (const CutPoint& p : cutter_.corners(piece)) corners_.push_back(on_surface(p));
    for (const CutPortal& portal : cutter_.portals(piece)) {
      if (portal.is_rim()) {
        rims_.push_back({static_cast<uint32_t>(links_.size()), fragments_count()});
        links_.push_back({on_surface(portal.a), on_surface(portal.b), portal.to});
      } else {
        links_.push_back({on_surface(portal.a), on_surface(portal.b), first + portal.to});
      }
    }
    fragment.links_count = static_cast<uint16_t>(static_cast<uint32_t>(links_.size()) - fragment.first_link);
    fragments_.push_back(fragment);
  }
  cut.rim_count = static_cast<uint32_t>(rims_.size()) - cut.first_rim;
  meter_->Charge(cut.fragments_count);
  cuts_.push_back(cut);
  return kFirstCut + static_cast<uint32_t>(cuts_.size()) - 1;
}

uint32_t FragmentOverlay::TurnAt(CutPoint p, NodeId node) {
  uint32_t turn = turns_.Find(p);
  if (turn == TurnPoints::kNone) {
    const PolyView poly = nodes_->Poly(PolygonOf(node));
    const Vec2 xy = ToVec2(p);
    int vertex = 0;
    while (vertex < poly.vertex_count() && !(poly.VertexXy(vertex) == xy)) ++vertex;
    if (vertex == poly.vertex_count()) return TurnPoints::kNone;
    CutPoint wall;
    CutPoint other_wall;
    const bool is_at_wall = FindWall(*view_, poly.ref(), vertex, true, &wall) &&
                            FindWall(*view_, poly.ref(), vertex, false, &other_wall);
    turn = is_at_wall ? turns_.AddCorner(p, wall, other_wall) : turns_.AddOther(p);
  }
  return turns_.at(turn).is_corner ? turn : TurnPoints::kNone;
}

std::span<const Vec3> FragmentOverlay::CornersOfFragment(uint32_t number) const {
  const Fragment& fragment = fragments_[number];
  return std::span<const Vec3>(corners_).subspan(fragment.first_corner, fragment.corners_count);
}

Vec3 FragmentOverlay::ClosestPoint(NodeId id, Vec2 p) const {
  const PolyView poly = nodes_->Poly(PolygonOf(id));
  if (!nodes_->IsFragment(id)) return ClosestPointOnPoly(poly, p);
  const std::span<const Vec3> corners = CornersOf(id);
  float best_sq = std::numeric_limits<float>::infinity();
  Vec3 best{p.x, p.y, 0};
  bool is_inside = true;
  for (size_t n = 0; n < corners.size(); ++n) {
    const Vec3 a = corners[n];
    const Vec3 b = corners[n + 1 == corners.size() ? 0 : n + 1];
    if (Side(Xy(a), Xy(b), p) > 0) is_inside = false;
    const Vec3 at = NearestOnEdge(a, b, p);
    const float distance_sq = LengthSq(Xy(at) - p);
    if (distance_sq < best_sq) {
      best_sq = distance_sq;
      best = at;
    }
  }
  return is_inside ? Vec3{p.x, p.y, poly.Height(p)} : best;
}

Vec3 FragmentOverlay::CandidateOf(NodeId id, Vec3 target) const {
  const std::span<const Vec3> corners = CornersOf(id);
  Vec3 middle;
  for (const Vec3& corner : corners) middle = middle + corner;
  Vec3 best = middle * (1.0F / static_cast<float>(corners.size()));
  float best_sq = platform::LengthSq(best - target);
  for (size_t n = 0; n < corners.size(); ++n) {
    const Vec3 next = corners[n + 1 == corners.size() ? 0 : n + 1];
    for (int step = 0; step < kPointsPerEdge; ++step) {
      const Vec3 at = platform::Lerp(corners[n], next, static_cast<float>(step) * (1.0F / kPointsPerEdge));
      const float distance_sq = platform::LengthSq(at - target);
      if (distance_sq < best_sq) {
        best_sq = distance_sq;
        best = at;
      }
    }
  }
  return best;
}

NodeId FragmentOverlay::LocateIn(const Cut& cut, Vec2 point, float reach) const {
  NodeId best;
  float best_sq = reach * reach;
  for (uint32_t n = cut.first_fragment; n < cut.first_fragment + cut.fragments_count; ++n) {
    const std::span<const Vec3> corners =
        std::span<const Vec3>(corners_).subspan(fragments_[n].first_corner, fragments_[n].corners_count);
    bool is_inside = true;
    float nearest_sq = std::numeric_limits<float>::infinity();
    for (size_t i = 0; i < corners.size(); ++i) {
      const Vec3 a = corners[i];
      const Vec3 b = corners[i + 1 == corners.size() ? 0 : i + 1];
      if (Side(Xy(a), Xy(b), point) <= 0) continue;
      is_inside = false;
      nearest_sq = std::min(nearest_sq, LengthSq(Xy(NearestOnEdge(a, b, point)) - point));
    }
    if (is_inside) return fragments_[n].node;
    if (nearest_sq < best_sq) {
      best_sq = nearest_sq;
      best = fragments_[n].node;
    }
  }
  return best;
}

NodeId FragmentOverlay::Locate(PolyRef ref, Vec3 point, float reach) {
  const NodeId polygon = nodes_->Find(ref);
  if (!polygon.valid() || !Visit(polygon)) return NodeId();
  const uint32_t state = Meet(polygon);
  if (state == kWhole) return polygon;
  return state == kBlocked ? NodeId() : LocateIn(cuts_[state - kFirstCut], Xy(point), reach);
}

bool FragmentOverlay::CutAround(PolyRef ref, Vec3 point, float radius) {
  around_.clear();
  const NodeId first = nodes_->Find(ref);
  if (!first.valid() || !Visit(first)) return false;
  around_.push_back(first);
  for (size_t at = 0; at < around_.size(); ++at) {
    Meet(around_[at]);
    const PolyView poly = nodes_->Poly(around_[at]);
    for (int n = 0; n < poly.vertex_count(); ++n) {
      if (!poly.Edge(n).has_neighbour() || poly.Edge(n).type() != AdjacencyType::kNormal) continue;
      if (LengthSq(Xy(NearestOnEdge(poly.Vertex(n), poly.EdgeEnd(n), Xy(point))) - Xy(point)) >
          radius * radius) {
        continue;
      }
      const NodeId next = nodes_->Find(poly.Neighbour(n));
      if (!next.valid()) {
        if (nodes_->full()) return false;
        continue;
      }
      if (std::find(around_.begin(), around_.end(), next) != around_.end()) continue;
      if (!Visit(next)) return false;
      around_.push_back(next);
    }
  }
  return true;
}

// The common stretch of a rim part and of the edge a-b that it lies along, in the direction of a-b.
bool FragmentOverlay::Overlap(const Link& part, Vec3 a, Vec3 b, Portal* portal) const {
  const Vec2 along = Xy(b) - Xy(a);
  const float length = Length(along);
  if (!(length > kOverlapMin)) return false;
  const Vec2 unit = along * (1.0F / length);
  if (std::fabs(Cross(unit, Xy(part.a) - Xy(a))) > kSameEdge) return false;
  if (std::fabs(Cross(unit, Xy(part.b) - Xy(a))) > kSameEdge) return false;
  // The part runs against the edge: it is seen from the other side.
  const float from = Dot(unit, Xy(part.b) - Xy(a));
  const float to = Dot(unit, Xy(part.a) - Xy(a));
  if (!(std::min(to, length) - std::max(from, 0.0F) > kOverlapMin)) return false;
  portal->left = from > 0 ? part.b : a;
  portal->right = to < length ? part.a : b;
  return true;
}

void FragmentOverlay::AddWaysInto(const Cut& cut, PolyRef from, NodeWay way) {
  const Vec3 a = way.a;
  const Vec3 b = way.b;
  for (uint32_t n = cut.first_rim; n < cut.first_rim + cut.rim_count; ++n) {
    const Link& part = links_[rims_[n].link];
    const Fragment& fragment = fragments_[rims_[n].fragment];
    if (nodes_->Poly(fragment.polygon).Neighbour(static_cast<int>(part.to & ~kRim)) != from) continue;
    Portal portal;
    if (!Overlap(part, a, b, &portal)) continue;
    way.a = portal.left;
    way.b = portal.right;
    way.to = fragment.node;
    ways_.push_back(way);
  }
}

// The ways over edge `edge` of the polygon, of which the stretch a-b is free on this side.
bool FragmentOverlay::AddWays(NodeId polygon, int edge, Vec3 a, Vec3 b, uint16_t entry) {
  const PolyView poly = nodes_->Poly(polygon);
  const EdgeRecord& record = poly.Edge(edge);
  if (!record.has_neighbour() || (poly.EdgeFlags(edge) & kEdgeAdjacencyDisabled) != 0) return true;
  const NodeId next = nodes_->Find(poly.Neighbour(edge));
  if (!next.valid()) return !nodes_->full();
  if (!Visit(next)) return false;
  const PolyView next_poly = nodes_->Poly(next);
  if (next_poly.is_disabled()) return true;
  const uint32_t state = Meet(next);
  if (state == kBlocked) return true;
  NodeWay way{a, b, next, entry, static_cast<int16_t>(edge), record.type() == AdjacencyType::kNormal};
  if (state == kWhole) {
    ways_.push_back(way);
  } else if (way.is_normal) {
    AddWaysInto(cuts_[state - kFirstCut], poly.ref(), way);
  } else {
    way.to = LocateIn(cuts_[state - kFirstCut], Xy(Landing(poly, edge, next_poly)), kLandingReach);
    if (way.to.valid()) ways_.push_back(way);
  }
  return true;
}

bool FragmentOverlay::FindWays(NodeId id, std::span<const NodeWay>* ways) {
  ways_.clear();
  if (!nodes_->IsFragment(id)) {
    const int count = nodes_->Poly(id).vertex_count();
    for (int n = 0; n < count; ++n) {
      const PolyView poly = nodes_->Poly(id);
      if (!AddWays(id, n, poly.Vertex(n), poly.EdgeEnd(n), static_cast<uint16_t>(n))) return false;
    }
  } else {
    const Fragment fragment = fragments_[nodes_->FragmentOf(id)];
    for (uint32_t k = 0; k < fragment.links_count; ++k) {
      const Link link = links_[fragment.first_link + k];
      const uint16_t entry = static_cast<uint16_t>(k);
      if ((link.to & kRim) == 0) {
        ways_.push_back({link.a, link.b, fragments_[link.to].node, entry, -1, true});
      } else if (!AddWays(fragment.polygon, static_cast<int>(link.to & ~kRim), link.a, link.b, entry)) {
        return false;
      }
    }
  }
  for (const NodeWay& way : ways_) {
    if (!Visit(way.to)) return false;
  }
  *ways = ways_;
  return true;
}

int FragmentOverlay::EdgeOf(NodeId from, uint16_t entry) const {
  if (!nodes_->IsFragment(from)) return entry;
  const Link& link = links_[fragments_[nodes_->FragmentOf(from)].first_link + entry];
  return (link.to & kRim) == 0 ? -1 : static_cast<int>(link.to & ~kRim);
}

Portal FragmentOverlay::PortalOf(NodeId from, uint16_t entry, NodeId to) {
  Portal portal;
  PolyRef from_ref = nodes_->Ref(from);
  if (nodes_->IsFragment(from)) {
    const Fragment& fragment = fragments_[nodes_->FragmentOf(from)];
    const Link& link = links_[fragment.first_link + entry];
    portal = {link.a, link.b};
    if ((link.to & kRim) == 0) return portal;
    from_ref = nodes_->Ref(fragment.polygon);
  } else {
    const PolyView poly = nodes_->Poly(from);
    portal = {poly.Vertex(entry), poly.EdgeEnd(entry)};
  }
  if (!nodes_->IsFragment(to)) return portal;
  const Fragment& entered = fragments_[nodes_->FragmentOf(to)];
  for (uint32_t k = 0; k < entered.links_count; ++k) {
    const Link& part = links_[entered.first_link + k];
    if ((part.to & kRim) == 0) continue;
    if (nodes_->Poly(entered.polygon).Neighbour(static_cast<int>(part.to & ~kRim)) != from_ref) continue;
    Portal common;
    if (Overlap(part, portal.left, portal.right, &common)) return common;
  }
  return portal;
}

}  // namespace footfall::nav
