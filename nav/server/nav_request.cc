#include "nav/server/nav_request.h"

#include <algorithm>
#include <cmath>

namespace footfall::nav {
namespace {

// Farthest height that a request may name, m: keeps every squared distance finite.
constexpr float kRequestZMax = 10000;
// Walls are upright from here on, rad: just under pi / 2.
constexpr float kSlopeEnd = 1.5707963F;

bool IsLengthAllowed(float length) {
  return std::isfinite(length) && length >= 0 && length <= kWorldMax - kWorldMin;
}

bool AreSpheresAllowed(const PathRequest& request) {
  return std::all_of(request.spheres.begin(), request.spheres.end(), [](const InfluenceSphere& sphere) {
    return IsPointAllowed(sphere.center) && IsLengthAllowed(sphere.radius) &&
           std::isfinite(sphere.inner_weight) && std::isfinite(sphere.outer_weight);
  });
}

bool IsAllowed(const PathRequest& request) {
  return IsPointAllowed(request.start) && IsPointAllowed(request.end) && IsPointAllowed(request.reference) &&
         IsLengthAllowed(request.reference_distance) && IsLengthAllowed(request.radius) &&
         IsLengthAllowed(request.completion_radius) && std::isfinite(request.adjust_distance_max) &&
         std::isfinite(request.slope_max) && static_cast<int>(request.domain) < kNavDomains &&
         AreSpheresAllowed(request);
}

bool IsAllowed(const LineOfSightRequest& request) {
  if (request.points_count < 2 || request.points_count > kLosPointsMax) {
    return false;
  }
  return (request.options & ~kLosOptionsAll) == 0 &&
         std::all_of(request.points.begin(), request.points.begin() + request.points_count, IsPointAllowed) &&
         request.slope_max >= 0 && request.slope_max < kSlopeEnd && IsLengthAllowed(request.radius) &&
         std::isfinite(request.adjust_distance_max);
}

bool IsAllowed(const AudioPropertiesRequest& request) {
  return IsPointAllowed(request.position) && IsLengthAllowed(request.radius);
}

bool IsAllowed(const FloodFillRequest& request) {
  return IsPointAllowed(request.start) && static_cast<int>(request.goal) < kFloodFillGoals &&
         IsLengthAllowed(request.distance_max) && std::isfinite(request.area_max) && request.area_max >= 0 &&
         std::isfinite(request.adjust_distance_max);
}

bool IsAllowed(const ClearAreaRequest& request) {
  return IsPointAllowed(request.center) && IsLengthAllowed(request.search_radius) &&
         IsLengthAllowed(request.clear_radius) && request.clear_radius > 0;
}

bool IsAllowed(const ClosestPositionRequest& request) {
  constexpr uint32_t kBoth = kClosestSheltered | kClosestNotSheltered;
  return IsPointAllowed(request.position) && IsLengthAllowed(request.search_radius) &&
         request.results_max >= 1 && request.results_max <= kClosestPositionsMax &&
         (request.filters & ~kClosestFiltersAll) == 0 && (request.filters & kBoth) != kBoth &&
         IsLengthAllowed(request.spacing_min) && IsLengthAllowed(request.radius) &&
         std::isfinite(request.adjust_distance_max);
}

}  // namespace

bool IsPointAllowed(const platform::Vec3& point) {
  return MeshIndexAt(point.x, point.y) != kNoNavMesh && std::fabs(point.z) <= kRequestZMax;
}

bool NavRequest::Become(RequestType type) {
  switch (type) {
    case RequestType::kPath:
      emplace<PathRequest>();
      return true;
    case RequestType::kLineOfSight:
      emplace<LineOfSightRequest>();
      return true;
    case RequestType::kAudioProperties:
      emplace<AudioPropertiesRequest>();
      return true;
    case RequestType::kFloodFill:
      emplace<FloodFillRequest>();
      return true;
    case RequestType::kClearArea:
      emplace<ClearAreaRequest>();
      return true;
    case RequestType::kClosestPosition:
      emplace<ClosestPositionRequest>();
      return true;
    case RequestType::kGrid:
      break;
  }
  return false;
}

bool AreNumbersAllowed(const NavRequest& request) {
  return std::visit([](const auto& body) { return IsAllowed(body); }, request);
}

}  // namespace footfall::nav
