#ifndef FOOTFALL_NAV_PATH_PATH_REQUEST_H_
#define FOOTFALL_NAV_PATH_PATH_REQUEST_H_

#include <cstdint>

#include "nav/mesh/types.h"
#include "platform/vec.h"

namespace footfall::nav {

// The 64-bit flag word of a path request: bit numbers of section 11 (NAV-168 .. NAV-211), fixed from the
// first release on (OQ-35). Only bits that `kSupportedPathFlags` holds have an effect in this version; a
// submit with another known bit is refused, never ignored.
enum PathFlagBit : int {
  kFlagFleeTarget = 0,
  kFlagWander = 1,
  kFlagSofterFleeHeuristics = 2,
  kFlagFleeNeverEndInWater = 3,
  kFlagPreferPavements = 4,
  kFlagNeverLeavePavements = 5,
  kFlagNeverEnterWater = 6,
  kFlagNeverStartInWater = 7,
  kFlagNeverLeaveWater = 8,
  kFlagNeverLeaveDeepWater = 9,
  kFlagPreferDownhill = 10,
  kFlagAllowToNavigateUpSteepPolygons = 11,
  kFlagAvoidTrainTracks = 12,
  kFlagFavourEnclosedSpaces = 13,
  kFlagUseDirectionalCover = 14,
  kFlagCoverFinder = 15,
  kFlagNeverClimbOverStuff = 16,
  kFlagNeverDropFromHeight = 17,
  kFlagNeverUseLadders = 18,
  kFlagMayUseFatalDrops = 19,
  kFlagIfNotOnPavementAllowDropsAndClimbs = 20,
  kFlagDontAvoidDynamicObjects = 21,
  kFlagReduceObjectBboxes = 22,
  kFlagIgnoreNonSignificantObjects = 23,
  kFlagAllowToPushVehicleDoorsClosed = 24,
  kFlagDontAvoidFire = 25,
  kFlagDeactivateObjectsIfCantResolveEndpoints = 26,
  kFlagAvoidPotentialExplosions = 27,
  kFlagAvoidTearGas = 28,
  kFlagSelectClosestLoadedNavMeshToTarget = 29,
  kFlagUseLargerSearchExtents = 30,
  kFlagDontLimitSearchExtents = 31,
  kFlagEnsureLosBeforeEnding = 32,
  kFlagPreserveSlopeInfoInPath = 33,
  kFlagCutSharpCorners = 34,
  kFlagPullFromEdgeExtra = 35,
  kFlagRandomisePoints = 36,
  kFlagUseBestAlternateRouteIfNoneFound = 37,
  kFlagExpandStartEndTessellationRadius = 38,
  kFlagScriptedRoute = 39,
  kFlagMissionPed = 40,
  kFlagHighPrioRoute = 41,
  kFlagDynamicNavMeshRoute = 42,
  kFlagKeepUpdatingPedStartPosition = 43,
};
inline constexpr int kPathFlagCount = 44;  // NAV-167
constexpr uint64_t PathFlagMask(PathFlagBit bit) { return uint64_t{1} << bit; }

inline constexpr float kPedRadius = 0.35F;  // m (NAV-081)

// Input of a shortest-path search. Plain value: it travels in work orders, the log and snapshots. Metres;
// finite values only (checked at submit).
struct PathRequest {
  platform::Vec3 start;
  platform::Vec3 end;
  uint64_t flags = 0;              // PathFlagMask bits
  float radius = kPedRadius;       // raised to kPedRadius where smaller (NAV-124)
  float completion_radius = 0;     // > 0: ends at a polygon within this distance of the end
  float adjust_distance_max = -1;  // XY snap distance of both ends; negative: the profile's (R35)
  uint32_t nodes_max = 0;          // 0: the profile's search_iterations_max
  uint32_t points_max = 0;         // 0: the profile's path_points_max, the ceiling
  PolyRef start_poly;              // invalid: looked up
  // R39: the mesh that the points are local to; kNoNavMesh = the world.
  MeshIndex mesh = kNoNavMesh;

  friend bool operator==(const PathRequest&, const PathRequest&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("start", self.start);
    visitor.Field("end", self.end);
    visitor.Field("flags", self.flags);
    visitor.Field("radius", self.radius);
    visitor.Field("completion_radius", self.completion_radius);
    visitor.Field("adjust_distance_max", self.adjust_distance_max);
    visitor.Field("nodes_max", self.nodes_max);
    visitor.Field("points_max", self.points_max);
    visitor.Field("start_poly", self.start_poly);
    visitor.Field("mesh", self.mesh);
  }
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_PATH_REQUEST_H_
