#include "sim/scenario_run.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "platform/check.h"
#include "platform/profile.h"
#include "sim/outcome.h"
#include "sim/scenario_player.h"

namespace footfall::sim {

namespace {

// Runs are compared by bytes of their logs too, so they all count as one epoch.
constexpr uint64_t kScenarioEpoch = 1;

class Run {
 public:
  // `recorder` is null where nothing is recorded.
  Run(const Scenario& scenario, const RunOptions& options, World& world, WorldRecorder* recorder,
      RunReport& report)
      : scenario_(scenario),
        options_(options),
        world_(world),
        recorder_(recorder),
        report_(report),
        player_(scenario) {
    is_expected_.resize(scenario.commands.size());
    for (const Expectation& expectation : scenario.expectations) {
      is_expected_[expectation.of] = true;
    }
  }

  // Fails when the world stops (World::failure).
  absl::Status Go() {
    world_.set_command_sink([this](uint64_t tick, const Command& command, const CommandResult& result) {
      report_.log.entries.push_back({tick, command});
      if (recorder_ != nullptr) recorder_->OnCommand(command, result);
    });
    for (uint64_t tick = 1; tick <= scenario_.ticks; ++tick) {
      GiveCommands(tick);
      if (!world_.failure().ok()) {
        world_.set_command_sink({});
        return world_.failure();
      }
      if (recorder_ != nullptr) recorder_->OnTick(world_);
      report_.digests.push_back(world_.hash());
      report_.tiles_high_water =
          std::max<uint64_t>(report_.tiles_high_water, world_.view()->mesh->resident().size());
      meter_.AddTick(*world_.view());
      NoteAnswers();
      CheckExpectations(tick);
      if (options_.after_tick) {
        options_.after_tick(world_);
      }
    }
    world_.set_command_sink({});
    report_.metrics = meter_.values();
    NoteUnanswered();
    return absl::OkStatus();
  }

 private:
  // Ends with the tick.
  void GiveCommands(uint64_t tick) {
    const ScenarioPlayer::Due due = player_.TakeDue(tick);
    std::vector<Command> batch;
    std::vector<CommandResult> results;
    if (options_.paused || due.one_by_one) {
      player_.ApplyDue(due, [this](const Command& command) { return world_.ApplyOpen(command); });
    } else {
      for (size_t i = due.first; i < due.end; ++i) {
        batch.push_back(player_.CommandOf(i));
      }
    }
    world_.Step(batch, &results);
    for (size_t i = 0; i < results.size(); ++i) {
      player_.SetResult(due.first + i, results[i]);
    }
    for (size_t i = due.first; i < due.end; ++i) {
      meter_.AddCommand(player_.result(i));
      report_.paths_asked += std::holds_alternative<SubmitPath>(scenario_.commands[i].body) ? 1 : 0;
      CheckRefusal(i);
      if (options_.results && !scenario_.commands[i].name.empty()) NoteCommand(i);
    }
  }

  void NoteCommand(size_t index) {
    const ScenarioCommand& command = scenario_.commands[index];
    const CommandResult& applied = player_.result(index);
    NamedResult result;
    result.name = command.name;
    result.tick = command.tick;
    result.refused = std::string(ReasonOf(applied.fault));
    result.is_path = std::holds_alternative<SubmitPath>(command.body);
    result.is_query = std::holds_alternative<SubmitQuery>(command.body);
    if (applied.fault == CommandFault::kNone && (result.is_path || result.is_query)) {
      open_.emplace(applied.handle.value, report_.results.size());
    }
    report_.results.push_back(std::move(result));
  }

  void NoteAnswers() {
    if (open_.empty()) return;
    const auto view = world_.view();
    for (const WireHandle handle : view->finished) {
      const auto open = open_.find(handle.value);
      const RequestView* request = view->Find(handle);
      if (open == open_.end() || request == nullptr || !request->is_complete()) continue;
      NamedResult& result = report_.results[open->second];
      result.visible_tick = request->timing.visible_tick;
      if (request->result != nullptr) {
        result.outcome = OutcomeOf(*request->result);
        result.length = request->result->length;
        result.points = request->result->points.size();
      } else {
        result.outcome = OutcomeOf(request->answer->code);
        result.hits = request->answer->items.size();
        result.value = request->answer->value;
      }
      open_.erase(open);
    }
  }

