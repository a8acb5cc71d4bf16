#ifndef FOOTFALL_SIM_REPLAY_H_
#define FOOTFALL_SIM_REPLAY_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "nav/mesh/pack.h"
#include "platform/profile.h"
#include "platform/state_hash.h"
#include "sim/recording/recording_reader.h"
#include "sim/scenario_run.h"
#include "sim/world.h"

namespace footfall::sim {

struct ReplayOptions {
  int threads = 1;  // as RunOptions
  int order_threads = 1;
  // The replay begins at the last snapshot before this tick. Unset: at the recording's start.
  std::optional<uint64_t> from;
  // The last tick; unset: the recording's last one.
  std::optional<uint64_t> until;
  // Another profile: hashes are not compared, and handles in the commands are translated to those that this
  // world gives. Not together with `from`.
  std::optional<platform::Profile> profile;
  // Content packs of other places than the recorded ones, by group.
  std::vector<ContentSource> content_packs;
  // Called when the world stands as it was at the beginning, and after each tick; may be empty.
  std::function<void()> before_first_tick;
  std::function<void(const World&)> after_tick;
  // Called with the world as it stands after the first tick that differs; may be empty.
  std::function<void(const World&)> at_difference;
};

// The first tick that did not go as it is recorded.
struct ReplayDifference {
  uint64_t tick = 0;
  std::string leaf;  // the first one that differs; empty where hashes are equal and a command's result is not
  std::string text;  // for people
  std::string command;  // of that text, what came of a command and was recorded otherwise; empty: nothing
  uint64_t recorded_root = 0;
  uint64_t found_root = 0;
};

// What came of a world's requests from ReplayReport::counted_from on: what a replay under another profile
// tells.
struct ReplayOutcome {
  uint64_t commands_refused = 0;
  uint64_t commands_skipped = 0;  // they take a handle that this world did not give
  uint64_t completed = 0;
  uint64_t expired = 0;
  uint64_t restarts = 0;
  uint64_t slots_high_water = 0;  // with `from` the most after one of the ticks
  // Of requests that became visible: ticks since their submit, at the 50th and 95th hundredth, and most.
  uint64_t latency_p50 = 0;
  uint64_t latency_p95 = 0;
  uint64_t latency_max = 0;
};

struct ReplayReport {
  uint64_t first_tick = 0;  // the first one that was run; after a seek, before `from`
  uint64_t last_tick = 0;   // the last one that was run; first_tick - 1 if the recording holds none
  uint64_t ticks = 0;       // that were run
  // Commands and outcome are of the ticks from here on: `from`, or the first one that was run.
  uint64_t counted_from = 0;
  uint64_t commands = 0;
  std::string profile;  // that it ran under: the recording's, or ReplayOptions::profile
  uint64_t profile_hash = 0;
  bool is_compared = true;
  std::optional<ReplayDifference> difference;
  platform::StateDigest final_digest;
  ReplayOutcome outcome;
};

// The last snapshot before the tick, behind which a run may begin; nothing: at the start with a fresh world.
std::optional<uint64_t> SnapshotBefore(const RecordingReader& reader, uint64_t tick);

// The files of a recorded world.
struct RecordedFiles {
  std::shared_ptr<const nav::Pack> pack;
  std::vector<nav::TileSet::ContentPack> content_packs;
};

// Opens them: content packs where `given` says, else at the recorded place. InvalidArgument: `given` has a
// group that the recording has not; FailedPrecondition: a content pack is none of those that were recorded,
// with group, found and expected, or it is not told where it is; else as `resolver`, naming the group.
absl::StatusOr<RecordedFiles> OpenRecordedFiles(const RecordingHeader& header, const WorldResolver& resolver,
                                                const std::vector<ContentSource>& given);

// A fresh world as the recording's was at its start, or, after a snapshot, as it was there. Its epoch is the
// recording's, so that handles in commands hold. FailedPrecondition: hashes cannot be compared, another world
// build id; else what the profile, the world or the snapshot says.
absl::StatusOr<std::unique_ptr<World>> WorldOf(RecordingReader& reader, RecordedFiles files,
                                               const ReplayOptions& options,
                                               std::optional<uint64_t> snapshot_tick);

// Runs the recording's commands in a world of its own and compares each tick's hash, up to the first one that
// differs. Of a recording that was closed before a tick ran the hash at its start is compared; one without a
// whole tick that was not closed is InvalidArgument. OutOfRange: `from` or `until` are not in the recording;
// DataLoss: it is damaged, after the ticks before that have been compared; else as WorldOf.
absl::StatusOr<ReplayReport> ReplayRecording(RecordingReader& reader, const WorldResolver& resolver,
                                             const ReplayOptions& options);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_REPLAY_H_
