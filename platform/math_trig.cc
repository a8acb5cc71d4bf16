#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "platform/math.h"
#include "platform/math_kernel.h"

namespace footfall::platform {
namespace {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

constexpr double kTwoPiDouble = 0x1.921fb54442d18p+2;
constexpr double kQuarterPiDouble = 0x1.921fb54442d18p-1;

// The first 256 bits of the fraction 1 / (2 pi).
constexpr std::array<std::uint64_t, 4> kInverseTwoPi = {0x28be60db9391054a, 0x7f09d5f47d4d3770,
                                                        0x36d8a5664f10e410, 0x7f9458eaf7aef158};

// Taylor coefficients in x^2 of sin(x) / x and cos(x). On |x| <= pi / 4 the first terms left out are below
// 2^-45 and 2^-41 of the value.
constexpr std::array<double, 7> kSinCoefficients = {
    1.0, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800};
constexpr std::array<double, 7> kCosCoefficients = {1.0,         -1.0 / 2,       1.0 / 24,       -1.0 / 720,
                                                    1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600};

double SinKernel(double x) { return x * Polynomial(kSinCoefficients, x * x); }
double CosKernel(double x) { return Polynomial(kCosCoefficients, x * x); }

// 128 bits of 2^exponent / (2 pi), whole turns cut off. REQUIRES: -127 <= exponent <= 104.
Uint128 InverseTwoPiFrom(int exponent) {
  if (exponent < 0) return (Uint128{kInverseTwoPi[0]} << 64 | kInverseTwoPi[1]) >> -exponent;
  const auto word = static_cast<std::size_t>(exponent / 64);
  const int shift = exponent % 64;
  const Uint128 window = Uint128{kInverseTwoPi[word]} << 64 | kInverseTwoPi[word + 1];
  if (shift == 0) return window;
  return window << shift | kInverseTwoPi[word + 2] >> (64 - shift);
}

// |x| / (2 pi) modulo 1 as a fraction of 2^128, too small by less than 2^-104 of a turn. No float but 0 comes
// closer than 2^-35 to a multiple of a quarter turn, so the difference to such a multiple keeps over 60 good
// bits. REQUIRES: x is finite and |x| >= 2^-103.
Uint128 Turns(float x) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x) & 0x7fffffff;
  const int exponent = static_cast<int>(bits >> 23) - 150;
  const std::uint32_t mantissa = (bits & 0x7fffff) | 0x800000;
  return InverseTwoPiFrom(exponent) * mantissa;
}

// A signed fraction of 2^128 turns in radians, with a relative error under 2^-51.
double ToRadians(Int128 turns) {
  const Uint128 magnitude = turns < 0 ? -static_cast<Uint128>(turns) : static_cast<Uint128>(turns);
  const auto high = static_cast<std::uint64_t>(magnitude >> 64);
  const auto low = static_cast<std::uint64_t>(magnitude);
  const int leading_zeros = high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(low);
  if (leading_zeros == 128) return 0;
  // The 53 leading bits, so that the conversion to double is exact.
  const auto leading = static_cast<std::int64_t>(magnitude << leading_zeros >> 75);
  const double radians = static_cast<double>(leading) * PowerOfTwo(-53 - leading_zeros) * kTwoPiDouble;
  return turns < 0 ? -radians : radians;
}

// x = quadrant * pi / 2 + rest, modulo 2 pi, with |rest| <= pi / 4.
struct Reduced {
  unsigned quadrant;
  double rest;
};

// REQUIRES: x is finite.
Reduced Reduce(float x) {
  const double wide = static_cast<double>(x);
  if (std::fabs(wide) <= kQuarterPiDouble) return {0, wide};
  const Uint128 turns = Turns(x);
  const Uint128 eighth = Uint128{1} << 125;
  const auto quadrant = static_cast<unsigned>((turns + eighth) >> 126);
  const double rest = ToRadians(static_cast<Int128>(turns - (Uint128{quadrant} << 126)));
  if (wide < 0) return {(4 - quadrant) % 4, -rest};
  return {quadrant, rest};
}

// The sine of a reduced angle plus `quadrants` right angles.
float SinOfReduced(Reduced angle, unsigned quadrants) {
  const unsigned quadrant = (angle.quadrant + quadrants) % 4;
  const double value = quadrant % 2 == 0 ? SinKernel(angle.rest) : CosKernel(angle.rest);
  return static_cast<float>(quadrant < 2 ? value : -value);
}

}  // namespace

float Sin(float radians) {
  if (!std::isfinite(radians)) return kNan;
  return SinOfReduced(Reduce(radians), 0);
}

float Cos(float radians) {
  if (!std::isfinite(radians)) return kNan;
  return SinOfReduced(Reduce(radians), 1);
}

float Tan(float radians) {
  if (!std::isfinite(radians)) return kNan;
  const Reduced angle = Reduce(radians);
  const double sine = SinKernel(angle.rest);
  const double cosine = CosKernel(angle.rest);
  return static_cast<float>(angle.quadrant % 2 == 0 ? sine / cosine : -cosine / sine);
}

float NormalizeAngle(float radians) {
  if (!std::isfinite(radians)) return kNan;
  if (-kPi < radians && radians <= kPi) return radians;
  if (radians == -kPi) return kPi;
  // Half a turn and more becomes negative when the fraction of a turn is read as a signed number.
  const double magnitude = ToRadians(static_cast<Int128>(Turns(radians)));
  const auto reduced = static_cast<float>(radians < 0 ? -magnitude : magnitude);
  return reduced <= -kPi ? kPi : reduced;
}

}  // namespace footfall::platform
