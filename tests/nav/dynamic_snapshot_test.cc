#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "nav/dynamic/object_snapshot.h"
#include "nav/dynamic/push_out.h"
#include "platform/math.h"
#include "platform/random.h"
#include "tests/nav/counting_new.h"
#include "tests/nav/dynamic_fixture.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;
using testing::BoxAt;
using testing::SnapshotOf;
using testing::TurnedBox;

// Distance of a point to a footprint moved outwards: negative inside. Computed without the bounds.
double DistanceOutside(const ObjectDescription& box, Vec2 point, double margin) {
  const double c = std::cos(static_cast<double>(box.pose.heading));
  const double s = std::sin(static_cast<double>(box.pose.heading));
  const double x = static_cast<double>(point.x) - box.pose.origin.x;
  const double y = static_cast<double>(point.y) - box.pose.origin.y;
  return std::max(std::fabs(c * x + s * y) - box.half_extents.x,
                  std::fabs(c * y - s * x) - box.half_extents.y) -
         margin;
}

std::vector<ObjectDescription> RandomBoxes(int count, float low, float high, uint64_t seed) {
  platform::RandomStream random(seed, platform::RandomPurpose::kTest, 1, 0);
  std::vector<ObjectDescription> boxes;
  for (int n = 0; n < count; ++n) {
    const float x = random.NextRange(low, high);
    const float y = random.NextRange(low, high);
    const float heading = random.NextRange(-3, 3);
    const float length = random.NextRange(0.1F, 4);
    const float width = random.NextRange(0.1F, 3);
    boxes.push_back(TurnedBox(x, y, heading, {length, width, 1}));
  }
  return boxes;
}

TEST_CASE("lines of sight agree with sampled points of the line", "[NAV-230]") {
  const std::vector<ObjectDescription> boxes = RandomBoxes(120, 0, 120, 5);
  const auto objects = SnapshotOf(boxes);
  platform::RandomStream random(9, platform::RandomPurpose::kTest, 2, 0);
  int blocked = 0;
  int free = 0;
  for (int n = 0; n < 3000; ++n) {
    Vec3 from;
    from.x = random.NextRange(-10, 130);
    from.y = random.NextRange(-10, 130);
    Vec3 to = from;
    to.x += random.NextRange(-15, 15);
    to.y += random.NextRange(-15, 15);
    ObjectFilter filter;
    filter.radius = n % 4 == 0 ? 0 : random.NextRange(0, 2);
    double nearest = 1e9;
    for (int step = 0; step <= 400; ++step) {
      const Vec3 point = Lerp(from, to, static_cast<float>(step) / 400);
      for (const ObjectDescription& box : boxes) {
        nearest = std::min(nearest, DistanceOutside(box, Xy(point), static_cast<double>(filter.radius)));
      }
    }
    const bool is_blocked = objects->LineBlocked(from, to, 0, filter);
    if (nearest < -0.01) CHECK(is_blocked);
    if (nearest > 0.06) CHECK_FALSE(is_blocked);  // what lies between two samples
    CHECK(is_blocked == objects->LineBlocked(to, from, 0, filter));
    (is_blocked ? blocked : free) += 1;
  }
  CHECK(blocked > 300);
  CHECK(free > 300);
}

TEST_CASE("with an offset two parallel lines are tested", "[NAV-230]") {
  const auto objects = SnapshotOf({BoxAt(10, 0, {0.2F, 0.2F, 1}), BoxAt(20, 1, {0.2F, 0.2F, 1})});
  ObjectFilter line;
  line.radius = 0;
  // The first box is met by the line, the second by the left one of two; both go round a thin box between
  // them.
  CHECK(objects->LineBlocked({5, 0, 0}, {15, 0, 0}, 0, line));
  CHECK_FALSE(objects->LineBlocked({5, 0, 0}, {15, 0, 0}, 1, line));
  CHECK_FALSE(objects->LineBlocked({15, 0, 0}, {25, 0, 0}, 0, line));
  CHECK(objects->LineBlocked({15, 0, 0}, {25, 0, 0}, 1, line));
  CHECK(objects->LineBlocked({25, 0, 0}, {15, 0, 0}, 1, line));
  CHECK_FALSE(objects->LineBlocked({15, 0, 0}, {25, 0, 0}, 1.3F, line));
  ObjectFilter wide;
  wide.radius = 1;
  CHECK(objects->LineBlocked({15, 0, 0}, {25, 0, 0}, 0, wide));
}

