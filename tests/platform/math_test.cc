#include "platform/math.h"

#include <algorithm>
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace footfall::platform {
namespace {

// The reference is the system's long double library: 11 bits or more beyond the doubles under test.
using Wide = long double;
static_assert(std::numeric_limits<Wide>::digits >= 64);

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();
constexpr float kMax = std::numeric_limits<float>::max();
constexpr float kTiny = std::numeric_limits<float>::denorm_min();
constexpr std::uint32_t kNanBits = 0x7fc00000;
constexpr double kErrorMax = 0.501;
constexpr std::uint32_t kSamplesCount = 200'000;

std::uint32_t Bits(float x) { return std::bit_cast<std::uint32_t>(x); }
float FromBits(std::uint32_t bits) { return std::bit_cast<float>(bits); }

bool SameBits(float a, float b) { return Bits(a) == Bits(b); }

// The distance of `got` from `exact` in units in the last place of a float as large as `exact`.
double UlpsApart(float got, Wide exact) {
  constexpr double kFar = 1e9;
  if (std::isnan(exact)) return Bits(got) == kNanBits ? 0 : kFar;
  if (std::isnan(got)) return kFar;
  if (std::fabs(exact) >= 0x1.ffffffp+127L) return std::isinf(got) && (got > 0) == (exact > 0) ? 0 : kFar;
  if (std::isinf(got)) return kFar;
  int exponent = 0;
  std::frexp(exact, &exponent);
  const int ulp_exponent = exponent - 24 < -149 ? -149 : exponent - 24;
  return static_cast<double>(std::ldexp(std::fabs(static_cast<Wide>(got) - exact), -ulp_exponent));
}

// A walk over all bit patterns: every exponent, both signs, infinities' neighbours and NaNs. The step is odd
// and far from any power of two, so the samples spread evenly.
float AnyFloat(std::uint32_t i) { return FromBits(i * 0x9e3779b1); }

// Half of the samples any float at all, half a dense grid over [-limit, limit).
float Sample(std::uint32_t i, float limit) {
  if (i % 2 == 0) return AnyFloat(i);
  return (static_cast<float>(i) * (2.0f / kSamplesCount) - 1.0f) * limit;
}

double WorstError(float limit, const std::function<float(float)>& function,
                  const std::function<Wide(Wide)>& exact) {
  double worst = 0;
  for (std::uint32_t i = 0; i < kSamplesCount; ++i) {
    const float x = Sample(i, limit);
    const double error = UlpsApart(function(x), exact(static_cast<Wide>(x)));
    if (error > worst) worst = error;
    if (error > kErrorMax) {
      INFO("x = " << x << " bits " << Bits(x) << " got " << function(x));
      CHECK(error <= kErrorMax);
      break;
    }
  }
  return worst;
}

// FNV-1a over the bytes of the results.
std::uint64_t GoldenHash(const std::function<float(std::uint32_t)>& function) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (std::uint32_t i = 0; i < kSamplesCount; ++i) {
    const std::uint32_t bits = Bits(function(i));
    for (int shift = 0; shift < 32; shift += 8) hash = (hash ^ (bits >> shift & 0xff)) * 0x100000001b3;
  }
  return hash;
}

// A second argument that does not follow the first: any float, or a multiple of 1/8 up to 64 in size.
float SecondSample(std::uint32_t i) {
  const std::uint32_t mixed = (i ^ (i >> 7)) * 0x85ebca6b + 12345;
  if (i % 4 < 2) return FromBits(mixed);
  return static_cast<float>(static_cast<std::int32_t>(mixed >> 22) - 512) * 0.125f;
}

TEST_CASE("sin, cos and tan are within 0.501 ulp for arguments of every size") {
  CHECK(WorstError(20, Sin, [](Wide x) { return std::sin(x); }) > 0.4);
  CHECK(WorstError(20, Cos, [](Wide x) { return std::cos(x); }) > 0.4);
  CHECK(WorstError(20, Tan, [](Wide x) { return std::tan(x); }) > 0.4);
}

TEST_CASE("sin, cos and tan stay good at the floats nearest to multiples of a right angle") {
  // 16367173 * 2^72 is the float that comes closest to such a multiple, relative to its own size.
  std::array<float, 8> hard = {
      16367173.0f * 0x1p+72f, kHalfPi, kPi, 1.5f * kPi, kTwoPi, 710.0f / 2, 355.0f, 1e30f};
  for (float x : hard) {
    for (int steps = -3; steps <= 3; ++steps) {
      const float near = FromBits(Bits(x) + static_cast<std::uint32_t>(steps));
      CAPTURE(x, steps);
      for (float signed_x : {near, -near}) {
        const Wide wide = signed_x;
        CHECK(UlpsApart(Sin(signed_x), std::sin(wide)) <= kErrorMax);
        CHECK(UlpsApart(Cos(signed_x), std::cos(wide)) <= kErrorMax);
        CHECK(UlpsApart(Tan(signed_x), std::tan(wide)) <= kErrorMax);
      }
    }
  }
}

TEST_CASE("sin and tan of the smallest angles are the angle, with its sign") {
  for (float x : {0.0f, -0.0f, kTiny, -kTiny, 3 * kTiny, 1e-39f, -1e-39f, 1e-20f}) {
    CAPTURE(x);
    CHECK(SameBits(Sin(x), x));
    CHECK(SameBits(Tan(x), x));
    CHECK(SameBits(Cos(x), 1.0f));
  }
}

TEST_CASE("sin and tan are odd, cos is even, to the bit") {
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const float x = std::fabs(Sample(i, 100));
    if (!std::isfinite(x)) continue;
    CAPTURE(x);
    REQUIRE(SameBits(Sin(-x), -Sin(x)));
    REQUIRE(SameBits(Tan(-x), -Tan(x)));
    REQUIRE(SameBits(Cos(-x), Cos(x)));
  }
}

