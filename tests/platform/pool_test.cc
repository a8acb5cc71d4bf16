#include "platform/pool.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "platform/random.h"

namespace footfall::platform {
namespace {

struct Tag {};
using IntPool = FixedPool<int, Tag>;
using IntId = Id<Tag>;

std::vector<std::uint32_t> Indices(const IntPool& pool) {
  std::vector<std::uint32_t> indices;
  pool.ForEach([&](IntId id, const int&) { indices.push_back(id.index); });
  return indices;
}

// A value that counts how many of its kind live and that can be neither copied nor moved.
struct Counted {
  explicit Counted(int* counter) : live(counter) { ++*live; }
  ~Counted() { --*live; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  int* live;
};

TEST_CASE("a value is found under its id until it is removed") {
  IntPool pool(3);
  const IntId id = pool.Insert(42);
  REQUIRE(id.valid());
  REQUIRE(pool.Get(id) != nullptr);
  CHECK(*pool.Get(id) == 42);
  CHECK(pool.size() == 1);
  *pool.Get(id) = 43;
  CHECK(*std::as_const(pool).Get(id) == 43);
  CHECK(pool.Remove(id));
  CHECK(pool.Get(id) == nullptr);
  CHECK(pool.size() == 0);
}

TEST_CASE("a stale id finds neither the old value nor its successor") {
  IntPool pool(1);
  const IntId old_id = pool.Insert(1);
  REQUIRE(pool.Remove(old_id));
  CHECK_FALSE(pool.Remove(old_id));
  const IntId new_id = pool.Insert(2);
  CHECK(new_id.index == old_id.index);
  CHECK(new_id.generation == old_id.generation + 1);
  CHECK(pool.Get(old_id) == nullptr);
  CHECK_FALSE(pool.Remove(old_id));
  REQUIRE(pool.Get(new_id) != nullptr);
  CHECK(*pool.Get(new_id) == 2);
}

TEST_CASE("invalid ids and ids out of range find nothing") {
  IntPool pool(2);
  const IntId id = pool.Insert(1);
  CHECK(pool.Get({}) == nullptr);
  CHECK(pool.Get({0, 0}) == nullptr);
  CHECK(pool.Get({1, 0}) == nullptr);
  CHECK(pool.Get({1, 1}) == nullptr);
  CHECK(pool.Get({2, 1}) == nullptr);
  CHECK(pool.Get({0xffffffff, 1}) == nullptr);
  CHECK(pool.Get({id.index, id.generation + 1}) == nullptr);
  CHECK_FALSE(pool.Remove({}));
  CHECK_FALSE(pool.Remove({0xffffffff, 1}));
  CHECK(pool.IdAt(0) == id);
  CHECK_FALSE(pool.IdAt(1).valid());
  CHECK_FALSE(pool.IdAt(2).valid());
  CHECK(pool.size() == 1);
}

TEST_CASE("a full pool refuses, counts the refusal and takes values again after a removal") {
  IntPool pool(2);
  const IntId first = pool.Insert(1);
  CHECK_FALSE(pool.full());
  const IntId second = pool.Insert(2);
  CHECK(pool.full());
  CHECK(pool.full_count() == 0);
  CHECK_FALSE(pool.Insert(3).valid());
  CHECK_FALSE(pool.Insert(3).valid());
  CHECK(pool.full_count() == 2);
  CHECK(pool.size() == 2);
  CHECK(*pool.Get(first) == 1);
  CHECK(*pool.Get(second) == 2);
  REQUIRE(pool.Remove(first));
  CHECK(pool.Insert(4).valid());
  CHECK(pool.full_count() == 2);
}

TEST_CASE("a pool of capacity 0 refuses everything") {
  IntPool pool(0);
  CHECK(pool.full());
  CHECK_FALSE(pool.Insert(1).valid());
  CHECK(pool.full_count() == 1);
  CHECK(pool.high_water() == 0);
  CHECK(Indices(pool).empty());
  pool.Clear();
}

TEST_CASE("the lowest free index is used first, whatever the order of removal") {
  for (std::uint32_t capacity : {10u, 63u, 64u, 65u, 128u, 200u}) {
    CAPTURE(capacity);
    IntPool pool(capacity);
    for (std::uint32_t i = 0; i < capacity; ++i) REQUIRE(pool.Insert(0).index == i);
    for (std::uint32_t i : {capacity - 1, 3u, 7u, 0u}) REQUIRE(pool.Remove(pool.IdAt(i)));
    for (std::uint32_t i : {0u, 3u, 7u, capacity - 1}) CHECK(pool.Insert(0).index == i);
    CHECK(pool.full());
  }
}

TEST_CASE("the high-water mark is the largest size ever") {
  IntPool pool(5);
  CHECK(pool.high_water() == 0);
  const IntId a = pool.Insert(1);
  const IntId b = pool.Insert(2);
  CHECK(pool.high_water() == 2);
  REQUIRE(pool.Remove(a));
  REQUIRE(pool.Remove(b));
  REQUIRE(pool.Insert(3).valid());
  CHECK(pool.high_water() == 2);
  REQUIRE(pool.Insert(4).valid());
  REQUIRE(pool.Insert(5).valid());
  CHECK(pool.high_water() == 3);
}

TEST_CASE("values are visited in index order, and a visitor may remove and insert") {
  IntPool pool(200);
  for (int i = 0; i < 150; ++i) REQUIRE(pool.Insert(i).valid());
  pool.ForEach([&](IntId id, int& value) {
    if (value % 3 != 0) REQUIRE(pool.Remove(id));
  });
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 150; i += 3) expected.push_back(i);
  CHECK(Indices(pool) == expected);

