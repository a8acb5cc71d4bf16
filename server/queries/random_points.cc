#include "server/queries/random_points.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nav/query/nearest.h"
#include "nav/query/query_start.h"
#include "platform/random.h"
#include "server/queries/query_answer.h"
#include "sim/query_fields_config.h"
#include "sim/request_bounds.h"

namespace footfall::server {
namespace {

using platform::Vec3;

// Draws for one point inside a region: a polygon that touches the circle may lie outside it for the most
// part.
constexpr int kDrawsPerPoint = 256;

struct Disc {
  Vec3 center;
  float radius = 0;
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

// What a question asks for, checked.
struct Draw {
  std::optional<Vec3> reachable_from;
  std::optional<Disc> within;
};

absl::StatusOr<Draw> ReadDraw(const Published& world, const v1::NavRequest& request) {
  const v1::RandomPoint& ask = request.random_point();
  const auto most = static_cast<uint32_t>(world.profile->batch_items_max);
  Draw draw;
  absl::Status status = sim::CheckNoSearchFields(request, false);
  if (status.ok() && ask.count() > most) {
    status = sim::Bad("random_point.count", absl::StrCat(ask.count(), " is not in [0, ", most, "]"));
  }
  if (status.ok() && ask.has_reachable_from()) {
    status = sim::ReadPoint("random_point.reachable_from", true, ask.reachable_from(),
                            &draw.reachable_from.emplace());
  }
  if (!status.ok()) return status;
  if (!ask.has_within()) return draw;
  status = sim::CheckRegion("random_point.within", ask.within());
  if (!status.ok()) return status;
  const v1::Vec3& center = ask.within().center();
  draw.within = Disc{{center.x(), center.y(), center.z()}, ask.within().radius()};
  return draw;
}

}  // namespace

std::optional<Fault> DrawPoints(const Published& world, const MeshSampler& sampler,
                                const v1::NavRequest& request, v1::NavResult* result) {
  const v1::RandomPoint& ask = request.random_point();
  const nav::NavView& mesh = *world.view->mesh;
  const absl::StatusOr<Draw> checked = ReadDraw(world, request);
  if (!checked.ok()) return OfConversion(checked.status(), "");
  nav::PolyRef start;
  if (checked->reachable_from) {
    const float snap = request.has_adjust_distance_max() ? request.adjust_distance_max() : -1;
    const nav::NearestResult near =
        nav::NearestPoly(mesh, *checked->reachable_from, nav::SnapLimitsOf(*world.profile, snap));
    FillStart(near.poly, near.point, near.distance, result);
    if (!near.poly.valid()) {
      Conclude(nav::CompletionCode::kNoSurfaceAtCoordinates, result);
      return std::nullopt;
    }
    start = near.poly;
  }
  std::optional<uint32_t> component;
  if (start.valid()) component = sampler.components->ComponentOf(start);
  const bool everywhere = !checked->within;
  const Disc disc = checked->within.value_or(Disc());
  Candidates candidates;
  if (!everywhere) candidates = Within(*sampler.components, component, disc);
  if (everywhere ? sampler.components->count() == 0 : candidates.polys.empty()) {
    Conclude(nav::CompletionCode::kNotFound, result);
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
      Conclude(nav::CompletionCode::kTimedOut, result);
      return std::nullopt;
    }
    v1::NavHit* hit = result->add_hits();
    FillHit(nav::ItemOn(mesh, drawn.poly, drawn.point, 0, nav::kItemOverMesh), hit);
  }
  Conclude(nav::CompletionCode::kFound, result);
  return std::nullopt;
}

}  // namespace footfall::server
