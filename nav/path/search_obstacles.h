#ifndef FOOTFALL_NAV_PATH_SEARCH_OBSTACLES_H_
#define FOOTFALL_NAV_PATH_SEARCH_OBSTACLES_H_

#include <cstdint>
#include <vector>

#include "nav/dynamic/object_filter.h"
#include "nav/dynamic/object_snapshot.h"
#include "nav/dynamic/poly_cutter.h"
#include "nav/mesh/tile_view.h"
#include "platform/vec.h"

namespace footfall::nav {

// The objects that block one search (NAV-126, NAV-217): those near a polygon, found through squares of 16 m
// that are filled from the snapshot when a search first comes there. What a search costs therefore depends on
// the objects around it and not on how many there are. One object a worker; keeps its buffers.
class SearchObstacles {
 public:
  // How much farther than the filter's margin polygons are cut, m: what rounding the corners of fragments to
  // floats may take away at the world's rim.
  static constexpr double kClearance = 0.0006;
  // A sight line may come this much nearer to an object than the margin, m.
  static constexpr float kSightSlack = 0.0003F;

  SearchObstacles();

  // `objects` may be null and must outlive the search, with what the filter's spans point to.
  void Begin(const ObjectSnapshot* objects, const ObjectFilter& filter);

  // False: nothing blocks, and nothing below need be asked.
  bool active() const { return objects_ != nullptr; }

  // What of the objects near lies on a polygon's surface; empty for most. Valid until the next call. Order:
  // ascending id.
  std::span<const CutBlocker> BlockersOn(const PolyView& poly);

  // The objects around the polygons that were asked for, ascending id, each once: for pictures. Allocates.
  std::vector<const DynamicObject*> Seen() const;

  // Object LOS (NAV-230), for lines that become part of a path: strict to less than a millimetre, which the
  // LOS of others is not (kObjectTouch).
  bool BlocksLine(platform::Vec3 from, platform::Vec3 to) const {
    return active() && objects_->LineBlocked(from, to, 0, sight_filter_);
  }
  const ObjectFilter& filter() const { return filter_; }
  bool Holds(platform::Vec3 point) const { return active() && objects_->CircleOverlaps(point, filter_); }

 private:
  static constexpr int kSquareBits = 6;         // 64 steps of a FixedBox: 16 m
  static constexpr uint32_t kTableSize = 4096;  // entries; a power of two
  // Polygons over more squares than this ask the snapshot.
  static constexpr int kSquaresMax = 16;

  struct Near {
    FixedBox box;
    const DynamicObject* object;
  };
  struct Square {
    uint32_t search = 0;
    uint32_t code = 0;
    uint32_t first = 0;
    uint32_t count = 0;
  };
  const Square* SquareAt(int x, int y);
  void Collect(const FixedBox& box);
  FixedBox Grown(const FixedBox& coarse) const;

  const ObjectSnapshot* objects_ = nullptr;
  ObjectFilter filter_;
  ObjectFilter sight_filter_;  // its radius grown by what a touching line may lack
  int growth_ = 0;             // steps
  uint32_t search_ = 0;
  uint32_t squares_used_ = 0;
  std::vector<Square> table_;
  std::vector<Near> near_;
  std::vector<const DynamicObject*> found_;
  std::vector<CutBlocker> blockers_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_SEARCH_OBSTACLES_H_
