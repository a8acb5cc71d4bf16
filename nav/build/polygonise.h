#ifndef FOOTFALL_NAV_BUILD_POLYGONISE_H_
#define FOOTFALL_NAV_BUILD_POLYGONISE_H_

#include "nav/build/build_params.h"
#include "nav/build/tile_mesh.h"
#include "nav/build/voxel_grid.h"

// From the voxel stage's raw triangles to the tile's polygons (R30, R31). Each step keeps the mesh
// conforming: polygons that touch share whole edges. Every order is total, so the result is a function of the
// input.
namespace footfall::nav {

// Puts the vertices of raw triangles on the ground, and makes one of those that are one point: outlines of
// neighbouring regions may give a corner two heights.
void SettleVertices(TileMesh& mesh, const VoxelGrid& grid, const BuildParams& params);

// Makes raw triangles conforming: where a corner lies on another triangle's open edge at the same floor, that
// edge is cut there.
void RepairTriangles(TileMesh& mesh, const BuildParams& params);

// Halves the longest edges of triangles that leave the ground by more than `height_error` (R31), neighbours
// included, until all are near enough or too small to halve. REQUIRES: triangles only.
void RefineTriangles(TileMesh& mesh, const VoxelGrid& grid, const BuildParams& params);

// Merges polygons of one area into convex ones of at most kMaxPolyVerts corners, longest shared edge first,
// where the merged one stays as near to the ground as it must (R30). Fills Poly::error.
void MergePolys(TileMesh& mesh, const VoxelGrid& grid, const BuildParams& params);

// Removes corners that no outline needs: in the middle of a straight edge, both in XY and in height, and used
// by no third polygon, and where the polygons stay as near to the ground as they must. Returns whether that
// last rule kept a corner.
bool DissolveCorners(TileMesh& mesh, const VoxelGrid& grid, const BuildParams& params);

// Cuts what is not convex and drops what is too small (R30). Returns how many polygons were cut or dropped.
int EnforceConvex(TileMesh& mesh);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_POLYGONISE_H_
