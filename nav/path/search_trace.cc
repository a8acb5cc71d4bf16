#include "nav/path/search_trace.h"

#include <algorithm>
#include <cmath>

#include "nav/path/landing.h"
#include "nav/path/search_obstacles.h"
#include "platform/profile.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

constexpr std::array<std::string_view, kCostKinds> kNames = {"length",
                                                             "off the pavement",
                                                             "climbs",
                                                             "drops",
                                                             "ladders and objects",
                                                             "water",
                                                             "steep ground",
                                                             "train tracks",
                                                             "rise",
                                                             "open space",
                                                             "spheres",
                                                             "cover",
                                                             "ped density",
                                                             "turns",
                                                             "doubling back"};

float& At(SearchTrace& trace, CostKind kind) { return trace.costs[static_cast<size_t>(kind)]; }

// The costs of one step, part by part; together they are what the search added to f for it.
class StepCosts {
 public:
  StepCosts(AStar& astar, const MovementRules& rules, const SearchShape& shape, SearchTrace& trace)
      : astar_(astar), rules_(rules), shape_(shape), trace_(trace) {}

  void Add(NodeId from, NodeId to) {
    const SearchNode& left = astar_.nodes().At(from);
    const SearchNode& entered = astar_.nodes().At(to);
    const PolyView left_poly = PolyOf(from);
    const PolyView entered_poly = PolyOf(to);
    const float length = AddAction(left_poly, entered_poly, left, entered, from);
    const bool is_wander = shape_.type() == SearchType::kWander;
    const float metre = is_wander ? 1.0F : kDistanceTravelledMultiplier;
    At(trace_, CostKind::kLength) += (is_wander ? metre + kDistanceFromParent : metre) * length;
    if (entered.entry_kind == EntryKind::kEdge) {
      const float left_factor = rules_.LengthFactor(left_poly.record());
      const float entered_factor = rules_.LengthFactor(entered_poly.record());
      float factor = astar_.weighs_left() ? left_factor : entered_factor;
      if (is_wander) factor = std::max(left_factor, entered_factor);
      At(trace_, CostKind::kOffPavement) += metre * length * (factor - 1);
    }
    At(trace_, CostKind::kSpheres) += shape_.SpherePenalty(left.point, entered.point);
    At(trace_, CostKind::kCover) += shape_.CoverPenalty(entered_poly.record(), entered.point);
    if (is_wander) {
      At(trace_, CostKind::kDensity) +=
          length * shape_.DensityPerMetre(left_poly.record(), entered_poly.record());
      At(trace_, CostKind::kTurn) += length * shape_.TurnPerMetre(left.point, entered.point);
    } else if (shape_.type() == SearchType::kFlee) {
      At(trace_, CostKind::kDoubleBack) += shape_.DoubleBackPenalty(left.point, entered.point);
    }
  }

 private:
  PolyView PolyOf(NodeId id) { return astar_.view().Poly(astar_.PolygonOf(id)); }

  // Adds what the edge or link costs; returns the step's length.
  float AddAction(const PolyView& left_poly, const PolyView& entered_poly, const SearchNode& left,
                  const SearchNode& entered, NodeId from) {
    if (entered.entry_kind == EntryKind::kLink) {
      const TileView& tile = left_poly.tile();
      const LinkRecord& link = tile.links[tile.link_indices[left_poly.record().first_link() + entered.entry]];
      const Vec3 start = tile.Decode(link.start);
      At(trace_, CostKind::kLink) +=
          rules_.LinkPenalty(static_cast<LinkKind>(link.kind), start, entered.point);
      return platform::Distance(left.point, start) + platform::Distance(start, entered.point);
    }
    const int edge = astar_.EdgeOf(from, entered.entry);
    // From fragment to fragment of one polygon nothing is entered.
    if (edge < 0) return platform::Distance(left.point, entered.point);
    const EdgeRecord& record = left_poly.Edge(edge);
    if (record.type() == AdjacencyType::kNormal) {
      AddSurface(left_poly.record(), entered_poly.record(), record.type(), entered.point.z - left.point.z,
                 record.edge_space());
      return platform::Distance(left.point, entered.point);
    }
    const Vec3 middle = EdgeMiddle(left_poly, edge);
    AddSurface(left_poly.record(), entered_poly.record(), record.type(), entered.point.z - middle.z,
               record.edge_space());
    return platform::Distance(left.point, middle) + platform::Distance(middle, entered.point);
  }

