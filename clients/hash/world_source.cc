#include "clients/hash/world_source.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <variant>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "nav/build/city_pack.h"
#include "nav/build/instanced_city.h"
#include "nav/mesh/pack_writer.h"
#include "nav/stream/tile_set.h"
#include "sim/scenario_run.h"

namespace footfall::client {
namespace {

absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenDemo() {
  return nav::Pack::Open(DemoPackBeside("/proc/self/exe"));
}

// One thread: scenarios are run several at a time.
absl::StatusOr<nav::WorldDraft> BuildCity(const sim::CitySource& source) {
  const int tiles_x = static_cast<int>(source.tiles_x);
  const int tiles_y = static_cast<int>(source.tiles_y);
  if (source.instanced) {
    return nav::BuildInstancedCity({source.seed, tiles_x, tiles_y}, 1);
  }
  nav::CityParams city;
  city.seed = source.seed;
  city.tiles_x = tiles_x;
  city.tiles_y = tiles_y;
  return nav::BuildCityDraft(city, 1);
}

absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenCity(const sim::CitySource& source) {
  const absl::StatusOr<nav::WorldDraft> draft = BuildCity(source);
  if (!draft.ok()) {
    return draft.status();
  }
  absl::StatusOr<std::string> bytes = nav::PackWorld(*draft);
  if (!bytes.ok()) {
    return bytes.status();
  }
  return nav::Pack::FromBytes(*bytes);
}

}  // namespace

std::string DemoPackBeside(const std::string& program) {
  std::error_code error;
  return (std::filesystem::canonical(program, error).parent_path() / "demo.ffnav").string();
}

absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenWorldSource(const sim::WorldSource& source) {
  if (std::holds_alternative<sim::DemoSource>(source)) {
    return OpenDemo();
  }
  if (const auto* city = std::get_if<sim::CitySource>(&source)) {
    return OpenCity(*city);
  }
  return sim::OpenPackSource(source);
}

absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenRecordedWorld(const sim::WorldSource& source,
                                                                   const std::string& pack) {
  if (!pack.empty()) {
    return sim::OpenPackSource(sim::PackSource{pack});
  }
  const auto* city = std::get_if<sim::CitySource>(&source);
  if (city != nullptr && !city->instanced &&
      uint64_t{city->tiles_x} * city->tiles_y > kRecordedCityTilesMax) {
    const std::string size = absl::StrCat(city->tiles_x, "x", city->tiles_y);
    return absl::InvalidArgumentError(
        absl::StrCat("the recording is of a city of ", size, " tiles, and only ", kRecordedCityTilesMax,
                     " are built for one; give its pack with --world FILE, which `footfall build --city ",
                     size, " --seed ", city->seed, " --output FILE` makes"));
  }
  return OpenWorldSource(source);
}

absl::StatusOr<sim::ContentSource> ReadContentPack(const std::string& text) {
  const size_t equals = text.find('=');
  uint32_t group = 0;
  const bool is_good = equals != std::string::npos && equals + 1 < text.size() &&
                       absl::SimpleAtoi(text.substr(0, equals), &group) && group >= 1 &&
                       group <= nav::TileSet::kGroupsMax;
  if (is_good) return sim::ContentSource{group, {text.substr(equals + 1)}};
  return absl::InvalidArgumentError(absl::StrCat(
      "--content-pack: ", text, " must be GROUP=FILE with a group from 1 to ", nav::TileSet::kGroupsMax));
}

absl::StatusOr<std::vector<sim::ContentSource>> FindContentPacks(const std::vector<std::string>& texts,
                                                                 const sim::RecordingHeader& header,
                                                                 const std::string& world,
                                                                 const std::string& recording) {
  std::vector<sim::ContentSource> found;
  for (const std::string& text : texts) {
    const absl::StatusOr<sim::ContentSource> given = ReadContentPack(text);
    if (!given.ok()) return given.status();
    found.push_back(*given);
  }
  for (const sim::RecordedContent& content : header.content_packs) {
    const auto is_it = [&](const sim::ContentSource& source) { return source.group == content.group; };
    std::error_code error;
    if (std::any_of(found.begin(), found.end(), is_it) || std::filesystem::exists(content.path, error))
      continue;
    for (const std::string& file : {world, recording}) {
      const std::filesystem::path beside =
          std::filesystem::path(file).parent_path() / std::filesystem::path(content.path).filename();
      if (file.empty() || !std::filesystem::is_regular_file(beside, error)) continue;
      found.push_back({content.group, {beside.string()}});
      break;
    }
  }
  return found;
}

absl::Status WriteCityOf(const sim::WorldSource& source, const std::string& path) {
  const auto* city = std::get_if<sim::CitySource>(&source);
  if (city == nullptr) {
    return absl::InvalidArgumentError("the scenario's world is no city: only a city is made for it");
  }
  const absl::StatusOr<nav::WorldDraft> draft = BuildCity(*city);
  return draft.ok() ? nav::WritePack(*draft, path) : draft.status();
}

}  // namespace footfall::client
