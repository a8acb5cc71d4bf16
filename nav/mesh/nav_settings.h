#ifndef FOOTFALL_NAV_MESH_NAV_SETTINGS_H_
#define FOOTFALL_NAV_MESH_NAV_SETTINGS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "nav/mesh/types.h"

namespace footfall::nav {

// The navigation settings file, read once at start (NAV-012, OQ-02). Plain value.
struct NavSettings {
  int32_t sectors_per_nav_mesh = kSectorsPerTile;           // only offline tools take another
  float nav_mesh_load_distance = 100;                       // metres; profile field load_proximity (NAV-065)
  int32_t max_nav_meshes_in_any_level = kLastMapIndex + 1;  // may be lowered only
  int32_t max_dynamic_nav_mesh_types = kLastDynamicIndex - kFirstDynamicIndex + 1;  // may be lowered only
};

// A missing key keeps its default. INVALID_ARGUMENT names the key of a value that does not parse or is out of
// its limits; `source_name` stands before it. `offline` allows other sector counts.
absl::StatusOr<NavSettings> ParseNavSettings(std::string_view text, std::string_view source_name,
                                             bool offline);

// The same from a file; a missing file gives the defaults.
absl::StatusOr<NavSettings> LoadNavSettings(const std::string& path, bool offline);

// What the settings change in a platform profile, as its overrides "key=value": the load distance, and the
// number of resident tiles where it is below the profile's own (OQ-02). Empty for the defaults.
std::vector<std::string> ProfileSetsOf(const NavSettings& settings, int32_t resident_tiles_max);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_NAV_SETTINGS_H_
