#ifndef FOOTFALL_PLATFORM_VEC_H_
#define FOOTFALL_PLATFORM_VEC_H_

#include <cmath>

namespace footfall::platform {

// Metres. Right-handed, Z up.
struct Vec2 {
  float x = 0;
  float y = 0;
  friend bool operator==(const Vec2&, const Vec2&) = default;
};

struct Vec3 {
  float x = 0;
  float y = 0;
  float z = 0;
  friend bool operator==(const Vec3&, const Vec3&) = default;
};

inline Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
inline Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
inline Vec2 operator*(Vec2 a, float s) { return {a.x * s, a.y * s}; }
inline Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3 operator*(Vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }

inline Vec2 Xy(Vec3 v) { return {v.x, v.y}; }
inline float Dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
// Z of the cross product: positive when b is counter-clockwise of a, seen from above.
inline float Cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
inline float Dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline float LengthSq(Vec2 v) { return Dot(v, v); }
inline float LengthSq(Vec3 v) { return Dot(v, v); }
inline float Length(Vec2 v) { return std::sqrt(LengthSq(v)); }
inline float Length(Vec3 v) { return std::sqrt(LengthSq(v)); }
inline float Distance(Vec2 a, Vec2 b) { return Length(b - a); }
inline float Distance(Vec3 a, Vec3 b) { return Length(b - a); }
inline Vec2 Lerp(Vec2 a, Vec2 b, float t) { return a + (b - a) * t; }
inline Vec3 Lerp(Vec3 a, Vec3 b, float t) { return a + (b - a) * t; }
inline bool IsFinite(Vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_VEC_H_
