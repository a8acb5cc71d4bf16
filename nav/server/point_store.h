#ifndef FOOTFALL_NAV_SERVER_POINT_STORE_H_
#define FOOTFALL_NAV_SERVER_POINT_STORE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "nav/mesh/types.h"
#include "nav/path/path_result.h"
#include "nav/query/query_result.h"
#include "platform/vec.h"

namespace footfall::nav {

// The points of one path, or the items of one query, in one piece of memory. A plain value that names the
// memory; PointStore owns it.
struct PointBlock {
  std::byte* memory = nullptr;
  uint32_t count = 0;  // points; an item takes the room of kPointsPerItem
  uint8_t size_class = 0;

  std::span<platform::Vec3> points() const;
  std::span<PolyRef> point_polys() const;
  std::span<uint16_t> waypoint_flags() const;
  // The same memory as items, for a block that was stored as such.
  std::span<QueryItem> items() const;

  static constexpr uint32_t kPointsPerItem = 2;
};

// Memory for the points of finished paths and the items of finished queries. Blocks come in sizes 16, 32, 64
// and so on and go back to a list of their size, so memory follows the greatest number of points held at
// once, a block never moves while it is held, and after warm-up nothing is allocated. How much may be
// published is not decided here but counted by the path server in handle order (R26): addresses differ from
// run to run.
//
// Thread-safe: order threads take blocks, the main thread gives them back.
class PointStore {
 public:
  // Lists for up to `blocks_max` blocks held at once are allocated here.
  explicit PointStore(size_t blocks_max);
  PointStore(const PointStore&) = delete;
  PointStore& operator=(const PointStore&) = delete;

  // A block with the points of `result`, its flags and its polygons. Without points the block is empty.
  PointBlock Store(const PathResult& result);
  // A block with the items of `result`.
  PointBlock Store(const QueryResult& result);
  // Takes back and clears `block`; an empty one is allowed.
  void Free(PointBlock& block);

 private:
  static constexpr int kSizeClasses = 24;
  static constexpr uint32_t kLeastPoints = 16;
  static constexpr size_t kSlabBytes = 64 * 1024;

  // An unfilled block. REQUIRES: count > 0.
  PointBlock Take(size_t count);

  std::mutex mutex_;
  const size_t blocks_max_;
  std::array<std::vector<std::byte*>, kSizeClasses> free_;
  std::vector<std::unique_ptr<std::byte[]>> slabs_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_POINT_STORE_H_
