#include "nav/server/point_store.h"

#include <algorithm>
#include <bit>

#include "platform/check.h"

namespace footfall::nav {
namespace {

constexpr size_t kBytesPerPoint = sizeof(platform::Vec3) + sizeof(PolyRef) + sizeof(uint16_t);
static_assert(sizeof(QueryItem) == PointBlock::kPointsPerItem * kBytesPerPoint);

}  // namespace

// The arrays lie one after the other for the count of this block, widest alignment first.
std::span<platform::Vec3> PointBlock::points() const {
  return {reinterpret_cast<platform::Vec3*>(memory), count};
}

std::span<PolyRef> PointBlock::point_polys() const {
  return {reinterpret_cast<PolyRef*>(memory + count * sizeof(platform::Vec3)), count};
}

std::span<uint16_t> PointBlock::waypoint_flags() const {
  return {reinterpret_cast<uint16_t*>(memory + count * (sizeof(platform::Vec3) + sizeof(PolyRef))), count};
}

std::span<QueryItem> PointBlock::items() const {
  return {reinterpret_cast<QueryItem*>(memory), count / kPointsPerItem};
}

PointStore::PointStore(size_t blocks_max) : blocks_max_(blocks_max) {}

PointBlock PointStore::Store(const PathResult& result) {
  const size_t count = result.points.size();
  FOOTFALL_CHECK(result.point_polys.size() == count);
  FOOTFALL_CHECK(result.waypoint_flags.size() == count);
  if (count == 0) {
    return {};
  }
  const PointBlock block = Take(count);
  std::copy(result.points.begin(), result.points.end(), block.points().begin());
  std::copy(result.point_polys.begin(), result.point_polys.end(), block.point_polys().begin());
  std::copy(result.waypoint_flags.begin(), result.waypoint_flags.end(), block.waypoint_flags().begin());
  return block;
}

PointBlock PointStore::Store(const QueryResult& result) {
  if (result.items.empty()) {
    return {};
  }
  const PointBlock block = Take(result.items.size() * PointBlock::kPointsPerItem);
  std::copy(result.items.begin(), result.items.end(), block.items().begin());
  return block;
}

PointBlock PointStore::Take(size_t count) {
  FOOTFALL_CHECK(count <= uint32_t{kLeastPoints} << (kSizeClasses - 1));
  PointBlock block;
  block.count = static_cast<uint32_t>(count);
  const uint32_t pieces = (block.count + kLeastPoints - 1) / kLeastPoints;
  block.size_class = static_cast<uint8_t>(std::countr_zero(std::bit_ceil(pieces)));
  std::lock_guard lock(mutex_);
  std::vector<std::byte*>& free = free_[block.size_class];
  if (free.empty()) {
    const size_t block_bytes = (size_t{kLeastPoints} << block.size_class) * kBytesPerPoint;
    const size_t blocks_count = std::max<size_t>(1, kSlabBytes / block_bytes);
    slabs_.push_back(std::make_unique<std::byte[]>(block_bytes * blocks_count));
    free.reserve(blocks_max_ + blocks_count);
    for (size_t i = blocks_count; i > 0; --i) {
      free.push_back(slabs_.back().get() + (i - 1) * block_bytes);
    }
  }
  block.memory = free.back();
  free.pop_back();
  return block;
}

void PointStore::Free(PointBlock& block) {
  if (block.memory != nullptr) {
    std::lock_guard lock(mutex_);
    free_[block.size_class].push_back(block.memory);
  }
  block = {};
}

}  // namespace footfall::nav
