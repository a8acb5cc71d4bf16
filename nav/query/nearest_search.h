#ifndef FOOTFALL_NAV_QUERY_NEAREST_SEARCH_H_
#define FOOTFALL_NAV_QUERY_NEAREST_SEARCH_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "nav/mesh/nav_view.h"
#include "nav/mesh/quadtree.h"
#include "nav/query/nearest.h"
#include "nav/query/nearest_on_poly.h"
#include "nav/query/outline.h"

// The nearest few polygons among those that a caller accepts: the search behind NearestPolys and behind the
// closest-position query.
namespace footfall::nav {

// The order of answers: the nearer first, the lower polygon id among equals.
inline bool ComesBefore(const NearestResult& a, const NearestResult& b) {
  return a.distance < b.distance || (a.distance == b.distance && a.poly < b.poly);
}

// Keeps the nearest of all polygons offered to it that `accept(const PolyView&, const NearestResult&)` takes,
// sorted. It is asked only of those that would be kept; `distance` is then squared, and so it is of the
// entries until Finish. `look(): bool` is called for each polygon looked at; false ends the search.
template <class Accept, class Look>
class NearestSearch {
 public:
  NearestSearch(platform::Vec3 p, const SnapLimits& limits, float distance_max, std::span<NearestResult> kept,
                Accept& accept, Look& look)
      : p_(p),
        limits_(limits),
        bound_sq_(distance_max * distance_max),
        kept_(kept),
        accept_(accept),
        look_(look) {}

  void Run(const NavView& view) {
    const float reach = Reach();
    const TileRange tiles = TilesTouching({p_.x - reach, p_.y - reach}, {p_.x + reach, p_.y + reach});
    // The point's own tile first: it nearly always gives a bound that spares the others.
    const MeshIndex own = MeshIndexAt(p_.x, p_.y);
    if (own != kNoNavMesh) SearchTile(view.slot(own));
    for (int y = tiles.low_y; y <= tiles.high_y; ++y) {
      for (int x = tiles.low_x; x <= tiles.high_x; ++x) {
        const auto index = static_cast<MeshIndex>(y * kTilesX + x);
        if (index != own) SearchTile(view.slot(index));
      }
    }
  }

  size_t Finish() {
    for (NearestResult& kept : kept_.first(count_)) kept.distance = std::sqrt(kept.distance);
    return count_;
  }

 private:
  // No polygon farther away than this in XY can still be kept.
  float Reach() const { return std::min(limits_.xy, std::sqrt(bound_sq_)); }
  bool IsFull() const { return count_ == kept_.size(); }

  void SearchTile(const NavView::Slot& slot) {
    if (slot.tile == nullptr || is_over_) return;
    ForEachPolyTouching(*slot.tile, RangeAround(Xy(p_), Reach()), [&](PolyIndex poly) { Offer(slot, poly); });
  }

  void Offer(const NavView::Slot& slot, PolyIndex index) {
    const TileView& tile = *slot.tile;
    if (is_over_ || BoxDistanceSq(tile.boxes[index], p_) > bound_sq_) return;
    is_over_ = !look_();
    if (is_over_ || (slot.overlay != nullptr && slot.overlay->IsPolyDisabled(index))) return;
    const PolyView poly(tile, slot.overlay, index);
    NearestResult found;
    found.poly = poly.ref();
    if (!NearestWithin(poly, p_, limits_, found.point)) return;
    found.distance = LengthSq(found.point - p_);
    if (found.distance > bound_sq_ || (IsFull() && !ComesBefore(found, kept_[count_ - 1]))) return;
    if (!accept_(poly, found)) return;
    Insert(found);
    if (IsFull()) bound_sq_ = kept_[count_ - 1].distance;
  }

  void Insert(const NearestResult& found) {
    if (!IsFull()) ++count_;
    size_t at = count_ - 1;
    for (; at > 0 && ComesBefore(found, kept_[at - 1]); --at) kept_[at] = kept_[at - 1];
    kept_[at] = found;
  }

  const platform::Vec3 p_;
  const SnapLimits limits_;
  float bound_sq_;
  std::span<NearestResult> kept_;
  size_t count_ = 0;
  bool is_over_ = false;
  Accept& accept_;
  Look& look_;
};

// Fills `nearest` from the front and returns how many there are. See NearestPolys for limits and order.
template <class Accept, class Look>
size_t NearestPolysThat(const NavView& view, platform::Vec3 p, const SnapLimits& limits, float distance_max,
                        std::span<NearestResult> nearest, Accept&& accept, Look&& look) {
  if (!platform::IsFinite(p) || !(limits.xy >= 0) || !(distance_max >= 0) || nearest.empty()) return 0;
  NearestSearch search(p, limits, distance_max, nearest, accept, look);
  search.Run(view);
  return search.Finish();
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_NEAREST_SEARCH_H_
