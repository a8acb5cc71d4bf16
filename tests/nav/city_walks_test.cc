#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <map>
#include <memory>
#include <queue>
#include <tuple>
#include <vector>

#include "nav/build/city.h"
#include "nav/path/path_search.h"
#include "nav/path/route_sight.h"
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
  Walks(std::shared_ptr<const MeshComponents> components, uint32_t largest, const char* profile)
      : components_(std::move(components)),
        sampler_(components_),
        any_(components_->Polys(largest).front()),
        profile_(*platform::LoadProfile(profile)),
        search_(profile_) {}

  const NavView& view() const { return components_->view(); }
  const platform::Profile& profile() const { return profile_; }
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

struct WanderTally {
  int whole = 0;
  int forward = 0;
  int sharp_turns = 0;
  int left_pavement = 0;  // before the last polygon
  double steps = 0;
  double steps_off = 0;
};

// Wanders of 40 m from random places on pavements.
WanderTally Wander(Walks& walks, uint64_t flags) {
  RandomStream random(11, RandomPurpose::kTest, 0, 0);
  WanderTally tally;
  int starts = 0;
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
    request.flags = flags | PathFlagMask(kFlagWander);
    REQUIRE(PrepareRequest(request) == RequestFault::kNone);
    const PathResult& path = walks.Run(request);
    CAPTURE(starts, start.point.x, start.point.y, heading);
    if (path.code != CompletionCode::kFound) continue;
    tally.whole += path.partial_reason == PartialReason::kNone;
    int off = 0;
    for (size_t i = 0; i + 1 < path.corridor.size(); ++i) off += !IsPavement(walks.view(), path.corridor[i]);
    tally.left_pavement += off > 0;
    tally.steps += static_cast<double>(path.corridor.size());
    tally.steps_off += off;
    tally.sharp_turns += LeastTurnCos(path) < -0.5F;
    // It never comes back to a polygon.
    std::vector<PolyRef> sorted = path.corridor;
    std::sort(sorted.begin(), sorted.end());  // total order: polygon ids
    CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
    tally.forward += platform::Dot(platform::Xy(path.points.back() - path.points.front()),
                                   platform::Xy(request.reference)) > 0;
  }
  return tally;
}

void CheckWanders(Walks& walks) {
  // What a ped asks for keeps to the pavement without exception, and nearly always goes its distance.
  const WanderTally kept = Wander(walks, kPedFlags | PathFlagMask(kFlagNeverLeavePavements));
  CHECK(kept.left_pavement == 0);
  CHECK(kept.whole >= 0.9 * kStarts);
  // A heading may point at a house: then it goes along the wall.
  CHECK(kept.forward >= 0.8 * kStarts);
  CHECK(kept.sharp_turns <= 0.01 * kStarts);
  // Preferring pavements alone, it leaves them where they end, and goes its distance.
  const WanderTally preferred = Wander(walks, kPedFlags);
  CHECK(preferred.steps_off <= 0.08 * preferred.steps);
  CHECK(preferred.whole >= 0.99 * kStarts);
  CHECK(preferred.forward >= 0.8 * kStarts);
  CHECK(preferred.sharp_turns <= 0.01 * kStarts);
  // Asked for nothing, it does leave them.
  const WanderTally free = Wander(walks, 0);
  CHECK(free.steps_off > preferred.steps_off);
}

// An independent judge of whether a flee is cornered: whether there is no way off to the distance, of
// straight steps over points of shared edges, nine to an edge, on which no step comes nearer to the threat.
class CorneredJudge {
 public:
  explicit CorneredJudge(const NavView& view) : view_(view) {}

  bool IsCornered(PolyRef poly, Vec3 start, Vec3 threat, float distance) {
    open_ = {};
    best_.clear();
    open_.push({0, start, poly});
    while (!open_.empty()) {
      const Node node = open_.top();
      open_.pop();
      if (node.length > Best(node)) continue;
      if (platform::Distance(node.point, threat) >= distance) return false;
      Leave(node, threat);
    }
    return true;
  }

 private:
  struct Node {
    float length;
    Vec3 point;
    PolyRef poly;  // entered there
    bool operator<(const Node& other) const { return length > other.length; }
  };

  float& Best(const Node& node) {
    return best_.try_emplace(std::tuple(node.poly.value, node.point.x, node.point.y), 1e9F).first->second;
  }

