#ifndef FOOTFALL_NAV_SERVER_PATH_SERVER_H_
#define FOOTFALL_NAV_SERVER_PATH_SERVER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "nav/path/path_request.h"
#include "nav/path/path_result.h"

namespace footfall::platform {
struct Profile;
class TickRate;
}  // namespace footfall::platform

namespace footfall::nav {

class NavView;
class OrderRunnerFactory;

// Number of an issued request: global, rising, 64 bits (R8). 0 is the null handle (NAV-089).
struct RequestHandle {
  uint64_t value = 0;
  bool valid() const { return value != 0; }
  friend auto operator<=>(const RequestHandle&, const RequestHandle&) = default;
};

// Who a request belongs to: 0 = a ped of the world, else the command source of a session (R7).
using SourceId = uint32_t;
inline constexpr SourceId kWorldSource = 0;

enum class SubmitRefusal : uint8_t {
  kNone = 0,
  kSlotsFull,     // all path slots in use (NAV-088)
  kSourceQuota,   // the profile's requests per session (R9)
  kReserve,       // only the reserve for peds of the world is left (R9)
  kBadFlags,      // an unknown bit, or one without effect in this version
  kBadNumber,     // NaN, infinity, out of the world, negative radius
  kTypeNotInUse,  // NAV-078
};

struct SubmitOutcome {
  RequestHandle handle;  // null when refused
  SubmitRefusal refusal = SubmitRefusal::kNone;
};

// NAV-103's five states, as the main thread sees them.
enum class SlotState : uint8_t { kEmpty, kPending, kActive, kComplete, kCancelling };

enum class PollResult : uint8_t { kReady, kNotReady, kNotFound };  // NAV-090

// Where the latency went (api-v1 item 10).
struct RequestTiming {
  uint64_t submitted_tick = 0;
  uint64_t started_tick = 0;  // tick of the slice in which it first started
  uint64_t visible_tick = 0;
  uint64_t expires_tick = 0;
  int64_t virtual_ns = 0;
  uint32_t restarts = 0;
  uint32_t queued_ticks = 0;
  uint32_t core_busy_ticks = 0;
};

// A completed request, as published at a sync.
struct Completion {
  RequestHandle handle;
  SourceId source = kWorldSource;
};

// The emulated path server: fixed slots, handles, scheduler and ledger of virtual time (R8 to R20). State
// belongs to the main thread; real order threads only compute. Not thread-safe: one main thread calls it.
//
// A tick calls, in order: Sync (phase 2), any Submit/Cancel/Release of Commands and Think, Freeze (end of
// phase 5), SettleMain (end of phase 8, when the main thread's units of the tick are known).
class PathServer {
 public:
  // `profile` and `runners` are not owned and must outlive this object. `order_threads` real threads (at
  // least 0; 0: everything is computed on the calling thread at sync).
  PathServer(const platform::Profile& profile, const platform::TickRate& rate,
             const OrderRunnerFactory& runners, int order_threads);
  ~PathServer();

  // Filled in phases 1, 2 and 5 only (R3).
  SubmitOutcome Submit(const PathRequest& request, SourceId source, uint64_t tick);
  PollResult Poll(RequestHandle handle) const;
  // The published result of a complete request; null unless Poll says kReady. Stays valid and unchanged until
  // the request is released, cancelled, expired or reset (NAV-091).
  const PathResult* Result(RequestHandle handle) const;
  const RequestTiming* Timing(RequestHandle handle) const;
  SlotState State(RequestHandle handle) const;
  // Both free a request in any state; false when the handle is unknown (R10). After it the handle is
  // NotFound.
  bool Release(RequestHandle handle);
  bool Cancel(RequestHandle handle);
  // Frees all requests of a source (session end); returns how many.
  int ReleaseSource(SourceId source);
  // Empties every slot, raises all stop flags, joins (R8).
  void Reset();

  // Phase 2 of `tick`: settles slice tick-1, publishes what finished in ascending handle order, then the
  // stale check.
  void Sync(uint64_t tick);
  // End of Think of `tick`: closes list, inputs and view of slice `tick` and starts it on the real threads.
  void Freeze(uint64_t tick, std::shared_ptr<const NavView> view);
  // The main thread's units of `tick` (phases 1 to 8): the slice's budget follows from it (R14).
  void SettleMain(uint64_t tick, uint64_t main_units);

  // What the last Sync published, ascending handles.
  const std::vector<Completion>& completed() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_PATH_SERVER_H_
