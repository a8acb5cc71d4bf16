#include "tests/sim/recording_fixture.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {

namespace {

platform::Vec3 PointFrom(platform::RandomStream& random) {
  const float x = random.NextRange(0, 40);
  const float y = random.NextRange(0, 40);
  return {x, y, 0};
}

CommandBody BodyFrom(platform::RandomStream& random, const std::vector<WireHandle>& issued) {
  const uint32_t what = random.NextBelow(12);
  if (what < 6 || issued.empty()) {
    SubmitPath submit;
    submit.request.start = PointFrom(random);
    submit.request.end = PointFrom(random);
    if (what == 0) submit.request.radius = -1;
    return submit;
  }
  const WireHandle handle = issued[random.NextBelow(static_cast<uint32_t>(issued.size()))];
  if (what == 6) {
    PutObstacle box;
    box.description.pose.origin = PointFrom(random);
    box.description.half_extents = {1, 1, 1};
    return box;
  }
  if (what == 7) return EndSource{};
  if (what == 8) return RemoveObstacle{handle};
  if (what == 9) return CancelPath{handle};
  return ReleasePath{handle};
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "footfall-rec-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string BytesOfFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Recorded ReadAll(RecordingReader& reader) {
  Recorded all;
  RecordedTick tick;
  while (true) {
    const absl::StatusOr<bool> read = reader.Next(&tick);
    if (!read.ok()) all.end = read.status();
    if (!read.ok() || !*read) break;
    all.ticks.push_back(tick);
    all.digests.push_back(reader.digest());
  }
  if (all.end.ok()) all.open = tick.commands;
  for (const uint64_t at : reader.SnapshotTicks()) {
    absl::StatusOr<std::string> snapshot = reader.ReadSnapshot(at);
    if (snapshot.ok()) {
      all.snapshots.push_back(*std::move(snapshot));
    } else {
      all.end.Update(snapshot.status());
    }
  }
  return all;
}

bool SameTicks(const Recorded& a, const Recorded& b, size_t count) {
  if (a.ticks.size() < count || b.ticks.size() < count) return false;
  for (size_t i = 0; i < count; ++i) {
    if (a.ticks[i].tick != b.ticks[i].tick || a.ticks[i].commands != b.ticks[i].commands ||
        a.digests[i] != b.digests[i]) {
      return false;
    }
  }
  return true;
}

WorldOptions SmallYardOptions() {
  WorldOptions options =
      YardOptions("ps3", {"path_requests_max=6", "requests_per_session_max=4", "dynamic_objects_max=6",
                          "obstacles_per_session_max=4", "path_slice_units=512", "request_timeout_ms=400"});
  options.seed = 11;
  options.epoch = 77;
  options.focus = platform::Vec3{20, 20, 0};
  return options;
}

void Live(World& world, WorldRecorder* recorder, uint64_t ticks, uint64_t seed,
          std::vector<platform::StateDigest>* done) {
  world.set_command_sink([&](uint64_t, const Command& command, const CommandResult& result) {
    if (recorder != nullptr) recorder->OnCommand(command, result);
  });
  std::vector<std::vector<WireHandle>> issued(3);
  uint64_t sequence = 0;
  for (uint64_t end = world.tick() + ticks; world.tick() < end;) {
    platform::RandomStream random(seed, platform::RandomPurpose::kTest, 0, world.tick());
    const uint32_t count = random.NextBelow(4);
    std::vector<Command> batch;
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t source = random.NextBelow(3);
      const Command command{source, ++sequence, BodyFrom(random, issued[source])};
      if (random.NextBelow(2) == 0) {
        batch.push_back(command);
        continue;
      }
      const CommandResult result = world.ApplyOpen(command);
      if (result.handle.valid()) issued[source].push_back(result.handle);
    }
    std::stable_sort(batch.begin(), batch.end(),
                     [](const Command& a, const Command& b) { return a.source < b.source; });
    std::vector<CommandResult> results;
    world.Step(batch, &results);
    for (size_t i = 0; i < results.size(); ++i) {
      if (results[i].handle.valid()) issued[batch[i].source].push_back(results[i].handle);
    }
    if (recorder != nullptr) recorder->OnTick(world);
    if (done != nullptr) done->push_back(world.hash());
  }
  world.set_command_sink({});
}

std::vector<platform::StateDigest> RecordYard(const std::string& path, uint64_t ticks, uint64_t seed,
                                              uint64_t snapshot_every) {
  const auto world = WorldOf(SmallYardOptions());
  const RecordingWriterOptions writing{.waits_when_full = true};
  auto recorder = WorldRecorder::Begin(path, {PackSource{"yard.ffnav"}, {}, "yard", "# text\n"}, *world,
                                       snapshot_every, writing);
  INFO(recorder.status().ToString());
  REQUIRE(recorder.ok());
  std::vector<platform::StateDigest> digests;
  Live(*world, recorder->get(), ticks, seed, &digests);
  REQUIRE((*recorder)->Close().ok());
  return digests;
}

}  // namespace footfall::sim::testing
