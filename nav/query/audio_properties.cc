#include "nav/query/audio_properties.h"

#include <limits>

#include "nav/query/flood.h"
#include "nav/query/flood_search.h"
#include "nav/query/point_below.h"
#include "nav/query/query_start.h"

namespace footfall::nav {

void RunAudioProperties(const NavView& view, const AudioPropertiesRequest& request, QueryScratch& scratch,
                        platform::CostMeter& meter, QueryResult& result) {
  const uint64_t units_before = meter.units();
  result.Clear();
  const platform::Profile& profile = *scratch.profile;
  const PointBelowResult below = PointBelow(view, request.position, profile.point_below_up_tolerance);
  meter.Charge(1);
  if (below.poly.valid()) {
    result.start_used = below.point;
    result.start_poly = below.poly;
    result.start_moved = Distance(below.point, request.position);
    const auto polys_max = static_cast<size_t>(profile.audio_polys_max);
    const float reach = request.radius > 0 ? request.radius : std::numeric_limits<float>::infinity();
    double area_sum = 0;
    const FloodOutcome outcome = SearchConnected(
        view, below.poly, below.point, reach, FloodWays::kNormal, scratch.nodes, meter,
        [](const PolyView&) { return true; },
        [&](const FloodNode& node) {
          const PolyView poly = view.Poly(node.poly);
          const double area = PolyArea(poly);
          area_sum += area;
          result.items.push_back(ItemOn(view, node.poly, poly.Centroid(), static_cast<float>(area),
                                        poly.record().audio | kItemIsArea));
          return result.items.size() == polys_max;
        });
    result.code = outcome.end == FloodEnd::kStopped ? CompletionCode::kCancelled : CompletionCode::kFound;
    result.value = static_cast<float>(area_sum);
    result.polys_visited = outcome.visited;
  } else {
    result.code = CompletionCode::kNoSurfaceAtCoordinates;
  }
  result.cost_units = meter.units() - units_before;
}

}  // namespace footfall::nav