  void Leave(const Node& from, Vec3 threat) {
    const PolyView poly = view_.Poly(from.poly);
    for (int n = 0; n < poly.vertex_count(); ++n) {
      const PolyRef next = poly.Neighbour(n);
      if (!next.valid() || poly.Edge(n).type() != AdjacencyType::kNormal || !view_.Contains(next)) continue;
      for (int k = 0; k < 9; ++k) {
        const Vec3 point =
            platform::Lerp(poly.Vertex(n), poly.EdgeEnd(n), 0.01F + 0.1225F * static_cast<float>(k));
        if (!LeadsAway(from.point, point, threat)) continue;
        const Node node{from.length + platform::Distance(from.point, point), point, next};
        float& best = Best(node);
        if (node.length >= best) continue;
        best = node.length;
        open_.push(node);
      }
    }
  }

  const NavView& view_;
  std::priority_queue<Node> open_;
  std::map<std::tuple<uint32_t, float, float>, float> best_;
};

// How much nearer to the threat a path comes than it was before, m.
float NearerBy(const PathResult& path, Vec3 threat) {
  float farthest = 0;
  float fell = 0;
  for (size_t k = 1; k < path.points.size(); ++k) {
    for (int step = 0; step <= 20; ++step) {
      const Vec3 p = platform::Lerp(path.points[k - 1], path.points[k], static_cast<float>(step) / 20);
      farthest = std::max(farthest, platform::Distance(p, threat));
      fell = std::max(fell, farthest - platform::Distance(p, threat));
    }
  }
  return fell;
}

void CheckFlees(Walks& walks, int starts) {
  constexpr float kEnough = 50;
  // What rounding takes in a hundred steps.
  constexpr float kSlack = 0.05F;
  RandomStream random(12, RandomPurpose::kTest, 0, 0);
  CorneredJudge judge(walks.view());
  int cornered = 0;
  float most_slack = 0;
  for (int i = 0; i < starts; ++i) {
    const RandomPointResult start = walks.Start(random);
    const float angle = random.NextRange(-platform::kPi, platform::kPi);
    const float distance = random.NextRange(2, 15);
    PathRequest request;
    request.start = request.end = start.point;
    request.start_poly = start.poly;
    request.reference = {start.point.x + distance * platform::Cos(angle),
                         start.point.y + distance * platform::Sin(angle), start.point.z};
    request.reference_distance = kEnough;
    request.flags = PathFlagMask(kFlagFleeTarget) | PathFlagMask(kFlagFleeNeverEndInWater) |
                    PathFlagMask(kFlagNeverClimbOverStuff) | PathFlagMask(kFlagNeverDropFromHeight) |
                    PathFlagMask(kFlagNeverUseLadders);
    const PathResult& path = walks.Run(request);
    CAPTURE(i, start.point.x, start.point.y, angle, distance);
    CHECK(path.code == CompletionCode::kFound);
    if (path.code != CompletionCode::kFound) continue;
    CHECK((walks.view().Poly(path.point_polys.back()).flags() & kPolyWater) == 0);
    // Where the points of a result do not suffice, it ends on the way.
    if (static_cast<int>(path.points.size()) < walks.profile().path_points_max) {
      CHECK(platform::Distance(path.points.back(), request.reference) >= kEnough);
    }
    // It gains distance from its first step to its last, unless it is cornered.
    const float nearer = NearerBy(path, request.reference);
    if (nearer < kSlack) {
      most_slack = std::max(most_slack, nearer);
      continue;
    }
    ++cornered;
    CAPTURE(nearer);
    CHECK(judge.IsCornered(start.poly, start.point, request.reference, kEnough));
  }
  std::printf("flee: of %d cornered %d, others nearer by at most %g m\n", starts, cornered,
              static_cast<double>(most_slack));
  // In the corner of a house, or between the threat and a wall.
  CHECK(cornered <= 0.12 * starts);
  CHECK(cornered > 0);
}

TEST_CASE("wanders and flees on the demo city", "[NAV-138][NAV-139][NAV-173][NAV-171]") {
  const tests::BuiltCity built = tests::BuildCityPack(kDemoCity, 1);
  const auto components = std::make_shared<const MeshComponents>(tests::ViewOf(built));
  const uint32_t largest = tests::LargestComponent(*components);
  Walks walks(components, largest, "server");
  CheckWanders(walks);
  CheckFlees(walks, kStarts);
  // Other points of polygons, and routes that are drawn away from walls.
  Walks console(components, largest, "ps3");
  CheckFlees(console, kStarts / 3);
}

}  // namespace
}  // namespace footfall::nav
