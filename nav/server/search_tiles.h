#ifndef FOOTFALL_NAV_SERVER_SEARCH_TILES_H_
#define FOOTFALL_NAV_SERVER_SEARCH_TILES_H_

#include "nav/mesh/types.h"
#include "nav/path/path_request.h"

namespace footfall::nav {

// Least growth of the search box around start and end, m (OQ-22).
inline constexpr float kSearchGrowthMin = 60;

// The tiles that a search for `request` may read: the XY box of start and end, grown by max(60 m, half of
// their distance), for wander and flee the start grown by the reference distance + 60 m, or twice that with
// UseLargerSearchExtents, in whole tiles (OQ-22). All tiles where the request asks for the resident one that
// is nearest to its target. Taken from the points as asked for, before snapping: it decides about restarts
// only, an order reads its own view anyway. Any thread.
class SearchTiles {
 public:
  explicit SearchTiles(const PathRequest& request);

  // Whether a change of the tile or dynamic mesh can change the search.
  bool Touches(MeshIndex index) const;

 private:
  MeshIndex mesh_;
  bool everywhere_;
  int x_min_ = 0, x_max_ = 0, y_min_ = 0, y_max_ = 0;  // tiles, both ends inside
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_SEARCH_TILES_H_
