#include "sim/path_request_config.h"

#include <limits>

#include "footfall/v1/command.pb.h"
#include "footfall/v1/nav.pb.h"
#include "sim/command_config.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

constexpr uint32_t kPoints = 1024;
const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInfinity = std::numeric_limits<float>::infinity();

v1::NavRequest PathRequest() {
  v1::NavRequest request;
  request.mutable_path()->mutable_start()->set_x(1);
  request.mutable_path()->mutable_goal()->set_y(2);
  return request;
}

v1::NavRequest WanderRequest() {
  v1::NavRequest request;
  request.mutable_wander()->mutable_start()->set_x(1);
  request.mutable_wander()->set_heading(0.5F);
  request.mutable_wander()->set_distance(30);
  return request;
}

v1::NavRequest FleeRequest() {
  v1::NavRequest request;
  request.mutable_flee()->mutable_start()->set_x(1);
  request.mutable_flee()->mutable_threat()->set_x(-3);
  request.mutable_flee()->set_distance(40);
  return request;
}

std::string MessageOf(const v1::NavRequest& request, Plane plane = Plane::kQuery) {
  const auto submit = SubmitFromProto(request, kPoints, plane);
  return submit.ok() ? "ok" : std::string(submit.status().message());
}

nav::PathRequest Read(const v1::NavRequest& request) {
  const auto read = PathRequestFromProto(request, kPoints);
  REQUIRE(read.ok());
  return *read;
}

TEST_CASE("a wander's heading becomes its direction, and the kind its flag", "[NAV-081][NAV-085][NAV-169]") {
  const nav::PathRequest wander = Read(WanderRequest());
  CHECK(wander.search_type() == nav::SearchType::kWander);
  CHECK(wander.reference.x == Approx(0.8775826));
  CHECK(wander.reference.y == Approx(0.4794255));
  CHECK(wander.reference_distance == 30);
  CHECK(wander.start.x == 1);
}

TEST_CASE("a flee has its threat and its flag", "[NAV-081][NAV-168]") {
  const nav::PathRequest flee = Read(FleeRequest());
  CHECK(flee.search_type() == nav::SearchType::kFlee);
  CHECK(flee.reference.x == -3);
  CHECK(flee.reference_distance == 40);
}

TEST_CASE("spheres, slope and seed are read", "[NAV-081][NAV-007]") {
  v1::NavRequest request = FleeRequest();
  v1::InfluenceSphere* sphere = request.add_spheres();
  sphere->mutable_center()->set_y(7);
  sphere->set_radius(4);
  sphere->set_inner_weight(10);
  sphere->set_outer_weight(2);
  request.set_slope_max(0.5F);
  request.set_seed(99);
  const nav::PathRequest flee = Read(request);
  REQUIRE(flee.spheres_count == 1);
  CHECK(flee.spheres[0] == nav::InfluenceSphere{{0, 7, 0}, 4, 10, 2});
  CHECK(flee.slope_max == 0.5F);
  CHECK(flee.random_seed == 99);
}

TEST_CASE("path requests of all kinds go there and back", "[R42]") {
  v1::NavRequest request = FleeRequest();
  request.mutable_flee()->mutable_start()->set_z(2);
  v1::InfluenceSphere* sphere = request.add_spheres();
  sphere->mutable_center()->set_x(1);
  sphere->set_radius(4);
  request.add_flags(v1::PATH_FLAG_SOFTER_FLEE_HEURISTICS);
  request.set_slope_max(0.25F);
  v1::NavRequest cover = PathRequest();
  cover.mutable_path()->mutable_threat()->set_x(5);
  cover.add_flags(v1::PATH_FLAG_USE_DIRECTIONAL_COVER);
  for (const v1::NavRequest& in : {request, cover, PathRequest()}) {
    v1::NavRequest out;
    PathRequestToProto(Read(in), &out);
    CHECK(out.SerializeAsString() == in.SerializeAsString());
  }
  v1::NavRequest out;
  PathRequestToProto(Read(WanderRequest()), &out);
  CHECK(out.wander().heading() == Approx(0.5));
  CHECK(out.wander().distance() == 30);
  CHECK(out.flags_size() == 0);
}

TEST_CASE("the two types exclude each other and go with their kinds alone", "[NAV-085][NAV-168][NAV-169]") {
  v1::NavRequest request = WanderRequest();
  request.add_flags(v1::PATH_FLAG_WANDER);
  CHECK(MessageOf(request) == "ok");
  request.add_flags(v1::PATH_FLAG_FLEE_TARGET);
  CHECK(MessageOf(request) == "flags[1]: PATH_FLAG_FLEE_TARGET goes with the kind of that name alone");
  request = PathRequest();
  request.add_flags(v1::PATH_FLAG_WANDER);
  CHECK(MessageOf(request) == "flags[0]: PATH_FLAG_WANDER goes with the kind of that name alone");
}

