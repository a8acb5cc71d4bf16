#ifndef FOOTFALL_NAV_BUILD_EDGE_PROBE_H_
#define FOOTFALL_NAV_BUILD_EDGE_PROBE_H_

#include <cstdint>
#include <vector>

#include "nav/build/annotations.h"
#include "nav/build/build_params.h"
#include "nav/build/tile_mesh.h"
#include "nav/build/voxel_grid.h"
#include "nav/mesh/tile_draft.h"

// What lies beyond the edges at which the walkable ground ends: floors to climb to or to drop on (R32) and
// walls that give cover (R34). Measured on the voxel grid while it is at hand, used when the tiles are put
// together.
namespace footfall::nav {

enum class Crossing : uint8_t { kNone, kClimbLow, kClimbHigh, kDrop, kHighDrop };

enum class Wall : uint8_t { kNone, kLow, kTall };

struct EdgeSample {
  Crossing crossing = Crossing::kNone;
  Wall wall = Wall::kNone;
  platform::Vec3 landing;  // Ground on the other side; only with a crossing.
};

// One boundary edge, sampled at the middles of equal parts of about `edge_sample` metres from `a` to `b`.
struct EdgeProbe {
  LatticePoint a;
  LatticePoint b;
  std::vector<EdgeSample> samples;

  // Samples whose middles lie between two points of the edge: [first, last).
  std::pair<int, int> Between(LatticePoint from, LatticePoint to) const;
};

// Probes every edge without a neighbour in its tile and sets Poly::probe.
std::vector<EdgeProbe> ProbeEdges(TileMesh& mesh, const VoxelGrid& grid, const std::vector<EditArea>& areas,
                                  const BuildParams& params);

// Cover points of a tile: along low walls, and at the open ends of low and tall ones.
std::vector<DraftCover> FindCover(const std::vector<EdgeProbe>& probes, const VoxelGrid& grid,
                                  const std::vector<EditArea>& areas, const BuildParams& params);

// Unit normal of an edge away from its polygon. REQUIRES: the ends differ in XY; the polygon is clockwise.
platform::Vec2 OutwardNormal(LatticePoint a, LatticePoint b);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_EDGE_PROBE_H_
