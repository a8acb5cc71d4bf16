#ifndef FOOTFALL_NAV_QUERY_COMPLETION_CODE_H_
#define FOOTFALL_NAV_QUERY_COMPLETION_CODE_H_

#include <cstdint>

namespace footfall::nav {

// How a request of any type ended. Numeric order fixed by NAV-096.
enum class CompletionCode : uint8_t {
  kFound = 0,
  kNotFound = 1,
  kTimedOut = 2,
  kReachedMaxPathPolys = 3,
  kInvalidCoordinates = 4,
  kNavMeshNotLoaded = 5,
  kEndpointsInsideObjects = 6,
  kNoSurfaceAtCoordinates = 7,
  kRanOutOfPathStackSpace = 8,
  kRanOutOfVisitedPolysSpace = 9,
  kCancelled = 10,
  kInvalidHandle = 11,
  kNoPoints = 12,
  kStillPending = 13,
  kAbortedDueToAnotherThread = 14,
  kHierarchicalNodesNotLoaded = 15,
  kHierarchicalSearchFailed = 16,
};
inline constexpr int kCompletionCodes = 17;
constexpr uint64_t EnumEnd(CompletionCode) { return kCompletionCodes; }

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_COMPLETION_CODE_H_
