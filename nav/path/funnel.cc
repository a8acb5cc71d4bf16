#include "nav/path/funnel.h"

#include "platform/check.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

// Twice the signed area of a, b, c: positive when c lies left of a-b. In double: differences of lattice
// points are exact in float and their products in double.
double Turn(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double abx = static_cast<double>(b.x) - static_cast<double>(a.x);
  const double aby = static_cast<double>(b.y) - static_cast<double>(a.y);
  const double acx = static_cast<double>(c.x) - static_cast<double>(a.x);
  const double acy = static_cast<double>(c.y) - static_cast<double>(a.y);
  return abx * acy - aby * acx;
}

bool SameXy(const Vec3& a, const Vec3& b) { return a.x == b.x && a.y == b.y; }

// The funnel in progress: an apex and the two sides that can still be seen from it.
struct Funnel {
  Vec3 apex;
  FunnelCorner left;
  FunnelCorner right;

  // A side that lies on the apex limits nothing.
  bool IsLeftOfLeft(const Vec3& p) const {
    return !SameXy(apex, left.point) && Turn(apex, left.point, p) > 0;
  }
  bool IsRightOfRight(const Vec3& p) const {
    return !SameXy(apex, right.point) && Turn(apex, right.point, p) < 0;
  }
};

}  // namespace

void PullString(Vec3 start, std::span<const Portal> portals, Vec3 end, std::vector<FunnelCorner>& out) {
  const uint32_t count = static_cast<uint32_t>(portals.size());
  if (count == 0) {
    out.push_back({end, 0});
    return;
  }
  Funnel funnel{start, {portals[0].left, 0}, {portals[0].right, 0}};
  uint32_t i = 1;
  for (;;) {
    const Vec3& next_left = i < count ? portals[i].left : end;
    const Vec3& next_right = i < count ? portals[i].right : end;
    const FunnelCorner* corner = nullptr;
    if (funnel.IsLeftOfLeft(next_right)) {
      corner = &funnel.left;
    } else if (funnel.IsRightOfRight(next_left)) {
      corner = &funnel.right;
    }
    if (corner != nullptr) {
      const FunnelCorner at = *corner;
      FOOTFALL_DCHECK(at.portal < i);
      out.push_back(at);
      const uint32_t next = at.portal + 1;
      funnel.apex = at.point;
      funnel.left = next < count ? FunnelCorner{portals[next].left, next} : FunnelCorner{end, count};
      funnel.right = next < count ? FunnelCorner{portals[next].right, next} : FunnelCorner{end, count};
      if (next >= count) break;
      i = next + 1;
      continue;
    }
    if (i == count) break;
    if (!funnel.IsRightOfRight(next_right)) funnel.right = {next_right, i};
    if (!funnel.IsLeftOfLeft(next_left)) funnel.left = {next_left, i};
    ++i;
  }
  out.push_back({end, count});
}

}  // namespace footfall::nav
