#include <cmath>

#include "footfall/v1/nav.pb.h"
#include "nav/dynamic/object_store.h"
#include "nav/path/path_search.h"
#include "nav/query/audio_properties.h"
#include "nav/query/clear_area.h"
#include "nav/query/closest_position.h"
#include "nav/query/flood_fill.h"
#include "nav/query/line_of_sight.h"
#include "nav/query/query_result.h"
#include "nav/query/query_scratch.h"
#include "nav/query/water_edges.h"
#include "platform/check.h"
#include "platform/cost_meter.h"
#include "sim/command_config.h"
#include "sim/query_config.h"
#include "tests/fuzz/fuzz_readers.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/fuzz_world.h"

// Questions of the stateless plane as messages of the contract: converted, and answered on a view with
// objects.
namespace footfall::fuzz {

namespace {

std::shared_ptr<const nav::NavView> ViewWithObjects() {
  nav::ObjectStore store(4, 4);
  nav::ObjectDescription box;
  box.pose.origin = {150, 8, 1};
  box.pose.heading = 0.4F;
  box.half_extents = {3, 1, 1};
  box.owner = {nav::ObjectOwnerKind::kScript, 0, 1};
  Expect(!nav::IsRefused(store.Add({1}, box, nav::WhenFull::kRefuse)), "the box is placed");
  store.Sync({150, 20});
  nav::NavViewBuilder builder(**SmallPack()->ViewOfAll());
  builder.SetObjects(store.snapshot());
  return builder.Build();
}

struct Plane {
  std::shared_ptr<const nav::NavView> view = ViewWithObjects();
  nav::QueryScratch scratch{SmallProfile()};
  nav::PathSearch search{SmallProfile()};
  nav::QueryResult result;
  nav::PathResult path;
};

Plane& ThePlane() {
  static Plane plane;
  return plane;
}

void CheckItems(const nav::QueryResult& result) {
  Expect(result.items.size() <= static_cast<size_t>(nav::kQueryItemsMax), "an answer has a bound");
  for (const nav::QueryItem& item : result.items) {
    Expect(std::isfinite(item.position.x) && std::isfinite(item.position.y) &&
               std::isfinite(item.position.z) && std::isfinite(item.value),
           "answers are finite");
  }
}

// Runs it twice: an answer does not depend on what was asked before.
template <class Request, class Run>
void Ask(const absl::StatusOr<Request>& request, const Run& run) {
  if (!request.ok()) {
    Expect(request.status().message().find(": ") != absl::string_view::npos,
           "a refusal names field and fault");
    return;
  }
  Plane& plane = ThePlane();
  platform::CostMeter first(nullptr, 20000);
  run(*plane.view, *request, plane.scratch, first, plane.result);
  CheckItems(plane.result);
  if (first.ShouldStop()) return;  // What it holds is void.
  const nav::QueryResult before = plane.result;
  platform::CostMeter second(nullptr, 20000);
  run(*plane.view, *request, plane.scratch, second, plane.result);
  Expect(before.items == plane.result.items && before.code == plane.result.code &&
             before.cost_units == plane.result.cost_units,
         "the same question has the same answer");
}

void AskPath(const v1::NavRequest& message) {
  const auto submit = sim::SubmitFromProto(message, static_cast<uint32_t>(SmallProfile().path_points_max),
                                           sim::Plane::kQuery);
  if (!submit.ok()) return;
  nav::PathRequest request = submit->request;
  if ((request.flags & ~nav::kSupportedPathFlags) != 0) return;
  if (nav::PrepareRequest(request) != nav::RequestFault::kNone) return;
  Plane& plane = ThePlane();
  platform::CostMeter meter(nullptr, 20000);
  plane.search.Run(*plane.view, request, meter, plane.path);
  for (const platform::Vec3& point : plane.path.points) {
    Expect(std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z), "paths are finite");
  }
}

}  // namespace

