#ifndef FOOTFALL_SIM_OUTCOME_H_
#define FOOTFALL_SIM_OUTCOME_H_

#include <cstdint>

#include "nav/path/path_result.h"

namespace footfall::sim {

// How a path request ended, coarse and complete: the numbers of v1.NavOutcome, whose comment has the table.
enum class Outcome : uint8_t {
  kPending = 1,
  kComplete = 2,
  kPartial = 3,
  kNoPath = 4,
  kBadEndpoint = 5,
  kNotResident = 6,
  kLimit = 7,
  kCancelled = 8,
};

// As in reports: "complete", "no_path".
const char* NameOf(Outcome outcome);

// Of a request that is no path: there are no partial answers.
Outcome OutcomeOf(nav::CompletionCode code);
// Partial: found, and the last point is neither at the goal nor where the request allowed the route to end
// (NAV-163), or the route only went towards tiles that are not resident (NAV-165).
Outcome OutcomeOf(const nav::PathSummary& result);

// Details beside the outcome: bit n - 1 is number n of v1.NavDetail.
uint32_t DetailBitsOf(const nav::PathSummary& result);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_OUTCOME_H_
