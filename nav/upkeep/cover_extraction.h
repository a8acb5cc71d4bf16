#ifndef FOOTFALL_NAV_UPKEEP_COVER_EXTRACTION_H_
#define FOOTFALL_NAV_UPKEEP_COVER_EXTRACTION_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/upkeep/area.h"
#include "nav/upkeep/table_counts.h"

namespace footfall::nav {

// A place where a ped can take cover, out of a tile's quadtree (NAV-040).
struct CoverPoint {
  platform::Vec3 position;
  MeshIndex tile = kNoNavMesh;
  CoverType type = CoverType::kLowWall;
  uint8_t direction = 0;  // that is covered: 256ths of a turn counter-clockwise from +X
  friend bool operator==(const CoverPoint&, const CoverPoint&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("position", self.position);
    visitor.Field("tile", self.tile);
    visitor.Field("type", self.type);
    visitor.Field("direction", self.direction);
  }
};

using CoverPoints = std::vector<CoverPoint>;

// Cover points of the tiles around, slice by slice into a buffer of fixed size, from which the consumer takes
// some each tick (NAV-259). Producer and consumer are steps of one phase, so neither needs a lock (NAV-260);
// other threads see lists that never change. Copied as a whole to save and restore.
class CoverExtraction {
 public:
  // Step 3 of NAV-057: areas whose tiles are wanted. Taken only while the buffer is not in use (NAV-059).
  // From the first area's centre the nearest tiles come first, at most `tiles_max` (NAV-261); tiles beyond
  // are counted. With another list of tiles, or after a change of the meshes, extraction begins anew. False:
  // nothing has changed.
  bool OfferAreas(std::span<const Area> areas, const NavView& view, int tiles_max);
  // Tiles were placed or removed (NAV-070): what was extracted is forgotten.
  void MeshesChanged();

  bool has_work() const { return stage_ == Stage::kExtracting; }
  // All is extracted and not yet taken.
  bool is_draining() const { return stage_ == Stage::kDraining; }
  // Extracts until the units, one a point and one a tile, are used up or the buffer is full. Returns the
  // units used.
  uint64_t Slice(const NavView& view, uint64_t units, int buffer_max);
  // The consumer's part of a tick: takes `count` points from the tail. When the last one of a round is taken,
  // all of the round become `complete`.
  void Take(int count);

  // Of the last whole round, tile by tile; never null. Immutable: any thread.
  const std::shared_ptr<const CoverPoints>& complete() const { return complete_; }
  const CoverPoints& buffer() const { return buffer_; }
  const std::vector<MeshIndex>& tiles() const { return tiles_; }
  const std::vector<Area>& areas() const { return areas_; }
  const TableCounts& counts() const { return counts_; }
  uint64_t rounds() const { return rounds_; }
  uint64_t restarts() const { return restarts_; }
  uint64_t tiles_refused() const { return tiles_refused_; }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Rows("areas", self.areas_);
    visitor.Column("tiles", self.tiles_);
    visitor.Field("tile_at", self.tile_at_);
    visitor.Field("point_at", self.point_at_);
    visitor.Field("stage", self.stage_);
    visitor.Field("is_stale", self.is_stale_);
    visitor.Field("must_begin", self.must_begin_);
    visitor.Rows("buffer", self.buffer_);
    visitor.Field("taken_digest", self.taken_digest_);
    visitor.Keep("taken", self.taken_);  // hashed by its digest
    visitor.Field("complete_digest", self.complete_digest_);
    visitor.Keep("complete", self.complete_);  // hashed by its digest
    visitor.Field("counts", self.counts_);
    visitor.Field("rounds", self.rounds_);
    visitor.Field("restarts", self.restarts_);
    visitor.Field("tiles_refused", self.tiles_refused_);
  }

 private:
  enum class Stage : uint8_t { kDone, kExtracting, kDraining };
  friend constexpr uint64_t EnumEnd(Stage) { return 3; }

  std::vector<MeshIndex> TilesOf(const NavView& view, int tiles_max);

  std::vector<Area> areas_;
  std::vector<MeshIndex> tiles_;
  uint32_t tile_at_ = 0;
  uint32_t point_at_ = 0;
  Stage stage_ = Stage::kDone;
  bool is_stale_ = true;    // the list of tiles is to be made anew
  bool must_begin_ = true;  // even where it comes out the same
  CoverPoints buffer_;      // the tail, which is taken first, at the front
  CoverPoints taken_;       // of the running round
  uint64_t taken_digest_ = 0;
  std::shared_ptr<const CoverPoints> complete_ = std::make_shared<const CoverPoints>();
  uint64_t complete_digest_ = 0;
  TableCounts counts_;  // `full`: slices that the buffer ended
  uint64_t rounds_ = 0;
  uint64_t restarts_ = 0;  // rounds that a change cut short
  uint64_t tiles_refused_ = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_COVER_EXTRACTION_H_
