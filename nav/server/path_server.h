#ifndef FOOTFALL_NAV_SERVER_PATH_SERVER_H_
#define FOOTFALL_NAV_SERVER_PATH_SERVER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "nav/mesh/types.h"
#include "nav/query/completion_code.h"
#include "nav/server/nav_request.h"
#include "nav/server/nav_result.h"
#include "nav/server/path_counters.h"
#include "nav/server/path_server_state.h"
#include "nav/server/published_path.h"
#include "nav/server/request_types.h"
#include "nav/server/slot_state.h"
#include "platform/host_pinning.h"

namespace footfall::platform {
class HashLeaf;
struct Profile;
class TickRate;
}  // namespace footfall::platform

namespace footfall::nav {

class GameInterface;
class NavView;
class OrderRunnerFactory;
class SearchObserver;
class SliceObserver;
class WaitObserver;

// The emulated path server: fixed slots a type of request, handles, scheduler and ledger of virtual time (R8
// to R20). State belongs to the main thread; real order threads only compute. Not thread-safe: one main
// thread calls it.
//
// A tick calls, in order: Submit/Cancel/Release of Commands (phase 1), Sync, AbortForTiles and PatchPending
// (phase 2), Submit/Cancel/Release of Think, Freeze (end of phase 5), Cancel/Release of removed peds (phase
// 7), SettleMain (end of phase 8, when the main thread's units of the tick are known), UpdateHash and Save
// (phase 9).
class PathServer {
 public:
  // `profile` and `runners` are not owned and must outlive this object. `order_threads` real threads (at
  // least 0; 0: everything is computed on the calling thread at sync). `first_issue` is the first handle
  // (NAV-089, OQ-16); not 0.
  PathServer(const platform::Profile& profile, const platform::TickRate& rate,
             const OrderRunnerFactory& runners, int order_threads, uint64_t first_issue = 1);
  ~PathServer();
  PathServer(const PathServer&) = delete;
  PathServer& operator=(const PathServer&) = delete;

  // --- Phases 1 and 5

  // Filled in phases 1, 2 and 5 only (R3). `tick` is the tick of that phase. The request is copied; its flags
  // are read here, once (NAV-083, NAV-084).
  [[nodiscard]] SubmitOutcome Submit(const NavRequest& request, const RequestOwner& owner, uint64_t tick);
  // A submit of a grid request, which has slots and a value but no service: always refused and counted
  // (NAV-078).
  [[nodiscard]] SubmitOutcome SubmitGrid();
  // Rewrites the inputs of a path request that is Pending; the next freeze takes them. False when it is
  // unknown, not Pending or of another type. Null pointers leave their input alone. (NAV-098, NAV-101)
  bool PatchPending(RequestHandle handle, const platform::Vec3* start, PolyRef start_poly,
                    const platform::Vec3* end);
  // The same for all pending path requests, every tick: the start from the waiting ped where the request has
  // KeepUpdatingPedStartPosition, the end from the entity that it follows (NAV-098 to NAV-101). A place that
  // no request may have, and a ped or entity that is gone, leave the point where it was. Returns how many
  // points were written.
  int PatchPending(const GameInterface& game, const NavView& view);

  // Both free a request in any state; false when the handle is unknown (R10). After it the handle is
  // NotFound. They differ in what they count. (NAV-092)
  bool Release(RequestHandle handle);
  // For every type but Path, reading a finished result also empties the slot: a second call finds nothing
  // (NAV-093). Gives the code, StillPending, or InvalidHandle, also for a path request; `answer` is only
  // written when the request was complete. Allocates nothing once `answer` has grown.
  CompletionCode FetchAnswer(RequestHandle handle, QueryResult& answer);
  bool Cancel(RequestHandle handle);
  // Frees all requests of a source (session end); returns how many.
  int ReleaseSource(SourceId source);
  // Binds the worker's host thread to the profile's path core where the host has it, else says why not
  // (NAV-289). Only speed follows from it. Profiles with several workers share the host's cores: for them
  // there is nothing to pin.
  platform::HostPin PinWorker();
  // Told of every wait of the main thread for a search; not owned, null: nobody, as at first (NAV-277).
  void set_wait_observer(WaitObserver* observer);
  // Likewise of what each slice came to, and of real searches (slice_observer.h). The latter REQUIRES that
  // nothing was submitted yet.
  void set_slice_observer(SliceObserver* observer);
  void set_search_observer(SearchObserver* observer);
  // Raises all stop flags, joins and goes back to the state of construction (R8).
  void Reset();

