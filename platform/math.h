#ifndef FOOTFALL_PLATFORM_MATH_H_
#define FOOTFALL_PLATFORM_MATH_H_

namespace footfall::platform {

// Elementary functions whose results have the same bits on every machine, compiler and optimisation level, so
// that a recorded run replays anywhere. They use + - * / on doubles and integer arithmetic, nothing from the
// system's maths library: that one picks its code by processor and differs between compile time and run time.
//
// Every float is a valid argument: there is no domain beyond which the argument reduction loses digits. Every
// result that is not a number is the one NaN of std::numeric_limits<float>::quiet_NaN(), whatever NaN came
// in. The error bound of each function is 0.501 units in the last place of the float result (0.5 is the best
// possible).
//
// Pure functions: callable from any thread. They need the default rounding mode and no flush to zero.

// The floats nearest to pi, 2 pi and pi / 2. kPi is slightly above pi.
inline constexpr float kPi = 3.14159265358979323846f;
inline constexpr float kTwoPi = 6.28318530717958647693f;
inline constexpr float kHalfPi = 1.57079632679489661923f;

// Radians in. Infinity gives NaN; Sin and Tan keep the sign of zero.
float Sin(float radians);
float Cos(float radians);
float Tan(float radians);

// Angle of the vector (x, y) in radians, counter-clockwise from +X, in [-kPi, kPi]. Zeros and infinities as
// IEEE 754 says: Atan2(+0, +0) is +0, Atan2(-0, -1) is -kPi, Atan2(inf, inf) is pi / 4.
float Atan2(float y, float x);

// The same direction in (-kPi, kPi]. An angle already inside comes back unchanged, so the function is
// idempotent; -kPi gives kPi. Others are reduced by the true 2 pi, not by its float. Infinity gives NaN.
float NormalizeAngle(float radians);

// e to the power x; +infinity on overflow, gradual underflow to subnormals and then +0.
float Exp(float x);

// Natural logarithm. Either zero gives -infinity, a negative number NaN.
float Log(float x);

// x to the power y with every special case of IEEE 754: Pow(x, 0) and Pow(1, y) are 1 even for NaN, a
// negative x needs a whole y (else NaN) and an odd y keeps the sign of x.
float Pow(float x, float y);

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_MATH_H_
