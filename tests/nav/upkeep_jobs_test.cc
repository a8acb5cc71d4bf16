#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>
#include <thread>

#include "nav/query/flood.h"
#include "nav/query/water_edges.h"
#include "tests/nav/upkeep_fixture.h"

namespace footfall::tests {
namespace {

using nav::Area;
using platform::Vec3;

// `count` cover points in each of `tiles` tiles of a strip.
nav::WorldDraft CoverStrip(int tiles, int count) {
  HandWorld world;
  for (int i = 0; i < tiles; ++i) {
    const float x = static_cast<float>(i) * nav::kTileSize;
    world.Quad(x + 15, 15, x + 135, 135);
    for (int k = 0; k < count; ++k) {
      world.Cover({x + 16 + static_cast<float>(k % 50) * 2, 16 + static_cast<float>(k / 50), 0},
                  static_cast<nav::CoverType>(k % nav::kCoverPointTypes), static_cast<uint8_t>(k));
    }
  }
  return world.Finish();
}

// A square of `columns` x `rows` polygons of 10 m with a ped density.
nav::WorldDraft DenseWorld(int columns, int rows, uint8_t density, uint16_t attributes = 0) {
  HandWorld world;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      const auto low_x = static_cast<float>(10 * x);
      const auto low_y = static_cast<float>(10 * y);
      const nav::PolyRef ref = world.Quad(low_x, low_y, low_x + 10, low_y + 10);
      world.Poly(ref).ped_density = density;
      world.Poly(ref).attributes = attributes;
    }
  }
  return world.Finish();
}

std::vector<nav::CoverPoint> AllCover(const nav::NavView& view) {
  std::vector<nav::CoverPoint> all;
  for (const nav::MeshIndex index : view.resident()) {
    const nav::TileView& tile = *view.slot(index).tile;
    for (const nav::CoverRecord& record : tile.cover) {
      all.push_back(
          {tile.Decode(record.position), index, static_cast<nav::CoverType>(record.type), record.direction});
    }
  }
  return all;
}

TEST_CASE("the figures of the background jobs are the documented ones",
          "[NAV-119][NAV-259][NAV-261][NAV-262][NAV-263][NAV-266][NAV-291]") {
  const platform::Profile profile = StreamingProfile();
  CHECK(profile.cover_points_max == 128);
  CHECK(profile.cover_tiles_max == 128);
  CHECK(profile.water_edges_max == 16);
  CHECK(profile.ped_gen_coords_max == 128);
  CHECK(profile.opponent_spawn_coords_max == 256);
  CHECK(nav::kCoverExtractMs == 600);
  CHECK(nav::kWaterEdgeExtractMs == 4000);
  CHECK(nav::kAmbientSpawnsPerSquareMetre == 0.01);
  CHECK(profile.ped_gen_interval_ms == 500);
  for (const char* fast : {"pc", "durango", "orbis"}) {
    CHECK(platform::LoadProfile(fast, {})->ped_gen_interval_ms == 30);
  }
  CHECK(platform::LoadProfile("xenon", {})->ped_gen_interval_ms == 500);
}

// ---- Cover

TEST_CASE("six kinds of cover point with the values 0 to 5", "[NAV-040]") {
  CHECK(nav::kCoverPointTypes == 6);
  CHECK(static_cast<int>(nav::CoverType::kLowWall) == 0);
  CHECK(static_cast<int>(nav::CoverType::kLowWallOpenLeft) == 1);
  CHECK(static_cast<int>(nav::CoverType::kLowWallOpenRight) == 2);
  CHECK(static_cast<int>(nav::CoverType::kWallOpenLeft) == 3);
  CHECK(static_cast<int>(nav::CoverType::kWallOpenRight) == 4);
  CHECK(static_cast<int>(nav::CoverType::kWallOpenBoth) == 5);
}

