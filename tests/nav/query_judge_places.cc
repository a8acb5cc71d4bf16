#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "nav/query/clear_area.h"
#include "nav/query/closest_position.h"
#include "nav/query/flood_search.h"
#include "nav/query/immediate_queries.h"
#include "nav/query/line_of_sight.h"
#include "nav/query/nearest.h"
#include "nav/query/point_below.h"
#include "nav/query/surface.h"
#include "nav/query/walk_ray.h"
#include "platform/math.h"
#include "platform/profile.h"
#include "tests/nav/query_judges.h"

namespace footfall::tests {
namespace {

using nav::CompletionCode;
using nav::NavView;
using nav::PolyRef;
using nav::PolyView;
using nav::SegmentState;
using platform::Vec2;
using platform::Vec3;

nav::SnapLimits Limits(const platform::Profile& profile) {
  return {profile.snap_xy, profile.snap_up, profile.snap_down};
}

// One segment by itself, as NAV-238 has it.
bool IsFree(const NavView& view, Vec3 from, Vec3 to, const nav::SnapLimits& limits) {
  const nav::NearestResult start = nav::NearestPoly(view, from, limits);
  const nav::NearestResult end = nav::NearestPoly(view, to, limits);
  if (!start.poly.valid() || !end.poly.valid()) return false;
  const nav::WalkRay ray = nav::CastWalkRay(view, start.poly, start.point, end.point);
  if (ray.outcome != nav::WalkRayOutcome::kReached) return false;
  return ray.last == end.poly || std::fabs(ray.point.z - end.point.z) <= 0.125F;
}

bool IsForbidden(const PolyView& poly, bool wet, const nav::LineOfSightRequest& request) {
  const bool is_water = (poly.flags() & nav::kPolyWater) != 0;
  if ((request.options & nav::kLosNoWaterEdges) != 0 && is_water != wet) return true;
  return request.slope_max > 0 && nav::SurfaceNormal(poly).z < platform::Cos(request.slope_max) - 1e-4F;
}

// Whether no forbidden polygon lies under a free line, looked at every few centimetres.
bool IsAllowed(const NavView& view, Vec3 from, Vec3 to, const nav::SnapLimits& limits,
               const nav::LineOfSightRequest& request) {
  const nav::NearestResult start = nav::NearestPoly(view, from, limits);
  const nav::NearestResult end = nav::NearestPoly(view, to, limits);
  const bool wet = (view.Poly(start.poly).flags() & nav::kPolyWater) != 0;
  const int steps = static_cast<int>(Distance(Xy(start.point), Xy(end.point)) / 0.02F) + 1;
  PolyRef at = start.poly;
  for (int i = 1; i < steps; ++i) {
    const Vec3 aim = Lerp(start.point, end.point, static_cast<float>(i) / static_cast<float>(steps));
    const nav::WalkRay part = nav::CastWalkRay(view, start.poly, start.point, aim);
    if (part.last == at) continue;
    at = part.last;
    if (IsForbidden(view.Poly(at), wet, request)) return false;
  }
  return true;
}

void JudgeOption(const NavView& view, const nav::LineOfSightRequest& request, const nav::SnapLimits& limits,
                 const nav::QueryResult& result) {
  const Vec3 from = request.points[0];
  const Vec3 to = request.points[1];
  if (result.code == CompletionCode::kFound) {
    REQUIRE(IsFree(view, from, to, limits));
    REQUIRE(IsAllowed(view, from, to, limits, request));
    return;
  }
  if (!IsFree(view, from, to, limits)) return;
  // Something forbidden stands where it ended.
  const PolyRef start = nav::NearestPoly(view, from, limits).poly;
  const bool wet = (view.Poly(start).flags() & nav::kPolyWater) != 0;
  std::array<nav::NearestResult, 16> around;
  const size_t count =
      nav::NearestPolys(view, result.items[0].position, {0.01F, 0.01F, 0.01F}, 0.02F, around);
  REQUIRE(std::any_of(around.begin(), around.begin() + static_cast<std::ptrdiff_t>(count),
                      [&](const auto& it) { return IsForbidden(view.Poly(it.poly), wet, request); }));
}

}  // namespace

int JudgeLineOfSight(const NavView& view, platform::RandomStream& random, int questions) {
  const platform::Profile profile;
  nav::QueryScratch scratch(profile);
  nav::QueryResult result;
  const std::vector<PolyRef> polys = AllPolys(view);
  int found = 0;
  for (int i = 0; i < questions; ++i) {
    nav::LineOfSightRequest request;
    request.options = nav::kLosEachOnMesh | (random.NextU32() & nav::kLosStopAtFirstFailure);
    request.points_count = 2 + random.NextBelow(nav::kLosPointsMax - 1);
    request.points[0] = DrawQueryPoint(view, polys, random);
    for (uint32_t n = 1; n < request.points_count; ++n) {
      request.points[n] = request.points[n - 1];
      request.points[n].x += random.NextRange(-4, 4);
      request.points[n].y += random.NextRange(-4, 4);
    }
    CAPTURE(i, request.points[0].x, request.points[0].y, request.points[0].z, request.points_count);
    platform::CostMeter meter;
    nav::RunLineOfSight(view, request, scratch, meter, result);
    REQUIRE(result.cost_units == meter.units());
    if (!nav::NearestPoly(view, request.points[0], Limits(profile)).poly.valid()) {
      REQUIRE(result.code == CompletionCode::kNoSurfaceAtCoordinates);
      REQUIRE(result.items.empty());
      continue;
    }
    REQUIRE(result.items.size() == request.points_count - 1);
    bool all_free = true;
    for (uint32_t n = 1; n < request.points_count; ++n) {
      const SegmentState state = StateOf(result.items[n - 1]);
      if (!all_free && (request.options & nav::kLosStopAtFirstFailure) != 0) {
        REQUIRE(state == SegmentState::kNotReached);
        continue;
      }
      const bool free = IsFree(view, request.points[n - 1], request.points[n], Limits(profile));
      REQUIRE((state == SegmentState::kClear) == free);
      all_free = all_free && free;
    }
    REQUIRE((result.code == CompletionCode::kFound) == all_free);
    found += all_free ? 1 : 0;
    // The two options, on one segment: what they forbid lies under the line or does not.
    request.points_count = 2;
    request.options = nav::kLosEachOnMesh | nav::kLosNoWaterEdges;
    nav::RunLineOfSight(view, request, scratch, meter, result);
    JudgeOption(view, request, Limits(profile), result);
    request.options = nav::kLosEachOnMesh;
    request.slope_max = 0.4F;
    nav::RunLineOfSight(view, request, scratch, meter, result);
    JudgeOption(view, request, Limits(profile), result);
  }
  return found;
}

namespace {

// A circle is free exactly when one can walk from its middle straight to every point of it. Rays that stop at
// the circle's very rim say nothing: to touch is allowed.
bool CanWalkAllOver(const NavView& view, PolyRef poly, Vec3 center, float radius) {
  for (int n = 0; n < 72; ++n) {
    const float angle = platform::kTwoPi * static_cast<float>(n) / 72;
    const Vec3 rim = center + Vec3{platform::Cos(angle), platform::Sin(angle), 0} * (radius * 0.98F);
    const nav::WalkRay ray = nav::CastWalkRay(view, poly, center, rim);
    if (ray.outcome != nav::WalkRayOutcome::kReached) return false;
  }
  return true;
}

// Whether a wall reaches into the circle by any amount, looked for along the outlines of all polygons that
// the middle can be joined to by a straight walk.
bool HasWallInside(const NavView& view, const std::vector<PolyRef>& polys, PolyRef start, Vec3 center,
                   float radius) {
  for (const PolyRef ref : polys) {
    const PolyView poly = view.Poly(ref);
    for (int n = 0; n < poly.vertex_count(); ++n) {
      if (nav::BeyondNormalEdge(view, poly, n).valid()) continue;
      const Vec3 a = poly.Vertex(n);
      const Vec3 b = poly.EdgeEnd(n);
      const Vec3 near = nav::NearestOnEdge(a, b, Xy(center));
      if (Distance(Xy(near), Xy(center)) >= radius) continue;
      // Of this storey: the walk towards it ends there, at that height.
      const nav::WalkRay ray = nav::CastWalkRay(view, start, center, near);
      if (Distance(ray.point, near) < 0.01F) return true;
    }
  }
  return false;
}

}  // namespace

int JudgeClearArea(const NavView& view, platform::RandomStream& random, int questions) {
  const platform::Profile profile;
  nav::QueryScratch scratch(profile, 1U << 20);
  nav::QueryResult result;
  const std::vector<PolyRef> polys = AllPolys(view);
  int found = 0;
  for (int i = 0; i < questions; ++i) {
    nav::ClearAreaRequest request;
    request.center = DrawQueryPoint(view, polys, random);
    request.search_radius = random.NextRange(1, 12);
    request.clear_radius = random.NextRange(0.3F, 3);
    CAPTURE(i, request.center.x, request.center.y, request.center.z, request.search_radius,
            request.clear_radius);
    platform::CostMeter meter;
    nav::RunClearArea(view, request, scratch, meter, result);
    REQUIRE(result.cost_units == meter.units());
    REQUIRE(result.cost_units == result.polys_visited);
    float ring_found = request.search_radius;
    if (result.code == CompletionCode::kFound) {
      ++found;
      REQUIRE(result.items.size() == 1);
      const nav::QueryItem& place = result.items[0];
      ring_found = Distance(Xy(place.position), Xy(request.center));
      REQUIRE(ring_found <= request.search_radius + 1e-3F);
      REQUIRE(std::fabs(place.position.z - request.center.z) <= request.search_radius);
      REQUIRE(view.Poly(place.poly).ContainsXy(Xy(place.position)));
      REQUIRE(view.Poly(place.poly).Height(Xy(place.position)) == place.position.z);
      REQUIRE(result.value == Distance(place.position, request.center));
      REQUIRE(CanWalkAllOver(view, place.poly, place.position, request.clear_radius));
      REQUIRE(!HasWallInside(view, polys, place.poly, place.position, request.clear_radius));
    } else {
      REQUIRE(result.code == CompletionCode::kNotFound);
      ring_found += request.clear_radius;
    }
    // No place of an earlier ring is clear.
    for (uint32_t ring = 0; static_cast<float>(ring) * request.clear_radius < ring_found - 0.01F; ++ring) {
      const float radius = static_cast<float>(ring) * request.clear_radius;
      if (radius > request.search_radius) break;
      const uint32_t count = nav::ClearRingPlaces(ring);
      for (uint32_t n = 0; n < count; ++n) {
        const float angle = platform::kTwoPi * static_cast<float>(n) / static_cast<float>(count);
        const Vec2 at = Xy(request.center) + Vec2{platform::Cos(angle), platform::Sin(angle)} * radius;
        const nav::PointBelowResult below =
            nav::PointBelow(view, {at.x, at.y, request.center.z + request.search_radius}, 0);
        if (!below.poly.valid() || std::fabs(below.point.z - request.center.z) > request.search_radius) {
          continue;
        }
        const bool clear = CanWalkAllOver(view, below.poly, below.point, request.clear_radius) &&
                           !HasWallInside(view, polys, below.poly, below.point, request.clear_radius);
        CAPTURE(ring, n, at.x, at.y);
        REQUIRE(!clear);
      }
    }
  }
  return found;
}

namespace {

bool Passes(const PolyView& poly, uint32_t filters) {
  const auto flag = [&](uint32_t bit) { return (poly.flags() & bit) != 0; };
  const auto attribute = [&](uint32_t bit) { return (poly.attributes() & bit) != 0; };
  if ((filters & nav::kClosestOnlyPavement) != 0 && !flag(nav::kPolyPavement)) return false;
  if ((filters & nav::kClosestNotIsolated) != 0 && attribute(nav::kAttrIsolated)) return false;
  if ((filters & nav::kClosestNotInterior) != 0 && attribute(nav::kAttrInterior)) return false;
  if ((filters & nav::kClosestNotWater) != 0 && flag(nav::kPolyWater)) return false;
  if ((filters & nav::kClosestNetworkSpawn) != 0 && !attribute(nav::kAttrNetworkSpawnCandidate)) return false;
  if ((filters & nav::kClosestSheltered) != 0 && !flag(nav::kPolySheltered)) return false;
  if ((filters & nav::kClosestNotSheltered) != 0 && flag(nav::kPolySheltered)) return false;
  return true;
}

// Any combination, mostly of few.
uint32_t DrawFilters(platform::RandomStream& random) {
  const uint32_t a = random.NextU32();
  const uint32_t b = random.NextU32();
  return a & b & nav::kClosestFiltersAll;
}

// Every polygon whose judged point lies within the radius and that passes, the nearest first.
std::vector<nav::NearestResult> AllWithin(const NavView& view, const std::vector<PolyRef>& polys, Vec3 p,
                                          float radius, uint32_t filters) {
  std::vector<nav::NearestResult> all;
  for (const PolyRef ref : polys) {
    const PolyView poly = view.Poly(ref);
    const Vec3 at = nav::NearestOn(poly, p);
    const float distance = Distance(at, p);
    if (distance <= radius && Passes(poly, filters)) all.push_back({ref, at, distance});
  }
  std::sort(all.begin(), all.end(), [](const nav::NearestResult& a, const nav::NearestResult& b) {
    const float a_sq = a.distance * a.distance;
    const float b_sq = b.distance * b.distance;
    return a_sq < b_sq || (a_sq == b_sq && a.poly < b.poly);
  });
  return all;
}

}  // namespace

int JudgeClosest(const NavView& view, platform::RandomStream& random, int questions) {
  const platform::Profile profile;
  nav::QueryScratch scratch(profile);
  nav::QueryResult result;
  const std::vector<PolyRef> polys = AllPolys(view);
  int found = 0;
  for (int i = 0; i < questions; ++i) {
    nav::ClosestPositionRequest request;
    request.position = DrawQueryPoint(view, polys, random);
    request.search_radius = random.NextRange(0.5F, 15);
    request.results_max = 1 + random.NextBelow(nav::kClosestPositionsMax);
    request.filters = DrawFilters(random);
    if (random.NextBelow(2) == 0) request.spacing_min = random.NextRange(0.1F, 5);
    CAPTURE(i, request.position.x, request.position.y, request.position.z, request.search_radius,
            request.results_max, request.filters, request.spacing_min);
    platform::CostMeter meter;
    nav::RunClosestPosition(view, request, scratch, meter, result);
    std::vector<nav::NearestResult> expected;
    for (const nav::NearestResult& next :
         AllWithin(view, polys, request.position, request.search_radius, request.filters)) {
      const bool keeps_distance = std::all_of(expected.begin(), expected.end(), [&](const auto& taken) {
        return Distance(taken.point, next.point) >= request.spacing_min;
      });
      if (keeps_distance && expected.size() < request.results_max) expected.push_back(next);
    }
    REQUIRE(result.items.size() == expected.size());
    REQUIRE((result.code == CompletionCode::kFound) == !expected.empty());
    for (size_t n = 0; n < expected.size(); ++n) {
      REQUIRE(result.items[n].poly == expected[n].poly);
      REQUIRE(result.items[n].position == expected[n].point);
      REQUIRE(result.items[n].value == expected[n].distance);
      REQUIRE((result.items[n].bits == nav::kItemOverMesh) ==
              view.Poly(expected[n].poly).ContainsXy(Xy(request.position)));
    }
    found += expected.empty() ? 0 : 1;
  }
  return found;
}

int JudgeImmediate(const NavView& view, platform::RandomStream& random, int questions) {
  const platform::Profile profile;
  nav::ImmediateQueries immediate(profile);
  const nav::ImmediateCaller main{true};
  const std::vector<PolyRef> polys = AllPolys(view);
  int found = 0;
  for (int i = 0; i < questions; ++i) {
    nav::ClosestForPed question;
    question.position = DrawQueryPoint(view, polys, random);
    question.search_radius = random.NextRange(0.5F, 12);
    question.filters = DrawFilters(random);
    question.root_height = random.NextRange(0, 2);
    CAPTURE(i, question.position.x, question.position.y, question.position.z, question.search_radius,
            question.filters);
    const nav::ImmediatePosition answer = immediate.Closest(main, view, question);
    const auto all = AllWithin(view, polys, question.position, question.search_radius, question.filters);
    REQUIRE(answer.poly.valid() == (answer.outcome == nav::ImmediateOutcome::kFound));
    if (!answer.poly.valid()) {
      REQUIRE(answer.outcome == nav::ImmediateOutcome::kNotFound);
      continue;
    }
    ++found;
    // It may miss what is not joined to the start, but what it gives is what it claims.
    const auto same =
        std::find_if(all.begin(), all.end(), [&](const auto& it) { return it.poly == answer.poly; });
    REQUIRE(same != all.end());
    REQUIRE(answer.point == Vec3{same->point.x, same->point.y, same->point.z + question.root_height});
    // Of the polygons that are joined to the start by nearer ones, none is nearer.
    const nav::NearestResult start = nav::NearestPoly(
        view, question.position, {question.search_radius, question.search_radius, question.search_radius});
    if (Passes(view.Poly(start.poly), question.filters)) REQUIRE(answer.poly == start.poly);
  }
  return found;
}

}  // namespace footfall::tests
