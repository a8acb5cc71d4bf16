#include <algorithm>
#include <catch2/catch.hpp>

#include "nav/path/away_search.h"
#include "nav/path/route_sight.h"
#include "nav/path/search_trace.h"
#include "tests/nav/counting_new.h"
#include "tests/nav/path_fixture.h"

// A flee never comes nearer to its threat while there is a way off on which it need not (NAV-139).
namespace footfall::nav {
namespace {

using platform::SearchPoints;
using platform::Vec3;
using tests::FindPath;
using tests::HandWorld;
using tests::ProfileOf;
using tests::Request;

const platform::Profile kShared = ProfileOf(SearchPoints::kSharedEdge);
constexpr Vec3 kThreat{20, 99.5F, 0};
constexpr float kEnough = 90;

// A street of one polygon, from west to east past the threat, too narrow to pass it at a distance. From its
// west end a yard leads round to its east end, from where an alley leads off: the way off enters the street
// twice.
struct Street {
  explicit Street(bool open) {
    HandWorld world;
    street = world.Add({{10, 100, 0},
                        {10, 102, 0},
                        {15, 102, 0},
                        {17, 102, 0},
                        {78, 102, 0},
                        {86, 102, 0},
                        {90, 102, 0},
                        {90, 100, 0},
                        {86, 100, 0}});
    world.Add({{15, 102, 0}, {17, 110, 0}, {19, 110, 0}, {17, 102, 0}});
    world.Add({{17, 110, 0}, {17, 114, 0}, {40, 114, 0}, {40, 110, 0}, {19, 110, 0}});
    world.Quad(40, 110, 70, 114);
    if (open) world.Add({{70, 110, 0}, {70, 114, 0}, {86, 102, 0}, {78, 102, 0}});
    world.Quad(86, 40, 90, 100);
    world.Quad(86, 20, 90, 40);  // entered where it is far enough
    view = tests::ViewOf(world.Finish());
  }
  PolyRef street;
  std::shared_ptr<const NavView> view;
};

PathRequest Flee(uint64_t flags = 0) {
  PathRequest request = Request({16, 101, 0}, {16, 101, 0}, flags | PathFlagMask(kFlagFleeTarget));
  request.reference = kThreat;
  request.reference_distance = kEnough;
  REQUIRE(PrepareRequest(request) == RequestFault::kNone);
  return request;
}

bool ComesNearer(const PathResult& path) {
  for (size_t i = 1; i < path.points.size(); ++i) {
    if (!LeadsAway(path.points[i - 1], path.points[i], kThreat)) return true;
  }
  return false;
}

TEST_CASE("a flee goes a long way round, and twice through one polygon, to come no nearer",
          "[NAV-139][NAV-168]") {
  const Street street(true);
  for (const SearchPoints mode : {SearchPoints::kSharedEdge, SearchPoints::kTargetClosest}) {
    const PathResult path = FindPath(*street.view, ProfileOf(mode), Flee());
    REQUIRE(path.code == CompletionCode::kFound);
    CHECK_FALSE(ComesNearer(path));
    CHECK(platform::Distance(path.points.back(), kThreat) >= kEnough);
    CHECK(std::count(path.corridor.begin(), path.corridor.end(), street.street) == 2);
    CHECK(path.corridor.size() == 8);
    CHECK(path.details == 0);
  }
}

TEST_CASE("a cornered flee runs past its threat", "[NAV-139][NAV-154]") {
  const Street street(false);
  const PathResult path = FindPath(*street.view, kShared, Flee());
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(ComesNearer(path));
  CHECK(path.corridor.size() == 3);
  CHECK(platform::Distance(path.points.back(), kThreat) >= kEnough);
}

TEST_CASE("a flee that is told how much to look at looks at no more in all its tries", "[OQ-17][NAV-139]") {
  for (const bool open : {true, false}) {
    const Street street(open);
    const PathResult whole = FindPath(*street.view, kShared, Flee());
    REQUIRE(whole.nodes_expanded > 10);
    for (uint32_t most = 1; most <= whole.nodes_expanded; ++most) {
      PathRequest request = Flee();
      request.nodes_max = most;
      const PathResult path = FindPath(*street.view, kShared, request);
      CHECK(path.nodes_expanded == most);
      CHECK(path.code == (most == whole.nodes_expanded ? CompletionCode::kFound : CompletionCode::kTimedOut));
    }
  }
}

TEST_CASE("a flee that may go anywhere but nowhere far enough does not try every point", "[NAV-139][R13]") {
  const auto view = tests::ViewOf(tests::GridWorld(30));
  PathRequest request = Request({30, 30, 0}, {30, 30, 0}, PathFlagMask(kFlagFleeTarget));
  request.reference = {29, 29, 0};
  request.reference_distance = 80;
  const PathResult path = FindPath(*view, kShared, request);
  CHECK(path.code == CompletionCode::kNotFound);
  CHECK(path.nodes_expanded > AwaySearch::kHemmedInMax);
  CHECK(path.nodes_expanded <= 2 * 30 * 30);
}

TEST_CASE("a flee without room for more points says so, and takes the way that is left",
          "[NAV-139][NAV-142]") {
  const Street street(true);
  platform::Profile small = kShared;
  small.heap_max = 3;
  const PathResult path = FindPath(*street.view, small, Flee());
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK((path.details & kDetailHeapFull) != 0);
  CHECK(ComesNearer(path));
}

TEST_CASE("a flee obeys the rules of surfaces and closed polygons on its long way round, too",
          "[NAV-139][NAV-173][NAV-267]") {
  const Street street(true);
  const auto closed = [&](int poly) {
    const TileView& tile = *street.view->slot(tests::kHandTile).tile;
    auto overlay = std::make_shared<TileOverlay>(static_cast<uint32_t>(tile.polys.size()),
                                                 static_cast<uint32_t>(tile.edges.size()));
    overlay->SetPolyDisabled(static_cast<PolyIndex>(poly), true);
    NavViewBuilder builder(*street.view);
    builder.SetOverlay(tests::kHandTile, overlay);
    return builder.Build();
  };
  // The yard's polygons: then it is cornered.
  for (const int poly : {1, 2, 3, 4}) {
    const PathResult path = FindPath(*closed(poly), kShared, Flee());
    REQUIRE(path.code == CompletionCode::kFound);
    CHECK(ComesNearer(path));
  }
  CHECK(FindPath(*closed(5), kShared, Flee()).code == CompletionCode::kNotFound);
}

TEST_CASE("what a flee tried changes nothing after it, stopped or whole, and it allocates nothing",
          "[NAV-134][R11][R13]") {
  const Street open(true);
  const Street closed(false);
  PathSearch used(kShared);
  const PathResult around = FindPath(*open.view, kShared, Flee());
  const PathResult past = FindPath(*closed.view, kShared, Flee());
  PathRequest plain = Request({16, 101, 0}, {88, 30, 0});
  const PathResult way = FindPath(*open.view, kShared, plain);
  PathResult path;
  const auto same = [&](const NavView& view, const PathRequest& request, const PathResult& wanted) {
    platform::CostMeter meter;
    used.Run(view, request, meter, path);
    return static_cast<const PathSummary&>(path) == static_cast<const PathSummary&>(wanted) &&
           path.points == wanted.points && path.corridor == wanted.corridor;
  };
  uint64_t before = 0;
  for (int round = 0; round < 3; ++round) {
    if (round == 1) before = testing::AllocationsCount();
    CHECK(same(*open.view, Flee(), around));
    CHECK(same(*closed.view, Flee(), past));
    CHECK(same(*open.view, plain, way));
  }
  CHECK(testing::AllocationsCount() == before);
  platform::CostMeter limited(nullptr, 1);
  used.Run(*open.view, Flee(), limited, path);
  CHECK(path.code == CompletionCode::kCancelled);
  CHECK(same(*open.view, Flee(), around));
}

TEST_CASE("an explained flee tells of the try that found its way, and of the polygons of all",
          "[NAV-135][NAV-139]") {
  for (const bool open : {true, false}) {
    const Street street(open);
    SearchTrace trace;
    PathSearch search(kShared);
    platform::CostMeter meter;
    PathResult path;
    search.Run(*street.view, Flee(), meter, path, &trace);
    CHECK(trace.end == SearchEnd::kReached);
    CHECK(trace.expanded == path.nodes_expanded);
    CHECK(trace.visited_agrees);
    CHECK(trace.costs[static_cast<size_t>(CostKind::kLength)] > 0);
    CHECK(trace.costs[static_cast<size_t>(CostKind::kDoubleBack)] == 0);
  }
}

}  // namespace
}  // namespace footfall::nav
