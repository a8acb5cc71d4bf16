#ifndef FOOTFALL_NAV_UPKEEP_CLIMB_TABLE_H_
#define FOOTFALL_NAV_UPKEEP_CLIMB_TABLE_H_

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/upkeep/table_counts.h"

namespace footfall::nav {

// How far from the position that a ped gives its climb may lie, m (OQ-48).
inline constexpr float kClimbMatchDistance = 1.0F;

// A climb that no search crosses any more: an edge of a tile.
struct DisabledClimb {
  MeshIndex tile = kNoNavMesh;
  uint32_t edge = 0;
  platform::Vec3 position;  // that was asked for
  friend bool operator==(const DisabledClimb&, const DisabledClimb&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("tile", self.tile);
    visitor.Field("edge", self.edge);
    visitor.Field("position", self.position);
  }
};

// Climbs that peds failed at (NAV-270): asked for at any time, disabled in the next housekeeping, until their
// tile is evicted or replaced (OQ-48). Copied as a whole to save and restore; main thread.
class ClimbTable {
 public:
  // False, counted, when `waiting_max` positions wait already: the request is dropped. REQUIRES: finite.
  bool Ask(platform::Vec3 position, int waiting_max);
  // Disables the climb nearest to each waiting position, in their order; one without a climb within
  // kClimbMatchDistance is counted. Adds the tiles in which something changed.
  void Process(const NavView& view, std::vector<MeshIndex>& changed);
  // Forgets the climbs of tiles that went or were replaced by others. `changed`: as TileStreamer::changed.
  void ForgetGone(const NavView& view, std::span<const MeshIndex> changed);
  void Apply(const TileView& tile, TileOverlay& overlay) const;

  const std::vector<platform::Vec3>& waiting() const { return waiting_; }
  // Ascending tile, then edge.
  const std::vector<DisabledClimb>& disabled() const { return disabled_; }
  const TableCounts& counts() const { return counts_; }
  uint64_t unmatched() const { return unmatched_; }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Column("waiting", self.waiting_);
    visitor.Rows("disabled", self.disabled_);
    visitor.Field("counts", self.counts_);
    visitor.Field("unmatched", self.unmatched_);
  }
  std::string Restored() const;

 private:
  std::vector<platform::Vec3> waiting_;
  std::vector<DisabledClimb> disabled_;
  TableCounts counts_;
  uint64_t unmatched_ = 0;
};

// The climb edge of the resident tiles that is nearest to the point in space and within kClimbMatchDistance;
// ties: lowest tile, then edge. Disabled ones count too.
std::optional<DisabledClimb> NearestClimb(const NavView& view, platform::Vec3 point);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_CLIMB_TABLE_H_
