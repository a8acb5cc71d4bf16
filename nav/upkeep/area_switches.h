#ifndef FOOTFALL_NAV_UPKEEP_AREA_SWITCHES_H_
#define FOOTFALL_NAV_UPKEEP_AREA_SWITCHES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "nav/upkeep/area.h"
#include "nav/upkeep/table_counts.h"

namespace footfall::nav {

// What an area switch switches (NAV-267). Numbers are part of logs.
enum class SwitchKind : uint8_t {
  kPedPaths = 0,  // off: no ambient ped is spawned there and no wander enters
  kNavMesh = 1,   // off: no search enters
};
constexpr uint64_t EnumEnd(SwitchKind) { return 2; }

// One switch. Its polygons are those of which any part is in the area (area.h, Touches).
struct AreaSwitch {
  uint32_t owner = 0;   // source of the command; the switch ends with it (NAV-268)
  uint32_t number = 0;  // the owner's own name for it
  SwitchKind kind = SwitchKind::kPedPaths;
  bool on = false;
  Area area;  // a box or a sphere

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("owner", self.owner);
    visitor.Field("number", self.number);
    visitor.Field("kind", self.kind);
    visitor.Field("on", self.on);
    visitor.Field("area", self.area);
  }
  std::string Restored() const;
};

// The switches of a world in the order of their creation. Where two of a kind overlap, the later one has the
// last word (NAV-269). Copied as a whole to save and restore; main thread.
class AreaSwitches {
 public:
  // False, counted, when all `rows_max` places are taken: nothing is changed then (NAV-268). The owner's
  // switch of the same number is replaced, and the new one is the latest. REQUIRES: the area has no fault and
  // is a box or a sphere.
  bool Set(const AreaSwitch& row, int rows_max);
  // The owner's switch of this number, or null. Valid until the next change.
  const AreaSwitch* Find(uint32_t owner, uint32_t number) const;
  // False when there is none.
  bool Remove(uint32_t owner, uint32_t number);
  // Sets the bits of one tile (NAV-073).
  void Apply(const TileView& tile, TileOverlay& overlay) const;

  const std::vector<AreaSwitch>& rows() const { return rows_; }
  const TableCounts& counts() const { return counts_; }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Rows("rows", self.rows_);
    visitor.Field("counts", self.counts_);
  }

 private:
  std::vector<AreaSwitch> rows_;
  TableCounts counts_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_AREA_SWITCHES_H_
