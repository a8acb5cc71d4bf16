#ifndef FOOTFALL_SIM_SCENARIO_PLAYER_H_
#define FOOTFALL_SIM_SCENARIO_PLAYER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/command.h"
#include "sim/scenario.h"

namespace footfall::sim {

// Where a scenario's commands stand while it is played: which are due, and the handles that earlier ones
// made. The same for `footfall run` and for a server, so that both give the same hashes. One thread.
class ScenarioPlayer {
 public:
  using Apply = std::function<CommandResult(const Command&)>;

  // Commands of one tick, by their index in Scenario::commands.
  struct Due {
    size_t first = 0;
    size_t end = 0;
    // One of them takes the handle that another one of the same tick makes: they must be given one by one, in
    // the open phase.
    bool one_by_one = false;
  };

  // `scenario` is not owned and outlives the player.
  explicit ScenarioPlayer(const Scenario& scenario);

  // The commands of `tick`, once. REQUIRES: called for each tick from 1 on; for ticks after the scenario's
  // last one there are none.
  Due TakeDue(uint64_t tick);
  // REQUIRES: what it takes the handle of has its result.
  Command CommandOf(size_t index) const;
  void SetResult(size_t index, const CommandResult& result) { results_[index] = result; }
  const CommandResult& result(size_t index) const { return results_[index]; }

  // Gives the commands of `tick` one by one to `apply`, which is the open phase of that tick (R1). REQUIRES:
  // as TakeDue.
  void ApplyDue(uint64_t tick, const Apply& apply);
  void ApplyDue(const Due& due, const Apply& apply);

 private:
  const Scenario& scenario_;
  std::vector<CommandResult> results_;
  size_t next_ = 0;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_SCENARIO_PLAYER_H_