TEST_CASE("what a wander or flee lacks is named", "[NAV-085]") {
  v1::NavRequest request;
  request.mutable_wander();
  CHECK(MessageOf(request) == "wander.start: not set");
  request.mutable_flee();
  CHECK(MessageOf(request) == "flee.start: not set");
  request.mutable_flee()->mutable_start();
  CHECK(MessageOf(request) == "flee.threat: not set");
  for (const float bad : {0.0F, -1.0F, kNan, kInfinity, 15001.0F}) {
    request = FleeRequest();
    request.mutable_flee()->set_distance(bad);
    CHECK(MessageOf(request).find("flee.distance: ") == 0);
    request = WanderRequest();
    request.mutable_wander()->set_distance(bad);
    CHECK(MessageOf(request).find("wander.distance: ") == 0);
  }
  request = WanderRequest();
  request.mutable_wander()->set_heading(kInfinity);
  CHECK(MessageOf(request).find("wander.heading: ") == 0);
  request = FleeRequest();
  request.mutable_flee()->mutable_threat()->set_y(1e30F);
  CHECK(MessageOf(request).find("flee.threat.y: ") == 0);
  request = WanderRequest();
  request.mutable_wander()->mutable_start()->set_x(kNan);
  CHECK(MessageOf(request).find("wander.start.x: ") == 0);
}

TEST_CASE("spheres are judged one by one", "[NAV-081][NAV-146]") {
  v1::NavRequest request = PathRequest();
  request.add_spheres()->set_radius(1);
  request.add_spheres();
  CHECK(MessageOf(request).find("spheres[1].radius: 0 is not in (0, 15000]") == 0);
  request.mutable_spheres(1)->set_radius(1);
  CHECK(MessageOf(request) == "ok");
  for (const float bad : {-1.0F, kNan, 1000.5F}) {
    v1::NavRequest weight = request;
    weight.mutable_spheres(1)->set_inner_weight(bad);
    CHECK(MessageOf(weight).find("spheres[1].inner_weight: ") == 0);
    weight = request;
    weight.mutable_spheres(1)->set_outer_weight(bad);
    CHECK(MessageOf(weight).find("spheres[1].outer_weight: ") == 0);
  }
  for (int i = 2; i < 8; ++i) request.add_spheres()->set_radius(1);
  CHECK(MessageOf(request) == "ok");
  request.add_spheres()->set_radius(1);
  CHECK(MessageOf(request) == "spheres: has 9 items, at most 8");
}

TEST_CASE("slopes are below a right angle", "[NAV-081]") {
  for (const float bad : {-0.1F, kNan, 1.5708F}) {
    v1::NavRequest request = PathRequest();
    request.set_slope_max(bad);
    CHECK(MessageOf(request).find("slope_max: ") == 0);
  }
}

TEST_CASE("a threat belongs to directional cover", "[NAV-182]") {
  v1::NavRequest request = PathRequest();
  request.add_flags(v1::PATH_FLAG_USE_DIRECTIONAL_COVER);
  CHECK(MessageOf(request).find("path.threat: not set") == 0);
  request.mutable_path()->mutable_threat();
  CHECK(MessageOf(request) == "ok");
  request.clear_flags();
  CHECK(MessageOf(request).find("path.threat: is for") == 0);
  request = WanderRequest();
  request.add_flags(v1::PATH_FLAG_USE_DIRECTIONAL_COVER);
  CHECK(MessageOf(request).find("flags: PATH_FLAG_USE_DIRECTIONAL_COVER") == 0);
}

TEST_CASE("obstacles are named at most eight times a list, each once", "[NAV-081]") {
  v1::NavRequest request = PathRequest();
  for (uint64_t handle = 1; handle <= 8; ++handle) {
    request.add_included_handle(handle);
    request.add_excluded_handle(handle);
  }
  const auto submit = SubmitFromProto(request, kPoints, Plane::kPath);
  REQUIRE(submit.ok());
  CHECK(submit->request.included_count == 8);
  CHECK(submit->request.excluded_objects[7] == 8);
  v1::Command back;
  REQUIRE(CommandToProto(*submit, &back));
  CHECK(back.submit().excluded_handle_size() == 8);
  v1::NavRequest many = request;
  many.add_excluded_handle(9);
  CHECK(MessageOf(many) == "excluded_handle: has 9 items, at most 8");
  request.set_included_handle(3, 1);
  CHECK(MessageOf(request) == "included_handle[3]: is there twice");
}

TEST_CASE("the end follows on the path plane alone", "[NAV-101]") {
  v1::NavRequest request = PathRequest();
  request.mutable_path()->set_follow_handle(77);
  const auto submit = SubmitFromProto(request, kPoints, Plane::kPath);
  REQUIRE(submit.ok());
  CHECK(submit->follow == WireHandle{77});
  v1::Command back;
  REQUIRE(CommandToProto(*submit, &back));
  CHECK(back.submit().path().follow_handle() == 77);
  CHECK(MessageOf(request, Plane::kQuery).find("path.follow_handle: for PathService") == 0);
}

TEST_CASE("seed and explanation are the query plane's", "[NAV-007]") {
  v1::NavRequest request = PathRequest();
  request.set_seed(0);
  CHECK(MessageOf(request) == "ok");
  CHECK(MessageOf(request, Plane::kPath).find("seed: ") == 0);
  request = PathRequest();
  request.set_want_explain(true);
  CHECK(MessageOf(request) == "ok");
  CHECK(MessageOf(request, Plane::kPath).find("want_explain: ") == 0);
}

}  // namespace
}  // namespace footfall::sim::testing
