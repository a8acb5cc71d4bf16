#include "sim/fork.h"

#include <catch2/catch.hpp>

#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

ForkCommand CommandAt(uint64_t tick, nav::SourceId source, CommandBody body) {
  return {tick, source, std::move(body)};
}

CommandBody PathTo(float x) {
  SubmitPath submit;
  submit.request.start = {1, 1, 0};
  submit.request.end = {x, 39, 0};
  return submit;
}

}  // namespace

TEST_CASE("commands of a fork come in their ticks, by source, and each has its result", "[R1]") {
  const std::unique_ptr<World> world = WorldOf(YardOptions());
  std::vector<std::pair<uint64_t, nav::SourceId>> seen;
  world->set_command_sink([&](uint64_t tick, const Command& command, const CommandResult&) {
    seen.emplace_back(tick, command.source);
  });
  world->Step({}, nullptr);
  Fork fork(*world,
            {CommandAt(3, 9, PathTo(5)), CommandAt(1, 8, PathTo(7)), CommandAt(3, 4, PathTo(9)),
             CommandAt(3, 9, ReleasePath{WireHandle{1}})},
            {});
  CHECK(fork.ticks_run() == 0);
  fork.Step();
  CHECK_FALSE(fork.results()[0].has_value());
  REQUIRE(fork.results()[1].has_value());
  CHECK(fork.results()[1]->applied_tick == 2);
  fork.Step();
  fork.Step();
  CHECK(fork.ticks_run() == 3);
  CHECK(seen == std::vector<std::pair<uint64_t, nav::SourceId>>{{2, 8}, {4, 4}, {4, 9}, {4, 9}});
  CHECK(fork.results()[0]->fault == CommandFault::kNone);
  CHECK(fork.results()[2]->fault == CommandFault::kNone);
  CHECK(fork.results()[3]->fault != CommandFault::kNone);
  for (int i = 0; i < 20; ++i) fork.Step();
  const ForkCounts counts = fork.Counts();
  CHECK(counts.submitted == 3);
  CHECK(counts.slots_in_use == 3);
  CHECK(counts.refused[static_cast<size_t>(CommandFault::kNone)] == 3);
  CHECK(counts.refused[static_cast<size_t>(fork.results()[3]->fault)] == 1);
  CHECK(counts.finished[static_cast<size_t>(Outcome::kComplete)] == 3);
}

TEST_CASE("counts of a fork are of what happened in it alone") {
  const std::unique_ptr<World> world = WorldOf(YardOptions());
  world->Step(std::vector<Command>{{7, 1, PathTo(9)}}, nullptr);
  for (int i = 0; i < 20; ++i) world->Step({}, nullptr);
  Fork fork(*world, {}, {});
  fork.Step();
  const ForkCounts counts = fork.Counts();
  CHECK(counts.submitted == 0);
  CHECK(counts.slots_in_use == 1);
  CHECK(counts.finished == decltype(counts.finished){});
}

TEST_CASE("a world tells the sources that hold anything, and none that has ended", "[R7]") {
  const std::unique_ptr<World> world = WorldOf(YardOptions());
  CHECK(world->Sources().empty());
  const nav::Area sphere = nav::Area::Sphere({5, 5, 0}, 3);
  const nav::Area cylinder = nav::Area::Cylinder({5, 5, -1}, 3, 2);
  const std::vector<Command> commands = {
      {9, 1, SetRequiredRegion{nav::LoadRegionKind::kScriptRequired, {5, 5, 0}, 10}},
      {8, 1, SetAreaSwitch{1, nav::SwitchKind::kPedPaths, false, sphere}},
      {7, 1, BlockSpawns{1, sphere, 0}},
      {6, 1, StartSpawnSearch{cylinder, true}},
      {5, 1, PathTo(9)},
      {nav::kWorldSource, 1, PathTo(9)}};
  for (const Command& command : commands) {
    const CommandResult result = world->ApplyOpen(command);
    INFO(result.detail);
    REQUIRE(result.fault == CommandFault::kNone);
  }
  // Before any sync, and after one.
  CHECK(world->Sources() == std::vector<nav::SourceId>{5, 6, 7, 8, 9});
  world->Step({}, nullptr);
  CHECK(world->Sources() == std::vector<nav::SourceId>{5, 6, 7, 8, 9});
  for (const nav::SourceId source : {5, 6, 7, 8, 9}) world->ApplyOpen({source, 2, EndSource{}});
  CHECK(world->Sources().empty());
}

}  // namespace footfall::sim::testing
