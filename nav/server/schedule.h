#ifndef FOOTFALL_NAV_SERVER_SCHEDULE_H_
#define FOOTFALL_NAV_SERVER_SCHEDULE_H_

#include <cstdint>
#include <vector>

#include "nav/server/path_server_state.h"
#include "nav/server/request_types.h"

namespace footfall::nav {

// A pending request, as the scheduler sees it.
struct Candidate {
  RequestHandle handle;
  RequestType type = RequestType::kPath;
  uint8_t priority_class = 0;  // of path requests; 0 for other types
  bool was_aborted = false;    // a tile change sent it back: first of its class
  SourceId source = kWorldSource;
  uint32_t slot = 0;
};

// Class of a path request: one step for HighPrioRoute, one for ScriptedRoute or MissionPed, which are the two
// doublings of NAV-116. With the largest handle as maximum (OQ-20) the doublings make the classes strict, and
// inside a class the older request, that is the lower handle, goes first.
uint8_t PriorityClass(uint64_t path_flags);

// Index of SchedulerRotation::next_source.
size_t TurnClass(RequestType type, uint8_t priority_class);

// Simulates NAV-114 to NAV-116 over a frozen set and gives the sequence in which its requests would be taken
// (R17). Keeps its memory between calls.
class TakingSequence {
 public:
  // With `fair_sources` the sources of a class take turns, one request each; every other type than Path is a
  // class of its own (R9). Reorders `candidates`.
  const std::vector<Candidate>& Build(std::vector<Candidate>& candidates, const SchedulerRotation& rotation,
                                      bool fair_sources);

 private:
  // Sources of one class that still have requests: a ring of ranges of the sorted candidates.
  struct SourceRange {
    size_t begin = 0;
    size_t end = 0;
    size_t next = 0;
  };

  void OrderTypes(std::vector<Candidate>& candidates, SchedulerRotation rotation, bool fair_sources);
  void TakeTurns(const std::vector<Candidate>& candidates, size_t begin, size_t end, SourceId next_source);

  std::vector<Candidate> ordered_;  // by type, and within it as they are taken
  std::vector<SourceRange> ring_;
  std::vector<Candidate> sequence_;
};

// Notes that `taken` has started.
void Advance(SchedulerRotation& rotation, const Candidate& taken);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_SCHEDULE_H_
