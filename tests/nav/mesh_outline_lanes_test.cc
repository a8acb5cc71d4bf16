#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "nav/mesh/orientation.h"
#include "nav/mesh/outline_lanes.h"
#include "platform/random.h"
#include "tests/nav/hand_packs.h"

namespace footfall::nav {
namespace {

using platform::RandomPurpose;
using platform::RandomStream;
using platform::Vec2;
using platform::Vec3;

// A polygon for each number of vertices.
WorldDraft PolygonsWorld() {
  tests::HandWorld world;
  for (int count = 3; count <= kMaxPolyVerts; ++count) {
    std::vector<Vec3> clockwise;
    for (int n = 0; n < count; ++n) {
      const double angle = -6.283185307179586 * n / count;
      const auto at = [&](double centre, double offset) {
        return static_cast<float>(std::round((centre + 5 * offset) * 256) / 256);
      };
      clockwise.push_back({at(6.0 + 10 * (count - 3), std::cos(angle)), at(10, std::sin(angle)), 0});
    }
    world.Add(clockwise);
  }
  return world.Finish();
}

void Check(const PolyView& poly, Vec2 p) {
  uint32_t expected = 0;
  for (int n = 0; n < poly.vertex_count(); ++n) {
    const bool is_inside = Side(poly.VertexXy(n), poly.VertexXy(poly.Next(n)), p) <= 0;
    if (!is_inside) expected |= 1U << n;
  }
  REQUIRE(EdgesFacing(poly, p) == expected);
  REQUIRE(poly.ContainsXy(p) == (expected == 0));
}

TEST_CASE("vertices in lanes are those of the plain form, in both forms of a tile", "[NAV-020]") {
  for (const WorldDraft& world : {PolygonsWorld(), tests::FloatWorld()}) {
    const auto view = tests::ViewOf(world);
    const auto polys = static_cast<uint32_t>(view->slot(tests::kHandTile).tile->polys.size());
    for (uint32_t number = 0; number < polys; ++number) {
      const PolyView poly = view->Poly(PolyRef(tests::kHandTile, static_cast<PolyIndex>(number)));
      for (int first = 0; first < poly.vertex_count(); first += kLanes) {
        const VertexLanes lanes = VerticesXy(poly, first);
        alignas(16) std::array<float, kLanes> x;
        alignas(16) std::array<float, kLanes> y;
        _mm_store_ps(x.data(), lanes.x);
        _mm_store_ps(y.data(), lanes.y);
        for (int lane = 0; lane < kLanes && first + lane <= poly.vertex_count(); ++lane) {
          const Vec2 vertex = poly.VertexXy((first + lane) % poly.vertex_count());
          CHECK(x[static_cast<size_t>(lane)] == vertex.x);
          CHECK(y[static_cast<size_t>(lane)] == vertex.y);
        }
      }
    }
  }
}

TEST_CASE("the edges that face a point are those whose plain side test says so", "[NAV-026]") {
  const auto view = tests::ViewOf(PolygonsWorld());
  RandomStream random(6, RandomPurpose::kTest, 0, 0);
  for (int count = 3; count <= kMaxPolyVerts; ++count) {
    const PolyView poly = view->Poly(PolyRef(tests::kHandTile, static_cast<PolyIndex>(count - 3)));
    REQUIRE(poly.vertex_count() == count);
    const Vec2 centre = platform::Xy(poly.Centroid());
    for (int i = 0; i < 500; ++i) {
      const float x = random.NextRange(-8, 8);
      const float y = random.NextRange(-8, 8);
      Check(poly, centre + Vec2{x, y});
    }
    for (int n = 0; n < count; ++n) {
      const Vec2 a = poly.VertexXy(n);
      const Vec2 b = poly.VertexXy(poly.Next(n));
      // On vertices, on edges and on the lines behind them, where rounding decides.
      for (const float t : {-1.0F, 0.0F, 0.3F, 0.5F, 1.0F, 2.0F}) Check(poly, platform::Lerp(a, b, t));
    }
    Check(poly, {1e30F, -1e30F});
    CHECK(EdgesFacing(poly, {NAN, 0}) == AllVertices(poly));
  }
}

}  // namespace
}  // namespace footfall::nav
