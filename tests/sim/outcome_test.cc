#include "sim/outcome.h"

#include <catch2/catch.hpp>

#include "footfall/v1/nav.pb.h"

namespace footfall::sim {
namespace {

nav::PathSummary Of(nav::CompletionCode code) {
  nav::PathSummary result;
  result.code = code;
  return result;
}

TEST_CASE("each completion code has the outcome of the contract's table", "[NAV-096]") {
  using Code = nav::CompletionCode;
  CHECK(OutcomeOf(Of(Code::kFound)) == Outcome::kComplete);
  CHECK(OutcomeOf(Of(Code::kNotFound)) == Outcome::kNoPath);
  CHECK(OutcomeOf(Of(Code::kNoPoints)) == Outcome::kNoPath);
  CHECK(OutcomeOf(Of(Code::kInvalidCoordinates)) == Outcome::kBadEndpoint);
  CHECK(OutcomeOf(Of(Code::kNoSurfaceAtCoordinates)) == Outcome::kBadEndpoint);
  CHECK(OutcomeOf(Of(Code::kNavMeshNotLoaded)) == Outcome::kNotResident);
  CHECK(OutcomeOf(Of(Code::kTimedOut)) == Outcome::kLimit);
  CHECK(OutcomeOf(Of(Code::kRanOutOfVisitedPolysSpace)) == Outcome::kLimit);
  CHECK(OutcomeOf(Of(Code::kCancelled)) == Outcome::kCancelled);
  CHECK(OutcomeOf(Of(Code::kStillPending)) == Outcome::kPending);
  for (int code = 0; code < nav::kCompletionCodes; ++code) {
    CHECK(v1::NavOutcome_IsValid(static_cast<int>(OutcomeOf(Of(static_cast<Code>(code))))));
  }
}

TEST_CASE("a found path that ends short is partial", "[NAV-163][NAV-165]") {
  nav::PathSummary result = Of(nav::CompletionCode::kFound);
  result.last_route_point_is_target = false;
  CHECK(OutcomeOf(result) == Outcome::kPartial);
  result.last_route_point_is_target = true;
  result.went_far_as_possible = true;
  CHECK(OutcomeOf(result) == Outcome::kPartial);
}

TEST_CASE("the numbers are those of the contract") {
  CHECK(static_cast<int>(Outcome::kPending) == v1::NAV_OUTCOME_PENDING);
  CHECK(static_cast<int>(Outcome::kCancelled) == v1::NAV_OUTCOME_CANCELLED);
  const auto bit = [](v1::NavDetail detail) { return 1U << (detail - 1); };
  nav::PathSummary result = Of(nav::CompletionCode::kTimedOut);
  CHECK(DetailBitsOf(result) == bit(v1::NAV_DETAIL_NODES_MAX));
  result = Of(nav::CompletionCode::kFound);
  result.details = nav::kDetailPointsFull;
  result.has_water = true;
  result.went_far_as_possible = true;
  CHECK(DetailBitsOf(result) == (bit(v1::NAV_DETAIL_POINTS_FULL) | bit(v1::NAV_DETAIL_CONTAINS_WATER) |
                                 bit(v1::NAV_DETAIL_WENT_FAR_AS_POSSIBLE)));
}

}  // namespace
}  // namespace footfall::sim
