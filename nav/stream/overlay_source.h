#ifndef FOOTFALL_NAV_STREAM_OVERLAY_SOURCE_H_
#define FOOTFALL_NAV_STREAM_OVERLAY_SOURCE_H_

#include "nav/mesh/tile_overlay.h"
#include "nav/mesh/tile_view.h"

namespace footfall::nav {

// What outlives a search and belongs to a place of the world, not to a tile in memory: area switches,
// disabled climbs. The streamer asks every source, in the order in which they were added, for each tile that
// is about to become visible (NAV-073, NAV-269), and again for tiles that a source names as changed
// (TileStreamer::RefreshOverlay). Main thread, in phase 2.
class OverlaySource {
 public:
  virtual ~OverlaySource() = default;
  // Sets its bits on an overlay that has the tile's sizes. The same state gives the same bits.
  virtual void Apply(const TileView& tile, TileOverlay& overlay) const = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_STREAM_OVERLAY_SOURCE_H_
