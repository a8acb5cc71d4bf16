// The wire numbers of the engine's own enums: value + 1, or bit + 1 (api-v1: 0 means "not set").
#include <array>
#include <catch2/catch.hpp>
#include <string>

#include "footfall/v1/nav.pb.h"
#include "nav/path/path_request.h"
#include "nav/path/path_result.h"

namespace footfall {
namespace {

struct Pair {
  int engine;
  int wire;
};

int BitOf(unsigned mask) {
  int bit = 0;
  while ((mask >> bit) != 1U) {
    ++bit;
  }
  return bit;
}

constexpr std::array kPathFlags = {
    Pair{nav::kFlagFleeTarget, v1::PATH_FLAG_FLEE_TARGET},
    Pair{nav::kFlagWander, v1::PATH_FLAG_WANDER},
    Pair{nav::kFlagSofterFleeHeuristics, v1::PATH_FLAG_SOFTER_FLEE_HEURISTICS},
    Pair{nav::kFlagFleeNeverEndInWater, v1::PATH_FLAG_FLEE_NEVER_END_IN_WATER},
    Pair{nav::kFlagPreferPavements, v1::PATH_FLAG_PREFER_PAVEMENTS},
    Pair{nav::kFlagNeverLeavePavements, v1::PATH_FLAG_NEVER_LEAVE_PAVEMENTS},
    Pair{nav::kFlagNeverEnterWater, v1::PATH_FLAG_NEVER_ENTER_WATER},
    Pair{nav::kFlagNeverStartInWater, v1::PATH_FLAG_NEVER_START_IN_WATER},
    Pair{nav::kFlagNeverLeaveWater, v1::PATH_FLAG_NEVER_LEAVE_WATER},
    Pair{nav::kFlagNeverLeaveDeepWater, v1::PATH_FLAG_NEVER_LEAVE_DEEP_WATER},
    Pair{nav::kFlagPreferDownhill, v1::PATH_FLAG_PREFER_DOWNHILL},
    Pair{nav::kFlagAllowToNavigateUpSteepPolygons, v1::PATH_FLAG_ALLOW_TO_NAVIGATE_UP_STEEP_POLYGONS},
    Pair{nav::kFlagAvoidTrainTracks, v1::PATH_FLAG_AVOID_TRAIN_TRACKS},
    Pair{nav::kFlagFavourEnclosedSpaces, v1::PATH_FLAG_FAVOUR_ENCLOSED_SPACES},
    Pair{nav::kFlagUseDirectionalCover, v1::PATH_FLAG_USE_DIRECTIONAL_COVER},
    Pair{nav::kFlagCoverFinder, v1::PATH_FLAG_COVER_FINDER},
    Pair{nav::kFlagNeverClimbOverStuff, v1::PATH_FLAG_NEVER_CLIMB_OVER_STUFF},
    Pair{nav::kFlagNeverDropFromHeight, v1::PATH_FLAG_NEVER_DROP_FROM_HEIGHT},
    Pair{nav::kFlagNeverUseLadders, v1::PATH_FLAG_NEVER_USE_LADDERS},
    Pair{nav::kFlagMayUseFatalDrops, v1::PATH_FLAG_MAY_USE_FATAL_DROPS},
    Pair{nav::kFlagIfNotOnPavementAllowDropsAndClimbs,
         v1::PATH_FLAG_IF_NOT_ON_PAVEMENT_ALLOW_DROPS_AND_CLIMBS},
    Pair{nav::kFlagDontAvoidDynamicObjects, v1::PATH_FLAG_DONT_AVOID_DYNAMIC_OBJECTS},
    Pair{nav::kFlagReduceObjectBboxes, v1::PATH_FLAG_REDUCE_OBJECT_BBOXES},
    Pair{nav::kFlagIgnoreNonSignificantObjects, v1::PATH_FLAG_IGNORE_NON_SIGNIFICANT_OBJECTS},
    Pair{nav::kFlagAllowToPushVehicleDoorsClosed, v1::PATH_FLAG_ALLOW_TO_PUSH_VEHICLE_DOORS_CLOSED},
    Pair{nav::kFlagDontAvoidFire, v1::PATH_FLAG_DONT_AVOID_FIRE},
    Pair{nav::kFlagDeactivateObjectsIfCantResolveEndpoints,
         v1::PATH_FLAG_DEACTIVATE_OBJECTS_IF_CANT_RESOLVE_ENDPOINTS},
    Pair{nav::kFlagAvoidPotentialExplosions, v1::PATH_FLAG_AVOID_POTENTIAL_EXPLOSIONS},
    Pair{nav::kFlagAvoidTearGas, v1::PATH_FLAG_AVOID_TEAR_GAS},
    Pair{nav::kFlagSelectClosestLoadedNavMeshToTarget,
         v1::PATH_FLAG_SELECT_CLOSEST_LOADED_NAV_MESH_TO_TARGET},
    Pair{nav::kFlagUseLargerSearchExtents, v1::PATH_FLAG_USE_LARGER_SEARCH_EXTENTS},
    Pair{nav::kFlagDontLimitSearchExtents, v1::PATH_FLAG_DONT_LIMIT_SEARCH_EXTENTS},
    Pair{nav::kFlagEnsureLosBeforeEnding, v1::PATH_FLAG_ENSURE_LOS_BEFORE_ENDING},
    Pair{nav::kFlagPreserveSlopeInfoInPath, v1::PATH_FLAG_PRESERVE_SLOPE_INFO_IN_PATH},
    Pair{nav::kFlagCutSharpCorners, v1::PATH_FLAG_CUT_SHARP_CORNERS},
    Pair{nav::kFlagPullFromEdgeExtra, v1::PATH_FLAG_PULL_FROM_EDGE_EXTRA},
    Pair{nav::kFlagRandomisePoints, v1::PATH_FLAG_RANDOMISE_POINTS},
    Pair{nav::kFlagUseBestAlternateRouteIfNoneFound, v1::PATH_FLAG_USE_BEST_ALTERNATE_ROUTE_IF_NONE_FOUND},
    Pair{nav::kFlagExpandStartEndTessellationRadius, v1::PATH_FLAG_EXPAND_START_END_TESSELLATION_RADIUS},
    Pair{nav::kFlagScriptedRoute, v1::PATH_FLAG_SCRIPTED_ROUTE},
    Pair{nav::kFlagMissionPed, v1::PATH_FLAG_MISSION_PED},
    Pair{nav::kFlagHighPrioRoute, v1::PATH_FLAG_HIGH_PRIO_ROUTE},
    Pair{nav::kFlagDynamicNavMeshRoute, v1::PATH_FLAG_DYNAMIC_NAV_MESH_ROUTE},
    Pair{nav::kFlagKeepUpdatingPedStartPosition, v1::PATH_FLAG_KEEP_UPDATING_PED_START_POSITION},
};

constexpr std::array kCompletionCodes = {
    Pair{static_cast<int>(nav::CompletionCode::kFound), v1::COMPLETION_CODE_FOUND},
    Pair{static_cast<int>(nav::CompletionCode::kNotFound), v1::COMPLETION_CODE_NOT_FOUND},
    Pair{static_cast<int>(nav::CompletionCode::kTimedOut), v1::COMPLETION_CODE_TIMED_OUT},
    Pair{static_cast<int>(nav::CompletionCode::kReachedMaxPathPolys),
         v1::COMPLETION_CODE_REACHED_MAX_PATH_POLYS},
    Pair{static_cast<int>(nav::CompletionCode::kInvalidCoordinates), v1::COMPLETION_CODE_INVALID_COORDINATES},
    Pair{static_cast<int>(nav::CompletionCode::kNavMeshNotLoaded), v1::COMPLETION_CODE_NAV_MESH_NOT_LOADED},
    Pair{static_cast<int>(nav::CompletionCode::kEndpointsInsideObjects),
         v1::COMPLETION_CODE_ENDPOINTS_INSIDE_OBJECTS},
    Pair{static_cast<int>(nav::CompletionCode::kNoSurfaceAtCoordinates),
         v1::COMPLETION_CODE_NO_SURFACE_AT_COORDINATES},
    Pair{static_cast<int>(nav::CompletionCode::kRanOutOfPathStackSpace),
         v1::COMPLETION_CODE_RAN_OUT_OF_PATH_STACK_SPACE},
    Pair{static_cast<int>(nav::CompletionCode::kRanOutOfVisitedPolysSpace),
         v1::COMPLETION_CODE_RAN_OUT_OF_VISITED_POLYS_SPACE},
    Pair{static_cast<int>(nav::CompletionCode::kCancelled), v1::COMPLETION_CODE_CANCELLED},
    Pair{static_cast<int>(nav::CompletionCode::kInvalidHandle), v1::COMPLETION_CODE_INVALID_HANDLE},
    Pair{static_cast<int>(nav::CompletionCode::kNoPoints), v1::COMPLETION_CODE_NO_POINTS},
    Pair{static_cast<int>(nav::CompletionCode::kStillPending), v1::COMPLETION_CODE_STILL_PENDING},
    Pair{static_cast<int>(nav::CompletionCode::kAbortedDueToAnotherThread),
         v1::COMPLETION_CODE_ABORTED_DUE_TO_ANOTHER_THREAD},
    Pair{static_cast<int>(nav::CompletionCode::kHierarchicalNodesNotLoaded),
         v1::COMPLETION_CODE_HIERARCHICAL_NODES_NOT_LOADED},
    Pair{static_cast<int>(nav::CompletionCode::kHierarchicalSearchFailed),
         v1::COMPLETION_CODE_HIERARCHICAL_SEARCH_FAILED},
};

const std::array kWaypointFlags = {
    Pair{BitOf(nav::kWaypointClimbHigh), v1::WAYPOINT_FLAG_CLIMB_HIGH},
    Pair{BitOf(nav::kWaypointDropDown), v1::WAYPOINT_FLAG_DROP_DOWN},
    Pair{BitOf(nav::kWaypointClimbLow), v1::WAYPOINT_FLAG_CLIMB_LOW},
    Pair{BitOf(nav::kWaypointOpenDoor), v1::WAYPOINT_FLAG_OPEN_DOOR},
    Pair{BitOf(nav::kWaypointClimbLadder), v1::WAYPOINT_FLAG_CLIMB_LADDER},
    Pair{BitOf(nav::kWaypointDescendLadder), v1::WAYPOINT_FLAG_DESCEND_LADDER},
    Pair{BitOf(nav::kWaypointClimbObject), v1::WAYPOINT_FLAG_CLIMB_OBJECT},
    Pair{BitOf(nav::kWaypointAdjustedTargetPos), v1::WAYPOINT_FLAG_ADJUSTED_TARGET_POS},
    Pair{BitOf(nav::kWaypointHierarchicalPath), v1::WAYPOINT_FLAG_HIERARCHICAL_PATH},
    Pair{BitOf(nav::kWaypointInterior), v1::WAYPOINT_FLAG_INTERIOR},
    Pair{BitOf(nav::kWaypointWater), v1::WAYPOINT_FLAG_WATER},
    Pair{BitOf(nav::kWaypointNarrowIn), v1::WAYPOINT_FLAG_NARROW_IN},
    Pair{BitOf(nav::kWaypointNarrowOut), v1::WAYPOINT_FLAG_NARROW_OUT},
};

const std::array kDetails = {
    Pair{BitOf(nav::kDetailUncheckedStraightLine), v1::NAV_DETAIL_UNCHECKED_STRAIGHT_LINE},
    Pair{BitOf(nav::kDetailContinueFromLastPoint), v1::NAV_DETAIL_CONTINUE_FROM_LAST_POINT},
    Pair{BitOf(nav::kDetailPointsFull), v1::NAV_DETAIL_POINTS_FULL},
    Pair{BitOf(nav::kDetailHeapFull), v1::NAV_DETAIL_HEAP_FULL},
};

// The table is in the order of the rows, so place, engine value and wire number must agree.
template <typename Table>
void CheckInOrder(const Table& table) {
  int place = 0;
  for (const Pair& pair : table) {
    CAPTURE(place);
    CHECK(pair.engine == place);
    CHECK(pair.wire == place + 1);
    ++place;
  }
}

}  // namespace

TEST_CASE("the 44 path flags are numbered by their bit plus one", "[NAV-167][proto]") {
  REQUIRE(kPathFlags.size() == nav::kPathFlagCount);
  CheckInOrder(kPathFlags);
  CHECK(v1::PathFlag_MAX == 44);
  CHECK(v1::PathFlag_descriptor()->value_count() == 45);
}

TEST_CASE("the 17 completion codes are numbered by their value plus one", "[NAV-096][proto]") {
  REQUIRE(kCompletionCodes.size() == nav::kCompletionCodes);
  CheckInOrder(kCompletionCodes);
  CHECK(v1::CompletionCode_MAX == 17);
  CHECK(v1::CompletionCode_descriptor()->value_count() == 18);
}

TEST_CASE("the 13 waypoint flags are numbered by their bit plus one", "[NAV-166][proto]") {
  REQUIRE(kWaypointFlags.size() == 13);
  CheckInOrder(kWaypointFlags);
  // One more is Footfall's own: corners to be cut (NAV-160).
  CHECK(v1::WAYPOINT_FLAG_SMOOTH_CORNER == 14);
  CHECK(v1::WaypointFlag_MAX == 14);
}

TEST_CASE("the details of a path are numbered by their bit plus one", "[proto]") { CheckInOrder(kDetails); }

}  // namespace footfall
