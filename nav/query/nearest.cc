#include "nav/query/nearest.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "nav/mesh/fixed_box.h"
#include "nav/mesh/quadtree.h"
#include "nav/query/nearest_on_poly.h"
#include "nav/query/outline.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

// Collects the best of all polygons offered to it. Kept small: it lives in registers during a search.
class Best {
 public:
  Best(Vec3 p, const SnapLimits& limits) : p_(p), limits_(limits) {}

  void Offer(const NavView::Slot& slot, PolyIndex poly) {
    const TileView& tile = *slot.tile;
    const PolyRef ref(tile.index, poly);
    const bool is_first = !result_.poly.valid();
    if (!is_first && (ref == result_.poly || BoxDistanceSq(tile.boxes[poly], p_) > best_sq_)) return;
    if (slot.overlay != nullptr && slot.overlay->IsPolyDisabled(poly)) return;
    const PolyView outline(tile, slot.overlay, poly);
    Vec3 at;
    if (!NearestWithin(outline, p_, limits_, at)) return;
    const float distance_sq = LengthSq(at - p_);
    if (distance_sq > best_sq_ || (distance_sq == best_sq_ && !is_first && result_.poly < ref)) return;
    best_sq_ = distance_sq;
    result_.poly = ref;
    result_.point = at;
  }

  // Whether no polygon that lies at least this far away in XY can still win.
  bool IsWithin(float distance) const { return best_sq_ < distance * distance; }
  // No polygon farther away than this in XY can still win.
  float reach() const { return std::min(limits_.xy, std::sqrt(best_sq_)); }

  NearestResult Finish() {
    if (result_.poly.valid()) result_.distance = std::sqrt(best_sq_);
    return result_;
  }

 private:
  Vec3 p_;
  SnapLimits limits_;
  float best_sq_ = std::numeric_limits<float>::infinity();
  NearestResult result_;
};

void SearchTile(const NavView::Slot& slot, Vec3 p, const SnapLimits& limits, Best& best) {
  FixedBox range = RangeAround(Xy(p), best.reach());
  range.min[2] = FixedFloor(p.z - limits.down, 0);
  range.max[2] = FixedCeil(p.z + limits.up, 0);
  ForEachPolyTouching(*slot.tile, range, [&](PolyIndex poly) {
    if (OverlapsZ(slot.tile->boxes[poly], range)) best.Offer(slot, poly);
  });
}

// How far the point is from the nearest border of a cell of the boxes' lattice that holds it.
float BorderDistance(const FixedBox& cell, Vec3 p) {
  return std::min(std::min(p.x - MinMetres(cell, 0), MaxMetres(cell, 0) - p.x),
                  std::min(p.y - MinMetres(cell, 1), MaxMetres(cell, 1) - p.y));
}

// Offers the polygons of the point's own leaf, those first whose boxes hold the point: they nearly always
// give a bound that leaves none of the others. True when nothing outside this leaf can be nearer.
bool SearchOwnLeaf(const NavView& view, Vec3 p, Best& best) {
  const MeshIndex index = MeshIndexAt(p.x, p.y);
  const NavView::Slot& slot = view.slot(index);
  if (slot.tile == nullptr) return false;
  const auto leaf = LeafAt(*slot.tile, Xy(p));
  if (!leaf.has_value()) return false;
  const FixedBox own = RangeAround(Xy(p), 0);
  const auto offer = [&](PolyIndex poly) { best.Offer(slot, poly); };
  ForThoseOf(
      *slot.tile, leaf->polys, [&](const FixedBox& box) { return CoversXy(box, own); }, offer);
  // A box that does not cover the cell of the point, and whatever lies outside of the leaf or tile, begins at
  // a border of the cell or beyond.
  if (best.IsWithin(BorderDistance(own, p))) return true;
  const FixedBox range = RangeAround(Xy(p), best.reach());
  ForThoseOf(
      *slot.tile, leaf->polys,
      [&](const FixedBox& box) {
        return (static_cast<int>(OverlapsXy(box, range)) & static_cast<int>(!CoversXy(box, own))) != 0;
      },
      offer);
  // The leaf's square and the tile's, whichever ends sooner; other tiles may begin at the very border.
  const float reach = best.reach();
  const QuadSquare& square = leaf->square;
  const int column = index % kTilesX;
  const int row = index / kTilesX;
  const auto border = [](int tile) { return kWorldMin + kTileSize * static_cast<float>(tile); };
  const float low_x = std::max(StepsToMetres(square.x), border(column));
  const float low_y = std::max(StepsToMetres(square.y), border(row));
  const float high_x = std::min(StepsToMetres(square.x + square.size), border(column + 1));
  const float high_y = std::min(StepsToMetres(square.y + square.size), border(row + 1));
  return p.x - reach > low_x && p.x + reach < high_x && p.y - reach > low_y && p.y + reach < high_y;
}

}  // namespace

NearestResult NearestPoly(const NavView& view, Vec3 p, const SnapLimits& limits) {
  if (!platform::IsFinite(p) || !(limits.xy >= 0)) return {};
  Best best(p, limits);
  // It nearly always gives a bound that spares the other leaves.
  if (SearchOwnLeaf(view, p, best)) return best.Finish();
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

NearestResult NearestPolyOn(const NavView& view, MeshIndex mesh, Vec3 p, const SnapLimits& limits) {
  const NavView::Slot& slot = view.slot(mesh);
  if (slot.tile == nullptr || !platform::IsFinite(p) || !(limits.xy >= 0)) return {};
  Best best(p, limits);
  SearchTile(slot, p, limits, best);
  return best.Finish();
}

}  // namespace footfall::nav
