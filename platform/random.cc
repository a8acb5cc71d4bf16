#include "platform/random.h"

#include <cmath>
#include <cstddef>

#include "platform/check.h"

namespace footfall::platform {
namespace {

// Multipliers and key increments of Philox4x64 as published (Salmon et al., "Parallel random numbers: as easy
// as 1, 2, 3", 2011): the increments are the golden ratio and sqrt(3) - 1 as fractions of 2^64.
constexpr std::uint64_t kMultiplier0 = 0xD2E7470EE14C6C93;
constexpr std::uint64_t kMultiplier1 = 0xCA5A826395121157;
constexpr std::uint64_t kKeyStep0 = 0x9E3779B97F4A7C15;
constexpr std::uint64_t kKeyStep1 = 0xBB67AE8584CAA73B;
constexpr int kRoundsCount = 10;
constexpr std::uint32_t kHalvesCount = 8;

__extension__ using Uint128 = unsigned __int128;

std::uint64_t Low(Uint128 value) { return static_cast<std::uint64_t>(value); }
std::uint64_t High(Uint128 value) { return static_cast<std::uint64_t>(value >> 64); }

}  // namespace

std::array<std::uint64_t, 4> PhiloxBlock(std::array<std::uint64_t, 4> counter,
                                         std::array<std::uint64_t, 2> key) {
  for (int round = 0; round < kRoundsCount; ++round) {
    const Uint128 product0 = Uint128{kMultiplier0} * counter[0];
    const Uint128 product1 = Uint128{kMultiplier1} * counter[2];
    counter = {High(product1) ^ counter[1] ^ key[0], Low(product1), High(product0) ^ counter[3] ^ key[1],
               Low(product0)};
    key[0] += kKeyStep0;
    key[1] += kKeyStep1;
  }
  return counter;
}

RandomStream::RandomStream(std::uint64_t seed, RandomPurpose purpose, std::uint64_t entity,
                           std::uint64_t tick)
    : key_{seed, static_cast<std::uint64_t>(purpose)},
      counter_{0, entity, tick, 0},
      halves_used_(kHalvesCount) {}

std::uint32_t RandomStream::NextU32() {
  if (halves_used_ == kHalvesCount) {
    block_ = PhiloxBlock(counter_, key_);
    ++counter_[0];
    halves_used_ = 0;
  }
  const std::uint64_t word = block_[std::size_t{halves_used_ / 2}];
  const bool high = halves_used_ % 2 != 0;
  ++halves_used_;
  return static_cast<std::uint32_t>(high ? word >> 32 : word);
}

std::uint64_t RandomStream::NextU64() {
  const std::uint64_t low = NextU32();
  const std::uint64_t high = NextU32();
  return high << 32 | low;
}

std::uint32_t RandomStream::NextBelow(std::uint32_t n) {
  FOOTFALL_CHECK(n >= 1);
  // The high half of draw * n is the result. 2^32 mod n of the low halves are drawn again, which leaves every
  // result the same number of draws. Under half of all draws are refused, so k refusals in a row have a
  // chance below 2^-k.
  const std::uint32_t refused_below = (0u - n) % n;
  std::uint64_t product = 0;
  do {
    product = std::uint64_t{NextU32()} * n;
  } while (static_cast<std::uint32_t>(product) < refused_below);
  return static_cast<std::uint32_t>(product >> 32);
}

float RandomStream::NextUnit() { return static_cast<float>(NextU32() >> 8) * 0x1p-24f; }

float RandomStream::NextRange(float lo, float hi) {
  FOOTFALL_CHECK(std::isfinite(lo));
  FOOTFALL_CHECK(std::isfinite(hi));
  FOOTFALL_CHECK(lo <= hi);
  const double width = static_cast<double>(hi) - static_cast<double>(lo);
  const auto value = static_cast<float>(static_cast<double>(lo) + width * static_cast<double>(NextUnit()));
  // A draw next to `hi` can round up to it. It stands for `lo`, which so far got only half a step of draws.
  return value < hi ? value : lo;
}

}  // namespace footfall::platform
