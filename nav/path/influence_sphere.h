#ifndef FOOTFALL_NAV_PATH_INFLUENCE_SPHERE_H_
#define FOOTFALL_NAV_PATH_INFLUENCE_SPHERE_H_

#include "platform/vec.h"

namespace footfall::nav {

inline constexpr int kMaxInfluenceSpheres = 8;  // a request (NAV-081)

// Ground around a point that costs more to cross (NAV-146, OQ-30): a metre of a segment inside costs
// kDistanceTravelledMultiplier x the weight there, which goes linearly from `inner_weight` at the centre to
// `outer_weight` at the rim. Metres; radius > 0, weights >= 0.
struct InfluenceSphere {
  platform::Vec3 center;
  float radius = 0;
  float inner_weight = 0;
  float outer_weight = 0;

  friend bool operator==(const InfluenceSphere&, const InfluenceSphere&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("center", self.center);
    visitor.Field("radius", self.radius);
    visitor.Field("inner_weight", self.inner_weight);
    visitor.Field("outer_weight", self.outer_weight);
  }
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_INFLUENCE_SPHERE_H_
