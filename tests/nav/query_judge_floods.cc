#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "nav/query/audio_properties.h"
#include "nav/query/flood.h"
#include "nav/query/flood_fill.h"
#include "nav/query/flood_search.h"
#include "nav/query/nearest.h"
#include "nav/query/point_below.h"
#include "platform/profile.h"
#include "tests/nav/query_judges.h"

namespace footfall::tests {
namespace {

using nav::CompletionCode;
using nav::FloodFillGoal;
using nav::NavView;
using nav::PolyRef;
using nav::PolyView;
using platform::Vec3;

struct Reached {
  PolyRef poly;
  float distance = 0;
  Vec3 point;
};

// Every polygon in the order of the distance walked to it, by the definition in flood_search.h and with a
// list that is looked through from end to end each time.
std::vector<Reached> WalkAll(const NavView& view, PolyRef start, Vec3 point, bool all_ways,
                             const std::function<bool(const PolyView&)>& may_visit) {
  std::map<PolyRef, Reached> open{{start, {start, 0, point}}};
  std::set<PolyRef> closed;
  std::vector<Reached> order;
  while (!open.empty()) {
    auto next = open.begin();
    for (auto it = open.begin(); it != open.end(); ++it) {
      if (it->second.distance < next->second.distance) next = it;
    }
    const Reached at = next->second;
    open.erase(next);
    closed.insert(at.poly);
    order.push_back(at);
    const PolyView poly = view.Poly(at.poly);
    const auto reach = [&](PolyRef to, float distance, Vec3 where) {
      if (closed.count(to) > 0) return;
      const auto known = open.find(to);
      if (known == open.end() || distance < known->second.distance) open[to] = {to, distance, where};
    };
    for (int n = 0; n < poly.vertex_count(); ++n) {
      const bool normal = poly.Edge(n).type() == nav::AdjacencyType::kNormal;
      const PolyRef to = poly.Neighbour(n);
      if ((!normal && !all_ways) || !to.valid() || (poly.EdgeFlags(n) & nav::kEdgeAdjacencyDisabled) != 0)
        continue;
      if (!view.Contains(to) || view.Poly(to).is_disabled() || !may_visit(view.Poly(to))) continue;
      const Vec3 edge = nav::NearestOnEdge(poly.Vertex(n), poly.EdgeEnd(n), Xy(at.point));
      const Vec3 entered = normal ? edge : nav::NearestOn(view.Poly(to), edge);
      reach(to, at.distance + (Distance(at.point, edge) + Distance(edge, entered)), entered);
    }
    if (!all_ways) continue;
    for (const nav::LinkRecord& link : poly.tile().links) {
      if (link.from != at.poly.poly()) continue;
      PolyRef to;
      to.value = link.to;
      if (!view.Contains(to) || !may_visit(view.Poly(to))) continue;
      const Vec3 from = poly.tile().Decode(link.start);
      const Vec3 end = nav::NearestOn(view.Poly(to), poly.tile().Decode(link.end));
      reach(to, at.distance + Distance(at.point, from) + Distance(from, end), end);
    }
  }
  return order;
}

bool IsWanted(FloodFillGoal goal, const PolyView& poly) {
  const uint32_t flags = poly.flags();
  const uint32_t attributes = poly.attributes();
  switch (goal) {
    case FloodFillGoal::kNearestVehicleLane:
      return (attributes & nav::kAttrNearVehicleLane) != 0;
    case FloodFillGoal::kNearestSheltered:
      return (flags & nav::kPolySheltered) != 0;
    case FloodFillGoal::kNearestUnsheltered:
      return (flags & nav::kPolySheltered) == 0;
    case FloodFillGoal::kNearbyPavement:
      return (flags & nav::kPolyPavement) != 0;
    case FloodFillGoal::kNearestOutOfWater:
      return (flags & nav::kPolyWater) == 0;
    case FloodFillGoal::kNearestNotIsolated:
      return (attributes & nav::kAttrIsolated) == 0;
    default:
      return false;
  }
}

void JudgeNearest(const nav::QueryResult& result, const std::vector<Reached>& order,
                  const nav::FloodFillRequest& request, const NavView& view, float ceiling) {
  const auto wanted = std::find_if(order.begin(), order.end(), [&](const Reached& at) {
    return IsWanted(request.goal, view.Poly(at.poly));
  });
  const bool found = wanted != order.end() && wanted->distance <= ceiling;
  REQUIRE((result.code == CompletionCode::kFound) == found);
  if (!found) {
    REQUIRE(result.code == CompletionCode::kNotFound);
    REQUIRE(result.items.empty());
    return;
  }
  REQUIRE(result.items.size() == 1);
  REQUIRE(result.items[0].poly == wanted->poly);
  REQUIRE(result.items[0].value == wanted->distance);
  REQUIRE(result.items[0].position == wanted->point);
  REQUIRE(result.value == wanted->distance);
  REQUIRE(result.polys_visited == static_cast<uint32_t>(wanted - order.begin()) + 1);
  // No way is shorter than the straight line.
  REQUIRE(result.value >= Distance(result.start_used, result.items[0].position) - 1e-3F);
}

}  // namespace

int JudgeFloodFill(const NavView& view, platform::RandomStream& random, int questions) {
  const platform::Profile profile;
  nav::QueryScratch scratch(profile, 1U << 20);
  nav::QueryResult result;
  const std::vector<PolyRef> polys = AllPolys(view);
  int found = 0;
  for (int i = 0; i < questions; ++i) {
    nav::FloodFillRequest request;
    request.start = DrawQueryPoint(view, polys, random);
    request.goal = static_cast<FloodFillGoal>(i % nav::kFloodFillGoals);
    if (random.NextBelow(2) == 0) request.distance_max = random.NextRange(0.5F, 30);
    if (random.NextBelow(2) == 0) request.area_max = random.NextRange(1, 400);
    CAPTURE(i, request.start.x, request.start.y, request.start.z, request.distance_max, request.area_max);
    platform::CostMeter meter;
    nav::RunFloodFill(view, request, scratch, meter, result);
    const nav::NearestResult start =
        nav::NearestPoly(view, request.start, {profile.snap_xy, profile.snap_up, profile.snap_down});
    REQUIRE(result.cost_units == meter.units());
    REQUIRE(result.cost_units == result.polys_visited + 1);
    REQUIRE(result.start_poly == start.poly);
    if (!start.poly.valid()) {
      REQUIRE(result.code == CompletionCode::kNoSurfaceAtCoordinates);
      continue;
    }
    const float ceiling =
        request.distance_max > 0 ? request.distance_max : std::numeric_limits<float>::infinity();
    const bool gets_out = request.goal == FloodFillGoal::kNearestOutOfWater ||
                          request.goal == FloodFillGoal::kNearestNotIsolated;
    const bool radial = request.goal == FloodFillGoal::kNearbyPavement;
    const std::vector<Reached> order =
        WalkAll(view, start.poly, start.point, gets_out, [&](const PolyView& poly) {
          return !radial || Distance(nav::NearestOn(poly, start.point), start.point) <= ceiling;
        });
    if (request.goal == FloodFillGoal::kAreaUnderfoot) {
      double area = 0;
      for (const Reached& at : order) {
        if (at.distance <= ceiling) area += nav::PolyArea(view.Poly(at.poly));
      }
      const double limit = request.area_max > 0 ? request.area_max : 1e30;
      REQUIRE(result.code == CompletionCode::kFound);
      REQUIRE(result.value == Approx(std::min(area, limit)).epsilon(1e-5));
    } else {
      JudgeNearest(result, order, request, view, radial ? std::numeric_limits<float>::infinity() : ceiling);
    }
    found += result.code == CompletionCode::kFound ? 1 : 0;
  }
  return found;
}

int JudgeAudio(const NavView& view, platform::RandomStream& random, int questions) {
  const platform::Profile profile;
  nav::QueryScratch scratch(profile);
  nav::QueryResult result;
  const std::vector<PolyRef> polys = AllPolys(view);
  int found = 0;
  for (int i = 0; i < questions; ++i) {
    nav::AudioPropertiesRequest request;
    request.position = DrawQueryPoint(view, polys, random);
    if (random.NextBelow(2) == 0) request.radius = random.NextRange(0.5F, 10);
    CAPTURE(i, request.position.x, request.position.y, request.position.z, request.radius);
    platform::CostMeter meter;
    nav::RunAudioProperties(view, request, scratch, meter, result);
    const nav::PointBelowResult below = nav::PointBelow(view, request.position);
    REQUIRE((result.code == CompletionCode::kFound) == below.poly.valid());
    REQUIRE((below.poly.valid() || result.code == CompletionCode::kNoSurfaceAtCoordinates));
    if (!below.poly.valid()) continue;
    ++found;
    std::vector<Reached> order =
        WalkAll(view, below.poly, below.point, false, [](const PolyView&) { return true; });
    const auto beyond = std::find_if(order.begin(), order.end(), [&](const Reached& at) {
      return request.radius > 0 && at.distance > request.radius;
    });
    order.erase(beyond, order.end());
    if (order.size() > 24) order.resize(24);
    REQUIRE(result.items.size() == order.size());
    double area = 0;
    for (size_t n = 0; n < order.size(); ++n) {
      const PolyView poly = view.Poly(order[n].poly);
      REQUIRE(result.items[n].poly == order[n].poly);
      REQUIRE((result.items[n].bits & 0xF) == poly.record().audio);
      REQUIRE(result.items[n].position == poly.Centroid());
      REQUIRE(result.items[n].value == static_cast<float>(nav::PolyArea(poly)));
      area += nav::PolyArea(poly);
    }
    REQUIRE(result.value == Approx(area));
  }
  return found;
}

}  // namespace footfall::tests
