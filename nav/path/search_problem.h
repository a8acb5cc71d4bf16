#ifndef FOOTFALL_NAV_PATH_SEARCH_PROBLEM_H_
#define FOOTFALL_NAV_PATH_SEARCH_PROBLEM_H_

#include <cstdint>

#include "nav/mesh/types.h"
#include "nav/path/search_nodes.h"
#include "platform/vec.h"

// What a search over polygons is asked, and how it ended.
namespace footfall::nav {

class SearchObstacles;
class SearchShape;

// f = travelled x 5 + step x factor + estimate x 5 + penalties (NAV-137, OQ-25).
inline constexpr float kDistanceTravelledMultiplier = 5.0F;
inline constexpr float kCostFromTargetMultiplier = 5.0F;

// What a wander's metre costs beside its penalties (NAV-138: "parent distance").
inline constexpr float kDistanceFromParent = 1.0F;

// XY box outside which a search does not go (NAV-125, OQ-22). Default: no limit.
struct SearchExtents {
  platform::Vec2 min{-1e30F, -1e30F};
  platform::Vec2 max{1e30F, 1e30F};
  bool Contains(platform::Vec3 p) const {
    return p.x >= min.x && p.x <= max.x && p.y >= min.y && p.y <= max.y;
  }
};

// Polygons within this distance of an end are cut before the search, m (NAV-236, OQ-42); the second with
// ExpandStartEndTessellationRadius (NAV-206).
inline constexpr float kCutRadius = 3.0F;
inline constexpr float kCutRadiusExpanded = 6.0F;

struct SearchProblem {
  PolyRef start_poly;
  platform::Vec3 start;
  PolyRef goal_poly;  // invalid: only the completion radius or the alternative ends the search
  platform::Vec3 goal;
  float completion_radius = 0;  // m; 0: the goal polygon alone ends it
  SearchExtents extents;
  uint32_t expansions_max = 0;           // 0: unlimited
  SearchObstacles* obstacles = nullptr;  // null: none
  float cut_radius = kCutRadius;         // m around both ends (NAV-236)
  const SearchShape* shape = nullptr;    // null: the plain way to the goal
};

enum class SearchEnd : uint8_t {
  kReached,
  kExhausted,    // the open list ran empty
  kHeapFull,     // NAV-142
  kVisitedFull,  // NAV-135, or tiles or records used up (R23)
  kTooMany,      // expansions_max (OQ-17)
  kEndsBlocked,  // objects cover an end
  kStopped,      // the meter said so: the output is void
};

struct SearchOutcome {
  SearchEnd end = SearchEnd::kExhausted;
  bool at_goal = false;  // the goal's node ended it, not the radius, nor that a wander or flee was far enough
  NodeId last;           // the node that ended the search, when reached
  NodeId closest;  // the expanded node with the least estimate on which the search might end; polygon id
                   // breaks ties
  uint32_t expanded = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_SEARCH_PROBLEM_H_
