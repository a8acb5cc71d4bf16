#ifndef FOOTFALL_SIM_SCENARIO_RUN_H_
#define FOOTFALL_SIM_SCENARIO_RUN_H_

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
#include "sim/command_log.h"
#include "sim/recording/world_recorder.h"
#include "sim/run_metrics.h"
#include "sim/scenario.h"
#include "sim/world.h"

namespace footfall::sim {

// Opens the world that a scenario names. `OpenPackSource` knows packs alone; programs that know the builder
// or the demo world hand in their own and fall back on it.
using WorldResolver = std::function<absl::StatusOr<std::shared_ptr<const nav::Pack>>(const WorldSource&)>;
absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenPackSource(const WorldSource& source);

// Opens content packs through `resolver`.
absl::StatusOr<std::vector<nav::TileSet::ContentPack>> OpenContentPacks(
    const std::vector<ContentSource>& sources, const WorldResolver& resolver);

// The profile that a scenario runs under: `name`, or its own where that is empty, with its overrides and then
// `more_sets` over it. Also InvalidArgument for a command that asks for more than the profile has.
absl::StatusOr<platform::Profile> ScenarioProfile(const Scenario& scenario, const std::string& name,
                                                  const std::vector<std::string>& more_sets);

// What a run may change of its scenario. Seed, profile and sets change the hash; threads never do.
struct RunOptions {
  int threads = 1;
  int order_threads = 1;
  std::optional<uint64_t> seed;
  std::string profile;            // empty: the scenario's
  std::vector<std::string> sets;  // after the scenario's own
  // True: every command is given in the open phase, as to a paused world (R1).
  bool paused = false;
  // See WorldOptions::before_tile_read.
  std::function<void(nav::MeshIndex)> before_tile_read;
  // See WorldOptions; not owned, null: nobody.
  nav::WaitObserver* wait_observer = nullptr;
  nav::SearchObserver* search_observer = nullptr;
  ScheduleObserver* schedule_observer = nullptr;  // of a run it is told the last tick, too
  // Called after each tick.
  std::function<void(const World&)> after_tick;
  bool results = false;  // fills RunReport::results
  std::string record;    // file to record the run into; empty: none. The run waits for the disk
  uint64_t snapshot_every = kSnapshotEveryTicks;  // ticks, in the recording
};

enum class GoldenState : uint8_t {
  kNone,  // the scenario has no golden hash
  kEqual,
  kDifferent,
  kStale,      // only hashes of other state schemas
  kNotJudged,  // seed, profile or sets are not the scenario's own
};

// What came of a named command.
struct NamedResult {
  std::string name;
  uint64_t tick = 0;      // that it was given in
  std::string refused;    // the reason; empty: it was applied
  bool is_path = false;   // it submits a path request
  bool is_query = false;  // it submits any other request
  // Of a request. Pending: it waited when the run ended; cancelled: it was given up before its answer. The
  // rest is of an answer: ticks, length in m and points of a path, hits and value of any other.
  Outcome outcome = Outcome::kPending;
  uint64_t visible_tick = 0;  // 0: never
  float length = 0;
  size_t points = 0;
  size_t hits = 0;
  float value = 0;
};

struct RunReport {
  std::vector<platform::StateDigest> digests;  // after tick 1, 2, ...
  // One sentence each: expectations that did not hold, and commands that were refused although no expectation
  // speaks of them.
  std::vector<std::string> failures;
  CommandLog log;
  GoldenState golden = GoldenState::kNone;
  std::optional<GoldenHash> expected;  // the golden hash that was compared
  uint64_t seed = 0;
  std::string profile;
  uint64_t profile_hash = 0;
  uint64_t world_build_id = 0;
  uint64_t slots_high_water = 0;
  uint64_t tiles_placed = 0;  // by the streaming
  uint64_t tiles_evicted = 0;
  uint64_t tiles_high_water = 0;  // most resident after a tick
  uint64_t restarts = 0;          // searches that a tile sent back
  uint64_t paths_asked = 0;       // path requests that were submitted, refused ones too
  uint64_t submits_refused = 0;   // requests of every type
  uint64_t follow_ups_refused =
      0;  // commands with the handle of one that was refused: no failures of their own
  std::vector<NamedResult> results;  // of named commands in order of application, where they were asked for
  RunMetricValues metrics{};
  absl::Status recording;  // not ok: the recording ended before the run did, and why
  uint64_t recording_bytes = 0;

  const platform::StateDigest& final_digest() const { return digests.back(); }
  bool passed() const { return failures.empty() && golden != GoldenState::kDifferent; }
};

// Runs a scenario to its end. Errors are those of loading (profile, world) and of a recording that cannot be
// begun, never of a result.
absl::StatusOr<RunReport> RunScenario(const Scenario& scenario, const WorldResolver& resolver,
                                      const RunOptions& options = {});

// Gives the log's commands to a fresh world, tick by tick up to `ticks`, and returns the digests. The world
// must be of the log's epoch, seed, profile and pack: FailedPrecondition, naming what differs.
absl::StatusOr<std::vector<platform::StateDigest>> Replay(const CommandLog& log, World& world,
                                                          uint64_t ticks);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_SCENARIO_RUN_H_
