#include "nav/path/search_shape.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "nav/dynamic/object_snapshot.h"
#include "nav/path/astar.h"
#include "nav/path/candidate_points.h"
#include "nav/path/route_sight.h"
#include "platform/random.h"

namespace footfall::nav {

using platform::Vec2;
using platform::Vec3;

namespace {

// Samples of a segment's part inside a sphere.
constexpr int kSphereSamples = 4;
// How much nearer to the threat a step may seem to lead by rounding alone, m.
constexpr float kAwayRounding = 1e-3F;
constexpr float kTanEighth = 0.41421356F;  // of 22.5 degrees

bool IsWater(const PolyRecord& poly) { return (poly.flags & kPolyWater) != 0; }

// Metres of the segment inside the sphere times the mean weight there.
float WeighedLength(const InfluenceSphere& sphere, Vec3 from, Vec3 to) {
  const Vec3 along = to - from;
  const Vec3 offset = from - sphere.center;
  const float length_sq = platform::LengthSq(along);
  if (!(length_sq > 0)) return 0;
  // Where the segment enters and leaves: roots of |offset + t * along| = radius.
  const float half_b = platform::Dot(offset, along);
  const float c = platform::LengthSq(offset) - sphere.radius * sphere.radius;
  const float discriminant = half_b * half_b - length_sq * c;
  if (!(discriminant > 0)) return 0;
  const float root = std::sqrt(discriminant);
  const float enter = std::max((-half_b - root) / length_sq, 0.0F);
  const float leave = std::min((-half_b + root) / length_sq, 1.0F);
  if (!(leave > enter)) return 0;
  float weights = 0;
  for (int i = 0; i < kSphereSamples; ++i) {
    const float t = enter + (leave - enter) * (static_cast<float>(i) + 0.5F) / kSphereSamples;
    const float out = platform::Length(offset + along * t) / sphere.radius;
    weights += sphere.inner_weight + (sphere.outer_weight - sphere.inner_weight) * std::min(out, 1.0F);
  }
  return (leave - enter) * std::sqrt(length_sq) * weights / kSphereSamples;
}

// Cuts off the part of an edge to which the straight way from `from` leads nearer to the threat. An edge that
// has no other part is left as it is.
void ClipToAway(Vec3 from, Vec3 threat, Vec3& a, Vec3& b) {
  const Vec3 away = from - threat;
  const float gain_a = platform::Dot(a - from, away);
  const float gain_b = platform::Dot(b - from, away);
  if ((gain_a < 0) == (gain_b < 0)) return;
  const Vec3 cut = platform::Lerp(a, b, gain_a / (gain_a - gain_b));
  (gain_a < 0 ? a : b) = cut;
}

}  // namespace

int CompassEighth(Vec2 v) {
  const float x = std::fabs(v.x);
  const float y = std::fabs(v.y);
  // In the first quadrant: 0, 1 or 2.
  const int eighth = y <= x * kTanEighth ? 0 : x <= y * kTanEighth ? 2 : 1;
  if (v.x >= 0) return v.y >= 0 || eighth == 0 ? eighth : 8 - eighth;
  return v.y >= 0 ? 4 - eighth : 4 + eighth;
}

SearchShape::SearchShape(const PathRequest& request, const platform::MovementCosts& costs, Vec3 start,
                         const ObjectSnapshot* objects)
    : costs_(costs),
      type_(request.search_type()),
      is_plain_(false),
      cover_(request.Has(kFlagUseDirectionalCover)),
      cover_finder_(request.Has(kFlagCoverFinder)),
      ensure_sight_(request.Has(kFlagEnsureLosBeforeEnding)),
      random_(request.Has(kFlagRandomisePoints)),
      never_end_in_water_(request.Has(kFlagFleeNeverEndInWater)),
      spheres_count_(request.spheres_count),
      double_back_(request.Has(kFlagSofterFleeHeuristics) ? costs.flee_double_back_softer
                                                          : costs.flee_double_back),
      reference_distance_(request.reference_distance),
      start_(start),
      reference_(request.reference),
      random_seed_(request.random_seed),
      random_entity_(request.random_entity),
      spheres_(request.spheres) {
  if (objects != nullptr) AddHazards(request, start, *objects);
  is_plain_ = type_ == SearchType::kShortest && spheres_count_ == 0 && !cover_ && !cover_finder_ &&
              !ensure_sight_ && !random_ && request.slope_max == 0;
}

void SearchShape::AddHazards(const PathRequest& request, Vec3 start, const ObjectSnapshot& objects) {
  const bool explosives = request.Has(kFlagAvoidPotentialExplosions);
  const bool gas = request.Has(kFlagAvoidTearGas);
  if (!explosives && !gas) return;
  const int first = spheres_count_;
  for (const Hazard& hazard : objects.hazards()) {
    if (!(hazard.kind == HazardKind::kExplosive ? explosives : gas)) continue;
    // Nearest first; hazards come by rising id, which is what equal distances keep.
    const float distance = platform::LengthSq(hazard.centre - start);
    int at = spheres_count_;
    while (at > first &&
           distance < platform::LengthSq(spheres_[static_cast<size_t>(at - 1)].center - start)) {
      --at;
    }
    if (at == kMaxInfluenceSpheres) continue;
    const int last = std::min(spheres_count_, kMaxInfluenceSpheres - 1);
    for (int i = last; i > at; --i) spheres_[static_cast<size_t>(i)] = spheres_[static_cast<size_t>(i - 1)];
    spheres_[static_cast<size_t>(at)] = {hazard.centre, hazard.radius, kHazardInnerWeight,
                                         kHazardOuterWeight};
    spheres_count_ = last + 1;
  }
}

Vec3 SearchShape::Crossing(Vec3 a, Vec3 b, Vec3 from, Vec3 goal, PolyRef entered) const {
  if (random_) {
    platform::RandomStream stream(random_seed_, platform::RandomPurpose::kPathPoint, random_entity_,
                                  entered.value);
    return platform::Lerp(a, b, stream.NextRange(kRandomFrom, kRandomTo));
  }
  if (type_ == SearchType::kShortest) return CrossingPoint(a, b, from, goal);
  Vec2 ahead = platform::Xy(reference_);
  if (type_ == SearchType::kFlee) {
    ahead = platform::Xy(from) - platform::Xy(reference_);
    const float length = platform::Length(ahead);
    ahead = length > 0 ? ahead * (1 / length) : Vec2{};
    if (only_away_) ClipToAway(from, reference_, a, b);
  }
  return CrossingPoint(a, b, from, {from.x + ahead.x * kAimAhead, from.y + ahead.y * kAimAhead, from.z});
}

bool SearchShape::AllowsStep(Vec3 from, Vec3 to) const {
  if (!only_away_) return true;
  const Vec3 away = from - reference_;
  return platform::Dot(to - from, away) >= -kAwayRounding * platform::Length(away);
}

float SearchShape::Estimate(Vec3 point, Vec3 goal) const {
  switch (type_) {
    case SearchType::kShortest:
      break;
    case SearchType::kWander:
      return std::max(
          0.0F, reference_distance_ - platform::Dot(platform::Xy(point - start_), platform::Xy(reference_)));
    case SearchType::kFlee:
      return std::max(0.0F, reference_distance_ - ThreatDistance(point));
  }
  return platform::Distance(point, goal);
}

ShapedCost SearchShape::CostOf(const PolyRecord& left, const PolyRecord& entered, Vec3 from, Vec3 to,
                               float length, Vec3 goal) const {
  ShapedCost cost;
  cost.estimate = Estimate(to, goal);
  if (spheres_count_ > 0) cost.penalty += SpherePenalty(from, to);
  if (cover_) cost.penalty += CoverPenalty(entered, to);
  if (type_ == SearchType::kFlee) cost.penalty += DoubleBackPenalty(from, to);
  if (type_ == SearchType::kWander && length > 0) {
    cost.per_metre = DensityPerMetre(left, entered) + TurnPerMetre(from, to);
  }
  return cost;
}

float SearchShape::SpherePenalty(Vec3 from, Vec3 to) const {
  float penalty = 0;
  for (int i = 0; i < spheres_count_; ++i) {
    penalty += kDistanceTravelledMultiplier * WeighedLength(spheres_[static_cast<size_t>(i)], from, to);
  }
  return penalty;
}

float SearchShape::SegmentCost(Vec3 from, Vec3 to) const {
  return kDistanceTravelledMultiplier * platform::Distance(from, to) + SpherePenalty(from, to);
}

bool SearchShape::AllowsShortcut(Vec3 from, Vec3 to, float replaced) const {
  return !ComesNearer(from, to) && (spheres_count_ == 0 || SegmentCost(from, to) <= replaced);
}

bool SearchShape::ComesNearer(Vec3 from, Vec3 to) const {
  return type_ == SearchType::kFlee && !LeadsAway(from, to, reference_);
}

float SearchShape::CoverPenalty(const PolyRecord& entered, Vec3 at) const {
  if (!cover_) return 0;
  if (entered.cover_directions == 0) return costs_.no_directional_cover;
  const int towards = CompassEighth(platform::Xy(reference_) - platform::Xy(at));
  unsigned wanted = 0;
  for (const int beside : {7, 0, 1}) wanted |= 1U << ((towards + beside) % 8);
  const unsigned missing = wanted & ~static_cast<unsigned>(entered.cover_directions);
  return costs_.missing_cover_bit * static_cast<float>(std::popcount(missing));
}

float SearchShape::DensityPerMetre(const PolyRecord& left, const PolyRecord& entered) const {
  float cost = 0;
  if (entered.ped_density() < left.ped_density()) {
    cost += costs_.lower_density_per_level * static_cast<float>(left.ped_density() - entered.ped_density());
  }
  // The segment lies in the polygon that it leaves, and what it leads to counts as the row says.
  if (entered.ped_density() == 0 || left.ped_density() == 0) cost += costs_.wander_zero_density;
  return cost;
}

float SearchShape::TurnPerMetre(Vec3 from, Vec3 to) const {
  const Vec2 along = platform::Xy(to - from);
  const float length = platform::Length(along);
  if (!(length > 0)) return 0;
  return costs_.non_straight * (1 - platform::Dot(along, platform::Xy(reference_)) / length);
}

float SearchShape::DoubleBackPenalty(Vec3 from, Vec3 to) const {
  const float lost = std::max(0.0F, ThreatDistance(from) - ThreatDistance(to));
  return double_back_ * std::min(1.0F, costs_.flee_double_back_multiplier * lost);
}

bool SearchShape::EndsAt(const PolyRecord& poly, Vec3 point, float travelled) const {
  switch (type_) {
    case SearchType::kShortest:
      return false;
    case SearchType::kWander:
      return travelled >= reference_distance_;
    case SearchType::kFlee:
      return ThreatDistance(point) >= reference_distance_ && MayEndOn(poly);
  }
  return false;
}

bool SearchShape::MayEndOn(const PolyRecord& poly) const {
  return type_ != SearchType::kFlee || !never_end_in_water_ || !IsWater(poly);
}

}  // namespace footfall::nav
