#include "sim/request_bounds.h"

#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "platform/math.h"

namespace footfall::sim {

namespace {

std::string Fault(const std::string& point, const char* field, float value, const char* bound) {
  return absl::StrCat(point, field, ": ", value, " is not ", bound);
}

// The bounds of one request, in the order of its fields; the first fault stays.
class Judge {
 public:
  void Coordinate(const std::string& point, const platform::Vec3& p) {
    if (fault_.empty()) fault_ = FirstBadCoordinate(point, p);
  }
  void Length(absl::string_view field, float value) {
    static_assert(kLengthMax == 15000.0F);
    Require(value >= 0 && value <= kLengthMax, field, value, "in [0, 15000]");
  }
  void LengthOverZero(absl::string_view field, float value) {
    Require(value > 0 && value <= kLengthMax, field, value, "in (0, 15000]");
  }
  void Weight(absl::string_view field, float value) {
    static_assert(kSphereWeightMax == 1000.0F);
    Require(value >= 0 && value <= kSphereWeightMax, field, value, "in [0, 1000]");
  }
  void Require(bool holds, absl::string_view field, float value, absl::string_view bound) {
    if (!holds && fault_.empty()) fault_ = absl::StrCat(field, ": ", value, " is not ", bound);
  }
  std::string fault() && { return std::move(fault_); }

 private:
  std::string fault_;
};

void JudgeEnds(const nav::PathRequest& request, Judge& judge) {
  switch (request.search_type()) {
    case nav::SearchType::kShortest:
      judge.Coordinate("path.start", request.start);
      judge.Coordinate("path.goal", request.end);
      return;
    case nav::SearchType::kWander:
      judge.Coordinate("wander.start", request.start);
      judge.LengthOverZero("wander.distance", request.reference_distance);
      return;
    case nav::SearchType::kFlee:
      judge.Coordinate("flee.start", request.start);
      judge.Coordinate("flee.threat", request.reference);
      judge.LengthOverZero("flee.distance", request.reference_distance);
      return;
  }
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
  Judge judge;
  JudgeEnds(request, judge);
  judge.Length("radius", request.radius);
  judge.Length("completion_radius", request.completion_radius);
  // Negative means the profile's distance.
  if (!(request.adjust_distance_max < 0 && std::isfinite(request.adjust_distance_max))) {
    judge.Length("adjust_distance_max", request.adjust_distance_max);
  }
  judge.Require(request.slope_max >= 0 && request.slope_max < platform::kHalfPi, "slope_max",
                request.slope_max, "in [0, pi / 2)");
  static_assert(nav::kNavDomains == 2);
  judge.Require(static_cast<int>(request.domain) < nav::kNavDomains, "domain",
                static_cast<float>(request.domain), "0 or 1");
  for (size_t i = 0; i < request.spheres_count; ++i) {
    const nav::InfluenceSphere& sphere = request.spheres[i];
    const std::string field = absl::StrCat("spheres[", i, "]");
    judge.Coordinate(absl::StrCat(field, ".center"), sphere.center);
    judge.LengthOverZero(absl::StrCat(field, ".radius"), sphere.radius);
    judge.Weight(absl::StrCat(field, ".inner_weight"), sphere.inner_weight);
    judge.Weight(absl::StrCat(field, ".outer_weight"), sphere.outer_weight);
  }
  return std::move(judge).fault();
}

}  // namespace footfall::sim
