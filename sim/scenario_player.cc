#include "sim/scenario_player.h"

#include "platform/check.h"

namespace footfall::sim {

ScenarioPlayer::ScenarioPlayer(const Scenario& scenario)
    : scenario_(scenario), results_(scenario.commands.size()) {}

ScenarioPlayer::Due ScenarioPlayer::TakeDue(uint64_t tick) {
  Due due{next_, next_, false};
  for (; due.end < scenario_.commands.size() && scenario_.commands[due.end].tick == tick; ++due.end) {
    const ScenarioCommand& line = scenario_.commands[due.end];
    due.one_by_one = due.one_by_one || (line.of.has_value() && scenario_.commands[*line.of].tick == tick);
  }
  next_ = due.end;
  return due;
}

Command ScenarioPlayer::CommandOf(size_t index) const {
  const ScenarioCommand& line = scenario_.commands[index];
  Command command{line.source, index + 1, line.body};
  if (line.of.has_value()) {
    const WireHandle handle = results_[*line.of].handle;
    FOOTFALL_CHECK(SetHandle(command.body, handle));
  }
  return command;
}

void ScenarioPlayer::ApplyDue(uint64_t tick, const Apply& apply) { ApplyDue(TakeDue(tick), apply); }

void ScenarioPlayer::ApplyDue(const Due& due, const Apply& apply) {
  for (size_t i = due.first; i < due.end; ++i) {
    results_[i] = apply(CommandOf(i));
  }
}

}  // namespace footfall::sim
