#include "server/point_queries.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nav/query/nearest.h"
#include "nav/query/point_below.h"
#include "nav/query/walk_ray.h"
#include "platform/random.h"
#include "server/convert.h"
#include "sim/request_bounds.h"

namespace footfall::server {
namespace {

using platform::Vec3;

constexpr int kSightPointsMin = 2;
// How far ClosestPosition and a walker's snapping may look: beyond a tile the question is about another
// place, m.
constexpr float kSearchRadiusMax = nav::kTileSize;
// Draws for one point inside a region: a polygon that touches the circle may lie outside it for the most
// part.
constexpr int kDrawsPerPoint = 256;

Vec3 VecOf(const v1::Vec3& v) { return {v.x(), v.y(), v.z()}; }

std::optional<Fault> CheckPoint(const std::string& field, const v1::Vec3& p) {
  const std::string fault = sim::FirstBadCoordinate(field, VecOf(p));
  if (fault.empty()) return std::nullopt;
  return OfConversion(absl::InvalidArgumentError(fault), "");
}

std::optional<Fault> CheckLength(const std::string& field, float value, float most) {
  if (value >= 0 && value <= most) return std::nullopt;
  return BadField(field, absl::StrCat(value, " is not in [0, ", most, "]"));
}

// Fields that only a search has a use for.
std::optional<Fault> CheckNoSearchFields(const v1::NavRequest& request) {
  const auto unused = [](const char* field) { return BadField(field, "must be unset for this kind"); };
  if (request.flags_size() > 0) return unused("flags");
  if (request.has_radius()) return unused("radius");
  if (request.has_completion_radius()) return unused("completion_radius");
  if (request.spheres_size() > 0) return unused("spheres");
  if (request.included_handle_size() > 0) return unused("included_handle");
  if (request.excluded_handle_size() > 0) return unused("excluded_handle");
  if (request.has_ped_handle()) return unused("ped_handle");
  if (request.has_nodes_max()) return unused("nodes_max");
  if (request.has_points_max()) return unused("points_max");
  if (request.adjust_distance_max() == 0 && !request.has_adjust_distance_max()) return std::nullopt;
  return CheckLength("adjust_distance_max", request.adjust_distance_max(), kSearchRadiusMax);
}

nav::SnapLimits LimitsOf(const platform::Profile& profile, const v1::NavRequest& request) {
  nav::SnapLimits limits{profile.snap_xy, profile.snap_up, profile.snap_down};
  if (request.has_adjust_distance_max()) limits.xy = request.adjust_distance_max();
  return limits;
}

// Newell's: right for any planar polygon, and a fair mean for others. Vertices are clockwise from above.
Vec3 NormalOf(const nav::PolyView& poly) {
  Vec3 sum;
  for (int i = 0; i < poly.vertex_count(); ++i) {
    const Vec3 a = poly.Vertex(i);
    const Vec3 b = poly.EdgeEnd(i);
    sum.x += (a.y - b.y) * (a.z + b.z);
    sum.y += (a.z - b.z) * (a.x + b.x);
    sum.z += (a.x - b.x) * (a.y + b.y);
  }
  const float length = std::sqrt(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z);
  if (!(length > 0)) return {0, 0, 1};
  const float scale = (sum.z < 0 ? -1.0F : 1.0F) / length;
  return {sum.x * scale, sum.y * scale, sum.z * scale};
}

void FillHit(const nav::NavView& mesh, nav::PolyRef poly, Vec3 point, v1::NavHit* hit) {
  FillVec3(point, hit->mutable_position());
  FillVec3(NormalOf(mesh.Poly(poly)), hit->mutable_normal());
  hit->set_poly_ref(WirePoly(poly));
  hit->set_outcome(v1::NAV_OUTCOME_COMPLETE);
}

void Conclude(v1::NavOutcome outcome, v1::CompletionCode code, v1::NavResult* result) {
  result->set_outcome(outcome);
  result->set_completion_code(code);
}

// Puts the question's first point on the mesh and says so in the result; an invalid polygon if that failed.
nav::NearestResult Snap(const Published& world, const v1::NavRequest& request, Vec3 point,
                        v1::NavResult* result) {
  nav::NearestResult near = nav::NearestPoly(*world.view->mesh, point, LimitsOf(*world.profile, request));
  v1::NavSnap* snap = result->mutable_start_snap();
  if (near.poly.valid()) {
    FillVec3(near.point, result->mutable_start_used());
    snap->set_poly_ref(WirePoly(near.poly));
    snap->set_moved(near.distance);
  } else {
    Conclude(v1::NAV_OUTCOME_BAD_ENDPOINT, v1::COMPLETION_CODE_NO_SURFACE_AT_COORDINATES, result);
  }
  return near;
}

// One segment; gives where it ended. `from` and `poly` go along.
bool LookOnce(const nav::NavView& mesh, Vec3 to, nav::PolyRef* poly, Vec3* from, v1::NavHit* hit) {
  const nav::WalkRay ray = nav::CastWalkRay(mesh, *poly, *from, to);
  const bool reached = ray.outcome == nav::WalkRayOutcome::kReached;
  FillVec3(ray.point, hit->mutable_position());
  if (reached) {
    FillVec3(NormalOf(mesh.Poly(ray.last)), hit->mutable_normal());
  } else {
    FillVec3({ray.normal.x, ray.normal.y, 0}, hit->mutable_normal());
  }
  const float dx = ray.point.x - from->x;
  const float dy = ray.point.y - from->y;
  hit->set_distance(std::sqrt(dx * dx + dy * dy));
  hit->set_over_mesh(reached || nav::PointBelow(mesh, {to.x, to.y, ray.point.z}).poly.valid());
  hit->set_poly_ref(WirePoly(ray.last));
  hit->set_outcome(reached ? v1::NAV_OUTCOME_COMPLETE : v1::NAV_OUTCOME_NO_PATH);
  *poly = ray.last;
  *from = ray.point;
  return reached;
}

// --- Random points

struct Disc {
  Vec3 center;
  float radius;
  bool Contains(Vec3 p) const {
    const float dx = p.x - center.x;
    const float dy = p.y - center.y;
    return dx * dx + dy * dy <= radius * radius;
  }
  bool Touches(const nav::PolyView& poly) const {
    Vec3 low = poly.Vertex(0);
    Vec3 high = low;
    for (int i = 1; i < poly.vertex_count(); ++i) {
      const Vec3 p = poly.Vertex(i);
      low = {std::min(low.x, p.x), std::min(low.y, p.y), 0};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), 0};
    }
    return Contains({std::clamp(center.x, low.x, high.x), std::clamp(center.y, low.y, high.y), 0});
  }
};

