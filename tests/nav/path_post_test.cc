#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "nav/path/corner_spline.h"
#include "nav/path/preserve_slope.h"
#include "nav/path/pull_from_edges.h"
#include "platform/random.h"
#include "tests/nav/mesh_walker.h"
#include "tests/nav/path_fixture.h"

// The post steps of section 9: each does what it says and none leaves the mesh.
namespace footfall::nav {
namespace {

using platform::RandomPurpose;
using platform::RandomStream;
using platform::SearchPoints;
using platform::Vec3;
using tests::FindPath;
using tests::HandWorld;
using tests::ProfileOf;
using tests::Request;

const platform::Profile kPlain = ProfileOf(SearchPoints::kSharedEdge);

platform::Profile Pulling() {
  platform::Profile profile = kPlain;
  profile.pull_from_edges = true;
  return profile;
}

void CheckOnMesh(const NavView& view, const PathResult& path) {
  for (size_t i = 1; i < path.points.size(); ++i) {
    CAPTURE(i, path.points[i - 1].x, path.points[i - 1].y, path.points[i].x, path.points[i].y);
    CHECK(tests::CanWalk(view, path.point_polys[i - 1], path.points[i - 1], path.points[i],
                         path.point_polys[i]));
  }
}

TEST_CASE("corners are pulled half a metre from the wall, or one with PullFromEdgeExtra",
          "[NAV-158][NAV-203]") {
  const auto view = tests::ViewOf(tests::HoleWorld());
  const Vec3 corner{6, 6, 0};
  const PathRequest request = Request({1, 15, 0}, {15, 1, 0});
  const PathResult taut = FindPath(*view, kPlain, request);
  REQUIRE(taut.points.size() == 3);
  CHECK(taut.points[1] == corner);
  const PathResult pulled = FindPath(*view, Pulling(), request);
  REQUIRE(pulled.points.size() == 3);
  CHECK(platform::Distance(pulled.points[1], corner) == Approx(kPullFromEdge).epsilon(0.01));
  CheckOnMesh(*view, pulled);
  PathRequest extra = request;
  extra.flags = PathFlagMask(kFlagPullFromEdgeExtra);
  for (const platform::Profile& profile : {kPlain, Pulling()}) {
    const PathResult farther = FindPath(*view, profile, extra);
    REQUIRE(farther.points.size() == 3);
    CHECK(platform::Distance(farther.points[1], corner) == Approx(kPullFromEdgeExtra).epsilon(0.01));
    CheckOnMesh(*view, farther);
  }
  CHECK(kPullFromEdge == 0.5F);
  CHECK(kPullFromEdgeExtra == 1.0F);
  // In the open nothing is pulled.
  const auto open = tests::ViewOf(tests::GridWorld(10));
  extra = Request({1, 1, 0}, {19, 12, 0}, extra.flags);
  CHECK(FindPath(*open, kPlain, extra).points.size() == 2);
}

TEST_CASE("in a gap a corner keeps half of the free width", "[NAV-158]") {
  // Two rooms and a door of 0.5 m between them; the rooms are divided where the door meets them.
  HandWorld world;
  world.Quad(0, 0, 4, 4);
  world.Quad(4, 0, 4.5F, 4);
  world.Quad(4.5F, 0, 8, 4);
  world.Quad(4, 4, 4.5F, 4.5F);
  world.Quad(0, 4.5F, 4, 8);
  world.Quad(4, 4.5F, 4.5F, 8);
  world.Quad(4.5F, 4.5F, 8, 8);
  const auto view = tests::ViewOf(world.Finish());
  const PathResult path = FindPath(*view, Pulling(), Request({0.5F, 3, 0}, {0.5F, 6, 0}));
  REQUIRE(path.code == CompletionCode::kFound);
  REQUIRE(path.points.size() >= 3);
  CheckOnMesh(*view, path);
  for (size_t i = 1; i + 1 < path.points.size(); ++i) {
    CHECK(path.points[i].x > 4.05F);
    CHECK(path.points[i].x < 4.45F);
  }
}

// 20 x 20 squares of 2 m of which about a third is missing, at heights that roll.
WorldDraft Maze(uint64_t seed, bool rolling) {
  RandomStream random(seed, RandomPurpose::kTest, 1, 0);
  HandWorld world;
  const auto height = [&](float x, float y) {
    if (!rolling) return 0.0F;
    return std::round(256 * (0.8F * std::fabs(std::fmod(x * 0.11F + y * 0.07F, 2.0F) - 1))) / 256;
  };
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 20; ++x) {
      if (random.NextBelow(100) >= 65) continue;
      const float low_x = static_cast<float>(x) * 2;
      const float low_y = static_cast<float>(y) * 2;
      world.Add({{low_x, low_y, height(low_x, low_y)},
                 {low_x, low_y + 2, height(low_x, low_y + 2)},
                 {low_x + 2, low_y + 2, height(low_x + 2, low_y + 2)},
                 {low_x + 2, low_y, height(low_x + 2, low_y)}});
    }
  }
  return world.Finish();
}

