#ifndef FOOTFALL_NAV_SERVER_SEARCH_TILES_H_
#define FOOTFALL_NAV_SERVER_SEARCH_TILES_H_

#include "nav/mesh/types.h"
#include "nav/server/nav_request.h"
#include "platform/vec.h"

namespace footfall::nav {

// Least growth of the search box around start and end, m (OQ-22).
inline constexpr float kSearchGrowthMin = 60;

// The tiles that the run of `request` may read. Of a path: the XY box of start and end, grown by max(60 m,
// half of their distance), for wander and flee the start grown by the reference distance + 60 m, or twice
// that with UseLargerSearchExtents, in whole tiles (OQ-22). All tiles where the request asks for the resident
// one that is nearest to its target. Taken from the points as asked for, before snapping: it decides about
// restarts only, an order reads its own view anyway. Any thread.
class SearchTiles {
 public:
  explicit SearchTiles(const NavRequest& request);

  // Whether a change of the tile or dynamic mesh can change the search.
  bool Touches(MeshIndex index) const;

 private:
  void Read(const PathRequest& path);
  void Read(const LineOfSightRequest& sight);
  void Read(const AudioPropertiesRequest& audio) { Around(audio.position, audio.radius); }
  void Read(const FloodFillRequest& flood);
  void Read(const ClearAreaRequest& area) { Around(area.center, area.search_radius + area.clear_radius); }
  void Read(const ClosestPositionRequest& closest) { Around(closest.position, closest.search_radius); }
  // A point with `reach` metres and kSearchGrowthMin more about it.
  void Around(const platform::Vec3& point, float reach);
  void SetBox(platform::Vec2 low, platform::Vec2 high, float growth);

  MeshIndex mesh_ = kNoNavMesh;
  bool everywhere_ = false;
  int x_min_ = 0, x_max_ = 0, y_min_ = 0, y_max_ = 0;  // tiles, both ends inside
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_SEARCH_TILES_H_
