#include "nav/query/point_below.h"

#include "nav/mesh/fixed_box.h"
#include "nav/mesh/quadtree.h"
#include "nav/mesh/tile_square.h"
#include "nav/query/outline.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

void SearchTile(const NavView::Slot& slot, Vec3 p, float highest, PointBelowResult& result) {
  const TileView& tile = *slot.tile;
  const auto leaf = LeafAt(tile, Xy(p));
  if (!leaf.has_value()) return;
  for (const uint16_t poly : leaf->polys) {
    if (MinMetres(tile.boxes[poly], 2) > highest) continue;
    const PolyView candidate(tile, slot.overlay, static_cast<PolyIndex>(poly));
    if (!candidate.ContainsXy(Xy(p))) continue;
    const float height = candidate.Height(Xy(p));
    // Polygons come in ascending order of id, so the first of equals stays.
    if (height > highest || (result.poly.valid() && height <= result.point.z)) continue;
    result = {candidate.ref(), {p.x, p.y, height}};
  }
}

}  // namespace

PointBelowResult PointBelow(const NavView& view, Vec3 p, float up_tolerance) {
  PointBelowResult result;
  if (!platform::IsFinite(p)) return result;
  const MeshIndex index = MeshIndexAt(p.x, p.y);
  const bool on_seam = index != kNoNavMesh && (p.x == TileLowX(index) || p.y == TileLowY(index));
  if (index != kNoNavMesh && !on_seam) {
    const NavView::Slot& slot = view.slot(index);
    if (slot.tile != nullptr) SearchTile(slot, p, p.z + up_tolerance, result);
    return result;
  }
  const TileRange tiles = TilesTouching(Xy(p), Xy(p));
  for (int y = tiles.low_y; y <= tiles.high_y; ++y) {
    for (int x = tiles.low_x; x <= tiles.high_x; ++x) {
      const NavView::Slot& slot = view.slot(static_cast<MeshIndex>(y * kTilesX + x));
      if (slot.tile != nullptr) SearchTile(slot, p, p.z + up_tolerance, result);
    }
  }
  return result;
}

}  // namespace footfall::nav
