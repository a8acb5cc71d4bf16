#ifndef FOOTFALL_NAV_QUERY_RANDOM_POINT_H_
#define FOOTFALL_NAV_QUERY_RANDOM_POINT_H_

#include <memory>
#include <vector>

#include "nav/query/flood.h"
#include "platform/vec.h"

namespace footfall::platform {
class RandomStream;
}

namespace footfall::nav {

struct RandomPointResult {
  PolyRef poly;          // invalid: nothing to choose from
  platform::Vec3 point;  // on the surface, inside the polygon's outline
};

// Points spread evenly over the walkable XY area. The same stream and mesh give the same points. Constant
// after making: any thread, each with its own stream. No allocation a draw; time logarithmic in the polygons.
class PointSampler {
 public:
  explicit PointSampler(std::shared_ptr<const MeshComponents> components);

  // Anywhere on the resident map tiles but disabled polygons.
  RandomPointResult RandomPoint(platform::RandomStream& random) const;
  // In the component of `start` (R38). Invalid when `start` is in none.
  RandomPointResult RandomReachablePoint(PolyRef start, platform::RandomStream& random) const;

 private:
  RandomPointResult Draw(uint32_t component, platform::RandomStream& random) const;
  std::shared_ptr<const MeshComponents> components_;
  std::vector<double> summed_areas_;  // of the components up to and with this one
};

// A point spread evenly over one polygon. REQUIRES: the view contains it.
platform::Vec3 RandomPointOn(const PolyView& poly, platform::RandomStream& random);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_RANDOM_POINT_H_