TEST_CASE("functions of an angle that is not finite give the one NaN") {
  for (float x : {kInf, -kInf, kNotANumber, -kNotANumber, FromBits(0x7fffffff), FromBits(0x7f800001)}) {
    CAPTURE(Bits(x));
    for (float result : {Sin(x), Cos(x), Tan(x), NormalizeAngle(x)}) CHECK(Bits(result) == kNanBits);
  }
}

TEST_CASE("atan2 is within 0.501 ulp over all pairs of sizes and signs") {
  double worst = 0;
  for (std::uint32_t i = 0; i < kSamplesCount; ++i) {
    const float y = Sample(i, 3);
    const float x = SecondSample(i);
    CAPTURE(y, x);
    const double error = UlpsApart(Atan2(y, x), std::atan2(static_cast<Wide>(y), static_cast<Wide>(x)));
    worst = std::max(worst, error);
    REQUIRE(error <= kErrorMax);
  }
  CHECK(worst > 0.4);
}

TEST_CASE("atan2 keeps to IEEE 754 at zeros and infinities") {
  const float three_quarters = static_cast<float>(3 * std::atan(1.0L));
  const std::array<float, 8> values = {0.0f, -0.0f, 1.0f, -1.0f, kMax, -kTiny, kInf, -kInf};
  for (float y : values) {
    for (float x : values) {
      CAPTURE(y, x);
      const auto expected = static_cast<float>(std::atan2(static_cast<Wide>(y), static_cast<Wide>(x)));
      CHECK(SameBits(Atan2(y, x), expected));
    }
    CHECK(Bits(Atan2(y, kNotANumber)) == kNanBits);
    CHECK(Bits(Atan2(-kNotANumber, y)) == kNanBits);
  }
  CHECK(SameBits(Atan2(0.0f, 0.0f), 0.0f));
  CHECK(SameBits(Atan2(-0.0f, 0.0f), -0.0f));
  CHECK(SameBits(Atan2(0.0f, -0.0f), kPi));
  CHECK(SameBits(Atan2(-0.0f, -1.0f), -kPi));
  CHECK(SameBits(Atan2(5, 0.0f), kHalfPi));
  CHECK(SameBits(Atan2(kInf, kInf), kPi / 4));
  CHECK(SameBits(Atan2(-kInf, -kInf), -three_quarters));
}

