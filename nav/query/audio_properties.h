#ifndef FOOTFALL_NAV_QUERY_AUDIO_PROPERTIES_H_
#define FOOTFALL_NAV_QUERY_AUDIO_PROPERTIES_H_

#include <cstdint>

#include "nav/mesh/nav_view.h"
#include "nav/query/query_result.h"
#include "nav/query/query_scratch.h"
#include "platform/cost_meter.h"
#include "platform/vec.h"

namespace footfall::nav {

// What the ground around a point sounds like. Plain value: travels in work orders, the log and snapshots.
// Metres, finite.
struct AudioPropertiesRequest {
  platform::Vec3 position;
  float radius = 0;  // polygons entered within this walking distance; 0: only those that fit the answer

  friend bool operator==(const AudioPropertiesRequest&, const AudioPropertiesRequest&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("position", self.position);
    visitor.Field("radius", self.radius);
  }
};

// The polygon below the position and those around it in the order in which a walk over Normal adjacency
// reaches them, at most the profile's audio_polys_max (NAV-240). The polygon below may be disabled, for it is
// still ground; the walk enters no disabled one (NAV-267). One item a polygon: `position` its centroid,
// `value` its area in m2, the low 4 `bits` the audio properties. `value` of the result: the summed area.
// Codes: kFound, kNoSurfaceAtCoordinates: nothing below. Pure function of its arguments and the profile;
// charges one unit a polygon visited (OQ-14) and returns with kCancelled soon after meter.ShouldStop().
// `result` is cleared first. Any thread, each with its own scratch. No allocation after warm-up. REQUIRES:
// finite numbers.
void RunAudioProperties(const NavView& view, const AudioPropertiesRequest& request, QueryScratch& scratch,
                        platform::CostMeter& meter, QueryResult& result);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_AUDIO_PROPERTIES_H_
