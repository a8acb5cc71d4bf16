#ifndef FOOTFALL_NAV_PATH_MOVEMENT_RULES_H_
#define FOOTFALL_NAV_PATH_MOVEMENT_RULES_H_

#include <cstdint>

#include "nav/mesh/tile_view.h"
#include "nav/path/path_request.h"
#include "nav/query/surface.h"
#include "nav/query/walk_ray.h"
#include "platform/profile.h"

namespace footfall::nav {

// The parts of a step's fixed penalties.
struct SurfaceCosts {
  float crossing = 0;  // climb or drop
  float water = 0;
  float steep = 0;
  float tracks = 0;
  float rise = 0;
  float open_space = 0;
  float Sum() const { return crossing + water + steep + tracks + rise + open_space; }
};

// The request's flags, expanded once (NAV-084), with the cost table that they apply to: which steps a search
// may take and what they cost beyond their length (NAV-141, NAV-147 to NAV-152, OQ-26). Plain value, constant
// during a search.
class MovementRules {
 public:
  // `start_is_pavement`: of the start polygon, for IfNotOnPavementAllowDropsAndClimbs (NAV-188).
  MovementRules(const PathRequest& request, const platform::MovementCosts& costs, bool start_is_pavement);

  // Whether an edge of this adjacency type may be crossed at all (NAV-184, NAV-185, NAV-187).
  bool AllowsType(AdjacencyType type, uint32_t edge_flags) const {
    switch (type) {
      case AdjacencyType::kNormal:
        return true;
      case AdjacencyType::kClimbLow:
      case AdjacencyType::kClimbHigh:
        return climbs_;
      case AdjacencyType::kDropDown:
        return drops_ && (fatal_drops_ || (edge_flags & kEdgeHighDrop) == 0);
    }
    return false;
  }
  bool AllowsLink(LinkKind kind) const { return kind == LinkKind::kClimbObject ? climbs_ : ladders_; }

  // True when no surface rule and no surface cost can apply to a step between the two: the common case, which
  // costs one test.
  bool IsPlainStep(const PolyRecord& from, const PolyRecord& to) const {
    return plain_ && ((from.flags | to.flags) & (kPolyWater | kPolyTooSteepToWalkOn)) == 0;
  }

  // Whether a step between two polygons is allowed by their surfaces (NAV-173, NAV-174, NAV-176, NAV-177,
  // NAV-179). `rise`: m from the point left to the point reached.
  bool AllowsSurfaces(const PolyRecord& from, const PolyRecord& to, float rise) const;
  bool AllowsStart(const PolyRecord& start) const;  // NAV-175
  // Whether a polygon is flat enough for the request's slope_max (NAV-081).
  bool AllowsSlope(const PolyView& poly) const { return slope_max_ < 0 || IsSlopeWithin(poly, slope_max_); }

  // No wander enters a polygon that is switched off for ambient peds; one that begins there may go on in it
  // (NAV-267).
  bool AllowsEntry(const PolyView& left, const PolyView& entered) const {
    return !is_wander_ || !entered.is_switched_off() || left.is_switched_off();
  }

  // Factor on length inside a polygon (OQ-36).
  float LengthFactor(const PolyRecord& poly) const {
    return prefer_pavements_ && (poly.flags & kPolyPavement) == 0 ? kOffPavementFactor : 1.0F;
  }
  // The least that an edge of this type costs (NAV-148).
  float TypePenalty(AdjacencyType type) const { return type_penalties_[static_cast<int>(type)]; }
  // Fixed penalties of a step (NAV-148 to NAV-152): climb or drop, water, steep ground, tracks, downhill
  // preference and enclosed space. `edge_space`: NAV-036 steps beyond the edge crossed.
  float StepPenalty(const PolyRecord& from, const PolyRecord& to, AdjacencyType type, float rise,
                    uint32_t edge_space) const;
  // What StepPenalty adds up, for explanations.
  SurfaceCosts PartsOf(const PolyRecord& from, const PolyRecord& to, AdjacencyType type, float rise,
                       uint32_t edge_space) const;
  float LinkPenalty(LinkKind kind, platform::Vec3 start, platform::Vec3 end) const;

  // Whether a metre costs the same everywhere, and nothing but water, steep ground and actions costs more.
  bool LengthDecides() const { return plain_ && !prefer_pavements_; }
  bool favours_enclosed() const { return favour_enclosed_; }
  // Sight lines that shorten a route stay on surfaces like those of `from`: a shortcut must not undo what the
  // search paid for (water, steep ground, and, where the request asks, pavements and tracks).
  WalkFilter SightFilter(const PolyRecord& from) const;

  static constexpr float kOffPavementFactor = 4.0F;     // OQ-36
  static constexpr float kDownhillRisePenalty = 10.0F;  // a metre of rise (OQ-29)
  static constexpr float kEnclosedSpacePenalty = 2.0F;  // a metre of free space (OQ-37)
  static constexpr float kSpaceStep = 0.25F;            // m (OQ-09)

 private:
  platform::MovementCosts costs_;
  float type_penalties_[4];  // by AdjacencyType
  bool climbs_;
  bool drops_;
  bool fatal_drops_;
  bool ladders_;
  bool prefer_pavements_;
  bool never_leave_pavements_;
  bool never_enter_water_;
  bool never_start_in_water_;
  bool never_leave_water_;
  bool never_leave_deep_water_;
  bool prefer_downhill_;
  bool up_steep_;
  bool avoid_tracks_;
  bool favour_enclosed_;
  bool is_wander_;
  float slope_max_;  // rise a metre of run; negative: any
  bool plain_;       // no flag that looks at surfaces other than water and steep ground
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_MOVEMENT_RULES_H_
