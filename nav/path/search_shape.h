#ifndef FOOTFALL_NAV_PATH_SEARCH_SHAPE_H_
#define FOOTFALL_NAV_PATH_SEARCH_SHAPE_H_

#include <array>
#include <cstdint>

#include "nav/mesh/tile_view.h"
#include "nav/path/influence_sphere.h"
#include "nav/path/path_request.h"
#include "platform/profile.h"
#include "platform/vec.h"

namespace footfall::nav {

class ObjectSnapshot;

// What the segment of one step costs beside what MovementRules say.
struct ShapedCost {
  float penalty = 0;    // fixed, goes on to everything behind (OQ-26)
  float per_metre = 0;  // wander: on the segment's length (NAV-138)
  float estimate = 0;   // m: what is left to go
};

// Everything that makes a search other than the plain way to a goal: wander and flee, influence spheres,
// directional cover, points at random, other ends than the goal. Made once a search; constant during it; any
// thread. A search that IsPlain() never asks it, which is what keeps the common search fast.
class SearchShape {
 public:
  // `costs`: the request's own copy (NAV-147). `start`: on the mesh. `objects`: may be null; its explosives
  // and gas clouds become spheres where the request avoids them, the nearest to the start first, as many as
  // there is room for beside the caller's (NAV-086, NAV-195, NAV-196).
  SearchShape(const PathRequest& request, const platform::MovementCosts& costs, platform::Vec3 start,
              const ObjectSnapshot* objects);

  // The same flee with steps alone that never come nearer to the threat. REQUIRES: type() is kFlee.
  SearchShape OnlyAway() const {
    SearchShape away = *this;
    away.only_away_ = true;
    return away;
  }

  SearchType type() const { return type_; }
  bool IsPlain() const { return is_plain_; }
  int spheres_count() const { return spheres_count_; }
  // NAV-132: whether a straight look at the goal may replace the search.
  bool AllowsEarlyOut() const { return type_ == SearchType::kShortest && spheres_count_ == 0 && !cover_; }

  // Whether the string is pulled over the points that the search chose instead of a funnel, which would undo
  // what they were chosen for.
  bool KeepsPoints() const { return random_ || spheres_count_ > 0; }
  // Whether steps lead to points of shared edges whatever the profile's point mode: candidate points are
  // those closest to a target (NAV-136), which only a shortest path has, and no string can be pulled over
  // them.
  bool CrossesEdges() const { return type_ != SearchType::kShortest || KeepsPoints(); }
  // Whether a straight line may replace a piece of route that costs `replaced` (SegmentCost): it must not
  // cost more among spheres, nor lead a flee nearer to its threat.
  bool AllowsShortcut(platform::Vec3 from, platform::Vec3 to, float replaced) const;
  // Whether a straight way of a flee leads nearer to its threat somewhere.
  bool ComesNearer(platform::Vec3 from, platform::Vec3 to) const;
  // Length and spheres of a straight line, in units of f.
  float SegmentCost(platform::Vec3 from, platform::Vec3 to) const;
  // Where a step over the edge a-b arrives. RandomisePoints: drawn from the stream of (seed, request, polygon
  // entered) alone (NAV-007, NAV-204).
  platform::Vec3 Crossing(platform::Vec3 a, platform::Vec3 b, platform::Vec3 from, platform::Vec3 goal,
                          PolyRef entered) const;

  // Whether a straight step may be taken at all: an OnlyAway refuses what leads nearer to the threat.
  bool AllowsStep(platform::Vec3 from, platform::Vec3 to) const;

  // What is left to go from a point: to the goal; wander: along the direction; flee: until the threat is far
  // enough. The least one is what a search that fails came closest with (OQ-27, OQ-39).
  float Estimate(platform::Vec3 point, platform::Vec3 goal) const;
  // A step from a point of polygon `left` to one where polygon `entered` begins.
  ShapedCost CostOf(const PolyRecord& left, const PolyRecord& entered, platform::Vec3 from, platform::Vec3 to,
                    float length, platform::Vec3 goal) const;

  // Whether a wander or flee ends here (OQ-27, OQ-28, NAV-171).
  bool EndsAt(const PolyRecord& poly, platform::Vec3 point, float travelled) const;
  // Whether the alternative may end here (NAV-171).
  bool MayEndOn(const PolyRecord& poly) const;
  // NAV-183: whether the completion radius alone suffices to end here.
  bool OffersEnd(const PolyRecord& poly) const { return !cover_finder_ || poly.cover_directions != 0; }
  bool needs_sight_of_goal() const { return ensure_sight_; }  // NAV-200

  // What the parts of CostOf are, for explanations.
  float SpherePenalty(platform::Vec3 from, platform::Vec3 to) const;               // OQ-30
  float CoverPenalty(const PolyRecord& entered, platform::Vec3 at) const;          // NAV-153, NAV-182
  float DensityPerMetre(const PolyRecord& left, const PolyRecord& entered) const;  // NAV-151, OQ-27
  float TurnPerMetre(platform::Vec3 from, platform::Vec3 to) const;                // NAV-152, OQ-31
  float DoubleBackPenalty(platform::Vec3 from, platform::Vec3 to) const;           // NAV-154, OQ-28
  // m from the threat of a flee or of directional cover.
  float ThreatDistance(platform::Vec3 point) const { return platform::Distance(point, reference_); }
  platform::Vec3 reference() const { return reference_; }
  float reference_distance() const { return reference_distance_; }

  // Weights of the spheres around hazards: crossing a radius of gas is worth a detour of about ten. Ours.
  static constexpr float kHazardInnerWeight = 20.0F;
  static constexpr float kHazardOuterWeight = 5.0F;
  // How far ahead a wander or flee aims at the next edge, m. Ours.
  static constexpr float kAimAhead = 20.0F;
  // The part of a shared edge that RandomisePoints draws from. Ours.
  static constexpr float kRandomFrom = 0.2F;
  static constexpr float kRandomTo = 0.8F;

 private:
  void AddHazards(const PathRequest& request, platform::Vec3 start, const ObjectSnapshot& objects);

  platform::MovementCosts costs_;
  SearchType type_;
  bool is_plain_;
  bool cover_;  // UseDirectionalCover
  bool cover_finder_;
  bool ensure_sight_;
  bool random_;
  bool never_end_in_water_;
  bool only_away_ = false;
  int spheres_count_;
  float double_back_;  // K of OQ-28
  float reference_distance_;
  platform::Vec3 start_;
  platform::Vec3 reference_;
  uint64_t random_seed_;
  uint64_t random_entity_;
  std::array<InfluenceSphere, kMaxInfluenceSpheres> spheres_;
};

// The eighth of the compass, counter-clockwise from +X, that a vector points into: what cover direction bits
// are numbered by (NAV-030). 0 for a zero vector.
int CompassEighth(platform::Vec2 v);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_SEARCH_SHAPE_H_
