#ifndef FOOTFALL_NAV_STREAM_TILE_SET_H_
#define FOOTFALL_NAV_STREAM_TILE_SET_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nav/mesh/pack.h"
#include "nav/mesh/types.h"
#include "nav/stream/tile_loader.h"

namespace footfall::nav {

// The packs of a world: the base and any content packs, each a group that can be switched on (NAV-017,
// NAV-075). Where a group that is on has a tile, that one stands instead of the tile below it; higher groups
// win. Constant after Create; any thread.
class TileSet {
 public:
  // Whole groups as a mask: bit g for content-pack group g, bit 0 for the base, which is always on.
  using Groups = uint64_t;
  static constexpr uint32_t kGroupsMax = 63;

  // FAILED_PRECONDITION when a content pack has another build id than the base (NAV-024), INVALID_ARGUMENT
  // when two have the same group, or a group is 0 or above kGroupsMax; names the pack by its number.
  struct ContentPack {
    uint32_t group = 0;
    std::shared_ptr<const Pack> pack;
  };
  static absl::StatusOr<TileSet> Create(std::shared_ptr<const Pack> base,
                                        std::vector<ContentPack> content = {});

  const Pack& base() const { return *packs_.front().pack; }
  // Which groups there are.
  Groups groups() const { return groups_; }
  // Map tiles of any group, ascending, each once.
  const std::vector<MeshIndex>& map_tiles() const { return map_tiles_; }
  // The group whose tile stands at the index while `on` are on; -1: none.
  int GroupOf(MeshIndex index, Groups on) const;
  // Whether the group is one of this world's and has the tile.
  bool Has(MeshIndex index, int group) const;
  // Names all packs with their groups: equal where the tiles are.
  uint64_t digest() const;
  // Bytes of the tile's blob, for the virtual disk. REQUIRES: the group has the tile.
  uint64_t BytesOf(MeshIndex index, int group) const;
  // Tiles will come and go (Pack::ExpectEviction).
  void ExpectEviction() const;
  // Reads and checks it (R29). REQUIRES: the group has the tile.
  absl::StatusOr<TilePtr> Load(MeshIndex index, int group) const;

 private:
  TileSet() = default;
  const Pack& PackOf(int group) const;

  std::vector<ContentPack> packs_;  // ascending group; the base is group 0
  Groups groups_ = 1;
  std::vector<MeshIndex> map_tiles_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_STREAM_TILE_SET_H_
