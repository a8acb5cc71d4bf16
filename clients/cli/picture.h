#ifndef FOOTFALL_CLIENTS_CLI_PICTURE_H_
#define FOOTFALL_CLIENTS_CLI_PICTURE_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "platform/vec.h"

namespace footfall::cli {

// Draws the surroundings of a path, the polygons it runs over and the path itself, as SVG. Errors name the
// file.
absl::Status DrawPath(const std::string& pack_path, const std::vector<platform::Vec3>& path,
                      const std::string& svg_path);

// Writes a whole file. UNAVAILABLE-like faults of the file system are FAILED_PRECONDITION naming path and
// cause.
absl::Status WriteText(const std::string& path, std::string_view text);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_PICTURE_H_