TEST_CASE("no post step leaves the mesh or loses an end, in mazes", "[NAV-157][NAV-158][NAV-159][NAV-160]") {
  const uint64_t all = PathFlagMask(kFlagPullFromEdgeExtra) | PathFlagMask(kFlagPreserveSlopeInfoInPath) |
                       PathFlagMask(kFlagCutSharpCorners);
  platform::Profile profile = Pulling();
  profile.path_points_max = 1024;
  int paths = 0;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    const auto view = tests::ViewOf(Maze(seed, true));
    const tests::Components components(*view);
    RandomStream random(seed, RandomPurpose::kTest, 2, 0);
    const uint32_t polys = static_cast<uint32_t>(components.polys().size());
    for (int i = 0; i < 60; ++i) {
      const PolyRef from = components.polys()[random.NextBelow(polys)];
      const PolyRef to = components.polys()[random.NextBelow(polys)];
      if (components.Of(from) != components.Of(to)) continue;
      const PathRequest request = Request(view->Poly(from).Centroid(), view->Poly(to).Centroid(), all);
      const PathResult path = FindPath(*view, profile, request);
      CAPTURE(seed, i);
      REQUIRE(path.code == CompletionCode::kFound);
      CHECK(path.points.front() == path.start_used);
      CHECK(path.points.back() == path.goal_used);
      CheckOnMesh(*view, path);
      const PathResult taut = FindPath(*view, kPlain, Request(request.start, request.end));
      CHECK(path.length <= taut.length * 1.35F + 1);
      ++paths;
    }
  }
  CHECK(paths > 100);
}

// A ramp up and down again: z rises 1 m from x = 8 to 12 and falls to 16.
std::shared_ptr<const NavView> Ridge() {
  HandWorld world;
  const auto z = [](int x) {
    return x < 4 || x > 8 ? 0.0F : 1.0F - 0.5F * static_cast<float>(std::abs(x - 6));
  };
  for (int x = 0; x < 12; ++x) {
    const float low = static_cast<float>(x) * 2;
    world.Add({{low, 0, z(x)}, {low, 4, z(x)}, {low + 2, 4, z(x + 1)}, {low + 2, 0, z(x + 1)}});
  }
  return tests::ViewOf(world.Finish());
}

// How far the path's lines run from the surface, m.
float GreatestGap(const NavView& view, const PathResult& path) {
  float gap = 0;
  for (size_t i = 1; i < path.points.size(); ++i) {
    for (int step = 0; step <= 100; ++step) {
      const Vec3 p = platform::Lerp(path.points[i - 1], path.points[i], static_cast<float>(step) / 100);
      for (const PolyRef ref : path.corridor) {
        if (!view.Poly(ref).ContainsXy(platform::Xy(p))) continue;
        gap = std::max(gap, std::fabs(view.Poly(ref).Height(platform::Xy(p)) - p.z));
        break;
      }
    }
  }
  return gap;
}

TEST_CASE("PreserveSlopeInfoInPath adds points where the slope changes", "[NAV-159][NAV-201]") {
  const auto view = Ridge();
  const PathRequest request = Request({1, 2, 0}, {23, 2, 0});
  const PathResult flat = FindPath(*view, kPlain, request);
  CHECK(flat.points.size() == 2);
  CHECK(GreatestGap(*view, flat) > 0.9F);
  PathRequest with = request;
  with.flags = PathFlagMask(kFlagPreserveSlopeInfoInPath);
  const PathResult path = FindPath(*view, kPlain, with);
  REQUIRE(path.code == CompletionCode::kFound);
  CHECK(path.points.size() >= 5);
  CHECK(path.points.size() <= 16);
  CHECK(GreatestGap(*view, path) < kSlopeTolerance + 0.15F);
  CheckOnMesh(*view, path);
  // Within the limit of points, and nothing on even ground.
  with.points_max = 3;
  CHECK(FindPath(*view, kPlain, with).points.size() == 3);
  CHECK(FindPath(*tests::ViewOf(tests::GridWorld(10)), kPlain,
                 Request({1, 1, 0}, {19, 1, 0}, PathFlagMask(kFlagPreserveSlopeInfoInPath)))
            .points.size() == 2);
}

TEST_CASE("corners turn sharp above 30 degrees", "[NAV-160]") {
  CHECK_FALSE(IsSharpCorner({0, 0, 0}, {10, 0, 0}, {20, 5, 0}));  // 26.6 degrees
  CHECK(IsSharpCorner({0, 0, 0}, {10, 0, 0}, {20, 6, 0}));        // 31 degrees
  CHECK(IsSharpCorner({0, 0, 0}, {10, 0, 0}, {0, 1, 0}));
  CHECK_FALSE(IsSharpCorner({0, 0, 0}, {0, 0, 0}, {0, 1, 0}));
}

