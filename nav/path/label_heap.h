#ifndef FOOTFALL_NAV_PATH_LABEL_HEAP_H_
#define FOOTFALL_NAV_PATH_LABEL_HEAP_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace footfall::nav {

// The open list of labels, which are never moved once they are in it: a heap of fixed capacity, four children
// an entry. Order is by total, and of equal totals the label with the highest number, the newest, leaves
// first, so that the order is the same on every machine.
//
// The best entry since the last Pop is held outside the heap: along a free way it is the next to leave.
class LabelHeap {
 public:
  explicit LabelHeap(uint32_t capacity) : capacity_(capacity) {}

  void Clear() {
    heap_.clear();
    held_ = kNothing;
  }
  bool empty() const { return heap_.empty() && held_ == kNothing; }
  bool full() const { return heap_.size() + (held_ == kNothing ? 0 : 1) >= capacity_; }

  // REQUIRES: !full(); total >= 0.
  void Push(float total, uint32_t label) {
    // Floats from 0 up are ordered as their bits are.
    const uint64_t entry = uint64_t{std::bit_cast<uint32_t>(total)} << 32 | ~label;
    const uint64_t later = std::max(entry, held_);
    held_ = std::min(entry, held_);
    if (later == kNothing) return;
    heap_.push_back(later);
    SiftUp(later, heap_.size() - 1);
  }

  // REQUIRES: !empty().
  uint32_t Pop() {
    uint64_t top = held_;
    if (!heap_.empty() && heap_.front() < top) {
      top = heap_.front();
      uint64_t filler = held_;
      if (filler == kNothing) {
        filler = heap_.back();
        heap_.pop_back();
      }
      if (!heap_.empty()) SiftDown(filler);
    }
    held_ = kNothing;
    return ~static_cast<uint32_t>(top);
  }

 private:
  static constexpr size_t kChildren = 4;
  // No label has the number of which this would be the entry.
  static constexpr uint64_t kNothing = std::numeric_limits<uint64_t>::max();

  // Both move a hole until `entry` fits into it.
  void SiftUp(uint64_t entry, size_t position) {
    while (position > 0) {
      const size_t parent = (position - 1) / kChildren;
      if (heap_[parent] < entry) break;
      heap_[position] = heap_[parent];
      position = parent;
    }
    heap_[position] = entry;
  }

  void SiftDown(uint64_t entry) {
    const size_t size = heap_.size();
    size_t position = 0;
    for (;;) {
      const size_t first = position * kChildren + 1;
      if (first >= size) break;
      const size_t end = std::min(first + kChildren, size);
      size_t best = first;
      for (size_t child = first + 1; child < end; ++child) {
        if (heap_[child] < heap_[best]) best = child;
      }
      if (entry < heap_[best]) break;
      heap_[position] = heap_[best];
      position = best;
    }
    heap_[position] = entry;
  }

  const uint32_t capacity_;
  std::vector<uint64_t> heap_;
  uint64_t held_ = kNothing;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_LABEL_HEAP_H_
