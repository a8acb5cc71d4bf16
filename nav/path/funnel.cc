#include "nav/path/funnel.h"

#include "platform/check.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

// A way in XY, in double: differences of lattice points are exact in float and their products in double.
struct Way {
  double x;
  double y;
};

Way WayTo(const Vec3& to, const Vec3& from) {
  return {static_cast<double>(to.x) - static_cast<double>(from.x),
          static_cast<double>(to.y) - static_cast<double>(from.y)};
}

// Positive when b leads to the left of a; 0 if either has no length.
double Turn(const Way& a, const Way& b) { return a.x * b.y - a.y * b.x; }

// A side of the funnel: the portal that it ends on, and the way there from the apex. One that ends on the
// apex itself limits nothing.
struct Side {
  uint32_t portal;
  Way way;
};

}  // namespace

void PullString(Vec3 start, std::span<const Portal> portals, Vec3 end, std::vector<FunnelCorner>& out) {
  const uint32_t count = static_cast<uint32_t>(portals.size());
  if (count == 0) {
    out.push_back({end, 0});
    return;
  }
  // Behind the portals stands the end, as one without width.
  const Portal at_end{end, end};
  const auto portal = [&](uint32_t i) -> const Portal& { return i < count ? portals[i] : at_end; };
  Vec3 apex = start;
  Side left{0, WayTo(portals[0].left, apex)};
  Side right{0, WayTo(portals[0].right, apex)};
  for (uint32_t i = 1;;) {
    const Way to_left = WayTo(portal(i).left, apex);
    const Way to_right = WayTo(portal(i).right, apex);
    const bool bends_left = Turn(left.way, to_right) > 0;
    if (bends_left || Turn(right.way, to_left) < 0) {
      const FunnelCorner corner = bends_left ? FunnelCorner{portal(left.portal).left, left.portal}
                                             : FunnelCorner{portal(right.portal).right, right.portal};
      FOOTFALL_DCHECK(corner.portal < i);
      out.push_back(corner);
      const uint32_t next = corner.portal + 1;
      if (next >= count) break;
      apex = corner.point;
      left = {next, WayTo(portal(next).left, apex)};
      right = {next, WayTo(portal(next).right, apex)};
      i = next + 1;
      continue;
    }
    if (i == count) break;
    // Chosen, not branched to: nobody can predict which side moves.
    right = Turn(right.way, to_right) < 0 ? right : Side{i, to_right};
    left = Turn(left.way, to_left) > 0 ? left : Side{i, to_left};
    ++i;
  }
  out.push_back({end, count});
}

}  // namespace footfall::nav
