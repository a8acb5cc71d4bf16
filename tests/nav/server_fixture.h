#ifndef FOOTFALL_TESTS_NAV_SERVER_FIXTURE_H_
#define FOOTFALL_TESTS_NAV_SERVER_FIXTURE_H_

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/server/order_runner.h"
#include "nav/server/path_server.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"
#include "platform/sim_time.h"

namespace footfall::nav::testing {

// A view that fake orders can tell from others.
struct TaggedView : NavView {
  explicit TaggedView(uint32_t view_tag) : tag(view_tag) {}
  uint32_t tag;
};

// An order of `cost` units. Its result says which request and which view it came from, so that a foreign one
// is found out: `id` is in every point, `points` is how many there are.
inline PathRequest FakeRequest(uint32_t cost, int id = 0, uint32_t points = 2, uint64_t flags = 0) {
  PathRequest request;
  request.start = {static_cast<float>(id % 8000), static_cast<float>(id / 8000), 0};
  request.end = request.start;
  request.nodes_max = cost;
  request.points_max = points;
  request.flags = flags;
  return request;
}

// An order of another type, with its cost, at most 10,000, as the height of its point.
inline NavRequest FakeQuery(RequestType type, uint32_t cost, int id = 0) {
  const platform::Vec3 tag{static_cast<float>(id % 8000), static_cast<float>(id / 8000),
                           static_cast<float>(cost)};
  switch (type) {
    case RequestType::kLineOfSight: {
      LineOfSightRequest sight;
      sight.points[0] = tag;
      sight.points_count = 2;
      return sight;
    }
    case RequestType::kAudioProperties:
      return AudioPropertiesRequest{.position = tag};
    case RequestType::kFloodFill:
      return FloodFillRequest{.start = tag};
    case RequestType::kClearArea:
      return ClearAreaRequest{.center = tag, .search_radius = 10, .clear_radius = 1};
    case RequestType::kClosestPosition:
      return ClosestPositionRequest{.position = tag};
    default:
      return FakeRequest(cost, id);
  }
}

inline constexpr RequestType kQueryTypes[] = {RequestType::kLineOfSight, RequestType::kAudioProperties,
                                              RequestType::kFloodFill, RequestType::kClearArea,
                                              RequestType::kClosestPosition};

// The point of a FakeQuery.
inline platform::Vec3 TagOf(const NavRequest& request) {
  struct Point {
    platform::Vec3 operator()(const PathRequest& r) const { return r.start; }
    platform::Vec3 operator()(const LineOfSightRequest& r) const { return r.points[0]; }
    platform::Vec3 operator()(const AudioPropertiesRequest& r) const { return r.position; }
    platform::Vec3 operator()(const FloodFillRequest& r) const { return r.start; }
    platform::Vec3 operator()(const ClearAreaRequest& r) const { return r.center; }
    platform::Vec3 operator()(const ClosestPositionRequest& r) const { return r.position; }
  };
  return std::visit(Point{}, request);
}

// How many items a FakeQuery answers with.
inline uint32_t FakeItems(const NavRequest& request) { return static_cast<uint32_t>(TagOf(request).x) % 5; }

// A cost that is never reached: the order ends when it is told to stop, and only then.
inline constexpr uint32_t kEndless = UINT32_MAX;

// Runs fake orders and counts what really ran.
class FakeOrders : public OrderRunnerFactory {
 public:
  struct Counts {
    std::atomic<uint64_t> begun{0};
    std::atomic<uint64_t> ended{0};
    std::atomic<uint64_t> stopped{0};
  };

  std::unique_ptr<OrderRunner> Make() const override { return std::make_unique<Runner>(counts_); }
  uint64_t supported_flags() const override { return PathFlagMask(kFlagPreferPavements); }
  const Counts& counts() const { return counts_; }

  static CompletionCode CodeOf(const PathRequest& request) {
    return request.points_max == 0 ? CompletionCode::kNotFound : CompletionCode::kFound;
  }

 private:
  class Runner : public OrderRunner {
   public:
    explicit Runner(Counts& counts) : counts_(counts) {}

