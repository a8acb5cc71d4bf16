// What paths cost among dynamic objects: across a car park with 200 cars, and on a city pack with 0, 10, 100
// and 640 boxes in range. See README.md.
//
// usage: obstacle_bench [PACK] [options of Google Benchmark]

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "nav/mesh/pack.h"
#include "nav/path/path_search.h"
#include "nav/query/flood.h"
#include "nav/query/random_point.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"
#include "platform/random.h"
#include "tests/nav/hand_packs.h"
#include "tests/nav/obstacle_fixture.h"

namespace footfall::bench {
namespace {

using platform::RandomPurpose;
using platform::RandomStream;
using platform::Vec3;
using tests::TestBox;

platform::Profile ServerProfile() {
  auto profile = platform::LoadProfile("server");
  if (!profile.ok()) std::abort();
  return *profile;
}

struct Pair {
  Vec3 start;
  Vec3 end;
};

void RunPaths(benchmark::State& state, const nav::NavView& view, const std::vector<Pair>& pairs) {
  const platform::Profile profile = ServerProfile();
  nav::PathSearch search(profile);
  nav::PathResult result;
  size_t at = 0;
  double found = 0;
  double fragments = 0;
  double units = 0;
  for (const Pair& pair : pairs) {
    nav::PathRequest request;
    request.start = pair.start;
    request.end = pair.end;
    platform::CostMeter meter;
    search.Run(view, request, meter, result);
    found += result.code == nav::CompletionCode::kFound ? 1 : 0;
    fragments += result.fragments_made;
    units += static_cast<double>(result.cost_units);
  }
  for (auto _ : state) {
    nav::PathRequest request;
    request.start = pairs[at].start;
    request.end = pairs[at].end;
    at = at + 1 == pairs.size() ? 0 : at + 1;
    platform::CostMeter meter;
    search.Run(view, request, meter, result);
    benchmark::DoNotOptimize(result.length);
  }
  const double count = static_cast<double>(pairs.size());
  state.counters["found"] = found / count;
  state.counters["fragments"] = fragments / count;
  state.counters["units"] = units / count;
}

// 10 rows of 20 cars in 150 m x 150 m, each a little askew, with gaps of about a metre.
std::vector<TestBox> CarPark() {
  RandomStream random(1, RandomPurpose::kTest, 1, 0);
  std::vector<TestBox> boxes;
  for (int row = 0; row < 10; ++row) {
    for (int n = 0; n < 20; ++n) {
      TestBox car;
      car.x = 10 + 6.8 * n + random.NextRange(-1.5F, 1.5F);
      car.y = 8 + 14.5 * row + random.NextRange(-1, 1);
      car.half_x = 2.25;
      car.half_y = 0.95;
      car.heading = 1.57 + random.NextRange(-0.1F, 0.1F);
      boxes.push_back(car);
    }
  }
  return boxes;
}

void CarParkPaths(benchmark::State& state, float square) {
  tests::HandWorld world;
  const int count = static_cast<int>(150 / square);
  world.Grid(0, 0, count, count, square);
  const auto mesh = tests::ViewOf(world.Finish());
  const auto view = tests::WithBoxes(*mesh, CarPark());
  RandomStream random(2, RandomPurpose::kTest, 1, 0);
  std::vector<Pair> pairs;
  for (int n = 0; n < 200; ++n) {
    const float a = random.NextRange(2, 148);
    const float b = random.NextRange(2, 148);
    pairs.push_back({{a, 1, 0}, {b, 149, 0}});
  }
  RunPaths(state, *view, pairs);
}

// Paths of 50 m to 150 m; all boxes stand within 75 m of the middle of a line between both ends.
void CityPaths(benchmark::State& state, const std::shared_ptr<const nav::NavView>& mesh, int count) {
  RandomStream random(3, RandomPurpose::kTest, 1, 0);
  const nav::PointSampler points(std::make_shared<nav::MeshComponents>(mesh));
  const Vec3 middle{1500, 1500, 0};
  const auto draw = [&](float reach) {
    for (;;) {
      const Vec3 p = points.RandomPoint(random).point;
      if (platform::Distance(platform::Xy(p), platform::Xy(middle)) < reach) return p;
    }
  };
  std::vector<TestBox> boxes;
  for (int n = 0; n < count; ++n) {
    const Vec3 p = draw(75);
    TestBox box{p.x, p.y, random.NextRange(0.2F, 2.2F), random.NextRange(0.2F, 1), random.NextRange(-3, 3)};
    box.bottom = p.z;
    box.top = p.z + 1.5;
    boxes.push_back(box);
  }
  const auto view = count == 0 ? mesh : tests::WithBoxes(*mesh, boxes);
  std::vector<Pair> pairs;
  while (pairs.size() < 300) {
    const Vec3 a = draw(75);
    const Vec3 b = draw(75);
    if (platform::Distance(a, b) > 50) pairs.push_back({a, b});
  }
  RunPaths(state, *view, pairs);
}

}  // namespace
}  // namespace footfall::bench

int main(int argc, char** argv) {
  using namespace footfall;
  std::shared_ptr<const nav::NavView> city;
  if (argc > 1 && argv[1][0] != '-') {
    auto pack = nav::Pack::Open(argv[1]);
    if (!pack.ok()) {
      std::fprintf(stderr, "obstacle_bench: %s\n", pack.status().ToString().c_str());
      return 3;
    }
    auto view = (*pack)->ViewOfAll();
    city = view.ok() ? *view : nullptr;
  }
  for (const float square : {150.0F, 30.0F, 5.0F}) {
    const std::string name = "car_park_200/squares_of_" + std::to_string(static_cast<int>(square)) + "m";
    benchmark::RegisterBenchmark(name.c_str(), [square](benchmark::State& state) {
      bench::CarParkPaths(state, square);
    })->Unit(benchmark::kMicrosecond);
  }
  for (const int count : {0, 10, 100, 640}) {
    if (city == nullptr) break;
    const std::string name = "city/" + std::to_string(count) + "_boxes_in_range";
    benchmark::RegisterBenchmark(name.c_str(), [city, count](benchmark::State& state) {
      bench::CityPaths(state, city, count);
    })->Unit(benchmark::kMicrosecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
