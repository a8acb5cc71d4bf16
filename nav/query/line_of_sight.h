#ifndef FOOTFALL_NAV_QUERY_LINE_OF_SIGHT_H_
#define FOOTFALL_NAV_QUERY_LINE_OF_SIGHT_H_

#include <array>
#include <cstdint>

#include "nav/mesh/nav_view.h"
#include "nav/query/query_result.h"
#include "nav/query/query_scratch.h"
#include "platform/cost_meter.h"
#include "platform/vec.h"

namespace footfall::nav {

inline constexpr int kLosPointsMax = 16;  // up to 15 segments (NAV-079, NAV-238)

enum LineOfSightOption : uint32_t {
  kLosObjects = 1U << 0,             // an object LOS follows (NAV-238)
  kLosStopAtFirstFailure = 1U << 1,  // later segments are not tested (NAV-239)
  kLosNoWaterEdges = 1U << 2,        // no step between water and land (NAV-238)
  // Each segment by itself: its own start and end polygons are found, and it is free only if the walk ends
  // on the end's surface (NAV-238). Without it the walk goes on from where the segment before ended, blocked
  // or not, and of all points but the first only X and Y count.
  kLosEachOnMesh = 1U << 3,
};
inline constexpr uint32_t kLosOptionsAll = (1U << 4) - 1;

// Can one walk straight along these points? It asks for walking, not for seeing (NAV-238). Plain value:
// travels in work orders, the log and snapshots. Metres, finite.
struct LineOfSightRequest {
  std::array<platform::Vec3, kLosPointsMax> points = {};  // beyond points_count: zero
  uint32_t points_count = 0;                              // 2 to the profile's los_points_max
  uint32_t options = 0;                                   // LineOfSightOption
  float slope_max = 0;             // rad, in [0, pi / 2): steeper polygons are not entered; 0: no limit
  float radius = 0.35F;            // of the walker, for objects (NAV-081)
  float adjust_distance_max = -1;  // XY snap distance; negative: the profile's (R35)

  friend bool operator==(const LineOfSightRequest&, const LineOfSightRequest&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Column("points", self.points);
    visitor.Field("points_count", self.points_count);
    visitor.Field("options", self.options);
    visitor.Field("slope_max", self.slope_max);
    visitor.Field("radius", self.radius);
    visitor.Field("adjust_distance_max", self.adjust_distance_max);
  }
};

// State of a segment, the low 8 bits of QueryItem::bits.
enum class SegmentState : uint8_t {
  kClear = 0,
  kBlockedByMesh = 1,
  kBlockedByObject = 2,
  kNotReached = 3,   // not tested: an earlier one failed and the request stops there (NAV-239)
  kNotResident = 4,  // runs into a tile that is not loaded
  kOffMesh = 5,      // with kLosEachOnMesh: an end is not on the mesh
};
inline SegmentState StateOf(const QueryItem& segment) {
  return static_cast<SegmentState>(segment.bits & 0xFF);
}

// One item a segment, always points_count - 1: `position` and `poly` where the walk ended, `value` the free
// length in XY, `normal` of the edge that blocked. Of one blocked by an object, `position` is its start. Code
// kFound: all are clear; kNotFound: one is not; kNavMeshNotLoaded: the first that is not runs into a tile
// that is not loaded; kNoSurfaceAtCoordinates, without items: the first point is off the mesh. `value`: free
// length of all.
// Pure function of its arguments and the profile; charges one unit a polygon visited (OQ-14) and returns with
// kCancelled soon after meter.ShouldStop(). `result` is cleared first. Any
// thread, each with its own scratch. No allocation after warm-up.
// REQUIRES: 2 <= points_count <= kLosPointsMax, finite points.
void RunLineOfSight(const NavView& view, const LineOfSightRequest& request, QueryScratch& scratch,
                    platform::CostMeter& meter, QueryResult& result);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_LINE_OF_SIGHT_H_