TEST_CASE("the constants are the nearest floats") {
  CHECK(kPi == static_cast<float>(4 * std::atan(1.0L)));
  CHECK(kTwoPi == static_cast<float>(8 * std::atan(1.0L)));
  CHECK(kHalfPi == static_cast<float>(2 * std::atan(1.0L)));
}

TEST_CASE("an angle inside the circle is unchanged by normalising") {
  for (float x : {0.0f, -0.0f, kTiny, 1.0f, -3.0f, kPi, FromBits(Bits(-kPi) - 1)}) {
    CAPTURE(x);
    CHECK(SameBits(NormalizeAngle(x), x));
  }
  CHECK(NormalizeAngle(-kPi) == kPi);
}

TEST_CASE("normalising keeps the direction, stays in range and is idempotent") {
  for (std::uint32_t i = 0; i < kSamplesCount; ++i) {
    const float x = Sample(i, 50);
    if (!std::isfinite(x)) continue;
    CAPTURE(x);
    const float normal = NormalizeAngle(x);
    REQUIRE(normal > -kPi);
    REQUIRE(normal <= kPi);
    REQUIRE(SameBits(NormalizeAngle(normal), normal));
    // The exact remainder, from the exact sine and cosine; at the seam both signs stand for the same
    // direction.
    const Wide exact = std::atan2(std::sin(static_cast<Wide>(x)), std::cos(static_cast<Wide>(x)));
    if (std::fabs(exact) < 3.14159L) {
      REQUIRE(UlpsApart(normal, exact) <= kErrorMax);
    } else {
      REQUIRE(std::fabs(normal) >= 3.14158f);
    }
  }
}

TEST_CASE("exp is within 0.501 ulp, subnormal results included") {
  CHECK(WorstError(120, Exp, [](Wide x) { return std::exp(x); }) > 0.4);
}

TEST_CASE("exp overflows to infinity and underflows to zero where the exact value does") {
  CHECK(SameBits(Exp(0.0f), 1.0f));
  CHECK(SameBits(Exp(-0.0f), 1.0f));
  CHECK(Exp(kInf) == kInf);
  CHECK(SameBits(Exp(-kInf), 0.0f));
  CHECK(Exp(1e30f) == kInf);
  CHECK(SameBits(Exp(-1e30f), 0.0f));
  CHECK(Bits(Exp(-kNotANumber)) == kNanBits);
  // 88.72283 is the largest float whose power is finite; half the smallest float lies at -103.97208.
  CHECK(Exp(88.72283f) < kInf);
  CHECK(Exp(88.72284f) == kInf);
  CHECK(Exp(-103.97207f) == kTiny);
  CHECK(Exp(-103.97209f) == 0);
}

TEST_CASE("log is within 0.501 ulp, subnormal arguments and the surroundings of 1 included") {
  CHECK(WorstError(1000, Log, [](Wide x) { return x < 0 ? static_cast<Wide>(kNotANumber) : std::log(x); }) >
        0.4);
  for (int steps = -2000; steps <= 2000; ++steps) {
    const float x = FromBits(Bits(1.0f) + static_cast<std::uint32_t>(steps));
    REQUIRE(UlpsApart(Log(x), std::log(static_cast<Wide>(x))) <= kErrorMax);
  }
}

TEST_CASE("log of zeros, negatives and infinities") {
  CHECK(Log(0.0f) == -kInf);
  CHECK(Log(-0.0f) == -kInf);
  CHECK(SameBits(Log(1), 0.0f));
  CHECK(Log(kInf) == kInf);
  for (float x : {-kTiny, -1.0f, -kInf, kNotANumber, -kNotANumber}) CHECK(Bits(Log(x)) == kNanBits);
}

