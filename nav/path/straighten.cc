#include "nav/path/straighten.h"

#include "nav/path/landing.h"

namespace footfall::nav {

using platform::Vec3;

// XY length of the taut string through portals_.
double Straightener::LengthOf(Vec3 start, Vec3 end) {
  corners_.clear();
  PullString(start, portals_, end, corners_);
  double length = 0;
  Vec3 last = start;
  for (const FunnelCorner& corner : corners_) {
    length += platform::Distance(platform::Xy(last), platform::Xy(corner.point));
    last = corner.point;
  }
  return length;
}

void Straightener::Run(const NavView& view, const MovementRules& rules, SearchNodes& nodes,
                       FragmentOverlay& overlay, Vec3 start, Vec3 end, platform::CostMeter& meter,
                       std::vector<CorridorStep>& corridor) {
  done_.assign(corridor.begin(), corridor.begin() + 1);
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
    const TautSearch::Leg leg{corridor[first].node, start, corridor[last].node, leave,
                              last > first ? LengthOf(start, leave) : 0};
    const double straight = platform::Distance(platform::Xy(start), platform::Xy(leave));
    if (leg.length > kGoodEnough * straight && search_.FindShorter(leg, rules, nodes, overlay, meter, steps_)) {
      done_.insert(done_.end(), steps_.begin(), steps_.end());
    } else {
      done_.insert(done_.end(), corridor.begin() + static_cast<ptrdiff_t>(first) + 1,
                   corridor.begin() + static_cast<ptrdiff_t>(last) + 1);
    }
    if (!is_last) done_.push_back(corridor[last + 1]);
    start = arrive;
    first = last + 1;
  }
  corridor.assign(done_.begin(), done_.end());
}

}  // namespace footfall::nav
