#ifndef FOOTFALL_NAV_MESH_TILE_BLOB_H_
#define FOOTFALL_NAV_MESH_TILE_BLOB_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nav/mesh/tile_draft.h"

namespace footfall::nav {

// Checks what a draft may hold against every width of the format, before anything is packed. INVALID_ARGUMENT
// names tile, field, value and limit.
absl::Status CheckDraft(const TileDraft& tile);

// The bytes of one tile (tile_layout.h). Compressed vertices are rounded to the nearest step of the tile's
// box. The same draft gives the same bytes. Geometry is not judged here: see tile_validator.h.
absl::StatusOr<std::string> PackTile(const TileDraft& tile, uint64_t build_id);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_TILE_BLOB_H_
