#ifndef FOOTFALL_NAV_BUILD_CITY_PACK_H_
#define FOOTFALL_NAV_BUILD_CITY_PACK_H_

#include <memory>

#include "absl/status/statusor.h"
#include "nav/build/city.h"
#include "nav/mesh/pack.h"
#include "nav/mesh/tile_draft.h"

namespace footfall::nav {

// A generated city, ready to be packed. Errors are those of BuildCity and BuildWorld.
absl::StatusOr<WorldDraft> BuildCityDraft(const CityParams& params, int threads);

// A generated city as an open pack, in memory: what scenarios whose world is a city run on. About 0.25 s of
// one core a tile. Errors are those of BuildCity, BuildWorld and PackWorld.
absl::StatusOr<std::shared_ptr<const Pack>> BuildCityPack(const CityParams& params, int threads);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_CITY_PACK_H_
