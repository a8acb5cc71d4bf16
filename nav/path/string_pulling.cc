#include "nav/path/string_pulling.h"

#include <algorithm>

#include "nav/path/landing.h"
#include "nav/path/path_result.h"
#include "nav/query/nearest_on_poly.h"
#include "nav/query/walk_ray.h"
#include "platform/check.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

uint16_t FlagOf(AdjacencyType type) {
  switch (type) {
    case AdjacencyType::kClimbLow:
      return kWaypointClimbLow;
    case AdjacencyType::kClimbHigh:
      return kWaypointClimbHigh;
    case AdjacencyType::kDropDown:
      return kWaypointDropDown;
    case AdjacencyType::kNormal:
      break;
  }
  return 0;
}

uint16_t FlagOf(LinkKind kind) {
  switch (kind) {
    case LinkKind::kLadderUp:
      return kWaypointClimbLadder;
    case LinkKind::kLadderDown:
      return kWaypointDescendLadder;
    case LinkKind::kClimbObject:
      return kWaypointClimbObject;
  }
  return 0;
}

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

// Appends the leg's corners. Portal i of the leg leaves the polygon of step first_step + i.
void StringPuller::FinishLeg(const std::vector<CorridorStep>& corridor, size_t first_step, Vec3 end,
                             std::vector<RoutePoint>& out) {
  corners_.clear();
  PullString(leg_start_, portals_, end, corners_);
  crossings_ += static_cast<uint32_t>(portals_.size());
  for (const FunnelCorner& corner : corners_) {
    const Vec3 last = out.back().point;
    const bool is_end = corner.portal == portals_.size();
    if (!is_end && last.x == corner.point.x && last.y == corner.point.y) continue;
    out.push_back({corner.point, corridor[first_step + corner.portal].poly, 0, false});
  }
  portals_.clear();
}

bool StringPuller::Pull(const NavView& view, const std::vector<CorridorStep>& corridor, Vec3 start, Vec3 end,
                        const MovementRules& rules, platform::CostMeter& meter,
                        std::vector<RoutePoint>& out) {
  FOOTFALL_CHECK(!corridor.empty());
  out.clear();
  portals_.clear();
  crossings_ = 0;
  out.push_back({start, corridor.front().poly, 0, true});
  leg_start_ = start;
  size_t leg_first = 0;
  for (size_t k = 1; k < corridor.size(); ++k) {
    const PolyView before = view.Poly(corridor[k - 1].poly);
    const int entry = corridor[k].entry;
    if (corridor[k].over_portal) {
      portals_.push_back(corridor[k].portal);
      continue;
    }
    if (corridor[k].entry_kind == EntryKind::kEdge && before.Edge(entry).type() == AdjacencyType::kNormal) {
      portals_.push_back({before.Vertex(entry), before.EdgeEnd(entry)});
      continue;
    }
    Vec3 leave;
    Vec3 arrive;
    uint16_t flag;
    if (corridor[k].entry_kind == EntryKind::kEdge) {
      leave = EdgeMiddle(before, entry);
      arrive = Landing(before, entry, view.Poly(corridor[k].poly));
      flag = FlagOf(before.Edge(entry).type());
    } else {
      const TileView& tile = before.tile();
      const LinkRecord& link =
          tile.links[tile.link_indices[before.record().first_link() + static_cast<uint32_t>(entry)]];
      leave = tile.Decode(link.start);
      arrive = tile.Decode(link.end);
      flag = FlagOf(static_cast<LinkKind>(link.kind));
    }
    FinishLeg(corridor, leg_first, leave, out);
    out.back().flags |= flag;
    out.back().forced = true;
    out.push_back({arrive, corridor[k].poly, 0, true});
    leg_start_ = arrive;
    leg_first = k;
  }
  FinishLeg(corridor, leg_first, end, out);
  out.back().forced = true;
  ChargeCrossings(meter);
  if (out.size() == 2) return !meter.ShouldStop();
  return Shorten(view, rules, meter, out) && MinimiseDistance(view, rules, meter, out);
}

void StringPuller::ChargeCrossings(platform::CostMeter& meter) {
  meter.Charge(crossings_ / kCrossingsPerUnit);
  crossings_ %= kCrossingsPerUnit;
}

bool StringPuller::Sees(const NavView& view, const MovementRules& rules, const RoutePoint& from, Vec3 to,
                        PolyRef* last) {
  const WalkRay ray =
      CastSightLine(view, from.poly, from.point, to, rules.SightFilter(view.Poly(from.poly).record()));
  crossings_ += ray.crossed + 1;
  *last = ray.last;
  is_stuck_ = platform::LengthSq(platform::Xy(ray.point) - platform::Xy(from.point)) < kStuckSq;
  if (ray.outcome != WalkRayOutcome::kReached) return false;
  if (obstacles_ == nullptr || !obstacles_->BlocksLine(from.point, to)) return true;
  // Where a taut string bends round an object, it cannot move at all either.
  is_stuck_ = true;
  return false;
}

// From each anchor the last point of the run of visible ones becomes the next anchor.
bool StringPuller::Shorten(const NavView& view, const MovementRules& rules, platform::CostMeter& meter,
                           std::vector<RoutePoint>& route) {
  size_t kept = 1;
  size_t next = 1;
  while (next < route.size()) {
    const RoutePoint& anchor = route[kept - 1];
    PolyRef last;
    while (next + 1 < route.size() && !route[next].forced &&
           Sees(view, rules, anchor, route[next + 1].point, &last)) {
      // A sight line may end on another floor than the point's: then it is no shortcut.
      if (last != route[next + 1].poly &&
          !view.Poly(route[next + 1].poly).ContainsXy(platform::Xy(route[next + 1].point)))
        break;
      ++next;
    }
    ChargeCrossings(meter);
    if (meter.ShouldStop()) return false;
    route[kept++] = route[next++];
  }
  route.resize(kept);
  return true;
}

// NAV-157: draws each middle point towards the straight line between its neighbours, as far as both stay
// visible.
bool StringPuller::MinimiseDistance(const NavView& view, const MovementRules& rules,
                                    platform::CostMeter& meter, std::vector<RoutePoint>& route) {
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
      if (!Sees(view, rules, middle, {wanted.x, wanted.y, middle.point.z}, &poly)) {
        // Nearly every corner stands at an obstacle and cannot move at all: then shorter moves are no use
        // either.
        if (is_stuck_) break;
        continue;
      }
      const Vec3 point{wanted.x, wanted.y, view.Poly(poly).Height(wanted)};
      const RoutePoint moved{point, poly, middle.flags, false};
      PolyRef last;
      if (!Sees(view, rules, before, point, &last) || !Sees(view, rules, moved, after.point, &last)) continue;
      middle = moved;
      break;
    }
    ChargeCrossings(meter);
    if (meter.ShouldStop()) return false;
  }
  return true;
}

}  // namespace footfall::nav
