#include "sim/recording/world_recorder.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>

#include "platform/state_hash.h"
#include "sim/command_log.h"
#include "sim/snapshot.h"

namespace footfall::sim {

namespace {

RecordingHeader HeaderOf(const RecordingOrigin& origin, const World& world, uint64_t snapshot_every) {
  const WorldOptions& options = world.options();
  RecordingHeader header;
  header.state_schema = kStateSchema;
  header.command_log_version = kCommandLogVersion;
  header.hash_algorithm = platform::kStateHashAlgorithm;
  header.float_policy = FloatPolicy();
  header.source = origin.source;
  // Replayed from another folder it is still the same file.
  if (auto* pack = std::get_if<PackSource>(&header.source)) {
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::absolute(pack->path, error);
    if (!error && !pack->path.empty()) pack->path = whole.string();
  }
  header.world_build_id = options.pack->build_id();
  for (const nav::TileSet::ContentPack& pack : options.content_packs) {
    header.content_groups.push_back(pack.group);
  }
  const auto corrections = options.corrections.all();
  header.corrections.assign(corrections.begin(), corrections.end());
  header.focus = options.focus;
  header.seed = options.seed;
  header.hz = options.hz;
  header.profile_name = options.profile.name;
  header.profile_hash = platform::ProfileHash(options.profile);
  header.profile_figures = FiguresOf(options.profile);
  header.epoch = options.epoch;
  header.start_tick = world.tick();
  header.snapshot_every = snapshot_every;
  header.scenario_name = origin.scenario_name;
  header.scenario_text = origin.scenario_text;
  return header;
}

}  // namespace

absl::StatusOr<std::unique_ptr<WorldRecorder>> WorldRecorder::Begin(const std::string& path,
                                                                    const RecordingOrigin& origin,
                                                                    World& world, uint64_t snapshot_every,
                                                                    const RecordingWriterOptions& options) {
  if (snapshot_every == 0) return absl::InvalidArgumentError("snapshot_every: 0 is less than 1");
  if (world.view()->open_commands != 0) {
    return absl::InvalidArgumentError("recording: the world has commands in its open phase");
  }
  std::string snapshot = world.Save();
  RecordingHeader header = HeaderOf(origin, world, snapshot_every);
  const absl::StatusOr<SnapshotHeader> saved = ReadSnapshotHeader(snapshot);
  if (!saved.ok()) return saved.status();
  header.software = saved->software;
  std::unique_ptr<WorldRecorder> recorder(new WorldRecorder(world.tick(), snapshot_every));
  absl::StatusOr<std::unique_ptr<RecordingWriter>> writer =
      RecordingWriter::Create(path, header, world.view()->hash, options);
  if (!writer.ok()) return writer.status();
  recorder->writer_ = *std::move(writer);
  recorder->writer_->AddSnapshot(std::move(snapshot));
  return recorder;
}

void WorldRecorder::OnTick(World& world) {
  // The tick in which a world stops is none: no replay can reach it (R29).
  if (!is_recording() || !world.failure().ok()) return;
  writer_->EndTick(world.view()->hash);
  if ((world.tick() - start_tick_) % snapshot_every_ == 0) writer_->AddSnapshot(world.Save());
}

}  // namespace footfall::sim
