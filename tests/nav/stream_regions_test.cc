#include "nav/mesh/nav_settings.h"
#include "nav/stream/hierarchical.h"
#include "tests/nav/stream_fixture.h"

namespace footfall::tests {
namespace {

using nav::LoadRegionKind;
using nav::LoadRegions;
using Tiles = std::vector<int>;

TEST_CASE("the figures of the streaming are the documented ones",
          "[NAV-058][NAV-063][NAV-064][NAV-065][NAV-066][NAV-067][NAV-068]") {
  const platform::Profile profile = StreamingProfile();
  CHECK(profile.request_evict_ms == 1000);
  CHECK(profile.load_regions_max == 3);
  CHECK(profile.load_proximity == 100);
  CHECK(profile.switch_suspend_distance == 10);
  CHECK(profile.evict_hysteresis == 10);
  CHECK(profile.origin_move_trigger == 50);
  CHECK(profile.load_latency_ms == 100);
  CHECK(nav::kTileRadius == Approx(106.066).margin(0.001));
}

TEST_CASE("a tile is wanted within radius and tile radius, and may go 10 m beyond", "[NAV-067][NAV-065]") {
  const platform::Vec2 middle = nav::TileCenter(kHandTile);
  CHECK(middle == platform::Vec2{75, 75});
  const auto region_at = [&](float distance) { return nav::LoadRegion{true, 0, {75 + distance, 75}, 100}; };
  CHECK(IsWithin(region_at(206.06F), kHandTile, 0));
  CHECK_FALSE(IsWithin(region_at(206.08F), kHandTile, 0));
  CHECK(IsWithin(region_at(216.06F), kHandTile, 10));
  CHECK_FALSE(IsWithin(region_at(216.08F), kHandTile, 10));
}

TEST_CASE("three regions, each owner has one of a kind, and a full table refuses", "[NAV-064]") {
  LoadRegions regions(3);
  regions.SetOrigin({1, 2}, 100);
  CHECK(regions.Set(LoadRegionKind::kNetworkRespawn, 7, {3, 4}, 5) == 1);
  CHECK(regions.Set(LoadRegionKind::kScriptRequired, 7, {3, 4}, 5) == 2);
  CHECK(regions.Set(LoadRegionKind::kScriptRequired, 7, {9, 9}, 6) == 2);  // moved
  CHECK(regions.all()[2].center == platform::Vec2{9, 9});
  CHECK(regions.Set(LoadRegionKind::kScriptRequired, 8, {0, 0}, 1) == LoadRegions::kNone);
  CHECK(regions.Set(LoadRegionKind::kNetworkRespawn, 8, {0, 0}, 1) == LoadRegions::kNone);
  CHECK_FALSE(regions.Clear(LoadRegionKind::kScriptRequired, 8));  // another's
  CHECK(regions.Clear(LoadRegionKind::kScriptRequired, 7));
  CHECK(regions.Set(LoadRegionKind::kScriptRequired, 8, {0, 0}, 1) == 2);
  regions.ClearOwner(7);
  CHECK_FALSE(regions.all()[1].active);
  CHECK(regions.all()[2].active);
  CHECK(regions.all()[0].active);
}

TEST_CASE("a profile with more places has more script-required regions", "[NAV-064]") {
  LoadRegions regions(5);
  for (uint32_t owner = 1; owner <= 3; ++owner) {
    CHECK(regions.Set(LoadRegionKind::kScriptRequired, owner, {0, 0}, 1) == static_cast<int>(owner) + 1);
  }
  CHECK(regions.Set(LoadRegionKind::kScriptRequired, 4, {0, 0}, 1) == LoadRegions::kNone);
  CHECK(regions.Set(LoadRegionKind::kNetworkRespawn, 4, {0, 0}, 1) == 1);
}

TEST_CASE("a required region loads its tiles at the next pass and lets them go at the next one after its end",
          "[NAV-064][NAV-067]") {
  StripStreamer strip;
  nav::TileStreamer& streamer = strip.streamer;
  CHECK(Numbers(streamer) == Tiles{2, 3, 4});
  REQUIRE(streamer.SetRegion(LoadRegionKind::kScriptRequired, 9, {15 * 150 + 75, 75}, 0));
  strip.Sync(900);
  CHECK(streamer.state().requested.empty());
  strip.Sync(1000);
  CHECK(streamer.state().requested.size() == 1);
  strip.Sync(1200);
  CHECK(Numbers(streamer) == Tiles{2, 3, 4, 15});
  CHECK(streamer.ClearRegion(LoadRegionKind::kScriptRequired, 9));
  strip.Sync(1900);
  CHECK(Numbers(streamer) == Tiles{2, 3, 4, 15});
  strip.Sync(2000);
  CHECK(Numbers(streamer) == Tiles{2, 3, 4});
  CHECK(streamer.state().counters.evicted == 1);
}

TEST_CASE("a focus is a function of time, stays in the world and travels in a switch", "[NAV-056][NAV-066]") {
  nav::Focus focus = nav::Focus::At({10, 20, 3}, 1000 * kMs);
  CHECK(focus.PositionAt(5000 * kMs) == platform::Vec3{10, 20, 3});
  focus.velocity = {30, 0, 0};
  CHECK(focus.PositionAt(2000 * kMs).x == 40);
  CHECK(focus.PositionAt(4000000 * kMs).x < nav::kWorldMax);
  focus = nav::Focus::At({0, 0, 0}, 0);
  focus.destination = {100, 0, 0};
  focus.switch_ns = 1000 * kMs;
  CHECK(focus.PositionAt(500 * kMs).x == Approx(50));
  CHECK(focus.SuspendsStreaming(899 * kMs, 10));
  CHECK_FALSE(focus.SuspendsStreaming(901 * kMs, 10));
  CHECK_FALSE(focus.IsSwitching(1000 * kMs));
  CHECK(focus.PositionAt(1000 * kMs).x == 100);
}

TEST_CASE("hierarchical navigation is compiled out: no nodes, empty paths, its figure reserved",
          "[NAV-048]") {
  CHECK_FALSE(nav::kHierarchicalNavigation);
  CHECK(nav::kHierarchicalLoadProximity == 600);
  CHECK(nav::HierarchicalPath({0, 0, 0}, {100, 0, 0}).empty());
  CHECK_FALSE(nav::HasHierarchicalNodes({0, 0, 0}));
}

}  // namespace
}  // namespace footfall::tests
