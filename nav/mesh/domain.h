#ifndef FOOTFALL_NAV_MESH_DOMAIN_H_
#define FOOTFALL_NAV_MESH_DOMAIN_H_

#include <cstdint>

namespace footfall::nav {

// What a mesh is for (NAV-015).
enum class Domain : uint8_t {
  kRegular = 0,     // walking
  kHeightMesh = 1,  // meant for flying; off unless configured before start (OQ-03)
};
inline constexpr int kNavDomains = 2;
constexpr uint64_t EnumEnd(Domain) { return kNavDomains; }

// Which domains a world has. Fixed when the world is made: nothing turns one on later. A request that names a
// domain that is off completes with NavMeshNotLoaded.
class NavDomains {
 public:
  explicit NavDomains(bool height_mesh = false) : height_mesh_(height_mesh) {}
  // False for values that are no domain.
  bool IsOn(Domain domain) const {
    return domain == Domain::kRegular || (domain == Domain::kHeightMesh && height_mesh_);
  }

 private:
  bool height_mesh_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_DOMAIN_H_
