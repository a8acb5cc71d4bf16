#include "nav/query/surface.h"

#include <cmath>

namespace footfall::nav {
namespace {

using platform::Vec3;

// Newell's sum over the edges: the normal times twice the area. Vertices are clockwise from above.
Vec3 NewellSum(const PolyView& poly) {
  Vec3 sum;
  for (int i = 0; i < poly.vertex_count(); ++i) {
    const Vec3 a = poly.Vertex(i);
    const Vec3 b = poly.EdgeEnd(i);
    sum.x += (a.y - b.y) * (a.z + b.z);
    sum.y += (a.z - b.z) * (a.x + b.x);
    sum.z += (a.x - b.x) * (a.y + b.y);
  }
  return sum;
}

}  // namespace

Vec3 SurfaceNormal(const PolyView& poly) {
  const Vec3 sum = NewellSum(poly);
  const float length = std::sqrt(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z);
  if (!(length > 0)) return {0, 0, 1};
  const float scale = (sum.z < 0 ? -1.0F : 1.0F) / length;
  return {sum.x * scale, sum.y * scale, sum.z * scale};
}

bool IsSlopeWithin(const PolyView& poly, float slope_max) {
  const Vec3 normal = SurfaceNormal(poly);
  return normal.x * normal.x + normal.y * normal.y <= slope_max * slope_max * normal.z * normal.z;
}

}  // namespace footfall::nav
