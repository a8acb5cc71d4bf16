#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "footfall/v1/command.pb.h"
#include "footfall/v1/nav.pb.h"
#include "sim/command_config.h"
#include "sim/command_log.h"
#include "sim/query_log.h"
#include "sim/world.h"
#include "tests/nav/hand_packs.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

// One of each type, every field with a value of its own.
std::vector<SubmitQuery> Samples() {
  nav::LineOfSightRequest sight;
  sight.points[0] = {1, 2, 3};
  sight.points[1] = {4, 5.5F, -6};
  sight.points[2] = {7, 8, 9};
  sight.points_count = 3;
  sight.options = nav::kLosObjects | nav::kLosEachOnMesh;
  sight.slope_max = 0.5F;
  sight.radius = 0.75F;
  sight.adjust_distance_max = 2;
  const nav::AudioPropertiesRequest audio{.position = {1, 2, 3}, .radius = 9};
  nav::FloodFillRequest flood;
  flood.start = {1, 2, 3};
  flood.goal = nav::FloodFillGoal::kAreaUnderfoot;
  flood.distance_max = 50;
  flood.area_max = 100;
  flood.adjust_distance_max = 1;
  const nav::ClearAreaRequest area{.center = {1, 2, 3}, .search_radius = 20, .clear_radius = 2};
  nav::ClosestPositionRequest closest;
  closest.position = {1, 2, 3};
  closest.search_radius = 5;
  closest.results_max = 7;
  closest.filters = nav::kClosestOnlyPavement | nav::kClosestNotWater;
  closest.spacing_min = 2;
  closest.radius = 0.5F;
  closest.avoid_objects = true;
  closest.adjust_distance_max = 3;
  const ClientRef ref = ClientRef::From("abc");
  return {{sight, ref}, {audio, ref}, {flood, ref}, {area, ref}, {closest, {}}};
}

TEST_CASE("every query goes through the log's bytes and back", "[R42]") {
  CommandLog log{1, 2, 3, 30, 4, {}};
  for (const SubmitQuery& submit : Samples()) log.entries.push_back({1, {3, 1, submit}});
  const auto decoded = DecodeLog(EncodeLog(log));
  REQUIRE(decoded.ok());
  CHECK(*decoded == log);
}

TEST_CASE("bytes that are no query are refused") {
  SubmitQuery out;
  std::string fault;
  for (const SubmitQuery& submit : Samples()) {
    std::string bytes;
    AppendQuery(submit, bytes);
    CHECK(ReadQuery(bytes, &out, &fault) == bytes.size());
    CHECK(out == submit);
    for (size_t size = 0; size < bytes.size(); ++size) {
      CHECK(ReadQuery(std::string_view(bytes).substr(0, size), &out, &fault) == 0);
      CHECK_FALSE(fault.empty());
    }
    // Path and grid are no queries; 7 is nothing.
    for (const char type : {'\0', '\1', '\7', '\x7f'}) {
      std::string other = bytes;
      other[0] = type;
      CHECK(ReadQuery(other, &out, &fault) == 0);
    }
  }
}

TEST_CASE("every query goes through the contract and back", "[R42][NAV-008]") {
  for (const SubmitQuery& submit : Samples()) {
    v1::Command message;
    REQUIRE(CommandToProto(submit, &message));
    const auto back = CommandFromProto(message, platform::Profile(), 16);
    REQUIRE(back.ok());
    CHECK(*back == CommandBody(submit));
    message.mutable_submit()->set_client_ref("seventeen bytes!!");
    CHECK(CommandFromProto(message, platform::Profile(), 16).status().message().find("submit.client_ref: ") ==
          0);
  }
}

}  // namespace
}  // namespace footfall::sim::testing