// The polygons that a disc touches, with their areas summed up.
struct Candidates {
  std::vector<nav::PolyRef> polys;
  std::vector<double> summed_areas;
};

Candidates Within(const nav::MeshComponents& components, std::optional<uint32_t> component,
                  const Disc& disc) {
  Candidates out;
  double sum = 0;
  const uint32_t first = component.value_or(0);
  const uint32_t end = component ? *component + 1 : components.count();
  for (uint32_t c = first; c < end; ++c) {
    for (const nav::PolyRef ref : components.Polys(c)) {
      const nav::PolyView poly = components.view().Poly(ref);
      if (!disc.Touches(poly)) continue;
      sum += nav::PolyArea(poly);
      out.polys.push_back(ref);
      out.summed_areas.push_back(sum);
    }
  }
  return out;
}

nav::RandomPointResult DrawFrom(const Candidates& candidates, const Disc& disc, const nav::NavView& mesh,
                                platform::RandomStream& random) {
  for (int draw = 0; draw < kDrawsPerPoint; ++draw) {
    const double at = static_cast<double>(random.NextUnit()) * candidates.summed_areas.back();
    const auto found = std::upper_bound(candidates.summed_areas.begin(), candidates.summed_areas.end(), at);
    const auto index = std::min<size_t>(static_cast<size_t>(found - candidates.summed_areas.begin()),
                                        candidates.polys.size() - 1);
    const nav::PolyRef ref = candidates.polys[index];
    const Vec3 point = nav::RandomPointOn(mesh.Poly(ref), random);
    if (disc.Contains(point)) return {ref, point};
  }
  return {};
}

