#include "nav/path/path_request.h"

#include <algorithm>

#include "platform/math.h"

namespace footfall::nav {
namespace {

bool IsBadSphere(const InfluenceSphere& sphere) {
  return !(sphere.radius > 0) || !(sphere.inner_weight >= 0) || !(sphere.outer_weight >= 0);
}

bool IsDynamicMesh(MeshIndex mesh) { return mesh >= kFirstDynamicIndex && mesh <= kLastDynamicIndex; }

// Whether the flag and the meshes of the ends say the same.
bool AreMeshesBad(const PathRequest& request) {
  const bool starts_on_vehicle = IsDynamicMesh(request.mesh);
  const bool ends_on_vehicle = IsDynamicMesh(request.end_mesh);
  if (!starts_on_vehicle && request.mesh != kNoNavMesh) return true;
  if (!ends_on_vehicle && request.end_mesh != kNoNavMesh) return true;
  if (request.search_type() != SearchType::kShortest && ends_on_vehicle) return true;
  return request.Has(kFlagDynamicNavMeshRoute) != (starts_on_vehicle || ends_on_vehicle);
}

}  // namespace

RequestFault PrepareRequest(PathRequest& request) {
  if (request.Has(kFlagFleeTarget) && request.Has(kFlagWander)) return RequestFault::kTwoTypes;
  if (request.spheres_count > kMaxInfluenceSpheres || request.included_count > kMaxIncludedObjects ||
      request.excluded_count > kMaxExcludedObjects) {
    return RequestFault::kTooMany;
  }
  if (!(request.slope_max >= 0) || !(request.slope_max < platform::kHalfPi)) return RequestFault::kSlope;
  const auto end = request.spheres.begin() + request.spheres_count;
  if (std::any_of(request.spheres.begin(), end, IsBadSphere)) return RequestFault::kSphere;
  if (AreMeshesBad(request)) return RequestFault::kMesh;
  if (request.search_type() == SearchType::kShortest) return RequestFault::kNone;
  if (!(request.reference_distance > 0)) return RequestFault::kNoDistance;
  if (request.search_type() == SearchType::kWander) {
    const platform::Vec2 flat = platform::Xy(request.reference);
    const float length = platform::Length(flat);
    if (!(length > 0)) return RequestFault::kNoDirection;
    request.reference = {flat.x / length, flat.y / length, 0};
  }
  return RequestFault::kNone;
}

}  // namespace footfall::nav
