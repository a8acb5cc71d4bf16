#include <algorithm>
#include <cmath>
#include <limits>

#include "nav/mesh/quadtree.h"
#include "nav/query/nearest.h"
#include "nav/query/nearest_on_poly.h"
#include "nav/query/outline.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

// Keeps the nearest of all polygons offered to it, sorted. `distance` of an entry is squared until Finish.
class Nearest {
 public:
  Nearest(Vec3 p, const SnapLimits& limits, float distance_max, std::span<NearestResult> kept)
      : p_(p), limits_(limits), bound_sq_(distance_max * distance_max), kept_(kept) {}

  // Each polygon at most once.
  void Offer(const NavView::Slot& slot, PolyIndex poly) {
    const TileView& tile = *slot.tile;
    if (BoxDistanceSq(tile.boxes[poly], p_) > bound_sq_) return;
    if (slot.overlay != nullptr && slot.overlay->IsPolyDisabled(poly)) return;
    NearestResult found;
    found.poly = PolyRef(tile.index, poly);
    if (!NearestWithin(PolyView(tile, slot.overlay, poly), p_, limits_, found.point)) return;
    found.distance = LengthSq(found.point - p_);
    if (found.distance > bound_sq_ || (IsFull() && !ComesBefore(found, kept_[count_ - 1]))) return;
    Insert(found);
    if (IsFull()) bound_sq_ = kept_[count_ - 1].distance;
  }

  // No polygon farther away than this in XY can still be kept.
  float reach() const { return std::min(limits_.xy, std::sqrt(bound_sq_)); }

  size_t Finish() {
    for (NearestResult& kept : kept_.first(count_)) kept.distance = std::sqrt(kept.distance);
    return count_;
  }

 private:
  static bool ComesBefore(const NearestResult& a, const NearestResult& b) {
    return a.distance < b.distance || (a.distance == b.distance && a.poly < b.poly);
  }

  bool IsFull() const { return count_ == kept_.size(); }

  void Insert(const NearestResult& found) {
    if (!IsFull()) ++count_;
    size_t at = count_ - 1;
    for (; at > 0 && ComesBefore(found, kept_[at - 1]); --at) kept_[at] = kept_[at - 1];
    kept_[at] = found;
  }

  Vec3 p_;
  SnapLimits limits_;
  float bound_sq_;
  std::span<NearestResult> kept_;
  size_t count_ = 0;
};

}  // namespace

size_t NearestPolys(const NavView& view, Vec3 p, const SnapLimits& limits, float distance_max,
                    std::span<NearestResult> nearest) {
  if (!platform::IsFinite(p) || !(limits.xy >= 0) || !(distance_max >= 0) || nearest.empty()) return 0;
  Nearest found(p, limits, distance_max, nearest);
  const float reach = found.reach();
  const TileRange tiles = TilesTouching({p.x - reach, p.y - reach}, {p.x + reach, p.y + reach});
  for (int y = tiles.low_y; y <= tiles.high_y; ++y) {
    for (int x = tiles.low_x; x <= tiles.high_x; ++x) {
      const NavView::Slot& slot = view.slot(static_cast<MeshIndex>(y * kTilesX + x));
      if (slot.tile == nullptr) continue;
      ForEachPolyTouching(*slot.tile, RangeAround(Xy(p), found.reach()),
                          [&](PolyIndex poly) { found.Offer(slot, poly); });
    }
  }
  return found.Finish();
}

}  // namespace footfall::nav
