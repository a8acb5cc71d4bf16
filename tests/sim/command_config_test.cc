#include "sim/command_config.h"

#include <cmath>
#include <limits>

#include "footfall/v1/command.pb.h"
#include "footfall/v1/nav.pb.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

constexpr uint32_t kPoints = 1024;

v1::NavRequest GoodRequest() {
  v1::NavRequest request;
  request.mutable_path()->mutable_start()->set_x(1);
  request.mutable_path()->mutable_goal()->set_y(2);
  return request;
}

std::string MessageOf(const v1::NavRequest& request) {
  const auto submit = SubmitFromProto(request, kPoints, Plane::kPath);
  return submit.ok() ? "ok" : std::string(submit.status().message());
}

TEST_CASE("a request that names nothing gets the defaults", "[R42][NAV-081]") {
  const auto submit = SubmitFromProto(GoodRequest(), kPoints, Plane::kPath);
  REQUIRE(submit.ok());
  nav::PathRequest expected;
  expected.start = {1, 0, 0};
  expected.end = {0, 2, 0};
  CHECK(submit->request == expected);
  CHECK_FALSE(submit->want_polys);
}

TEST_CASE("every body that the contract can say goes there and back", "[R42]") {
  SubmitPath submit;
  submit.request.start = {1.25F, -6000, -3};
  submit.request.end = {8999.5F, 8, 9};
  submit.request.flags = nav::PathFlagMask(nav::kFlagPreferPavements) |
                         nav::PathFlagMask(nav::kFlagKeepUpdatingPedStartPosition);
  submit.request.radius = 0.5F;
  submit.request.completion_radius = 3;
  submit.request.adjust_distance_max = 0;
  submit.request.nodes_max = 5;
  submit.request.points_max = 2;
  submit.client_ref = ClientRef::From("sixteen bytes ok");
  submit.want_polys = true;
  for (const CommandBody& body :
       {CommandBody(submit), CommandBody(ReleasePath{{5}}), CommandBody(CancelPath{{UINT64_MAX}})}) {
    v1::Command message;
    REQUIRE(CommandToProto(body, &message));
    v1::Command parsed;
    REQUIRE(parsed.ParseFromString(message.SerializeAsString()));
    const auto back = CommandFromProto(parsed, platform::Profile(), kPoints);
    REQUIRE(back.ok());
    CHECK(*back == body);
  }
  v1::Command message;
  CHECK_FALSE(CommandToProto(EndSource{}, &message));
  CHECK(message.kind_case() == v1::Command::KIND_NOT_SET);
}

TEST_CASE("numbers out of bounds are refused with field, value and bound") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float bad : {nan, infinity, -infinity, 1e30F, -1e30F, 9000.0F, -6000.5F}) {
    CAPTURE(bad);
    v1::NavRequest request = GoodRequest();
    request.mutable_path()->mutable_start()->set_x(bad);
    CHECK(MessageOf(request).find("path.start.x: ") == 0);
    CHECK(MessageOf(request).find("[-6000, 9000)") != std::string::npos);
    request = GoodRequest();
    request.mutable_path()->mutable_goal()->set_y(bad);
    CHECK(MessageOf(request).find("path.goal.y: ") == 0);
  }
  for (const float bad : {nan, infinity, -infinity, 1e30F, -10001.0F}) {
    v1::NavRequest request = GoodRequest();
    request.mutable_path()->mutable_goal()->set_z(bad);
    CHECK(MessageOf(request).find("path.goal.z: ") == 0);
  }
  for (const float bad : {nan, infinity, -infinity, 1e30F, -0.5F, 15001.0F}) {
    CAPTURE(bad);
    v1::NavRequest request = GoodRequest();
    request.set_radius(bad);
    CHECK(MessageOf(request).find("radius: ") == 0);
    request = GoodRequest();
    request.set_completion_radius(bad);
    CHECK(MessageOf(request).find("completion_radius: ") == 0);
    request = GoodRequest();
    request.set_adjust_distance_max(bad);
    CHECK(MessageOf(request).find("adjust_distance_max: ") == 0);
  }
  v1::NavRequest request = GoodRequest();
  request.set_radius(0);
  request.set_completion_radius(15000);
  request.set_adjust_distance_max(0);
  request.mutable_path()->mutable_start()->set_x(-6000);
  CHECK(MessageOf(request) == "ok");
}

