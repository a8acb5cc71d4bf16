#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "nav/path/path_search.h"
#include "nav/query/random_point.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"
#include "platform/random.h"
#include "tests/nav/city_fixture.h"
#include "tests/nav/shortest_oracle.h"

namespace footfall::nav {
namespace {

using platform::RandomPurpose;
using platform::RandomStream;

constexpr int kPairs = 150;  // a seed
constexpr uint64_t kSeeds[] = {21, 26};
constexpr float kFarthest = 250;  // m, for the oracle's sake

TEST_CASE("a city of 600 m: the sum of lengths is near the exact shortest", "[NAV-155][R38]") {
  CityParams params;
  params.tiles_x = params.tiles_y = 4;
  params.seed = 1;
  const auto view = tests::ViewOf(tests::BuildCityPack(params, 2));
  const auto components = std::make_shared<const MeshComponents>(view);
  const PolyRef any = components->Polys(tests::LargestComponent(*components)).front();
  const PointSampler sampler(components);
  const auto profile = platform::LoadProfile("server");
  REQUIRE(profile.ok());
  PathSearch search(*profile);
  const tests::ShortestOracle oracle(*view);
  for (const uint64_t seed : kSeeds) {
    RandomStream random(seed, RandomPurpose::kTest, 0, 0);
    double lengths = 0;
    double shortest = 0;
    double worst = 1;
    PathResult path;
    for (int pairs = 0; pairs < kPairs;) {
      const RandomPointResult start = sampler.RandomReachablePoint(any, random);
      const RandomPointResult goal = sampler.RandomReachablePoint(any, random);
      if (platform::Distance(start.point, goal.point) > kFarthest) continue;
      PathRequest request;
      request.start = start.point;
      request.end = goal.point;
      // Climbs, drops and ladders would be shortcuts that the exact shortest does not know (R38).
      request.flags = PathFlagMask(kFlagNeverClimbOverStuff) | PathFlagMask(kFlagNeverDropFromHeight) |
                      PathFlagMask(kFlagNeverUseLadders) | PathFlagMask(kFlagAllowToNavigateUpSteepPolygons) |
                      PathFlagMask(kFlagDontLimitSearchExtents);
      platform::CostMeter meter;
      search.Run(*view, request, meter, path);
      CAPTURE(seed, pairs, request.start.x, request.start.y, request.end.x, request.end.y);
      REQUIRE(path.code == CompletionCode::kFound);
      double length = 0;
      for (size_t k = 1; k < path.points.size(); ++k) {
        length += platform::Distance(platform::Xy(path.points[k - 1]), platform::Xy(path.points[k]));
      }
      const double exact = oracle.LengthWithin(length + 0.01, start.poly, start.point, goal.poly, goal.point);
      lengths += length;
      shortest += std::min(exact, length);
      worst = std::max(worst, length / std::max(exact, 1.0));
      ++pairs;
    }
    std::printf("city_600m: %zu corners, seed %d, lengths / shortest %.5f, worst %.4f\n",
                oracle.corners_count(), static_cast<int>(seed), lengths / shortest, worst);
    CHECK(lengths <= shortest * 1.003);
  }
}

}  // namespace
}  // namespace footfall::nav
