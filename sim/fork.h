#ifndef FOOTFALL_SIM_FORK_H_
#define FOOTFALL_SIM_FORK_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/command.h"
#include "sim/load_generator.h"
#include "sim/outcome.h"
#include "sim/scenario.h"
#include "sim/scenario_player.h"
#include "sim/world.h"

// A world that goes on by itself, to see what would come of it: nobody plays in it but those whose commands
// are known beforehand.
namespace footfall::sim {

// The source of commands that belong to nobody: no session gets so far (R7).
inline constexpr nav::SourceId kForkSource = 0xFFFF'FFFE;

// A command and the tick of the fork in whose first phase it is applied; 1 is the first one.
struct ForkCommand {
  uint64_t tick = 1;
  nav::SourceId source = kForkSource;
  CommandBody body;
};

// Who else goes on giving commands: what a world that is forked leaves to its copy.
struct ForkScript {
  std::shared_ptr<const Scenario> scenario;  // of the player; null: there is none
  std::optional<ScenarioPlayer> player;      // as it stands at the fork's beginning
  std::optional<LoadGenerator> load;
};

// What happened in a fork, whoever asked for it.
struct ForkCounts {
  static constexpr size_t kOutcomes = static_cast<size_t>(Outcome::kCancelled) + 1;

  std::array<uint64_t, kOutcomes> finished{};      // requests that became complete, by Outcome
  std::array<uint64_t, kCommandFaults> refused{};  // commands, by CommandFault; [kNone] counts those applied
  uint64_t submitted = 0;                          // requests that took a slot
  uint64_t slots_in_use = 0;                       // of all types, after the last tick
  uint64_t cancelled = 0;
  uint64_t expired = 0;
  uint64_t restarts = 0;
  uint64_t tiles_placed = 0;
  uint64_t tiles_evicted = 0;
};

// Runs a fork tick by tick: the script's commands in the open phase, as a server and `footfall run` give
// them, then the fork's own, by source. Deterministic: the same beginning and commands give the same hashes,
// and none but the script gives those of the world that was forked. One thread.
class Fork {
 public:
  // `world`: the copy, as it stands; it is not owned and outlives this object. `commands` in any order; those
  // of one tick and source keep theirs.
  Fork(World& world, std::vector<ForkCommand> commands, ForkScript script);

  // REQUIRES: World::failure() is ok.
  void Step();

  uint64_t ticks_run() const { return world_.tick() - start_tick_; }
  // Of each command, as they were given to the constructor; nothing: its tick has not run.
  const std::vector<std::optional<CommandResult>>& results() const { return results_; }
  // Up to the last tick.
  ForkCounts Counts() const;

 private:
  void ApplyScript();
  void Count(const CommandResult& result);
  void CountFinished();

  World& world_;
  const std::vector<ForkCommand> commands_;
  std::vector<size_t> order_;  // of application
  size_t next_ = 0;            // in order_
  ForkScript script_;
  const uint64_t start_tick_;
  const std::shared_ptr<const PublishedView> start_;  // figures at the beginning
  std::vector<std::optional<CommandResult>> results_;
  ForkCounts counted_;  // those that are counted here
  std::vector<Command> batch_;
  std::vector<CommandResult> batch_results_;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_FORK_H_
