#ifndef FOOTFALL_SIM_WORLD_H_
#define FOOTFALL_SIM_WORLD_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nav/mesh/nav_view.h"
#include "nav/mesh/pack.h"
#include "nav/stream/adjacency_corrections.h"
#include "nav/stream/tile_set.h"
#include "platform/profile.h"
#include "platform/state_hash.h"
#include "sim/command.h"
#include "sim/published_view.h"
#include "sim/schedule_observer.h"

namespace footfall::nav {
class SearchObserver;
class WaitObserver;
}  // namespace footfall::nav

namespace footfall::sim {

struct SnapshotHeader;

// Version of what the state hash covers; a golden hash of another schema is stale, not different (api-v1 item
// 13).
inline constexpr uint32_t kStateSchema = 3;

inline constexpr int kHostThreadsMax = 256;

struct WorldOptions {
  std::shared_ptr<const nav::Pack> pack;
  platform::Profile profile;
  uint64_t seed = 1;
  int hz = 30;  // 20, 30 or 60
  // Host threads: they change how fast, never what. 0 order threads: searches run on the calling thread.
  // `threads` serve the parallel phases, Sense and Move. Each at most kHostThreadsMax.
  int threads = 1;
  int order_threads = 1;
  uint64_t epoch = 1;  // not part of state (R8)
  // Where tiles are loaded around until a command says otherwise (NAV-056); unset: the middle of the pack's
  // tiles. Only read where the profile streams.
  std::optional<platform::Vec3> focus;
  std::vector<nav::TileSet::ContentPack> content_packs;  // off until a command switches them on
  nav::AdjacencyCorrections corrections;
  // Called on the loader's thread before each tile is read. A slow one stands for a slow disk, and changes no
  // result.
  std::function<void(nav::MeshIndex)> before_tile_read;
  // Told of every wait of a tick for a search; not owned, null: nobody.
  nav::WaitObserver* wait_observer = nullptr;
  // The same of every tick's hashing, for measuring what it costs.
  nav::WaitObserver* hash_observer = nullptr;
  // Told by real threads of their searches; likewise.
  nav::SearchObserver* search_observer = nullptr;
  // Told what each tick came to in virtual time; likewise.
  ScheduleObserver* schedule_observer = nullptr;
};

// Receives every applied command, refused ones too, in applied order: what replay knows (R1, R2).
using CommandSink = std::function<void(uint64_t tick, const Command&, const CommandResult&)>;

// The world: fixed-step phases over path server (and, later, peds and population). State changes only inside
// a tick, in the order of architecture.md. Not thread-safe: one thread, the world strand, calls it; view()
// may be called from any.
class World {
 public:
  // The tiles around the focus are resident, or all where the profile does not stream (R52). Errors name
  // field, value and limit: an hz that is not 20, 30 or 60, thread counts out of range, a pack that fails its
  // checks.
  static absl::StatusOr<std::unique_ptr<World>> Create(WorldOptions options);
  // A world that goes on from what Save gave: the same hashes from there on as never having stopped, and the
  // same view but for the epoch, which is options.epoch: under another one the handles of the snapshot are of
  // a changed world (R8), under the recorded one they hold. Profile, hz, packs and corrections must be those
  // of the saved world; its seed and focus are taken from the snapshot, threads are free. Any bytes are safe.
  // Errors: DATA_LOSS (cut off, damaged, or values that no world has: offset and what), INVALID_ARGUMENT (no
  // snapshot; another version or state schema; another profile, hz or world: found and expected), those of
  // Create. A world that this one is to replace is destroyed by the caller, which raises its stop flags and
  // joins its threads (R8).
  static absl::StatusOr<std::unique_ptr<World>> Restore(WorldOptions options, std::string_view snapshot);
  // What Restore says of the header alone: INVALID_ARGUMENT for another schema, profile, hz or world.
  static absl::Status CheckHeader(const WorldOptions& options, const SnapshotHeader& header);
  ~World();

  uint64_t tick() const;  // last finished; 0 before the first
  // Phase 1 of the next tick, open while the world is paused: applies one command at once and republishes
  // (R1). Step closes the phase.
  CommandResult ApplyOpen(const Command& command);
  // REQUIRES: failure() is ok. Runs one tick: applies `commands`, which the caller has sorted by (source,
  // sequence), then phases 2 to 9. `results`, if not null, gets one entry a command.
  void Step(std::span<const Command> commands, std::vector<CommandResult>* results);
  // The whole state after the last commit and the commands that were applied in the open phase since, for
  // Restore; sim/snapshot.h says what the bytes begin with. Waits for the searches that the running slice
  // begins (R11). Changes nothing that a later hash or view sees. REQUIRES: failure() is ok.
  std::string Save();

  // The latest published view; never null. Any thread.
  std::shared_ptr<const PublishedView> view() const;
  const platform::StateDigest& hash() const;  // of the last finished tick
  // What the hash covers, as text, one value a line (platform/state_dump.h): each path begins with its leaf's
  // name. After a tick, without open commands, two dumps differ where two hashes do.
  std::string Dump() const;
  // Not ok once a tile failed its checks (DATA_LOSS with tile and offset, R29): the world has stopped, no
  // tick may be run any more.
  const absl::Status& failure() const;
  void set_command_sink(CommandSink sink);

  // With which it was made; of a restored world seed and focus are the snapshot's.
  const WorldOptions& options() const;
  // All that hold something which their end takes back, ascending; the world itself is none of them. What
  // ends a session of each is EndSource (R7).
  std::vector<nav::SourceId> Sources() const;

  // Binds the path worker's host thread to the profile's path core where the host has it (NAV-289): changes
  // speed, never a hash. Returns a sentence for the log, in both cases.
  std::string PinPathWorker();

 private:
  World();
  // All but the beginning.
  static absl::StatusOr<std::unique_ptr<World>> Make(WorldOptions options);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_WORLD_H_