TEST_CASE("the margin is the radius, less up to 0.2 m for reduced boxes, doors and fires are never reduced",
          "[NAV-230][NAV-190][NAV-124]") {
  CHECK(kObjectReduction == 0.2F);
  ObjectDescription reduced = BoxAt(0, 0, {1, 1, 1}, ObjectKind::kObject);
  reduced.traits = kTraitReducedBox;
  ObjectDescription reduced_fire = BoxAt(0, 0, {1, 1, 1}, ObjectKind::kFire);
  reduced_fire.traits = kTraitReducedBox;
  const auto margin = [](const ObjectDescription& box, float radius, bool reduce) {
    float found = -1;
    ObjectFilter filter;
    filter.radius = radius;
    filter.reduce_boxes = reduce;
    SnapshotOf({box})->ForEachNear({-9, -9, 0}, {9, 9, 0},
                                   [&](const DynamicObject& object) { found = filter.MarginOf(object); });
    return found;
  };
  const ObjectDescription plain = BoxAt(0, 0);
  CHECK(margin(plain, 0.35F, false) == 0.35F);
  CHECK(margin(plain, 0.35F, true) == Approx(0.15F));
  CHECK(margin(plain, 0.1F, true) == 0);
  CHECK(margin(reduced, 0.5F, false) == Approx(0.3F));
  for (const ObjectKind kind : {ObjectKind::kVehicleDoor, ObjectKind::kFire}) {
    CHECK(margin(BoxAt(0, 0, {1, 1, 1}, kind), 0.35F, true) == 0.35F);
  }
  CHECK(margin(reduced_fire, 0.35F, true) == 0.35F);
  ObjectFilter filter;
  filter.reduce_boxes = true;
  const auto objects = SnapshotOf({plain, BoxAt(0, 10, {1, 1, 1}, ObjectKind::kVehicleDoor)});
  CHECK_FALSE(objects->LineBlocked({-5, 1.2F, 0}, {5, 1.2F, 0}, 0, filter));
  CHECK(objects->LineBlocked({-5, 11.2F, 0}, {5, 11.2F, 0}, 0, filter));
}

TEST_CASE("a filter ignores by flags, search kind and lists, and excluded wins over included",
          "[NAV-130][NAV-191][NAV-192][NAV-193][NAV-213][NAV-081]") {
  ObjectDescription crate = BoxAt(0, 0, {1, 1, 1}, ObjectKind::kObject);  // mass 0: not significant
  ObjectDescription wander_only = BoxAt(0, 10);
  wander_only.blocks = kObjectBlocksWander;
  const auto objects = SnapshotOf({crate, wander_only, BoxAt(0, 20, {1, 1, 1}, ObjectKind::kVehicleDoor),
                                   BoxAt(0, 30, {1, 1, 1}, ObjectKind::kFire)});
  const auto holds = [&](int n, const ObjectFilter& filter) {
    return objects->CircleOverlaps({0, static_cast<float>(n - 1) * 10, 0}, filter);
  };
  ObjectFilter all;
  CHECK(holds(1, all));
  CHECK_FALSE(holds(2, all));  // a shortest search
  CHECK(holds(3, all));
  CHECK(holds(4, all));
  ObjectFilter wander;
  wander.search = kObjectBlocksWander;
  CHECK(holds(2, wander));
  ObjectFilter flee;
  flee.search = kObjectBlocksFlee;
  CHECK_FALSE(holds(2, flee));
  ObjectFilter off;
  off.avoid_objects = false;
  for (int n = 1; n <= 4; ++n) CHECK_FALSE(holds(n, off));
  CHECK_FALSE(objects->LineBlocked({-5, 0, 0}, {5, 0, 0}, 0, off));
  ObjectFilter significant;
  significant.ignore_non_significant = true;
  CHECK_FALSE(holds(1, significant));
  CHECK(holds(3, significant));
  ObjectFilter doors;
  doors.pushes_vehicle_doors = true;
  CHECK_FALSE(holds(3, doors));
  CHECK(holds(4, doors));
  ObjectFilter fires;
  fires.ignore_fires = true;
  CHECK_FALSE(holds(4, fires));
  CHECK(holds(3, fires));

  const std::vector<ObjectId> first = {{1}};
  significant.included = first;
  CHECK(holds(1, significant));
  significant.excluded = first;
  CHECK_FALSE(holds(1, significant));
  ObjectFilter excluding;
  excluding.excluded = first;
  CHECK_FALSE(holds(1, excluding));
}

