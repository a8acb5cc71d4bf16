#ifndef FOOTFALL_NAV_SERVER_REQUEST_TYPES_H_
#define FOOTFALL_NAV_SERVER_REQUEST_TYPES_H_

#include <compare>
#include <cstddef>
#include <cstdint>

namespace footfall::nav {

// Number of an issued request: global, rising, 64 bits, hence also its age (R8). 0 is the null handle
// (NAV-089).
struct RequestHandle {
  uint64_t value = 0;
  bool valid() const { return value != 0; }
  friend auto operator<=>(const RequestHandle&, const RequestHandle&) = default;
};

// Who a request belongs to: 0 = a ped of the world, else the command source of a session (R7).
using SourceId = uint32_t;
inline constexpr SourceId kWorldSource = 0;

// Whose route a request is, as far as its priority goes (NAV-117). nav does not know peds: whoever asks for a
// ped says it. A player is a ped that a remote client controls, and the peds of its group.
struct Traveller {
  bool is_mission_ped = false;  // its path requests get MissionPed
  bool is_player = false;       // its path requests get HighPrioRoute
  friend bool operator==(const Traveller&, const Traveller&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("is_mission_ped", self.is_mission_ped);
    visitor.Field("is_player", self.is_player);
  }
};

// What a slot remembers of its client (NAV-080). The two tags are opaque here: nav does not know what a ped
// is.
struct RequestOwner {
  SourceId source = kWorldSource;
  // Of a ped that runs along a path: how far ahead of it the route begins, m; 0: at the ped (NAV-098).
  float look_ahead = 0;
  uint64_t waiting_ped = 0;    // the ped that waits for the result; 0: none
  uint64_t follow_entity = 0;  // the entity whose position the end point follows; 0: none
  Traveller traveller = {};
  friend bool operator==(const RequestOwner&, const RequestOwner&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("source", self.source);
    visitor.Field("look_ahead", self.look_ahead);
    visitor.Field("waiting_ped", self.waiting_ped);
    visitor.Field("follow_entity", self.follow_entity);
    visitor.Field("traveller", self.traveller);
  }
};

// Kinds of requests, in the fixed order and with the fixed values of NAV-076.
enum class RequestType : uint8_t {
  kPath = 0,
  kGrid = 1,
  kLineOfSight = 2,
  kAudioProperties = 3,
  kFloodFill = 4,
  kClearArea = 5,
  kClosestPosition = 6,
};
inline constexpr int kRequestTypes = 7;  // NAV-076
constexpr uint64_t EnumEnd(RequestType) { return kRequestTypes; }
inline size_t IndexOf(RequestType type) { return static_cast<size_t>(type); }

enum class SubmitRefusal : uint8_t {
  kNone = 0,
  kSlotsFull,     // all slots of the type in use (NAV-088)
  kSourceQuota,   // the session holds its share of the type's slots (R9)
  kReserve,       // only the type's reserve for peds of the world is left (R9)
  kBadFlags,      // an unknown bit, or one without effect in this version
  kBadNumber,     // NaN, infinity, out of the world, negative radius, a count or option out of range
  kTypeNotInUse,  // NAV-078
};
inline constexpr int kSubmitRefusals = 7;

struct SubmitOutcome {
  RequestHandle handle;  // null when refused
  SubmitRefusal refusal = SubmitRefusal::kNone;
};

enum class PollResult : uint8_t { kReady, kNotReady, kNotFound };  // NAV-090

// Where the latency went (api-v1 item 10). Ticks are 0 until they are known.
struct RequestTiming {
  uint64_t submitted_tick = 0;
  uint64_t started_tick = 0;  // tick of the slice in which it first started
  uint64_t visible_tick = 0;  // tick of the sync that published it
  uint64_t expires_tick = 0;  // tick of the stale check that will reclaim it (NAV-094)
  int64_t virtual_ns = 0;     // cost of the run that gave the result
  uint32_t restarts = 0;      // times that a tile change sent it back to pending (R21)
  uint32_t queued_ticks = 0;  // slices in which it was frozen and did not start
  // Slices between the first freeze and the result that got only the floor, for the main core used the whole
  // tick.
  uint32_t core_busy_ticks = 0;
  friend bool operator==(const RequestTiming&, const RequestTiming&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("submitted_tick", self.submitted_tick);
    visitor.Field("started_tick", self.started_tick);
    visitor.Field("visible_tick", self.visible_tick);
    visitor.Field("expires_tick", self.expires_tick);
    visitor.Field("virtual_ns", self.virtual_ns);
    visitor.Field("restarts", self.restarts);
    visitor.Field("queued_ticks", self.queued_ticks);
    visitor.Field("core_busy_ticks", self.core_busy_ticks);
  }
};

// A request that a sync has published or reclaimed.
struct Completion {
  RequestHandle handle;
  SourceId source = kWorldSource;
  uint64_t waiting_ped = 0;
  friend bool operator==(const Completion&, const Completion&) = default;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_REQUEST_TYPES_H_