TEST_CASE("cover comes every 600 ms into a buffer of 128, of which some are taken each tick",
          "[NAV-259][NAV-119]") {
  UpkeepWorld world(CoverStrip(1, 300));
  const nav::CoverExtraction& cover = world.upkeep.state().jobs.cover;
  world.Sync(0);
  CHECK(cover.buffer().size() == 128 - 16);  // an eighth was taken at once
  CHECK(cover.counts().full == 1);
  CHECK(cover.counts().high_water == 128);
  // The tail goes first.
  const nav::CoverPoint next = cover.buffer().front();
  CHECK(next.position == AllCover(world.view())[16].position);
  for (int ms = 33; ms < 600; ms += 33) {
    world.Sync(ms);
    CHECK(cover.counts().full == 1);
  }
  CHECK(cover.buffer().empty());
  CHECK(cover.complete()->empty());
  world.Sync(600);
  CHECK(cover.buffer().size() == 128 - 16);
  for (int ms = 633; ms < 1900; ms += 33) world.Sync(ms);
  CHECK(cover.rounds() == 1);
  const bool is_all = *cover.complete() == AllCover(world.view());
  CHECK(is_all);
  CHECK(cover.complete()->size() == 300);
  // Nothing changed: no other round.
  world.Run(200);
  CHECK(cover.rounds() == 1);
}

TEST_CASE("at most 128 tiles are considered, the nearest first, and the others are counted", "[NAV-261]") {
  UpkeepWorld world(CoverStrip(30, 1), {"cover_tiles_max=4"});
  world.cover_areas = {Area::Sphere({12 * 150 + 75, 75, 0}, 3000)};
  world.Run(80);
  const nav::CoverExtraction& cover = world.upkeep.state().jobs.cover;
  CHECK(cover.tiles() ==
        std::vector<nav::MeshIndex>{kHandTile + 12, kHandTile + 11, kHandTile + 13, kHandTile + 10});
  CHECK(cover.tiles_refused() == 26);
  CHECK(cover.complete()->size() == 4);
}

TEST_CASE("areas are taken over only while the buffer is not in use", "[NAV-059][NAV-057]") {
  UpkeepWorld world(CoverStrip(3, 200));
  world.cover_areas = {Area::Sphere({75, 75, 0}, 10)};
  world.Sync(0);
  const nav::CoverExtraction& cover = world.upkeep.state().jobs.cover;
  REQUIRE(cover.buffer().size() == 112);
  world.cover_areas = {Area::Sphere({375, 75, 0}, 10)};
  int ms = 0;
  while (!cover.buffer().empty()) {
    CHECK(cover.areas()[0].a.x == 75);
    world.Sync(ms += 33);
  }
  world.Sync(ms += 33);
  CHECK(cover.areas()[0].a.x == 375);
  // The round goes on with its tiles; the next one is of the new area.
  CHECK(cover.tiles() == std::vector<nav::MeshIndex>{kHandTile});
  while (cover.rounds() < 2 && ms < 6000) world.Sync(ms += 33);
  CHECK(cover.tiles() == std::vector<nav::MeshIndex>{kHandTile + 2});
  CHECK(cover.complete()->front().tile == kHandTile + 2);
}

TEST_CASE("extraction begins anew when tiles came or went", "[NAV-261][NAV-070]") {
  UpkeepWorld world(PackOf(CoverStrip(20, 200)), {"streaming_enabled=true"});
  world.cover_areas = {Area::Sphere({75, 75, 0}, 3000)};
  const nav::CoverExtraction& cover = world.upkeep.state().jobs.cover;
  world.Sync(0);
  CHECK(cover.tiles() == std::vector<nav::MeshIndex>{kHandTile, kHandTile + 1});
  REQUIRE_FALSE(cover.buffer().empty());
  world.streamer.SetFocus({10 * 150 + 75, 75, 0}, {}, 0);
  world.Sync(33);  // the old tiles go
  CHECK(cover.restarts() == 1);
  CHECK(cover.buffer().empty());
  world.Run(250);
  CHECK(cover.complete()->size() == 600);
  const bool is_all = *cover.complete() == AllCover(world.view());
  CHECK(is_all);
}

TEST_CASE("lists that readers hold never change under them", "[NAV-260]") {
  UpkeepWorld world(CoverStrip(2, 200));
  world.Run(150);
  std::shared_ptr<const nav::CoverPoints> held = world.upkeep.state().jobs.cover.complete();
  REQUIRE(held->size() == 400);
  std::atomic<bool> stop = false;
  std::atomic<int> bad = 0;
  std::atomic<int> passes = 0;
  std::thread reader([&, held] {
    while (!stop) {
      const auto is_far = [](const nav::CoverPoint& point) { return !(point.position.x >= 16); };
      if (held->size() != 400 || std::any_of(held->begin(), held->end(), is_far)) ++bad;
      ++passes;
    }
  });
  for (int i = 0; i < 20 || passes == 0; ++i) {
    world.cover_areas = {Area::Sphere({static_cast<float>(i % 2) * 150 + 75, 75, 0}, 10)};
    world.Run(40);
  }
  stop = true;
  reader.join();
  CHECK(bad == 0);
  CHECK(world.upkeep.state().jobs.cover.complete()->size() == 200);
}

