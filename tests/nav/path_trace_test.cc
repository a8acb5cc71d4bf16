#include <catch2/catch.hpp>
#include <string_view>
#include <vector>

#include "nav/path/search_trace.h"
#include "tests/nav/path_fixture.h"

// What a search tells about itself.
namespace footfall::nav {
namespace {

using platform::CostMeter;
using platform::Profile;
using platform::SearchPoints;
using tests::ProfileOf;
using tests::Request;

struct Traced {
  PathResult path;
  SearchTrace trace;
};

Traced Run(const NavView& view, const Profile& profile, const PathRequest& request) {
  Traced run;
  PathSearch search(profile);
  CostMeter meter;
  search.Run(view, request, meter, run.path, &run.trace);
  return run;
}

float CostOf(const SearchTrace& trace, CostKind kind) { return trace.costs[static_cast<size_t>(kind)]; }

TEST_CASE("a trace changes neither result nor cost", "[NAV-135]") {
  const auto view = tests::ViewOf(tests::HoleWorld());
  for (const SearchPoints mode : {SearchPoints::kTargetClosest, SearchPoints::kSharedEdge}) {
    const PathRequest request = Request({1, 9, 0}, {17, 9, 0}, PathFlagMask(kFlagPullFromEdgeExtra));
    const Traced traced = Run(*view, ProfileOf(mode), request);
    const PathResult plain = tests::FindPath(*view, ProfileOf(mode), request);
    CHECK(static_cast<const PathSummary&>(traced.path) == static_cast<const PathSummary&>(plain));
    CHECK(traced.path.points == plain.points);
    CHECK(traced.trace.cost_units == plain.cost_units);
    CHECK(traced.trace.expanded == plain.nodes_expanded);
  }
}

TEST_CASE("a trace counts each kind of cost of the way that was found", "[NAV-137][NAV-148][NAV-150]") {
  const auto terrace = tests::ViewOf(tests::TerraceWorld());
  for (const SearchPoints mode : {SearchPoints::kTargetClosest, SearchPoints::kSharedEdge}) {
    const Traced climb = Run(*terrace, ProfileOf(mode), Request({3, 5, 0}, {17, 5, 1}));
    CHECK(climb.trace.has_searched);
    CHECK(climb.trace.end == SearchEnd::kReached);
    CHECK(CostOf(climb.trace, CostKind::kClimb) == 400);
    CHECK(CostOf(climb.trace, CostKind::kLength) > 5 * 5);
    CHECK(CostOf(climb.trace, CostKind::kWater) == 0);
    const Traced drop = Run(*terrace, ProfileOf(mode), Request({17, 5, 1}, {3, 5, 0}));
    CHECK(CostOf(drop.trace, CostKind::kDrop) == Approx(100 + 5));
    const auto water = tests::ViewOf(tests::WaterWorld());
    CHECK(CostOf(Run(*water, ProfileOf(mode), Request({1, 5, 0}, {9, 5, 0})).trace, CostKind::kWater) ==
          50 + 25);
    const auto ladder = tests::ViewOf(tests::LadderWorld());
    CHECK(CostOf(Run(*ladder, ProfileOf(mode), Request({3, 5, 0}, {20, 5, 6})).trace, CostKind::kLink) ==
          50 + 30);
  }
  const auto grid = tests::ViewOf(tests::GridWorld(10));
  const Traced off = Run(*grid, ProfileOf(SearchPoints::kSharedEdge),
                         Request({1, 1, 0}, {19, 1, 0}, PathFlagMask(kFlagPreferPavements)));
  CHECK(CostOf(off.trace, CostKind::kOffPavement) == Approx(3 * CostOf(off.trace, CostKind::kLength)));
}

TEST_CASE("the stages of a route are told in order, each with what it cost", "[NAV-155]") {
  const auto view = tests::ViewOf(tests::HoleWorld());
  const uint64_t flags = PathFlagMask(kFlagPullFromEdgeExtra) | PathFlagMask(kFlagPreserveSlopeInfoInPath) |
                         PathFlagMask(kFlagCutSharpCorners);
  const Traced run = Run(*view, ProfileOf(SearchPoints::kSharedEdge), Request({1, 15, 0}, {15, 1, 0}, flags));
  std::vector<std::string_view> names;
  for (const RouteStage& stage : run.trace.stages) names.push_back(stage.name);
  CHECK(names == std::vector<std::string_view>{"string pulling", "minimise distance", "pull from edges",
                                               "preserve slope", "smooth corners", "written"});
  CHECK(run.trace.pulled.size() == 3);
  CHECK(run.trace.stages[2].length > run.trace.stages[1].length);
  for (size_t i = 1; i < run.trace.stages.size(); ++i) {
    CHECK(run.trace.stages[i].cost_units >= run.trace.stages[i - 1].cost_units);
  }
  CHECK(run.trace.stages.back().cost_units == run.path.cost_units);
  // Within one polygon there is nothing to search.
  const Traced near = Run(*view, ProfileOf(SearchPoints::kSharedEdge), Request({0.5F, 1, 0}, {1, 1, 0}));
  CHECK_FALSE(near.trace.has_searched);
  REQUIRE(near.trace.stages.size() == 1);
  CHECK(near.trace.stages[0].name == "straight line");
}

TEST_CASE("the visited list agrees with the marks of the search, and says when it is full",
          "[NAV-135][NAV-297]") {
  const auto view = tests::ViewOf(tests::GridWorld(20));
  Profile profile = ProfileOf(SearchPoints::kSharedEdge);
  const PathRequest request = Request({1, 1, 0}, {39, 39, 0});
  const Traced whole = Run(*view, profile, request);
  CHECK(profile.visited_polys_max == 8192);
  CHECK(whole.trace.visited_agrees);
  CHECK(whole.trace.visited.size() == whole.trace.visited_count);
  CHECK(whole.trace.visited_count >= whole.trace.expanded);
  CHECK_FALSE(whole.trace.visited_overflow);
  profile.visited_polys_max = 5;
  const Traced full = Run(*view, profile, request);
  CHECK(full.path.code == CompletionCode::kRanOutOfVisitedPolysSpace);
  CHECK(full.trace.visited_overflow);
  CHECK(full.trace.visited.size() == 5);
}

TEST_CASE("every kind of cost has a name", "[NAV-147]") {
  for (int kind = 0; kind < kCostKinds; ++kind) CHECK_FALSE(NameOf(static_cast<CostKind>(kind)).empty());
}

}  // namespace
}  // namespace footfall::nav
