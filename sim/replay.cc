#include "sim/replay.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "platform/profile.h"
#include "sim/recorded_handles.h"
#include "sim/snapshot.h"

namespace footfall::sim {

namespace {

// Latencies of requests, each in its box; the last one holds all that are longer.
class Latencies {
 public:
  void Add(uint64_t ticks) {
    const uint64_t box = std::min(ticks, kLongest);
    if (box >= boxes_.size()) boxes_.resize(box + 1);
    ++boxes_[box];
    ++count_;
  }
  // The least latency that so many hundredths of the requests do not exceed; 0 without requests.
  uint64_t Percentile(uint64_t percent) const {
    uint64_t seen = 0;
    for (size_t box = 0; box < boxes_.size(); ++box) {
      seen += boxes_[box];
      if (seen * 100 >= count_ * percent && count_ != 0) return box;
    }
    return 0;
  }

 private:
  static constexpr uint64_t kLongest = 100'000;
  std::vector<uint64_t> boxes_;
  uint64_t count_ = 0;
};

std::string TextOf(CommandFault fault) {
  return fault == CommandFault::kNone ? "applied"
                                      : absl::StrCat("refused with ", std::string(ReasonOf(fault)));
}

class Replayer {
 public:
  Replayer(RecordingReader& reader, const ReplayOptions& options, World& world)
      : reader_(reader), options_(options), world_(world) {
    report_.is_compared = !options.profile.has_value();
  }

  absl::StatusOr<ReplayReport> Go(uint64_t until) {
    report_.first_tick = world_.tick() + 1;
    report_.counted_from = std::max(options_.from.value_or(0), report_.first_tick);
    report_.profile = world_.options().profile.name;
    report_.profile_hash = platform::ProfileHash(world_.options().profile);
    RecordedTick tick;
    if (options_.before_first_tick) options_.before_first_tick();
    // To the very end the file is read, not only to the last tick, so that damage there is told.
    while (!report_.difference.has_value() && (world_.tick() < until || until == reader_.last_tick())) {
      const absl::StatusOr<bool> read = reader_.Next(&tick);
      if (!read.ok()) return BehindAgreed(read.status());
      if (!*read) break;
      if (tick.tick > world_.tick()) {
        Run(tick);
        if (!world_.failure().ok()) return BehindAgreed(world_.failure());
        if (options_.after_tick) options_.after_tick(world_);
      }
      Compare(tick);
    }
    report_.last_tick = world_.tick();
    report_.final_digest = world_.hash();
    NoteOutcome();
    return report_;
  }

 private:
  absl::Status BehindAgreed(const absl::Status& status) const {
    const char* what = report_.is_compared ? "agree" : "were run";
    return absl::Status(status.code(),
                        absl::StrCat(status.message(), "; ticks before it ", what, ", up to tick ", agreed_));
  }

  void Run(const RecordedTick& tick) {
    results_.clear();
    if (tick.tick == report_.counted_from) before_ = world_.view()->figures;
    if (report_.is_compared) {
      batch_.clear();
      for (const RecordedCommand& recorded : tick.commands) batch_.push_back(recorded.command);
      world_.Step(batch_, &results_);
    } else {
      for (const RecordedCommand& recorded : tick.commands) GiveTranslated(recorded);
      world_.Step({}, nullptr);
    }
    ++report_.ticks;
    if (tick.tick >= report_.counted_from) Count(tick);
  }

  void Count(const RecordedTick& tick) {
    report_.commands += tick.commands.size();
    for (const CommandResult& result : results_) {
      report_.outcome.commands_refused += result.fault == CommandFault::kNone ? 0 : 1;
    }
    report_.outcome.commands_skipped += tick.commands.size() - results_.size();
    const auto view = world_.view();
    report_.outcome.slots_high_water =
        std::max<uint64_t>(report_.outcome.slots_high_water, view->figures.slots_in_use);
    for (const WireHandle handle : view->finished) {
      const RequestView* request = view->Find(handle);
      if (request != nullptr) latencies_.Add(request->timing.visible_tick - request->timing.submitted_tick);
    }
  }

  // One by one: a command may take the handle that the one before it made.
  void GiveTranslated(const RecordedCommand& recorded) {
    Command command = recorded.command;
    if (!handles_.Translate(command.body)) return;
    results_.push_back(world_.ApplyOpen(command));
    handles_.Note(recorded.handle, results_.back().handle);
  }