TEST_CASE("coarse boxes are larger for one request alone", "[NAV-127]") {
  // The long side of the turned box reaches far beyond its coarse box when the radius is 4 m.
  const auto objects = SnapshotOf({TurnedBox(0, 0, 0.7F, {3, 0.2F, 1})});
  ObjectFilter large;
  large.radius = 4;
  CHECK(large.CoarseGrowth() == Approx(std::sqrt(2.0F) * (4 - 0.35F)));
  ObjectFilter standard;
  CHECK(standard.CoarseGrowth() == 0);
  const Vec3 point{-std::sin(0.7F) * 4.1F, std::cos(0.7F) * 4.1F, 0};
  CHECK(objects->CircleOverlaps(point, large));
  CHECK_FALSE(objects->CircleOverlaps(point, standard));
  // Afterwards, and at the same time for another request, nothing is larger.
  int near = 0;
  objects->ForEachNear({4, 4, 0}, {5, 5, 0}, [&](const DynamicObject&) { ++near; });
  CHECK(near == 0);
}

TEST_CASE("what is near is found wherever it lies, in cells and in the overflow list alike",
          "[NAV-216][NAV-217]") {
  std::vector<ObjectDescription> boxes = RandomBoxes(300, -400, 400, 77);
  boxes.push_back(TurnedBox(0, 0, 0.3F, {90, 1, 1}));  // reaches over several cells
  boxes.push_back(BoxAt(-5999, -5999));
  boxes.push_back(BoxAt(8999, 8999));
  for (const uint32_t cells : {0U, 1U, 16U, 64U, 90000U}) {
    ObjectStore store(640, cells);
    for (size_t n = 0; n < boxes.size(); ++n) store.Add({n + 1}, boxes[n], WhenFull::kRefuse);
    store.Sync({0, 0});
    CHECK(store.grid().cells_in_use() <= cells);
    CHECK((store.grid().overflow_count() > 1) == (cells < 90000));
    platform::RandomStream random(3, platform::RandomPurpose::kTest, 3, 0);
    for (int n = 0; n < 400; ++n) {
      Vec3 low;
      low.x = random.NextRange(-420, 420);
      low.y = random.NextRange(-420, 420);
      const Vec3 high = low + Vec3{random.NextRange(0, 60), 5, 0};
      std::vector<uint64_t> found;
      store.snapshot()->ForEachNear(low, high,
                                    [&](const DynamicObject& object) { found.push_back(object.id.value); });
      std::sort(found.begin(), found.end());
      FixedBox box = FixedBoxOf(low);
      Include(box, high);
      std::vector<uint64_t> expected;
      for (size_t b = 0; b < boxes.size(); ++b) {
        const FixedBox coarse = CoarseBoxOf(MakeObjectBounds(boxes[b].pose, boxes[b].half_extents));
        if (OverlapsXy(box, coarse) && OverlapsZ(box, coarse)) expected.push_back(b + 1);
      }
      CHECK(found == expected);
    }
  }
}

