#include "nav/upkeep/area_switches.h"

#include <algorithm>
#include <vector>

#include "nav/mesh/quadtree.h"

namespace footfall::nav {

bool AreaSwitches::Set(const AreaSwitch& row, int rows_max) {
  const bool replaces = Find(row.owner, row.number) != nullptr;
  if (!replaces && rows_.size() >= static_cast<size_t>(rows_max)) {
    ++counts_.full;
    return false;
  }
  if (replaces) Remove(row.owner, row.number);
  rows_.push_back(row);
  counts_.Saw(rows_.size());
  return true;
}

const AreaSwitch* AreaSwitches::Find(uint32_t owner, uint32_t number) const {
  const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const AreaSwitch& row) {
    return row.owner == owner && row.number == number;
  });
  return found == rows_.end() ? nullptr : &*found;
}

bool AreaSwitches::Remove(uint32_t owner, uint32_t number) {
  const AreaSwitch* row = Find(owner, number);
  if (row == nullptr) return false;
  rows_.erase(rows_.begin() + (row - rows_.data()));
  return true;
}

void AreaSwitches::Apply(const TileView& tile, TileOverlay& overlay) const {
  // The latest row that touches a polygon decides, so rows are asked from the last one on, and no more once
  // all polygons are decided: thousands of rows over the same place cost what one does.
  const size_t polys = tile.polys.size();
  for (const SwitchKind kind : {SwitchKind::kPedPaths, SwitchKind::kNavMesh}) {
    std::vector<bool> is_decided(polys, false);
    size_t left = polys;
    for (auto row = rows_.rbegin(); row != rows_.rend() && left > 0; ++row) {
      if (row->kind != kind) continue;
      ForEachPolyTouching(tile, RangeOf(row->area), [&](PolyIndex poly) {
        if (is_decided[poly] || !Touches(row->area, PolyView(tile, nullptr, poly))) return;
        is_decided[poly] = true;
        --left;
        if (kind == SwitchKind::kNavMesh) {
          overlay.SetPolyDisabled(poly, !row->on);
        } else {
          overlay.SetPolySwitchedOff(poly, !row->on);
        }
      });
    }
  }
}

}  // namespace footfall::nav