// ---- Water

// Water of 200 edges to land: a row of ponds of 2 m in a meadow.
nav::WorldDraft PondWorld() {
  HandWorld world;
  for (int y = 0; y < 21; ++y) {
    for (int x = 0; x < 21; ++x) {
      const bool is_pond = x % 4 == 1 && y % 4 == 1;
      const auto low_x = static_cast<float>(2 * x);
      const auto low_y = static_cast<float>(2 * y);
      world.Quad(low_x, low_y, low_x + 2, low_y + 2, 0,
                 static_cast<uint8_t>(is_pond ? nav::kPolyWater : nav::PolyFlag{}));
    }
  }
  return world.Finish();
}

TEST_CASE("water edges are found every 4000 ms, the 16 nearest to the origin, the others counted",
          "[NAV-262][NAV-119]") {
  UpkeepWorld world(PondWorld());
  world.streamer.SetFocus({20, 20, 0}, {}, 0);
  const nav::WaterExtraction& water = world.upkeep.state().jobs.water;
  int64_t ms = 0;
  while (water.rounds() == 0 && ms < 3000) world.Sync(ms += 33);
  REQUIRE(water.edges().size() == 16);
  CHECK(water.counts().full > 0);
  CHECK(water.counts().high_water == 16);
  // The same as the query plane's, which asks all polygons.
  platform::Profile profile = world.profile;
  nav::QueryScratch scratch(profile);
  platform::CostMeter meter;
  nav::QueryResult asked;
  nav::RunWaterEdges(world.view(), {{20, 20, 0}, 100}, scratch, meter, asked);
  REQUIRE(asked.items.size() == 16);
  for (size_t i = 0; i < 16; ++i) {
    CHECK(asked.items[i].position == water.edges()[i].position);
    CHECK(asked.items[i].poly == water.edges()[i].poly);
    CHECK(asked.items[i].bits == water.edges()[i].edge);
  }
  const int64_t first_ms = ms;
  while (water.rounds() == 1 && ms < 9000) world.Sync(ms += 33);
  CHECK(ms - first_ms >= 3500);
  CHECK(ms - first_ms <= 4700);  // and the time slice of 600 ms that it waits for
}

// ---- Ambient candidates

TEST_CASE("candidates are complete before they are taken, and taking them allows the next search",
          "[NAV-263][NAV-291]") {
  UpkeepWorld world(DenseWorld(14, 14, 7));
  world.upkeep.SetAmbientDemand({{{70, 70, 0}}, 0, 200, 1});
  std::vector<nav::SpawnCoord> coords;
  CHECK_FALSE(world.upkeep.TakeAmbientCoords(&coords));
  world.Sync(0);
  const nav::AmbientSpawnSearch& ambient = world.upkeep.state().jobs.ambient;
  REQUIRE(ambient.is_complete());  // 196 polygons are one slice
  world.Run(100);
  CHECK(ambient.searches() == 1);
  REQUIRE(world.upkeep.TakeAmbientCoords(&coords));
  CHECK_FALSE(world.upkeep.TakeAmbientCoords(&coords));
  CHECK(coords.size() == 128);
  const int64_t begin = world.now_ns;
  while (!ambient.is_complete()) world.Run(1);
  CHECK(world.now_ns - begin <= 500 * kMs + 33 * kMs);
  std::vector<nav::SpawnCoord> next;
  REQUIRE(world.upkeep.TakeAmbientCoords(&next));
  CHECK(next != coords);  // another search draws anew (NAV-007)
}

