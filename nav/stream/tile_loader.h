#ifndef FOOTFALL_NAV_STREAM_TILE_LOADER_H_
#define FOOTFALL_NAV_STREAM_TILE_LOADER_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "absl/status/statusor.h"
#include "nav/mesh/tile_view.h"
#include "nav/mesh/types.h"

namespace footfall::nav {

using TilePtr = std::shared_ptr<const TileView>;
// Which tile, of which pack: mesh index and content-pack group << 16.
using TileKey = uint32_t;
constexpr TileKey KeyOf(MeshIndex index, int group) { return index | static_cast<uint32_t>(group) << 16; }
// Reads and checks one tile (R29). Called on the loader's thread or on the taker's; may take as long as the
// disk does.
using LoadTile = std::function<absl::StatusOr<TilePtr>(TileKey)>;

// Reads tiles ahead on a thread of its own. When a tile becomes visible is decided by the streamer in virtual
// time, so that how fast this is never changes a result: who takes a tile that is not there yet waits
// (NAV-068). All calls by one thread, the main one.
class TileLoader {
 public:
  // Without a thread of its own a tile is read when it is taken.
  TileLoader(LoadTile load, bool own_thread);
  ~TileLoader();
  TileLoader(const TileLoader&) = delete;
  TileLoader& operator=(const TileLoader&) = delete;

  // Begins to read the tile, behind those asked for before. Asked for already: without effect.
  void Request(TileKey key);
  // The tile, once it was read and checked. One that was not asked for is read now.
  absl::StatusOr<TilePtr> Take(TileKey key);
  // Forgets a tile that was asked for; what was read of it is let go.
  void Drop(TileKey key);

  // How often Take had to wait: a figure for people, no part of state.
  uint64_t waits() const { return waits_; }

 private:
  struct Asked {
    bool is_done = false;
    absl::Status failure;  // once done
    TilePtr tile;
  };
  void Work();

  const LoadTile load_;
  uint64_t waits_ = 0;
  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  bool stopping_ = false;
  std::deque<TileKey> queue_;
  std::map<TileKey, Asked> asked_;
  std::thread thread_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_STREAM_TILE_LOADER_H_
