#include "nav/query/nearest.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "nav/mesh/fixed_box.h"
#include "nav/mesh/orientation.h"
#include "nav/mesh/quadtree.h"
#include "nav/query/outline.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

// The point of the polygon's outline that is nearest to p in XY; the first edge wins a tie.
Vec3 NearestOnOutline(const PolyOutline& outline, Vec2 p) {
  Vec3 best;
  float best_sq = std::numeric_limits<float>::infinity();
  for (int n = 0; n < outline.count; ++n) {
    const Vec3 a = outline.vertices[n];
    const Vec3 b = outline.vertices[outline.Next(n)];
    const Vec2 along = Xy(b) - Xy(a);
    const float t = std::clamp(Dot(p - Xy(a), along) / LengthSq(along), 0.0F, 1.0F);
    const Vec3 at = Lerp(a, b, t);
    const float distance_sq = LengthSq(p - Xy(at));
    if (distance_sq < best_sq) {
      best_sq = distance_sq;
      best = at;
    }
  }
  return best;
}

bool Inside(const PolyOutline& outline, Vec2 p) {
  for (int n = 0; n < outline.count; ++n) {
    if (Side(Xy(outline.vertices[n]), Xy(outline.vertices[outline.Next(n)]), p) > 0) return false;
  }
  return true;
}

// Collects the best of all polygons offered to it. Kept small: it lives in registers during a search.
class Best {
 public:
  Best(Vec3 p, const SnapLimits& limits) : p_(p), limits_(limits), xy_sq_(limits.xy * limits.xy) {}

  void Offer(const NavView::Slot& slot, PolyIndex poly) {
    const TileView& tile = *slot.tile;
    const PolyRef ref(tile.index, poly);
    if (ref == result_.poly || BoxDistanceSq(tile.boxes[poly]) > best_sq_) return;
    if (slot.overlay != nullptr && slot.overlay->IsPolyDisabled(poly)) return;
    const PolyOutline outline(tile, poly);
    Vec3 at;
    if (Inside(outline, Xy(p_))) {
      at = {p_.x, p_.y, PolyView(tile, slot.overlay, poly).Height(Xy(p_))};
    } else {
      at = NearestOnOutline(outline, Xy(p_));
      if (!(LengthSq(Xy(at) - Xy(p_)) <= xy_sq_)) return;
    }
    const float rise = at.z - p_.z;
    if (!(rise <= limits_.up) || !(rise >= -limits_.down)) return;
    const float distance_sq = LengthSq(at - p_);
    if (distance_sq > best_sq_ || (distance_sq == best_sq_ && result_.poly.valid() && result_.poly < ref))
      return;
    best_sq_ = distance_sq;
    result_.poly = ref;
    result_.point = at;
  }

  // No polygon farther away than this in XY can still win.
  float reach() const { return std::min(limits_.xy, std::sqrt(best_sq_)); }

  NearestResult Finish() {
    if (result_.poly.valid()) result_.distance = std::sqrt(best_sq_);
    return result_;
  }

 private:
  float BoxDistanceSq(const FixedBox& box) const {
    const float dx = std::max({MinMetres(box, 0) - p_.x, p_.x - MaxMetres(box, 0), 0.0F});
    const float dy = std::max({MinMetres(box, 1) - p_.y, p_.y - MaxMetres(box, 1), 0.0F});
    const float dz = std::max({MinMetres(box, 2) - p_.z, p_.z - MaxMetres(box, 2), 0.0F});
    return dx * dx + dy * dy + dz * dz;
  }

  Vec3 p_;
  SnapLimits limits_;
  float xy_sq_;
  float best_sq_ = std::numeric_limits<float>::infinity();
  NearestResult result_;
};

void SearchTile(const NavView::Slot& slot, Vec3 p, const SnapLimits& limits, Best& best) {
  const float reach = best.reach();
  FixedBox range = FixedBoxOf({p.x - reach, p.y - reach, p.z - limits.down});
  Include(range, {p.x + reach, p.y + reach, p.z + limits.up});
  ForEachPolyTouching(*slot.tile, range, [&](PolyIndex poly) {
    if (OverlapsZ(slot.tile->boxes[poly], range)) best.Offer(slot, poly);
  });
}

}  // namespace

NearestResult NearestPoly(const NavView& view, Vec3 p, const SnapLimits& limits) {
  if (!platform::IsFinite(p) || !(limits.xy >= 0)) return {};
  Best best(p, limits);
  // The point's own leaf first: it nearly always gives a bound that spares the other leaves.
  const NavView::Slot& own = view.slot(MeshIndexAt(p.x, p.y));
  if (own.tile != nullptr) {
    if (const auto leaf = LeafAt(*own.tile, Xy(p)); leaf.has_value()) {
      for (const uint16_t poly : leaf->polys) best.Offer(own, static_cast<PolyIndex>(poly));
    }
  }
  const float reach = best.reach();
  const TileRange tiles = TilesTouching({p.x - reach, p.y - reach}, {p.x + reach, p.y + reach});
  for (int y = tiles.low_y; y <= tiles.high_y; ++y) {
    for (int x = tiles.low_x; x <= tiles.high_x; ++x) {
      const NavView::Slot& slot = view.slot(static_cast<MeshIndex>(y * kTilesX + x));
      if (slot.tile != nullptr) SearchTile(slot, p, limits, best);
    }
  }
  return best.Finish();
}

}  // namespace footfall::nav