  void Compare(const RecordedTick& tick) {
    if (!report_.is_compared) {
      agreed_ = tick.tick;
      return;
    }
    const platform::StateDigest& recorded = reader_.digest();
    const platform::StateDigest& found = world_.hash();
    const std::string command = tick.commands.size() == results_.size() ? FirstOtherResult(tick) : "";
    if (recorded.root == found.root && command.empty()) {
      agreed_ = tick.tick;
      return;
    }
    ReplayDifference difference;
    difference.tick = tick.tick;
    difference.recorded_root = recorded.root;
    difference.found_root = found.root;
    if (const auto first = platform::FirstDifference(recorded, found)) {
      difference.leaf = first->leaf;
      difference.text = first->text;
    }
    if (!command.empty()) {
      absl::StrAppend(&difference.text, difference.text.empty() ? "" : "; ", command);
    }
    difference.command = command;
    report_.difference = std::move(difference);
    if (options_.at_difference) options_.at_difference(world_);
  }

  // What came of the first command of which something else came; empty without one.
  std::string FirstOtherResult(const RecordedTick& tick) const {
    for (size_t i = 0; i < results_.size(); ++i) {
      const RecordedCommand& recorded = tick.commands[i];
      if (results_[i].fault == recorded.fault && results_[i].handle == recorded.handle) continue;
      return absl::StrCat("command ", i, " of the tick (source ", recorded.command.source, ", sequence ",
                          recorded.command.sequence, "): recorded ", TextOf(recorded.fault), ", handle ",
                          platform::HashText(recorded.handle.value), ", now ", TextOf(results_[i].fault),
                          ", handle ", platform::HashText(results_[i].handle.value));
    }
    return {};
  }

  void NoteOutcome() {
    const PathServerFigures& figures = world_.view()->figures;
    ReplayOutcome& outcome = report_.outcome;
    outcome.completed = figures.completed - before_.completed;
    outcome.expired = figures.expired - before_.expired;
    outcome.restarts = figures.restarts - before_.restarts;
    if (!options_.from.has_value()) outcome.slots_high_water = figures.slots_high_water;
    outcome.latency_p50 = latencies_.Percentile(50);
    outcome.latency_p95 = latencies_.Percentile(95);
    outcome.latency_max = latencies_.Percentile(100);
  }

