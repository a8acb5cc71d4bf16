#ifndef FOOTFALL_NAV_PATH_PATH_RESULT_H_
#define FOOTFALL_NAV_PATH_PATH_RESULT_H_

#include <cstdint>
#include <vector>

#include "nav/mesh/types.h"
#include "nav/query/completion_code.h"
#include "platform/vec.h"

namespace footfall::nav {

// Waypoint flags: bits 0..12 in the order of NAV-166, then ours.
enum WaypointFlag : uint16_t {
  kWaypointClimbHigh = 1U << 0,
  kWaypointDropDown = 1U << 1,
  kWaypointClimbLow = 1U << 2,
  kWaypointOpenDoor = 1U << 3,
  kWaypointClimbLadder = 1U << 4,
  kWaypointDescendLadder = 1U << 5,
  kWaypointClimbObject = 1U << 6,
  kWaypointAdjustedTargetPos = 1U << 7,
  kWaypointHierarchicalPath = 1U << 8,
  kWaypointInterior = 1U << 9,
  kWaypointWater = 1U << 10,
  kWaypointNarrowIn = 1U << 11,
  kWaypointNarrowOut = 1U << 12,
  kWaypointSmoothCorner = 1U << 13,  // may be cut by SplineAt (NAV-160)
};
inline constexpr int kWaypointFlags = 13;  // of NAV-166

// Details beside the code, as bits (api-v1 item 9).
enum PathDetail : uint8_t {
  kDetailUncheckedStraightLine = 1U << 0,
  kDetailContinueFromLastPoint = 1U << 1,
  kDetailPointsFull = 1U << 2,
  kDetailHeapFull = 1U << 3,
  kDetailFragmentsFull = 1U << 7,  // polygons stayed blocked for want of fragments (NAV-232, OQ-42)
};

// Why a path that was found does not end where it was to.
enum class PartialReason : uint8_t {
  kNone = 0,         // it does
  kNoWay = 1,        // the goal is not connected, within the search extents
  kNotResident = 2,  // the goal's tile is not resident (NAV-129)
  kPointsFull = 3,   // more corners than points (NAV-163)
  kSearchLimit = 4,  // heap, visited polygons or iterations were used up first
  kDeadEnd = 5,      // a wander found no way as long as was asked for
  kCornered = 6,     // a flee found no place as far from the threat as was asked for
};
inline constexpr int kPartialReasons = 7;
constexpr uint64_t EnumEnd(PartialReason) { return kPartialReasons; }

// The part of a result that has a fixed size.
struct PathSummary {
  CompletionCode code = CompletionCode::kNotFound;
  uint8_t details = 0;                     // PathDetail bits
  bool last_route_point_is_target = true;  // NAV-163
  bool went_far_as_possible = false;
  bool has_water = false;
  PartialReason partial_reason = PartialReason::kNone;
  float length = 0;           // m in XYZ along the points
  float short_of_goal = 0;    // m from the last point to the wanted end; wander and flee: what lacks of the
                              // reference distance, 0 when they ended as they should
  platform::Vec3 start_used;  // after snapping (R35)
  platform::Vec3 goal_used;
  float start_moved = 0;  // m between wanted and used
  float goal_moved = 0;
  float nearest_start = -1;  // m to the nearest surface when a snap failed; negative: none in reach
  float nearest_goal = -1;
  uint32_t nodes_expanded = 0;
  uint64_t cost_units = 0;  // the meter's sum; a pure function of request and view (R13)

  friend bool operator==(const PathSummary&, const PathSummary&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("code", self.code);
    visitor.Field("details", self.details);
    visitor.Field("last_route_point_is_target", self.last_route_point_is_target);
    visitor.Field("went_far_as_possible", self.went_far_as_possible);
    visitor.Field("has_water", self.has_water);
    visitor.Field("partial_reason", self.partial_reason);
    visitor.Field("length", self.length);
    visitor.Field("short_of_goal", self.short_of_goal);
    visitor.Field("start_used", self.start_used);
    visitor.Field("goal_used", self.goal_used);
    visitor.Field("start_moved", self.start_moved);
    visitor.Field("goal_moved", self.goal_moved);
    visitor.Field("nearest_start", self.nearest_start);
    visitor.Field("nearest_goal", self.nearest_goal);
    visitor.Field("nodes_expanded", self.nodes_expanded);
    visitor.Field("cost_units", self.cost_units);
  }
};

// Output of a search. Reused between searches: the vectors keep their capacity, so nothing is allocated after
// warm-up.
struct PathResult : PathSummary {
  std::vector<platform::Vec3> points;    // first = start_used
  std::vector<uint16_t> waypoint_flags;  // parallel to points
  std::vector<PolyRef>
      point_polys;                // parallel to points: a polygon that holds it; invalid on unchecked lines
  std::vector<PolyRef> corridor;  // polygons crossed, first to last
  uint32_t fragments_made = 0;    // by tessellation in this search

  void Clear();
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_PATH_RESULT_H_
