#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdio>
#include <memory>
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

// A seed. Fewer do not do: among 40 the sum moves by some hundredths of a percent.
constexpr int kPairs = 150;
constexpr uint64_t kSeeds[] = {21, 26};

class City {
 public:
  City() {
    CityParams params;
    params.tiles_x = params.tiles_y = 4;
    params.seed = 1;
    view_ = tests::ViewOf(tests::BuildCityPack(params, 2));
    components_ = std::make_shared<const MeshComponents>(view_);
  }

  // The share by which the paths between random pairs of each seed, at most `farthest` m apart, are longer
  // than the exact shortest, all together.
  double Excess(int pairs, double farthest) const {
    const PolyRef any = components_->Polys(tests::LargestComponent(*components_)).front();
    const PointSampler sampler(components_);
    const auto profile = platform::LoadProfile("server");
    REQUIRE(profile.ok());
    PathSearch search(*profile);
    const tests::ShortestOracle oracle(*view_);
    double lengths = 0;
    double shortest = 0;
    for (const uint64_t seed : kSeeds) {
      RandomStream random(seed, RandomPurpose::kTest, 0, 0);
      double seed_lengths = 0;
      double seed_shortest = 0;
      PathResult path;
      for (int pair = 0; pair < pairs;) {
        const RandomPointResult start = sampler.RandomReachablePoint(any, random);
        const RandomPointResult goal = sampler.RandomReachablePoint(any, random);
        if (platform::Distance(start.point, goal.point) > farthest) continue;
        PathRequest request;
        request.start = start.point;
        request.end = goal.point;
        // Climbs, drops and ladders would be shortcuts that the exact shortest does not know (R38).
        request.flags = PathFlagMask(kFlagNeverClimbOverStuff) | PathFlagMask(kFlagNeverDropFromHeight) |
                        PathFlagMask(kFlagNeverUseLadders) |
                        PathFlagMask(kFlagAllowToNavigateUpSteepPolygons) |
                        PathFlagMask(kFlagDontLimitSearchExtents);
        platform::CostMeter meter;
        search.Run(*view_, request, meter, path);
        CAPTURE(seed, pair, request.start.x, request.start.y, request.end.x, request.end.y);
        REQUIRE(path.code == CompletionCode::kFound);
        double length = 0;
        for (size_t k = 1; k < path.points.size(); ++k) {
          length += platform::Distance(platform::Xy(path.points[k - 1]), platform::Xy(path.points[k]));
        }
        const double exact =
            oracle.LengthWithin(length + 0.01, start.poly, start.point, goal.poly, goal.point);
        CHECK(length >= exact - 0.02);
        CHECK(length <= exact * 1.1);
        seed_lengths += length;
        seed_shortest += std::min(exact, length);
        ++pair;
      }
      std::printf("city_600m: up to %.0f m, seed %d, lengths / shortest %.5f\n", farthest,
                  static_cast<int>(seed), seed_lengths / seed_shortest);
      lengths += seed_lengths;
      shortest += seed_shortest;
    }
    return lengths / shortest - 1;
  }

 private:
  std::shared_ptr<const NavView> view_;
  std::shared_ptr<const MeshComponents> components_;
};

TEST_CASE("a city of 600 m: the sum of lengths is near the exact shortest", "[NAV-155][R38]") {
  const City city;
  CHECK(city.Excess(kPairs, 250) <= 0.003);
  // Any pair.
  CHECK(city.Excess(kPairs, 1000) <= 0.003);
}

}  // namespace
}  // namespace footfall::nav
