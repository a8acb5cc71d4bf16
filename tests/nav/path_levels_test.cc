#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "nav/build/annotations.h"
#include "nav/build/build_params.h"
#include "nav/build/material_map.h"
#include "nav/build/obj_reader.h"
#include "nav/build/world_builder.h"
#include "nav/path/path_search.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"
#include "platform/random.h"
#include "tests/nav/hand_packs.h"
#include "tests/nav/mesh_walker.h"
#include "tests/nav/shortest_oracle.h"
#include "tests/test_data.h"

// The path search on other people's levels: every reachable pair is found, no segment leaves the mesh, and
// lengths stay near the exact shortest.
namespace footfall::nav {
namespace {

using platform::CostMeter;
using platform::RandomPurpose;
using platform::RandomStream;
using platform::Vec3;

std::shared_ptr<const NavView> LevelView(const std::string& path) {
  ObjImport import;
  import.recentre = true;
  const auto soup = ReadObjFile(path, import);
  INFO(soup.status().ToString());
  REQUIRE(soup.ok());
  WorldDraft world;
  const auto report = BuildWorld(*soup, MaterialMap(), Annotations(), BuildParams(), 2, nullptr, &world);
  INFO(report.status().ToString());
  REQUIRE(report.ok());
  return tests::ViewOf(world);
}

// A point strictly inside, on the line from a random vertex to the centroid.
Vec3 PointIn(const NavView& view, PolyRef ref, RandomStream& random) {
  const PolyView poly = view.Poly(ref);
  const uint32_t vertex = random.NextBelow(static_cast<uint32_t>(poly.vertex_count()));
  const float t = random.NextRange(0.1F, 1.0F);
  const platform::Vec2 p =
      platform::Lerp(platform::Xy(poly.Vertex(static_cast<int>(vertex))), platform::Xy(poly.Centroid()), t);
  return {p.x, p.y, poly.Height(p)};
}

struct Tally {
  int pairs = 0;
  double lengths = 0;
  double shortest = 0;
  std::vector<double> ratios;
};

Tally SearchPairs(const NavView& view, int pairs, uint64_t seed) {
  const auto profile = platform::LoadProfile("server");
  REQUIRE(profile.ok());
  PathSearch search(*profile);
  const tests::Components components(view);
  tests::ShortestOracle oracle(view);
  RandomStream random(seed, RandomPurpose::kTest, 0, 0);
  const uint32_t polys = static_cast<uint32_t>(components.polys().size());
  Tally tally;
  PathResult path;
  while (tally.pairs < pairs) {
    const PolyRef from = components.polys()[random.NextBelow(polys)];
    const PolyRef to = components.polys()[random.NextBelow(polys)];
    if (components.Of(from) != components.Of(to)) continue;
    PathRequest request;
    request.start = PointIn(view, from, random);
    request.end = PointIn(view, to, random);
    // Climbs, drops and ladders would be shortcuts that the exact shortest does not know (R38).
    request.flags = PathFlagMask(kFlagNeverClimbOverStuff) | PathFlagMask(kFlagNeverDropFromHeight) |
                    PathFlagMask(kFlagNeverUseLadders) | PathFlagMask(kFlagAllowToNavigateUpSteepPolygons) |
                    PathFlagMask(kFlagDontLimitSearchExtents);
    CostMeter meter;
    search.Run(view, request, meter, path);
    CAPTURE(tally.pairs, from.value, to.value, request.start.x, request.start.y, request.end.x,
            request.end.y);
    REQUIRE(path.code == CompletionCode::kFound);
    double length = 0;
    for (size_t k = 1; k < path.points.size(); ++k) {
      length += platform::Distance(platform::Xy(path.points[k - 1]), platform::Xy(path.points[k]));
      CAPTURE(k, path.points.size());
      REQUIRE(tests::CanWalk(view, path.point_polys[k - 1], path.points[k - 1], path.points[k],
                             path.point_polys[k]));
    }
    ++tally.pairs;
    const double shortest = oracle.Length(from, request.start, to, request.end);
    REQUIRE(shortest >= 0);
    REQUIRE(length >= shortest - 0.02);
    tally.lengths += length;
    tally.shortest += shortest;
    tally.ratios.push_back(length / std::max(shortest, 0.5));
  }
  std::sort(tally.ratios.begin(), tally.ratios.end());
  return tally;
}

TEST_CASE("nav_test: 1,000 reachable pairs are found, on the mesh and hardly longer than the shortest",
          "[NAV-155]") {
  FOOTFALL_REQUIRE_DATA(data);
  const auto view = LevelView(data + "/obj/nav_test.obj");
  const Tally tally = SearchPairs(*view, 1000, 11);
  const double p99 = tally.ratios[tally.ratios.size() * 99 / 100];
  std::printf("nav_test: lengths / shortest %.5f, p99 %.4f\n", tally.lengths / tally.shortest, p99);
  CHECK(tally.lengths <= tally.shortest * 1.003);
  CHECK(p99 <= 1.03);
}

TEST_CASE("other levels: reachable pairs are found and stay on the mesh", "[NAV-155]") {
  FOOTFALL_REQUIRE_DATA(data);
  for (const char* name : {"level.obj", "bridge.obj", "undulating.obj"}) {
    CAPTURE(name);
    const auto view = LevelView(data + "/obj/" + name);
    // The oracle takes long on a mesh of thousands of corners.
    const Tally tally = SearchPairs(*view, std::string(name) == "undulating.obj" ? 100 : 300, 12);
    std::printf("%s: lengths / shortest %.5f\n", name, tally.lengths / tally.shortest);
    CHECK(tally.lengths <= tally.shortest * 1.003);
  }
}

}  // namespace
}  // namespace footfall::nav