TEST_CASE("candidates have the wanted density, in every part and with any slices", "[NAV-263]") {
  // 19,600 m2 of density 3: 84 expected.
  UpkeepWorld world(DenseWorld(14, 14, 3));
  world.upkeep.SetAmbientDemand({{{70, 70, 0}}, 0, 200, 1});
  const double expected = 19600.0 * 3 / 7 * 0.01;
  world.Sync(0);
  std::vector<nav::SpawnCoord> coords;
  REQUIRE(world.upkeep.TakeAmbientCoords(&coords));
  CHECK(static_cast<double>(coords.size()) == Approx(expected).margin(1));
  // Stratified: each run of 14 polygons has its share, 6 of 84, with an error below one.
  for (int row = 0; row < 14; ++row) {
    const auto in_row = std::count_if(coords.begin(), coords.end(), [&](const nav::SpawnCoord& coord) {
      return coord.poly.poly() / 14 == row;
    });
    CHECK(static_cast<double>(in_row) == Approx(expected / 14).margin(1));
  }
  for (const nav::SpawnCoord& coord : coords)
    CHECK(world.view().Poly(coord.poly).ContainsXy(Xy(coord.position)));

  // Slices of one unit give the same.
  UpkeepWorld slow(DenseWorld(14, 14, 3));
  slow.upkeep.SetAmbientDemand({{{70, 70, 0}}, 0, 200, 1});
  const int64_t one_unit = slow.profile.UnitNs(30);
  for (int i = 0; i < 5000 && !slow.upkeep.state().jobs.ambient.is_complete(); ++i) {
    slow.Sync(i * 500, one_unit);
  }
  std::vector<nav::SpawnCoord> sliced;
  REQUIRE(slow.upkeep.TakeAmbientCoords(&sliced));
  CHECK(sliced == coords);
  // Another seed of the world gives others.
  UpkeepWorld other(PackOf(DenseWorld(14, 14, 3)), {}, 2);
  other.upkeep.SetAmbientDemand({{{70, 70, 0}}, 0, 200, 1});
  other.Sync(0);
  std::vector<nav::SpawnCoord> others;
  REQUIRE(other.upkeep.TakeAmbientCoords(&others));
  CHECK(others != coords);
}

TEST_CASE("the means of many searches are what density and area say", "[NAV-263]") {
  // Half of density 7, half of density 1, areas equal.
  HandWorld hand;
  for (int i = 0; i < 100; ++i) {
    const float x = static_cast<float>(i % 10) * 10;
    const float y = static_cast<float>(i / 10) * 10;
    const nav::PolyRef ref = hand.Quad(x, y, x + 10, y + 10);
    hand.Poly(ref).ped_density = i < 50 ? 7 : 1;
  }
  UpkeepWorld world(hand.Finish());
  world.upkeep.SetAmbientDemand({{{50, 50, 0}}, 0, 200, 1});
  double dense = 0;
  double thin = 0;
  double mean_x = 0;
  constexpr int kSearches = 200;
  for (int i = 0; i < kSearches; ++i) {
    std::vector<nav::SpawnCoord> coords;
    while (!world.upkeep.TakeAmbientCoords(&coords)) world.Run(1);
    for (const nav::SpawnCoord& coord : coords) {
      (coord.poly.poly() < 50 ? dense : thin) += 1;
      mean_x += static_cast<double>(coord.position.x);
    }
  }
  CHECK(dense / kSearches == Approx(50).margin(0.2));
  CHECK(thin / kSearches == Approx(50.0 / 7).margin(0.2));
  CHECK(mean_x / (dense + thin) == Approx(50).margin(2));
}

TEST_CASE("no candidate lies where ambient peds may not be", "[NAV-264]") {
  HandWorld hand;
  for (int i = 0; i < 196; ++i) {
    const float x = static_cast<float>(i % 14) * 10;
    const float y = static_cast<float>(i / 14) * 10;
    const nav::PolyRef ref = hand.Quad(x, y, x + 10, y + 10);
    hand.Poly(ref).ped_density = i % 14 == 3 ? 0 : 7;
  }
  UpkeepWorld world(hand.Finish());
  world.upkeep.SetAmbientDemand({{{70, 70, 0}}, 0, 200, 0.5F});
  REQUIRE(world.upkeep.SetSwitch(
      world.view(), {1, 1, nav::SwitchKind::kPedPaths, false, Area::Box({1, 1, -1}, {139, 19, 1})}));
  REQUIRE(world.upkeep.SetSwitch(
      world.view(), {1, 2, nav::SwitchKind::kNavMesh, false, Area::Box({1, 31, -1}, {139, 39, 1})}));
  REQUIRE(world.upkeep.BlockSpawns({1, 1, Area::Sphere({70, 100, 0}, 25), 0}));
  size_t found = 0;
  for (int search = 0; search < 30; ++search) {
    std::vector<nav::SpawnCoord> coords;
    while (!world.upkeep.TakeAmbientCoords(&coords)) world.Run(1);
    found += coords.size();
    for (const nav::SpawnCoord& coord : coords) {
      const int row = coord.poly.poly() / 14;
      const bool is_allowed = row != 0 && row != 1 && row != 3 && coord.poly.poly() % 14 != 3 &&
                              !Contains(Area::Sphere({70, 100, 0}, 25), coord.position);
      REQUIRE(is_allowed);
    }
  }
  CHECK(found > 1000);
}

