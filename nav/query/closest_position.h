#ifndef FOOTFALL_NAV_QUERY_CLOSEST_POSITION_H_
#define FOOTFALL_NAV_QUERY_CLOSEST_POSITION_H_

#include <cstdint>

#include "nav/mesh/nav_view.h"
#include "nav/query/query_result.h"
#include "nav/query/query_scratch.h"
#include "platform/cost_meter.h"
#include "platform/vec.h"

namespace footfall::nav {

inline constexpr int kClosestPositionsMax = 16;  // (NAV-079, NAV-248)

// Filters of NAV-255. Combined, all must hold.
enum ClosestFilter : uint32_t {
  kClosestOnlyPavement = 1U << 0,
  kClosestNotIsolated = 1U << 1,
  kClosestNotInterior = 1U << 2,
  kClosestNotWater = 1U << 3,
  kClosestNetworkSpawn = 1U << 4,
  kClosestSheltered = 1U << 5,
  kClosestNotSheltered = 1U << 6,  // with kClosestSheltered: nothing passes; refused at submit
};
inline constexpr uint32_t kClosestFiltersAll = (1U << 7) - 1;

// The filter's masks on polygon flags and attributes, made once a query.
class ClosestFilterMasks {
 public:
  explicit ClosestFilterMasks(uint32_t filters);
  bool Passes(const PolyView& poly) const {
    return (poly.flags() & flags_mask_) == flags_value_ &&
           (poly.attributes() & attributes_mask_) == attributes_value_;
  }

 private:
  uint32_t flags_mask_ = 0;
  uint32_t flags_value_ = 0;
  uint32_t attributes_mask_ = 0;
  uint32_t attributes_value_ = 0;
};

// The nearest positions of the mesh. Plain value: travels in work orders, the log and snapshots. Metres,
// finite.
struct ClosestPositionRequest {
  platform::Vec3 position;
  float search_radius = 0;         // in space; 0: the profile's snapping distances instead
  uint32_t results_max = 1;        // 1 to the profile's closest_position_results_max
  uint32_t filters = 0;            // ClosestFilter
  float spacing_min = 0;           // between any two results, in space
  float radius = 0.35F;            // of the walker, for objects
  bool avoid_objects = false;      // no position on which an object stands (NAV-254)
  bool below_only = false;         // only the surface straight below: search_radius is not used
  float adjust_distance_max = -1;  // XY snap distance while search_radius is 0; negative: the profile's (R35)

  friend bool operator==(const ClosestPositionRequest&, const ClosestPositionRequest&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("position", self.position);
    visitor.Field("search_radius", self.search_radius);
    visitor.Field("results_max", self.results_max);
    visitor.Field("filters", self.filters);
    visitor.Field("spacing_min", self.spacing_min);
    visitor.Field("radius", self.radius);
    visitor.Field("avoid_objects", self.avoid_objects);
    visitor.Field("below_only", self.below_only);
    visitor.Field("adjust_distance_max", self.adjust_distance_max);
  }
};

// One item a position, each on another polygon, the nearest first, ties by mesh index and then polygon number
// (OQ-45); `value` the distance in space. A
// polygon has one candidate, its point nearest in XY. With a spacing the nearest candidate is taken first and
// each next one only if it keeps the distance to all taken. `value` of the result: the first distance. Codes:
// kFound: one or more; kNotFound.
//
// Pure function of its arguments and the profile; charges one unit a polygon visited (OQ-14) and returns with
// kCancelled soon after meter.ShouldStop(). `result` is cleared first. Any
// thread, each with its own scratch. No allocation after warm-up.
// REQUIRES: finite numbers, 1 <= results_max <= kClosestPositionsMax.
void RunClosestPosition(const NavView& view, const ClosestPositionRequest& request, QueryScratch& scratch,
                        platform::CostMeter& meter, QueryResult& result);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_CLOSEST_POSITION_H_