TEST_CASE("a corner's curve begins and ends two metres off, or halfway", "[NAV-160]") {
  const CornerSpline spline = SplineAt({0, 0, 0}, {10, 0, 1}, {10, 3, 1});
  CHECK(platform::Distance(spline.enter, {10, 0, 1}) == Approx(2));
  CHECK(spline.leave == Vec3{10, 1.5F, 1});
  CHECK(spline.At(0) == spline.enter);
  CHECK(spline.At(1) == spline.leave);
  // The middle lies halfway between the corner and the middle of the ends.
  const Vec3 middle = (spline.enter + spline.leave) * 0.5F;
  CHECK(platform::Distance(spline.At(0.5F), (middle + spline.corner) * 0.5F) < 1e-5F);
  CHECK(kCornerControlMax == 2);
  CHECK(kCornerCheckSegments == 4);
  // No length, no curve.
  CHECK(SplineAt({1, 1, 0}, {1, 1, 0}, {1, 1, 0}).At(0.5F) == Vec3{1, 1, 0});
}

TEST_CASE("CutSharpCorners marks corners whose curve is free", "[NAV-160][NAV-202]") {
  const auto view = tests::ViewOf(tests::HoleWorld());
  PathRequest request = Request({1, 15, 0}, {15, 1, 0}, PathFlagMask(kFlagPullFromEdgeExtra));
  const auto smooth = [&](const platform::Profile& profile) {
    const PathResult path = FindPath(*view, profile, request);
    REQUIRE(path.points.size() == 3);
    return (path.waypoint_flags[1] & kWaypointSmoothCorner) != 0;
  };
  CHECK_FALSE(smooth(kPlain));
  request.flags |= PathFlagMask(kFlagCutSharpCorners);
  CHECK(smooth(kPlain));
  platform::Profile sharp = kPlain;
  sharp.smooth_corners = false;
  CHECK_FALSE(smooth(sharp));
  // A taut corner bends round the wall: its curve would run through it.
  request.flags = PathFlagMask(kFlagCutSharpCorners);
  CHECK_FALSE(smooth(kPlain));
}

TEST_CASE("marked corners stay on the mesh all along their curve", "[NAV-160]") {
  platform::Profile profile = Pulling();
  profile.path_points_max = 1024;
  const uint64_t flags = PathFlagMask(kFlagPullFromEdgeExtra) | PathFlagMask(kFlagCutSharpCorners);
  int marked = 0;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const auto view = tests::ViewOf(Maze(seed, false));
    const tests::Components components(*view);
    RandomStream random(seed, RandomPurpose::kTest, 3, 0);
    const uint32_t polys = static_cast<uint32_t>(components.polys().size());
    for (int i = 0; i < 40; ++i) {
      const PolyRef from = components.polys()[random.NextBelow(polys)];
      const PolyRef to = components.polys()[random.NextBelow(polys)];
      if (components.Of(from) != components.Of(to)) continue;
      const PathResult path =
          FindPath(*view, profile, Request(view->Poly(from).Centroid(), view->Poly(to).Centroid(), flags));
      REQUIRE(path.code == CompletionCode::kFound);
      for (size_t k = 1; k + 1 < path.points.size(); ++k) {
        if ((path.waypoint_flags[k] & kWaypointSmoothCorner) == 0) continue;
        ++marked;
        CHECK(IsSharpCorner(path.points[k - 1], path.points[k], path.points[k + 1]));
        const CornerSpline spline = SplineAt(path.points[k - 1], path.points[k], path.points[k + 1]);
        const PolyRef at = path.point_polys[k];
        // The straight lines of the check, from the corner's polygon and back.
        for (int s = 0; s <= kCornerCheckSegments; ++s) {
          const Vec3 p = spline.At(static_cast<float>(s) / kCornerCheckSegments);
          CAPTURE(seed, i, k, s);
          CHECK(tests::CanWalk(*view, at, path.points[k], p));
        }
      }
      CHECK((path.waypoint_flags.back() & kWaypointSmoothCorner) == 0);
    }
  }
  CHECK(marked > 20);
}

TEST_CASE("the last waypoint has no action and the first thirteen flags are the documented ones",
          "[NAV-164][NAV-166]") {
  CHECK(kWaypointFlags == 13);
  CHECK(kWaypointClimbHigh == 1U << 0);
  CHECK(kWaypointNarrowOut == 1U << 12);
  CHECK(kWaypointSmoothCorner == 1U << kWaypointFlags);
}

}  // namespace
}  // namespace footfall::nav
