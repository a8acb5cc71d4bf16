#ifndef FOOTFALL_NAV_PATH_SEARCH_NODES_H_
#define FOOTFALL_NAV_PATH_SEARCH_NODES_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "platform/profile.h"

namespace footfall::nav {

// Names a node of one search: page number in the high half, polygon number in the low half (R23). Meaningless
// after the search.
struct NodeId {
  static constexpr uint32_t kNone = 0xFFFFFFFFU;
  uint32_t value = kNone;
  constexpr NodeId() = default;
  constexpr NodeId(uint32_t page, PolyIndex poly) : value((page << 16) | poly) {}
  constexpr bool valid() const { return value != kNone; }
  constexpr uint32_t page() const { return value >> 16; }
  constexpr PolyIndex poly() const { return static_cast<PolyIndex>(value & 0xFFFF); }
  friend constexpr bool operator==(const NodeId&, const NodeId&) = default;
};

// How a node was entered from its parent.
// kNone: not reached yet in this search.
enum class EntryKind : uint8_t { kNone, kStart, kEdge, kLink };

// Values of SearchNode::heap_position beside places in the heap.
inline constexpr int32_t kNotInList = -1;
inline constexpr int32_t kHeldPosition = std::numeric_limits<int32_t>::max();

// One polygon as the search sees it: the chosen point and the costs of reaching it (NAV-131). A cache line
// each, for a search touches them in no order.
struct alignas(64) SearchNode {
  uint32_t search = 0;  // number of the search that wrote this record
  EntryKind entry_kind = EntryKind::kNone;
  uint8_t candidate = 127;  // TARGET_CLOSEST: the candidate point, once chosen (NAV-131); 127 = none
  uint16_t entry = 0;  // edge of the parent polygon, link of a parent fragment, or place of its special link
  bool was_expanded = false;  // others may have it as their parent
  float total = 0;            // f
  float estimate = 0;         // h, m
  float travelled = 0;        // m along the chosen points (g)
  float penalties = 0;        // fixed penalties so far (OQ-26)
  platform::Vec3 point;
  NodeId parent;
  int32_t heap_position = kNotInList;  // in the open list
  uint32_t cut = 0;                    // what tessellation made of the polygon (FragmentOverlay)
  static constexpr uint32_t kNoLabels = 0xFFFFFFFFU;
  uint32_t labels = kNoLabels;  // where the ways into the polygon are kept (TautLabels)
};
static_assert(sizeof(SearchNode) == 64);

// Two-level node store of one worker (R23): a page for each tile that this search touched, a record for each
// of its polygons. Records and the tile table carry the search number, so beginning a search resets nothing
// (NAV-134). Allocates only while warming up.
class SearchNodes {
 public:
  // `first_number` is the number of the first search, less one (NAV-113).
  explicit SearchNodes(const platform::Profile& profile, uint32_t first_number = 0)
      : pages_max_(static_cast<uint32_t>(profile.search_pages_max)),
        nodes_max_(static_cast<uint32_t>(profile.search_nodes_max)),
        visited_max_(static_cast<uint32_t>(profile.visited_polys_max)),
        search_(first_number) {
    fragments_.index = kTessellationIndex;
  }

  // Begins a search over `view`, which must outlive it.
  void Begin(const NavView& view);

  // The node of a fragment of this search (R23), numbered from 0 in the order in which they are made.
  NodeId AddFragment();
  bool IsFragment(NodeId id) const { return pages_[id.page()].tile == &fragments_; }
  // Its number. REQUIRES: IsFragment(id).
  uint32_t FragmentOf(NodeId id) const { return pages_[id.page()].first_fragment + id.poly(); }

  // The node of a polygon; makes the tile's page when this search meets the tile for the first time. Invalid
  // when the tile is not resident, or when pages or records are used up (then full() is true).
  NodeId Find(PolyRef ref);

  // The record, fresh on the first visit in this search: then its kind is kNone and the rest is not read.
  // Null when more polygons were visited than the profile allows (NAV-135; then full() is true).
  SearchNode* Visit(NodeId id) { return Visit(At(id)); }
  SearchNode* Visit(SearchNode& node) {
    if (node.search == search_) return &node;
    if (visited_ == visited_max_) {
      full_ = true;
      return nullptr;
    }
    ++visited_;
    node.search = search_;
    node.entry_kind = EntryKind::kNone;
    node.candidate = 127;
    node.was_expanded = false;
    node.labels = SearchNode::kNoLabels;
    node.heap_position = kNotInList;
    node.parent = NodeId();
    node.travelled = 0;
    node.penalties = 0;
    node.cut = 0;
    return &node;
  }
  // REQUIRES: visited in this search. Stays where it is until the next Find or AddFragment.
  SearchNode& At(NodeId id) { return nodes_[pages_[id.page()].base + id.poly()]; }

  // REQUIRES: not a fragment.
  PolyView Poly(NodeId id) const {
    const Page& page = pages_[id.page()];
    return PolyView(*page.tile, page.overlay, id.poly());
  }
  // What ties are broken by. Of a fragment: its number, with the index of the tessellation mesh, whose range
  // of 16 bits reaches into the unused gap behind it (NAV-013).
  PolyRef Ref(NodeId id) const {
    const Page& page = pages_[id.page()];
    return PolyRef(page.tile->index, static_cast<PolyIndex>(page.first_fragment + id.poly()));
  }
  // Calls fn(NodeId) for each node that this search visited, page by page.
  template <class Fn>
  void ForEachVisited(const Fn& fn) const {
    for (uint32_t page = 0; page < pages_.size(); ++page) {
      const uint32_t end = page + 1 < pages_.size() ? pages_[page + 1].base : nodes_used_;
      for (uint32_t i = pages_[page].base; i < end; ++i) {
        if (nodes_[i].search == search_) fn(NodeId(page, static_cast<PolyIndex>(i - pages_[page].base)));
      }
    }
  }
  bool full() const { return full_; }
  uint32_t visited() const { return visited_; }

 private:
  struct Page {
    const TileView* tile;
    const TileOverlay* overlay;
    uint32_t base;
    uint32_t first_fragment = 0;
  };
  struct TableEntry {
    uint32_t search = 0;
    uint32_t page = 0;
  };
  static constexpr uint32_t kFragmentsPerPage = 1024;
  void ResetNumbers();

  const uint32_t pages_max_;
  const uint32_t nodes_max_;
  const uint32_t visited_max_;
  const NavView* view_ = nullptr;
  uint32_t search_;
  uint32_t nodes_used_ = 0;
  uint32_t fragments_used_ = 0;
  uint32_t fragment_pages_ = 0;
  uint32_t fragment_page_ = 0;  // the last one
  uint32_t visited_ = 0;
  bool full_ = false;
  TileView fragments_;  // holds nothing but the index of the tessellation mesh
  std::vector<Page> pages_;
  std::vector<SearchNode> nodes_;
  std::vector<TableEntry> table_;  // by mesh index
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_SEARCH_NODES_H_
