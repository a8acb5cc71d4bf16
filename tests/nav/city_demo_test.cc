#include <catch2/catch.hpp>
#include <memory>

#include "nav/build/city_grid.h"
#include "nav/build/pack_report.h"
#include "nav/path/path_search.h"
#include "nav/query/nearest.h"
#include "nav/query/random_point.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"
#include "platform/random.h"
#include "tests/nav/city_fixture.h"

namespace footfall::tests {
namespace {

using nav::MeshComponents;
using nav::PolyRef;
using nav::PolyView;

template <class Test>
int64_t CountPolys(const MeshComponents& components, Test test) {
  int64_t count = 0;
  for (uint32_t c = 0; c < components.count(); ++c) {
    for (const PolyRef ref : components.Polys(c)) count += test(components.view().Poly(ref)) ? 1 : 0;
  }
  return count;
}

void CheckVariety(const BuiltCity& built, const MeshComponents& components) {
  const auto pack = PackOf(built);
  const absl::StatusOr<nav::PackReport> report = nav::ReportPack(*pack);
  REQUIRE(report.ok());
  CHECK(report->tiles.size() == 36);
  CHECK(report->polys > 10000);
  CHECK(report->seam_edges_matched > 500);
  CHECK(report->seam_edges_unmatched == 0);
  const auto edges = [&](nav::AdjacencyType type) {
    return report->edges_by_type[static_cast<size_t>(type)];
  };
  CHECK(edges(nav::AdjacencyType::kClimbLow) > 1000);
  CHECK(edges(nav::AdjacencyType::kClimbHigh) > 50);
  CHECK(edges(nav::AdjacencyType::kDropDown) > 500);
  CHECK(report->edges_high_drop > 10);
  CHECK(report->cover_points > 5000);
  // Every ladder links two polygons both ways.
  CHECK(report->links >= 40);
  CHECK(report->links == static_cast<int64_t>(2 * built.city.annotations.ladders.size()));
  const auto with_attribute = [&](uint32_t bit) {
    return CountPolys(components, [=](const PolyView& poly) { return (poly.attributes() & bit) != 0; });
  };
  CHECK(with_attribute(nav::kAttrInterior) > 1000);
  CHECK(with_attribute(nav::kAttrRoad) > 200);
  CHECK(with_attribute(nav::kAttrTrainTrack) > 20);
  CHECK(with_attribute(nav::kAttrShallowWater) > 20);
  const auto with_flag = [&](uint32_t bit) {
    return CountPolys(components, [=](const PolyView& poly) { return (poly.flags() & bit) != 0; });
  };
  CHECK(with_flag(nav::kPolyTooSteepToWalkOn) > 0);
  CHECK(with_flag(nav::kPolySheltered) > 100);
  // Crossings: roads with the rules of pavements.
  CHECK(CountPolys(components, [](const PolyView& poly) {
          return (poly.attributes() & nav::kAttrRoad) != 0 && (poly.flags() & nav::kPolyPavement) != 0;
        }) > 100);
}

void CheckInteriors(const MeshComponents& components, uint32_t largest) {
  double interior = 0;
  double reached = 0;
  int upstairs = 0;
  for (uint32_t c = 0; c < components.count(); ++c) {
    for (const PolyRef ref : components.Polys(c)) {
      const PolyView poly = components.view().Poly(ref);
      if ((poly.attributes() & nav::kAttrInterior) == 0) continue;
      interior += nav::PolyArea(poly);
      if (c != largest) continue;
      reached += nav::PolyArea(poly);
      if (poly.Centroid().z > nav::kPavementZ + nav::kStoreyHeight - 0.5F) ++upstairs;
    }
  }
  CHECK(interior > 10000);
  CHECK(reached > 0.95 * interior);
  CHECK(upstairs > 200);
}

// Floors over one another, in the middle of the tram's street beside the central blocks.
void CheckLevels(const MeshComponents& components, uint32_t largest) {
  constexpr float kStreet = 1537.5F;
  const auto is_reached = [&](platform::Vec3 p) {
    const nav::NearestResult near = nav::NearestPoly(components.view(), p, {1, 0.5F, 0.5F});
    return near.poly.valid() && components.ComponentOf(near.poly) == largest;
  };
  constexpr float kUnderpass = 1573.5F;
  CHECK(is_reached({kStreet, kUnderpass, nav::kUnderpassZ}));
  CHECK(is_reached({kStreet, kUnderpass, nav::kRoadZ}));
  constexpr float kFootbridge = 1500;
  CHECK(is_reached({kStreet, kFootbridge, 5}));
  CHECK(is_reached({kStreet, kFootbridge, nav::kRoadZ}));
  constexpr float kTowpath = 1340;
  CHECK(is_reached({kStreet, kTowpath, nav::kTowpathZ}));
  CHECK(is_reached({kStreet, kTowpath, nav::kRoadZ}));
  constexpr float kCanal = 1350;
  CHECK_FALSE(is_reached({1500, kCanal, nav::kCanalWaterZ}));
  CHECK_FALSE(is_reached({1500, kCanal, nav::kRoadZ}));
}

// Any two points that can reach each other: a search that closes its parents to a ring finds no route.
void CheckSearches(const std::shared_ptr<const MeshComponents>& components, uint32_t largest) {
  const absl::StatusOr<platform::Profile> profile = platform::LoadProfile("server");
  REQUIRE(profile.ok());
  nav::PathSearch search(*profile);
  const nav::PointSampler sampler(components);
  const PolyRef any = components->Polys(largest).front();
  platform::RandomStream random(7, platform::RandomPurpose::kTest, 0, 0);
  nav::PathResult result;
  for (int i = 0; i < 2000; ++i) {
    nav::PathRequest request;
    request.start = sampler.RandomReachablePoint(any, random).point;
    request.end = sampler.RandomReachablePoint(any, random).point;
    platform::CostMeter meter;
    search.Run(components->view(), request, meter, result);
    INFO("pair " << i);
    REQUIRE(result.code == nav::CompletionCode::kFound);
  }
}

}  // namespace

// One case, as the world takes seconds to build and each case runs in a process of its own.
TEST_CASE("the demo city is one place to walk in, on all its levels, with something of everything") {
  const BuiltCity built = BuildCityPack(nav::kDemoCity, 1);
  CHECK(built.report.warnings.empty());
  const auto shared = std::make_shared<const MeshComponents>(ViewOf(built));
  const MeshComponents& components = *shared;
  const uint32_t largest = LargestComponent(components);
  CHECK(components.Area(largest) > 0.95 * AreaOfAll(components));
  CHECK(built.city.annotations.places.size() == 22);
  CheckPlaces(built.city, components);
  CheckVariety(built, components);
  CheckInteriors(components, largest);
  CheckLevels(components, largest);
  CheckSearches(shared, largest);
}

}  // namespace footfall::tests
