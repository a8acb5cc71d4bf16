#ifndef FOOTFALL_NAV_BUILD_NEAR_GROUND_H_
#define FOOTFALL_NAV_BUILD_NEAR_GROUND_H_

#include "nav/build/build_params.h"
#include "nav/build/tile_mesh.h"
#include "nav/build/voxel_grid.h"

namespace footfall::nav {

// Moves corners of polygons that leave the ground by more than `height_error` up or down, by 0.25 m at the
// most, while that lessens what they and the polygons around them leave it by (R31). For what halving leaves:
// a triangle's neighbour that was halved has a new corner that may take it from the ground, and beside a step
// that is lower than a climb the mean of the cells around a corner lies between both grounds, and the cells
// next to it are as far as half the step and what the ground rises. Returns whether a corner was moved.
bool MoveNearGround(TileMesh& mesh, const VoxelGrid& grid, const BuildParams& params);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_NEAR_GROUND_H_
