#include "tests/bench/query_lines.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "nav/query/audio_properties.h"
#include "nav/query/clear_area.h"
#include "nav/query/closest_position.h"
#include "nav/query/flood_fill.h"
#include "nav/query/immediate_queries.h"
#include "nav/query/line_of_sight.h"
#include "nav/query/nav_tracker.h"
#include "nav/query/water_edges.h"
#include "platform/profile.h"

namespace footfall::bench {
namespace {

using platform::Vec3;

constexpr float kSightLength = 30;   // m
constexpr float kFloodRadius = 20;   // m
constexpr float kAroundRadius = 10;  // m
constexpr int kPolysMax = 4096;

const platform::Profile& ServerProfile() {
  static const platform::Profile profile = [] {
    absl::StatusOr<platform::Profile> loaded = platform::LoadProfile("server");
    if (loaded.ok()) return *std::move(loaded);
    std::fprintf(stderr, "bench: %s\n", loaded.status().ToString().c_str());
    std::exit(3);
  }();
  return profile;
}

Vec3 Along(const QueryPoint& point, float length) {
  const float distance = platform::Distance(point.position, point.towards);
  return distance > 0 ? platform::Lerp(point.position, point.towards, length / distance) : point.towards;
}

// Runs `one(point)` for one point an iteration.
template <class One>
void EachPoint(benchmark::State& state, const std::vector<QueryPoint>& points, One&& one) {
  size_t i = 0;
  for (auto _ : state) {
    one(points[i]);
    if (++i == points.size()) i = 0;
  }
}

// Registers a query of ours: `ask(point)` makes the request, `run` answers it.
template <class Ask, class Run>
void AddOurs(const std::string& line, const nav::NavView& view, const std::vector<QueryPoint>& points,
             Ask ask, Run run) {
  benchmark::RegisterBenchmark((line + "/footfall").c_str(), [=, &view, &points](benchmark::State& state) {
    nav::QueryScratch scratch(ServerProfile());
    nav::QueryResult result;
    uint64_t visited = 0;
    EachPoint(state, points, [&](const QueryPoint& point) {
      platform::CostMeter meter;
      run(view, ask(point), scratch, meter, result);
      benchmark::DoNotOptimize(result.items.data());
      visited += result.polys_visited;
    });
    state.counters["visited"] =
        benchmark::Counter(static_cast<double>(visited), benchmark::Counter::kAvgIterations);
  });
}

template <class One>
void AddPlain(const std::string& name, const std::vector<QueryPoint>& points, One one) {
  benchmark::RegisterBenchmark(
      name.c_str(), [=, &points](benchmark::State& state) mutable { EachPoint(state, points, one); });
}

void AddSight(const std::string& line, const nav::NavView& view, const DetourMesh& detour,
              const std::vector<QueryPoint>& points) {
  AddOurs(
      line, view, points,
      [](const QueryPoint& point) {
        nav::LineOfSightRequest request;
        request.points[0] = point.position;
        request.points[1] = Along(point, kSightLength);
        request.points_count = 2;
        return request;
      },
      nav::RunLineOfSight);
  AddPlain(line + "/detour", points, [&detour](const QueryPoint& point) {
    float start[3];
    const dtPolyRef ref = detour.Nearest(point.detour_position, start);
    float end[3];
    ToDetour(Along(point, kSightLength), end);
    std::array<dtPolyRef, 256> crossed;
    float t = 0;
    float normal[3];
    int count = 0;
    detour.query().raycast(ref, start, end, &detour.filter(), &t, normal, crossed.data(), &count, 256);
    benchmark::DoNotOptimize(t);
  });
}

void AddFloods(const std::string& level, const nav::NavView& view, const DetourMesh& detour,
               const std::vector<QueryPoint>& points) {
  const auto flood = [](nav::FloodFillGoal goal, float distance_max) {
    return [=](const QueryPoint& point) {
      nav::FloodFillRequest request;
      request.start = point.position;
      request.goal = goal;
      request.distance_max = distance_max;
      return request;
    };
  };
  AddOurs(level + "/flood_area_20m", view, points, flood(nav::FloodFillGoal::kAreaUnderfoot, kFloodRadius),
          nav::RunFloodFill);
  AddPlain(level + "/flood_area_20m/detour", points, [&detour](const QueryPoint& point) {
    std::array<dtPolyRef, kPolysMax> polys;
    std::array<dtPolyRef, kPolysMax> parents;
    std::array<float, kPolysMax> costs;
    float at[3];
    const dtPolyRef ref = detour.Nearest(point.detour_position, at);
    int count = 0;
    detour.query().findPolysAroundCircle(ref, at, kFloodRadius, &detour.filter(), polys.data(),
                                         parents.data(), costs.data(), &count, kPolysMax);
    benchmark::DoNotOptimize(count);
  });
  AddOurs(level + "/flood_nearest_lane", view, points, flood(nav::FloodFillGoal::kNearestVehicleLane, 100),
          nav::RunFloodFill);
  AddOurs(level + "/flood_pavement_20m", view, points,
          flood(nav::FloodFillGoal::kNearbyPavement, kFloodRadius), nav::RunFloodFill);
}

void AddPlaces(const std::string& level, const nav::NavView& view, const DetourMesh& detour,
               const std::vector<QueryPoint>& points) {
  AddOurs(
      level + "/closest_16", view, points,
      [](const QueryPoint& point) {
        nav::ClosestPositionRequest request;
        request.position = point.position;
        request.search_radius = kAroundRadius;
        request.results_max = nav::kClosestPositionsMax;
        return request;
      },
      nav::RunClosestPosition);
  // The polygons of the box alone: Detour sorts nothing and finds no points.
  AddPlain(level + "/closest_16/detour", points, [&detour](const QueryPoint& point) {
    std::array<dtPolyRef, kPolysMax> polys;
    const float half[3] = {kAroundRadius, kAroundRadius, kAroundRadius};
    int count = 0;
    detour.query().queryPolygons(point.detour_position, half, &detour.filter(), polys.data(), &count,
                                 kPolysMax);
    benchmark::DoNotOptimize(count);
  });
  AddOurs(
      level + "/audio_24", view, points,
      [](const QueryPoint& point) {
        return nav::AudioPropertiesRequest{point.position, kAroundRadius};
      },
      nav::RunAudioProperties);
  AddPlain(level + "/audio_24/detour", points, [&detour](const QueryPoint& point) {
    std::array<dtPolyRef, 24> polys;
    std::array<dtPolyRef, 24> parents;
    float at[3];
    const dtPolyRef ref = detour.Nearest(point.detour_position, at);
    int count = 0;
    detour.query().findLocalNeighbourhood(ref, at, kAroundRadius, &detour.filter(), polys.data(),
                                          parents.data(), &count, 24);
    benchmark::DoNotOptimize(count);
  });
  AddOurs(
      level + "/clear_2m", view, points,
      [](const QueryPoint& point) {
        return nav::ClearAreaRequest{point.position, kFloodRadius, 2};
      },
      nav::RunClearArea);
  AddOurs(
      level + "/water_edges_20m", view, points,
      [](const QueryPoint& point) {
        return nav::WaterEdgesRequest{point.position, kFloodRadius};
      },
      nav::RunWaterEdges);
}

void AddImmediate(const std::string& level, const nav::NavView& view, const std::vector<QueryPoint>& points) {
  const auto immediate = std::make_shared<nav::ImmediateQueries>(ServerProfile());
  AddPlain(level + "/immediate_closest/footfall", points, [&view, immediate](const QueryPoint& point) {
    nav::ClosestForPed question;
    question.position = point.position;
    question.filters = nav::kClosestNotWater | nav::kClosestNotInterior;
    benchmark::DoNotOptimize(immediate->Closest({true}, view, question).poly.value);
  });
  AddPlain(level + "/tracker_moved/footfall", points, [&view](const QueryPoint& point) {
    nav::NavTracker tracker;
    nav::UpdateTracker(view, point.position, false, nav::SnapLimits{}, tracker);
    benchmark::DoNotOptimize(tracker.poly.value);
  });
}

}  // namespace

void RegisterQueryLines(const std::string& level, const nav::NavView& view, const DetourMesh& detour,
                        const std::vector<QueryPoint>& points) {
  AddSight(level + "/los", view, detour, points);
  AddFloods(level, view, detour, points);
  AddPlaces(level, view, detour, points);
  AddImmediate(level, view, points);
}

}  // namespace footfall::bench