void ReadQueryBytes(std::string_view bytes) {
  v1::NavRequest message;
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
  switch (message.kind_case()) {
    case v1::NavRequest::kLineOfSight:
      return Ask(sim::LineOfSightFromProto(message, SmallProfile()), nav::RunLineOfSight);
    case v1::NavRequest::kFloodFill:
      return Ask(sim::FloodFillFromProto(message), nav::RunFloodFill);
    case v1::NavRequest::kClearArea:
      return Ask(sim::ClearAreaFromProto(message), nav::RunClearArea);
    case v1::NavRequest::kClosest:
      return Ask(sim::ClosestPositionFromProto(message, SmallProfile()), nav::RunClosestPosition);
    case v1::NavRequest::kAudio:
      return Ask(sim::AudioPropertiesFromProto(message), nav::RunAudioProperties);
    case v1::NavRequest::kWaterEdges:
      return Ask(sim::WaterEdgesFromProto(message), nav::RunWaterEdges);
    default:
      return AskPath(message);
  }
}

std::vector<std::string> QuerySeeds() {
  std::vector<std::string> seeds;
  const auto add = [&](const auto& fill) {
    v1::NavRequest message;
    fill(message);
    seeds.push_back(message.SerializeAsString());
  };
  const auto at = [](v1::Vec3* point, float x, float y) {
    point->set_x(x);
    point->set_y(y);
  };
  add([&](v1::NavRequest& m) {
    at(m.mutable_path()->mutable_start(), 132, 4);
    at(m.mutable_path()->mutable_goal(), 168, 36);
    m.add_flags(v1::PATH_FLAG_RANDOMISE_POINTS);
    m.set_seed(7);
    v1::InfluenceSphere* sphere = m.add_spheres();
    at(sphere->mutable_center(), 150, 20);
    sphere->set_radius(5);
    sphere->set_inner_weight(10);
  });
  add([&](v1::NavRequest& m) {
    at(m.mutable_wander()->mutable_start(), 140, 8);
    m.mutable_wander()->set_heading(1);
    m.mutable_wander()->set_distance(20);
    m.add_flags(v1::PATH_FLAG_PREFER_PAVEMENTS);
  });
  add([&](v1::NavRequest& m) {
    at(m.mutable_flee()->mutable_start(), 140, 8);
    at(m.mutable_flee()->mutable_threat(), 136, 8);
    m.mutable_flee()->set_distance(20);
    m.add_flags(v1::PATH_FLAG_USE_BEST_ALTERNATE_ROUTE_IF_NONE_FOUND);
  });
  add([&](v1::NavRequest& m) {
    for (const float x : {132.0F, 145.0F, 160.0F}) at(m.mutable_line_of_sight()->add_points(), x, 8);
    m.mutable_line_of_sight()->set_objects(true);
    m.mutable_line_of_sight()->set_each_on_mesh(true);
    m.mutable_line_of_sight()->set_slope_max(0.5F);
  });
  for (int goal = 1; goal <= 7; ++goal) {
    add([&](v1::NavRequest& m) {
      at(m.mutable_flood_fill()->mutable_start(), 140, 8);
      m.mutable_flood_fill()->set_goal(static_cast<v1::FloodFillGoal>(goal));
      m.mutable_flood_fill()->set_distance(30);
    });
  }
  add([&](v1::NavRequest& m) {
    at(m.mutable_clear_area()->mutable_center(), 150, 8);
    m.mutable_clear_area()->set_search_radius(12);
    m.mutable_clear_area()->set_clear_radius(2);
  });
  add([&](v1::NavRequest& m) {
    at(m.mutable_closest()->mutable_position(), 150, 8);
    m.mutable_closest()->set_search_radius(10);
    m.mutable_closest()->set_results_max(8);
    m.mutable_closest()->add_filters(v1::CLOSEST_FILTER_NOT_ISOLATED);
    m.mutable_closest()->set_spacing_min(1);
    m.mutable_closest()->set_avoid_objects(true);
  });
  add([&](v1::NavRequest& m) {
    at(m.mutable_audio()->mutable_position(), 150, 8);
    m.mutable_audio()->set_radius(9);
  });
  add([&](v1::NavRequest& m) {
    at(m.mutable_water_edges()->mutable_position(), 150, 8);
    m.mutable_water_edges()->set_radius(20);
  });
  return seeds;
}

}  // namespace footfall::fuzz
