#ifndef FOOTFALL_NAV_QUERY_OBSTACLE_TEST_H_
#define FOOTFALL_NAV_QUERY_OBSTACLE_TEST_H_

#include "platform/vec.h"

namespace footfall::nav {

// What a query asks about dynamic objects. The objects themselves live above this folder (nav/dynamic), which
// implements this for one request: its filter, its included and excluded objects. Metres. Constant while a
// query runs; any thread.
class ObstacleTest {
 public:
  virtual ~ObstacleTest() = default;
  // Whether something stands in the way of a walker of this radius who goes straight from one point to the
  // other, both on the ground.
  virtual bool LineBlocked(platform::Vec3 from, platform::Vec3 to, float radius) const = 0;
  // Whether something stands on the circle around a point on the ground.
  virtual bool CircleOverlaps(platform::Vec3 center, float radius) const = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_OBSTACLE_TEST_H_
