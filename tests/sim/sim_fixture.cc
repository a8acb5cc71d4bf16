#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {

namespace {

platform::Vec3 PointFrom(platform::RandomStream& random) {
  const float x = random.NextRange(0, 40);
  const float y = random.NextRange(0, 40);
  return {x, y, 0};
}

// The next command of a source: mostly submits, else something that is done to a handle of its past.
CommandBody BodyFrom(platform::RandomStream& random, const std::vector<WireHandle>& issued) {
  const uint32_t what = random.NextBelow(10);
  if (what < 6 || issued.empty()) {
    SubmitPath submit;
    submit.request.start = PointFrom(random);
    submit.request.end = PointFrom(random);
    submit.client_ref = ClientRef::From(std::to_string(random.NextBelow(1000)));
    if (what == 0) {
      submit.request.radius = -1;  // refused, and counted
    }
    return submit;
  }
  const WireHandle handle = issued[random.NextBelow(static_cast<uint32_t>(issued.size()))];
  if (what < 8) {
    return ReleasePath{handle};
  }
  return CancelPath{handle};
}

}  // namespace

CommandLog RecordLog(World& world, uint64_t ticks, uint64_t seed) {
  const WorldOptions& options = world.options();
  CommandLog log{options.seed,
                 platform::ProfileHash(options.profile),
                 options.pack->build_id(),
                 options.hz,
                 options.epoch,
                 {}};
  world.set_command_sink([&](uint64_t tick, const Command& command, const CommandResult&) {
    log.entries.push_back({tick, command});
  });
  std::vector<std::vector<WireHandle>> issued(3);
  uint64_t sequence = 0;
  while (world.tick() < ticks) {
    platform::RandomStream random(seed, platform::RandomPurpose::kTest, 0, world.tick());
    const uint32_t count = random.NextBelow(4);
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t source = random.NextBelow(3);
      Command command{source, ++sequence, BodyFrom(random, issued[source])};
      if (world.tick() % 50 == 49 && i == 0) {
        command.body = EndSource{};
      }
      const CommandResult result = world.ApplyOpen(command);
      if (result.handle.valid()) {
        issued[source].push_back(result.handle);
      }
    }
    world.Step({}, nullptr);
  }
  world.set_command_sink({});
  return log;
}

std::vector<uint64_t> RootsOf(const std::vector<platform::StateDigest>& digests) {
  std::vector<uint64_t> roots;
  for (const platform::StateDigest& digest : digests) {
    roots.push_back(digest.root);
  }
  return roots;
}

}  // namespace footfall::sim::testing
