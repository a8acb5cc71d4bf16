#ifndef FOOTFALL_NAV_PATH_SEARCH_TRACE_H_
#define FOOTFALL_NAV_PATH_SEARCH_TRACE_H_

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "nav/path/astar.h"
#include "nav/path/path_request.h"
#include "nav/path/path_result.h"
#include "nav/path/route_sight.h"
#include "platform/vec.h"

namespace footfall::nav {

// What the way that a search found costs, by kind. In units of f.
enum class CostKind : uint8_t {
  kLength = 0,   // kDistanceTravelledMultiplier a metre; wander: 1 + kDistanceFromParent
  kOffPavement,  // PreferPavements, what the factor adds
  kClimb,
  kDrop,
  kLink,  // ladders and climbable objects
  kWater,
  kSteep,
  kTrainTracks,
  kRise,       // PreferDownhill
  kOpenSpace,  // FavourEnclosedSpaces
  kSpheres,
  kCover,
  kDensity,     // wander
  kTurn,        // wander
  kDoubleBack,  // flee
};
inline constexpr int kCostKinds = 15;
// Lower-case words, for people.
std::string_view NameOf(CostKind kind);

// The route after one stage of section 9.
struct RouteStage {
  std::string_view name;  // a literal
  uint32_t points = 0;
  float length = 0;         // m
  uint64_t cost_units = 0;  // charged since the beginning of the search
};

// What one search did: for `path --explain`, pictures, and the development mode of NAV-135. Filled behind the
// search's loop from what that left, so that a search without a trace does nothing more.
struct SearchTrace {
  SearchType type = SearchType::kShortest;
  uint64_t flags = 0;
  bool has_searched = false;  // false: a straight line, an end off the mesh, or the start outside the extents
  SearchEnd end = SearchEnd::kExhausted;
  SearchExtents extents;
  uint32_t expanded = 0;
  uint32_t fragments = 0;
  uint32_t fragments_refused = 0;  // polygons left whole and blocked (OQ-42)
  uint32_t spheres = 0;            // the request's and those of hazards
  std::array<float, kCostKinds> costs{};
  float estimate = 0;  // m that were left to go where the search ended
  std::vector<RouteStage> stages;
  std::vector<platform::Vec3> pulled;  // points after string pulling, before the post steps
  // Polygons that the search met, at most `visited_max`, by mesh and number; a fragment counts as its
  // polygon.
  std::vector<PolyRef> visited;
  uint32_t visited_max = 0;
  uint32_t visited_count = 0;     // by the search's own count, fragments included
  bool visited_overflow = false;  // the list was full, or RanOutOfVisitedPolysSpace
  bool visited_agrees = true;     // nodes that bear the search's number and its count agree (NAV-135)
  std::vector<platform::Vec3> fragment_corners;  // outlines of all fragments, one after the other
  std::vector<uint32_t> fragment_sizes;          // corners of each
  // Objects that the search came near: the corners of their footprints, at their lowest.
  std::vector<std::array<platform::Vec3, 4>> obstacles;
  CompletionCode code = CompletionCode::kNotFound;
  uint64_t cost_units = 0;
  int64_t virtual_ns_per_unit = 0;  // 0 where the profile derives it from the tick rate

  // For PathSearch.
  void Begin(const PathRequest& request, const platform::Profile& profile);
  void Note(std::string_view stage, const std::vector<RoutePoint>& route, uint64_t units);
  void End(const PathResult& result);
};

// Tells what a search did. `last`: the node of the way that costs are told of; may be invalid.
void TraceSearch(AStar& astar, const SearchProblem& problem, const MovementRules& rules,
                 const SearchShape& shape, const SearchOutcome& outcome, NodeId last, SearchTrace& trace);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_SEARCH_TRACE_H_
