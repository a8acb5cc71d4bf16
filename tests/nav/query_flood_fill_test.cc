#include <catch2/catch.hpp>
#include <limits>
#include <map>

#include "nav/query/audio_properties.h"
#include "nav/query/flood.h"
#include "nav/query/flood_fill.h"
#include "nav/query/flood_nodes.h"
#include "nav/query/flood_search.h"
#include "nav/query/nearest.h"
#include "nav/query/point_below.h"
#include "platform/profile.h"
#include "tests/nav/hand_packs.h"
#include "tests/nav/query_judges.h"

namespace footfall::tests {
namespace {

using nav::CompletionCode;
using nav::FloodFillGoal;
using nav::PolyRef;
using platform::Vec3;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

nav::QueryResult Fill(const nav::NavView& view, const nav::FloodFillRequest& request,
                      uint32_t visited_max = 8192) {
  const platform::Profile profile;
  nav::QueryScratch scratch(profile, visited_max);
  platform::CostMeter meter;
  nav::QueryResult result;
  nav::RunFloodFill(view, request, scratch, meter, result);
  return result;
}

nav::FloodFillRequest From(Vec3 start, FloodFillGoal goal) {
  nav::FloodFillRequest request;
  request.start = start;
  request.goal = goal;
  return request;
}

// A row of 2 m squares from x 0 to 20; the one at `marked` has the given bits.
std::shared_ptr<const nav::NavView> RowWorld(int marked, uint8_t marked_flags, uint16_t marked_attributes,
                                             uint8_t flags = 0, uint16_t attributes = 0) {
  HandWorld world;
  for (int i = 0; i < 10; ++i) {
    const float x = 2 * static_cast<float>(i);
    world.Add({{x, 0, 0}, {x, 2, 0}, {x + 2, 2, 0}, {x + 2, 0, 0}}, i == marked ? marked_flags : flags,
              i == marked ? marked_attributes : attributes);
  }
  return ViewOf(world.Finish());
}

void CheckFoundAtSix(const nav::QueryResult& result) {
  CHECK(result.code == CompletionCode::kFound);
  REQUIRE(result.items.size() == 1);
  CHECK(result.items[0].poly == PolyRef(kHandTile, 3));
  CHECK(result.items[0].position == Vec3{6, 1, 0});
  CHECK(result.value == 5);
}

}  // namespace

TEST_CASE("a queue of floods gives what a map sorted by distance and polygon gives", "[NAV-241]") {
  platform::RandomStream random(3, platform::RandomPurpose::kTest, 40, 0);
  nav::FloodNodes nodes(2000);
  for (int round = 0; round < 20; ++round) {
    nodes.Begin();
    std::map<PolyRef, std::pair<float, bool>> known;  // distance, taken out
    for (int i = 0; i < 3000; ++i) {
      if (random.NextBelow(3) != 0) {
        const PolyRef poly(static_cast<nav::MeshIndex>(random.NextBelow(3)),
                           static_cast<nav::PolyIndex>(random.NextBelow(300)));
        const auto distance = static_cast<float>(random.NextBelow(50));
        nodes.Reach(poly, distance, {distance, 0, 0});
        const auto [it, added] = known.emplace(poly, std::make_pair(distance, false));
        if (!added && !it->second.second && distance < it->second.first) it->second.first = distance;
        continue;
      }
      auto best = known.end();
      for (auto it = known.begin(); it != known.end(); ++it) {
        if (!it->second.second && (best == known.end() || it->second.first < best->second.first)) best = it;
      }
      const nav::FloodNode* next = nodes.Next();
      REQUIRE((next == nullptr) == (best == known.end()));
      if (next == nullptr) continue;
      REQUIRE(next->poly == best->first);
      REQUIRE(next->distance == best->second.first);
      REQUIRE(next->point.x == next->distance);
      best->second.second = true;
    }
    CHECK_FALSE(nodes.full());
  }
}

TEST_CASE("a full flood says so and keeps what it has", "[NAV-252]") {
  nav::FloodNodes nodes(2);
  nodes.Begin();
  nodes.Reach(PolyRef(1, 1), 3, {});
  nodes.Reach(PolyRef(1, 2), 2, {});
  nodes.Reach(PolyRef(1, 1), 1, {});
  CHECK_FALSE(nodes.full());
  nodes.Reach(PolyRef(1, 3), 0, {});
  CHECK(nodes.full());
  CHECK(nodes.Next()->poly == PolyRef(1, 1));
  CHECK(nodes.Next()->poly == PolyRef(1, 2));
  CHECK(nodes.Next() == nullptr);
  nodes.Begin();
  CHECK_FALSE(nodes.full());
}

TEST_CASE("the general search asks its two callbacks and stops where they say", "[NAV-241]") {
  const auto view = RowWorld(5, nav::kPolyWater, 0);
  nav::FloodNodes nodes(100);
  platform::CostMeter meter;
  const auto search = [&](auto&& may_visit, auto&& ends_here) {
    return nav::SearchConnected(*view, PolyRef(kHandTile, 0), {1, 1, 0}, kInfinity, nav::FloodWays::kNormal,
                                nodes, meter, may_visit, ends_here);
  };
  const auto any = [](const nav::PolyView&) { return true; };
  const auto dry = [](const nav::PolyView& poly) { return (poly.flags() & nav::kPolyWater) == 0; };
  const auto never = [](const nav::FloodNode&) { return false; };
  CHECK(search(any, never).visited == 10);
  CHECK(search(dry, never).visited == 5);
  CHECK(search(dry, never).end == nav::FloodEnd::kNoMore);
  const auto ended = search(any, [](const nav::FloodNode& node) { return node.distance > 6; });
  CHECK(ended.end == nav::FloodEnd::kEnded);
  CHECK(ended.last.poly == PolyRef(kHandTile, 4));
  CHECK(ended.last.distance == 7);
  CHECK(ended.visited == 5);
  CHECK(meter.units() == 10 + 5 + 5 + 5);
}

TEST_CASE("every goal finds what a plain walk over the whole mesh finds",
          "[NAV-241][NAV-242][NAV-243][NAV-244][NAV-245][NAV-246]") {
  platform::RandomStream random(5, platform::RandomPurpose::kTest, 41, 0);
  int found = 0;
  for (uint64_t seed = 0; seed < 4; ++seed) found += JudgeFloodFill(*RaggedWorld(seed), random, 700);
  CHECK(found > 1200);
  CHECK(found < 2700);
}

TEST_CASE("goal 0 is the nearest polygon near a vehicle lane", "[NAV-242]") {
  CHECK(static_cast<int>(FloodFillGoal::kNearestVehicleLane) == 0);
  const auto view = RowWorld(3, 0, nav::kAttrNearVehicleLane);
  CheckFoundAtSix(Fill(*view, From({1, 1, 0}, FloodFillGoal::kNearestVehicleLane)));
  auto short_of = From({1, 1, 0}, FloodFillGoal::kNearestVehicleLane);
  short_of.distance_max = 4.5F;
  CHECK(Fill(*view, short_of).code == CompletionCode::kNotFound);
}

TEST_CASE("goals 1 and 2 are the nearest sheltered and unsheltered polygons", "[NAV-243]") {
  CHECK(static_cast<int>(FloodFillGoal::kNearestSheltered) == 1);
  CHECK(static_cast<int>(FloodFillGoal::kNearestUnsheltered) == 2);
  const auto shelter = RowWorld(3, nav::kPolySheltered, 0);
  CheckFoundAtSix(Fill(*shelter, From({1, 1, 0}, FloodFillGoal::kNearestSheltered)));
  CHECK(Fill(*shelter, From({1, 1, 0}, FloodFillGoal::kNearestUnsheltered)).value == 0);
  const auto hall = RowWorld(3, 0, 0, nav::kPolySheltered);
  CheckFoundAtSix(Fill(*hall, From({1, 1, 0}, FloodFillGoal::kNearestUnsheltered)));
}

TEST_CASE("goal 3 sums the connected area up to a limit: an island is told from the main land", "[NAV-244]") {
  CHECK(static_cast<int>(FloodFillGoal::kAreaUnderfoot) == 3);
  const auto view = ViewOf(IslandWorld());
  CHECK(Fill(*view, From({1, 1, 0}, FloodFillGoal::kAreaUnderfoot)).value == 100);
  CHECK(Fill(*view, From({21, 1, 0}, FloodFillGoal::kAreaUnderfoot)).value == 16);
  auto limited = From({1, 1, 0}, FloodFillGoal::kAreaUnderfoot);
  limited.area_max = 20;
  const nav::QueryResult result = Fill(*view, limited);
  CHECK(result.value == 20);
  CHECK(result.code == CompletionCode::kFound);
  CHECK(result.polys_visited == 5);
}

TEST_CASE("goal 4 looks for pavement inside a radius, not for a way to it", "[NAV-245]") {
  CHECK(static_cast<int>(FloodFillGoal::kNearbyPavement) == 4);
  // Round a corner: the pavement is 9 m away as the crow flies and farther on foot.
  HandWorld world;
  world.Grid(0, 0, 5, 5, 2);
  world.Quad(10, 8, 12, 10, 0, nav::kPolyPavement);
  const auto view = ViewOf(world.Finish());
  auto request = From({9, 1, 0}, FloodFillGoal::kNearbyPavement);
  request.distance_max = 7.2F;
  CHECK(Fill(*view, request).code == CompletionCode::kFound);
  request.distance_max = 6.9F;
  CHECK(Fill(*view, request).code == CompletionCode::kNotFound);
}

TEST_CASE("goals 5 and 6 get a walker out of water and off an island, over climbs and ladders too",
          "[NAV-246]") {
  CHECK(static_cast<int>(FloodFillGoal::kNearestOutOfWater) == 5);
  CHECK(static_cast<int>(FloodFillGoal::kNearestNotIsolated) == 6);
  CHECK(nav::kFloodFillGoals == 7);
  CheckFoundAtSix(
      Fill(*RowWorld(3, 0, 0, nav::kPolyWater), From({1, 1, 0}, FloodFillGoal::kNearestOutOfWater)));
  CheckFoundAtSix(
      Fill(*RowWorld(3, 0, 0, 0, nav::kAttrIsolated), From({1, 1, 0}, FloodFillGoal::kNearestNotIsolated)));
  // A pool whose rim is climbed, and a roof that only a ladder leaves.
  HandWorld world;
  const PolyRef pool = world.Quad(0, 0, 10, 10, 0, nav::kPolyWater);
  const PolyRef rim = world.Quad(10, 0, 20, 10, 1);
  world.Cross(pool, world.EdgeBetween(pool, {10, 10}, {10, 0}), rim, nav::AdjacencyType::kClimbLow);
  const PolyRef roof = world.Add({{0, 30, 6}, {0, 40, 6}, {10, 40, 6}, {10, 30, 6}}, 0, nav::kAttrIsolated);
  const PolyRef ground = world.Quad(12, 30, 22, 40);
  world.Link(roof, ground, {9, 35, 6}, {13, 35, 0}, nav::LinkKind::kLadderDown);
  const auto view = ViewOf(world.Finish());
  const nav::QueryResult out = Fill(*view, From({5, 5, 0}, FloodFillGoal::kNearestOutOfWater));
  CHECK(out.code == CompletionCode::kFound);
  CHECK(out.items[0].poly == rim);
  CHECK(out.items[0].position == Vec3{10, 5, 1});
  CHECK(out.value == 6);
  const nav::QueryResult down = Fill(*view, From({5, 35, 6}, FloodFillGoal::kNearestNotIsolated));
  CHECK(down.code == CompletionCode::kFound);
  CHECK(down.items[0].poly == ground);
  // The other goals walk.
  CHECK(Fill(*view, From({5, 35, 6}, FloodFillGoal::kAreaUnderfoot)).value == 100);
  CHECK(Fill(*view, From({5, 5, 0}, FloodFillGoal::kNearestVehicleLane)).polys_visited == 1);
}

TEST_CASE("a flood fill that cannot go on says why") {
  const auto view = ViewOf(GridWorld(10));
  const auto lane = FloodFillGoal::kNearestVehicleLane;
  CHECK(Fill(*view, From({1, 1, 0}, lane)).code == CompletionCode::kNotFound);
  CHECK(Fill(*view, From({1, 1, 0}, lane), 50).code == CompletionCode::kRanOutOfVisitedPolysSpace);
  const nav::QueryResult some = Fill(*view, From({1, 1, 0}, FloodFillGoal::kAreaUnderfoot), 50);
  CHECK(some.code == CompletionCode::kRanOutOfVisitedPolysSpace);
  CHECK(some.value == 200);
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), kInfinity, 1e30F, -1e30F, 500.0F}) {
    const nav::QueryResult off = Fill(*view, From({bad, 1, 0}, lane));
    CHECK(off.code == CompletionCode::kNoSurfaceAtCoordinates);
    CHECK(off.items.empty());
    CHECK_FALSE(off.start_poly.valid());
  }
  auto wider = From({-4, 1, 0}, lane);
  CHECK(Fill(*view, wider).code == CompletionCode::kNoSurfaceAtCoordinates);
  wider.adjust_distance_max = 5;
  CHECK(Fill(*view, wider).start_moved == 4);
}

