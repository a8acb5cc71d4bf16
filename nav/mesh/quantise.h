#ifndef FOOTFALL_NAV_MESH_QUANTISE_H_
#define FOOTFALL_NAV_MESH_QUANTISE_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "nav/mesh/format_limits.h"

namespace footfall::nav {

// Nearest of the 65,536 steps of one axis of a tile's box (NAV-019); values outside give the nearest end.
inline uint16_t QuantiseAxis(float value, float minimum, float extent) {
  const double steps = (static_cast<double>(value) - minimum) / extent * kVertexQuantSteps;
  return static_cast<uint16_t>(std::clamp(std::floor(steps + 0.5), 0.0, 65535.0));
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_QUANTISE_H_
