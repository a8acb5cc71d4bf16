#ifndef FOOTFALL_NAV_BUILD_CITY_STREET_H_
#define FOOTFALL_NAV_BUILD_CITY_STREET_H_

#include "nav/build/city_geometry.h"
#include "nav/build/city_grid.h"
#include "platform/random.h"

namespace footfall::nav {

// What streets and waterways need to know.
struct StreetSite {
  CityMesher& mesher;
  const CityGrid& grid;
  platform::RandomStream& random;
  int x;  // Of the block whose east and north streets these are.
  int y;
  CityMaterial pavement;
};

// The street along the block's east side, its north side, and the junction at its corner; those that lie
// within the city.
void BuildStreets(const StreetSite& site);

// The canal through the block and half of the streets beside it, under their bridges: water, towpath and
// walls. The hole in the block's own ground, with the stairs down to the towpath, is cut from `ground`.
void BuildCanal(const StreetSite& site, Sheet& ground);
// Across the block at its middle: what the canal leaves open.
Rect CanalGap(const Rect& cell);

// A way over or under a street with a tram, between the blocks on its two sides.
enum class TramCrossing { kNone, kFootbridge, kUnderpass };
// Between block (x, y) and block (x + 1, y); `plan_y` is the row of the plan that repeats
// (CityParams::period_y).
TramCrossing TramCrossingAt(const CityGrid& grid, int x, int y, int plan_y);
// How much of a block's side along the street it takes.
inline constexpr float kTramCrossingStrip = 5;
// Builds it, and cuts its stairs out of the ground of the block on this side; `ground_east` is of the block
// across the street.
void BuildTramCrossing(const StreetSite& site, TramCrossing kind);
// Cuts the underpass's stairs from the ground of a block; `side` is where in the block the street lies.
void CutUnderpass(const Rect& block, Facing side, Sheet& ground);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_CITY_STREET_H_
