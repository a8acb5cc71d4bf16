#ifndef FOOTFALL_NAV_BUILD_WORLD_BUILDER_H_
#define FOOTFALL_NAV_BUILD_WORLD_BUILDER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "nav/build/annotations.h"
#include "nav/build/build_params.h"
#include "nav/build/material_map.h"
#include "nav/build/triangle_soup.h"
#include "nav/mesh/tile_draft.h"

namespace footfall::nav {

// What only the builder knows; figures that a finished pack can tell are in pack_report.h.
struct BuildReport {
  std::vector<std::string> warnings;  // In a fixed order.
  int tiles = 0;
  int64_t triangles = 0;
  double walkable_cells_area = 0;  // m2 of voxel cells that can be walked on, inside the tiles
  double polys_area = 0;           // m2 of the polygons
  float height_residue_max = 0;    // Largest distance of a polygon from the ground (R31), metres
  double height_residue_mean = 0;
  // Polygons that leave the ground by more than `height_error` although all was tried: where floors or steps
  // lie closer together than the cells can tell apart.
  int height_far_polys = 0;
  uint32_t builder_version = 1;  // The lowest that makes these tiles, see kBuilderVersion.
  int64_t seam_edges_matched = 0;
  int64_t seam_edges_unmatched = 0;  // R30
  int64_t edges_lost = 0;            // Climbs and drops that found no polygon or no room in their polygon.
};

// Called while a world is built, from any of its threads, never from two at once.
struct BuildProgress {
  const char* stage = "";
  int done = 0;
  int total = 0;
};
using BuildProgressFn = std::function<void(const BuildProgress&)>;

// Builds the mesh of a world, ready for PackWorld. The same input gives the same draft whatever the number of
// threads (NAV-316). `progress` may be empty. Errors: INVALID_ARGUMENT (parameters, geometry outside the
// world or the palette, naming the value; no walkable triangle, with the share by slope; a ladder without
// ground), INTERNAL when the voxel stage fails.
absl::StatusOr<BuildReport> BuildWorld(const TriangleSoup& soup, const MaterialMap& materials,
                                       const Annotations& annotations, const BuildParams& params, int threads,
                                       const BuildProgressFn& progress, WorldDraft* out);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_WORLD_BUILDER_H_
