#ifndef FOOTFALL_NAV_BUILD_INSTANCED_CITY_H_
#define FOOTFALL_NAV_BUILD_INSTANCED_CITY_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "nav/mesh/tile_draft.h"

namespace footfall::nav {

// Tiles after which an instanced city repeats itself.
inline constexpr int kInstancedPeriodX = 2;
inline constexpr int kInstancedPeriodY = 4;

// A world of up to 100 x 100 tiles in well under a minute: a city whose plan repeats every 2 x 4 tiles is
// built once, with neighbours that have the same plan, and its tiles are placed again and again as instances
// (pack_format.h). Each kind of place has one tile of its own bytes: eight inside, and those along the rim,
// whose edges lead nowhere outside. Borders match by construction, since both sides of every seam were
// built from the same geometry.
struct InstancedCityParams {
  uint64_t seed = 1;
  int tiles_x = 100;  // 3 to 100 each; centred as CityParams says
  int tiles_y = 100;
};

// INVALID_ARGUMENT naming field, value and limit; otherwise the errors of the builder. The same parameters
// give the same draft whatever the number of threads.
absl::StatusOr<WorldDraft> BuildInstancedCity(const InstancedCityParams& params, int threads);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_INSTANCED_CITY_H_
