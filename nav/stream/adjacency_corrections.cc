#include "nav/stream/adjacency_corrections.h"

#include <algorithm>
#include <map>
#include <utility>

#include "platform/state_hash.h"

namespace footfall::nav {

AdjacencyCorrections::AdjacencyCorrections(std::vector<Correction> corrections)
    : corrections_(std::move(corrections)) {
  std::stable_sort(corrections_.begin(), corrections_.end(),
                   [](const Correction& a, const Correction& b) { return a.tile < b.tile; });
}

std::vector<TileCopy::EdgeChange> AdjacencyCorrections::For(const TileView& tile, int* misfits) const {
  std::map<uint32_t, TileCopy::EdgeChange> changes;
  auto at = std::lower_bound(corrections_.begin(), corrections_.end(), tile.index,
                             [](const Correction& a, MeshIndex index) { return a.tile < index; });
  for (; at != corrections_.end() && at->tile == tile.index; ++at) {
    if (at->build_id != tile.build_id) continue;
    const bool fits_own = at->poly < tile.polys.size() && at->edge < tile.polys[at->poly].vertex_count;
    const bool fits_other = !at->neighbour.valid() || at->neighbour.mesh() != tile.index ||
                            at->neighbour.poly() < tile.polys.size();
    if (!fits_own || !fits_other) {
      ++*misfits;
      continue;
    }
    const uint32_t edge = uint32_t{tile.polys[at->poly].first_edge} + at->edge;
    changes[edge] = {edge, at->neighbour, at->type};
  }
  std::vector<TileCopy::EdgeChange> list;
  list.reserve(changes.size());
  for (const auto& [edge, change] : changes) list.push_back(change);
  return list;
}

uint64_t AdjacencyCorrections::digest() const {
  uint64_t digest = corrections_.size();
  for (const Correction& c : corrections_) {
    const uint64_t edge = uint64_t{c.tile} << 32 | uint64_t{c.poly} << 16 | uint64_t{c.edge} << 8 |
                          static_cast<uint64_t>(c.type);
    digest = platform::MixHash(digest, c.build_id);
    digest = platform::MixHash(digest, edge);
    digest = platform::MixHash(digest, c.neighbour.value);
  }
  return digest;
}

}  // namespace footfall::nav
