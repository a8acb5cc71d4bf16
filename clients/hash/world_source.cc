#include "clients/hash/world_source.h"

#include <filesystem>
#include <variant>

#include "nav/build/city.h"
#include "nav/build/world_builder.h"
#include "nav/mesh/pack_writer.h"
#include "sim/scenario_run.h"

namespace footfall::client {
namespace {

absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenDemo() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  return nav::Pack::Open((program.parent_path() / "demo.ffnav").string());
}

absl::StatusOr<std::shared_ptr<const nav::Pack>> BuildCityPack(const sim::CitySource& source) {
  nav::CityParams city_params;
  city_params.seed = source.seed;
  city_params.tiles_x = static_cast<int>(source.tiles_x);
  city_params.tiles_y = static_cast<int>(source.tiles_y);
  const absl::StatusOr<nav::City> city = nav::BuildCity(city_params);
  if (!city.ok()) {
    return city.status();
  }
  nav::WorldDraft draft;
  // One thread: scenarios are run several at a time.
  const absl::StatusOr<nav::BuildReport> report =
      nav::BuildWorld(city->soup, city->materials, city->annotations, city->params, 1, {}, &draft);
  if (!report.ok()) {
    return report.status();
  }
  absl::StatusOr<std::string> bytes = nav::PackWorld(draft);
  if (!bytes.ok()) {
    return bytes.status();
  }
  return nav::Pack::FromBytes(*std::move(bytes));
}

}  // namespace

absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenWorldSource(const sim::WorldSource& source) {
  if (std::holds_alternative<sim::DemoSource>(source)) {
    return OpenDemo();
  }
  if (const auto* city = std::get_if<sim::CitySource>(&source)) {
    return BuildCityPack(*city);
  }
  return sim::OpenPackSource(source);
}

}  // namespace footfall::client