TEST_CASE("numbers that are none are answered and never found in objects") {
  const auto objects = SnapshotOf({BoxAt(0, 0), BoxAt(100, 0)});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  for (const float bad : {nan, inf, -inf}) {
    CHECK(objects->LineBlocked({bad, 0, 0}, {9, 0, 0}, 0, {}));
    CHECK_FALSE(objects->CircleOverlaps({0, bad, 0}, {}));
  }
  CHECK(objects->LineBlocked({-1e30F, 0, 0}, {1e30F, 0, 0}, 0, {}));
  int all = 0;
  objects->ForEachNear({nan, nan, nan}, {nan, nan, nan}, [&](const DynamicObject&) { ++all; });
  CHECK(all == 2);
}

TEST_CASE("a point is pushed out along the nearest side and 0.05 m beyond", "[NAV-128]") {
  CHECK(kPushOutRounds == 8);
  CHECK(kPushOutExtra == 0.05F);
  const auto objects = SnapshotOf({BoxAt(10, 10, {2, 1, 1})});
  const auto anywhere = [](Vec3 point) { return std::optional<Vec3>(point); };
  const PushOutResult free = PushOut(*objects, {0, 0, 0}, {}, anywhere);
  CHECK(free.outcome == PushOutOutcome::kFree);
  CHECK(free.rounds == 0);
  const PushOutResult moved = PushOut(*objects, {10.5F, 10.8F, 0}, {}, anywhere);
  CHECK(moved.outcome == PushOutOutcome::kMoved);
  CHECK(moved.rounds == 1);
  CHECK(moved.object == ObjectId{1});
  CHECK(moved.point.x == 10.5F);
  CHECK(moved.point.y == Approx(11 + 0.35F + 0.05F));
  CHECK_FALSE(objects->CircleOverlaps(moved.point, {}));
}

TEST_CASE("a side that is refused gives way to the next, and none left is stuck", "[NAV-128]") {
  const auto objects = SnapshotOf({BoxAt(10, 10, {2, 1, 1})});
  const PushOutResult south = PushOut(*objects, {10, 10.5F, 0}, {}, [](Vec3 point) {
    return point.y > 11 ? std::nullopt : std::optional<Vec3>(point);
  });
  CHECK(south.outcome == PushOutOutcome::kMoved);
  CHECK(south.point.y < 9);
  const PushOutResult stuck =
      PushOut(*objects, {10, 10.5F, 0}, {}, [](Vec3) { return std::optional<Vec3>(); });
  CHECK(stuck.outcome == PushOutOutcome::kStuck);
  CHECK(stuck.object == ObjectId{1});
  // Wherever it is moved, it stays inside: eight rounds and no more.
  const PushOutResult rounds = PushOut(*objects, {10, 10.5F, 0}, {}, [](Vec3) {
    return std::optional<Vec3>({10, 10, 0});
  });
  CHECK(rounds.outcome == PushOutOutcome::kStuck);
  CHECK(rounds.rounds == 8);
}

TEST_CASE("a row of boxes is left within the rounds", "[NAV-128]") {
  std::vector<ObjectDescription> row;
  for (int n = 0; n < 4; ++n) row.push_back(BoxAt(10 + static_cast<float>(n) * 1.5F, 10, {1, 4, 1}));
  const auto objects = SnapshotOf(row);
  const PushOutResult out =
      PushOut(*objects, {10.2F, 10, 0}, {}, [](Vec3 p) { return std::optional<Vec3>(p); });
  CHECK(out.outcome == PushOutOutcome::kMoved);
  CHECK_FALSE(objects->CircleOverlaps(out.point, {}));
}

TEST_CASE("questions to a snapshot allocate nothing") {
  const auto objects = SnapshotOf(RandomBoxes(200, 0, 150, 8));
  const uint64_t before = testing::AllocationsCount();
  int blocked = 0;
  for (int n = 0; n < 100; ++n) {
    const Vec3 from{static_cast<float>(n), 20, 0};
    blocked += objects->LineBlocked(from, {75, 140, 0}, 0.5F, {}) ? 1 : 0;
    blocked += PushOut(*objects, from, {}, [](Vec3 p) { return std::optional<Vec3>(p); }).rounds;
  }
  CHECK(testing::AllocationsCount() == before);
  CHECK(blocked > 0);
}

}  // namespace
}  // namespace footfall::nav
