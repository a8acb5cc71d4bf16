#ifndef FOOTFALL_NAV_BUILD_TILE_WORK_H_
#define FOOTFALL_NAV_BUILD_TILE_WORK_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "nav/build/annotations.h"
#include "nav/build/build_params.h"
#include "nav/build/edge_probe.h"
#include "nav/build/palette.h"
#include "nav/build/tile_mesh.h"
#include "nav/build/voxel_grid.h"

namespace footfall::nav {

// One tile on its way through the builder, after its voxel stage.
struct TileWork {
  MeshIndex index = kNoNavMesh;
  absl::Status status;
  TileMesh mesh;
  std::vector<TilePalette::Entry> palette;  // By area id - 1.
  std::vector<EdgeProbe> probes;
  std::vector<DraftCover> cover;
  std::vector<std::string> warnings;
  uint32_t builder_version = 1;  // The first that makes this tile, see kBuilderVersion.
  double walkable_area = 0;
  float residue_max = 0;
  double residue_sum = 0;
  int64_t residue_cells = 0;
  int far_polys = 0;  // That leave the ground by more than `height_error`.
};

// Runs the voxel stage of one tile and makes its polygons. `used`: see TilePalette. Errors go to
// TileWork::status. Tiles are independent of each other: any thread.
TileWork BuildTile(const VoxelGrid::Input& input, const std::vector<bool>& used,
                   const std::vector<EditArea>& areas, const BuildParams& params);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_TILE_WORK_H_
