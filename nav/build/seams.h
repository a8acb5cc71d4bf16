#ifndef FOOTFALL_NAV_BUILD_SEAMS_H_
#define FOOTFALL_NAV_BUILD_SEAMS_H_

#include <vector>

#include "nav/build/build_params.h"
#include "nav/build/tile_work.h"

namespace footfall::nav {

// Two edges, one in each of two tiles, that are the same segment of their seam. Tiles by their place in the
// list; edges by their vertices, which stay when polygons are cut later.
struct SeamPair {
  int tile_a = 0;
  int from_a = 0;
  int to_a = 0;
  int tile_b = 0;
  int from_b = 0;  // Where to_a is.
  int to_b = 0;
};

// Makes neighbouring tiles fit (R24, R30): where edges of the two sides overlap on one floor, both get the
// break points of both, so that each piece has one partner, and shared vertices get one height. `tiles` is
// ascending by index. Serial: the result does not depend on threads.
std::vector<SeamPair> StitchSeams(std::vector<TileWork>& tiles, const BuildParams& params);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_SEAMS_H_
