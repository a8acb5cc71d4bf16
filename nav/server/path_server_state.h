#ifndef FOOTFALL_NAV_SERVER_PATH_SERVER_STATE_H_
#define FOOTFALL_NAV_SERVER_PATH_SERVER_STATE_H_

#include <array>
#include <cstdint>
#include <vector>

#include "nav/path/path_result.h"
#include "nav/query/query_result.h"
#include "nav/server/nav_request.h"
#include "nav/server/nav_result.h"
#include "nav/server/path_counters.h"
#include "nav/server/request_types.h"
#include "nav/server/slot_state.h"

namespace footfall::nav {

// Classes of path requests by the factors of NAV-116: 0 = times 1, 1 = times 2, 2 = times 4.
inline constexpr int kPriorityClasses = 3;
// What sources take turns in: each class of path requests, and each other type.
inline constexpr int kTurnClasses = kPriorityClasses + kRequestTypes - 1;

// Where the scheduler stands: what the last order that started was (R17).
struct SchedulerRotation {
  RequestType last_type = RequestType::kClosestPosition;  // so that the first round begins with kPath
  // Per class (TurnClass), the source to begin with: one above the source served last. Only where sources
  // take turns (R9).
  std::array<SourceId, kTurnClasses> next_source{};
  friend bool operator==(const SchedulerRotation&, const SchedulerRotation&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("last_type", self.last_type);
    visitor.Field("next_source", self.next_source);
  }
};

// A row of the ledger: the order that a virtual worker has begun and not finished (R11).
struct LedgerRow {
  RequestHandle handle;  // null: the worker is free
  uint64_t started_tick = 0;
  int64_t charged_ns = 0;
  friend bool operator==(const LedgerRow&, const LedgerRow&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("handle", self.handle);
    visitor.Field("started_tick", self.started_tick);
    visitor.Field("charged_ns", self.charged_ns);
  }
};

// One slot, without its points or items.
struct SlotData {
  SlotState state = SlotState::kEmpty;
  bool was_aborted = false;    // sent back to Pending by a tile change, not started since
  bool was_frozen = false;     // a slice has had it since the submit
  uint8_t priority_class = 0;  // from the flags, once, at the submit (NAV-084)
  RequestHandle handle;
  RequestOwner owner;
  NavRequest request;
  platform::Vec3 wanted_start;  // of a path, as submitted, whatever patching did since (NAV-083)
  platform::Vec3 wanted_end;
  RequestTiming timing;
  uint64_t waiting_since_tick = 0;   // first slice that had it pending since the submit or the last restart
  uint64_t floor_slices_before = 0;  // PathCounters::floor_slices at the first freeze
  // Of a complete request, by its type; the code is Cancelled while Cancelling.
  PathSummary summary;
  QuerySummary answer;
  uint64_t points_digest = 0;  // hash of the points or items of a complete request

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("state", self.state);
    visitor.Field("was_aborted", self.was_aborted);
    visitor.Field("was_frozen", self.was_frozen);
    visitor.Field("priority_class", self.priority_class);
    visitor.Field("handle", self.handle);
    visitor.Field("owner", self.owner);
    visitor.Field("request", self.request);
    visitor.Field("wanted_start", self.wanted_start);
    visitor.Field("wanted_end", self.wanted_end);
    visitor.Field("timing", self.timing);
    visitor.Field("waiting_since_tick", self.waiting_since_tick);
    visitor.Field("floor_slices_before", self.floor_slices_before);
    visitor.Field("summary", self.summary);
    visitor.Field("answer", self.answer);
    visitor.Field("points_digest", self.points_digest);
  }
};

// State of the path server beside its slots.
struct PathServerFields {
  uint64_t next_issue = 1;                               // NAV-089
  std::array<uint32_t, kRequestTypes> rotating_start{};  // by type, from the type's first slot (NAV-082)
  bool slice_is_frozen = false;
  uint64_t slice_tick = 0;  // the tick of the last freeze
  uint64_t main_units = 0;  // of the slice's tick; 0 until SettleMain
  bool main_is_settled = false;
  PathCounters counters;
  SchedulerRotation rotation;
  std::vector<LedgerRow> ledger;  // as of the last sync, one row a virtual worker

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("next_issue", self.next_issue);
    visitor.Field("rotating_start", self.rotating_start);
    visitor.Field("slice_is_frozen", self.slice_is_frozen);
    visitor.Field("slice_tick", self.slice_tick);
    visitor.Field("main_units", self.main_units);
    visitor.Field("main_is_settled", self.main_is_settled);
    visitor.Field("counters", self.counters);
    visitor.Field("rotation", self.rotation);
    visitor.Field("ledger", self.ledger);
  }
};

// What a slice came to for one order that lay on the ledger or started in it (R11).
struct ClosingEntry {
  RequestHandle handle;
  int32_t worker = 0;
  uint64_t started_tick = 0;
  int64_t charged_ns = 0;  // by this slice and those before
  bool complete = false;   // else carried
  NavResult result;        // total cost included; known for carried orders too

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("handle", self.handle);
    visitor.Field("worker", self.worker);
    visitor.Field("started_tick", self.started_tick);
    visitor.Field("charged_ns", self.charged_ns);
    visitor.Field("complete", self.complete);
    visitor.Field("result", self.result);
  }
};

// Everything that a path server needs to go on as if it had never stopped: slots and ledger as of the last
// sync plus the main thread's changes since, and, outside the state hash, the closing list of the slice that
// runs (R11).
struct PathServerState {
  struct UsedSlot {
    uint32_t index = 0;
    SlotData data;
    NavResult result;  // only of a complete request; the corridor is empty

    template <class Self, class Visitor>
    static void Describe(Self& self, Visitor& visitor) {
      visitor.Field("index", self.index);
      visitor.Field("data", self.data);
      if (self.data.state == SlotState::kComplete) visitor.Keep("result", self.result);
    }
  };

  PathServerFields fields;
  std::vector<UsedSlot> slots;  // ascending index

  std::vector<ClosingEntry> closing;  // ascending worker, then virtual start
  SchedulerRotation closing_rotation;
  int64_t closing_left_ns = 0;  // what background jobs may use (R16)
  bool closing_was_floor = false;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("fields", self.fields);
    visitor.Rows("slots", self.slots);
    visitor.Keep("closing", self.closing);
    visitor.Keep("closing_rotation", self.closing_rotation);
    visitor.Keep("closing_left_ns", self.closing_left_ns);
    visitor.Keep("closing_was_floor", self.closing_was_floor);
  }
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_PATH_SERVER_STATE_H_
