#include "nav/path/string_pulling.h"

#include "nav/path/landing.h"
#include "nav/path/path_result.h"
#include "platform/check.h"

namespace footfall::nav {
namespace {

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

// The two forced points of a climb, drop or link (NAV-156).
struct Action {
  Vec3 leave;
  Vec3 arrive;
  uint16_t flag;
};

Action ActionOf(const NavView& view, const CorridorStep& from, const CorridorStep& to) {
  const PolyView before = view.Poly(from.poly);
  const int entry = to.entry;
  if (to.entry_kind == EntryKind::kEdge) {
    return {EdgeMiddle(before, entry), Landing(before, entry, view.Poly(to.poly)),
            FlagOf(before.Edge(entry).type())};
  }
  const TileView& tile = before.tile();
  const LinkRecord& link =
      tile.links[tile.link_indices[before.record().first_link() + static_cast<uint32_t>(entry)]];
  return {tile.Decode(link.start), tile.Decode(link.end), FlagOf(static_cast<LinkKind>(link.kind))};
}

// Whether the step is plain walking, and over what.
bool IsPortal(const NavView& view, const CorridorStep& from, const CorridorStep& to, Portal* portal) {
  if (to.over_portal) {
    *portal = to.portal;
    return true;
  }
  const PolyView before = view.Poly(from.poly);
  if (to.entry_kind != EntryKind::kEdge || before.Edge(to.entry).type() != AdjacencyType::kNormal)
    return false;
  *portal = {before.Vertex(to.entry), before.EdgeEnd(to.entry)};
  return true;
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

bool StringPuller::Pull(RouteSight& sight, const std::vector<CorridorStep>& corridor, Vec3 start, Vec3 end,
                        std::vector<RoutePoint>& out) {
  const NavView& view = sight.view();
  FOOTFALL_CHECK(!corridor.empty());
  out.clear();
  portals_.clear();
  crossings_ = 0;
  out.push_back({start, corridor.front().poly, 0, true});
  leg_start_ = start;
  size_t leg_first = 0;
  for (size_t k = 1; k < corridor.size(); ++k) {
    Portal portal;
    if (IsPortal(view, corridor[k - 1], corridor[k], &portal)) {
      portals_.push_back(portal);
      continue;
    }
    const Action action = ActionOf(view, corridor[k - 1], corridor[k]);
    FinishLeg(corridor, leg_first, action.leave, out);
    out.back().flags |= action.flag;
    out.back().forced = true;
    out.push_back({action.arrive, corridor[k].poly, 0, true});
    leg_start_ = action.arrive;
    leg_first = k;
  }
  FinishLeg(corridor, leg_first, end, out);
  out.back().forced = true;
  sight.CountCrossings(crossings_);
  if (!sight.Settle()) return false;
  return out.size() == 2 || ShortenBySight(sight, out);
}

bool StringPuller::PullPoints(RouteSight& sight, const std::vector<CorridorStep>& corridor, Vec3 start,
                              Vec3 end, const SearchShape& shape, std::vector<RoutePoint>& out) {
  FOOTFALL_CHECK(!corridor.empty());
  out.clear();
  out.push_back({start, corridor.front().poly, 0, true});
  for (size_t k = 1; k < corridor.size(); ++k) {
    Portal portal;
    if (IsPortal(sight.view(), corridor[k - 1], corridor[k], &portal)) {
      out.push_back({corridor[k].point, corridor[k - 1].poly, 0, false});
      continue;
    }
    const Action action = ActionOf(sight.view(), corridor[k - 1], corridor[k]);
    out.push_back({action.leave, corridor[k - 1].poly, action.flag, true});
    out.push_back({action.arrive, corridor[k].poly, 0, true});
  }
  // The search may have ended at the last of these points.
  if (out.size() > 1 && out.back().point == end) out.pop_back();
  out.push_back({end, corridor.back().poly, 0, true});
  sight.CountCrossings(static_cast<uint32_t>(corridor.size()));
  return sight.Settle() && (out.size() == 2 || ShortenBySight(sight, out, &shape));
}

}  // namespace footfall::nav