TEST_CASE("a switch or block that comes while a search runs counts for all of its result", "[NAV-264]") {
  UpkeepWorld world(DenseWorld(14, 14, 7), {"ped_gen_coords_max=128"});
  world.upkeep.SetAmbientDemand({{{70, 70, 0}}, 0, 200, 0.5F});
  world.cover_areas.clear();  // all is left to the search
  const int64_t units = 100 * world.profile.UnitNs(30);
  world.Sync(0, units);
  REQUIRE(world.upkeep.state().jobs.ambient.has_work());
  REQUIRE(world.upkeep.state().jobs.spawn_clock.units == 100);  // seven rows
  REQUIRE(world.upkeep.SetSwitch(
      world.view(), {1, 1, nav::SwitchKind::kPedPaths, false, Area::Box({1, 1, -1}, {139, 19, 1})}));
  REQUIRE(world.upkeep.BlockSpawns({1, 1, Area::Box({-1, 30, -1}, {200, 50, 1}), 0}));
  std::vector<nav::SpawnCoord> coords;
  while (!world.upkeep.TakeAmbientCoords(&coords)) world.Run(1, units);
  CHECK(coords.size() > 40);
  for (const nav::SpawnCoord& coord : coords) {
    CHECK(coord.position.y >= 20);
    const bool is_blocked = coord.position.y >= 30 && coord.position.y <= 50;
    CHECK_FALSE(is_blocked);
  }
}

TEST_CASE("candidates lie between the least and greatest distance of the nearest observer", "[NAV-263]") {
  UpkeepWorld world(DenseWorld(14, 14, 7));
  const std::vector<Vec3> observers = {{20, 20, 0}, {120, 120, 50}};
  world.upkeep.SetAmbientDemand({observers, 10, 45, 1});
  size_t found = 0;
  for (int search = 0; search < 20; ++search) {
    std::vector<nav::SpawnCoord> coords;
    while (!world.upkeep.TakeAmbientCoords(&coords)) world.Run(1);
    found += coords.size();
    for (const nav::SpawnCoord& coord : coords) {
      const float nearest = std::min(Distance(Xy(coord.position), Xy(observers[0])),
                                     Distance(Xy(coord.position), Xy(observers[1])));
      REQUIRE(nearest >= 10);
      REQUIRE(nearest <= 45);
    }
  }
  CHECK(found > 500);
  world.upkeep.SetAmbientDemand({{}, 10, 45, 1});
  std::vector<nav::SpawnCoord> coords;
  while (!world.upkeep.TakeAmbientCoords(&coords)) world.Run(1);  // began with the demand before, or not
  while (!world.upkeep.TakeAmbientCoords(&coords)) world.Run(1);
  CHECK(coords.empty());
}

TEST_CASE("more candidates than there is room for are counted, and each has the same chance", "[NAV-263]") {
  UpkeepWorld world(DenseWorld(14, 14, 7), {"ped_gen_coords_max=16"});
  world.upkeep.SetAmbientDemand({{{70, 70, 0}}, 0, 200, 1});
  int high = 0;
  int all = 0;
  for (int search = 0; search < 100; ++search) {
    std::vector<nav::SpawnCoord> coords;
    while (!world.upkeep.TakeAmbientCoords(&coords)) world.Run(1);
    REQUIRE(coords.size() == 16);
    for (const nav::SpawnCoord& coord : coords) high += coord.position.y > 70 ? 1 : 0;
    all += 16;
  }
  CHECK(world.upkeep.state().jobs.ambient.counts().full >= 100 * (195 - 16));
  CHECK(world.upkeep.state().jobs.ambient.counts().high_water == 16);
  CHECK(high > all * 45 / 100);
  CHECK(high < all * 55 / 100);
}

// ---- Opponents

