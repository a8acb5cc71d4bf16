#ifndef FOOTFALL_NAV_SERVER_PATH_COUNTERS_H_
#define FOOTFALL_NAV_SERVER_PATH_COUNTERS_H_

#include <array>
#include <cstdint>

#include "nav/query/completion_code.h"
#include "nav/server/request_types.h"

namespace footfall::nav {

// Of one type of requests.
struct TypeCounters {
  uint64_t submitted = 0;     // accepted
  uint64_t full = 0;          // refused, for all slots of the type were in use (NAV-088)
  uint64_t completed = 0;     // published, whatever the code
  uint32_t slots_in_use = 0;  // cancelling ones included
  uint32_t slots_high_water = 0;

  friend bool operator==(const TypeCounters&, const TypeCounters&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("submitted", self.submitted);
    visitor.Field("full", self.full);
    visitor.Field("completed", self.completed);
    visitor.Field("slots_in_use", self.slots_in_use);
    visitor.Field("slots_high_water", self.slots_high_water);
  }
};

// What the path server has counted since the start or the last Reset. State: refused calls move it too (R2).
struct PathCounters {
  uint64_t submitted = 0;                              // accepted
  std::array<uint64_t, kSubmitRefusals> refused{};     // by reason; the entry of kNone stays 0
  std::array<uint64_t, kCompletionCodes> completed{};  // published, by completion code (NAV-096)
  uint64_t cancelled = 0;        // by Cancel or a source's end, before the result was published
  uint64_t released = 0;         // complete and given back by the client
  uint64_t expired = 0;          // reclaimed by the stale check (NAV-094)
  uint64_t restarts = 0;         // sent back to pending by a tile change (R21)
  uint64_t foreign_outputs = 0;  // outputs dropped because the slot no longer held their handle (NAV-105)
  uint64_t results_without_room = 0;  // published as NoPoints, for the store of points was full
  // Published paths whose search found a table of its scratch full, whatever came of it.
  uint64_t heaps_full = 0;      // the open list (NAV-107)
  uint64_t fragments_full = 0;  // the fragments (NAV-232)
  uint64_t points_full = 0;     // the points of a result: it was cut (NAV-081)
  uint64_t floor_slices = 0;    // slices that got only the floor (R14)
  uint32_t slots_in_use = 0;    // of all types, cancelling ones included
  uint32_t slots_high_water = 0;
  uint32_t points_in_use = 0;
  uint32_t points_high_water = 0;
  std::array<TypeCounters, kRequestTypes> by_type{};  // by RequestType

  friend bool operator==(const PathCounters&, const PathCounters&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("submitted", self.submitted);
    visitor.Field("refused", self.refused);
    visitor.Field("completed", self.completed);
    visitor.Field("cancelled", self.cancelled);
    visitor.Field("released", self.released);
    visitor.Field("expired", self.expired);
    visitor.Field("restarts", self.restarts);
    visitor.Field("foreign_outputs", self.foreign_outputs);
    visitor.Field("results_without_room", self.results_without_room);
    visitor.Field("heaps_full", self.heaps_full);
    visitor.Field("fragments_full", self.fragments_full);
    visitor.Field("points_full", self.points_full);
    visitor.Field("floor_slices", self.floor_slices);
    visitor.Field("slots_in_use", self.slots_in_use);
    visitor.Field("slots_high_water", self.slots_high_water);
    visitor.Field("points_in_use", self.points_in_use);
    visitor.Field("points_high_water", self.points_high_water);
    visitor.Field("by_type", self.by_type);
  }
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_PATH_COUNTERS_H_
