#include "nav/query/nearest.h"
#include "nav/query/nearest_search.h"

namespace footfall::nav {

size_t NearestPolys(const NavView& view, platform::Vec3 p, const SnapLimits& limits, float distance_max,
                    std::span<NearestResult> nearest) {
  return NearestPolysThat(
      view, p, limits, distance_max, nearest, [](const PolyView&, const NearestResult&) { return true; },
      [] { return true; });
}

}  // namespace footfall::nav
