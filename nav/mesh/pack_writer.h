#ifndef FOOTFALL_NAV_MESH_PACK_WRITER_H_
#define FOOTFALL_NAV_MESH_PACK_WRITER_H_

#include <string>

#include "absl/status/statusor.h"
#include "nav/mesh/tile_draft.h"

namespace footfall::nav {

// Packs a world into the bytes of a `.ffnav` file. The same draft gives the same bytes. Checks every limit of
// the format (R28: index widths, vertices a polygon, adjacent meshes, special links) and the whole structure;
// an error names tile, field, value and limit.
absl::StatusOr<std::string> PackWorld(const WorldDraft& world);

// PackWorld into a temporary file beside `path`, then renamed over it: a reader sees the old file or the new
// one (R29).
absl::Status WritePack(const WorldDraft& world, const std::string& path);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_PACK_WRITER_H_