    void Run(const NavView& view, const NavRequest& request, platform::CostMeter& meter,
             NavResult& result) override {
      ++counts_.begun;
      const uint32_t cost =
          request.path() != nullptr ? request.path()->nodes_max : static_cast<uint32_t>(TagOf(request).z);
      for (uint64_t left = cost; left > 0;) {
        if (meter.ShouldStop()) {
          ++counts_.stopped;
          return;
        }
        const uint64_t step = std::min<uint64_t>(left, 3);
        meter.Charge(step);
        left -= cost == kEndless ? 0 : step;
      }
      if (request.path() != nullptr) {
        Answer(view, *request.path(), result.path);
      } else {
        Answer(view, request, result.query);
      }
      ++counts_.ended;
    }

   private:
    static void Answer(const NavView& view, const NavRequest& request, QueryResult& result) {
      const platform::Vec3 tag = TagOf(request);
      result.Clear();
      result.code = CompletionCode::kFound;
      result.start_used = tag;
      result.polys_visited = static_cast<const TaggedView&>(view).tag;
      for (uint32_t i = 0; i < FakeItems(request); ++i) {
        result.items.push_back({.position = {tag.x, tag.y, static_cast<float>(i)},
                                .normal = {0, 0, 1},
                                .poly = PolyRef(static_cast<MeshIndex>(i), 7),
                                .value = static_cast<float>(IndexOf(request.type())),
                                .bits = i});
      }
    }

    static void Answer(const NavView& view, const PathRequest& request, PathResult& result) {
      static_cast<PathSummary&>(result) = {};
      result.code = CodeOf(request);
      result.nodes_expanded = static_cast<const TaggedView&>(view).tag;
      result.cost_units = request.nodes_max;
      result.start_used = request.start;
      result.goal_used = request.end;
      result.points.clear();
      result.point_polys.clear();
      result.waypoint_flags.clear();
      for (uint32_t i = 0; i < request.points_max; ++i) {
        result.points.push_back({request.start.x, request.start.y, static_cast<float>(i)});
        result.point_polys.push_back(PolyRef(static_cast<MeshIndex>(i % 100), 7));
        result.waypoint_flags.push_back(static_cast<uint16_t>(i));
      }
    }

    Counts& counts_;
  };

  mutable Counts counts_;
};

// The documented 32 slots with a unit of 1000 ns, path and main on one core.
inline platform::Profile FakeProfile(int32_t slice_units = 0) {
  platform::Profile profile;
  profile.name = "fake";
  profile.path_unit_ns = 1000;
  profile.main_unit_ns = 1000;
  profile.path_floor_units = 64;
  profile.path_slice_units = slice_units;
  return profile;
}

// A path server and the calls of a tick, in their order.
struct FakeWorld {
  explicit FakeWorld(const platform::Profile& world_profile, int order_threads = 0, uint64_t first_tick = 0,
                     uint64_t first_issue = 1)
      : profile(world_profile),
        tick(first_tick),
        server(profile, platform::TickRate(), orders, order_threads, first_issue) {}

  RequestHandle Submit(const NavRequest& request, SourceId source = kWorldSource) {
    return server.Submit(request, {.source = source}, tick).handle;
  }
  SubmitRefusal Refusal(const NavRequest& request, SourceId source = kWorldSource) {
    return server.Submit(request, {.source = source}, tick).refusal;
  }

  // Phases 2, 5 and 8 of the tick; then the next tick is open.
  void Sync() { server.Sync(tick); }
  void Freeze() {
    if (view == nullptr || view_changes) {
      view = std::make_shared<const TaggedView>(static_cast<uint32_t>(tick));
    }
    server.Freeze(tick, view);
  }
  void Commit(uint64_t main_units = 0) {
    server.SettleMain(tick, main_units);
    ++tick;
  }
  void Tick(uint64_t main_units = 0) {
    Sync();
    Freeze();
    Commit(main_units);
  }

  platform::Profile profile;
  FakeOrders orders;
  uint64_t tick;
  PathServer server;
  bool view_changes = true;  // a new view each tick, tagged with it
  std::shared_ptr<const TaggedView> view;
};

}  // namespace footfall::nav::testing

#endif  // FOOTFALL_TESTS_NAV_SERVER_FIXTURE_H_