// Both fill `found` from the front and return how many there are.

size_t LookBelow(const Published& world, const v1::ClosestPosition& ask,
                 std::span<nav::NearestResult> found) {
  const Vec3 position = VecOf(ask.position());
  const nav::PointBelowResult below =
      nav::PointBelow(*world.view->mesh, position, world.profile->point_below_up_tolerance);
  if (!below.poly.valid()) return 0;
  found.front() = {below.poly, below.point, std::fabs(below.point.z - position.z)};
  return 1;
}

size_t LookAround(const Published& world, const v1::NavRequest& request,
                  std::span<nav::NearestResult> found) {
  const nav::NavView& mesh = *world.view->mesh;
  const Vec3 position = VecOf(request.closest().position());
  const float radius = request.closest().search_radius();
  const bool has_radius = radius > 0;
  const nav::SnapLimits limits =
      has_radius ? nav::SnapLimits{radius, radius, radius} : LimitsOf(*world.profile, request);
  const float distance_max = has_radius ? radius : std::numeric_limits<float>::infinity();
  if (found.size() > 1) return nav::NearestPolys(mesh, position, limits, distance_max, found);
  found.front() = nav::NearestPoly(mesh, position, limits);
  return found.front().poly.valid() && found.front().distance <= distance_max ? 1 : 0;
}

std::optional<Fault> CheckDraw(const Published& world, const v1::RandomPoint& ask) {
  const auto most = static_cast<uint32_t>(world.profile->batch_items_max);
  if (ask.count() > most) {
    return BadField("random_point.count", absl::StrCat(ask.count(), " is not in [0, ", most, "]"));
  }
  if (ask.has_reachable_from()) {
    if (auto fault = CheckPoint("random_point.reachable_from", ask.reachable_from())) return fault;
  }
  if (!ask.has_within()) return std::nullopt;
  if (ask.within().has_follow_ped_handle()) {
    return Refusal("TYPE_NOT_IN_USE",
                   "random_point.within.follow_ped_handle: there are no peds in this version");
  }
  if (auto fault = CheckPoint("random_point.within.center", ask.within().center())) return fault;
  if (!(ask.within().radius() > 0)) {
    return BadField("random_point.within.radius", absl::StrCat(ask.within().radius(), " is not over 0"));
  }
  return CheckLength("random_point.within.radius", ask.within().radius(), sim::kLengthMax);
}

}  // namespace

std::optional<Fault> LookAlong(const Published& world, const v1::NavRequest& request, v1::NavResult* result) {
  const v1::LineOfSight& ask = request.line_of_sight();
  if (auto fault = CheckNoSearchFields(request)) return fault;
  const int points_max = world.profile->los_points_max;
  if (ask.points_size() < kSightPointsMin || ask.points_size() > points_max) {
    return BadField("line_of_sight.points", absl::StrCat("has ", ask.points_size(), " points, must have ",
                                                         kSightPointsMin, " to ", points_max));
  }
  for (int i = 0; i < ask.points_size(); ++i) {
    if (auto fault = CheckPoint(absl::StrCat("line_of_sight.points[", i, "]"), ask.points(i))) return fault;
  }
  const nav::NearestResult start = Snap(world, request, VecOf(ask.points(0)), result);
  if (!start.poly.valid()) return std::nullopt;
  nav::PolyRef poly = start.poly;
  Vec3 from = start.point;
  bool all_free = true;
  for (int i = 1; i < ask.points_size(); ++i) {
    const bool free = LookOnce(*world.view->mesh, VecOf(ask.points(i)), &poly, &from, result->add_hits());
    all_free = all_free && free;
    if (!free && ask.stop_at_first_failure()) break;
  }
  if (all_free) {
    Conclude(v1::NAV_OUTCOME_COMPLETE, v1::COMPLETION_CODE_FOUND, result);
  } else {
    Conclude(v1::NAV_OUTCOME_NO_PATH, v1::COMPLETION_CODE_NOT_FOUND, result);
  }
  return std::nullopt;
}

