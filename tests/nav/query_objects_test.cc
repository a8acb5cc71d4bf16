#include <catch2/catch.hpp>

#include "nav/query/clear_area.h"
#include "nav/query/closest_position.h"
#include "nav/query/immediate_queries.h"
#include "nav/query/line_of_sight.h"
#include "platform/profile.h"
#include "tests/nav/dynamic_fixture.h"
#include "tests/nav/hand_packs.h"

// The queries among dynamic objects: which of them ask, and what an object changes.
namespace footfall::tests {
namespace {

using nav::CompletionCode;
using nav::SegmentState;
using nav::testing::BoxAt;
using platform::Vec3;

// 20 m of open ground with a box from x 4 to 6 and y 4 to 6.
std::shared_ptr<const nav::NavView> GroundWithBox() {
  nav::NavViewBuilder builder(*ViewOf(GridWorld(10)));
  builder.SetObjects(nav::testing::SnapshotOf({BoxAt(5, 5)}));
  return builder.Build();
}

struct Asked {
  platform::Profile profile;
  nav::QueryScratch scratch{profile};
  platform::CostMeter meter;
  nav::QueryResult result;
};

}  // namespace

TEST_CASE("an object line of sight follows where it is asked for", "[NAV-238]") {
  const auto view = GroundWithBox();
  Asked asked;
  nav::LineOfSightRequest request;
  request.points[0] = {1, 5, 0};
  request.points[1] = {9, 5, 0};
  request.points[2] = {9, 1, 0};
  request.points_count = 3;
  nav::RunLineOfSight(*view, request, asked.scratch, asked.meter, asked.result);
  CHECK(asked.result.code == CompletionCode::kFound);
  request.options = nav::kLosObjects;
  nav::RunLineOfSight(*view, request, asked.scratch, asked.meter, asked.result);
  CHECK(asked.result.code == CompletionCode::kNotFound);
  REQUIRE(asked.result.items.size() == 2);
  CHECK(StateOf(asked.result.items[0]) == SegmentState::kBlockedByObject);
  CHECK(asked.result.items[0].position == Vec3{1, 5, 0});
  CHECK(asked.result.items[0].value == 0);
  CHECK(asked.result.items[0].normal == Vec3{});
  CHECK(StateOf(asked.result.items[1]) == SegmentState::kClear);
  // Past the box for a standard walker, not for a wide one.
  request.points_count = 2;
  request.points[0].y = request.points[1].y = 6.5F;
  nav::RunLineOfSight(*view, request, asked.scratch, asked.meter, asked.result);
  CHECK(asked.result.code == CompletionCode::kFound);
  request.radius = 0.6F;
  nav::RunLineOfSight(*view, request, asked.scratch, asked.meter, asked.result);
  CHECK(asked.result.code == CompletionCode::kNotFound);
  // Less than a ped's radius counts as that (NAV-081).
  request.radius = 0;
  request.points[0].y = request.points[1].y = 6.3F;
  nav::RunLineOfSight(*view, request, asked.scratch, asked.meter, asked.result);
  CHECK(asked.result.code == CompletionCode::kNotFound);
}

TEST_CASE("a clear area holds no object", "[NAV-247]") {
  const auto view = GroundWithBox();
  Asked asked;
  nav::RunClearArea(*view, {{5, 5, 0}, 10, 1.5F}, asked.scratch, asked.meter, asked.result);
  CHECK(asked.result.code == CompletionCode::kFound);
  CHECK(asked.result.value > 2.4F);
  nav::RunClearArea(*ViewOf(GridWorld(10)), {{5, 5, 0}, 10, 1.5F}, asked.scratch, asked.meter, asked.result);
  CHECK(asked.result.value == 0);
}

TEST_CASE("with avoid objects no position lies under one", "[NAV-254][NAV-255]") {
  const auto view = GroundWithBox();
  Asked asked;
  nav::ClosestPositionRequest request;
  request.position = {5, 5, 0};
  request.search_radius = 5;
  nav::RunClosestPosition(*view, request, asked.scratch, asked.meter, asked.result);
  CHECK(asked.result.value == 0);
  request.avoid_objects = true;
  nav::RunClosestPosition(*view, request, asked.scratch, asked.meter, asked.result);
  CHECK(asked.result.code == CompletionCode::kFound);
  CHECK(asked.result.value > 1.35F);
  request.below_only = true;
  nav::RunClosestPosition(*view, request, asked.scratch, asked.meter, asked.result);
  CHECK(asked.result.code == CompletionCode::kNotFound);

  nav::ImmediateQueries immediate(asked.profile);
  nav::ClosestForPed question;
  question.position = {5, 5, 0};
  const nav::ImmediateCaller main{true};
  CHECK(immediate.Closest(main, *view, question).point == Vec3{5, 5, 1});
  question.avoid_objects = true;
  const nav::ImmediatePosition beside = immediate.Closest(main, *view, question);
  CHECK(beside.outcome == nav::ImmediateOutcome::kFound);
  CHECK(Distance(Xy(beside.point), {5, 5}) > 1.35F);
}

TEST_CASE("the short line of sight ignores objects", "[NAV-253]") {
  const auto view = GroundWithBox();
  const platform::Profile profile;
  const nav::ImmediateQueries immediate(profile);
  const nav::PolyRef start(kHandTile, 20);  // x 0 to 2, y 4 to 6
  CHECK(immediate.CanWalk({true}, *view, start, {1, 5, 0}, {9, 5, 0}) == nav::ImmediateOutcome::kFound);
}

}  // namespace footfall::tests
