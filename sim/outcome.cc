#include "sim/outcome.h"

#include "platform/check.h"

namespace footfall::sim {

namespace {

bool EndsShort(const nav::PathSummary& result) {
  return !result.last_route_point_is_target || result.went_far_as_possible;
}

}  // namespace

const char* NameOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPending:
      return "pending";
    case Outcome::kComplete:
      return "complete";
    case Outcome::kPartial:
      return "partial";
    case Outcome::kNoPath:
      return "no_path";
    case Outcome::kBadEndpoint:
      return "bad_endpoint";
    case Outcome::kNotResident:
      return "not_resident";
    case Outcome::kLimit:
      return "limit";
    case Outcome::kCancelled:
      return "cancelled";
  }
  return "";
}

Outcome OutcomeOf(const nav::PathSummary& result) {
  const bool is_partial = result.code == nav::CompletionCode::kFound && EndsShort(result);
  return is_partial ? Outcome::kPartial : OutcomeOf(result.code);
}

Outcome OutcomeOf(nav::CompletionCode code) {
  switch (code) {
    case nav::CompletionCode::kFound:
      return Outcome::kComplete;
    case nav::CompletionCode::kNotFound:
    case nav::CompletionCode::kNoPoints:
    case nav::CompletionCode::kInvalidHandle:
    case nav::CompletionCode::kHierarchicalSearchFailed:
      return Outcome::kNoPath;
    case nav::CompletionCode::kInvalidCoordinates:
    case nav::CompletionCode::kEndpointsInsideObjects:
    case nav::CompletionCode::kNoSurfaceAtCoordinates:
      return Outcome::kBadEndpoint;
    case nav::CompletionCode::kNavMeshNotLoaded:
    case nav::CompletionCode::kAbortedDueToAnotherThread:
    case nav::CompletionCode::kHierarchicalNodesNotLoaded:
      return Outcome::kNotResident;
    case nav::CompletionCode::kTimedOut:
    case nav::CompletionCode::kReachedMaxPathPolys:
    case nav::CompletionCode::kRanOutOfPathStackSpace:
    case nav::CompletionCode::kRanOutOfVisitedPolysSpace:
      return Outcome::kLimit;
    case nav::CompletionCode::kCancelled:
      return Outcome::kCancelled;
    case nav::CompletionCode::kStillPending:
      return Outcome::kPending;
  }
  FOOTFALL_CHECK(false);
}

uint32_t DetailBitsOf(const nav::PathSummary& result) {
  // PathDetail's bits are numbers 1 to 4 and 8 of NavDetail.
  static_assert(nav::kDetailUncheckedStraightLine == 1U << 0 &&
                nav::kDetailContinueFromLastPoint == 1U << 1 && nav::kDetailPointsFull == 1U << 2 &&
                nav::kDetailHeapFull == 1U << 3 && nav::kDetailFragmentsFull == 1U << 7);
  uint32_t bits = result.details;
  bits |= result.went_far_as_possible ? 1U << 4 : 0U;
  bits |= result.has_water ? 1U << 5 : 0U;
  bits |= result.code == nav::CompletionCode::kTimedOut ? 1U << 6 : 0U;
  return bits;
}

}  // namespace footfall::sim
