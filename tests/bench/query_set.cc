// A fixed set of queries on a pack, for counting instructions: the figure by which a change of the search can
// be judged on a noisy machine. `./dev bench` runs it under callgrind and counts inside RunQuerySet alone.
//
// usage: query_set PACK.ffnav

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "nav/mesh/pack.h"
#include "nav/path/path_search.h"
#include "nav/query/flood.h"
#include "nav/query/nearest.h"
#include "nav/query/random_point.h"
#include "nav/query/walk_ray.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"
#include "platform/random.h"

namespace footfall::bench {

constexpr int kQueries = 500;

// Not inlined, so that a profiler can name it.
__attribute__((noinline)) uint64_t RunQuerySet(const nav::NavView& view, nav::PathSearch& search,
                                               const std::vector<nav::PathRequest>& requests) {
  uint64_t units = 0;
  nav::PathResult path;
  for (const nav::PathRequest& request : requests) {
    platform::CostMeter meter;
    search.Run(view, request, meter, path);
    units += path.cost_units;
    const nav::NearestResult near = nav::NearestPoly(view, request.end, nav::SnapLimits{});
    if (near.poly.valid()) units += nav::CastWalkRay(view, near.poly, near.point, request.start).crossed;
  }
  return units;
}

}  // namespace footfall::bench

int main(int argc, char** argv) {
  using namespace footfall;
  if (argc != 2) {
    std::fprintf(stderr, "usage: query_set PACK.ffnav\n");
    return 4;
  }
  const auto pack = nav::Pack::Open(argv[1]);
  const absl::StatusOr<std::shared_ptr<const nav::NavView>> view =
      pack.ok() ? (*pack)->ViewOfAll() : absl::StatusOr<std::shared_ptr<const nav::NavView>>(pack.status());
  const auto profile = platform::LoadProfile("server");
  if (!view.ok() || !profile.ok()) {
    std::fprintf(stderr, "query_set: %s%s\n", view.status().ToString().c_str(),
                 profile.status().ToString().c_str());
    return 4;
  }
  const nav::PointSampler sampler(std::make_shared<nav::MeshComponents>(*view));
  platform::RandomStream random(1, platform::RandomPurpose::kBench, 0, 0);
  std::vector<nav::PathRequest> requests;
  while (requests.size() < bench::kQueries) {
    nav::PathRequest request;
    const auto start = sampler.RandomPoint(random);
    const auto end = sampler.RandomReachablePoint(start.poly, random);
    request.start = start.point;
    request.end = end.point;
    requests.push_back(request);
  }
  nav::PathSearch search(*profile);
  bench::RunQuerySet(**view, search, requests);  // warm-up: nothing is allocated after it
  std::printf("units %llu\n", static_cast<unsigned long long>(bench::RunQuerySet(**view, search, requests)));
}
