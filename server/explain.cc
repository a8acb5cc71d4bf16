#include "server/explain.h"

#include <algorithm>
#include <string>

#include "server/convert.h"

namespace footfall::server {
namespace {

const char* NameOf(nav::SearchEnd end) {
  switch (end) {
    case nav::SearchEnd::kReached:
      return "reached";
    case nav::SearchEnd::kExhausted:
      return "exhausted";
    case nav::SearchEnd::kHeapFull:
      return "heap full";
    case nav::SearchEnd::kVisitedFull:
      return "visited full";
    case nav::SearchEnd::kTooMany:
      return "too many iterations";
    case nav::SearchEnd::kEndsBlocked:
      return "ends blocked";
    case nav::SearchEnd::kStopped:
      return "stopped";
  }
  return "";
}

void AddPoint(platform::Vec3 p, google::protobuf::RepeatedField<float>* out) {
  out->Add(p.x);
  out->Add(p.y);
  out->Add(p.z);
}

void AddPolys(const std::vector<nav::PolyRef>& polys, google::protobuf::RepeatedField<uint64_t>* out) {
  const size_t count = std::min<size_t>(polys.size(), kExplainedPolysMax);
  for (size_t i = 0; i < count; ++i) out->Add(WirePoly(polys[i]));
}

void FillFragments(const nav::SearchTrace& trace, v1::SearchExplanation* out) {
  size_t corner = 0;
  const size_t count = std::min<size_t>(trace.fragment_sizes.size(), kExplainedFragmentsMax);
  for (size_t i = 0; i < count; ++i) {
    out->add_fragment_corners(trace.fragment_sizes[i]);
    for (uint32_t n = 0; n < trace.fragment_sizes[i]; ++n) {
      AddPoint(trace.fragment_corners[corner++], out->mutable_fragment_xyz());
    }
  }
}

}  // namespace

void FillExplanation(const nav::SearchTrace& trace, const nav::PathResult& result,
                     v1::SearchExplanation* out) {
  out->set_searched(trace.has_searched);
  if (trace.has_searched) out->set_end(NameOf(trace.end));
  out->set_expanded(trace.expanded);
  out->set_visited(trace.visited_count);
  out->set_fragments(trace.fragments);
  out->set_fragments_refused(trace.fragments_refused);
  out->set_spheres(trace.spheres);
  for (int kind = 0; kind < nav::kCostKinds; ++kind) {
    const float cost = trace.costs[static_cast<size_t>(kind)];
    if (cost == 0) continue;
    v1::SearchCost* item = out->add_costs();
    item->set_kind(std::string(nav::NameOf(static_cast<nav::CostKind>(kind))));
    item->set_cost(cost);
  }
  out->set_estimate(trace.estimate);
  for (const nav::RouteStage& stage : trace.stages) {
    v1::RouteStage* item = out->add_stages();
    item->set_name(std::string(stage.name));
    item->set_points(stage.points);
    item->set_length(stage.length);
    item->set_cost_units(stage.cost_units);
  }
  out->set_cost_units(trace.cost_units);
  for (const platform::Vec3& point : trace.pulled) AddPoint(point, out->mutable_pulled_xyz());
  AddPolys(result.corridor, out->mutable_corridor_poly_ref());
  AddPolys(trace.visited, out->mutable_visited_poly_ref());
  FillFragments(trace, out);
  const size_t obstacles = std::min<size_t>(trace.obstacles.size(), kExplainedObstaclesMax);
  for (size_t i = 0; i < obstacles; ++i) {
    for (const platform::Vec3& corner : trace.obstacles[i]) AddPoint(corner, out->mutable_obstacle_xyz());
  }
}

}  // namespace footfall::server
