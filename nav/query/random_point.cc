#include "nav/query/random_point.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "nav/query/outline.h"
#include "platform/random.h"

namespace footfall::nav {
namespace {

using platform::RandomStream;
using platform::Vec2;
using platform::Vec3;

// 53 random bits in [0, 1): the 24 of a float would leave polygons of a city unreachable.
double NextFine(RandomStream& random) {
  return static_cast<double>(random.NextU64() >> 11) * (1.0 / 9007199254740992.0);
}

// Position of the first sum above a random share of the last one.
size_t DrawBySum(std::span<const double> sums, RandomStream& random) {
  const double share = NextFine(random) * sums.back();
  const auto at = static_cast<size_t>(std::upper_bound(sums.begin(), sums.end(), share) - sums.begin());
  return std::min(at, sums.size() - 1);
}

}  // namespace

Vec3 RandomPointOn(const PolyView& poly, RandomStream& random) {
  const PolyOutline outline(poly.tile(), poly.ref().poly());
  const Vec2 origin = outline.Xy(0);
  float wanted = static_cast<float>(NextFine(random) * PolyArea(poly)) * 2.0F;
  const float u = std::sqrt(random.NextUnit());
  const float v = random.NextUnit();
  int n = 1;
  // The triangle of the fan around vertex 0 in which the wanted share of the area ends.
  for (; n + 2 < outline.count; ++n) {
    const float twice = Cross(outline.Xy(n + 1) - origin, outline.Xy(n) - origin);
    if (wanted < twice) break;
    wanted -= twice;
  }
  const Vec2 b = outline.Xy(n) - origin;
  const Vec2 c = outline.Xy(n + 1) - origin;
  Vec2 at = origin + b * (u * (1.0F - v)) + c * (u * v);
  // Rounding may put a point on the rim outside; the vertex mean is inside.
  if (!poly.ContainsXy(at)) at = Lerp(at, Xy(poly.Centroid()), 1.0F / 256.0F);
  if (!poly.ContainsXy(at)) at = Xy(poly.Centroid());
  return {at.x, at.y, poly.Height(at)};
}

PointSampler::PointSampler(std::shared_ptr<const MeshComponents> components)
    : components_(std::move(components)) {
  double sum = 0;
  for (uint32_t i = 0; i < components_->count(); ++i) {
    sum += components_->Area(i);
    summed_areas_.push_back(sum);
  }
}

RandomPointResult PointSampler::RandomPoint(RandomStream& random) const {
  if (summed_areas_.empty()) return {};
  return Draw(static_cast<uint32_t>(DrawBySum(summed_areas_, random)), random);
}

RandomPointResult PointSampler::RandomReachablePoint(PolyRef start, RandomStream& random) const {
  const uint32_t component = components_->ComponentOf(start);
  if (component == MeshComponents::kNone) return {};
  return Draw(component, random);
}

RandomPointResult PointSampler::Draw(uint32_t component, RandomStream& random) const {
  const auto polys = components_->Polys(component);
  const auto sums =
      std::span(components_->summed_areas_).subspan(components_->first_[component], polys.size());
  const PolyRef ref = polys[DrawBySum(sums, random)];
  return {ref, RandomPointOn(components_->view().Poly(ref), random)};
}

}  // namespace footfall::nav
