#include "nav/build/city_pack.h"

#include <string>

#include "nav/build/world_builder.h"
#include "nav/mesh/pack_writer.h"

namespace footfall::nav {

absl::StatusOr<WorldDraft> BuildCityDraft(const CityParams& params, int threads) {
  const absl::StatusOr<City> city = BuildCity(params);
  if (!city.ok()) return city.status();
  WorldDraft draft;
  const absl::StatusOr<BuildReport> report =
      BuildWorld(city->soup, city->materials, city->annotations, city->params, threads, {}, &draft);
  if (!report.ok()) return report.status();
  return draft;
}

absl::StatusOr<std::shared_ptr<const Pack>> BuildCityPack(const CityParams& params, int threads) {
  const absl::StatusOr<WorldDraft> draft = BuildCityDraft(params, threads);
  if (!draft.ok()) return draft.status();
  absl::StatusOr<std::string> bytes = PackWorld(*draft);
  if (!bytes.ok()) return bytes.status();
  return Pack::FromBytes(*bytes);
}

}  // namespace footfall::nav
