#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "platform/math.h"
#include "platform/math_kernel.h"

namespace footfall::platform {
namespace {

constexpr double kLog2E = 0x1.71547652b82fep+0;
// ln 2 in two parts. The first has 42 bits, so that its product with an exponent is exact.
constexpr double kLn2High = 0x1.62e42fefa3800p-1;
constexpr double kLn2Low = 0x1.ef35793c76730p-45;
constexpr double kSqrt2 = 0x1.6a09e667f3bcdp+0;

// Beyond these e^x is no finite float, or rounds to 0.
constexpr double kExpMax = 89;
constexpr double kExpMin = -104;

// Taylor coefficients of e^x. On |x| <= ln(2) / 2 the first term left out is below 2^-47.
constexpr std::array<double, 12> kExpCoefficients = {
    1.0,       1.0,        1.0 / 2,     1.0 / 6,      1.0 / 24,      1.0 / 120,
    1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800};

// Coefficients in s^2 of atanh(s) / s. On |s| <= 0.1716 the first term left out is below 2^-50.
constexpr std::array<double, 9> kAtanhCoefficients = {1.0,      1.0 / 3,  1.0 / 5,  1.0 / 7, 1.0 / 9,
                                                      1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17};

// The float nearest to e^x. REQUIRES: x is not NaN.
float ExpToFloat(double x) {
  if (x > kExpMax) return kInfinity;
  if (x < kExpMin) return 0;
  const double scaled = x * kLog2E;
  const int exponent = static_cast<int>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
  const double rest = (x - exponent * kLn2High) - exponent * kLn2Low;
  const double value = Polynomial(kExpCoefficients, rest) * PowerOfTwo(exponent);
  // Halfway between the largest float and the next power of two. The conversion itself would be undefined
  // there.
  if (value >= 0x1.ffffffp+127) return kInfinity;
  return static_cast<float>(value);
}

// The natural logarithm with a relative error of a few 2^-53. REQUIRES: x is positive, finite and came from a
// float.
double LogOfPositive(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double mantissa = std::bit_cast<double>((bits & 0xfffffffffffff) | std::uint64_t{1023} << 52);
  if (mantissa > kSqrt2) {
    // Mantissas in [sqrt(1/2), sqrt(2)]: near 1 the exponent is 0, and the small logarithm keeps all its
    // digits.
    mantissa *= 0.5;
    ++exponent;
  }
  // ln m = 2 atanh((m - 1) / (m + 1)).
  const double s = (mantissa - 1) / (mantissa + 1);
  const double log_mantissa = 2 * s * Polynomial(kAtanhCoefficients, s * s);
  return exponent * kLn2High + (exponent * kLn2Low + log_mantissa);
}

enum class Wholeness { kFraction, kEven, kOdd };

// REQUIRES: y is not NaN. Infinities and all floats from 2^24 on are even.
Wholeness WholenessOf(float y) {
  const float magnitude = std::fabs(y);
  if (magnitude >= 0x1p+24f) return Wholeness::kEven;
  const auto whole = static_cast<std::int32_t>(magnitude);
  if (static_cast<float>(whole) != magnitude) return Wholeness::kFraction;
  return whole % 2 == 0 ? Wholeness::kEven : Wholeness::kOdd;
}

// |x| to the power y. REQUIRES: y is not 0, |x| is not 1, neither is NaN.
float PowOfMagnitude(float x, float y) {
  const float magnitude = std::fabs(x);
  if (magnitude == 0 || std::isinf(magnitude) || std::isinf(y)) {
    return (magnitude > 1) == (y > 0) ? kInfinity : 0.0f;
  }
  return ExpToFloat(static_cast<double>(y) * LogOfPositive(static_cast<double>(magnitude)));
}

}  // namespace

float Exp(float x) { return std::isnan(x) ? kNan : ExpToFloat(static_cast<double>(x)); }

float Log(float x) {
  if (std::isnan(x) || x < 0) return kNan;
  if (x == 0) return -kInfinity;
  if (std::isinf(x)) return x;
  return static_cast<float>(LogOfPositive(static_cast<double>(x)));
}

float Pow(float x, float y) {
  if (x == 1 || y == 0) return 1;
  if (std::isnan(x) || std::isnan(y)) return kNan;
  const Wholeness wholeness = WholenessOf(y);
  const bool negative = std::signbit(x);
  if (negative && wholeness == Wholeness::kFraction && x != 0 && std::isfinite(x)) return kNan;
  const float magnitude = x == -1 ? 1.0f : PowOfMagnitude(x, y);
  return negative && wholeness == Wholeness::kOdd ? -magnitude : magnitude;
}

}  // namespace footfall::platform
