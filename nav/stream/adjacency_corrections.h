#ifndef FOOTFALL_NAV_STREAM_ADJACENCY_CORRECTIONS_H_
#define FOOTFALL_NAV_STREAM_ADJACENCY_CORRECTIONS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "nav/mesh/tile_copy.h"
#include "nav/mesh/types.h"

namespace footfall::nav {

// Edges of single tiles of one build that are given another neighbour after loading, by hand (NAV-074):
// mends a faulty bake without a new one. For the Regular domain alone. Plain value.
class AdjacencyCorrections {
 public:
  struct Correction {
    uint64_t build_id = 0;
    MeshIndex tile = kNoNavMesh;
    PolyIndex poly = 0;
    uint8_t edge = 0;   // of the polygon
    PolyRef neighbour;  // invalid: the edge becomes a boundary
    AdjacencyType type = AdjacencyType::kNormal;
  };

  AdjacencyCorrections() = default;
  // Any order; a later one for the same edge wins.
  explicit AdjacencyCorrections(std::vector<Correction> corrections);

  // The changes for this tile, ascending edges. Those of another build, and those that name polygons or edges
  // that the tile does not have, are passed over; the latter are counted in `misfits`.
  std::vector<TileCopy::EdgeChange> For(const TileView& tile, int* misfits) const;
  bool empty() const { return corrections_.empty(); }
  // Equal where the corrections are.
  uint64_t digest() const;
  // Those of one tile and edge in the order in which they win; a recording keeps them.
  std::span<const Correction> all() const { return corrections_; }

 private:
  std::vector<Correction> corrections_;  // ascending tile
};

// Reads the data file (config/v1/adjacency_corrections.proto). Errors name file, line and field.
absl::StatusOr<AdjacencyCorrections> ParseAdjacencyCorrections(std::string_view text,
                                                               std::string_view source_name);
absl::StatusOr<AdjacencyCorrections> LoadAdjacencyCorrections(const std::string& path);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_STREAM_ADJACENCY_CORRECTIONS_H_
