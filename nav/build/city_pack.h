#ifndef FOOTFALL_NAV_BUILD_CITY_PACK_H_
#define FOOTFALL_NAV_BUILD_CITY_PACK_H_

#include <memory>

#include "absl/status/statusor.h"
#include "nav/build/city.h"
#include "nav/mesh/pack.h"

namespace footfall::nav {

// A generated city as an open pack, in memory: what scenarios whose world is a city run on. About 0.25 s of
// one core a tile. Errors are those of BuildCity, BuildWorld and PackWorld.
absl::StatusOr<std::shared_ptr<const Pack>> BuildCityPack(const CityParams& params, int threads);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_CITY_PACK_H_
