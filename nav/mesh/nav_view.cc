#include "nav/mesh/nav_view.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "platform/check.h"

namespace footfall::nav {

const NavView::Slot NavView::kEmptySlot;

NavViewBuilder::NavViewBuilder() : view_(new NavView) {}

NavViewBuilder::NavViewBuilder(const NavView& from) : view_(new NavView(from)) {}

std::vector<NavView::Held>::iterator NavViewBuilder::Find(MeshIndex index) {
  return std::lower_bound(view_->held_.begin(), view_->held_.end(), index,
                          [](const NavView::Held& held, MeshIndex wanted) { return held.index < wanted; });
}

NavView::Slot& NavViewBuilder::MakeSlot(MeshIndex index) {
  std::vector<NavView::Slot>& slots = view_->slots_;
  size_t& first = view_->first_;
  if (slots.empty()) first = index;
  if (index < first) {
    // Down to the start of its row, so that tiles placed in falling order move the table once a row.
    const size_t lower = size_t{index} / kTilesX * kTilesX;
    slots.insert(slots.begin(), first - lower, NavView::Slot());
    first = lower;
  }
  if (index - first >= slots.size()) slots.resize(index - first + 1);
  return slots[index - first];
}

absl::Status NavViewBuilder::CheckPlacement(const TileView& tile) const {
  if (tile.index > kLastDynamicIndex) {
    return absl::InvalidArgumentError(
        absl::StrFormat("tile %d: index is outside 0..%d", tile.index, kLastDynamicIndex));
  }
  if (view_->has_build_id_ && tile.build_id != view_->build_id_) {
    return absl::FailedPreconditionError(
        absl::StrFormat("tile %d: build id %016x differs from build id %016x of the resident tiles",
                        tile.index, tile.build_id, view_->build_id_));
  }
  return absl::OkStatus();
}

void NavViewBuilder::Place(MeshIndex index, std::shared_ptr<const TileView> tile) {
  FOOTFALL_CHECK(tile != nullptr);
  FOOTFALL_CHECK(tile->index == index);
  FOOTFALL_CHECK(CheckPlacement(*tile).ok());
  view_->has_build_id_ = true;
  view_->build_id_ = tile->build_id;
  NavView::Slot& slot = MakeSlot(index);
  slot.tile = tile.get();
  slot.overlay = nullptr;
  ++slot.generation;
  auto at = Find(index);
  if (at == view_->held_.end() || at->index != index) at = view_->held_.insert(at, {index, nullptr, nullptr});
  at->tile = std::move(tile);
  at->overlay = nullptr;
}

void NavViewBuilder::SetOverlay(MeshIndex index, std::shared_ptr<const TileOverlay> overlay) {
  FOOTFALL_CHECK(view_->IsResident(index));
  NavView::Slot& slot = SlotOf(index);
  if (overlay != nullptr) {
    FOOTFALL_CHECK(overlay->polys_count() == slot.tile->polys.size());
    FOOTFALL_CHECK(overlay->edges_count() == slot.tile->edges.size());
  }
  slot.overlay = overlay.get();
  ++slot.generation;
  Find(index)->overlay = std::move(overlay);
}

void NavViewBuilder::Remove(MeshIndex index) {
  if (!view_->IsResident(index)) return;
  NavView::Slot& slot = SlotOf(index);
  slot.tile = nullptr;
  slot.overlay = nullptr;
  ++slot.generation;
  view_->held_.erase(Find(index));
}

void NavViewBuilder::SetObjects(std::shared_ptr<const ObjectSnapshot> objects) {
  view_->objects_ = std::move(objects);
}

void NavViewBuilder::Declare(MeshIndex index) {
  FOOTFALL_CHECK(index <= kLastDynamicIndex);
  uint32_t& generation = MakeSlot(index).generation;
  if (generation == 0) generation = 1;
}

std::shared_ptr<const NavView> NavViewBuilder::Build() {
  view_->resident_.clear();
  for (const NavView::Held& held : view_->held_) {
    if (held.index <= kLastMapIndex) view_->resident_.push_back(held.index);
  }
  // An empty view belongs to no build: the next tile decides.
  if (view_->held_.empty()) {
    view_->has_build_id_ = false;
    view_->build_id_ = 0;
  }
  ++view_->generation_;
  return std::shared_ptr<const NavView>(std::exchange(view_, std::make_unique<NavView>()).release());
}

}  // namespace footfall::nav
