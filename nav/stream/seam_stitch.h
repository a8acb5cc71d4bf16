#ifndef FOOTFALL_NAV_STREAM_SEAM_STITCH_H_
#define FOOTFALL_NAV_STREAM_SEAM_STITCH_H_

#include <vector>

#include "nav/mesh/tile_copy.h"
#include "nav/mesh/tile_view.h"

namespace footfall::nav {

// Whether a tile takes part in swaps of content packs, so that its seams need a look (NAV-017, NAV-075).
bool MayBeSwapped(const TileView& tile);

// What must change on `tile`'s side of its seam with `beside`, so that no edge leads to an absent or replaced
// polygon (NAV-075): an edge whose partner is not the exact edge the other way round gets the one that is, or
// becomes a boundary; a boundary edge that has a partner now gets it. Climbs and drops over the seam keep
// their target while it is a polygon of `beside`. Ascending edges; empty when all fits. Both tiles as their
// packs give them.
std::vector<TileCopy::EdgeChange> StitchEdges(const TileView& tile, const TileView& beside);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_STREAM_SEAM_STITCH_H_
