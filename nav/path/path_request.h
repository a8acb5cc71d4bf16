#ifndef FOOTFALL_NAV_PATH_PATH_REQUEST_H_
#define FOOTFALL_NAV_PATH_PATH_REQUEST_H_

#include <array>
#include <cstdint>

#include "nav/mesh/domain.h"
#include "nav/mesh/types.h"
#include "nav/path/influence_sphere.h"
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

inline constexpr float kPedRadius = 0.35F;     // m (NAV-081)
inline constexpr int kMaxIncludedObjects = 8;  // a request (NAV-081)
inline constexpr int kMaxExcludedObjects = 8;  // a request (NAV-081)

// What a request searches for: its flags say it (NAV-168, NAV-169).
enum class SearchType : uint8_t { kShortest = 0, kWander = 1, kFlee = 2 };

// Input of a path search. Plain value: it travels in work orders, the log and snapshots. Metres; finite
// values only (checked at submit). Unused entries of the three lists hold their default.
struct PathRequest {
  platform::Vec3 start;
  platform::Vec3 end;            // shortest path alone
  platform::Vec3 reference;      // wander: the wished direction; PrepareRequest makes it a unit vector in XY
                                 // (NAV-085). Flee: where the threat is
  float reference_distance = 0;  // wander: how far to go; flee: how far to get from the threat; then > 0
  uint64_t flags = 0;            // PathFlagMask bits
  float radius = kPedRadius;     // raised to kPedRadius where smaller (NAV-124)
  float completion_radius = 0;   // > 0: ends at a polygon within this distance of the end
  float adjust_distance_max = -1;  // XY snap distance of both ends; negative: the profile's (R35)
  float slope_max = 0;      // rise a metre of run: steeper polygons are not entered; 0: no limit (NAV-081)
  uint32_t nodes_max = 0;   // 0: the profile's search_iterations_max
  uint32_t points_max = 0;  // 0: the profile's path_points_max, the ceiling
  PolyRef start_poly;       // invalid: looked up
  // The meshes that start and end are local to (R39): dynamic ones with kFlagDynamicNavMeshRoute, else
  // kNoNavMesh, the world. A wander or flee has its start's alone.
  MeshIndex mesh = kNoNavMesh;
  MeshIndex end_mesh = kNoNavMesh;
  Domain domain = Domain::kRegular;  // NAV-015
  uint8_t spheres_count = 0;
  uint8_t included_count = 0;
  uint8_t excluded_count = 0;
  // Key of RandomisePoints (NAV-007): the world's seed and the request's handle on the path plane, the
  // client's seed and 0 for a stateless query.
  uint64_t random_seed = 0;
  uint64_t random_entity = 0;
  std::array<InfluenceSphere, kMaxInfluenceSpheres> spheres{};
  // Objects, by the ids of the object snapshot: excluded ones never block, included ones block although a
  // filter would ignore them; excluded wins (OQ-15).
  std::array<uint64_t, kMaxIncludedObjects> included_objects{};
  std::array<uint64_t, kMaxExcludedObjects> excluded_objects{};

  bool Has(PathFlagBit bit) const { return (flags & PathFlagMask(bit)) != 0; }
  SearchType search_type() const {
    if (Has(kFlagWander)) return SearchType::kWander;
    return Has(kFlagFleeTarget) ? SearchType::kFlee : SearchType::kShortest;
  }

  friend bool operator==(const PathRequest&, const PathRequest&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("start", self.start);
    visitor.Field("end", self.end);
    visitor.Field("reference", self.reference);
    visitor.Field("reference_distance", self.reference_distance);
    visitor.Field("flags", self.flags);
    visitor.Field("radius", self.radius);
    visitor.Field("completion_radius", self.completion_radius);
    visitor.Field("adjust_distance_max", self.adjust_distance_max);
    visitor.Field("slope_max", self.slope_max);
    visitor.Field("nodes_max", self.nodes_max);
    visitor.Field("points_max", self.points_max);
    visitor.Field("start_poly", self.start_poly);
    visitor.Field("mesh", self.mesh);
    visitor.Field("end_mesh", self.end_mesh);
    visitor.Field("domain", self.domain);
    visitor.Field("spheres_count", self.spheres_count);
    visitor.Field("included_count", self.included_count);
    visitor.Field("excluded_count", self.excluded_count);
    visitor.Field("random_seed", self.random_seed);
    visitor.Field("random_entity", self.random_entity);
    visitor.Rows("spheres", self.spheres);
    visitor.Column("included_objects", self.included_objects);
    visitor.Column("excluded_objects", self.excluded_objects);
  }
};

// Why a request cannot be searched, whatever the mesh.
enum class RequestFault : uint8_t {
  kNone = 0,
  kTwoTypes,     // FleeTarget and Wander together (NAV-085)
  kNoDirection,  // wander: the reference vector is zero in XY (NAV-085)
  kNoDistance,   // wander, flee: the reference distance is not over 0
  kTooMany,      // more spheres or objects than their lists hold
  kSlope,        // slope_max is not in [0, pi / 2)
  kSphere,       // a sphere without a radius over 0 or with a weight below 0
  kMesh,         // DynamicNavMeshRoute without a dynamic mesh, or a dynamic mesh without it (NAV-210)
};

// Judges what the flags ask for and flattens and normalises a wander's reference vector. For every way in;
// REQUIRES finite numbers.
RequestFault PrepareRequest(PathRequest& request);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_PATH_REQUEST_H_
