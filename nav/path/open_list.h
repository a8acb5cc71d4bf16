#ifndef FOOTFALL_NAV_PATH_OPEN_LIST_H_
#define FOOTFALL_NAV_PATH_OPEN_LIST_H_

#include <cstdint>
#include <vector>

#include "absl/base/attributes.h"
#include "nav/mesh/types.h"
#include "nav/path/search_nodes.h"

namespace footfall::nav {

// The open list: a heap of fixed capacity with decrease (NAV-142), four children an entry, which moves half
// as many entries as two do. Order is (total, estimate, polygon id), all of it, so that equal costs leave in
// the same order on every machine. Positions are kept in the node records.
//
// One entry is held outside the heap: the best pushed since the last Pop. Along a free way it is the next to
// leave, and then it never enters the heap.
class OpenList {
 public:
  explicit OpenList(uint32_t capacity) : capacity_(capacity) {}

  void Clear() {
    heap_.clear();
    has_held_ = false;
  }
  bool empty() const { return heap_.empty() && !has_held_; }
  bool full() const { return heap_.size() + (has_held_ ? 1 : 0) >= capacity_; }

  // `node` is that of `id`. REQUIRES: !full(); the node is not in the list. Its total and estimate are read
  // now.
  void Push(SearchNodes& nodes, SearchNode& node, NodeId id, PolyRef ref) {
    const Entry entry{node.total, node.estimate, ref.value, id};
    if (has_held_ && !Before(entry, held_)) {
      PushToHeap(nodes, entry);
      return;
    }
    node.heap_position = kHeldPosition;
    if (has_held_) PushToHeap(nodes, held_);
    has_held_ = true;
    held_ = entry;
  }

  // The node's total got smaller. REQUIRES: the node is in the list.
  void Decrease(SearchNodes& nodes, const SearchNode& node, NodeId id) {
    if (node.heap_position == kHeldPosition) {
      held_.total = node.total;
      held_.estimate = node.estimate;
      return;
    }
    const size_t position = static_cast<size_t>(node.heap_position);
    const Entry entry{node.total, node.estimate, heap_[position].ref, id};
    SiftUp(nodes, entry, position);
    // An equal total with a larger estimate moves the entry the other way.
    SiftDown(nodes, entry, static_cast<size_t>(node.heap_position));
  }

  // REQUIRES: !empty().
  NodeId Pop(SearchNodes& nodes) {
    const bool is_held = has_held_ && (heap_.empty() || Before(held_, heap_.front()));
    const NodeId top = is_held ? held_.id : PopFromHeap(nodes);
    has_held_ = false;
    nodes.At(top).heap_position = kNotInList;
    return top;
  }

 private:
  static constexpr size_t kChildren = 4;
  struct Entry {
    float total;
    float estimate;
    uint32_t ref;
    NodeId id;
  };
  static bool Before(const Entry& a, const Entry& b) {
    if (a.total != b.total) return a.total < b.total;
    if (a.estimate != b.estimate) return a.estimate < b.estimate;
    return a.ref < b.ref;
  }

  void Put(SearchNodes& nodes, const Entry& entry, size_t position) {
    heap_[position] = entry;
    nodes.At(entry.id).heap_position = static_cast<int32_t>(position);
  }

  // Not inlined: the ways around them, by which most entries go, are to stay short.
  ABSL_ATTRIBUTE_NOINLINE void PushToHeap(SearchNodes& nodes, Entry entry) {
    heap_.push_back({});
    SiftUp(nodes, entry, heap_.size() - 1);
  }

  // The held entry, or else the last one, takes the place of the first one.
  ABSL_ATTRIBUTE_NOINLINE NodeId PopFromHeap(SearchNodes& nodes) {
    const NodeId top = heap_.front().id;
    Entry filler = held_;
    if (!has_held_) {
      filler = heap_.back();
      heap_.pop_back();
    }
    if (!heap_.empty()) SiftDown(nodes, filler, 0);
    return top;
  }

  // Both move the hole at `position` until `entry` fits into it.
  void SiftUp(SearchNodes& nodes, const Entry& entry, size_t position) {
    while (position > 0) {
      const size_t parent = (position - 1) / kChildren;
      if (!Before(entry, heap_[parent])) break;
      Put(nodes, heap_[parent], position);
      position = parent;
    }
    Put(nodes, entry, position);
  }

  void SiftDown(SearchNodes& nodes, const Entry& entry, size_t position) {
    const size_t size = heap_.size();
    for (;;) {
      const size_t first = position * kChildren + 1;
      if (first >= size) break;
      const size_t end = first + kChildren < size ? first + kChildren : size;
      size_t best = first;
      for (size_t child = first + 1; child < end; ++child) {
        if (Before(heap_[child], heap_[best])) best = child;
      }
      if (!Before(heap_[best], entry)) break;
      Put(nodes, heap_[best], position);
      position = best;
    }
    Put(nodes, entry, position);
  }

  const uint32_t capacity_;
  std::vector<Entry> heap_;
  Entry held_{};
  bool has_held_ = false;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_OPEN_LIST_H_
