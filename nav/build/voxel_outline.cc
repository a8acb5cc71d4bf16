// Regions, outlines and triangles of a voxel grid's ground: the rest of what Recast does for a tile.
#include <Recast.h>

#include <cmath>

#include "absl/strings/str_cat.h"
#include "nav/build/voxel_grid.h"
#include "platform/check.h"

namespace footfall::nav {
namespace {

// Keeps what Recast has to say.
class LogContext : public rcContext {
 public:
  LogContext(MeshIndex tile, std::vector<std::string>& warnings)
      : rcContext(true), tile_(tile), warnings_(warnings) {
    enableTimer(false);
  }

 protected:
  void doLog(const rcLogCategory category, const char* text, const int length) override {
    if (category == RC_LOG_PROGRESS) return;
    warnings_.push_back(absl::StrCat("tile ", tile_, ": ", std::string(text, static_cast<size_t>(length))));
  }

 private:
  MeshIndex tile_;
  std::vector<std::string>& warnings_;
};

}  // namespace

absl::StatusOr<TileMesh> VoxelGrid::Triangulate(const BuildParams& params,
                                                std::vector<std::string>& warnings) {
  TileMesh mesh;
  rcCompactHeightfield& ground = *ground_;
  if (ground.spanCount == 0) return mesh;
  const MeshIndex tile = static_cast<MeshIndex>((tile_corner_.y - kWorldMinUnits) / kTileUnits * kTilesX +
                                                (tile_corner_.x - kWorldMinUnits) / kTileUnits);
  LogContext log(tile, warnings);
  const double cell_area = cell_size_ * cell_size_;
  const int area_min = static_cast<int>(std::ceil(params.region_area_min / cell_area));
  const int area_merge = static_cast<int>(std::ceil(params.region_area_merge / cell_area));
  const auto refused = [tile](const char* step) {
    return absl::InternalError(absl::StrCat("tile ", tile, ": Recast refused at ", step));
  };
  if (!rcBuildDistanceField(&log, ground)) return refused("distances");
  if (!rcBuildRegions(&log, ground, border_, area_min, area_merge)) return refused("regions");
  rcContourSet outlines;
  const float error_cells = static_cast<float>(params.contour_error / cell_size_);
  if (!rcBuildContours(&log, ground, error_cells, 0, outlines)) return refused("outlines");
  if (outlines.nconts == 0) return mesh;
  rcPolyMesh triangles;
  if (!rcBuildPolyMesh(&log, outlines, 3, triangles)) return refused("triangles");

  const auto cell_units = static_cast<int32_t>(cell_size_ * kUnitsPerMetre);
  FOOTFALL_CHECK(cell_units == cell_size_ * kUnitsPerMetre);
  for (int i = 0; i < triangles.nverts; ++i) {
    const unsigned short* v = &triangles.verts[i * 3];
    LatticePoint p{tile_corner_.x + v[0] * cell_units, tile_corner_.y + v[2] * cell_units,
                   RoundHeight(SpanZ(v[1]) * kUnitsPerMetre)};
    mesh.vertices.push_back(p);
  }
  for (int i = 0; i < triangles.npolys; ++i) {
    const unsigned short* v = &triangles.polys[i * 6];
    if (v[2] == RC_MESH_NULL_IDX) continue;
    TileMesh::Poly poly;
    poly.corners = {v[0], v[1], v[2]};
    const int64_t area = ClockwiseArea(mesh, poly.corners);
    // Recast's axes are mirrored, so its triangles are clockwise here. One that is not has come out inside
    // out and covers ground that others cover too.
    if (area <= 0) continue;
    poly.across.assign(3, TileMesh::kNone);
    poly.probe.assign(3, TileMesh::kNone);
    poly.area = triangles.areas[i];
    poly.region = triangles.regs[i];
    mesh.polys.push_back(poly);
  }
  return mesh;
}

}  // namespace footfall::nav
