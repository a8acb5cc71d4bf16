#include "sim/request_bounds.h"

#include <cmath>

#include "absl/strings/str_cat.h"

namespace footfall::sim {

namespace {

std::string Fault(const std::string& point, const char* field, float value, const char* bound) {
  return absl::StrCat(point, field, ": ", value, " is not ", bound);
}

std::string BadLength(const char* field, float value) {
  static_assert(kLengthMax == 15000.0F);
  return value >= 0 && value <= kLengthMax ? std::string() : Fault("", field, value, "in [0, 15000]");
}

}  // namespace

std::string FirstBadCoordinate(const std::string& point, const platform::Vec3& p) {
  static_assert(nav::kWorldMin == -6000.0F && nav::kWorldMax == 9000.0F && kPointZMax == 10000.0F);
  // The other coordinate is one that is in the world.
  if (nav::MeshIndexAt(p.x, 0) == nav::kNoNavMesh) {
    return Fault(point, ".x", p.x, "in the world, [-6000, 9000)");
  }
  if (nav::MeshIndexAt(0, p.y) == nav::kNoNavMesh) {
    return Fault(point, ".y", p.y, "in the world, [-6000, 9000)");
  }
  if (!(std::fabs(p.z) <= kPointZMax)) {
    return Fault(point, ".z", p.z, "in [-10000, 10000]");
  }
  return {};
}

std::string FirstBadNumber(const nav::PathRequest& request) {
  std::string fault = FirstBadCoordinate("path.start", request.start);
  if (fault.empty()) {
    fault = FirstBadCoordinate("path.goal", request.end);
  }
  if (fault.empty()) {
    fault = BadLength("radius", request.radius);
  }
  if (fault.empty()) {
    fault = BadLength("completion_radius", request.completion_radius);
  }
  // Negative means the profile's distance.
  if (fault.empty() && !(request.adjust_distance_max < 0 && std::isfinite(request.adjust_distance_max))) {
    fault = BadLength("adjust_distance_max", request.adjust_distance_max);
  }
  return fault;
}

}  // namespace footfall::sim
