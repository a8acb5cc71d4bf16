#ifndef FOOTFALL_NAV_BUILD_BUILD_CONFIG_H_
#define FOOTFALL_NAV_BUILD_BUILD_CONFIG_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "nav/build/annotations.h"
#include "nav/build/material_map.h"

namespace footfall::nav {

// Loaders of the two side files of a level. Text format of proto/footfall/config/v1; errors name file, line
// or entry, field, value and limit. Pure functions; any thread.

absl::StatusOr<MaterialMap> ParseMaterialMap(std::string_view text, const std::string& name);
absl::StatusOr<MaterialMap> LoadMaterialMap(const std::string& path);

absl::StatusOr<Annotations> ParseAnnotations(std::string_view text, const std::string& name);
absl::StatusOr<Annotations> LoadAnnotations(const std::string& path);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_BUILD_CONFIG_H_
