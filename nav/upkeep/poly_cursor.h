#ifndef FOOTFALL_NAV_UPKEEP_POLY_CURSOR_H_
#define FOOTFALL_NAV_UPKEEP_POLY_CURSOR_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "nav/mesh/nav_view.h"

namespace footfall::nav {

// A walk over the polygons of a list of tiles that goes on where it stopped (R16: a cursor per job is state).
// A tile that is not resident any more is passed over.
class PolyCursor {
 public:
  void Begin(std::vector<MeshIndex> tiles) {
    tiles_ = std::move(tiles);
    tile_at_ = 0;
    poly_at_ = 0;
  }
  bool at_end() const { return tile_at_ >= tiles_.size(); }
  const std::vector<MeshIndex>& tiles() const { return tiles_; }

  // Calls fn(poly) for at most `units` polygons; a tile without one left costs a unit too. Returns the units
  // used.
  template <class Fn>
  uint64_t Walk(const NavView& view, uint64_t units, Fn&& fn) {
    uint64_t used = 0;
    while (!at_end() && used < units) {
      ++used;
      const NavView::Slot& slot = view.slot(tiles_[tile_at_]);
      if (slot.tile == nullptr || poly_at_ >= slot.tile->polys.size()) {
        ++tile_at_;
        poly_at_ = 0;
        continue;
      }
      fn(PolyView(*slot.tile, slot.overlay, static_cast<PolyIndex>(poly_at_++)));
    }
    return used;
  }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Column("tiles", self.tiles_);
    visitor.Field("tile_at", self.tile_at_);
    visitor.Field("poly_at", self.poly_at_);
  }

 private:
  std::vector<MeshIndex> tiles_;
  uint32_t tile_at_ = 0;
  uint32_t poly_at_ = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_POLY_CURSOR_H_
