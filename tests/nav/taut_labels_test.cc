#include "nav/path/taut_labels.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "nav/path/label_heap.h"
#include "nav/path/label_queue.h"
#include "platform/random.h"
#include "tests/nav/path_fixture.h"
#include "tests/nav/shortest_oracle.h"

// The search between far ends.
namespace footfall::nav {
namespace {

using platform::RandomPurpose;
using platform::RandomStream;
using platform::SearchPoints;
using platform::Vec3;

double LengthXy(const PathResult& path) {
  double length = 0;
  for (size_t i = 1; i < path.points.size(); ++i) {
    length += platform::Distance(platform::Xy(path.points[i - 1]), platform::Xy(path.points[i]));
  }
  return length;
}

// 15 x 15 squares of 10 m of which about a quarter is missing.
WorldDraft LargeMaze(uint64_t seed) {
  RandomStream random(seed, RandomPurpose::kTest, 3, 0);
  tests::HandWorld world;
  for (int y = 0; y < 15; ++y) {
    for (int x = 0; x < 15; ++x) {
      const float low_x = static_cast<float>(x) * 10;
      const float low_y = static_cast<float>(y) * 10;
      if (random.NextBelow(100) < 75) world.Quad(low_x, low_y, low_x + 10, low_y + 10);
    }
  }
  return world.Finish();
}

TEST_CASE("ways between far ends of mazes are within 0.3 percent of the exact shortest", "[NAV-155][R38]") {
  double lengths = 0;
  double shortest = 0;
  int found = 0;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const auto view = tests::ViewOf(LargeMaze(seed));
    tests::ShortestOracle oracle(*view);
    RandomStream random(seed, RandomPurpose::kTest, 4, 0);
    const uint32_t polys = static_cast<uint32_t>(view->slot(tests::kHandTile).tile->polys.size());
    for (int pair = 0; pair < 60; ++pair) {
      const PolyRef from(tests::kHandTile, static_cast<PolyIndex>(random.NextBelow(polys)));
      const PolyRef to(tests::kHandTile, static_cast<PolyIndex>(random.NextBelow(polys)));
      const Vec3 start = view->Poly(from).Centroid();
      const Vec3 goal = view->Poly(to).Centroid();
      if (!TautLabels::IsFor(platform::Distance(start, goal))) continue;
      const PathResult path =
          tests::FindPath(*view, tests::ProfileOf(SearchPoints::kSharedEdge),
                          tests::Request(start, goal, PathFlagMask(kFlagDontLimitSearchExtents)));
      const double exact = oracle.Length(from, start, to, goal);
      CAPTURE(seed, pair, start.x, start.y, goal.x, goal.y);
      REQUIRE((path.code == CompletionCode::kFound) == (exact >= 0));
      if (exact < 0) continue;
      CHECK(LengthXy(path) >= exact - 0.01);
      CHECK(LengthXy(path) <= exact * 1.03);
      lengths += LengthXy(path);
      shortest += exact;
      ++found;
    }
  }
  CHECK(found > 30);
  CHECK(lengths <= shortest * 1.003);
}

TEST_CASE("labels leave their heap by total, and of equal totals the newest first", "[NAV-142]") {
  LabelHeap heap(100);
  RandomStream random(5, RandomPurpose::kTest, 5, 0);
  struct Entry {
    float total;
    uint32_t label;
  };
  std::vector<Entry> in;
  for (uint32_t label = 0; label < 100; ++label) {
    CHECK_FALSE(heap.full());
    in.push_back({static_cast<float>(random.NextBelow(20)), label});
    heap.Push(in.back().total, label);
  }
  CHECK(heap.full());
  // total order: labels differ.
  std::sort(in.begin(), in.end(), [](const Entry& a, const Entry& b) {
    return a.total != b.total ? a.total < b.total : a.label > b.label;
  });
  for (const Entry& entry : in) {
    REQUIRE_FALSE(heap.empty());
    CHECK(heap.Pop() == entry.label);
  }
  CHECK(heap.empty());
  heap.Push(0, 7);
  heap.Clear();
  CHECK(heap.empty());
}

TEST_CASE("labels leave their queue by steps of 6 cm, the newest of a step first, and those far beyond last",
          "[NAV-142]") {
  LabelQueue queue(1000);
  for (int round = 0; round < 2; ++round) {
    // The second time the queue still holds some of the first.
    queue.Begin(100);
    RandomStream random(6, RandomPurpose::kTest, 6, static_cast<uint64_t>(round));
    struct Entry {
      float total;
      uint32_t label;
    };
    std::vector<Entry> in;
    for (uint32_t label = 0; label < 1000; ++label) {
      CHECK_FALSE(queue.full());
      // Some less than the least, most within the steps, some beyond them.
      in.push_back({random.NextRange(90.0F, 450.0F), label});
      queue.Push(in.back().total, label);
    }
    CHECK(queue.full());
    const auto step_of = [](float total) {
      const float steps = std::max((total - 100) * LabelQueue::kStepsPerMetre, 0.0F);
      return steps < LabelQueue::kSteps ? std::floor(steps) : LabelQueue::kSteps + total;
    };
    // total order: labels differ.
    std::sort(in.begin(), in.end(), [&](const Entry& a, const Entry& b) {
      const float first = step_of(a.total);
      const float second = step_of(b.total);
      return first != second ? first < second : a.label > b.label;
    });
    CHECK(in.back().total > 100 + 256);
    const size_t taken = round == 0 ? 700 : in.size();
    for (size_t i = 0; i < taken; ++i) {
      REQUIRE_FALSE(queue.empty());
      CHECK(queue.Pop() == in[i].label);
    }
    CHECK(queue.empty() == (taken == in.size()));
  }
}

}  // namespace
}  // namespace footfall::nav
