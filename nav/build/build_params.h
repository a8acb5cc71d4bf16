#ifndef FOOTFALL_NAV_BUILD_BUILD_PARAMS_H_
#define FOOTFALL_NAV_BUILD_BUILD_PARAMS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace footfall::nav {

// Raised whenever equal input would give other tiles. Part of the build id is the lowest version that makes
// the same tiles, so that a world which a new version leaves as it was keeps its id. 2: what halving leaves
// too far from the ground is mended (near_ground.h, DissolveCorners).
inline constexpr uint32_t kBuilderVersion = 2;

// Every parameter of the offline builder; metres and degrees. All of them are kept as text in the pack's
// header and are part of the build id. Plain value.
struct BuildParams {
  // --- Voxel grid. Both sizes lie on the world lattice, so that every corner decodes exactly (R24).
  float cell_size = 0.25F;       // A multiple of 1/256 m that divides 150 m: 0.25 or 0.3125 (R24)
  float cell_height = 0.125F;    // (R24)
  float agent_radius = 0.35F;    // Ground nearer to a wall or a ledge is left out. (NAV-124)
  float agent_height = 1.8F;     // Clearance that walking needs.
  float agent_climb = 0.4F;      // Highest step that is walked, not climbed.
  float slope_deg = 45;          // Steepest ground that is walked at ease. (R36)
  float steep_slope_deg = 55;    // Ground up to here is kept and marked too steep. (NAV-179)
  float contour_error = 0.325F;  // How far a simplified outline may leave the cells.
  float region_area_min = 2;     // Pieces of ground below this, in square metres, are left out.
  float region_area_merge = 25;  // Regions below this are merged into a neighbour.
  float height_error = 0.25F;    // A polygon that leaves the ground by more is split. (R31)

  // --- Climbs and drops (R32).
  float climb_low_min = 0.5F;
  float climb_low_max = 1.2F;
  float climb_high_max = 2.2F;
  float drop_min = 0.5F;
  float drop_max = 4;        // Deeper drops are marked as high.
  float climb_reach = 1.0F;  // How far beyond the agent's body the other floor may begin.
  float edge_sample = 0.25F;
  float edge_run_min = 0.7F;  // Shorter runs of a climb or drop are left out.

  // --- Words (R33, R34).
  float shelter_height = 12;     // A roof below this shelters. (R33)
  float wade_depth = 1.2F;       // Ground deeper under shallow water is culled, like ground under deep water.
  float isolated_area = 25;      // Components below this are isolated. (R34, OQ-51)
  float small_area = 2;          // Polygons below this are Small.
  float large_area = 100;        // Polygons above this are Large.
  float cover_wall_min = 0.7F;   // (R34)
  float cover_wall_max = 1.3F;   // Higher walls give cover at their open ends only. (R34)
  float cover_open_test = 0.6F;  // (R34)
  float cover_spacing = 2;       // Distance of cover points along a low wall.
  float ladder_snap = 2;         // Where a ladder's ends look for ground.

  // --- What was done to the level's file (R36). Kept for `info`; the geometry is already changed.
  std::string source;  // File name without folder, or the generator's own parameters.
  std::string import;  // Flags of the import, as text.
};

// INVALID_ARGUMENT naming field, value and limit.
absl::Status ValidateBuildParams(const BuildParams& params);

// One `name: value` a line, in the order above; the same parameters give the same text.
std::string BuildParamsText(const BuildParams& params);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_BUILD_PARAMS_H_
