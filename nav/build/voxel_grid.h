#ifndef FOOTFALL_NAV_BUILD_VOXEL_GRID_H_
#define FOOTFALL_NAV_BUILD_VOXEL_GRID_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "nav/build/build_params.h"
#include "nav/build/palette.h"
#include "nav/build/tile_mesh.h"
#include "nav/mesh/types.h"
#include "platform/vec.h"

struct rcCompactHeightfield;
struct rcHeightfield;

namespace footfall::nav {

// A triangle as the voxel stage takes it.
struct VoxelTriangle {
  enum class Kind : uint8_t { kSolid, kShallowWater, kDeepWater };
  platform::Vec3 corners[3];
  uint8_t area = TilePalette::kNotWalkable;
  Kind kind = Kind::kSolid;
};

// The cells of one tile with a border around it, through Recast: solid spans, and above each walkable one the
// ground after clearance, water and erosion by the agent's radius. One thread at a time.
class VoxelGrid {
 public:
  struct Input {
    MeshIndex tile = kNoNavMesh;
    float cell_size = 0;  // Of this tile; finer than the parameters' where an edit area asks for it.
    std::vector<VoxelTriangle> triangles;  // Those that touch the tile with its border.
  };

  // Metres around a tile that its grid covers too: outlines, probes and erosion need to see past the seam.
  static constexpr float kBorder = 4.0F;

  // `palette` grows by the variants under shallow water. INVALID_ARGUMENT: tile higher than the grid;
  // INTERNAL: Recast refused.
  static absl::StatusOr<std::unique_ptr<VoxelGrid>> Build(const Input& input, const BuildParams& params,
                                                          TilePalette& palette);
  ~VoxelGrid();

  // Regions, outlines and triangles of the ground inside the tile: clockwise, corners on the lattice, not yet
  // checked. Messages of Recast are appended to `warnings`.
  absl::StatusOr<TileMesh> Triangulate(const BuildParams& params, std::vector<std::string>& warnings);

  // Height of the ground at a lattice point: mean of the cells around it, weighted by their share of a
  // cell-sized square. Ground of `region`, which has one height everywhere, wins over ground near the point's
  // own height, which stays where there is neither.
  int32_t GroundHeight(LatticePoint p, uint16_t region) const;
  // The same at the middle of two points on the ground, found by walking over the cells from either: on hilly
  // ground the middle of a long line is far from it, and other floors may be nearer.
  int32_t GroundBetween(LatticePoint a, LatticePoint b, LatticePoint middle, uint16_t region) const;

  // How far a polygon, seen as the fan around its vertex mean (R31), is from the ground under it.
  struct Deviation {
    float max = 0;   // metres
    double sum = 0;  // metres
    int64_t cells = 0;
    int64_t sheltered = 0;  // Cells with a roof below the shelter height.
  };
  // Over all cell centres inside `where`: the ground nearest to `where` itself, or of `region` where that has
  // ground, against the surface of `judged`, which covers `where`. Stops early once `max` exceeds `limit`.
  Deviation Measure(const TileMesh& mesh, const std::vector<int>& where, const std::vector<int>& judged,
                    uint16_t region, float limit) const;
  Deviation Measure(const TileMesh& mesh, const TileMesh::Poly& poly, float limit) const {
    return Measure(mesh, poly.corners, poly.corners, poly.region, limit);
  }

  // Area in m2 of the walkable cells inside the tile, without the border.
  double WalkableArea() const;

  // What stands or gapes at an XY position, in world metres: the lowest gap between solid spans whose ceiling
  // is above `z`. Ceiling +inf: open sky. Floor -inf: a void. nullopt outside the grid.
  struct Gap {
    double floor = 0;  // As the cells round it.
    double ceiling = 0;
    bool walkable = false;  // The floor is ground after erosion.
    double ground = 0;      // The floor's true height; only where it is ground.
  };
  std::optional<Gap> GapAbove(double x, double y, double z) const;
  // Top of the solid span that contains height z there; nullopt when z is in the open.
  std::optional<double> SolidTop(double x, double y, double z) const;

  double cell_size() const { return cell_size_; }
  // Metres that erosion takes off.
  double erosion() const { return erosion_; }

 private:
  VoxelGrid();
  std::optional<int> SpanNear(int cx, int cy, double z, double tolerance, uint16_t region) const;
  // The span under `to` that a straight walk over connected cells from the ground at `from` comes to.
  std::optional<int> Walk(LatticePoint from, LatticePoint to) const;
  // The span beyond one side of a cell, in Recast's directions: 0 -X, 1 +Y, 2 +X, 3 -Y.
  std::optional<int> Across(int span, int cx, int cy, int direction) const;
  // GroundHeight where the ground is known to be about at `near`, metres.
  int32_t MeanHeight(LatticePoint p, double near, uint16_t region) const;
  // Height of the region's ground in the cell nearest to the corner (cx + 1, cy + 1), which tells at which
  // height other ground is to be looked for.
  std::optional<double> RegionHeightNear(int cx, int cy, uint16_t region) const;
  void MarkWater(rcHeightfield& water, bool is_deep, const BuildParams& params, TilePalette& palette);
  void MeasureGround(const std::vector<VoxelTriangle>& triangles);
  double SpanZ(int level) const { return z_base_ + level * cell_height_; }
  bool CellOf(double x, double y, int& cx, int& cy) const;

  std::unique_ptr<rcHeightfield> solid_;
  std::unique_ptr<rcCompactHeightfield> ground_;
  // True height of each span of `ground_` at the middle of its cell, metres: the cells themselves round up,
  // on slopes by more than the error that polygons may have.
  std::vector<float> height_;
  int border_ = 0;        // cells
  double cell_size_ = 0;  // metres
  double cell_height_ = 0;
  double erosion_ = 0;
  double shelter_ = 0;
  double x_base_ = 0;  // world metres of the grid's first cell
  double y_base_ = 0;
  double z_base_ = 0;
  LatticePoint tile_corner_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_VOXEL_GRID_H_
