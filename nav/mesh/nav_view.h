#ifndef FOOTFALL_NAV_MESH_NAV_VIEW_H_
#define FOOTFALL_NAV_MESH_NAV_VIEW_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "nav/mesh/tile_overlay.h"
#include "nav/mesh/tile_view.h"
#include "nav/mesh/types.h"
#include "platform/profile.h"
#include "platform/vec.h"

namespace footfall::nav {

class ObjectSnapshot;  // nav/dynamic/object_snapshot.h

// What every reader of the mesh sees (R22): for each resident tile its constant blob and its copy-on-write
// overlay, each with a generation. Immutable once published: path orders, the query plane, peds and snapshots
// hold a `std::shared_ptr<const NavView>` and may read it on any thread. Placing a tile or changing an
// overlay makes a new view.
class NavView {
 public:
  struct Slot {
    const TileView* tile = nullptr;        // null: not resident
    const TileOverlay* overlay = nullptr;  // null: nothing changed in this tile
    uint32_t generation = 0;
  };

  // A view without tiles.
  NavView() : tiles_(std::make_shared<const Tiles>()) {}

  // Changes whenever anything that a search can see changes (WorldStamp.mesh_generation).
  uint64_t generation() const { return generation_; }
  uint64_t build_id() const { return tiles_->build_id; }

  // Any index; kNoNavMesh, the unused gap and tiles that are not resident give an empty slot without touching
  // memory (NAV-014).
  const Slot& slot(MeshIndex index) const {
    const size_t at = static_cast<size_t>(index) - first_;
    return at < slots_count_ ? slots_[at] : kEmptySlot;
  }
  bool IsResident(MeshIndex index) const { return slot(index).tile != nullptr; }
  // True when the index is known to belong to the data set: its tile is or was resident, or was declared.
  bool IsInDataSet(MeshIndex index) const { return slot(index).generation != 0; }
  // True when the reference names a polygon of a resident tile. For references that come from outside.
  bool Contains(PolyRef ref) const {
    if ((ref.value >> (kAdjPolyBits + kIndexBits)) != 0) return false;
    const Slot& s = slot(ref.mesh());
    return s.tile != nullptr && ref.poly() < s.tile->polys.size();
  }

  // The polygon's data with its overlay applied. REQUIRES: Contains(ref).
  PolyView Poly(PolyRef ref) const {
    const Slot& s = slots_[size_t{ref.mesh()} - first_];
    return PolyView(*s.tile, s.overlay, ref.poly());
  }

  // The tile's overlay for somebody who keeps it; null: none. Costs a search among the resident tiles.
  std::shared_ptr<const TileOverlay> OverlayOf(MeshIndex index) const;

  // The dynamic objects as of this view; null when there are none. Lives as long as the view.
  const ObjectSnapshot* objects() const { return objects_.get(); }

  // The cost table that was tuned at run time; null: the profile's holds (NAV-147). Lives as long as the
  // view.
  const platform::MovementCosts* movement_costs() const { return movement_costs_.get(); }

  // Resident map tiles, ascending.
  const std::vector<MeshIndex>& resident() const { return tiles_->resident; }

 private:
  friend class NavViewBuilder;
  // Keeps alive what a slot points to.
  struct Held {
    MeshIndex index;
    std::shared_ptr<const TileView> tile;
    std::shared_ptr<const TileOverlay> overlay;
  };
  // The tiles' part. Views that differ in their objects alone share it.
  struct Tiles {
    // Slots of the indices from `first` on: a level of few tiles pays for these alone.
    std::vector<Slot> slots;
    size_t first = 0;
    std::vector<MeshIndex> resident;
    std::vector<Held> held;  // ascending index
    uint64_t build_id = 0;
    bool has_build_id = false;
  };
  static const Slot kEmptySlot;

  std::shared_ptr<const Tiles> tiles_;
  const Slot* slots_ = nullptr;  // these three are of `tiles_`, for what asks often
  size_t slots_count_ = 0;
  size_t first_ = 0;
  std::shared_ptr<const ObjectSnapshot> objects_;
  std::shared_ptr<const platform::MovementCosts> movement_costs_;
  uint64_t generation_ = 0;
};

// Makes a view from the one before by placing and removing tiles and overlays. Main thread.
class NavViewBuilder {
 public:
  NavViewBuilder();
  // Starts from a published view, whose tiles are shared until one changes here.
  explicit NavViewBuilder(const NavView& from);
  // Whether Place would take the tile: FAILED_PRECONDITION names both build ids when it is of another build
  // than the tiles already there (NAV-024), INVALID_ARGUMENT an index that is neither map nor dynamic. A
  // refused tile's index stays "not loaded".
  absl::Status CheckPlacement(const TileView& tile) const;
  // Replaces what stood at the index, its overlay too. REQUIRES: `tile` was validated, its own index is
  // `index`, CheckPlacement(*tile) is ok.
  void Place(MeshIndex index, std::shared_ptr<const TileView> tile);
  // Null takes the overlay away. REQUIRES: the tile is resident and the overlay has its sizes.
  void SetOverlay(MeshIndex index, std::shared_ptr<const TileOverlay> overlay);
  void Remove(MeshIndex index);
  // Says that the index belongs to the data set though its tile was not resident yet.
  void Declare(MeshIndex index);
  // For a restored world: Build gives this generation, which must be above 0.
  void SetGeneration(uint64_t generation) { generation_ = generation - 1; }
  // The same for an index of the data set. REQUIRES: it was placed or declared here; above 0.
  void SetTileGeneration(MeshIndex index, uint32_t generation) { MakeSlot(index).generation = generation; }
  // Null takes the objects away. Their own generation is the snapshot's.
  void SetObjects(std::shared_ptr<const ObjectSnapshot> objects);
  // Null: the profile's costs hold again.
  void SetMovementCosts(std::shared_ptr<const platform::MovementCosts> costs);
  // Leaves the builder empty. The generation is one above the view it came from.
  std::shared_ptr<const NavView> Build();

 private:
  const NavView::Tiles& tiles() const { return changed_ != nullptr ? *changed_ : *tiles_; }
  // A copy of its own from the first change on.
  NavView::Tiles& Change();
  // The slot, made if the table does not reach there yet.
  NavView::Slot& MakeSlot(MeshIndex index);
  bool IsResident(MeshIndex index) const;
  // REQUIRES: the index is resident.
  NavView::Slot& SlotOf(MeshIndex index) { return Change().slots[index - Change().first]; }
  // Where the index is held or belongs.
  std::vector<NavView::Held>::iterator Find(MeshIndex index);

  std::shared_ptr<const NavView::Tiles> tiles_;  // of the view before
  std::shared_ptr<NavView::Tiles> changed_;      // null: nothing changed
  std::shared_ptr<const ObjectSnapshot> objects_;
  std::shared_ptr<const platform::MovementCosts> movement_costs_;
  uint64_t generation_ = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_NAV_VIEW_H_
