#ifndef FOOTFALL_SIM_WORLD_IMPL_H_
#define FOOTFALL_SIM_WORLD_IMPL_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "nav/server/path_runner.h"
#include "nav/server/path_server.h"
#include "nav/stream/tile_streamer.h"
#include "platform/check.h"
#include "platform/sim_time.h"
#include "sim/live_requests.h"
#include "sim/published_tables.h"
#include "sim/schedule_reporter.h"
#include "sim/snapshot.h"
#include "sim/world.h"
#include "sim/world_fields.h"
#include "sim/world_objects.h"
#include "sim/world_upkeep.h"

// Inside of the world, for its own sources: world.cc holds commands and the phases of a tick,
// world_snapshot.cc what saves and restores the whole.
namespace footfall::sim {

struct SavedSeen;

struct World::Impl {
  Impl(WorldOptions given, const platform::TickRate& tick_rate, nav::TileSet tiles);
  // The load of a map: the tiles that the focus requires are there before the first tick.
  absl::Status Begin(platform::Vec3 focus);

  // --- Phase 1
  CommandResult Apply(const Command& command);
  void ApplyBody(nav::SourceId source, const SubmitPath& submit, CommandResult& result);
  void ApplyBody(nav::SourceId source, const SubmitQuery& submit, CommandResult& result);
  void Submit(const nav::RequestOwner& owner, const nav::NavRequest& request, const ClientRef& client_ref,
              bool want_polys, CommandResult& result);
  void ApplyBody(nav::SourceId source, const ReleasePath& release, CommandResult& result);
  void ApplyBody(nav::SourceId source, const CancelPath& cancel, CommandResult& result);
  // Counted like every command, and no more.
  void ApplyBody(nav::SourceId /*source*/, const OrphanSource& /*orphan*/, CommandResult& /*result*/) {}
  void ApplyBody(nav::SourceId source, const EndSource& end, CommandResult& result);
  void ApplyBody(nav::SourceId source, const SetFocus& focus, CommandResult& result);
  void ApplyBody(nav::SourceId source, const SetRequiredRegion& region, CommandResult& result);
  void ApplyBody(nav::SourceId source, const ClearRequiredRegion& region, CommandResult& result);
  void ApplyBody(nav::SourceId source, const SetContentPack& pack, CommandResult& result);
  // Start of the tick whose commands are being applied.
  int64_t now_ns() const { return rate.StartOf(fields.tick + 1).ns; }
  void ApplyBody(nav::SourceId source, const PutObstacle& put, CommandResult& result) {
    PutOne(source, put, result);
  }
  void ApplyBody(nav::SourceId source, const PutHazard& put, CommandResult& result) {
    PutOne(source, put, result);
  }
  void ApplyBody(nav::SourceId source, const RemoveObstacle& remove, CommandResult& result);
  void ApplyBody(nav::SourceId source, const TuneMovementCost& tune, CommandResult& result);
  template <class Put>
  void PutOne(nav::SourceId source, const Put& put, CommandResult& result);
  // Edits of places and spawn searches.
  template <class Edit>
  void ApplyBody(nav::SourceId source, const Edit& edit, CommandResult& result) {
    if constexpr (requires { upkeep.Apply(source, edit, now_ns(), result); }) {
      upkeep.Apply(source, edit, now_ns(), result);
    } else {
      upkeep.Apply(source, edit, result);
    }
  }
  // Whether the handle names an obstacle or hazard of the source; fills the fault if not.
  bool IsOwnObstacle(nav::SourceId source, WireHandle handle, const char* field, CommandResult& result) const;
  // The slot of the source with a counter left in it; fills the fault if there is none.
  std::optional<uint16_t> SlotForHandle(nav::SourceId source, CommandResult& result);
  std::optional<uint16_t> SlotFor(nav::SourceId source);
  std::string RefusalDetail(nav::SourceId source, const nav::NavRequest& request, CommandFault fault) const;
  void GiveUp(nav::SourceId source, WireHandle handle, bool cancel, CommandResult& result);

  // --- Phases 2 to 9
  void SyncPathServer();
  void SyncTiles();
  void SyncObjects();
  void SettleMainCore();
  void Commit();

  // --- Names of requests
  WireHandle WireOf(const LiveRequest& request) const {
    return WireHandle::Make(HandleKind::kPathRequest, epoch_tag(), request.slot, request.counter);
  }
  // The cost table that the present view's searches take (NAV-147).
  const platform::MovementCosts& shown_costs() const {
    const platform::MovementCosts* const tuned = mesh->movement_costs();
    return tuned == nullptr ? options.profile.movement_costs : *tuned;
  }
  uint8_t epoch_tag() const { return static_cast<uint8_t>(options.epoch); }
  // Brings what readers see of a live request up to date; one that is no longer live is left out.
  void Refresh(nav::RequestHandle issue);
  void Forget(nav::RequestHandle issue);

  // Of the state as it is now.
  std::shared_ptr<const platform::StateDigest> UpdateHash();
  std::shared_ptr<const StreamingView> SeenStreaming() const;
  void Publish();

  // --- Snapshots (world_snapshot.cc)
  SnapshotHeader MakeHeader(uint64_t state_hash) const;
  void SaveTo(std::string& payload);
  // Into a world that has not begun. On an error it is of no use.
  absl::Status RestoreFrom(const SnapshotHeader& header, std::string_view payload, size_t offset);
  // Each: what is wrong, empty: nothing.
  std::string RestoreRequests();
  std::string RestoreSeen(const SavedSeen& seen);
  void RestoreMesh(const platform::MovementCosts& costs);

  WorldOptions options;  // constant but for the focus, which a restored world takes from its snapshot
  const platform::TickRate rate;
  const nav::PathRunnerFactory runners;
  nav::PathServer path_server;
  nav::TileStreamer streamer;
  WorldUpkeep upkeep;
  std::shared_ptr<const nav::NavView> mesh;
  absl::Status failure;
  WorldFields fields;
  LiveRequests live;
  WorldObjects objects;
  PublishedView::Tables tables;  // written here, published as copies
  bool tables_changed = true;
  std::vector<nav::RequestHandle> carried;  // orders on the ledger as readers see it
  std::vector<WireHandle> finished;         // by the sync of the last tick
  CommandSink sink;
  ScheduleReporter reporter;

  platform::HashLeaf world_leaf{"world", platform::LeafKind::kHot};
  platform::HashLeaf mesh_leaf{"mesh", platform::LeafKind::kHot};
  platform::HashLeaf stream_leaf{"streaming", platform::LeafKind::kHot};
  platform::HashLeaf sources_leaf{"sources", platform::LeafKind::kCold};
  std::shared_ptr<const platform::StateDigest> digest;

  mutable std::mutex view_mutex;  // held to copy or replace the pointer, no longer
  std::shared_ptr<const PublishedView> view;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_WORLD_IMPL_H_