TEST_CASE("an opponent search finds marked polygons in its area, or all when asked", "[NAV-266]") {
  HandWorld hand;
  for (int i = 0; i < 196; ++i) {
    const float x = static_cast<float>(i % 14) * 10;
    const float y = static_cast<float>(i / 14) * 10;
    const nav::PolyRef ref = hand.Quad(x, y, x + 10, y + 10);
    hand.Poly(ref).attributes =
        static_cast<uint16_t>(i % 2 == 0 ? nav::kAttrNetworkSpawnCandidate : nav::PolyAttribute{});
  }
  UpkeepWorld world(hand.Finish());
  const nav::OpponentSpawnSearch& search = world.upkeep.state().jobs.opponent;
  for (const Area& area :
       {Area::Cylinder({70, 70, -1}, 15, 2), Area::Angled({30, 30, 1}, {90, 110, -1}, 12)}) {
    for (const bool all : {false, true}) {
      REQUIRE(world.upkeep.StartSpawnSearch({3, area, all}, world.now_ns));
      CHECK(search.state() == nav::SpawnSearchState::kRunning);
      while (search.has_work()) world.Run(1);
      REQUIRE(search.state() == nav::SpawnSearchState::kComplete);
      const double square_metres = area.shape == nav::AreaShape::kCylinder ? 706.9 : 1200;
      CHECK(static_cast<double>(search.good()) ==
            Approx(square_metres * 0.25 * (all ? 1 : 0.5)).epsilon(0.2));
      bool has_unmarked = false;
      for (const nav::SpawnCoord& coord : search.coords()) {
        CHECK(Contains(area, coord.position));
        has_unmarked = has_unmarked || coord.poly.poly() % 2 != 0;
      }
      CHECK(has_unmarked == all);
    }
  }
  // A disabled polygon is none; one that is switched off for ambient peds is.
  REQUIRE(world.upkeep.SetSwitch(
      world.view(), {1, 1, nav::SwitchKind::kNavMesh, false, Area::Box({0, 0, -1}, {69, 140, 1})}));
  REQUIRE(world.upkeep.SetSwitch(
      world.view(), {1, 2, nav::SwitchKind::kPedPaths, false, Area::Box({71, 0, -1}, {140, 140, 1})}));
  world.Run(1);
  REQUIRE(world.upkeep.StartSpawnSearch({3, Area::Cylinder({70, 70, -1}, 15, 2), true}, world.now_ns));
  while (search.has_work()) world.Run(1);
  CHECK(search.coords().size() > 20);
  for (const nav::SpawnCoord& coord : search.coords()) CHECK(coord.position.x >= 70);
}

