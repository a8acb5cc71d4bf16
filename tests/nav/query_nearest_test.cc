#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "nav/mesh/quadtree.h"
#include "nav/query/nearest.h"
#include "nav/query/point_below.h"
#include "platform/random.h"
#include "tests/nav/hand_packs.h"

namespace footfall::tests {
namespace {

using nav::NavView;
using nav::NearestPoly;
using nav::NearestResult;
using nav::PointBelow;
using nav::PolyRef;
using platform::Vec2;
using platform::Vec3;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// Two storeys, a slope between triangles, holes and a second tile: enough for lookups to go wrong.
nav::WorldDraft MixedWorld() {
  HandWorld world;
  world.Grid(100, 100, 25, 25, 2);
  world.Grid(120, 100, 15, 10, 2, 4);
  world.Grid(150, 100, 20, 20, 1, 0);
  for (int i = 0; i < 20; ++i) {
    const float x = 100 + static_cast<float>(i) * 2;
    const float z = static_cast<float>(i) * 0.25F;
    world.Add({{x, 60, z}, {x, 80, z + 1}, {x + 2, 80, z + 1.5F}});
    world.Add({{x, 60, z}, {x + 2, 80, z + 1.5F}, {x + 2, 60, z + 0.25F}});
  }
  return world.Finish();
}

PolyRef BruteBelow(const NavView& view, Vec3 p, float tolerance) {
  PolyRef best;
  float height = 0;
  for (const nav::MeshIndex index : view.resident()) {
    for (size_t i = 0; i < view.slot(index).tile->polys.size(); ++i) {
      const PolyRef ref(index, static_cast<nav::PolyIndex>(i));
      const nav::PolyView poly = view.Poly(ref);
      if (!poly.ContainsXy(Xy(p)) || poly.Height(Xy(p)) > p.z + tolerance) continue;
      if (best.valid() && poly.Height(Xy(p)) <= height) continue;
      best = ref;
      height = poly.Height(Xy(p));
    }
  }
  return best;
}

// The polygon's point that it is judged by, with an own nearest-on-outline; none beyond the limits.
std::optional<NearestResult> BruteJudge(const nav::PolyView& poly, Vec3 p, const nav::SnapLimits& limits) {
  Vec3 at = {p.x, p.y, 0};
  if (poly.ContainsXy(Xy(p))) {
    at.z = poly.Height(Xy(p));
  } else {
    float closest = kInfinity;
    for (int n = 0; n < poly.vertex_count(); ++n) {
      const Vec3 a = poly.Vertex(n);
      const Vec3 b = poly.EdgeEnd(n);
      const Vec2 along = Xy(b) - Xy(a);
      const float t = Dot(Xy(p) - Xy(a), along) / LengthSq(along);
      const Vec3 on_edge = t <= 0 ? a : t >= 1 ? b : Lerp(a, b, t);
      if (LengthSq(Xy(on_edge) - Xy(p)) >= closest) continue;
      at = on_edge;
      closest = LengthSq(Xy(at) - Xy(p));
    }
    if (closest > limits.xy * limits.xy) return std::nullopt;
  }
  if (at.z - p.z > limits.up || p.z - at.z > limits.down) return std::nullopt;
  return NearestResult{poly.ref(), at, Distance(at, p)};
}

// By definition: every polygon within the limits, the nearest first.
std::vector<NearestResult> BruteNearest(const NavView& view, Vec3 p, const nav::SnapLimits& limits) {
  std::vector<NearestResult> all;
  for (const nav::MeshIndex index : view.resident()) {
    for (size_t i = 0; i < view.slot(index).tile->polys.size(); ++i) {
      const auto judged = BruteJudge(view.Poly(PolyRef(index, static_cast<nav::PolyIndex>(i))), p, limits);
      if (judged) all.push_back(*judged);
    }
  }
  std::sort(all.begin(), all.end(), [](const NearestResult& a, const NearestResult& b) {
    return a.distance < b.distance || (a.distance == b.distance && a.poly < b.poly);
  });
  return all;
}

}  // namespace

TEST_CASE("the polygon below a point equals brute force over 10 000 random points", "[NAV-041]") {
  const auto view = ViewOf(MixedWorld());
  platform::RandomStream random(1, platform::RandomPurpose::kTest, 2, 0);
  int found = 0;
  for (int i = 0; i < 10000; ++i) {
    Vec3 p;
    p.x = random.NextRange(95, 175);
    p.y = random.NextRange(55, 155);
    p.z = random.NextRange(-1, 6);
    // Every fourth on the lattice, hence on edges and vertices.
    if (i % 4 == 0) p = {std::floor(p.x), std::floor(p.y), std::floor(p.z)};
    CAPTURE(p.x, p.y, p.z);
    const PolyRef expected = BruteBelow(*view, p, 0.5F);
    REQUIRE(PointBelow(*view, p).poly == expected);
    found += expected.valid() ? 1 : 0;
  }
  CHECK(found > 3000);
  CHECK(found < 9000);
}

TEST_CASE("the leaf at a position lists every polygon that contains it", "[NAV-041]") {
  const auto view = ViewOf(MixedWorld());
  const nav::TileView& tile = *view->slot(kHandTile).tile;
  platform::RandomStream random(1, platform::RandomPurpose::kTest, 3, 0);
  for (int i = 0; i < 2000; ++i) {
    Vec2 p;
    p.x = random.NextRange(95, 150);
    p.y = random.NextRange(55, 150);
    const auto leaf = nav::LeafAt(tile, p);
    for (size_t poly = 0; poly < tile.polys.size(); ++poly) {
      if (!view->Poly(PolyRef(kHandTile, static_cast<nav::PolyIndex>(poly))).ContainsXy(p)) continue;
      REQUIRE(leaf.has_value());
      REQUIRE(std::count(leaf->polys.begin(), leaf->polys.end(), poly) == 1);
    }
  }
  CHECK_FALSE(nav::LeafAt(tile, {kNaN, 1}).has_value());
  CHECK_FALSE(nav::LeafAt(tile, {1e30F, 1}).has_value());
  CHECK_FALSE(nav::LeafAt(tile, {-20, 1}).has_value());
}

TEST_CASE("the point below takes the highest surface, a little above too, and the lowest id among equals",
          "[NAV-041]") {
  const auto view = ViewOf(StoreysWorld());
  CHECK(PointBelow(*view, {1, 1, 4.2F}).poly == PolyRef(kHandTile, 25));
  CHECK(PointBelow(*view, {1, 1, 3.5F}).poly == PolyRef(kHandTile, 25));
  CHECK(PointBelow(*view, {1, 1, 3.4F}).poly == PolyRef(kHandTile, 0));
  CHECK(PointBelow(*view, {1, 1, 3.5F}, 0).poly == PolyRef(kHandTile, 0));
  CHECK_FALSE(PointBelow(*view, {1, 1, -0.6F}).poly.valid());
  CHECK(PointBelow(*view, {2, 2, 1}).poly == PolyRef(kHandTile, 0));
  CHECK(PointBelow(*view, {1, 1, 4}).point == Vec3{1, 1, 4});
  for (const float bad : {kNaN, kInfinity, -kInfinity}) {
    CHECK_FALSE(PointBelow(*view, {bad, 1, 1}).poly.valid());
    CHECK_FALSE(PointBelow(*view, {1, bad, 1}).poly.valid());
    CHECK_FALSE(PointBelow(*view, {1, 1, bad}).poly.valid());
  }
  CHECK_FALSE(PointBelow(*view, {1e30F, -1e30F, 1}).poly.valid());
}

TEST_CASE("a point on a seam belongs to the lower tile", "[NAV-041]") {
  const auto view = ViewOf(SeamWorld());
  CHECK(PointBelow(*view, {150, 1, 0}).poly.mesh() == kHandTile);
  CHECK(NearestPoly(*view, {150, 1, 0}, {}).poly.mesh() == kHandTile);
}

TEST_CASE("the nearest polygon equals brute force") {
  const auto view = ViewOf(MixedWorld());
  platform::RandomStream random(1, platform::RandomPurpose::kTest, 4, 0);
  int found = 0;
  for (int i = 0; i < 4000; ++i) {
    Vec3 p;
    p.x = random.NextRange(92, 178);
    p.y = random.NextRange(55, 155);
    p.z = random.NextRange(-3, 7);
    if (i % 4 == 0) p = {std::floor(p.x), std::floor(p.y), std::floor(p.z)};
    nav::SnapLimits limits;
    if (i % 3 == 0) limits = {8, 6, 6};
    CAPTURE(p.x, p.y, p.z);
    const std::vector<NearestResult> all = BruteNearest(*view, p, limits);
    const NearestResult expected = all.empty() ? NearestResult() : all.front();
    const NearestResult actual = NearestPoly(*view, p, limits);
    REQUIRE(actual.poly == expected.poly);
    REQUIRE(actual.distance == expected.distance);
    found += expected.poly.valid() ? 1 : 0;
    // A budget below, at and above what there is.
    NearestResult few[7];
    const auto room = std::span(few).first(static_cast<size_t>(i % 8));
    const float distance_max = i % 5 == 0 ? 2.5F : kInfinity;
    const auto is_near = [&](const NearestResult& one) { return one.distance <= distance_max; };
    const auto near = static_cast<size_t>(std::count_if(all.begin(), all.end(), is_near));
    REQUIRE(nav::NearestPolys(*view, p, limits, distance_max, room) == std::min(room.size(), near));
    for (size_t n = 0; n < std::min(room.size(), near); ++n) {
      REQUIRE(few[n].poly == all[n].poly);
      REQUIRE(few[n].distance == all[n].distance);
    }
  }
  CHECK(found > 1000);
  CHECK(found < 3900);
}

TEST_CASE("snapping keeps its limits", "[R35]") {
  const auto view = ViewOf(GridWorld(5));
  CHECK(NearestPoly(*view, {-2, 1, 0}, {}).poly.valid());
  CHECK_FALSE(NearestPoly(*view, {-2.01F, 1, 0}, {}).poly.valid());
  CHECK(NearestPoly(*view, {1, 1, 3}, {}).poly.valid());
  CHECK_FALSE(NearestPoly(*view, {1, 1, 3.01F}, {}).poly.valid());
  CHECK(NearestPoly(*view, {1, 1, -1.5F}, {}).poly.valid());
  CHECK_FALSE(NearestPoly(*view, {1, 1, -1.51F}, {}).poly.valid());
  const NearestResult far = NearestPoly(*view, {-100, 1, 0}, {1e30F, 1, 1});
  CHECK(far.point == Vec3{0, 1, 0});
  CHECK(far.distance == 100);
  CHECK_FALSE(NearestPoly(*view, {kNaN, 1, 0}, {}).poly.valid());
  CHECK_FALSE(NearestPoly(*view, {1, 1, 0}, {kNaN, 1, 1}).poly.valid());
  CHECK_FALSE(NearestPoly(*view, {1e30F, 1, 0}, {}).poly.valid());
}

TEST_CASE("the nearest few keep limits, distance and room, and equals come by polygon") {
  const auto view = ViewOf(GridWorld(5));
  NearestResult few[4];
  // A corner of four squares: all are at the same distance.
  REQUIRE(nav::NearestPolys(*view, {4, 4, 1}, {}, 1, few) == 4);
  CHECK(few[0].poly == PolyRef(kHandTile, 6));
  CHECK(few[1].poly == PolyRef(kHandTile, 7));
  CHECK(few[2].poly == PolyRef(kHandTile, 11));
  CHECK(few[3].poly == PolyRef(kHandTile, 12));
  CHECK(few[3].distance == 1);
  CHECK(nav::NearestPolys(*view, {4, 4, 1}, {}, 0.99F, few) == 0);
  CHECK(nav::NearestPolys(*view, {4, 4, 1}, {}, kInfinity, std::span<NearestResult>()) == 0);
  CHECK(nav::NearestPolys(*view, {1, 1, 0}, {0.5F, 1, 1}, kInfinity, few) == 1);
  CHECK(nav::NearestPolys(*view, {kNaN, 1, 0}, {}, 1, few) == 0);
  CHECK(nav::NearestPolys(*view, {1e30F, 1, 0}, {}, kInfinity, few) == 0);
  CHECK(nav::NearestPolys(*view, {1, 1, 0}, {kNaN, 1, 1}, 1, few) == 0);
  CHECK(nav::NearestPolys(*view, {1, 1, 0}, {}, kNaN, few) == 0);
  CHECK(nav::NearestPolys(*view, {1, 1, 0}, {}, -1, few) == 0);
  CHECK(nav::NearestPolys(*view, {-100, 1, 0}, {1e30F, 1, 1}, 1e30F, few) == 4);
}

TEST_CASE("snapping passes over disabled polygons") {
  const auto view = ViewOf(GridWorld(5));
  const nav::TileView& tile = *view->slot(kHandTile).tile;
  const auto overlay = std::make_shared<nav::TileOverlay>(tile.polys.size(), tile.edges.size());
  overlay->SetPolyDisabled(0, true);
  nav::NavViewBuilder builder(*view);
  builder.SetOverlay(kHandTile, overlay);
  const auto changed = builder.Build();
  CHECK(NearestPoly(*view, {0.5F, 0.25F, 0}, {}).poly == PolyRef(kHandTile, 0));
  CHECK(NearestPoly(*changed, {0.5F, 0.25F, 0}, {}).poly == PolyRef(kHandTile, 1));
}

}  // namespace footfall::tests
