#ifndef FOOTFALL_NAV_BUILD_CROSSINGS_H_
#define FOOTFALL_NAV_BUILD_CROSSINGS_H_

#include <vector>

#include "nav/build/build_params.h"
#include "nav/build/poly_locator.h"
#include "nav/build/seams.h"
#include "nav/build/tile_work.h"
#include "platform/worker_pool.h"

namespace footfall::nav {

// A piece of a boundary edge over which a ped climbs or drops (R32), by the vertices of the edge.
struct CrossingEdge {
  int from = 0;
  int to = 0;
  Crossing crossing = Crossing::kNone;
  platform::Vec3 landing;  // Where the ground on the other side was found.
};

// Place in the list of the tile that holds a position, -1 when there is none. `tiles` is ascending by index.
int TileAt(const std::vector<TileWork>& tiles, platform::Vec3 p);

// A polygon of the world while it is built.
struct WorldPoly {
  int tile = -1;
  int poly = TileMesh::kNone;
  friend bool operator==(const WorldPoly&, const WorldPoly&) = default;
  bool found() const { return poly != TileMesh::kNone; }
};

// The polygon to land on at `landing` or, where outlines left it out, up to 0.75 m farther along `out`.
WorldPoly FindLanding(const std::vector<TileWork>& tiles, const std::vector<PolyLocator>& locators,
                      platform::Vec3 landing, platform::Vec2 out);

// Splits boundary edges into maximal runs of one crossing and one target polygon, of at least `edge_run_min`
// (R32), by new corners exactly on them, and cuts polygons that get too many corners. Per tile.
std::vector<std::vector<CrossingEdge>> SplitAtCrossings(std::vector<TileWork>& tiles,
                                                        const std::vector<SeamPair>& pairs,
                                                        const BuildParams& params,
                                                        platform::WorkerPool& pool);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_CROSSINGS_H_