TEST_CASE("a query that is told to stop is cancelled") {
  const auto view = ViewOf(GridWorld(40));
  const platform::Profile profile;
  nav::QueryScratch scratch(profile);
  nav::QueryResult result;
  platform::CostMeter meter(nullptr, 100);
  nav::RunFloodFill(*view, From({1, 1, 0}, FloodFillGoal::kNearestVehicleLane), scratch, meter, result);
  CHECK(result.code == CompletionCode::kCancelled);
  CHECK(meter.units() <= 100 + platform::CostMeter::kPublishUnits + 1);
}

TEST_CASE("disabled polygons and adjacencies end a flood") {
  const auto view = RowWorld(9, nav::kPolySheltered, 0);
  const auto find = [](const nav::NavView& in) {
    return Fill(in, From({1, 1, 0}, FloodFillGoal::kNearestSheltered)).code;
  };
  CHECK(find(*view) == CompletionCode::kFound);
  const auto with = [&](auto&& change) {
    auto overlay = std::make_shared<nav::TileOverlay>(10, 40);
    change(*overlay);
    nav::NavViewBuilder builder(*view);
    builder.SetOverlay(kHandTile, overlay);
    return builder.Build();
  };
  CHECK(find(*with([](nav::TileOverlay& it) { it.SetPolyDisabled(4, true); })) == CompletionCode::kNotFound);
  // The edge at x = 10 of polygon 4.
  const auto edge = [&] {
    const nav::PolyView poly = view->Poly(PolyRef(kHandTile, 4));
    for (int n = 0; n < 4; ++n) {
      if (poly.Neighbour(n) == PolyRef(kHandTile, 5)) return poly.EdgeNumber(n);
    }
    return 0U;
  }();
  CHECK(find(*with([=](nav::TileOverlay& it) { it.SetEdgeDisabled(edge, true); })) ==
        CompletionCode::kNotFound);
}

