#include "nav/server/schedule.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "nav/path/path_request.h"
#include "platform/check.h"

namespace footfall::nav {

uint8_t PriorityClass(uint64_t path_flags) {
  constexpr uint64_t kHigh = PathFlagMask(kFlagHighPrioRoute);
  constexpr uint64_t kMission = PathFlagMask(kFlagScriptedRoute) | PathFlagMask(kFlagMissionPed);
  const int factors = ((path_flags & kHigh) != 0 ? 1 : 0) + ((path_flags & kMission) != 0 ? 1 : 0);
  return static_cast<uint8_t>(factors);
}

size_t TurnClass(RequestType type, uint8_t priority_class) {
  return type == RequestType::kPath ? priority_class : size_t{kPriorityClasses} - 1 + IndexOf(type);
}

void Advance(SchedulerRotation& rotation, const Candidate& taken) {
  rotation.last_type = taken.type;
  rotation.next_source[TurnClass(taken.type, taken.priority_class)] = taken.source + 1;
}

const std::vector<Candidate>& TakingSequence::Build(std::vector<Candidate>& candidates,
                                                    const SchedulerRotation& rotation, bool fair_sources) {
  // total order: the key ends in the handle, and handles are unique.
  std::sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    const auto key = [&](const Candidate& c) {
      return std::tuple(c.type, -int{c.priority_class}, !c.was_aborted,
                        fair_sources && !c.was_aborted ? c.source : 0, c.handle);
    };
    return key(a) < key(b);
  });
  std::array<size_t, kRequestTypes + 1> begin{};
  for (const Candidate& candidate : candidates) {
    ++begin[static_cast<size_t>(candidate.type) + 1];
  }
  for (size_t type = 1; type < begin.size(); ++type) {
    begin[type] += begin[type - 1];
  }
  OrderTypes(candidates, rotation, fair_sources);

  std::array<size_t, kRequestTypes> next{};
  std::copy_n(begin.begin(), kRequestTypes, next.begin());
  sequence_.clear();
  auto last = static_cast<size_t>(rotation.last_type);
  while (sequence_.size() < candidates.size()) {
    size_t type = 0;
    // A pending path request with priority makes the round start with path requests (NAV-115).
    if (next[0] == begin[1] || ordered_[next[0]].priority_class == 0) {
      type = (last + 1) % kRequestTypes;
      while (next[type] == begin[type + 1]) {
        type = (type + 1) % kRequestTypes;
      }
    }
    sequence_.push_back(ordered_[next[type]]);
    ++next[type];
    last = type;
  }
  return sequence_;
}

void TakingSequence::OrderTypes(std::vector<Candidate>& candidates, SchedulerRotation rotation,
                                bool fair_sources) {
  ordered_.clear();
  if (!fair_sources) {
    ordered_.assign(candidates.begin(), candidates.end());
    return;
  }
  for (size_t i = 0; i < candidates.size();) {
    const size_t turn_class = TurnClass(candidates[i].type, candidates[i].priority_class);
    const auto is_of_class = [&](size_t n) {
      return n < candidates.size() &&
             TurnClass(candidates[n].type, candidates[n].priority_class) == turn_class;
    };
    for (; is_of_class(i) && candidates[i].was_aborted; ++i) {
      ordered_.push_back(candidates[i]);
      Advance(rotation, candidates[i]);
    }
    const size_t begin = i;
    while (is_of_class(i)) {
      ++i;
    }
    TakeTurns(candidates, begin, i, rotation.next_source[turn_class]);
  }
}

void TakingSequence::TakeTurns(const std::vector<Candidate>& candidates, size_t begin, size_t end,
                               SourceId next_source) {
  if (begin == end) {
    return;
  }
  ring_.clear();
  size_t first = 0;
  bool first_found = false;
  for (size_t i = begin; i < end;) {
    const SourceId source = candidates[i].source;
    if (!first_found && source >= next_source) {
      first = ring_.size();
      first_found = true;
    }
    SourceRange range{.begin = i, .end = i, .next = ring_.size() + 1};
    while (range.end < end && candidates[range.end].source == source) {
      ++range.end;
    }
    i = range.end;
    ring_.push_back(range);
  }
  ring_.back().next = 0;
  size_t before = (first + ring_.size() - 1) % ring_.size();
  for (size_t left = end - begin; left > 0; --left) {
    const size_t current = ring_[before].next;
    SourceRange& range = ring_[current];
    ordered_.push_back(candidates[range.begin++]);
    if (range.begin == range.end) {
      ring_[before].next = range.next;
    } else {
      before = current;
    }
  }
}

}  // namespace footfall::nav
