#include "sim/recording/world_recorder.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>

#include "platform/state_hash.h"
#include "sim/command_log.h"
#include "sim/snapshot.h"

namespace footfall::sim {

namespace {

// Replayed from another folder it is still the same file.
std::string WholePath(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  return error || path.empty() ? path : whole.string();
}

std::vector<RecordedContent> ContentOf(const RecordingOrigin& origin, const World& world) {
  std::vector<RecordedContent> content;
  for (const nav::TileSet::ContentPack& pack : world.options().content_packs) {
    RecordedContent recorded{pack.group, pack.pack->build_id(), ChecksumOf(*pack.pack), ""};
    for (const ContentSource& source : origin.content_packs) {
      if (source.group == pack.group) recorded.path = WholePath(source.pack.path);
    }
    content.push_back(std::move(recorded));
  }
  // total order: groups differ.
  std::sort(content.begin(), content.end(),
            [](const RecordedContent& a, const RecordedContent& b) { return a.group < b.group; });
  return content;
}

RecordingHeader HeaderOf(const RecordingOrigin& origin, const World& world, uint64_t snapshot_every) {
  const WorldOptions& options = world.options();
  RecordingHeader header;
  header.state_schema = kStateSchema;
  header.command_log_version = kCommandLogVersion;
  header.hash_algorithm = platform::kStateHashAlgorithm;
  header.float_policy = FloatPolicy();
  header.source = origin.source;
  if (auto* pack = std::get_if<PackSource>(&header.source)) pack->path = WholePath(pack->path);
  header.world_build_id = options.pack->build_id();
  header.content_packs = ContentOf(origin, world);
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
