#ifndef FOOTFALL_NAV_SERVER_INDEX_TABLE_H_
#define FOOTFALL_NAV_SERVER_INDEX_TABLE_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "platform/check.h"

namespace footfall::nav {

// Finds a 32-bit value by a 64-bit key in constant time, whatever the number of keys. Open addressing with
// linear probing; the room is taken once. It is never walked, so its layout decides nothing.
class IndexTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // REQUIRES: never more than `keys_max` keys at once.
  explicit IndexTable(size_t keys_max) : cells_(std::bit_ceil(keys_max * 2 + 2)) {}

  // kNone when the key is absent.
  uint32_t Find(uint64_t key) const { return cells_[Locate(key)].value; }

  // Adds the key or changes its value. REQUIRES: value != kNone.
  void Set(uint64_t key, uint32_t value) {
    FOOTFALL_CHECK(value != kNone);
    Cell& cell = cells_[Locate(key)];
    if (cell.value == kNone) {
      ++keys_count_;
      FOOTFALL_CHECK(keys_count_ * 2 <= cells_.size());
    }
    cell = {key, value};
  }

  // Without effect when the key is absent.
  void Erase(uint64_t key) {
    size_t hole = Locate(key);
    if (cells_[hole].value == kNone) {
      return;
    }
    --keys_count_;
    // Keys further on that would no longer be found past the hole move into it.
    for (size_t i = Next(hole); cells_[i].value != kNone; i = Next(i)) {
      const size_t home = Home(cells_[i].key);
      if (((i - home) & Mask()) >= ((i - hole) & Mask())) {
        cells_[hole] = cells_[i];
        hole = i;
      }
    }
    cells_[hole] = {};
  }

  void Clear() {
    cells_.assign(cells_.size(), {});
    keys_count_ = 0;
  }

 private:
  struct Cell {
    uint64_t key = 0;
    uint32_t value = kNone;
  };

  size_t Mask() const { return cells_.size() - 1; }
  size_t Next(size_t i) const { return (i + 1) & Mask(); }
  // Multiplying by an odd number near 2^64 / golden ratio spreads keys that follow one another.
  size_t Home(uint64_t key) const { return static_cast<size_t>((key * 0x9E3779B97F4A7C15U) >> 32) & Mask(); }
  // The cell of the key, or the free one where it would go.
  size_t Locate(uint64_t key) const {
    size_t i = Home(key);
    while (cells_[i].value != kNone && cells_[i].key != key) {
      i = Next(i);
    }
    return i;
  }

  std::vector<Cell> cells_;
  size_t keys_count_ = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_INDEX_TABLE_H_
