#include "platform/random.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace footfall::platform {
namespace {

using Block = std::array<std::uint64_t, 4>;

RandomStream Stream(std::uint64_t entity, std::uint64_t tick = 0) {
  return RandomStream(42, RandomPurpose::kTest, entity, tick);
}

// Sum over buckets of (observed - expected)^2 / expected.
double ChiSquare(const std::vector<int>& counts, int draws_count) {
  const double expected = static_cast<double>(draws_count) / static_cast<double>(counts.size());
  double sum = 0;
  for (int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

TEST_CASE("the Philox block gives its published known answers") {
  CHECK(PhiloxBlock({0, 0, 0, 0}, {0, 0}) ==
        Block{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b});
  constexpr std::uint64_t kOnes = std::numeric_limits<std::uint64_t>::max();
  CHECK(PhiloxBlock({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}) ==
        Block{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0});
  CHECK(PhiloxBlock({0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
                    {0x452821e638d01377, 0xbe5466cf34e90c6c}) ==
        Block{0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6});
}

TEST_CASE("a stream hands out the halves of its blocks, low half first") {
  RandomStream stream(11, RandomPurpose::kScenario, 22, 33);
  for (std::uint64_t block_number = 0; block_number < 3; ++block_number) {
    const Block block =
        PhiloxBlock({block_number, 22, 33, 0}, {11, static_cast<std::uint64_t>(RandomPurpose::kScenario)});
    for (std::uint64_t word : block) {
      CHECK(stream.NextU32() == static_cast<std::uint32_t>(word));
      CHECK(stream.NextU32() == static_cast<std::uint32_t>(word >> 32));
    }
  }
}

TEST_CASE("a 64-bit draw is two 32-bit draws, also across blocks") {
  RandomStream halves = Stream(5);
  RandomStream wholes = Stream(5);
  halves.NextU32();
  wholes.NextU32();
  for (int i = 0; i < 20; ++i) {
    const std::uint64_t low = halves.NextU32();
    const std::uint64_t high = halves.NextU32();
    CHECK(wholes.NextU64() == (high << 32 | low));
  }
}

TEST_CASE("every part of the key changes the stream") {
  std::set<std::uint64_t> firsts;
  std::size_t streams_count = 0;
  const auto add = [&](std::uint64_t seed, RandomPurpose purpose, std::uint64_t entity, std::uint64_t tick) {
    firsts.insert(RandomStream(seed, purpose, entity, tick).NextU64());
    ++streams_count;
  };
  add(0, RandomPurpose::kTest, 0, 0);
  for (int bit = 0; bit < 64; ++bit) {
    add(std::uint64_t{1} << bit, RandomPurpose::kTest, 0, 0);
    add(0, RandomPurpose::kTest, std::uint64_t{1} << bit, 0);
    add(0, RandomPurpose::kTest, 0, std::uint64_t{1} << bit);
  }
  add(0, RandomPurpose::kCityBuild, 0, 0);
  add(0, RandomPurpose::kScenario, 0, 0);
  add(0, RandomPurpose::kRandomPoint, 0, 0);
  add(0, RandomPurpose::kBench, 0, 0);
  CHECK(firsts.size() == streams_count);
}

TEST_CASE("what one stream draws does not depend on draws from another") {
  std::vector<std::uint32_t> alone;
  RandomStream lone = Stream(1);
  for (int i = 0; i < 50; ++i) alone.push_back(lone.NextU32());

  RandomStream first = Stream(1);
  RandomStream second = Stream(2);
  for (std::size_t i = 0; i < 50; ++i) {
    for (std::size_t j = 0; j < i % 4; ++j) second.NextU32();
    CHECK(first.NextU32() == alone[i]);
  }
}

TEST_CASE("neighbouring entities and ticks are not correlated") {
  // Half of the 64 bits differ between two unrelated numbers; over 4000 pairs the mean has a deviation of
  // 0.063.
  for (const bool by_tick : {false, true}) {
    CAPTURE(by_tick);
    int bits_count = 0;
    for (std::uint64_t i = 0; i < 4000; ++i) {
      RandomStream a = by_tick ? Stream(7, i) : Stream(i);
      RandomStream b = by_tick ? Stream(7, i + 1) : Stream(i + 1);
      std::uint64_t difference = a.NextU64() ^ b.NextU64();
      for (; difference != 0; difference &= difference - 1) ++bits_count;
    }
    CHECK(bits_count / 4000.0 == Approx(32).margin(0.3));
  }
}

TEST_CASE("draws below n stay below n and fill it evenly") {
  RandomStream stream = Stream(9);
  for (int i = 0; i < 10; ++i) CHECK(stream.NextBelow(1) == 0);
  // The bounds are the 0.0001 and 0.9999 quantiles of chi-square with n - 1 degrees of freedom, rounded
  // outwards.
  struct Case {
    std::uint32_t n;
    double lowest;
    double highest;
  };
  for (const Case& c : {Case{2, 0, 15.2}, Case{3, 0, 18.5}, Case{10, 0.8, 33.8}, Case{100, 54, 162}}) {
    CAPTURE(c.n);
    std::vector<int> counts(c.n);
    for (int i = 0; i < 100'000; ++i) {
      const std::uint32_t value = stream.NextBelow(c.n);
      REQUIRE(value < c.n);
      ++counts[value];
    }
    CHECK(ChiSquare(counts, 100'000) >= c.lowest);
    CHECK(ChiSquare(counts, 100'000) <= c.highest);
  }
}

TEST_CASE("draws below a large n are not biased") {
  // With n = 3 * 2^30 a plain modulo would put half of all draws into the lowest third.
  RandomStream stream = Stream(10);
  constexpr std::uint32_t kThird = std::uint32_t{1} << 30;
  std::vector<int> counts(3);
  for (int i = 0; i < 60'000; ++i) ++counts[stream.NextBelow(3 * kThird) / kThird];
  CHECK(ChiSquare(counts, 60'000) < 18.5);
  for (int i = 0; i < 1000; ++i) REQUIRE(stream.NextBelow(0xffffffff) != 0xffffffff);
}

TEST_CASE("a refused draw is skipped: the result follows the next one") {
  // n = 2^31 + 1 refuses close to half of all draws, so some of these results take several.
  constexpr std::uint32_t kN = 0x80000001;
  RandomStream stream = Stream(12);
  RandomStream raw = Stream(12);
  constexpr std::uint32_t kRefusedBelow = static_cast<std::uint32_t>((std::uint64_t{1} << 32) % kN);
  int refused_count = 0;
  for (int i = 0; i < 1000; ++i) {
    std::uint64_t product = std::uint64_t{raw.NextU32()} * kN;
    for (; static_cast<std::uint32_t>(product) < kRefusedBelow; product = std::uint64_t{raw.NextU32()} * kN) {
      ++refused_count;
    }
    REQUIRE(stream.NextBelow(kN) == product >> 32);
  }
  CHECK(refused_count > 500);
}

TEST_CASE("unit draws are multiples of 2^-24 from 0 to below 1, evenly spread") {
  RandomStream stream = Stream(13);
  std::vector<int> counts(64);
  for (int i = 0; i < 100'000; ++i) {
    const float value = stream.NextUnit();
    REQUIRE(value >= 0);
    REQUIRE(value < 1);
    REQUIRE(static_cast<float>(static_cast<std::uint32_t>(value * 0x1p+24f)) == value * 0x1p+24f);
    ++counts[static_cast<std::size_t>(value * 64)];
  }
  CHECK(ChiSquare(counts, 100'000) > 28);
  CHECK(ChiSquare(counts, 100'000) < 115);
}

TEST_CASE("range draws reach both ends' neighbourhood and never the upper end") {
  RandomStream stream = Stream(14);
  float lowest = 10;
  float highest = -10;
  for (int i = 0; i < 20'000; ++i) {
    const float value = stream.NextRange(-3, 5);
    REQUIRE(value >= -3);
    REQUIRE(value < 5);
    lowest = std::min(lowest, value);
    highest = std::max(highest, value);
  }
  CHECK(lowest < -2.99f);
  CHECK(highest > 4.99f);
}

TEST_CASE("range draws hold for empty, one-step and huge ranges") {
  RandomStream stream = Stream(15);
  constexpr float kMax = std::numeric_limits<float>::max();
  constexpr float kNextAfterOne = 1 + std::numeric_limits<float>::epsilon();
  int negatives_count = 0;
  for (int i = 0; i < 1000; ++i) {
    REQUIRE(stream.NextRange(2, 2) == 2);
    REQUIRE(stream.NextRange(1, kNextAfterOne) == 1);
    const float value = stream.NextRange(-kMax, kMax);
    REQUIRE(value >= -kMax);
    REQUIRE(value < kMax);
    negatives_count += value < 0 ? 1 : 0;
  }
  CHECK(negatives_count > 400);
  CHECK(negatives_count < 600);
}

}  // namespace
}  // namespace footfall::platform
