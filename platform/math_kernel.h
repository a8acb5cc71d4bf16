#ifndef FOOTFALL_PLATFORM_MATH_KERNEL_H_
#define FOOTFALL_PLATFORM_MATH_KERNEL_H_

#include <array>
#include <bit>
#include <cfloat>
#include <cstddef>
#include <cstdint>
#include <limits>

// Building blocks of platform/math.h; not for other files. All work is in doubles: 29 bits more than a float,
// so that a few roundings leave the float result off by well under 0.501 units in the last place.

#ifdef __FAST_MATH__
#error "-ffast-math lets the compiler reorder sums: results would differ from build to build"
#endif
static_assert(FLT_EVAL_METHOD == 0, "float and double must be computed in their own width");
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

namespace footfall::platform {

inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

// coefficients[0] + coefficients[1] * x + ..., by Horner's rule in one fixed order.
template <std::size_t N>
constexpr double Polynomial(const std::array<double, N>& coefficients, double x) {
  double sum = coefficients[N - 1];
  for (std::size_t i = N - 1; i > 0; --i) sum = sum * x + coefficients[i - 1];
  return sum;
}

// 2 to the power `exponent`, exactly. REQUIRES: -1022 <= exponent <= 1023.
constexpr double PowerOfTwo(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
}

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_MATH_KERNEL_H_
