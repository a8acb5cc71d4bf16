#ifndef FOOTFALL_TESTS_SIM_BUSY_YARD_H_
#define FOOTFALL_TESTS_SIM_BUSY_YARD_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/scenario.h"
#include "sim/scenario_run.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {

inline WorldResolver YardResolver() {
  return [](const WorldSource&) -> absl::StatusOr<std::shared_ptr<const nav::Pack>> { return YardPack(); };
}

// Path requests right across the yard in every tick, by the world itself, each released `hold_ticks` later.
inline Scenario BusyYard(uint64_t ticks, uint64_t requests_per_tick = 1, uint64_t hold_ticks = 24) {
  Scenario scenario;
  scenario.file = "busy_yard";
  scenario.name = "busy_yard";
  scenario.world = PackSource{"yard"};
  scenario.seed = 3;
  scenario.ticks = ticks;
  std::vector<size_t> submits;
  size_t released = 0;
  for (uint64_t tick = 1; tick <= ticks; ++tick) {
    for (uint64_t i = 0; tick > hold_ticks && i < requests_per_tick; ++i) {
      ScenarioCommand release;
      release.tick = tick;
      release.body = ReleasePath{};
      release.of = submits[released++];
      scenario.commands.push_back(release);
    }
    for (uint64_t i = 0; i < requests_per_tick; ++i) {
      SubmitPath submit;
      submit.request.start = {1.0F + static_cast<float>(i % 8), 1, 0};
      submit.request.end = {39, 39.0F - static_cast<float>(tick % 8), 0};
      ScenarioCommand command;
      command.tick = tick;
      command.body = submit;
      submits.push_back(scenario.commands.size());
      scenario.commands.push_back(command);
    }
  }
  return scenario;
}

}  // namespace footfall::sim::testing

#endif  // FOOTFALL_TESTS_SIM_BUSY_YARD_H_