  void NoteUnanswered() {
    for (const auto& [handle, index] : open_) {
      const bool waits = world_.view()->Find(WireHandle{handle}) != nullptr;
      report_.results[index].outcome = waits ? Outcome::kPending : Outcome::kCancelled;
    }
  }

  // A refusal that nobody expects would pass in silence, and the scenario show less than it says.
  void CheckRefusal(size_t index) {
    const CommandResult& result = player_.result(index);
    const ScenarioCommand& command = scenario_.commands[index];
    if (result.fault == CommandFault::kNone) {
      return;
    }
    report_.submits_refused += SubmittedRef(command.body) != nullptr ? 1 : 0;
    // Whoever was refused has nothing to release: that was told of the command before.
    if (command.of.has_value() && player_.result(*command.of).fault != CommandFault::kNone) {
      ++report_.follow_ups_refused;
      return;
    }
    if (is_expected_[index]) {
      return;
    }
    report_.failures.push_back(absl::StrCat(
        scenario_.file, ", ", command.place_in_file, ": in tick ", command.tick, ", command",
        command.name.empty() ? "" : absl::StrCat(" \"", command.name, "\""), ": refused with ",
        std::string(ReasonOf(result.fault)), ", ", result.detail, ", and no expectation speaks of it"));
  }

  void CheckExpectations(uint64_t tick) {
    while (next_expectation_ < scenario_.expectations.size() &&
           scenario_.expectations[next_expectation_].at_tick == tick) {
      Check(scenario_.expectations[next_expectation_++]);
    }
  }

  void Check(const Expectation& expected) {
    const CommandResult& command = player_.result(expected.of);
    const std::string reason(ReasonOf(command.fault));
    if (!expected.refused.empty()) {
      if (reason != expected.refused) {
        Fail(expected, "refused", expected.refused, reason.empty() ? "applied" : reason);
      }
      return;
    }
    if (command.fault != CommandFault::kNone) {
      Fail(expected, "command", "applied", absl::StrCat("refused with ", reason, ", ", command.detail));
      return;
    }
    const auto view = world_.view();
    const RequestView* request = view->Find(command.handle);
    if (request == nullptr) {
      Fail(expected, "request", "there", "released, cancelled or expired");
      return;
    }
    CheckRequest(expected, *request);
  }

  void CheckRequest(const Expectation& expected, const RequestView& request) {
    nav::PathSummary without;  // of a request that is pending, or no path
    without.code = request.answer == nullptr ? nav::CompletionCode::kStillPending : request.answer->code;
    const auto& result =
        request.result == nullptr ? without : static_cast<const nav::PathSummary&>(*request.result);
    CheckAnswer(expected, request.answer.get());
    const size_t points = request.result == nullptr ? 0 : request.result->points.size();
    if (expected.outcome.has_value() && *expected.outcome != OutcomeOf(result)) {
      Fail(expected, "outcome", static_cast<int>(*expected.outcome), static_cast<int>(OutcomeOf(result)));
    }
    if (expected.code.has_value() && *expected.code != result.code) {
      Fail(expected, "completion_code", static_cast<int>(*expected.code) + 1,
           static_cast<int>(result.code) + 1);
    }
    if ((expected.detail_bits & ~DetailBitsOf(result)) != 0) {
      Fail(expected, "details", absl::StrCat("mask ", expected.detail_bits),
           absl::StrCat("mask ", DetailBitsOf(result)));
    }
    if (expected.length_min.has_value() && !(result.length >= *expected.length_min)) {
      Fail(expected, "length_min", *expected.length_min, result.length);
    }
    if (expected.length_max.has_value() && !(result.length <= *expected.length_max)) {
      Fail(expected, "length_max", *expected.length_max, result.length);
    }
    if (expected.points_min.has_value() && points < *expected.points_min) {
      Fail(expected, "points_min", *expected.points_min, points);
    }
    if (expected.points_max.has_value() && points > *expected.points_max) {
      Fail(expected, "points_max", *expected.points_max, points);
    }
    if (expected.visible_tick.has_value() && request.timing.visible_tick != *expected.visible_tick) {
      Fail(expected, "visible_tick", *expected.visible_tick, request.timing.visible_tick);
    }
    if (expected.restarts.has_value() && request.timing.restarts != *expected.restarts) {
      Fail(expected, "restarts", *expected.restarts, request.timing.restarts);
    }
  }

