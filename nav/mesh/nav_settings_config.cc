
#include "absl/strings/str_format.h"
#include "footfall/config/v1/nav_settings.pb.h"
#include "nav/mesh/nav_settings.h"
#include "platform/text_config.h"

namespace footfall::nav {
namespace {

absl::Status Outside(std::string_view source, const char* key, double value, double low, double high) {
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: %s is %g, limit %g to %g", source, key, value, low, high));
}

absl::StatusOr<NavSettings> FromMessage(const config::v1::NavSettings& message, std::string_view source,
                                        bool offline) {
  NavSettings settings;
  const NavSettings defaults;
  if (message.has_sectors_per_nav_mesh()) settings.sectors_per_nav_mesh = message.sectors_per_nav_mesh();
  if (message.has_nav_mesh_load_distance())
    settings.nav_mesh_load_distance = message.nav_mesh_load_distance();
  if (message.has_max_nav_meshes_in_any_level()) {
    settings.max_nav_meshes_in_any_level = message.max_nav_meshes_in_any_level();
  }
  if (message.has_max_dynamic_nav_mesh_types()) {
    settings.max_dynamic_nav_mesh_types = message.max_dynamic_nav_mesh_types();
  }
  const int low_sectors = offline ? 1 : kSectorsPerTile;
  const int high_sectors = offline ? kSectorsPerTile * kTilesX : kSectorsPerTile;
  if (settings.sectors_per_nav_mesh < low_sectors || settings.sectors_per_nav_mesh > high_sectors) {
    return Outside(source, "sectors_per_nav_mesh", settings.sectors_per_nav_mesh, low_sectors, high_sectors);
  }
  constexpr float kWorldSize = kWorldMax - kWorldMin;
  if (!(settings.nav_mesh_load_distance >= 0) || !(settings.nav_mesh_load_distance <= kWorldSize)) {
    return Outside(source, "nav_mesh_load_distance", settings.nav_mesh_load_distance, 0, kWorldSize);
  }
  if (settings.max_nav_meshes_in_any_level < 1 ||
      settings.max_nav_meshes_in_any_level > defaults.max_nav_meshes_in_any_level) {
    return Outside(source, "max_nav_meshes_in_any_level", settings.max_nav_meshes_in_any_level, 1,
                   defaults.max_nav_meshes_in_any_level);
  }
  if (settings.max_dynamic_nav_mesh_types < 0 ||
      settings.max_dynamic_nav_mesh_types > defaults.max_dynamic_nav_mesh_types) {
    return Outside(source, "max_dynamic_nav_mesh_types", settings.max_dynamic_nav_mesh_types, 0,
                   defaults.max_dynamic_nav_mesh_types);
  }
  return settings;
}

}  // namespace

absl::StatusOr<NavSettings> ParseNavSettings(std::string_view text, std::string_view source_name,
                                             bool offline) {
  config::v1::NavSettings message;
  if (absl::Status status = platform::ParseTextConfig(text, source_name, &message); !status.ok())
    return status;
  return FromMessage(message, source_name, offline);
}

std::vector<std::string> ProfileSetsOf(const NavSettings& settings, int32_t resident_tiles_max) {
  const NavSettings defaults;
  std::vector<std::string> sets;
  if (settings.nav_mesh_load_distance != defaults.nav_mesh_load_distance) {
    sets.push_back(absl::StrFormat("load_proximity=%.9g", settings.nav_mesh_load_distance));
  }
  if (settings.max_nav_meshes_in_any_level < resident_tiles_max) {
    sets.push_back(absl::StrFormat("resident_tiles_max=%d", settings.max_nav_meshes_in_any_level));
  }
  return sets;
}

absl::StatusOr<NavSettings> LoadNavSettings(const std::string& path, bool offline) {
  config::v1::NavSettings message;
  const absl::Status status = platform::LoadTextConfig(path, &message);
  if (absl::IsNotFound(status)) return NavSettings{};
  if (!status.ok()) return status;
  return FromMessage(message, path, offline);
}

}  // namespace footfall::nav
