#include "nav/path/movement_rules.h"

#include <cmath>

#include "platform/math.h"

namespace footfall::nav {
namespace {

bool Has(const PathRequest& request, PathFlagBit bit) { return (request.flags & PathFlagMask(bit)) != 0; }
bool IsWater(const PolyRecord& poly) { return (poly.flags & kPolyWater) != 0; }
bool IsDeepWater(const PolyRecord& poly) {
  return IsWater(poly) && (poly.attributes & kAttrShallowWater) == 0;
}

}  // namespace

MovementRules::MovementRules(const PathRequest& request, const platform::MovementCosts& costs,
                             bool start_is_pavement)
    : costs_(costs),
      type_penalties_{0, costs.climb_low, costs.climb_high, costs.drop_down},
      climbs_(!Has(request, kFlagNeverClimbOverStuff)),
      drops_(!Has(request, kFlagNeverDropFromHeight)),
      fatal_drops_(Has(request, kFlagMayUseFatalDrops)),
      ladders_(!Has(request, kFlagNeverUseLadders)),
      prefer_pavements_(Has(request, kFlagPreferPavements)),
      never_leave_pavements_(Has(request, kFlagNeverLeavePavements)),
      never_enter_water_(Has(request, kFlagNeverEnterWater)),
      never_start_in_water_(Has(request, kFlagNeverStartInWater)),
      never_leave_water_(Has(request, kFlagNeverLeaveWater)),
      never_leave_deep_water_(Has(request, kFlagNeverLeaveDeepWater)),
      prefer_downhill_(Has(request, kFlagPreferDownhill)),
      up_steep_(Has(request, kFlagAllowToNavigateUpSteepPolygons)),
      avoid_tracks_(Has(request, kFlagAvoidTrainTracks)),
      favour_enclosed_(Has(request, kFlagFavourEnclosedSpaces)),
      is_wander_(request.search_type() == SearchType::kWander),
      slope_max_(request.slope_max > 0 ? platform::Tan(request.slope_max) : -1.0F),
      plain_(!never_leave_pavements_ && !prefer_downhill_ && !avoid_tracks_ && !favour_enclosed_) {
  if (Has(request, kFlagIfNotOnPavementAllowDropsAndClimbs) && !start_is_pavement) {
    climbs_ = true;
    drops_ = true;
  }
}

WalkFilter MovementRules::SightFilter(const PolyRecord& from) const {
  WalkFilter filter;
  filter.flags_mask = kPolyWater | kPolyTooSteepToWalkOn;
  if (prefer_pavements_ || never_leave_pavements_) filter.flags_mask |= kPolyPavement;
  filter.flags_value = from.flags & filter.flags_mask;
  if (avoid_tracks_) filter.attributes_mask |= kAttrTrainTrack;
  filter.attributes_value = from.attributes & filter.attributes_mask;
  filter.slope_max = slope_max_;
  filter.keeps_to_ped_paths = is_wander_;
  return filter;
}

bool MovementRules::AllowsStart(const PolyRecord& start) const {
  return !(never_start_in_water_ && IsWater(start));
}

bool MovementRules::AllowsSurfaces(const PolyRecord& from, const PolyRecord& to, float rise) const {
  if (IsPlainStep(from, to)) return true;
  if (never_leave_pavements_ && (from.flags & kPolyPavement) != 0 && (to.flags & kPolyPavement) == 0)
    return false;
  if (never_enter_water_ && !IsWater(from) && IsWater(to)) return false;
  if (never_leave_water_ && IsWater(from) && !IsWater(to)) return false;
  if (never_leave_deep_water_ && IsDeepWater(from) && !IsDeepWater(to)) return false;
  if ((to.flags & kPolyTooSteepToWalkOn) != 0 && rise > 0 && !up_steep_) return false;
  return true;
}

float MovementRules::StepPenalty(const PolyRecord& from, const PolyRecord& to, AdjacencyType type, float rise,
                                 uint32_t edge_space) const {
  return PartsOf(from, to, type, rise, edge_space).Sum();
}

SurfaceCosts MovementRules::PartsOf(const PolyRecord& from, const PolyRecord& to, AdjacencyType type,
                                    float rise, uint32_t edge_space) const {
  SurfaceCosts parts;
  parts.crossing = TypePenalty(type);
  if (type == AdjacencyType::kDropDown) parts.crossing += costs_.drop_down_per_metre * std::fabs(rise);
  if (IsPlainStep(from, to)) return parts;
  if (IsWater(to)) {
    parts.water = IsWater(from) ? costs_.be_in_water : costs_.enter_water;
  } else if (IsWater(from)) {
    parts.water = costs_.leave_water;
  }
  if ((to.flags & kPolyTooSteepToWalkOn) != 0 && (from.flags & kPolyTooSteepToWalkOn) == 0) {
    parts.steep = costs_.move_onto_steep;
  }
  if (avoid_tracks_ && (to.attributes & kAttrTrainTrack) != 0) parts.tracks = costs_.avoid_train_tracks;
  if (prefer_downhill_ && rise > 0) parts.rise = kDownhillRisePenalty * rise;
  if (favour_enclosed_)
    parts.open_space = kEnclosedSpacePenalty * kSpaceStep * static_cast<float>(edge_space);
  return parts;
}

float MovementRules::LinkPenalty(LinkKind kind, platform::Vec3 start, platform::Vec3 end) const {
  if (kind == LinkKind::kClimbObject) return costs_.climb_object_per_metre * platform::Distance(start, end);
  return costs_.climb_ladder + costs_.climb_ladder_per_metre * std::fabs(end.z - start.z);
}

}  // namespace footfall::nav
