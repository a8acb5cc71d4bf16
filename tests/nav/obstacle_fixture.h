#ifndef FOOTFALL_TESTS_NAV_OBSTACLE_FIXTURE_H_
#define FOOTFALL_TESTS_NAV_OBSTACLE_FIXTURE_H_

#include <memory>
#include <vector>

#include "nav/dynamic/object_description.h"
#include "nav/mesh/nav_view.h"
#include "platform/random.h"
#include "platform/vec.h"

// Boxes on a mesh, and an independent judge of paths among them: plain geometry in doubles that shares
// nothing with the cutter, the search or the object snapshot.
namespace footfall::tests {

// An upright box on the ground.
struct TestBox {
  double x = 0;
  double y = 0;
  double half_x = 1;  // along its heading
  double half_y = 1;
  double heading = 0;  // rad
  double bottom = 0;
  double top = 1.5;
};

// Mass 1 kg.
nav::ObjectDescription DescriptionOf(const TestBox& box, nav::ObjectKind kind);

// `view` with the boxes as objects 1, 2, ...
std::shared_ptr<const nav::NavView> WithBoxes(const nav::NavView& view, const std::vector<TestBox>& boxes,
                                              nav::ObjectKind kind = nav::ObjectKind::kBlocker);

// `count` boxes with sides of 0.2 m to 5 m, any heading or (a third of the layouts) upright ones on whole
// metres, centred in [low, high]^2.
std::vector<TestBox> RandomBoxes(platform::RandomStream& random, int count, double low, double high);

struct Point2 {
  double x = 0;
  double y = 0;
};
// Convex, counter-clockwise.
using Shape = std::vector<Point2>;

// The box grown by `radius` with square corners, or with corners of an arc of 8 chords: a little less than
// all points nearer than `radius`, hence no path that keeps away is shorter than one round it.
Shape SquareGrown(const TestBox& box, double radius);
Shape RoundGrown(const TestBox& box, double radius);

double DistanceToBox(const TestBox& box, Point2 p);
// Least distance of a segment to a box, to a tenth of a millimetre.
double DistanceToBox(const TestBox& box, Point2 a, Point2 b);
bool Holds(const Shape& shape, Point2 p);

// Length of the shortest path from `from` to `to` that crosses the inside of no shape and does not leave
// [low, high]^2; negative when there is none. Visibility graph and A*.
double ShortestAround(const std::vector<Shape>& shapes, Point2 from, Point2 to, double low, double high);

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_NAV_OBSTACLE_FIXTURE_H_
