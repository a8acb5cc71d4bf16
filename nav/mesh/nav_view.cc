#include "nav/mesh/nav_view.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "platform/check.h"

namespace footfall::nav {

const NavView::Slot NavView::kEmptySlot;

std::shared_ptr<const TileOverlay> NavView::OverlayOf(MeshIndex index) const {
  if (slot(index).overlay == nullptr) return nullptr;
  const auto at = std::lower_bound(tiles_->held.begin(), tiles_->held.end(), index,
                                   [](const Held& one, MeshIndex wanted) { return one.index < wanted; });
  return at->overlay;
}

NavViewBuilder::NavViewBuilder() : tiles_(std::make_shared<NavView::Tiles>()) {}

NavViewBuilder::NavViewBuilder(const NavView& from)
    : tiles_(from.tiles_),
      objects_(from.objects_),
      movement_costs_(from.movement_costs_),
      generation_(from.generation_) {}

NavView::Tiles& NavViewBuilder::Change() {
  if (changed_ == nullptr) changed_ = std::make_shared<NavView::Tiles>(*tiles_);
  return *changed_;
}

bool NavViewBuilder::IsResident(MeshIndex index) const {
  const size_t at = static_cast<size_t>(index) - tiles().first;
  return at < tiles().slots.size() && tiles().slots[at].tile != nullptr;
}

std::vector<NavView::Held>::iterator NavViewBuilder::Find(MeshIndex index) {
  std::vector<NavView::Held>& held = Change().held;
  return std::lower_bound(held.begin(), held.end(), index,
                          [](const NavView::Held& one, MeshIndex wanted) { return one.index < wanted; });
}

NavView::Slot& NavViewBuilder::MakeSlot(MeshIndex index) {
  std::vector<NavView::Slot>& slots = Change().slots;
  size_t& first = Change().first;
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
  if (tiles().has_build_id && tile.build_id != tiles().build_id) {
    return absl::FailedPreconditionError(
        absl::StrFormat("tile %d: build id %016x differs from build id %016x of the resident tiles",
                        tile.index, tile.build_id, tiles().build_id));
  }
  return absl::OkStatus();
}

void NavViewBuilder::Place(MeshIndex index, std::shared_ptr<const TileView> tile) {
  FOOTFALL_CHECK(tile != nullptr);
  FOOTFALL_CHECK(tile->index == index);
  FOOTFALL_CHECK(CheckPlacement(*tile).ok());
  Change().has_build_id = true;
  Change().build_id = tile->build_id;
  NavView::Slot& slot = MakeSlot(index);
  slot.tile = tile.get();
  slot.overlay = nullptr;
  ++slot.generation;
  auto at = Find(index);
  std::vector<NavView::Held>& held = Change().held;
  if (at == held.end() || at->index != index) at = held.insert(at, {index, nullptr, nullptr});
  at->tile = std::move(tile);
  at->overlay = nullptr;
}

void NavViewBuilder::SetOverlay(MeshIndex index, std::shared_ptr<const TileOverlay> overlay) {
  FOOTFALL_CHECK(IsResident(index));
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
  if (!IsResident(index)) return;
  NavView::Slot& slot = SlotOf(index);
  slot.tile = nullptr;
  slot.overlay = nullptr;
  ++slot.generation;
  Change().held.erase(Find(index));
}

void NavViewBuilder::SetObjects(std::shared_ptr<const ObjectSnapshot> objects) {
  objects_ = std::move(objects);
}

void NavViewBuilder::SetMovementCosts(std::shared_ptr<const platform::MovementCosts> costs) {
  movement_costs_ = std::move(costs);
}

void NavViewBuilder::Declare(MeshIndex index) {
  FOOTFALL_CHECK(index <= kLastDynamicIndex);
  uint32_t& generation = MakeSlot(index).generation;
  if (generation == 0) generation = 1;
}

std::shared_ptr<const NavView> NavViewBuilder::Build() {
  if (changed_ != nullptr) {
    changed_->resident.clear();
    for (const NavView::Held& held : changed_->held) {
      if (held.index <= kLastMapIndex) changed_->resident.push_back(held.index);
    }
    // An empty view belongs to no build: the next tile decides.
    if (changed_->held.empty()) {
      changed_->has_build_id = false;
      changed_->build_id = 0;
    }
    tiles_ = std::move(changed_);
  }
  auto view = std::make_shared<NavView>();
  view->tiles_ = std::exchange(tiles_, std::make_shared<NavView::Tiles>());
  view->slots_ = view->tiles_->slots.data();
  view->slots_count_ = view->tiles_->slots.size();
  view->first_ = view->tiles_->first;
  view->objects_ = std::exchange(objects_, nullptr);
  view->movement_costs_ = std::exchange(movement_costs_, nullptr);
  view->generation_ = std::exchange(generation_, 0) + 1;
  return view;
}

}  // namespace footfall::nav
