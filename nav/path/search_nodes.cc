#include "nav/path/search_nodes.h"

#include <limits>

#include "platform/check.h"
#include "platform/profile_memory.h"

namespace footfall::nav {

// Twice: a vector grows by doubling.
static_assert(2 * sizeof(SearchNode) <= platform::kSearchNodeBytes);

void SearchNodes::Begin(const NavView& view) {
  view_ = &view;
  pages_.clear();
  nodes_used_ = 0;
  fragments_used_ = 0;
  fragment_pages_ = 0;
  visited_ = 0;
  full_ = false;
  if (search_ == std::numeric_limits<uint32_t>::max()) ResetNumbers();
  ++search_;
}

void SearchNodes::ResetNumbers() {
  for (SearchNode& node : nodes_) node.search = 0;
  for (TableEntry& entry : table_) entry.search = 0;
  search_ = 0;
}

NodeId SearchNodes::Find(PolyRef ref) {
  const MeshIndex mesh = ref.mesh();
  if (mesh >= table_.size()) table_.resize(static_cast<size_t>(mesh) + 1);
  TableEntry& entry = table_[mesh];
  if (entry.search == search_) return NodeId(entry.page, ref.poly());

  const NavView::Slot& slot = view_->slot(mesh);
  if (slot.tile == nullptr) return NodeId();
  const uint32_t polys = static_cast<uint32_t>(slot.tile->polys.size());
  // Pages of fragments are counted by the fragments' own limit.
  const uint32_t used = nodes_used_ - fragment_pages_ * kFragmentsPerPage;
  if (pages_.size() - fragment_pages_ >= pages_max_ || polys > nodes_max_ - used) {
    full_ = true;
    return NodeId();
  }
  entry = {search_, static_cast<uint32_t>(pages_.size())};
  pages_.push_back({slot.tile, slot.overlay, nodes_used_});
  nodes_used_ += polys;
  if (nodes_.size() < nodes_used_) nodes_.resize(nodes_used_);
  return NodeId(entry.page, ref.poly());
}

NodeId SearchNodes::AddFragment() {
  const uint32_t local = fragments_used_ % kFragmentsPerPage;
  if (local == 0) {
    fragment_page_ = static_cast<uint32_t>(pages_.size());
    pages_.push_back({&fragments_, nullptr, nodes_used_, fragments_used_});
    ++fragment_pages_;
    nodes_used_ += kFragmentsPerPage;
    if (nodes_.size() < nodes_used_) nodes_.resize(nodes_used_);
  }
  ++fragments_used_;
  return NodeId(fragment_page_, static_cast<PolyIndex>(local));
}

}  // namespace footfall::nav