std::optional<Fault> FindClosest(const Published& world, const v1::NavRequest& request,
                                 v1::NavResult* result) {
  const v1::ClosestPosition& ask = request.closest();
  const nav::NavView& mesh = *world.view->mesh;
  if (auto fault = CheckNoSearchFields(request)) return fault;
  if (auto fault = CheckPoint("closest.position", ask.position())) return fault;
  if (auto fault = CheckLength("closest.search_radius", ask.search_radius(), kSearchRadiusMax)) return fault;
  const auto most = static_cast<uint32_t>(world.profile->closest_position_results_max);
  if (ask.results_max() > most) {
    return BadField("closest.results_max", absl::StrCat(ask.results_max(), " is not in [0, ", most, "]"));
  }
  std::vector<nav::NearestResult> found(std::max<uint32_t>(1, ask.results_max()));
  found.resize(ask.below_only() ? LookBelow(world, ask, found) : LookAround(world, request, found));
  const Vec3 position = VecOf(ask.position());
  for (const nav::NearestResult& near : found) {
    v1::NavHit* hit = result->add_hits();
    FillHit(mesh, near.poly, near.point, hit);
    hit->set_distance(near.distance);
    hit->set_over_mesh(mesh.Poly(near.poly).ContainsXy({position.x, position.y}));
  }
  if (found.empty()) {
    Conclude(v1::NAV_OUTCOME_NO_PATH, v1::COMPLETION_CODE_NOT_FOUND, result);
  } else {
    Conclude(v1::NAV_OUTCOME_COMPLETE, v1::COMPLETION_CODE_FOUND, result);
  }
  return std::nullopt;
}

std::optional<Fault> DrawPoints(const Published& world, const MeshSampler& sampler,
                                const v1::NavRequest& request, v1::NavResult* result) {
  const v1::RandomPoint& ask = request.random_point();
  const nav::NavView& mesh = *world.view->mesh;
  if (auto fault = CheckNoSearchFields(request)) return fault;
  if (auto fault = CheckDraw(world, ask)) return fault;
  nav::PolyRef start;
  if (ask.has_reachable_from()) {
    start = Snap(world, request, VecOf(ask.reachable_from()), result).poly;
    if (!start.valid()) return std::nullopt;
  }
  std::optional<uint32_t> component;
  if (start.valid()) component = sampler.components->ComponentOf(start);
  const bool everywhere = !ask.has_within();
  const Disc disc{VecOf(ask.within().center()), ask.within().radius()};
  Candidates candidates;
  if (!everywhere) candidates = Within(*sampler.components, component, disc);
  if (everywhere ? sampler.components->count() == 0 : candidates.polys.empty()) {
    Conclude(v1::NAV_OUTCOME_NO_PATH, v1::COMPLETION_CODE_NOT_FOUND, result);
    return std::nullopt;
  }
  platform::RandomStream random(ask.seed(), platform::RandomPurpose::kRandomPoint, 0, 0);
  const uint32_t count = std::max<uint32_t>(1, ask.count());
  for (uint32_t i = 0; i < count; ++i) {
    nav::RandomPointResult drawn;
    if (!everywhere) {
      drawn = DrawFrom(candidates, disc, mesh, random);
    } else if (start.valid()) {
      drawn = sampler.points.RandomReachablePoint(start, random);
    } else {
      drawn = sampler.points.RandomPoint(random);
    }
    if (!drawn.poly.valid()) {
      Conclude(v1::NAV_OUTCOME_LIMIT, v1::COMPLETION_CODE_TIMED_OUT, result);
      return std::nullopt;
    }
    v1::NavHit* hit = result->add_hits();
    FillHit(mesh, drawn.poly, drawn.point, hit);
    hit->set_over_mesh(true);
  }
  Conclude(v1::NAV_OUTCOME_COMPLETE, v1::COMPLETION_CODE_FOUND, result);
  return std::nullopt;
}

}  // namespace footfall::server
