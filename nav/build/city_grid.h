#ifndef FOOTFALL_NAV_BUILD_CITY_GRID_H_
#define FOOTFALL_NAV_BUILD_CITY_GRID_H_

#include "nav/build/city.h"
#include "nav/build/city_geometry.h"

namespace footfall::nav {

// Heights of the city, metres.
inline constexpr float kRoadZ = 0;
inline constexpr float kPavementZ = 0.125F;  // One kerb above the road.
inline constexpr float kTowpathZ = -2.5F;
inline constexpr float kCanalWaterZ = -3;
inline constexpr float kUnderpassZ = -2.875F;
inline constexpr float kStoreyHeight = 3;

// A street's bands, half of its width each, from its middle outwards.
struct StreetBands {
  float tram = 0;
  float road = 0;      // Outer side of the lanes.
  float pavement = 0;  // Outer side of the pavement, where blocks begin.
};

// The plan of streets: a street every 75 m in both directions, between them blocks. Block (x, y) has its
// middle at (1500 + 75 x, 1500 + 75 y), so tile borders cut blocks, not streets; street x runs along the east
// side of the blocks x, and along the north side in the other direction. Whole numbers, any sign.
class CityGrid {
 public:
  static constexpr float kPitch = 75;

  explicit CityGrid(const CityParams& params);

  // All ground, whole tiles.
  const Rect& area() const { return area_; }
  // First and last block; those are the halves along the rim.
  int x_first() const { return x_first_; }
  int x_last() const { return x_last_; }
  int y_first() const { return y_first_; }
  int y_last() const { return y_last_; }
  bool IsRim(int x, int y) const { return x == x_first_ || x == x_last_ || y == y_first_ || y == y_last_; }

  // Streets that run north, with a tram in every fourth; and those that run east.
  static StreetBands NorthStreet(int x);
  static StreetBands EastStreet(int y);
  static bool HasTram(int x) { return Modulo(x, 4) == 0; }
  // Blocks that the canal runs through, west to east.
  static bool HasCanal(int y) { return Modulo(y, 8) == 6; }
  bool CanalRuns(int y) const { return HasCanal(y) && y != y_first_ && y != y_last_; }

  // Middle of a street.
  static float StreetAt(int index) { return kWorldMiddle + kPitch * (static_cast<float>(index) + 0.5F); }
  // The block between its streets, within the area.
  Rect Block(int x, int y) const;
  // The block with half of each street around it, within the area.
  Rect Cell(int x, int y) const;

 private:
  static constexpr float kWorldMiddle = 1500;
  static int Modulo(int a, int n) { return (a % n + n) % n; }

  Rect area_;
  int x_first_;
  int x_last_;
  int y_first_;
  int y_last_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_CITY_GRID_H_