TEST_CASE("flags are checked one by one", "[NAV-167]") {
  v1::NavRequest request = GoodRequest();
  request.add_flags(v1::PATH_FLAG_PREFER_PAVEMENTS);
  CHECK(SubmitFromProto(request, kPoints, Plane::kPath)->request.flags ==
        nav::PathFlagMask(nav::kFlagPreferPavements));
  SECTION("unknown") {
    request.add_flags(static_cast<v1::PathFlag>(45));
    CHECK(MessageOf(request) == "flags[1]: 45 is not in [1, 44]");
  }
  SECTION("unspecified") {
    request.add_flags(v1::PATH_FLAG_UNSPECIFIED);
    CHECK(MessageOf(request) == "flags[1]: 0 is not in [1, 44]");
  }
  SECTION("negative") {
    request.add_flags(static_cast<v1::PathFlag>(-1));
    CHECK(MessageOf(request) == "flags[1]: -1 is not in [1, 44]");
  }
  SECTION("twice") {
    request.add_flags(v1::PATH_FLAG_PREFER_PAVEMENTS);
    CHECK(MessageOf(request) == "flags[1]: 5 is there twice");
  }
}

TEST_CASE("ceilings are checked") {
  v1::NavRequest request = GoodRequest();
  SECTION("points") {
    for (const uint32_t bad : {0U, 1U, 1025U}) {
      request.set_points_max(bad);
      CHECK(MessageOf(request) == "points_max: " + std::to_string(bad) + " is not in [2, 1024]");
    }
    request.set_points_max(1024);
    CHECK(MessageOf(request) == "ok");
  }
  SECTION("nodes") {
    request.set_nodes_max(0);
    CHECK(MessageOf(request) == "nodes_max: 0 is less than 1");
  }
  SECTION("client reference") {
    request.set_client_ref(std::string(17, 'a'));
    CHECK(MessageOf(request) == "client_ref: 17 bytes, the limit is 16");
    request.set_client_ref(std::string(16, '\0'));
    CHECK(SubmitFromProto(request, kPoints, Plane::kPath)->client_ref.view() == std::string(16, '\0'));
  }
}

TEST_CASE("what is missing and what is not served are told apart") {
  const auto code = [](const v1::NavRequest& request) {
    return SubmitFromProto(request, kPoints, Plane::kPath).status().code();
  };
  v1::NavRequest request;
  CHECK(MessageOf(request) == "kind: none is set");
  request.mutable_path();
  CHECK(MessageOf(request) == "path.start: not set");
  request.mutable_path()->mutable_start();
  CHECK(MessageOf(request) == "path.goal: not set");

  request = v1::NavRequest();
  request.mutable_random_point();
  CHECK(code(request) == absl::StatusCode::kUnimplemented);
  CHECK(MessageOf(request) == "random_point: not served by this version");
  request = GoodRequest();
  request.set_ped_handle(4);
  CHECK(code(request) == absl::StatusCode::kUnimplemented);

  v1::Command command;
  CHECK(CommandFromProto(command, platform::Profile(), kPoints).status().message() == "kind: none is set");
  command.mutable_spawn();
  CHECK(CommandFromProto(command, platform::Profile(), kPoints).status().code() ==
        absl::StatusCode::kUnimplemented);
  command.mutable_submit()->mutable_path();
  CHECK(CommandFromProto(command, platform::Profile(), kPoints).status().message() ==
        "submit.path.start: not set");
}

}  // namespace
}  // namespace footfall::sim::testing
