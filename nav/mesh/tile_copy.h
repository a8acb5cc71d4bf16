#ifndef FOOTFALL_NAV_MESH_TILE_COPY_H_
#define FOOTFALL_NAV_MESH_TILE_COPY_H_

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nav/mesh/tile_view.h"

namespace footfall::nav {

// A tile's bytes in memory of its own, to be changed before anybody sees them. What is mapped from a pack is
// never written (R22): a tile that stands elsewhere than its bytes say, or whose seam was stitched, is a
// private copy, checked in full like any other tile before it is placed. Not thread-safe.
class TileCopy {
 public:
  // The bytes of a blob; REQUIRES: a whole one, as ValidateTile or the format's checksum vouches for.
  explicit TileCopy(std::string_view blob);
  // The same from a tile that is already in use.
  explicit TileCopy(const TileView& tile);
  ~TileCopy();
  TileCopy(TileCopy&&) noexcept;
  TileCopy& operator=(TileCopy&&) noexcept;

  std::string_view bytes() const;

  // Moves the tile by whole tiles in X and Y: index, box, polygon boxes, quadtree and the tiles that its
  // edges and links lead to. Exact: the lattice has the tile's side as a multiple. INVALID_ARGUMENT when the
  // bytes are no map tile, or when the tile or a neighbour would leave the world.
  absl::Status MoveTo(MeshIndex index);

  // Gives edges another neighbour; an invalid reference makes a boundary edge. The table of adjacent meshes
  // is made anew from what edges still use. INVALID_ARGUMENT for an edge that is not there or for more than
  // kMaxAdjacentMeshes (NAV-022).
  struct EdgeChange {
    uint32_t edge = 0;  // number in TileView::edges
    PolyRef neighbour;
    AdjacencyType type = AdjacencyType::kNormal;
  };
  absl::Status Rewire(std::span<const EdgeChange> changes);  // ascending edges, each once

  // Checks everything, as for a tile of a file, and hands the bytes over to a view that owns them.
  static absl::StatusOr<std::shared_ptr<const TileView>> Finish(TileCopy copy);

 private:
  struct Buffer;
  void Resize(const std::vector<uint32_t>& adjacent);
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_TILE_COPY_H_
