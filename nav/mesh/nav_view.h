#ifndef FOOTFALL_NAV_MESH_NAV_VIEW_H_
#define FOOTFALL_NAV_MESH_NAV_VIEW_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "nav/mesh/tile_overlay.h"
#include "nav/mesh/tile_view.h"
#include "nav/mesh/types.h"
#include "platform/vec.h"

namespace footfall::nav {

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

  // Changes whenever anything that a search can see changes (WorldStamp.mesh_generation).
  uint64_t generation() const { return generation_; }
  uint64_t build_id() const { return build_id_; }

  // Any index; kNoNavMesh, the unused gap and tiles that are not resident give an empty slot without touching
  // memory (NAV-014).
  const Slot& slot(MeshIndex index) const { return index < slots_.size() ? slots_[index] : kEmptySlot; }
  bool IsResident(MeshIndex index) const { return slot(index).tile != nullptr; }
  // True when the reference names a polygon of a resident tile. For references that come from outside.
  bool Contains(PolyRef ref) const;

  // The polygon's data with its overlay applied. REQUIRES: Contains(ref).
  PolyView Poly(PolyRef ref) const {
    const Slot& s = slots_[ref.mesh()];
    return PolyView(*s.tile, s.overlay, ref.poly());
  }

  // Resident map tiles, ascending.
  const std::vector<MeshIndex>& resident() const { return resident_; }

 private:
  friend class NavViewBuilder;
  static const Slot kEmptySlot;
  std::vector<Slot> slots_;
  std::vector<MeshIndex> resident_;
  std::vector<std::shared_ptr<const void>> keep_alive_;  // packs and overlays
  uint64_t generation_ = 0;
  uint64_t build_id_ = 0;
};

// Makes a view from the one before by placing and removing tiles and overlays. Main thread.
class NavViewBuilder {
 public:
  NavViewBuilder();
  // Starts from a published view; its slots are copied, its tiles kept alive.
  explicit NavViewBuilder(const NavView& from);
  // REQUIRES: `tile` was validated; the index is a map or dynamic index.
  void Place(MeshIndex index, std::shared_ptr<const TileView> tile);
  void SetOverlay(MeshIndex index, std::shared_ptr<const TileOverlay> overlay);
  void Remove(MeshIndex index);
  // Leaves the builder empty. The generation is one above the view it came from.
  std::shared_ptr<const NavView> Build();

 private:
  std::unique_ptr<NavView> view_;
  std::vector<std::shared_ptr<const TileView>> tiles_;
  std::vector<std::shared_ptr<const TileOverlay>> overlays_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_NAV_VIEW_H_
