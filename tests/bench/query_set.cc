// A fixed set of queries on a pack, for counting instructions: the figure by which a change of the search can
// be judged on a noisy machine. `./dev bench` runs it under callgrind and counts inside RunQuerySet alone.
//
// usage: query_set PACK.ffnav [QUERIES]
//
// Prints a digest of all results: a change that only makes queries faster leaves it as it was.

#include <xxhash.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <type_traits>
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

constexpr size_t kQueries = 500;

struct Answers {
  std::vector<nav::PathResult> paths;
  std::vector<nav::NearestResult> nearest;
  std::vector<nav::WalkRay> rays;
};

// These four are not inlined, so that a profiler can name them.
__attribute__((noinline)) void RunPaths(const nav::NavView& view, nav::PathSearch& search,
                                        const std::vector<nav::PathRequest>& requests, Answers& answers) {
  for (size_t i = 0; i < requests.size(); ++i) {
    platform::CostMeter meter;
    search.Run(view, requests[i], meter, answers.paths[i]);
  }
}

__attribute__((noinline)) void RunNearest(const nav::NavView& view,
                                          const std::vector<nav::PathRequest>& requests, Answers& answers) {
  for (size_t i = 0; i < requests.size(); ++i) {
    answers.nearest[i] = nav::NearestPoly(view, requests[i].end, nav::SnapLimits{});
  }
}

__attribute__((noinline)) void RunRays(const nav::NavView& view,
                                       const std::vector<nav::PathRequest>& requests, Answers& answers) {
  for (size_t i = 0; i < requests.size(); ++i) {
    const nav::NearestResult& near = answers.nearest[i];
    if (near.poly.valid()) {
      answers.rays[i] = nav::CastWalkRay(view, near.poly, near.point, requests[i].start);
    }
  }
}

__attribute__((noinline)) void RunQuerySet(const nav::NavView& view, nav::PathSearch& search,
                                           const std::vector<nav::PathRequest>& requests, Answers& answers) {
  RunPaths(view, search, requests, answers);
  RunNearest(view, requests, answers);
  RunRays(view, requests, answers);
}

class Digest {
 public:
  template <typename T>
  void Add(const T& value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    hash_ = XXH3_64bits_withSeed(&value, sizeof(value), hash_);
  }
  void Add(platform::Vec3 v) {
    Add(v.x);
    Add(v.y);
    Add(v.z);
  }
  void Add(const nav::PathResult& path) {
    Add(path.code);
    Add(path.length);
    Add(path.nodes_expanded);
    Add(path.cost_units);
    for (const platform::Vec3& point : path.points) Add(point);
    for (const uint16_t flags : path.waypoint_flags) Add(flags);
    for (const nav::PolyRef ref : path.point_polys) Add(ref.value);
    for (const nav::PolyRef ref : path.corridor) Add(ref.value);
  }
  void Add(const nav::NearestResult& near) {
    Add(near.poly.value);
    Add(near.point);
    Add(near.distance);
  }
  void Add(const nav::WalkRay& ray) {
    Add(ray.outcome);
    Add(ray.last.value);
    Add(ray.point);
    Add(ray.normal.x);
    Add(ray.normal.y);
    Add(ray.crossed);
  }
  uint64_t value() const { return hash_; }

 private:
  uint64_t hash_ = 0;
};

std::vector<nav::PathRequest> MakeRequests(const std::shared_ptr<const nav::NavView>& view, size_t count) {
  const nav::PointSampler sampler(std::make_shared<nav::MeshComponents>(view));
  platform::RandomStream random(1, platform::RandomPurpose::kBench, 0, 0);
  std::vector<nav::PathRequest> requests;
  while (requests.size() < count) {
    nav::PathRequest request;
    const auto start = sampler.RandomPoint(random);
    const auto end = sampler.RandomReachablePoint(start.poly, random);
    request.start = start.point;
    request.end = end.point;
    requests.push_back(request);
  }
  return requests;
}

}  // namespace footfall::bench

int main(int argc, char** argv) {
  using namespace footfall;
  const size_t count = argc == 3 ? std::strtoul(argv[2], nullptr, 10) : bench::kQueries;
  if (argc < 2 || argc > 3 || count == 0) {
    std::fprintf(stderr, "usage: query_set PACK.ffnav [QUERIES]\n");
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
  const std::vector<nav::PathRequest> requests = bench::MakeRequests(*view, count);
  bench::Answers answers;
  answers.paths.resize(requests.size());
  answers.nearest.resize(requests.size());
  answers.rays.resize(requests.size());
  nav::PathSearch search(*profile);
  bench::RunPaths(**view, search, requests, answers);  // warm-up: nothing is allocated after it
  bench::RunQuerySet(**view, search, requests, answers);

  bench::Digest digest;
  uint64_t units = 0;
  for (const nav::PathResult& path : answers.paths) {
    digest.Add(path);
    units += path.cost_units;
  }
  for (const nav::NearestResult& near : answers.nearest) digest.Add(near);
  for (const nav::WalkRay& ray : answers.rays) digest.Add(ray);
  std::printf("%zu queries, %llu cost units, digest of the results %016llx\n", requests.size(),
              static_cast<unsigned long long>(units), static_cast<unsigned long long>(digest.value()));
}
