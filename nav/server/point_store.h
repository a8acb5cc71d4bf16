#ifndef FOOTFALL_NAV_SERVER_POINT_STORE_H_
#define FOOTFALL_NAV_SERVER_POINT_STORE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "nav/mesh/types.h"
#include "platform/vec.h"

namespace footfall::nav {

// Room for the points of one path: parallel arrays in one piece of memory. A plain value that names the
// memory; PointStore owns it.
struct PointBlock {
  platform::Vec3* points = nullptr;
  PolyRef* point_polys = nullptr;
  uint16_t* waypoint_flags = nullptr;
  uint32_t count = 0;
  uint8_t size_class = 0;
};

// Memory for the points of finished paths. Blocks come in sizes 16, 32, 64 and so on and go back to a list of
// their size, so memory follows the greatest number of points held at once, a block never moves while it is
// held, and after warm-up nothing is allocated. How much may be published is not decided here but counted by
// the path server in handle order (R26): addresses differ from run to run.
//
// Thread-safe: order threads take blocks, the main thread gives them back.
class PointStore {
 public:
  PointStore() = default;
  PointStore(const PointStore&) = delete;
  PointStore& operator=(const PointStore&) = delete;

  // An empty block when `count` is 0. Contents are undefined.
  PointBlock Take(uint32_t count);
  // Gives back and clears `block`; an empty one is allowed.
  void Give(PointBlock& block);

 private:
  static constexpr int kSizeClasses = 24;  // up to 16 << 23 points
  static constexpr uint32_t kLeastPoints = 16;

  struct FreePiece {
    std::byte* memory;
  };

  std::byte* NewPiece(int size_class);

  std::mutex mutex_;
  std::array<std::vector<FreePiece>, kSizeClasses> free_;
  std::vector<std::unique_ptr<std::byte[]>> slabs_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_POINT_STORE_H_