  // Removing ahead of the walk hides the value; inserting ahead of it shows the new one.
  std::vector<std::uint32_t> seen;
  pool.ForEach([&](IntId id, int&) {
    seen.push_back(id.index);
    if (id.index == 0) {
      REQUIRE(pool.Remove(pool.IdAt(3)));
      REQUIRE(pool.Insert(-1).index == 1);
    }
  });
  REQUIRE(seen.size() == expected.size());
  CHECK(seen[0] == 0);
  CHECK(seen[1] == 1);
  CHECK(seen[2] == 6);
}

TEST_CASE("clearing destroys all values and keeps their ids dead") {
  int live = 0;
  {
    FixedPool<Counted, Tag> pool(70);
    std::vector<IntId> ids;
    for (int i = 0; i < 70; ++i) ids.push_back(pool.Insert(&live));
    CHECK(live == 70);
    REQUIRE(pool.Remove(ids[5]));
    CHECK(live == 69);
    pool.Clear();
    CHECK(live == 0);
    CHECK(pool.size() == 0);
    CHECK(pool.high_water() == 70);
    const IntId again = pool.Insert(&live);
    CHECK(again.index == 0);
    CHECK(pool.Get(ids[0]) == nullptr);
    CHECK(pool.Get(again) != nullptr);
    CHECK(live == 1);
  }
  CHECK(live == 0);
}

TEST_CASE("the generation of a place counts its owners and survives removal") {
  IntPool pool(2);
  CHECK(pool.generation_at(0) == 0);
  for (std::uint32_t owner = 1; owner <= 5; ++owner) {
    const IntId id = pool.Insert(0);
    CHECK(id.generation == owner);
    REQUIRE(pool.Remove(id));
    CHECK(pool.generation_at(0) == owner);
  }
  CHECK(pool.generation_at(1) == 0);
}

TEST_CASE("pointers stay good while other values come and go") {
  IntPool pool(100);
  const IntId id = pool.Insert(7);
  const int* value = pool.Get(id);
  for (int i = 0; i < 99; ++i) REQUIRE(pool.Insert(i).valid());
  for (std::uint32_t i = 1; i < 100; i += 2) REQUIRE(pool.Remove(pool.IdAt(i)));
  CHECK(pool.Get(id) == value);
  CHECK(*value == 7);
}

TEST_CASE("a pool agrees with an ordered map over a long random history") {
  constexpr std::uint32_t kCapacity = 150;
  IntPool pool(kCapacity);
  std::map<std::uint32_t, std::pair<IntId, int>> model;
  std::vector<IntId> dead;
  RandomStream random(1, RandomPurpose::kTest, 0, 0);
  std::uint64_t refusals = 0;
  std::uint32_t high_water = 0;
  for (int step = 0; step < 20'000; ++step) {
    // Phases that fill and phases that drain, so that both ends are reached.
    const std::uint32_t insert_chance = step / 1000 % 2 == 0 ? 70 : 30;
    if (random.NextBelow(100) < insert_chance) {
      std::uint32_t expected = 0;
      while (model.count(expected) != 0) ++expected;
      const IntId id = pool.Insert(step);
      if (expected >= kCapacity) {
        ++refusals;
        REQUIRE_FALSE(id.valid());
      } else {
        REQUIRE(id.index == expected);
        model[expected] = {id, step};
      }
    } else if (!model.empty()) {
      auto victim = model.lower_bound(random.NextBelow(kCapacity));
      if (victim == model.end()) victim = model.begin();
      REQUIRE(pool.Remove(victim->second.first));
      dead.push_back(victim->second.first);
      model.erase(victim);
    }
    high_water = std::max(high_water, pool.size());
    REQUIRE(pool.size() == model.size());
  }
  CHECK(refusals > 0);
  CHECK(pool.full_count() == refusals);
  CHECK(high_water == kCapacity);
  CHECK(pool.high_water() == high_water);
  for (const IntId& id : dead) REQUIRE(pool.Get(id) == nullptr);
  auto expected = model.begin();
  pool.ForEach([&](IntId id, int& value) {
    REQUIRE(expected != model.end());
    REQUIRE(id == expected->second.first);
    REQUIRE(value == expected->second.second);
    ++expected;
  });
  CHECK(expected == model.end());
}

}  // namespace
}  // namespace footfall::platform
