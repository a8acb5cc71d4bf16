#include "tests/nav/obstacle_fixture.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "nav/dynamic/object_store.h"
#include "platform/check.h"

namespace footfall::tests {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kGraze = 1e-7;  // m: shallower is no crossing

Point2 At(const TestBox& box, double along, double across) {
  const double c = std::cos(box.heading);
  const double s = std::sin(box.heading);
  return {box.x + c * along - s * across, box.y + s * along + c * across};
}

double Between(Point2 a, Point2 b) { return std::hypot(b.x - a.x, b.y - a.y); }

// Whether the segment passes through the inside of the shape, deeper than kGraze.
bool Crosses(const Shape& shape, Point2 a, Point2 b) {
  double enter = 0;
  double leave = 1;
  for (size_t n = 0; n < shape.size(); ++n) {
    const Point2 p = shape[n];
    const Point2 q = shape[(n + 1) % shape.size()];
    const double length = Between(p, q);
    const auto inside = [&](Point2 at) {
      return ((q.x - p.x) * (at.y - p.y) - (q.y - p.y) * (at.x - p.x)) / length - kGraze;
    };
    const double da = inside(a);
    const double db = inside(b);
    if (da <= 0 && db <= 0) return false;
    if (da <= 0) enter = std::max(enter, da / (da - db));
    if (db <= 0) leave = std::min(leave, da / (da - db));
  }
  return enter < leave;
}

}  // namespace

nav::ObjectDescription DescriptionOf(const TestBox& box, nav::ObjectKind kind) {
  nav::ObjectDescription description;
  description.kind = kind;
  description.mass = 1;
  if (kind == nav::ObjectKind::kVehicleDoor) {
    description.owner.kind = nav::ObjectOwnerKind::kVehicleDoor;
  } else if (kind != nav::ObjectKind::kBlocker) {
    description.owner.kind = nav::ObjectOwnerKind::kEntity;
  }
  description.pose.origin = {static_cast<float>(box.x), static_cast<float>(box.y),
                             static_cast<float>((box.top + box.bottom) / 2)};
  description.pose.heading = static_cast<float>(box.heading);
  description.half_extents = {static_cast<float>(box.half_x), static_cast<float>(box.half_y),
                              static_cast<float>((box.top - box.bottom) / 2)};
  return description;
}

std::shared_ptr<const nav::NavView> WithBoxes(const nav::NavView& view, const std::vector<TestBox>& boxes,
                                              nav::ObjectKind kind) {
  nav::ObjectStore store(static_cast<uint32_t>(boxes.size()) + 1, 64);
  uint64_t id = 0;
  for (const TestBox& box : boxes) {
    const nav::PutOutcome outcome =
        store.Add(nav::ObjectId{++id}, DescriptionOf(box, kind), nav::WhenFull::kRefuse);
    FOOTFALL_CHECK(outcome == nav::PutOutcome::kPlaced);
  }
  store.Sync({0, 0});
  nav::NavViewBuilder builder(view);
  builder.SetObjects(store.snapshot());
  return builder.Build();
}

std::vector<TestBox> RandomBoxes(platform::RandomStream& random, int count, double low, double high) {
  const bool is_lattice = random.NextBelow(3) == 0;
  std::vector<TestBox> boxes;
  for (int n = 0; n < count; ++n) {
    TestBox box;
    box.x = random.NextRange(static_cast<float>(low), static_cast<float>(high));
    box.y = random.NextRange(static_cast<float>(low), static_cast<float>(high));
    box.half_x = random.NextRange(0.1F, 2.5F);
    box.half_y = random.NextRange(0.1F, 2.5F);
    box.heading = random.NextRange(-3.1F, 3.1F);
    if (is_lattice) {
      box.x = std::floor(box.x);
      box.y = std::floor(box.y);
      box.half_x = 0.65 + std::floor(box.half_x);
      box.half_y = 0.65 + std::floor(box.half_y);
      box.heading = 0;
    }
    // What the store keeps is floats.
    for (double* value : {&box.x, &box.y, &box.half_x, &box.half_y, &box.heading}) {
      *value = static_cast<float>(*value);
    }
    boxes.push_back(box);
  }
  return boxes;
}

Shape SquareGrown(const TestBox& box, double radius) {
  const double x = box.half_x + radius;
  const double y = box.half_y + radius;
  return {At(box, x, -y), At(box, x, y), At(box, -x, y), At(box, -x, -y)};
}

Shape RoundGrown(const TestBox& box, double radius) {
  constexpr int kChords = 8;
  Shape shape;
  const double signs[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  for (int corner = 0; corner < 4; ++corner) {
    for (int step = 0; step <= kChords; ++step) {
      const double angle = kPi / 2 * (corner + static_cast<double>(step) / kChords);
      shape.push_back(At(box, signs[corner][0] * box.half_x + radius * std::cos(angle),
                         signs[corner][1] * box.half_y + radius * std::sin(angle)));
    }
  }
  return shape;
}

double DistanceToBox(const TestBox& box, Point2 p) {
  const double c = std::cos(box.heading);
  const double s = std::sin(box.heading);
  const double along = std::fabs(c * (p.x - box.x) + s * (p.y - box.y)) - box.half_x;
  const double across = std::fabs(-s * (p.x - box.x) + c * (p.y - box.y)) - box.half_y;
  return std::hypot(std::max(along, 0.0), std::max(across, 0.0));
}

// The distance to a convex shape is convex along the segment: three-part search.
double DistanceToBox(const TestBox& box, Point2 a, Point2 b) {
  double low = 0;
  double high = 1;
  const auto at = [&](double t) { return Point2{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; };
  for (int step = 0; step < 60; ++step) {
    const double one = low + (high - low) / 3;
    const double two = high - (high - low) / 3;
    if (DistanceToBox(box, at(one)) <= DistanceToBox(box, at(two))) {
      high = two;
    } else {
      low = one;
    }
  }
  return DistanceToBox(box, at((low + high) / 2));
}

bool Holds(const Shape& shape, Point2 p) { return Crosses(shape, p, p); }

double ShortestAround(const std::vector<Shape>& shapes, Point2 from, Point2 to, double low, double high) {
  std::vector<Point2> points{from, to};
  for (const Shape& shape : shapes) {
    for (const Point2& p : shape) {
      if (p.x < low || p.x > high || p.y < low || p.y > high) continue;
      if (std::none_of(shapes.begin(), shapes.end(), [&](const Shape& other) { return Holds(other, p); })) {
        points.push_back(p);
      }
    }
  }
  const auto sees = [&](Point2 a, Point2 b) {
    return std::none_of(shapes.begin(), shapes.end(),
                        [&](const Shape& shape) { return Crosses(shape, a, b); });
  };
  constexpr double kFar = std::numeric_limits<double>::infinity();
  std::vector<double> best(points.size(), kFar);
  std::vector<bool> done(points.size(), false);
  best[0] = 0;
  for (;;) {
    size_t at = points.size();
    for (size_t n = 0; n < points.size(); ++n) {
      if (done[n] || best[n] == kFar) continue;
      if (at == points.size() || best[n] + Between(points[n], to) < best[at] + Between(points[at], to))
        at = n;
    }
    if (at == points.size()) return -1;
    if (at == 1) return best[1];
    done[at] = true;
    for (size_t n = 0; n < points.size(); ++n) {
      const double length = best[at] + Between(points[at], points[n]);
      if (!done[n] && length < best[n] && sees(points[at], points[n])) best[n] = length;
    }
  }
}

}  // namespace footfall::tests
