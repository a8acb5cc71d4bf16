#include "nav/path/straighten.h"

#include "nav/path/landing.h"

namespace footfall::nav {

using platform::Vec3;

// The part of the leg corridor[first..last] from the last corner of the taut string before a fragment to the
// first one behind them all: what lies beyond is not the objects' doing. corners_ hold the string.
Straightener::Window Straightener::WindowOf(const SearchNodes& nodes, FragmentOverlay& overlay,
                                            const std::vector<CorridorStep>& corridor, size_t first,
                                            size_t last, Vec3 start, Vec3 end) const {
  const auto is_at_wall = [&](const FunnelCorner& corner) {
    return overlay.TurnAt({corner.point.x, corner.point.y}, corridor[first + corner.portal].node) !=
           TurnPoints::kNone;
  };
  size_t first_cut = first;
  while (first_cut <= last && !nodes.IsFragment(corridor[first_cut].node)) ++first_cut;
  size_t last_cut = last;
  while (last_cut > first && !nodes.IsFragment(corridor[last_cut].node)) --last_cut;
  Window window{first, last, start, end, 0};
  size_t from = 0;
  size_t to = corners_.size();
  if (first_cut <= last) {
    // Portal n leads from step first + n to the next one.
    while (from + 1 < corners_.size() && first + corners_[from].portal + 1 < first_cut) ++from;
    // A bend in the open is the corridor's doing: the shortest way may begin to turn before it.
    while (from > 0 && !is_at_wall(corners_[from - 1])) --from;
    if (from > 0) {
      window.first = first + corners_[from - 1].portal + 1;
      window.start = corners_[from - 1].point;
    }
    to = from;
    while (to + 1 < corners_.size() && first + corners_[to].portal < last_cut) ++to;
    while (to + 1 < corners_.size() && !is_at_wall(corners_[to])) ++to;
    if (to + 1 < corners_.size()) {
      window.last = first + corners_[to].portal;
      window.end = corners_[to].point;
    }
    ++to;
  }
  Vec3 before = window.start;
  for (size_t n = from; n < to; ++n) {
    window.length += platform::Distance(platform::Xy(before), platform::Xy(corners_[n].point));
    before = corners_[n].point;
  }
  return window;
}

void Straightener::Run(const NavView& view, const MovementRules& rules, SearchNodes& nodes,
                       FragmentOverlay& overlay, Vec3 start, Vec3 end, platform::CostMeter& meter,
                       std::vector<CorridorStep>& corridor) {
  done_.assign(corridor.begin(), corridor.begin() + 1);
  const auto keep = [&](size_t from, size_t to) {
    done_.insert(done_.end(), corridor.begin() + static_cast<ptrdiff_t>(from),
                 corridor.begin() + static_cast<ptrdiff_t>(to));
  };
  for (size_t first = 0; first < corridor.size();) {
    size_t last = first;
    portals_.clear();
    while (last + 1 < corridor.size() && corridor[last + 1].over_portal) {
      portals_.push_back(corridor[++last].portal);
    }
    Vec3 leave = end;
    Vec3 arrive;
    const bool is_last = last + 1 == corridor.size();
    if (!is_last) {
      const CorridorStep& step = corridor[last + 1];
      ForcedPoints(view.Poly(corridor[last].poly), step.entry_kind == EntryKind::kEdge, step.entry,
                   view.Poly(step.poly), &leave, &arrive);
    }
    corners_.clear();
    PullString(start, portals_, leave, corners_);
    const Window window = WindowOf(nodes, overlay, corridor, first, last, start, leave);
    const TautSearch::Leg leg{corridor[window.first].node, window.start, corridor[window.last].node,
                              window.end, window.length};
    const double straight = platform::Distance(platform::Xy(window.start), platform::Xy(window.end));
    if (window.first < window.last && leg.length > kGoodEnough * straight &&
        search_.FindShorter(leg, rules, nodes, overlay, meter, steps_)) {
      keep(first + 1, window.first + 1);
      done_.insert(done_.end(), steps_.begin(), steps_.end());
      keep(window.last + 1, last + 1);
    } else {
      keep(first + 1, last + 1);
    }
    if (!is_last) keep(last + 1, last + 2);
    start = arrive;
    first = last + 1;
  }
  corridor.assign(done_.begin(), done_.end());
}

}  // namespace footfall::nav