TEST_CASE("one opponent search at a time, which its owner can cancel", "[NAV-266]") {
  UpkeepWorld world(DenseWorld(3, 3, 0));
  const nav::OpponentSpawnSearch& search = world.upkeep.state().jobs.opponent;
  const Area area = Area::Cylinder({15, 15, -1}, 10, 2);
  REQUIRE(world.upkeep.StartSpawnSearch({3, area, true}, 0));
  CHECK_FALSE(world.upkeep.StartSpawnSearch({4, area, true}, 0));
  CHECK_FALSE(world.upkeep.StartSpawnSearch({3, area, true}, 0));
  CHECK(search.refused() == 2);
  CHECK_FALSE(world.upkeep.CancelSpawnSearch(4));
  CHECK(world.upkeep.CancelSpawnSearch(3));
  CHECK(search.state() == nav::SpawnSearchState::kIdle);
  REQUIRE(world.upkeep.StartSpawnSearch({4, area, true}, 0));
  CHECK(search.number() == 2);
  while (search.has_work()) world.Run(1);
  // A result is kept for its owner a while, who may also search again at once.
  CHECK_FALSE(world.upkeep.StartSpawnSearch({3, area, true}, world.now_ns + 29'000 * kMs));
  CHECK(search.coords().size() > 10);
  CHECK(world.upkeep.StartSpawnSearch({4, area, true}, world.now_ns));
  while (search.has_work()) world.Run(1);
  CHECK(world.upkeep.StartSpawnSearch({3, area, true}, world.now_ns + 30'001 * kMs));
}

TEST_CASE("an opponent search keeps 256 coordinates at most and tells how many there were", "[NAV-266]") {
  UpkeepWorld world(DenseWorld(14, 14, 0));
  REQUIRE(world.upkeep.StartSpawnSearch({3, Area::Cylinder({70, 70, -1}, 60, 2), true}, 0));
  while (world.upkeep.state().jobs.opponent.has_work()) world.Run(1);
  const nav::OpponentSpawnSearch& search = world.upkeep.state().jobs.opponent;
  CHECK(search.coords().size() == 256);
  CHECK(search.good() > 2500);
  CHECK(search.counts().full == search.good() - 256);
}

TEST_CASE("both spawn searches begin again when tiles come or go", "[NAV-070]") {
  HandWorld hand;
  for (int i = 0; i < 20; ++i) {
    const float x = static_cast<float>(i) * nav::kTileSize;
    for (int k = 0; k < 100; ++k) {
      const float low_x = x + 25 + static_cast<float>(k % 10) * 10;
      const float low_y = 25 + static_cast<float>(k / 10) * 10;
      const nav::PolyRef ref = hand.Quad(low_x, low_y, low_x + 10, low_y + 10);
      hand.Poly(ref).ped_density = 7;
    }
  }
  UpkeepWorld world(PackOf(hand.Finish()), {"streaming_enabled=true"});
  world.upkeep.SetAmbientDemand({{{75, 75, 0}}, 0, 300, 1});
  const int64_t units = 30 * world.profile.UnitNs(30);
  REQUIRE(world.upkeep.StartSpawnSearch({3, Area::Cylinder({75, 75, -1}, 50, 2), true}, 0));
  for (int i = 0; i < 4; ++i) world.Sync(i * 500, units);
  const nav::UpkeepJobs& jobs = world.upkeep.state().jobs;
  REQUIRE(jobs.ambient.has_work());
  REQUIRE(jobs.opponent.has_work());
  REQUIRE_FALSE(jobs.opponent.coords().empty());
  world.streamer.SetFocus({225, 75, 0}, {}, 1600 * kMs);
  int64_t ms = 1600;
  while (jobs.mesh_changes < 2 && ms < 4000) world.Sync(ms += 33, 0);
  CHECK(jobs.ambient.restarts() >= 1);
  CHECK(jobs.opponent.restarts() >= 1);
  CHECK(jobs.opponent.state() == nav::SpawnSearchState::kRunning);
  while (jobs.opponent.has_work() || !jobs.ambient.is_complete()) world.Sync(ms += 33);
  // Of all tiles that are there now, each once.
  std::vector<nav::SpawnCoord> coords;
  REQUIRE(world.upkeep.TakeAmbientCoords(&coords));
  std::set<nav::MeshIndex> tiles;
  for (const nav::SpawnCoord& coord : coords) tiles.insert(coord.poly.mesh());
  CHECK(tiles.size() == 3);
}

// ---- Scheduling

TEST_CASE("the two searches take turns, an idle one gives its turn away, a hurried population goes first",
          "[NAV-120]") {
  UpkeepWorld world(DenseWorld(14, 14, 7));
  world.cover_areas.clear();  // all is left to the searches
  world.upkeep.SetAmbientDemand({{{70, 70, 0}}, 0, 200, 1});
  const nav::UpkeepJobs& jobs = world.upkeep.state().jobs;
  const int64_t ten = 10 * world.profile.UnitNs(30);
  int64_t ms = 0;
  const auto slices = [&] { return std::make_pair(jobs.ambient_slices, jobs.opponent_slices); };
  for (int i = 0; i < 4; ++i) world.Sync(ms += 500, ten);
  CHECK(slices() == std::pair<uint64_t, uint64_t>(4, 0));  // the opponent search is idle
  REQUIRE(world.upkeep.StartSpawnSearch({3, Area::Cylinder({70, 70, -1}, 60, 2), true}, 0));
  for (int i = 0; i < 6; ++i) world.Sync(ms += 500, ten);
  CHECK(slices() == std::pair<uint64_t, uint64_t>(7, 3));
  world.upkeep.SetFillsInstantly(true);
  for (int i = 0; i < 6; ++i) world.Sync(ms += 500, ten);
  CHECK(slices() == std::pair<uint64_t, uint64_t>(13, 3));
  world.upkeep.SetFillsInstantly(false);
  while (!jobs.ambient.is_complete()) world.Sync(ms += 500, ten);
  const auto before = slices();  // complete and not taken: idle
  for (int i = 0; i < 3; ++i) world.Sync(ms += 500, ten);
  CHECK(jobs.ambient_slices == before.first);
  CHECK(jobs.opponent_slices == before.second + 3);
}

TEST_CASE("a slice comes once an interval, and one that got nothing for a whole one is counted",
          "[NAV-291][R16]") {
  nav::JobClock clock;
  uint64_t given = 0;
  uint64_t left = 0;
  const auto run = [&](int64_t now, uint64_t has) {
    left = has;
    clock.Run(now, 500, true, 100, left, [&](uint64_t units) {
      given = units;
      return units - 1;
    });
  };
  run(0, 1000);
  CHECK(given == 100);
  CHECK(left == 901);
  given = 0;
  run(499, 1000);
  CHECK(given == 0);
  run(500, 40);
  CHECK(given == 40);
  CHECK(left == 1);
  CHECK(clock.slices == 2);
  CHECK(clock.units == 99 + 39);
  // Nothing left: it stays due.
  given = 0;
  run(1000, 0);
  run(1400, 0);
  CHECK(clock.starved == 0);
  run(1500, 0);
  CHECK(clock.starved == 1);
  run(1999, 0);
  CHECK(clock.starved == 1);
  run(2000, 0);
  CHECK(clock.starved == 2);
  run(2033, 5);
  CHECK(given == 5);
  run(2532, 1000);
  CHECK(given == 5);
  run(2533, 1000);
  CHECK(given == 100);
  // Without work the interval goes on and nothing starves.
  for (int64_t now = 3033; now < 9000; now += 33) {
    left = 0;
    clock.Run(now, 500, false, 100, left, [](uint64_t units) { return units; });
  }
  CHECK(clock.starved == 2);
}

TEST_CASE("jobs take nothing when requests left nothing, and what they take comes out of one budget",
          "[R16]") {
  UpkeepWorld world(DenseWorld(14, 14, 7));
  world.upkeep.SetAmbientDemand({{{70, 70, 0}}, 0, 200, 1});
  for (int i = 0; i < 40; ++i) world.Sync(i * 100, 0);
  const nav::UpkeepJobs& jobs = world.upkeep.state().jobs;
  CHECK(jobs.cover_clock.units == 0);
  CHECK(jobs.spawn_clock.units == 0);
  CHECK(jobs.cover_clock.starved == 6);
  CHECK(jobs.spawn_clock.starved == 7);
  // Ten units: cover's single tile takes one, water the rest, spawns none.
  world.Sync(4000, 10 * world.profile.UnitNs(30));
  CHECK(jobs.cover_clock.units == 10);
  CHECK(jobs.spawn_clock.units == 0);
}

// ---- State

TEST_CASE("a saved upkeep goes on as if it had never stopped", "[R22]") {
  const auto script = [](UpkeepWorld& world, int from, int to, std::vector<uint64_t>* hashes) {
    for (int i = from; i < to; ++i) {
      if (i == 5) {
        world.upkeep.SetSwitch(world.view(),
                               {1, 1, nav::SwitchKind::kPedPaths, false, Area::Box({1, 1, -1}, {39, 19, 1})});
      }
      if (i == 20)
        world.upkeep.StartSpawnSearch({2, Area::Cylinder({70, 70, -1}, 40, 2), true}, world.now_ns);
      if (i == 30) world.upkeep.BlockSpawns({1, 1, Area::Sphere({70, 100, 0}, 25), 3'000'000'000});
      if (i == 60) world.upkeep.EndOwner(world.view(), 1);
      world.Sync(i * 33, 40 * world.profile.UnitNs(30));
      std::vector<nav::SpawnCoord> coords;
      world.upkeep.TakeAmbientCoords(&coords);
      hashes->push_back(world.Hash());
    }
  };
  const std::vector<std::string> sets = {"ped_gen_interval_ms=30"};
  UpkeepWorld whole(DenseWorld(14, 14, 7), sets);
  whole.upkeep.SetAmbientDemand({{{70, 70, 0}}, 0, 200, 1});
  std::vector<uint64_t> expected;
  script(whole, 0, 200, &expected);
  CHECK(std::set<uint64_t>(expected.begin(), expected.end()).size() > 100);

  for (const int stop : {3, 33, 61, 150}) {
    UpkeepWorld first(DenseWorld(14, 14, 7), sets);
    first.upkeep.SetAmbientDemand({{{70, 70, 0}}, 0, 200, 1});
    std::vector<uint64_t> hashes;
    script(first, 0, stop, &hashes);
    UpkeepWorld second(DenseWorld(14, 14, 7), sets);
    REQUIRE(second.upkeep.FaultOf(first.upkeep.state()).empty());
    second.upkeep.Restore(first.upkeep.state(), first.upkeep.unhashed());
    REQUIRE(second.streamer.Restore(first.streamer.Save()).ok());
    CHECK((second.view().slot(kHandTile).overlay == nullptr) ==
          (first.view().slot(kHandTile).overlay == nullptr));
    script(second, stop, 200, &hashes);
    CHECK(hashes == expected);
  }
}

}  // namespace
}  // namespace footfall::tests
