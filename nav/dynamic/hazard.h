#ifndef FOOTFALL_NAV_DYNAMIC_HAZARD_H_
#define FOOTFALL_NAV_DYNAMIC_HAZARD_H_

#include <cstdint>

#include "nav/dynamic/object_types.h"
#include "platform/vec.h"

namespace footfall::nav {

enum class HazardKind : uint8_t {
  kExplosive = 0,  // may explode: AvoidPotentialExplosions (NAV-195)
  kGas = 1,        // a cloud of gas: AvoidTearGas (NAV-196)
};
constexpr uint64_t EnumEnd(HazardKind) { return 2; }

// Hazards that a world may have at once. Ours; a request takes at most 8 spheres of all kinds (NAV-081).
inline constexpr int kHazardsMax = 256;
// Greatest radius of one, m. Ours.
inline constexpr float kHazardRadiusMax = 250.0F;

// A sphere that some searches keep away from. It blocks nothing by itself.
struct Hazard {
  ObjectId id;
  HazardKind kind = HazardKind::kExplosive;
  platform::Vec3 centre;  // m
  float radius = 0;       // m

  friend bool operator==(const Hazard&, const Hazard&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("id", self.id);
    visitor.Field("kind", self.kind);
    visitor.Field("centre", self.centre);
    visitor.Field("radius", self.radius);
  }
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_DYNAMIC_HAZARD_H_