TEST_CASE("what lies below is told on closed ground, and audio walks from there over open ground alone",
          "[NAV-041][NAV-240][NAV-267]") {
  const auto view = RowWorld(5, 0, 0);
  auto overlay = std::make_shared<nav::TileOverlay>(10, 40);
  overlay->SetPolyDisabled(1, true);
  overlay->SetPolyDisabled(3, true);
  nav::NavViewBuilder builder(*view);
  builder.SetOverlay(kHandTile, overlay);
  const auto closed = builder.Build();
  const PolyRef below(kHandTile, 1);
  const Vec3 at = closed->Poly(below).Centroid();
  CHECK(nav::PointBelow(*closed, at).poly == below);
  CHECK(NearestPoly(*closed, at, {}).poly != below);
  const platform::Profile profile;
  nav::QueryScratch scratch(profile);
  platform::CostMeter meter;
  nav::QueryResult result;
  nav::RunAudioProperties(*closed, {at, 0}, scratch, meter, result);
  REQUIRE(result.code == CompletionCode::kFound);
  REQUIRE(result.items.size() == 3);
  CHECK(result.items[0].poly == below);
  for (const nav::QueryItem& item : result.items) CHECK(item.poly.poly() <= 2);  // 3 is closed, 4 behind it
}

TEST_CASE("audio properties are those of the polygon below and of the polygons around it", "[NAV-240]") {
  const platform::Profile profile;
  CHECK(profile.audio_polys_max == 24);
  CHECK(nav::kQueryItemsMax == 24);
  platform::RandomStream random(5, platform::RandomPurpose::kTest, 42, 0);
  int found = 0;
  for (uint64_t seed = 0; seed < 4; ++seed) found += JudgeAudio(*RaggedWorld(seed), random, 500);
  CHECK(found > 800);
  CHECK(found < 1950);

  HandWorld world;
  world.Grid(0, 0, 10, 10, 2);
  world.Poly(PolyRef(kHandTile, 0)).audio = 9;
  world.Poly(PolyRef(kHandTile, 1)).audio = 15;
  const auto view = ViewOf(world.Finish());
  nav::QueryScratch scratch(profile);
  platform::CostMeter meter;
  nav::QueryResult result;
  nav::RunAudioProperties(*view, {{0.5F, 1, 40}, 0}, scratch, meter, result);
  CHECK(result.items.size() == 24);
  CHECK(result.value == 24 * 4);
  CHECK((result.items[0].bits & 0xF) == 9);
  CHECK(result.items[0].value == 4);
  CHECK(result.items[0].position.x == Approx(1).margin(0.01));
  CHECK(result.start_moved == 40);
  nav::RunAudioProperties(*view, {{0.5F, 1, 0}, 1.6F}, scratch, meter, result);
  REQUIRE(result.items.size() == 3);
  CHECK((result.items[2].bits & 0xF) == 15);
  nav::RunAudioProperties(*view, {{0.5F, 1, -1}, 0}, scratch, meter, result);
  CHECK(result.code == CompletionCode::kNoSurfaceAtCoordinates);
}

}  // namespace footfall::tests
