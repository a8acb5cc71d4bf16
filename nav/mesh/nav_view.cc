#include "nav/mesh/nav_view.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "platform/check.h"

namespace footfall::nav {

const NavView::Slot NavView::kEmptySlot;

bool NavView::Contains(PolyRef ref) const {
  if ((ref.value >> (kAdjPolyBits + kIndexBits)) != 0) return false;
  const Slot& s = slot(ref.mesh());
  return s.tile != nullptr && ref.poly() < s.tile->polys.size();
}

NavViewBuilder::NavViewBuilder() : view_(new NavView) {}

NavViewBuilder::NavViewBuilder(const NavView& from)
    : view_(new NavView(from)), tiles_(from.tiles_), overlays_(from.overlays_) {}

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
  if (index >= view_->slots_.size()) {
    view_->slots_.resize(index + 1U);
    tiles_.resize(index + 1U);
    overlays_.resize(index + 1U);
  }
  view_->has_build_id_ = true;
  view_->build_id_ = tile->build_id;
  NavView::Slot& slot = view_->slots_[index];
  slot.tile = tile.get();
  slot.overlay = nullptr;
  ++slot.generation;
  tiles_[index] = std::move(tile);
  overlays_[index] = nullptr;
}

void NavViewBuilder::SetOverlay(MeshIndex index, std::shared_ptr<const TileOverlay> overlay) {
  FOOTFALL_CHECK(view_->IsResident(index));
  NavView::Slot& slot = view_->slots_[index];
  if (overlay != nullptr) {
    FOOTFALL_CHECK(overlay->polys_count() == slot.tile->polys.size());
    FOOTFALL_CHECK(overlay->edges_count() == slot.tile->edges.size());
  }
  slot.overlay = overlay.get();
  ++slot.generation;
  overlays_[index] = std::move(overlay);
}

void NavViewBuilder::Remove(MeshIndex index) {
  if (!view_->IsResident(index)) return;
  NavView::Slot& slot = view_->slots_[index];
  slot.tile = nullptr;
  slot.overlay = nullptr;
  ++slot.generation;
  tiles_[index] = nullptr;
  overlays_[index] = nullptr;
}

std::shared_ptr<const NavView> NavViewBuilder::Build() {
  view_->resident_.clear();
  bool any = false;
  for (size_t i = 0; i < view_->slots_.size(); ++i) {
    if (view_->slots_[i].tile == nullptr) continue;
    any = true;
    if (i <= kLastMapIndex) view_->resident_.push_back(static_cast<MeshIndex>(i));
  }
  // An empty view belongs to no build: the next tile decides.
  if (!any) view_->has_build_id_ = false;
  if (!any) view_->build_id_ = 0;
  view_->tiles_ = std::move(tiles_);
  view_->overlays_ = std::move(overlays_);
  ++view_->generation_;
  tiles_.clear();
  overlays_.clear();
  return std::shared_ptr<const NavView>(std::exchange(view_, std::make_unique<NavView>()).release());
}

}  // namespace footfall::nav
