#ifndef FOOTFALL_SERVER_WORLD_HOST_H_
#define FOOTFALL_SERVER_WORLD_HOST_H_

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "nav/mesh/pack.h"
#include "platform/profile.h"
#include "platform/state_hash.h"
#include "server/recordings.h"
#include "server/wait_clock.h"
#include "sim/command.h"
#include "sim/fork.h"
#include "sim/load_generator.h"
#include "sim/published_view.h"
#include "sim/scenario.h"
#include "sim/scenario_player.h"
#include "sim/world.h"

namespace footfall::server {

// An epoch that no other process is likely to have had: handles of an earlier server must not pass for ours.
uint64_t NewEpoch();

// What the world is made of, and made anew of by Reset.
struct WorldSetup {
  std::shared_ptr<const nav::Pack> pack;
  std::vector<nav::TileSet::ContentPack> content_packs;  // off until a command switches them on
  std::vector<sim::ContentSource> content_sources;       // where they come from, without a scenario
  platform::Profile profile;
  std::vector<std::string> profile_sets;  // key=value, kept when Reset names another profile
  // Gives its commands at its ticks, before those of sessions; null: none. Its profile, seed and rate are
  // those below and above only if whoever fills this in says so.
  std::shared_ptr<const sim::Scenario> scenario;
  uint64_t seed = 1;
  int hz = 30;            // 20, 30 or 60
  int threads = 1;        // host threads of the parallel phases
  int order_threads = 1;  // host threads of the path server
  uint64_t first_epoch = 1;
  std::shared_ptr<WaitClock> wait_clock;  // null: waits for searches are not measured (NAV-277)
  uint32_t load_requests = 0;             // a tick, of the load generator; 0: there is none (NAV-060)
  sim::WorldSource source;                // where `pack` comes from
  std::optional<platform::Vec3> focus;    // unset: the middle of the tiles
  nav::AdjacencyCorrections corrections;
  std::shared_ptr<Recordings> recordings;  // null: nothing is recorded
};

// A view and the profile it was made under.
struct Published {
  std::shared_ptr<const sim::PublishedView> view;
  std::shared_ptr<const platform::Profile> profile;
  int rate_hz = 0;  // ticks a second of simulated time
};

// Owns the world of the present epoch, and numbers what goes into it. Lives on the strand but for
// published().
class WorldHost {
 public:
  static absl::StatusOr<std::unique_ptr<WorldHost>> Create(const WorldSetup& setup);

  // Never null. Any thread.
  Published published() const;

  const sim::PublishedView& view() const { return *latest_.view; }
  const platform::Profile& profile() const { return *latest_.profile; }
  // Of the present epoch, and of the first one.
  const WorldSetup& setup() const { return setup_; }
  const WorldSetup& first_setup() const { return first_setup_; }
  // Does the scenario give commands of this source? Then no session can be it.
  bool IsScenarioSource(nav::SourceId source) const { return IsSourceOf(setup_, source); }
  static nav::SourceId SourceOfOrder(uint32_t order) { return order + 1; }
  static bool IsSourceOf(const WorldSetup& setup, nav::SourceId source);
  // Not ok: no tick may run any more in this epoch (World::failure).
  const absl::Status& failure() const { return world_->failure(); }
  uint64_t tick() const { return view().tick; }
  uint64_t open_tick() const { return view().tick + 1; }

  // A source for a session that has none yet; 0 order: the next number without one (R7).
  nav::SourceId NewSource(const std::optional<uint32_t>& order);
  // Numbers the command within its source and applies it in the open phase.
  sim::CommandResult ApplyOpen(nav::SourceId source, sim::CommandBody body);
  // Numbers the commands, which are sorted by source, and runs a tick with them.
  std::vector<sim::CommandResult> RunTick(std::vector<sim::Command> commands);

  // Another world in the next epoch. On failure the present one stays.
  absl::Status Reset(WorldSetup setup);
  uint64_t epoch() const { return epoch_; }
  // The whole state, as World::Save. REQUIRES: failure() is ok.
  std::string Save() { return world_->Save(); }
  // Of a world that is made beside this one, of the same setup: of the next epoch, for Restore; or of a fork,
  // which no observer of this world watches, in this one.
  sim::WorldOptions NextOptions() const { return OptionsOf(epoch_ + 1); }
  sim::WorldOptions ForkOptions() const;
  // What goes on giving commands in a fork of this world.
  sim::ForkScript Script() const;
  // Takes over a world of NextOptions() that was restored, without a scenario, and ends all its sources by
  // commands in its open phase (R7). Returns how many. REQUIRES: its epoch is the next one.
  uint32_t Restore(std::unique_ptr<sim::World> world);
  // Receives every applied command, as World::set_command_sink, in this epoch and later ones.
  void set_command_sink(sim::CommandSink sink);

  // The hash of a tick that is still kept, else null.
  const platform::StateDigest* HashOf(uint64_t tick) const;
  // The oldest tick that HashOf knows.
  uint64_t oldest_hash() const { return hashes_.empty() ? tick() : hashes_.front().tick; }

 private:
  struct KeptHash {
    uint64_t tick;
    platform::StateDigest digest;  // without blocks
  };

  explicit WorldHost(const WorldSetup& setup) : first_setup_(setup), setup_(setup) {}
  absl::Status MakeWorld();
  sim::WorldOptions OptionsOf(uint64_t epoch) const;
  // The world of setup_ and epoch_ from now on.
  void Adopt(std::unique_ptr<sim::World> world);
  void SinkCommands();
  void Publish();
  void KeepHash();
  void Number(sim::Command& command);

  const WorldSetup first_setup_;
  WorldSetup setup_;
  uint64_t epoch_ = 0;
  std::unique_ptr<sim::World> world_;
  std::optional<sim::ScenarioPlayer> player_;  // of setup_.scenario
  std::optional<sim::LoadGenerator> load_;     // of setup_.load_requests
  sim::CommandSink sink_;
  std::map<nav::SourceId, uint64_t> sequences_;  // last number of each source; outlives its sessions
  nav::SourceId next_source_ = 0;
  std::deque<KeptHash> hashes_;
  Published latest_;  // the strand's own copy

  mutable std::mutex mutex_;
  Published shared_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_WORLD_HOST_H_
