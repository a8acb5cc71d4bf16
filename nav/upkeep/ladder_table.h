#ifndef FOOTFALL_NAV_UPKEEP_LADDER_TABLE_H_
#define FOOTFALL_NAV_UPKEEP_LADDER_TABLE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/upkeep/table_counts.h"

namespace footfall::nav {

// A ladder is crowded when this many peds stand this near to one of its ends, m (OQ-49).
inline constexpr int kLadderCrowd = 3;
inline constexpr float kLadderCrowdDistance = 2.0F;
// How long a crowded ladder stays blocked, simulation ms (OQ-49).
inline constexpr int64_t kLadderBlockedMs = 5000;

// The ends of a ladder, in any order: both of its directions have them.
struct LadderEnds {
  platform::Vec3 a;
  platform::Vec3 b;
};

struct BlockedLadder {
  platform::Vec3 a;
  platform::Vec3 b;
  int64_t expires_ns = 0;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("a", self.a);
    visitor.Field("b", self.b);
    visitor.Field("expires_ns", self.expires_ns);
  }
};

// The ladder of the resident tiles with an end nearest to the point, within kLadderCrowdDistance in space;
// ties: lowest tile, then link.
std::optional<LadderEnds> NearestLadder(const NavView& view, platform::Vec3 point);
// Whether so many of the peds stand near an end (OQ-49). Positions in metres.
bool IsCrowded(const LadderEnds& ladder, std::span<const platform::Vec3> peds);

// Ladders that no search takes for a while, so that peds do not queue at them (NAV-271). Copied as a whole to
// save and restore; main thread.
class LadderTable {
 public:
  // Blocks the ladder until kLadderBlockedMs from now; one that is blocked is blocked longer. In a full table
  // the oldest entry goes, which is counted (OQ-49). Adds the tiles in which something changed.
  void Block(const NavView& view, const LadderEnds& ladder, int64_t now_ns, int rows_max,
             std::vector<MeshIndex>& changed);
  // Lets the entries go that have expired. Adds the tiles in which something changed.
  void Expire(const NavView& view, int64_t now_ns, std::vector<MeshIndex>& changed);
  void Apply(const TileView& tile, TileOverlay& overlay) const;

  // The oldest first.
  const std::vector<BlockedLadder>& rows() const { return rows_; }
  const TableCounts& counts() const { return counts_; }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Rows("rows", self.rows_);
    visitor.Field("counts", self.counts_);
  }

 private:
  std::vector<BlockedLadder> rows_;
  TableCounts counts_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_LADDER_TABLE_H_
