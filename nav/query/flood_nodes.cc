#include "nav/query/flood_nodes.h"

#include <algorithm>

namespace footfall::nav {
namespace {

constexpr size_t kTableMin = 256;

// Neighbours have neighbouring numbers: the multiplier spreads them.
size_t PlaceOf(PolyRef poly, size_t places) { return (poly.value * 2654435761U >> 7) & (places - 1); }

}  // namespace

void FloodNodes::Begin() {
  nodes_.clear();
  queue_.clear();
  full_ = false;
  if (table_.empty()) table_.resize(kTableMin);
  if (++flood_ != 0) return;
  // The numbers have come round: old marks would be taken for new ones.
  std::fill(table_.begin(), table_.end(), Place());
  flood_ = 1;
}

FloodNodes::Place& FloodNodes::Find(PolyRef poly) {
  size_t at = PlaceOf(poly, table_.size());
  while (table_[at].flood == flood_ && nodes_[table_[at].node].poly != poly) {
    at = (at + 1) & (table_.size() - 1);
  }
  return table_[at];
}

void FloodNodes::Grow() {
  table_.assign(table_.size() * 2, Place());
  for (uint32_t node = 0; node < nodes_.size(); ++node) Find(nodes_[node].poly) = {flood_, node};
}

void FloodNodes::Reach(PolyRef poly, float distance, platform::Vec3 point) {
  Place* place = &Find(poly);
  if (place->flood != flood_) {
    if (nodes_.size() == nodes_max_) {
      full_ = true;
      return;
    }
    if ((nodes_.size() + 1) * 2 > table_.size()) {
      Grow();
      place = &Find(poly);
    }
    const auto number = static_cast<uint32_t>(nodes_.size());
    *place = {flood_, number};
    const auto last = static_cast<uint32_t>(queue_.size());
    nodes_.push_back({poly, last, distance, point});
    queue_.push_back(number);
    MoveForward(last);
    return;
  }
  FloodNode& node = nodes_[place->node];
  if (node.queue_position == FloodNode::kTakenOut || distance >= node.distance) return;
  node.distance = distance;
  node.point = point;
  MoveForward(node.queue_position);
}

const FloodNode* FloodNodes::Next() {
  if (queue_.empty()) return nullptr;
  FloodNode& first = nodes_[queue_.front()];
  first.queue_position = FloodNode::kTakenOut;
  const uint32_t last = queue_.back();
  queue_.pop_back();
  if (!queue_.empty()) {
    Put(0, last);
    MoveBack(0);
  }
  return &first;
}

bool FloodNodes::ComesBefore(uint32_t a, uint32_t b) const {
  const FloodNode& x = nodes_[a];
  const FloodNode& y = nodes_[b];
  return x.distance < y.distance || (x.distance == y.distance && x.poly < y.poly);
}

void FloodNodes::Put(uint32_t position, uint32_t node) {
  queue_[position] = node;
  nodes_[node].queue_position = position;
}

void FloodNodes::MoveForward(uint32_t position) {
  const uint32_t node = queue_[position];
  while (position > 0) {
    const uint32_t above = (position - 1) / 2;
    if (!ComesBefore(node, queue_[above])) break;
    Put(position, queue_[above]);
    position = above;
  }
  Put(position, node);
}

void FloodNodes::MoveBack(uint32_t position) {
  const uint32_t node = queue_[position];
  const auto count = static_cast<uint32_t>(queue_.size());
  for (uint32_t below = position * 2 + 1; below < count; below = position * 2 + 1) {
    if (below + 1 < count && ComesBefore(queue_[below + 1], queue_[below])) ++below;
    if (!ComesBefore(queue_[below], node)) break;
    Put(position, queue_[below]);
    position = below;
  }
  Put(position, node);
}

}  // namespace footfall::nav