  RecordingReader& reader_;
  const ReplayOptions& options_;
  World& world_;
  ReplayReport report_;
  RecordedHandles handles_;
  Latencies latencies_;
  PathServerFigures before_;  // before the first tick that is counted
  std::vector<Command> batch_;
  std::vector<CommandResult> results_;
  uint64_t agreed_ = 0;
};

bool HasGroup(const RecordingHeader& header, uint32_t group) {
  return std::any_of(header.content_packs.begin(), header.content_packs.end(),
                     [&](const RecordedContent& content) { return content.group == group; });
}

absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenContent(const RecordedContent& content,
                                                             const std::string& path) {
  const std::string where = absl::StrCat("content pack of group ", content.group, ": ");
  if (path.empty()) {
    return absl::FailedPreconditionError(where +
                                         "the recording does not say where it was, and none is given");
  }
  absl::StatusOr<std::shared_ptr<const nav::Pack>> pack = nav::Pack::Open(path);
  if (!pack.ok()) return absl::Status(pack.status().code(), where + std::string(pack.status().message()));
  const auto check = [&](const char* what, uint64_t recorded, uint64_t found) {
    if (recorded == found) return absl::OkStatus();
    return absl::FailedPreconditionError(absl::StrCat(where, "the recording has ", what, " ",
                                                      platform::HashText(recorded), ", ", path, " has ",
                                                      platform::HashText(found)));
  };
  if (absl::Status status = check("build id", content.build_id, (*pack)->build_id()); !status.ok())
    return status;
  if (absl::Status status = check("checksum", content.checksum, ChecksumOf(**pack)); !status.ok())
    return status;
  return pack;
}

absl::Status CheckRange(const RecordingReader& reader, const ReplayOptions& options) {
  const auto outside = [&](const char* field, uint64_t tick) {
    const bool is_empty = reader.first_tick() == reader.last_tick();
    return absl::OutOfRangeError(
        absl::StrCat(field, ": tick ", tick, " is not in the recording, which has ",
                     is_empty ? "none" : absl::StrCat(reader.first_tick() + 1, " to ", reader.last_tick())));
  };
  for (const auto& [field, tick] : {std::pair("from", options.from), std::pair("until", options.until)}) {
    if (tick && (*tick <= reader.first_tick() || *tick > reader.last_tick())) return outside(field, *tick);
  }
  if (options.from && options.until && *options.from > *options.until) {
    return absl::InvalidArgumentError(
        absl::StrCat("from: tick ", *options.from, " is after until, tick ", *options.until));
  }
  if (options.from && options.profile) {
    return absl::InvalidArgumentError(
        "from: a snapshot is of the recording's profile, no other can go on from it");
  }
  return absl::OkStatus();
}

// A world that was restored in the middle of an open phase had commands that no recording of it holds. Damage
// is told by who reads the ticks.
bool BeginsInOpenPhase(RecordingReader& reader) {
  const absl::StatusOr<std::string> first = reader.ReadSnapshot(reader.first_tick());
  if (!first.ok()) return false;
  const absl::StatusOr<SnapshotHeader> header = ReadSnapshotHeader(*first);
  return header.ok() && header->open_commands != 0;
}

}  // namespace

std::optional<uint64_t> SnapshotBefore(const RecordingReader& reader, uint64_t tick) {
  std::optional<uint64_t> found;
  for (const uint64_t snapshot : reader.SnapshotTicks()) {
    if (snapshot < tick && snapshot > reader.first_tick()) found = snapshot;
  }
  // A recording that did not begin with a fresh world begins with its first snapshot.
  if (!found.has_value() && reader.first_tick() != 0) found = reader.first_tick();
  return found;
}

absl::StatusOr<RecordedFiles> OpenRecordedFiles(const RecordingHeader& header, const WorldResolver& resolver,
                                                const std::vector<ContentSource>& given) {
  absl::StatusOr<std::shared_ptr<const nav::Pack>> pack = resolver(header.source);
  if (!pack.ok()) return pack.status();
  RecordedFiles files;
  files.pack = *std::move(pack);
  for (const ContentSource& source : given) {
    if (!HasGroup(header, source.group)) {
      return absl::InvalidArgumentError(
          absl::StrCat("content pack of group ", source.group, ": the recording's world has none"));
    }
  }
  for (const RecordedContent& content : header.content_packs) {
    std::string path = content.path;
    for (const ContentSource& source : given) {
      if (source.group == content.group) path = source.pack.path;
    }
    auto opened = OpenContent(content, path);
    if (!opened.ok()) return opened.status();
    files.content_packs.push_back({content.group, *std::move(opened)});
  }
  return files;
}

absl::StatusOr<std::unique_ptr<World>> WorldOf(RecordingReader& reader, RecordedFiles files,
                                               const ReplayOptions& options,
                                               std::optional<uint64_t> snapshot_tick) {
  const RecordingHeader& header = reader.header();
  if (absl::Status status = CheckComparable(header); !status.ok() && !options.profile) return status;
  if (files.pack->build_id() != header.world_build_id) {
    return absl::FailedPreconditionError(
        absl::StrCat("the recording has world build id ", platform::HashText(header.world_build_id),
                     ", the world here is ", platform::HashText(files.pack->build_id())));
  }
  WorldOptions made;
  made.pack = std::move(files.pack);
  made.content_packs = std::move(files.content_packs);
  if (options.profile) {
    made.profile = *options.profile;
  } else {
    absl::StatusOr<platform::Profile> profile = ProfileOf(header);
    if (!profile.ok()) return profile.status();
    made.profile = *std::move(profile);
  }
  made.seed = header.seed;
  made.hz = header.hz;
  made.threads = options.threads;
  made.order_threads = options.order_threads;
  made.epoch = header.epoch;
  made.focus = header.focus;
  made.corrections = nav::AdjacencyCorrections(header.corrections);
  if (!snapshot_tick) {
    if (options.profile || !BeginsInOpenPhase(reader)) return World::Create(std::move(made));
    snapshot_tick = reader.first_tick();
  }
  const absl::StatusOr<std::string> snapshot = reader.ReadSnapshot(*snapshot_tick);
  if (!snapshot.ok()) return snapshot.status();
  return World::Restore(std::move(made), *snapshot);
}

absl::StatusOr<ReplayReport> ReplayRecording(RecordingReader& reader, const WorldResolver& resolver,
                                             const ReplayOptions& options) {
  // One that was closed is whole: its world was replaced before it ran.
  if (reader.first_tick() == reader.last_tick() && !reader.is_closed()) {
    return reader.damage().ok() ? absl::InvalidArgumentError("the recording holds no whole tick")
                                : reader.damage();
  }
  if (absl::Status status = CheckRange(reader, options); !status.ok()) return status;
  // All that can be refused by the header alone, before a world is opened or built for it.
  if (!options.profile) {
    if (absl::Status status = CheckComparable(reader.header()); !status.ok()) return status;
    if (auto profile = ProfileOf(reader.header()); !profile.ok()) return profile.status();
  }
  absl::StatusOr<RecordedFiles> files = OpenRecordedFiles(reader.header(), resolver, options.content_packs);
  if (!files.ok()) return files.status();
  const std::optional<uint64_t> snapshot = SnapshotBefore(reader, options.from.value_or(0));
  absl::StatusOr<std::unique_ptr<World>> world = WorldOf(reader, *std::move(files), options, snapshot);
  if (!world.ok()) return world.status();
  if (snapshot && *snapshot != reader.first_tick()) {
    if (absl::Status status = reader.Seek(*snapshot); !status.ok()) return status;
  }
  return Replayer(reader, options, **world).Go(options.until.value_or(reader.last_tick()));
}

}  // namespace footfall::sim
