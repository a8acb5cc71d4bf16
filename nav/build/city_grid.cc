#include "nav/build/city_grid.h"

#include "nav/mesh/types.h"

namespace footfall::nav {
namespace {

constexpr int kMiddleTile = kTilesX / 2;

float TileCorner(int tile) { return kWorldMin + static_cast<float>(tile) * kTileSize; }

}  // namespace

CityGrid::CityGrid(const CityParams& params) {
  const int tile_x = kMiddleTile - params.tiles_x / 2;
  const int tile_y = kMiddleTile - params.tiles_y / 2;
  area_ = {TileCorner(tile_x), TileCorner(tile_y), TileCorner(tile_x + params.tiles_x),
           TileCorner(tile_y + params.tiles_y)};
  x_first_ = (tile_x - kMiddleTile) * 2;
  y_first_ = (tile_y - kMiddleTile) * 2;
  x_last_ = x_first_ + params.tiles_x * 2;
  y_last_ = y_first_ + params.tiles_y * 2;
}

StreetBands CityGrid::NorthStreet(int x) {
  if (HasTram(x)) return {3, 8.5F, 12.5F};
  return {0, 3.5F, 6.5F};
}

StreetBands CityGrid::EastStreet(int y) {
  if (Modulo(y, 4) == 1) return {0, 5, 9.5F};
  return {0, 3.5F, 6.5F};
}

Rect CityGrid::Block(int x, int y) const {
  return Intersection(
      {StreetAt(x - 1) + NorthStreet(x - 1).pavement, StreetAt(y - 1) + EastStreet(y - 1).pavement,
       StreetAt(x) - NorthStreet(x).pavement, StreetAt(y) - EastStreet(y).pavement},
      area_);
}

Rect CityGrid::Cell(int x, int y) const {
  return Intersection({StreetAt(x - 1), StreetAt(y - 1), StreetAt(x), StreetAt(y)}, area_);
}

}  // namespace footfall::nav