  // What only requests that are no path answer with; null: there is no such answer.
  void CheckAnswer(const Expectation& expected, const nav::QueryResult* answer) {
    const size_t hits = answer == nullptr ? 0 : answer->items.size();
    const float value = answer == nullptr ? 0 : answer->value;
    if (expected.hits_min.has_value() && hits < *expected.hits_min) {
      Fail(expected, "hits_min", *expected.hits_min, hits);
    }
    if (expected.hits_max.has_value() && hits > *expected.hits_max) {
      Fail(expected, "hits_max", *expected.hits_max, hits);
    }
    if (expected.value_min.has_value() && !(value >= *expected.value_min)) {
      Fail(expected, "value_min", *expected.value_min, value);
    }
    if (expected.value_max.has_value() && !(value <= *expected.value_max)) {
      Fail(expected, "value_max", *expected.value_max, value);
    }
  }

  template <class Wanted, class Found>
  void Fail(const Expectation& expected, const char* field, const Wanted& wanted, const Found& found) {
    report_.failures.push_back(absl::StrCat(
        scenario_.file, ", ", expected.place_in_file, ": after tick ", expected.at_tick, ", command \"",
        scenario_.commands[expected.of].name, "\": ", field, " is ", found, ", expected ", wanted));
  }

  const Scenario& scenario_;
  const RunOptions& options_;
  World& world_;
  WorldRecorder* const recorder_;
  RunReport& report_;
  ScenarioPlayer player_;
  std::vector<bool> is_expected_;  // by command
  RunMeter meter_;
  std::map<uint64_t, size_t> open_;  // named requests without an answer, by handle: places in the results
  size_t next_expectation_ = 0;
};

void JudgeGolden(const Scenario& scenario, const RunOptions& options, RunReport& report) {
  if (scenario.golden.empty()) {
    return;
  }
  if (options.seed.has_value() || !options.profile.empty() || !options.sets.empty()) {
    report.golden = GoldenState::kNotJudged;
    return;
  }
  report.golden = GoldenState::kStale;
  for (const GoldenHash& golden : scenario.golden) {
    if (golden.state_schema == kStateSchema) {
      report.expected = golden;
      report.golden =
          golden.root == report.final_digest().root ? GoldenState::kEqual : GoldenState::kDifferent;
    }
  }
}

absl::Status CheckPointCeilings(const Scenario& scenario, const platform::Profile& profile) {
  for (const ScenarioCommand& command : scenario.commands) {
    const auto* submit = std::get_if<SubmitPath>(&command.body);
    if (submit != nullptr && submit->request.points_max > static_cast<uint32_t>(profile.path_points_max)) {
      return absl::InvalidArgumentError(absl::StrCat(
          scenario.file, ", ", command.place_in_file, ": points_max: ", submit->request.points_max,
          " is more than ", profile.path_points_max, ", the path_points_max of profile ", profile.name));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenPackSource(const WorldSource& source) {
  const auto* pack = std::get_if<PackSource>(&source);
  if (pack == nullptr) {
    return absl::FailedPreconditionError("world: this program opens packs alone, no demo world and no city");
  }
  return nav::Pack::Open(pack->path);
}

absl::StatusOr<std::vector<nav::TileSet::ContentPack>> OpenContentPacks(
    const std::vector<ContentSource>& sources, const WorldResolver& resolver) {
  std::vector<nav::TileSet::ContentPack> packs;
  for (const ContentSource& source : sources) {
    absl::StatusOr<std::shared_ptr<const nav::Pack>> pack = resolver(source.pack);
    if (!pack.ok()) {
      return absl::Status(pack.status().code(),
                          absl::StrCat("content pack ", source.pack.path, ": ", pack.status().message()));
    }
    packs.push_back({source.group, *std::move(pack)});
  }
  return packs;
}

absl::StatusOr<platform::Profile> ScenarioProfile(const Scenario& scenario, const std::string& name,
                                                  const std::vector<std::string>& more_sets) {
  std::vector<std::string> sets = scenario.sets;
  sets.insert(sets.end(), more_sets.begin(), more_sets.end());
  absl::StatusOr<platform::Profile> profile =
      platform::LoadProfile(name.empty() ? scenario.profile : name, sets);
  if (!profile.ok()) {
    return profile.status();
  }
  if (absl::Status status = CheckPointCeilings(scenario, *profile); !status.ok()) {
    return status;
  }
  return profile;
}

absl::StatusOr<RunReport> RunScenario(const Scenario& scenario, const WorldResolver& resolver,
                                      const RunOptions& options) {
  absl::StatusOr<platform::Profile> profile = ScenarioProfile(scenario, options.profile, options.sets);
  if (!profile.ok()) {
    return profile.status();
  }
  absl::StatusOr<std::shared_ptr<const nav::Pack>> pack = resolver(scenario.world);
  if (!pack.ok()) {
    return pack.status();
  }
  absl::StatusOr<std::vector<nav::TileSet::ContentPack>> content =
      OpenContentPacks(scenario.content_packs, resolver);
  if (!content.ok()) {
    return content.status();
  }

  RunReport report;
  report.seed = options.seed.value_or(scenario.seed);
  report.profile = profile->name;
  report.profile_hash = platform::ProfileHash(*profile);
  report.world_build_id = (*pack)->build_id();
  report.log = {report.seed, report.profile_hash, report.world_build_id, scenario.hz, kScenarioEpoch, {}};
  WorldOptions made;
  made.pack = *std::move(pack);
  made.content_packs = *std::move(content);
  made.profile = *std::move(profile);
  made.seed = report.seed;
  made.hz = scenario.hz;
  made.threads = options.threads;
  made.order_threads = options.order_threads;
  made.epoch = kScenarioEpoch;
  made.focus = scenario.focus;
  made.before_tile_read = options.before_tile_read;
  made.wait_observer = options.wait_observer;
  made.search_observer = options.search_observer;
  made.schedule_observer = options.schedule_observer;
  absl::StatusOr<std::unique_ptr<World>> world = World::Create(std::move(made));
  if (!world.ok()) {
    return world.status();
  }
  std::unique_ptr<WorldRecorder> recorder;
  if (!options.record.empty()) {
    const RecordingWriterOptions writing{.waits_when_full = true};
    auto begun = WorldRecorder::Begin(options.record,
                                      {scenario.world, scenario.content_packs, scenario.name, scenario.text},
                                      **world, options.snapshot_every, writing);
    if (!begun.ok()) {
      return begun.status();
    }
    recorder = *std::move(begun);
  }
  if (absl::Status status = Run(scenario, options, **world, recorder.get(), report).Go(); !status.ok()) {
    return status;
  }
  if (recorder != nullptr) {
    report.recording = recorder->Close();
    report.recording_bytes = recorder->bytes_written();
  }
  const auto view = (*world)->view();
  report.slots_high_water = view->figures.slots_high_water;
  report.restarts = view->figures.restarts;
  report.tiles_placed = view->streaming->counters.placed;
  report.tiles_evicted = view->streaming->counters.evicted;
  JudgeGolden(scenario, options, report);
  // The last slice is settled by the sync of a tick that the run has not; nothing else of it is told.
  if (options.schedule_observer != nullptr) (*world)->Step({}, nullptr);
  return report;
}

absl::StatusOr<std::vector<platform::StateDigest>> Replay(const CommandLog& log, World& world,
                                                          uint64_t ticks) {
  const WorldOptions& options = world.options();
  const auto differs = [](const char* what) {
    return absl::FailedPreconditionError(
        absl::StrCat("replay: the world has another ", what, " than the log"));
  };
  if (options.seed != log.seed) {
    return differs("seed");
  }
  if (options.hz != log.hz) {
    return differs("hz");
  }
  if (options.epoch != log.epoch) {
    return differs("epoch");
  }
  if (platform::ProfileHash(options.profile) != log.profile_hash) {
    return differs("profile");
  }
  if (options.pack->build_id() != log.world_build_id) {
    return differs("world build id");
  }
  std::vector<platform::StateDigest> digests;
  std::vector<Command> batch;
  size_t next = 0;
  while (world.tick() < ticks) {
    batch.clear();
    for (; next < log.entries.size() && log.entries[next].tick == world.tick() + 1; ++next) {
      batch.push_back(log.entries[next].command);
    }
    world.Step(batch, nullptr);
    digests.push_back(world.hash());
  }
  return digests;
}

}  // namespace footfall::sim
