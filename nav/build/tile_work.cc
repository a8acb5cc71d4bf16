#include "nav/build/tile_work.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "nav/build/near_ground.h"
#include "nav/build/polygonise.h"

namespace footfall::nav {
namespace {

void MeasureAll(const VoxelGrid& grid, float height_error, TileWork& work) {
  for (TileMesh::Poly& poly : work.mesh.polys) {
    const VoxelGrid::Deviation deviation = grid.Measure(work.mesh, poly, 1e9F);
    poly.error = deviation.max;
    poly.is_sheltered = deviation.sheltered * 2 > deviation.cells;
    work.residue_max = std::max(work.residue_max, deviation.max);
    work.residue_sum += deviation.sum;
    work.residue_cells += deviation.cells;
    if (deviation.max > height_error) ++work.far_polys;
  }
}

absl::Status Run(const VoxelGrid::Input& input, TilePalette& palette, const std::vector<EditArea>& areas,
                 const BuildParams& params, TileWork& work) {
  absl::StatusOr<std::unique_ptr<VoxelGrid>> grid = VoxelGrid::Build(input, params, palette);
  if (!grid.ok()) return grid.status();
  if (palette.overflows()) {
    return absl::InvalidArgumentError(absl::StrCat("tile ", input.tile, ": ", palette.size(),
                                                   " different sets of material attributes, limit ",
                                                   kPaletteSize));
  }
  work.walkable_area = (*grid)->WalkableArea();
  absl::StatusOr<TileMesh> mesh = (*grid)->Triangulate(params, work.warnings);
  if (!mesh.ok()) return mesh.status();
  work.mesh = *std::move(mesh);
  SettleVertices(work.mesh, **grid, params);
  RepairTriangles(work.mesh, params);
  RefineTriangles(work.mesh, **grid, params);
  bool is_moved = MoveNearGround(work.mesh, **grid, params);
  MergePolys(work.mesh, **grid, params);
  const bool has_needed = DissolveCorners(work.mesh, **grid, params);
  EnforceConvex(work.mesh);
  is_moved |= MoveNearGround(work.mesh, **grid, params);
  if (is_moved || has_needed) work.builder_version = 2;
  MeasureAll(**grid, params.height_error, work);
  work.probes = ProbeEdges(work.mesh, **grid, areas, params);
  work.cover = FindCover(work.probes, **grid, areas, params);
  return absl::OkStatus();
}

}  // namespace

TileWork BuildTile(const VoxelGrid::Input& input, const std::vector<bool>& used,
                   const std::vector<EditArea>& areas, const BuildParams& params) {
  TileWork work;
  work.index = input.tile;
  TilePalette palette(used);
  work.status = Run(input, palette, areas, params, work);
  for (int i = 1; i <= palette.size(); ++i) work.palette.push_back(palette.entry(static_cast<uint8_t>(i)));
  return work;
}

}  // namespace footfall::nav
