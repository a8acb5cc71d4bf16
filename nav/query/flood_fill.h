#ifndef FOOTFALL_NAV_QUERY_FLOOD_FILL_H_
#define FOOTFALL_NAV_QUERY_FLOOD_FILL_H_

#include <cstdint>

#include "nav/mesh/nav_view.h"
#include "nav/query/query_result.h"
#include "nav/query/query_scratch.h"
#include "platform/cost_meter.h"
#include "platform/vec.h"

namespace footfall::nav {

// What a flood fill looks for. Values fixed by NAV-242 to NAV-246 and OQ-43.
enum class FloodFillGoal : uint8_t {
  kNearestVehicleLane = 0,
  kNearestSheltered = 1,
  kNearestUnsheltered = 2,
  kAreaUnderfoot = 3,
  kNearbyPavement = 4,
  kNearestOutOfWater = 5,
  kNearestNotIsolated = 6,
};
inline constexpr int kFloodFillGoals = 7;
constexpr uint64_t EnumEnd(FloodFillGoal) { return kFloodFillGoals; }

// A search over connected polygons from the one underfoot. Plain value: travels in work orders, the log and
// snapshots. Metres, finite.
struct FloodFillRequest {
  platform::Vec3 start;
  FloodFillGoal goal = FloodFillGoal::kNearestVehicleLane;
  float distance_max = 0;          // walked; 0: as far as the mesh goes
  float area_max = 0;              // m2 after which kAreaUnderfoot ends; 0: no limit. Other goals: unused
  float adjust_distance_max = -1;  // XY snap distance; negative: the profile's (R35)

  friend bool operator==(const FloodFillRequest&, const FloodFillRequest&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("start", self.start);
    visitor.Field("goal", self.goal);
    visitor.Field("distance_max", self.distance_max);
    visitor.Field("area_max", self.area_max);
    visitor.Field("adjust_distance_max", self.adjust_distance_max);
  }
};

// Polygons are visited in the order of the distance walked to where they are entered, ties by polygon id,
// over Normal adjacency; the goals that get a walker out of somewhere (kNearestOutOfWater,
// kNearestNotIsolated) also use climbs, drops and ladders. Nearest goals and pavement: one item, the first
// place on the polygon found that the flood reached, with the distance walked; `value` the same.
// kAreaUnderfoot: one item, the start, and `value` the summed area, at most area_max; always kFound. Codes:
// kFound, kNotFound: no such polygon within distance_max; kRanOutOfVisitedPolysSpace: none among those that
// fit the scratch; kNoSurfaceAtCoordinates: the start is off the mesh. Pure function of its arguments and the
// profile; charges one unit a polygon visited (OQ-14) and returns with kCancelled soon after
// meter.ShouldStop(). `result` is cleared first. Any thread, each with its own scratch. No allocation after
// warm-up. REQUIRES: finite numbers.
void RunFloodFill(const NavView& view, const FloodFillRequest& request, QueryScratch& scratch,
                  platform::CostMeter& meter, QueryResult& result);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_FLOOD_FILL_H_
