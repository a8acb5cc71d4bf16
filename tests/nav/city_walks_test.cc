#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <vector>

#include "nav/build/city.h"
#include "nav/path/path_search.h"
#include "nav/query/random_point.h"
#include "platform/cost_meter.h"
#include "platform/math.h"
#include "platform/profile.h"
#include "platform/random.h"
#include "tests/nav/city_fixture.h"

// What a watcher would call sensible, over thousands of random starts on the demo city.
namespace footfall::nav {
namespace {

using platform::RandomPurpose;
using platform::RandomStream;
using platform::Vec2;
using platform::Vec3;

constexpr int kStarts = 3000;

// What a ped asks for.
constexpr uint64_t kPedFlags = PathFlagMask(kFlagPreferPavements) | PathFlagMask(kFlagNeverEnterWater) |
                               PathFlagMask(kFlagAvoidTrainTracks) | PathFlagMask(kFlagNeverClimbOverStuff) |
                               PathFlagMask(kFlagNeverDropFromHeight) | PathFlagMask(kFlagNeverUseLadders);

class Walks {
 public:
  Walks(std::shared_ptr<const MeshComponents> components, uint32_t largest)
      : components_(std::move(components)),
        sampler_(components_),
        any_(components_->Polys(largest).front()),
        profile_(*platform::LoadProfile("server")),
        search_(profile_) {}

  const NavView& view() const { return components_->view(); }
  RandomPointResult Start(RandomStream& random) const { return sampler_.RandomReachablePoint(any_, random); }
  const PathResult& Run(const PathRequest& request) {
    platform::CostMeter meter;
    search_.Run(view(), request, meter, path_);
    return path_;
  }

 private:
  std::shared_ptr<const MeshComponents> components_;
  PointSampler sampler_;
  PolyRef any_;
  platform::Profile profile_;
  PathSearch search_;
  PathResult path_;
};

bool IsPavement(const NavView& view, PolyRef ref) { return (view.Poly(ref).flags() & kPolyPavement) != 0; }

// The greatest turn of a path, as the least cosine between one segment and the next.
float LeastTurnCos(const PathResult& path) {
  float least = 1;
  for (size_t i = 2; i < path.points.size(); ++i) {
    const Vec2 in = platform::Xy(path.points[i - 1] - path.points[i - 2]);
    const Vec2 out = platform::Xy(path.points[i] - path.points[i - 1]);
    const float lengths = platform::Length(in) * platform::Length(out);
    if (platform::Length(in) > 1 && platform::Length(out) > 1) {
      least = std::min(least, platform::Dot(in, out) / lengths);
    }
  }
  return least;
}

void CheckWanders(Walks& walks) {
  RandomStream random(11, RandomPurpose::kTest, 0, 0);
  int starts = 0;
  int found = 0;
  int whole = 0;
  int left_pavement = 0;
  int turned_back = 0;
  int forward = 0;
  int revisits = 0;
  double on_pavement = 0;
  double polys = 0;
  while (starts < kStarts) {
    const RandomPointResult start = walks.Start(random);
    if (!IsPavement(walks.view(), start.poly)) continue;
    ++starts;
    PathRequest request;
    request.start = request.end = start.point;
    request.start_poly = start.poly;
    const float heading = random.NextRange(-platform::kPi, platform::kPi);
    request.reference = {platform::Cos(heading), platform::Sin(heading), 0};
    request.reference_distance = 40;
    request.flags = kPedFlags | PathFlagMask(kFlagWander);
    REQUIRE(PrepareRequest(request) == RequestFault::kNone);
    const PathResult& path = walks.Run(request);
    if (path.code != CompletionCode::kFound) continue;
    ++found;
    whole += path.partial_reason == PartialReason::kNone;
    int off = 0;
    for (const PolyRef ref : path.corridor) off += !IsPavement(walks.view(), ref);
    on_pavement += static_cast<double>(path.corridor.size()) - off;
    polys += static_cast<double>(path.corridor.size());
    left_pavement += off > 0;
    turned_back += LeastTurnCos(path) < -0.5F;
    std::vector<PolyRef> sorted = path.corridor;
    std::sort(sorted.begin(), sorted.end());  // total order: polygon ids
    revisits += std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
    forward += platform::Dot(platform::Xy(path.points.back() - path.points.front()),
                             platform::Xy(request.reference)) > 0;
  }
  WARN("wander: found " << found << ", whole " << whole << ", left the pavement " << left_pavement
                        << ", turned back " << turned_back << ", forward " << forward
                        << ", polygons on pavement " << on_pavement / polys << ", revisits " << revisits);
}

void CheckFlees(Walks& walks) {
  RandomStream random(12, RandomPurpose::kTest, 0, 0);
  int found = 0;
  int monotone = 0;
  int cornered = 0;
  double lost = 0;
  double worst = 0;
  for (int i = 0; i < kStarts; ++i) {
    const RandomPointResult start = walks.Start(random);
    const float angle = random.NextRange(-platform::kPi, platform::kPi);
    const float distance = random.NextRange(2, 15);
    PathRequest request;
    request.start = request.end = start.point;
    request.start_poly = start.poly;
    request.reference = {start.point.x + distance * platform::Cos(angle),
                         start.point.y + distance * platform::Sin(angle), start.point.z};
    request.reference_distance = 50;
    request.flags = PathFlagMask(kFlagFleeTarget) | PathFlagMask(kFlagFleeNeverEndInWater) |
                    PathFlagMask(kFlagNeverClimbOverStuff) | PathFlagMask(kFlagNeverDropFromHeight) |
                    PathFlagMask(kFlagNeverUseLadders);
    const PathResult& path = walks.Run(request);
    if (path.code != CompletionCode::kFound) {
      ++cornered;
      continue;
    }
    ++found;
    CHECK((walks.view().Poly(path.point_polys.back()).flags() & kPolyWater) == 0);
    CHECK(platform::Distance(path.points.back(), request.reference) >= 50);
    float farthest = 0;
    float fell = 0;
    for (size_t k = 1; k < path.points.size(); ++k) {
      for (int step = 0; step <= 20; ++step) {
        const Vec3 p = platform::Lerp(path.points[k - 1], path.points[k], static_cast<float>(step) / 20);
        const float away = platform::Distance(p, request.reference);
        farthest = std::max(farthest, away);
        fell = std::max(fell, farthest - away);
      }
    }
    monotone += fell < 0.25F;
    lost += static_cast<double>(fell);
    worst = std::max(worst, static_cast<double>(fell));
  }
  WARN("flee: found " << found << ", cornered " << cornered << ", monotone " << monotone << ", mean loss "
                      << lost / std::max(found, 1) << ", worst " << worst);
}

TEST_CASE("wanders and flees on the demo city", "[NAV-138][NAV-139][NAV-173][NAV-171]") {
  const tests::BuiltCity built = tests::BuildCityPack(kDemoCity, 1);
  const auto components = std::make_shared<const MeshComponents>(tests::ViewOf(built));
  Walks walks(components, tests::LargestComponent(*components));
  CheckWanders(walks);
  CheckFlees(walks);
}

}  // namespace
}  // namespace footfall::nav
