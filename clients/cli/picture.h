#ifndef FOOTFALL_CLIENTS_CLI_PICTURE_H_
#define FOOTFALL_CLIENTS_CLI_PICTURE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nav/mesh/pack.h"
#include "platform/vec.h"

namespace footfall::cli {

// Opens the pack that a picture is drawn of, which must be the world of that build id (GetWorld), or the
// picture would show another level. InvalidArgument names both.
absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenPackOf(const std::string& pack_path,
                                                            const std::string& world_build_id);

// What is drawn of a path. Polygons are references of the wire; without a corridor the polygons under the
// path are taken for it.
struct PathPicture {
  std::vector<platform::Vec3> path;
  std::vector<platform::Vec3> pulled;  // before the post steps
  std::vector<std::uint64_t> corridor;
  std::vector<std::uint64_t> visited;
  std::vector<std::vector<platform::Vec3>> fragments;  // outlines
  std::vector<std::vector<platform::Vec3>> obstacles;  // likewise
};

// The path and its corridor with 30 m around them, of a pack of one tile everything, as SVG.
absl::StatusOr<std::string> PathSvg(const nav::Pack& pack, const PathPicture& picture);

// Writes a whole file, as platform::ReplaceFile, or into a device or a descriptor of this process.
// FAILED_PRECONDITION names path and cause.
absl::Status WriteText(const std::string& path, std::string_view text);
// Whether WriteText could do that now; an empty path is none.
absl::Status CheckText(const std::string& path);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_PICTURE_H_
