#ifndef FOOTFALL_NAV_UPKEEP_TABLE_COUNTS_H_
#define FOOTFALL_NAV_UPKEEP_TABLE_COUNTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace footfall::nav {

// What a table of fixed size tells of itself, since the world began.
struct TableCounts {
  uint32_t high_water = 0;  // most rows at a time
  uint64_t full = 0;        // times that something found no room
  friend bool operator==(const TableCounts&, const TableCounts&) = default;

  void Saw(size_t rows) { high_water = std::max(high_water, static_cast<uint32_t>(rows)); }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("high_water", self.high_water);
    visitor.Field("full", self.full);
  }
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_TABLE_COUNTS_H_