  void AddSurface(const PolyRecord& left, const PolyRecord& entered, AdjacencyType type, float rise,
                  uint32_t edge_space) {
    const SurfaceCosts parts = rules_.PartsOf(left, entered, type, rise, edge_space);
    At(trace_, type == AdjacencyType::kDropDown ? CostKind::kDrop : CostKind::kClimb) += parts.crossing;
    At(trace_, CostKind::kWater) += parts.water;
    At(trace_, CostKind::kSteep) += parts.steep;
    At(trace_, CostKind::kTrainTracks) += parts.tracks;
    At(trace_, CostKind::kRise) += parts.rise;
    At(trace_, CostKind::kOpenSpace) += parts.open_space;
  }

  AStar& astar_;
  const MovementRules& rules_;
  const SearchShape& shape_;
  SearchTrace& trace_;
};

void TraceVisited(AStar& astar, SearchTrace& trace) {
  trace.visited_count = astar.nodes().visited();
  uint32_t found = 0;
  astar.nodes().ForEachVisited([&](NodeId id) {
    ++found;
    if (trace.visited.size() == trace.visited_max) {
      trace.visited_overflow = true;
      return;
    }
    trace.visited.push_back(astar.PolygonOf(id));
  });
  trace.visited_agrees = found == trace.visited_count;
  // total order: polygon ids; equal ones are the same polygon's fragments.
  std::sort(trace.visited.begin(), trace.visited.end());
  trace.visited.erase(std::unique(trace.visited.begin(), trace.visited.end()), trace.visited.end());
}

void TraceFragments(AStar& astar, SearchTrace& trace) {
  const FragmentOverlay& overlay = astar.overlay();
  trace.fragments = overlay.fragments_count();
  trace.fragments_refused = overlay.refused();
  for (uint32_t number = 0; number < trace.fragments; ++number) {
    const auto corners = overlay.CornersOfFragment(number);
    trace.fragment_corners.insert(trace.fragment_corners.end(), corners.begin(), corners.end());
    trace.fragment_sizes.push_back(static_cast<uint32_t>(corners.size()));
  }
}

void TraceObstacles(const SearchObstacles& obstacles, SearchTrace& trace) {
  for (const DynamicObject* object : obstacles.Seen()) {
    std::array<platform::Vec3, 4>& corners = trace.obstacles.emplace_back();
    for (size_t n = 0; n < corners.size(); ++n) {
      corners[n] = {object->corners[n].x, object->corners[n].y, object->bounds.bottom_z};
    }
  }
}

}  // namespace

std::string_view NameOf(CostKind kind) { return kNames[static_cast<size_t>(kind)]; }

void SearchTrace::Begin(const PathRequest& request, const platform::Profile& profile) {
  *this = {};
  type = request.search_type();
  flags = request.flags;
  visited_max = static_cast<uint32_t>(profile.visited_polys_max);
  virtual_ns_per_unit = profile.path_unit_ns;
}

void SearchTrace::Note(std::string_view stage, const std::vector<RoutePoint>& route, uint64_t units) {
  RouteStage noted{stage, static_cast<uint32_t>(route.size()), 0, units};
  for (size_t i = 1; i < route.size(); ++i) {
    noted.length += platform::Distance(route[i - 1].point, route[i].point);
  }
  if (stages.empty()) {
    for (const RoutePoint& point : route) pulled.push_back(point.point);
  }
  stages.push_back(noted);
}

void SearchTrace::End(const PathResult& result) {
  code = result.code;
  cost_units = result.cost_units;
}

void TraceSearch(AStar& astar, const SearchProblem& problem, const MovementRules& rules,
                 const SearchShape& shape, const SearchOutcome& outcome, NodeId last, SearchTrace& trace) {
  trace.has_searched = true;
  trace.end = outcome.end;
  trace.extents = problem.extents;
  trace.expanded = outcome.expanded;
  trace.spheres = static_cast<uint32_t>(shape.spheres_count());
  TraceVisited(astar, trace);
  trace.visited_overflow = trace.visited_overflow || outcome.end == SearchEnd::kVisitedFull;
  if (astar.overlay().active()) TraceFragments(astar, trace);
  if (problem.obstacles != nullptr && problem.obstacles->active()) TraceObstacles(*problem.obstacles, trace);
  if (!last.valid()) return;
  trace.estimate = astar.nodes().At(last).estimate;
  StepCosts costs(astar, rules, shape, trace);
  for (NodeId id = last; astar.nodes().At(id).parent.valid(); id = astar.nodes().At(id).parent) {
    costs.Add(astar.nodes().At(id).parent, id);
  }
}

}  // namespace footfall::nav
