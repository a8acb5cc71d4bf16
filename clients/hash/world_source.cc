#include "clients/hash/world_source.h"

#include <filesystem>
#include <string>
#include <utility>
#include <variant>

#include "nav/build/city_pack.h"
#include "nav/build/instanced_city.h"
#include "nav/mesh/pack_writer.h"
#include "sim/scenario_run.h"

namespace footfall::client {
namespace {

absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenDemo() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  return nav::Pack::Open((program.parent_path() / "demo.ffnav").string());
}

absl::StatusOr<std::shared_ptr<const nav::Pack>> BuildCity(const sim::CitySource& source) {
  if (source.instanced) {
    const auto draft = nav::BuildInstancedCity(
        {source.seed, static_cast<int>(source.tiles_x), static_cast<int>(source.tiles_y)}, 1);
    if (!draft.ok()) {
      return draft.status();
    }
    absl::StatusOr<std::string> bytes = nav::PackWorld(*draft);
    if (!bytes.ok()) {
      return bytes.status();
    }
    return nav::Pack::FromBytes(*std::move(bytes));
  }
  nav::CityParams city;
  city.seed = source.seed;
  city.tiles_x = static_cast<int>(source.tiles_x);
  city.tiles_y = static_cast<int>(source.tiles_y);
  // One thread: scenarios are run several at a time.
  return nav::BuildCityPack(city, 1);
}

}  // namespace

absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenWorldSource(const sim::WorldSource& source) {
  if (std::holds_alternative<sim::DemoSource>(source)) {
    return OpenDemo();
  }
  if (const auto* city = std::get_if<sim::CitySource>(&source)) {
    return BuildCity(*city);
  }
  return sim::OpenPackSource(source);
}

}  // namespace footfall::client
