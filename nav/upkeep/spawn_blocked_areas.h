#ifndef FOOTFALL_NAV_UPKEEP_SPAWN_BLOCKED_AREAS_H_
#define FOOTFALL_NAV_UPKEEP_SPAWN_BLOCKED_AREAS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "nav/upkeep/area.h"
#include "nav/upkeep/table_counts.h"

namespace footfall::nav {

// An area in which no ambient ped is spawned (NAV-265, OQ-55).
struct SpawnBlockedArea {
  uint32_t owner = 0;      // source of the command or, later, of the shock event; 0: the world itself
  uint32_t number = 0;     // the owner's own name for it
  Area area;               // a box or a sphere
  int64_t expires_ns = 0;  // simulation time; 0: until it is removed

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("owner", self.owner);
    visitor.Field("number", self.number);
    visitor.Field("area", self.area);
    visitor.Field("expires_ns", self.expires_ns);
  }
  std::string Restored() const;
};

// Copied as a whole to save and restore; main thread.
class SpawnBlockedAreas {
 public:
  // False, counted, when all `rows_max` places are taken. The owner's area of the same number is replaced.
  // REQUIRES: the area has no fault and is a box or a sphere.
  bool Put(const SpawnBlockedArea& row, int rows_max);
  // False when the owner has none of this number.
  bool Remove(uint32_t owner, uint32_t number);
  void RemoveOwner(uint32_t owner);
  // Lets areas go whose time is over; true when there was one.
  bool Expire(int64_t now_ns);

  bool Blocks(platform::Vec3 point) const;
  const std::vector<SpawnBlockedArea>& rows() const { return rows_; }
  const TableCounts& counts() const { return counts_; }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Rows("rows", self.rows_);
    visitor.Field("counts", self.counts_);
  }

 private:
  std::vector<SpawnBlockedArea> rows_;
  TableCounts counts_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_SPAWN_BLOCKED_AREAS_H_