  // --- Reads. A handle that is cancelled is unknown, whatever its slot still does (NAV-104).

  // With `only`, requests of other types are not found (NAV-090).
  PollResult Poll(RequestHandle handle, std::optional<RequestType> only = std::nullopt) const;
  // StillPending until it is complete, InvalidHandle when unknown (NAV-091).
  CompletionCode Code(RequestHandle handle) const;
  // The published result of a complete path request; null unless Poll says kReady. Stays valid and unchanged
  // until the request is released, cancelled, expired or reset (NAV-091).
  const PublishedPath* Result(RequestHandle handle) const;
  // The same of a request of any other type; FetchAnswer ends it too.
  const PublishedQuery* Answer(RequestHandle handle) const;
  // Null when the handle is unknown. Valid until the next call that is not const.
  const RequestTiming* Timing(RequestHandle handle) const;
  const NavRequest* Request(RequestHandle handle) const;
  const RequestOwner* Owner(RequestHandle handle) const;
  // kEmpty when the handle is unknown.
  SlotState State(RequestHandle handle) const;
  // Walk over the table, for patching, lists and views: index below slots_count(); the types lie one after
  // the other in their order.
  int slots_count() const;
  const SlotData& slot(int index) const;

  // --- Phase 2

  // Settles slice tick-1, publishes what finished in ascending handle order, then the stale check (NAV-061).
  void Sync(uint64_t tick);
  // What the last Sync published, ascending handles.
  const std::vector<Completion>& completed() const;
  // What the last Sync reclaimed because nobody fetched it in time, ascending handles (NAV-094).
  const std::vector<Completion>& expired() const;
  // Peds whose path request is complete and not collected yet, in the order of the slots, as of the last
  // Sync: each gets a full update in this tick (NAV-097). Requests that wait, of other types or without a ped
  // are not listed.
  std::span<const uint64_t> peds_with_results() const;
  // Virtual ns that the slice settled last left unused, all workers together: background jobs are charged
  // from it (R16).
  int64_t left_ns() const;
  // Tiles that were placed or removed after the last Sync: carried orders whose search box touches one go
  // back to Pending, each at most profile.restarts_max times (R21). Returns how many went.
  int AbortForTiles(std::span<const MeshIndex> tiles);

  // --- End of phase 5, end of phase 8

  // Closes list, inputs and view of slice `tick` and starts it on the real threads (R4, R12).
  void Freeze(uint64_t tick, const std::shared_ptr<const NavView>& view);
  // The main thread's units of `tick` (phases 1 to 8, synthetic load included): the slice's budget follows
  // from it (R14). REQUIRES: Freeze(tick) came before.
  void SettleMain(uint64_t tick, uint64_t main_units);

  // --- Phase 9 and later, until the next Sync

  // Hash leaf of slots and ledger as of the last sync plus the main thread's changes since (R14), brought up
  // to date by UpdateHash.
  void UpdateHash();
  const platform::HashLeaf& hash_leaf() const;
  // What the leaf covers, as text (platform/state_dump.h).
  std::string Dump() const;
  // Settles the slice on paper, which waits for every result that it begins, and returns everything that
  // Restore needs. Changes no slot. REQUIRES: no slice is frozen, or SettleMain came. (R11)
  PathServerState Save();
  // What is wrong with a state that was read, as "field: what"; empty: nothing that a server of this profile
  // does not come to. Commands between ticks may follow a restore, then Sync(slice_tick + 1).
  std::string FaultOf(const PathServerState& state) const;
  // Replaces all state. `state` comes from a server of an equal profile. Raises all stop flags and joins
  // first (R8). REQUIRES: FaultOf(state) is empty.
  void Restore(const PathServerState& state);

  // --- Figures

  const PathCounters& counters() const;
  // As of the last sync, less what was cancelled since: one row a virtual worker.
  std::span<const LedgerRow> ledger() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_PATH_SERVER_H_