TEST_CASE("pow is within 0.501 ulp over all bases and exponents of every size") {
  double worst = 0;
  for (std::uint32_t i = 0; i < kSamplesCount; ++i) {
    const float x = Sample(i, 10);
    const float y = SecondSample(i);
    CAPTURE(x, y);
    const double error = UlpsApart(Pow(x, y), std::pow(static_cast<Wide>(x), static_cast<Wide>(y)));
    worst = std::max(worst, error);
    REQUIRE(error <= kErrorMax);
  }
  CHECK(worst > 0.4);
}

TEST_CASE("pow of a base next to 1 keeps its digits under a huge exponent") {
  for (int steps : {-1000, -3, -2, -1, 1, 2, 3, 1000}) {
    const float x = FromBits(Bits(1.0f) + static_cast<std::uint32_t>(steps));
    for (float y : {1e3f, 1e5f, 1e6f, 16777217.0f, 1e8f, -1e7f, 3e8f}) {
      CAPTURE(steps, y);
      CHECK(UlpsApart(Pow(x, y), std::pow(static_cast<Wide>(x), static_cast<Wide>(y))) <= kErrorMax);
    }
  }
}

TEST_CASE("pow keeps to IEEE 754 at every special pair") {
  const std::array<float, 25> values = {
      0.0f,  -0.0f,  1.0f,  -1.0f, 0.5f,        -0.5f,        2.0f,        -2.0f, 3.0f,
      -3.0f, 2.5f,   -2.5f, kMax,  -kMax,       16777215.0f,  16777216.0f, 1e30f, -1e30f,
      kTiny, -kTiny, kInf,  -kInf, kNotANumber, -kNotANumber, -16777215.0f};
  for (float x : values) {
    for (float y : values) {
      CAPTURE(x, y);
      const auto exact = std::pow(static_cast<Wide>(x), static_cast<Wide>(y));
      const auto expected = static_cast<float>(exact);
      if (std::isnan(expected)) {
        CHECK(Bits(Pow(x, y)) == kNanBits);
      } else {
        CHECK(SameBits(Pow(x, y), expected));
      }
    }
  }
  CHECK(Pow(1, kNotANumber) == 1);
  CHECK(Pow(kNotANumber, -0.0f) == 1);
  CHECK(SameBits(Pow(-0.0f, -3), -kInf));
  CHECK(SameBits(Pow(-2, 3), -8.0f));
  CHECK(Pow(-1, kInf) == 1);
}

TEST_CASE("powers and exponents that have exact answers give them") {
  for (int exponent = -149; exponent <= 127; ++exponent) {
    CAPTURE(exponent);
    CHECK(Pow(2, static_cast<float>(exponent)) == std::ldexp(1.0f, exponent));
  }
  for (int base = 1; base <= 255; ++base) {
    CHECK(Pow(static_cast<float>(base), 3) == static_cast<float>(base * base * base));
    CHECK(Pow(static_cast<float>(base * base), 0.5f) == static_cast<float>(base));
  }
}

// One constant for every compiler, optimisation level and processor. It changes only when a function does.
TEST_CASE("the bits of 200,000 results of each function are those of every other build") {
  const auto unary = [](float (*function)(float), float limit) {
    return GoldenHash([=](std::uint32_t i) { return function(Sample(i, limit)); });
  };
  const auto binary = [](float (*function)(float, float), float limit) {
    return GoldenHash([=](std::uint32_t i) { return function(Sample(i, limit), SecondSample(i)); });
  };
  CHECK(unary(Sin, 20) == 0x12242928ca4c2591);
  CHECK(unary(Cos, 20) == 0xc198a0282678a01d);
  CHECK(unary(Tan, 20) == 0x5c9462e2c723964f);
  CHECK(unary(NormalizeAngle, 50) == 0x879e60b9d5c5f6f9);
  CHECK(unary(Exp, 120) == 0x784907268474a7f5);
  CHECK(unary(Log, 1000) == 0xe2f8978280240776);
  CHECK(binary(Atan2, 3) == 0xe91f481ed11053dd);
  CHECK(binary(Pow, 10) == 0x60eec7a73487be68);
}

}  // namespace
}  // namespace footfall::platform
