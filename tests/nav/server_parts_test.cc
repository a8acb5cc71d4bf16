#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <vector>

#include "nav/server/index_table.h"
#include "nav/server/point_store.h"
#include "nav/server/search_tiles.h"
#include "nav/server/stale_check.h"
#include "tests/nav/server_fixture.h"

namespace footfall::nav::testing {
namespace {

TEST_CASE("the index finds every key after any order of changes", "[NAV-090]") {
  IndexTable table(64);
  std::map<uint64_t, uint32_t> expected;
  uint64_t seed = 5;
  for (int i = 0; i < 20'000; ++i) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    const uint64_t key = (seed >> 33) % 200;
    if (expected.size() < 64 && (seed >> 20) % 2 == 0) {
      table.Set(key, static_cast<uint32_t>(i));
      expected[key] = static_cast<uint32_t>(i);
    } else {
      table.Erase(key);
      expected.erase(key);
    }
    for (uint64_t k = key; k < key + 5; ++k) {
      const auto found = expected.find(k);
      REQUIRE(table.Find(k) == (found == expected.end() ? IndexTable::kNone : found->second));
    }
  }
  table.Clear();
  CHECK(table.Find(1) == IndexTable::kNone);
}

PathResult ResultOf(uint32_t count, float tag) {
  PathResult result;
  for (uint32_t i = 0; i < count; ++i) {
    result.points.push_back({tag, static_cast<float>(i), 0});
    result.point_polys.push_back(PolyRef(1, static_cast<PolyIndex>(i)));
    result.waypoint_flags.push_back(static_cast<uint16_t>(i));
  }
  return result;
}

TEST_CASE("blocks of points keep their content until they are given back", "[NAV-091][R26]") {
  PointStore store(100);
  std::vector<PointBlock> blocks;
  const std::vector<uint32_t> counts{0, 1, 16, 17, 32, 33, 1024, 1025, 5000};
  for (int round = 0; round < 2; ++round) {
    for (const uint32_t count : counts) {
      blocks.push_back(store.Store(ResultOf(count, static_cast<float>(count))));
    }
    for (size_t i = 0; i < blocks.size(); ++i) {
      const PointBlock& block = blocks[i];
      REQUIRE(block.count == counts[i]);
      REQUIRE(block.points().size() == block.count);
      for (uint32_t k = 0; k < block.count; ++k) {
        REQUIRE(block.points()[k] ==
                platform::Vec3{static_cast<float>(block.count), static_cast<float>(k), 0});
        REQUIRE(block.point_polys()[k] == PolyRef(1, static_cast<PolyIndex>(k)));
        REQUIRE(block.waypoint_flags()[k] == static_cast<uint16_t>(k));
      }
    }
    for (PointBlock& block : blocks) {
      store.Free(block);
      CHECK(block.memory == nullptr);
    }
    blocks.clear();
  }
  PointBlock first = store.Store(ResultOf(20, 1));
  const std::byte* memory = first.memory;
  store.Free(first);
  PointBlock second = store.Store(ResultOf(30, 2));
  CHECK(second.memory == memory);
  store.Free(second);
}

TEST_CASE("a search box is start and end grown by 60 m or half their distance", "[R21]") {
  PathRequest request;
  request.start = {10, 10, 0};  // tiles end at 0 and 150
  request.end = {80, 80, 0};
  const MeshIndex own = MeshIndexAt(10, 10);
  CHECK(SearchTiles(request).Touches(own));
  CHECK(SearchTiles(request).Touches(MeshIndexAt(-10, 10)));
  CHECK(SearchTiles(request).Touches(MeshIndexAt(-10, -10)));
  CHECK_FALSE(SearchTiles(request).Touches(MeshIndexAt(160, 10)));
  request.end = {89, 80, 0};
  CHECK_FALSE(SearchTiles(request).Touches(MeshIndexAt(151, 10)));
  request.end = {91, 80, 0};
  CHECK(SearchTiles(request).Touches(MeshIndexAt(151, 10)));
  // 400 m apart: grown by 200 m.
  request.end = {410, 10, 0};
  CHECK(SearchTiles(request).Touches(MeshIndexAt(605, 10)));
  CHECK(SearchTiles(request).Touches(MeshIndexAt(-160, 10)));
  CHECK_FALSE(SearchTiles(request).Touches(MeshIndexAt(-310, 10)));
  CHECK_FALSE(SearchTiles(request).Touches(MeshIndexAt(10, 310)));
  request.flags = PathFlagMask(kFlagUseLargerSearchExtents);
  CHECK(SearchTiles(request).Touches(MeshIndexAt(-310, 10)));
  request.flags = PathFlagMask(kFlagDontLimitSearchExtents);
  CHECK(SearchTiles(request).Touches(0));
  CHECK(SearchTiles(request).Touches(kLastMapIndex));
}

TEST_CASE("a search box at the border of the world is clipped", "[R21]") {
  PathRequest request;
  request.start = {-6000, -6000, 0};
  request.end = {8999, 8999, 0};
  CHECK(SearchTiles(request).Touches(0));
  CHECK(SearchTiles(request).Touches(kLastMapIndex));
  CHECK_FALSE(SearchTiles(request).Touches(kFirstDynamicIndex));
  request.mesh = kFirstDynamicIndex;
  CHECK(SearchTiles(request).Touches(kFirstDynamicIndex));
  CHECK_FALSE(SearchTiles(request).Touches(0));
}

TEST_CASE("the stale check is due once a period at every tick rate", "[NAV-061]") {
  for (const int hz : {20, 30, 60}) {
    CAPTURE(hz);
    const StaleCheck check(platform::Profile(), *platform::TickRate::FromHz(hz));
    int due = 0;
    for (uint64_t tick = 0; tick <= static_cast<uint64_t>(20 * hz); ++tick) {
      due += check.IsDue(tick) ? 1 : 0;
      if (check.IsDue(tick)) {
        CHECK(tick % static_cast<uint64_t>(2 * hz) == 0);
      }
    }
    CHECK(due == 10);
  }
}

TEST_CASE("a request expires at a tick at which the check is due", "[NAV-094]") {
  for (const int hz : {20, 30, 60}) {
    const platform::TickRate rate = *platform::TickRate::FromHz(hz);
    const StaleCheck check(platform::Profile(), rate);
    for (uint64_t submitted = 0; submitted < 300; ++submitted) {
      for (const uint64_t wait : {1U, 50U, 2500U}) {
        const uint64_t visible = submitted + wait;
        // The first due tick that fulfils both conditions.
        uint64_t expected = visible + 1;
        while (!check.IsDue(expected) ||
               (rate.StartOf(expected) - rate.StartOf(submitted)).ns <= 30'000'000'000) {
          ++expected;
        }
        REQUIRE(check.ExpiryTick(submitted, visible) == expected);
      }
    }
  }
}

}  // namespace
}  // namespace footfall::nav::testing
