#ifndef FOOTFALL_NAV_PATH_OPEN_LIST_H_
#define FOOTFALL_NAV_PATH_OPEN_LIST_H_

#include <cstdint>
#include <vector>

#include "nav/mesh/types.h"
#include "nav/path/search_nodes.h"

namespace footfall::nav {

// The open list: a binary heap of fixed capacity with decrease (NAV-142). Order is (total, estimate, polygon
// id), all of it, so that equal costs leave in the same order on every machine. Positions are kept in the
// nodes.
class OpenList {
 public:
  explicit OpenList(uint32_t capacity) : capacity_(capacity) {}

  void Clear() { heap_.clear(); }
  bool empty() const { return heap_.empty(); }
  bool full() const { return heap_.size() >= capacity_; }

  // REQUIRES: !full(); the node is not in the list. Its total and estimate are read now.
  void Push(SearchNodes& nodes, NodeId id, PolyRef ref) {
    const SearchNode& node = nodes.At(id);
    heap_.push_back({node.total, node.estimate, ref.value, id});
    SiftUp(nodes, heap_.size() - 1);
  }

  // The node's total got smaller. REQUIRES: the node is in the list.
  void Decrease(SearchNodes& nodes, NodeId id) {
    const SearchNode& node = nodes.At(id);
    const size_t position = static_cast<size_t>(node.heap_position);
    heap_[position].total = node.total;
    heap_[position].estimate = node.estimate;
    SiftUp(nodes, position);
    // An equal total with a larger estimate moves the entry the other way.
    SiftDown(nodes, static_cast<size_t>(nodes.At(id).heap_position));
  }

  // REQUIRES: !empty().
  NodeId Pop(SearchNodes& nodes) {
    const NodeId top = heap_.front().id;
    nodes.At(top).heap_position = -1;
    const Entry last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) {
      heap_.front() = last;
      nodes.At(last.id).heap_position = 0;
      SiftDown(nodes, 0);
    }
    return top;
  }

 private:
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

  void SiftUp(SearchNodes& nodes, size_t position) {
    const Entry entry = heap_[position];
    while (position > 0) {
      const size_t parent = (position - 1) / 2;
      if (!Before(entry, heap_[parent])) break;
      heap_[position] = heap_[parent];
      nodes.At(heap_[position].id).heap_position = static_cast<int32_t>(position);
      position = parent;
    }
    heap_[position] = entry;
    nodes.At(entry.id).heap_position = static_cast<int32_t>(position);
  }

  void SiftDown(SearchNodes& nodes, size_t position) {
    const Entry entry = heap_[position];
    const size_t size = heap_.size();
    for (;;) {
      size_t child = position * 2 + 1;
      if (child >= size) break;
      if (child + 1 < size && Before(heap_[child + 1], heap_[child])) ++child;
      if (!Before(heap_[child], entry)) break;
      heap_[position] = heap_[child];
      nodes.At(heap_[position].id).heap_position = static_cast<int32_t>(position);
      position = child;
    }
    heap_[position] = entry;
    nodes.At(entry.id).heap_position = static_cast<int32_t>(position);
  }

  const uint32_t capacity_;
  std::vector<Entry> heap_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_OPEN_LIST_H_
