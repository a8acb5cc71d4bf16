#include <array>
#include <cmath>
#include <cstddef>

#include "platform/math.h"
#include "platform/math_kernel.h"

namespace footfall::platform {
namespace {

constexpr double kPiDouble = 0x1.921fb54442d18p+1;
constexpr double kHalfPiDouble = 0x1.921fb54442d18p+0;

// The arc tangents of 0/8, 1/8, ..., 8/8.
constexpr std::array<double, 9> kArcTangentOfEighths = {
    0.0,
    0x1.fd5ba9aac2f6ep-4,
    0x1.f5b75f92c80ddp-3,
    0x1.6f61941e4def1p-2,
    0x1.dac670561bb4fp-2,
    0x1.1e00babdefeb4p-1,
    0x1.4978fa3269ee1p-1,
    0x1.700a7c5784634p-1,
    0x1.921fb54442d18p-1,
};

// Taylor coefficients in x^2 of atan(x) / x. On |x| <= 1 / 16 the first term left out is below 2^-51.
constexpr std::array<double, 6> kAtanCoefficients = {1.0, -1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11};

// The arc tangent of numerator / denominator, both floats. REQUIRES: 0 <= numerator <= denominator, 0 <
// denominator.
double AtanOfRatio(double numerator, double denominator) {
  // atan(a) = atan(c) + atan((a - c) / (1 + a c)), c the nearest eighth: what is left is at most 1 / 16.
  const auto eighths = static_cast<int>(numerator / denominator * 8 + 0.5);
  const double centre = eighths * 0.125;
  const double rest = (numerator - centre * denominator) / (denominator + centre * numerator);
  return kArcTangentOfEighths[static_cast<std::size_t>(eighths)] +
         rest * Polynomial(kAtanCoefficients, rest * rest);
}

// The angle between the vector (x, y) and the X axis' nearer half, in [0, pi / 2]. REQUIRES: 0 <= x, 0 <= y.
double FirstQuadrantAngle(double x, double y) {
  if (y == 0) return 0;
  return y <= x ? AtanOfRatio(y, x) : kHalfPiDouble - AtanOfRatio(x, y);
}

}  // namespace

float Atan2(float y, float x) {
  if (std::isnan(x) || std::isnan(y)) return kNan;
  double length_x = std::fabs(static_cast<double>(x));
  double length_y = std::fabs(static_cast<double>(y));
  if (std::isinf(x) || std::isinf(y)) {
    // An infinite side outgrows every finite one, and equals another infinite one.
    length_x = std::isinf(x) ? 1 : 0;
    length_y = std::isinf(y) ? 1 : 0;
  }
  const double acute = FirstQuadrantAngle(length_x, length_y);
  const double angle = std::signbit(x) ? kPiDouble - acute : acute;
  return static_cast<float>(std::signbit(y) ? -angle : angle);
}

}  // namespace footfall::platform
