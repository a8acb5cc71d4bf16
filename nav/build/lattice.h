#ifndef FOOTFALL_NAV_BUILD_LATTICE_H_
#define FOOTFALL_NAV_BUILD_LATTICE_H_

#include <cmath>
#include <cstdint>
#include <numeric>

#include "nav/mesh/types.h"
#include "platform/vec.h"

// The world lattice on which the builder works in integers (R24), so that "convex", "on the line" and "the
// same point" have one exact answer. Coordinates are world metres x 256; the world fits in 23 bits.
namespace footfall::nav {

inline constexpr int32_t kUnitsPerMetre = 256;
inline constexpr int32_t kTileUnits = static_cast<int32_t>(kTileSize) * kUnitsPerMetre;
inline constexpr int32_t kWorldMinUnits = static_cast<int32_t>(kWorldMin) * kUnitsPerMetre;
// Heights are kept to this multiple: exact on the Z lattice of any tile less than 1 km high.
inline constexpr int32_t kHeightUnits = 4;

struct LatticePoint {
  int32_t x = 0;
  int32_t y = 0;
  int32_t z = 0;
  friend bool operator==(const LatticePoint&, const LatticePoint&) = default;
};

inline bool SameXy(LatticePoint a, LatticePoint b) { return a.x == b.x && a.y == b.y; }

// Twice the signed XY area of a, b, c: positive when they turn counter-clockwise seen from above.
inline int64_t Orient(LatticePoint a, LatticePoint b, LatticePoint c) {
  return static_cast<int64_t>(b.x - a.x) * (c.y - a.y) - static_cast<int64_t>(b.y - a.y) * (c.x - a.x);
}

inline int64_t LengthSqXy(LatticePoint a, LatticePoint b) {
  const int64_t dx = b.x - a.x;
  const int64_t dy = b.y - a.y;
  return dx * dx + dy * dy;
}

// XY length in metres.
inline double LengthXy(LatticePoint a, LatticePoint b) {
  return std::sqrt(static_cast<double>(LengthSqXy(a, b))) / kUnitsPerMetre;
}

// True when p lies on the segment a, b in XY and is neither end.
inline bool StrictlyBetween(LatticePoint a, LatticePoint b, LatticePoint p) {
  if (SameXy(a, p) || SameXy(b, p) || Orient(a, b, p) != 0) return false;
  const int64_t along =
      static_cast<int64_t>(b.x - a.x) * (p.x - a.x) + static_cast<int64_t>(b.y - a.y) * (p.y - a.y);
  return along > 0 && along < LengthSqXy(a, b);
}

// True when the segment a, b lies on the border of a tile.
inline bool OnTileBorder(LatticePoint a, LatticePoint b) {
  const auto on_line = [](int32_t v) { return (v - kWorldMinUnits) % kTileUnits == 0; };
  return (a.x == b.x && on_line(a.x)) || (a.y == b.y && on_line(a.y));
}

// Where p lies between a (0) and b (1). REQUIRES: a and b differ in XY.
inline double ParameterOn(LatticePoint a, LatticePoint b, LatticePoint p) {
  const double along =
      static_cast<double>(b.x - a.x) * (p.x - a.x) + static_cast<double>(b.y - a.y) * (p.y - a.y);
  return along / static_cast<double>(LengthSqXy(a, b));
}

// Rounds a height in units to the kept multiple.
inline int32_t RoundHeight(double units) {
  return static_cast<int32_t>(std::floor(units / kHeightUnits + 0.5)) * kHeightUnits;
}

// The lattice point exactly on the line a, b that is nearest to parameter t, its height interpolated. Equals
// an end when no inner lattice point is nearer.
inline LatticePoint PointOn(LatticePoint a, LatticePoint b, double t) {
  const int32_t steps = std::gcd(b.x - a.x, b.y - a.y);
  const auto step = static_cast<int32_t>(std::floor(t * steps + 0.5));
  const double exact = static_cast<double>(step) / steps;
  return {a.x + (b.x - a.x) / steps * step, a.y + (b.y - a.y) / steps * step,
          step == 0       ? a.z
          : step == steps ? b.z
                          : RoundHeight(a.z + (b.z - a.z) * exact)};
}

// Exact: lattice coordinates have at most 24 significant bits inside the world.
inline platform::Vec3 ToMetres(LatticePoint p) {
  constexpr float kStep = 1.0F / kUnitsPerMetre;
  return {static_cast<float>(p.x) * kStep, static_cast<float>(p.y) * kStep, static_cast<float>(p.z) * kStep};
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_LATTICE_H_
