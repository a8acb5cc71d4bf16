#ifndef FOOTFALL_NAV_STREAM_HIERARCHICAL_H_
#define FOOTFALL_NAV_STREAM_HIERARCHICAL_H_

#include <cstdint>
#include <vector>

#include "platform/vec.h"

// Hierarchical navigation is switched off in this build (NAV-048): no node store exists and none is streamed.
// What stays defined is the schema of its data and its figures, so that data and codes keep their meaning:
// completion codes and a waypoint flag of nav/path are reserved for it.
namespace footfall::nav {

inline constexpr bool kHierarchicalNavigation = false;
inline constexpr float kHierarchicalLoadProximity = 600;  // m, of the region that would load nodes

// One node of the coarse graph, and a link to a neighbour.
struct HierarchicalNode {
  platform::Vec3 position;
  float radius = 0;
  uint32_t first_link = 0;
  uint16_t links_count = 0;
};
struct HierarchicalLink {
  uint32_t to = 0;
  float length = 0;
};

// The coarse path between two points: always empty in this build.
inline std::vector<platform::Vec3> HierarchicalPath(platform::Vec3 /*from*/, platform::Vec3 /*to*/) {
  return {};
}
// Whether a coarse node is loaded near the point: never in this build.
inline bool HasHierarchicalNodes(platform::Vec3 /*near*/) { return false; }

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_STREAM_HIERARCHICAL_H_
