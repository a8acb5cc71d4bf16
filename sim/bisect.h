#ifndef FOOTFALL_SIM_BISECT_H_
#define FOOTFALL_SIM_BISECT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "platform/state_hash.h"
#include "sim/bisect_values.h"
#include "sim/recording/recording_reader.h"
#include "sim/replay.h"
#include "sim/scenario_run.h"

// Where two runs part: the first tick, the leaves and blocks of the hash tree, the entity and the field with
// both values (R41). One thread.
namespace footfall::sim {

struct BisectOptions {
  int threads = 1;  // as RunOptions
  int order_threads = 1;
  std::vector<ContentSource> content_packs;  // as ReplayOptions
};

// What two recordings were made of and is not the same: nothing else of them can be compared.
struct PinDifference {
  std::string name;  // "seed", "profile figure path_requests_max"
  std::string a;
  std::string b;
};

// The first place where the logs of commands differ, or what came of a command.
struct CommandDifference {
  uint64_t tick = 0;
  std::string text;  // "B has a command more: source 1, ..."
};

// Two recordings that do not end with the same tick: what only one of them has is not compared.
struct EndDifference {
  uint64_t a = 0;
  uint64_t b = 0;
};

struct BisectDifference {
  uint64_t tick = 0;
  uint64_t root_a = 0;
  uint64_t root_b = 0;
  std::vector<LeafChange> leaves;  // in the order of the tree; not empty
  // Nothing: neither side's state could be come by; `notes` say why.
  std::optional<BisectValues> values;
};

// A is the first recording; B the second one, or what this software makes of the first.
struct BisectReport {
  bool is_against_binary = false;
  std::vector<PinDifference> pins;  // if not empty, all that follows is empty
  // Compared: the hashes after these ticks and all between.
  uint64_t first_tick = 0;
  uint64_t last_tick = 0;
  uint64_t ticks_skipped = 0;  // of these, in chunks whose bytes are equal
  // At or before the first tick whose hash differs, or, without such a tick, anywhere.
  std::optional<CommandDifference> command;
  std::optional<BisectDifference> difference;
  std::optional<EndDifference> ends;  // without a difference before
  std::vector<std::string> notes;     // sentences for people

  bool is_equal() const { return pins.empty() && !command && !difference && !ends; }
};

// Compares two recordings by what is in them, then finds both states at the first tick that differs: from a
// snapshot, or by a replay that gives the recorded hash; else at the first later tick where both are there.
// The world is only needed for that. DataLoss: one is damaged before they differ, also in what is skipped;
// InvalidArgument: no tick is in both.
absl::StatusOr<BisectReport> BisectRecordings(RecordingReader& a, RecordingReader& b,
                                              const WorldResolver& resolver, const BisectOptions& options);

// Replays the recording up to the first tick that differs. A second run, from the snapshot before it, tells
// whether the difference comes again; where it does not, both states are at hand. Errors as ReplayRecording.
absl::StatusOr<BisectReport> BisectBinary(RecordingReader& recording, const WorldResolver& resolver,
                                          const BisectOptions& options);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_BISECT_H_
