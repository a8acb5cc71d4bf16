#ifndef FOOTFALL_NAV_MESH_PACK_H_
#define FOOTFALL_NAV_MESH_PACK_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "nav/mesh/nav_view.h"
#include "nav/mesh/tile_view.h"

namespace footfall::nav {

// A world's `.ffnav` file: mapped read-only, shared lock held, header and index checked at opening (R29).
// Tiles are checked (checksum and full structure) before they are placed; packs under 64 MiB check all of
// their bytes when opened. The memory of a tile that nobody holds any more is given back to the system; the
// index stays. Thread-safe after opening.
class Pack {
 public:
  struct Entry {
    MeshIndex index;
    uint64_t offset;  // of the blob in the file
    uint64_t bytes;
    uint64_t checksum;
    MeshIndex base;  // whose bytes these are: `index` itself but for instances (pack_format.h)
  };

  // Errors: NOT_FOUND, DATA_LOSS (checksum, truncated: with offset), INVALID_ARGUMENT (another format
  // version: found and supported), FAILED_PRECONDITION.
  static absl::StatusOr<std::shared_ptr<const Pack>> Open(const std::string& path);
  // The same over bytes in memory, for tests and for packs that were just built.
  static absl::StatusOr<std::shared_ptr<const Pack>> FromBytes(std::string_view bytes);
  ~Pack();

  uint64_t build_id() const;
  const std::string& parameters() const;
  uint64_t file_bytes() const;
  const std::vector<Entry>& entries() const;  // ascending index

  // Null when the tile is not in the pack.
  const Entry* Find(MeshIndex index) const;

  // Gives the tile's view, which keeps the pack's bytes alive, after checking it; while somebody holds it,
  // the same view again. A failure is final. Tiles of packs under 64 MiB were checked when the pack was
  // opened; others, and instances, each time they come back. May read the disk. Any thread; different tiles
  // are checked at the same time.
  absl::StatusOr<std::shared_ptr<const TileView>> Tile(MeshIndex index) const;
  // Tells the system that tiles come and go: memory is then mapped in small pages, which can be given back
  // one tile at a time. Worlds that keep all tiles are faster without. Any thread.
  void ExpectEviction() const;
  // Every tile of the pack in one view: what `server` and the offline tools use (R52).
  absl::StatusOr<std::shared_ptr<const NavView>> ViewOfAll() const;

 private:
  Pack();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_PACK_H_
