#include "tests/sim/random_driver.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "nav/server/nav_result.h"
#include "nav/server/path_runner.h"
#include "platform/check.h"
#include "platform/cost_meter.h"
#include "sim/command_log.h"
#include "sim/scenario.h"
#include "tests/sim/held_memory.h"
#include "tests/sim/random_model.h"
#include "tests/sim/random_operations.h"
#include "tests/sim/random_world.h"
#include "tests/sim/view_difference.h"

namespace footfall::sim::testing {

namespace {

using platform::RandomPurpose;
using platform::RandomStream;

// Meshes that are kept to search on, by tick.
constexpr size_t kMeshesKept = 300;
// Quiet moments of a world before what it holds counts as all that it will, and what may come to that.
// Vectors that are kept grow late, when a search larger than all before comes; blocks that are lost show in
// their number.
constexpr int kWarmUps = 3;
constexpr uint64_t kWarmUpTicks = 500;
constexpr int64_t kBlocksSlack = 2000;
constexpr int64_t kBytesSlack = int64_t{16} << 20;
// Ticks in which a world without clients must have come to rest.
constexpr int kTicksToRest = 400;

// One of so many ticks begins with a save.
constexpr uint32_t kTicksASave = 20;

constexpr nav::SourceId kSources[] = {0, 1, 2, 3, 4096, 4097, 70000};

// A world under test, its mirror, and what is expected of them.
class WorldDrive {
 public:
  WorldDrive(uint64_t seed, uint64_t number, const RandomModel* before, DriveReport& report)
      : random_(seed, RandomPurpose::kTest, 910, number), number_(number), report_(report) {
    drawn_ = DrawWorld(random_, number + 1);
    world_ = Make(static_cast<int>(random_.NextBelow(3)), false);
    mirror_ = Make(static_cast<int>(random_.NextBelow(5)), random_.NextBelow(3) == 0);
    model_.emplace(*world_, before);
    runners_.emplace(world_->options().profile);
  }

  // Gives some commands and runs a tick.
  void RunTick();
  // Ends all sources and looks at what is left.
  void Rest();
  std::string failure;
  const RandomModel& model() const { return *model_; }

  // The end of a world, in the middle of whatever it does.
  void AddFigures() {
    const auto view = world_->view();
    report_.restarts += view->figures.restarts;
    report_.tiles_placed += view->streaming->counters.placed;
    report_.tiles_evicted += view->streaming->counters.evicted;
  }

 private:
  // `is_slow`: its tiles come from a disk that takes its time.
  std::unique_ptr<World> Make(int order_threads, bool is_slow) const {
    auto world = World::Create(OptionsOf(order_threads, is_slow));
    FOOTFALL_CHECK(world.ok());
    return *std::move(world);
  }
  WorldOptions OptionsOf(int order_threads, bool is_slow) const {
    WorldOptions options = drawn_.options;
    options.order_threads = order_threads;
    if (is_slow) {
      options.before_tile_read = [](nav::MeshIndex) {
        std::this_thread::sleep_for(std::chrono::microseconds(300));
      };
    }
    return options;
  }
  Command Draw();
  void Give(std::vector<Command> commands);
  void Mirror(const Command& command, const CommandResult& result);
  void SaveAndRestore();
  std::string RestoreMirror(const std::string& snapshot, const PublishedView& before);
  void StepBoth(const std::vector<Command>& batch);
  void CheckTick();
  void CheckResult(const RequestView& done);
  void Fail(const std::string& what) {
    if (!failure.empty()) return;
    failure = absl::StrCat("world ", number_, " (", drawn_.told, "), tick ", world_->tick(), ", after ",
                           last_, ": ", what);
  }

  RandomStream random_;
  const uint64_t number_;
  DriveReport& report_;
  RandomWorld drawn_;
  std::unique_ptr<World> world_;
  std::unique_ptr<World> mirror_;
  std::optional<RandomModel> model_;
  std::optional<nav::PathRunnerFactory> runners_;
  std::unique_ptr<nav::OrderRunner> runner_;
  nav::NavResult own_result_;
  uint64_t first_mesh_tick_ = 1;
  std::deque<std::shared_ptr<const nav::NavView>> meshes_;  // of the ticks from the first one on
  uint64_t sequence_ = 0;
  std::string last_ = "nothing";
  int rests_ = 0;
  HeldMemory warm_;
};

Command WorldDrive::Draw() {
  const size_t row = DrawOperation(random_);
  const nav::SourceId source = kSources[random_.NextBelow(std::size(kSources))];
  const bool is_own = random_.NextBelow(4) != 0;
  const std::vector<WireHandle> requests = is_own ? model_->RequestsOf(source) : model_->recent_requests();
  const std::vector<WireHandle> obstacles = is_own ? model_->ObstaclesOf(source) : model_->recent_obstacles();
  OperationDraw draw{random_, drawn_.low, drawn_.high, requests, obstacles};
  CommandBody body = kOperations[row].draw(draw);
  if (random_.NextBelow(12) == 0) body = Spoiled(body, random_);
  last_ = kOperations[row].name;
  ++report_.applied[row];
  ++report_.operations;
  return {source, ++sequence_, std::move(body)};
}

void WorldDrive::RunTick() {
  std::vector<Command> commands;
  uint32_t count = random_.NextBelow(7);
  if (random_.NextBelow(40) == 0) count *= 10;
  for (uint32_t i = 0; i < count; ++i) commands.push_back(Draw());
  Give(std::move(commands));
}

// Some in the open phase, the others with the tick.
void WorldDrive::Give(std::vector<Command> commands) {
  const size_t open = random_.NextBelow(static_cast<uint32_t>(commands.size()) + 1);
  for (size_t i = 0; i < open; ++i) {
    Mirror(commands[i], world_->ApplyOpen(commands[i]));
  }
  if (failure.empty() && random_.NextBelow(kTicksASave) == 0) SaveAndRestore();
  std::vector<Command> batch(commands.begin() + static_cast<std::ptrdiff_t>(open), commands.end());
  // total order: sequences differ
  std::sort(batch.begin(), batch.end(), [](const Command& a, const Command& b) {
    return a.source != b.source ? a.source < b.source : a.sequence < b.sequence;
  });
  StepBoth(batch);
}

void WorldDrive::StepBoth(const std::vector<Command>& batch) {
  std::vector<CommandResult> results;
  world_->Step(batch, &results);
  if (results.size() != batch.size()) return Fail("not every command has a result");
  for (size_t i = 0; i < batch.size(); ++i) Mirror(batch[i], results[i]);
  mirror_->Step({}, nullptr);
  ++report_.ticks;
  CheckTick();
}

// The mirror gets what the log would give it.
void WorldDrive::Mirror(const Command& command, const CommandResult& result) {
  ++report_.faults[static_cast<size_t>(result.fault)];
  if (std::string fault = model_->Took(mirror_->tick() + 1, command, result); !fault.empty()) Fail(fault);
  CommandLog log;
  log.entries = {{1, command}};
  const auto read = DecodeLog(EncodeLog(log));
  if (!read.ok())
    return Fail(absl::StrCat("the log refuses a command: ", std::string(read.status().message())));
  const CommandResult mirrored = mirror_->ApplyOpen(read->entries[0].command);
  if (mirrored.fault != result.fault || mirrored.handle != result.handle ||
      mirrored.detail != result.detail) {
    Fail(absl::StrCat("the mirror answers otherwise: \"", mirrored.detail, "\" instead of \"", result.detail,
                      "\""));
  }
}

// The mirror stands where the world does. Often the world is not saved, so that a save that changes what
// comes after it shows in the hashes.
void WorldDrive::SaveAndRestore() {
  last_ += ", a save and a restore";
  const auto before = world_->view();
  const std::string snapshot = mirror_->Save();
  if (random_.NextBelow(2) == 0 && world_->Save() != snapshot)
    return Fail("two equal worlds save other bytes");
  if (std::string fault = RestoreMirror(snapshot, *before); !fault.empty()) return Fail(fault);
  ++report_.restores;
  std::string damaged = snapshot;
  char& byte = damaged[random_.NextBelow(static_cast<uint32_t>(damaged.size()))];
  byte = static_cast<char>(byte ^ (1 << random_.NextBelow(8)));
  if (World::Restore(drawn_.options, damaged).ok()) return Fail("a changed byte is not seen");
}

std::string WorldDrive::RestoreMirror(const std::string& snapshot, const PublishedView& before) {
  const int order_threads = static_cast<int>(random_.NextBelow(5));
  const bool is_slow = random_.NextBelow(3) == 0;
  auto restored = World::Restore(OptionsOf(order_threads, is_slow), snapshot);
  if (!restored.ok()) return absl::StrCat("not restored: ", std::string(restored.status().message()));
  const std::string difference = ViewDifference(before, *(*restored)->view());
  if (!difference.empty()) return absl::StrCat("the restored view differs in ", difference);
  if ((*restored)->Save() != snapshot) return "what was restored saves other bytes";
  mirror_ = *std::move(restored);
  return "";
}

void WorldDrive::CheckTick() {
  if (!world_->failure().ok()) return Fail(std::string(world_->failure().message()));
  const platform::StateDigest& digest = world_->hash();
  if (digest.root != mirror_->hash().root) {
    return Fail(absl::StrCat("the mirror has another hash, the first leaf is ",
                             GoldenHash::Of(digest).FirstDifferentLeaf(mirror_->hash())));
  }
  const auto view = world_->view();
  meshes_.push_back(view->mesh);
  if (meshes_.size() > kMeshesKept) {
    meshes_.pop_front();
    ++first_mesh_tick_;
  }
  if (std::string fault = model_->Saw(*view); !fault.empty()) return Fail(fault);
  for (const WireHandle handle : view->finished) {
    ++report_.results;
    CheckResult(*view->Find(handle));
  }
}

// What the worker found on its warm scratch is what anybody finds on the mesh that it had.
void WorldDrive::CheckResult(const RequestView& done) {
  const uint64_t started = done.timing.started_tick;
  if (done.timing.restarts > 0 || started < first_mesh_tick_) return;
  const nav::CompletionCode code = done.result != nullptr ? done.result->code : done.answer->code;
  if (code == nav::CompletionCode::kNoPoints) return;  // The store may have had no room for it.
  if (runner_ == nullptr || random_.NextBelow(50) == 0) runner_ = runners_->Make();
  platform::CostMeter meter;
  runner_->Run(*meshes_[started - first_mesh_tick_], done.request, meter, own_result_);
  own_result_.path.cost_units = std::max(own_result_.path.cost_units, platform::kOrderUnitsMin);
  own_result_.query.cost_units = std::max(own_result_.query.cost_units, platform::kOrderUnitsMin);
  ++report_.compared;
  const auto differs = [&](const auto& own, const auto& published, float own_value, float published_value) {
    Fail(absl::StrCat("a result of type ", static_cast<int>(done.request.type()), " that started in tick ",
                      started, " differs from an own one: code ", static_cast<int>(own.code), " instead of ",
                      static_cast<int>(published.code), ", value ", own_value, " instead of ",
                      published_value, ", units ", own.cost_units, " instead of ", published.cost_units));
  };
  if (done.result != nullptr) {
    const nav::PathResult& own = own_result_.path;
    if (static_cast<const nav::PathSummary&>(own) != *done.result || own.points != done.result->points ||
        own.waypoint_flags != done.result->waypoint_flags || own.point_polys != done.result->point_polys) {
      differs(own, *done.result, own.length, done.result->length);
    }
  } else {
    const nav::QueryResult& own = own_result_.query;
    if (static_cast<const nav::QuerySummary&>(own) != *done.answer || own.items != done.answer->items) {
      differs(own, *done.answer, own.value, done.answer->value);
    }
  }
}

void WorldDrive::Rest() {
  last_ = "the end of all sources";
  std::vector<Command> ends;
  for (const nav::SourceId source : kSources) ends.push_back({source, ++sequence_, EndSource{}});
  Give(std::move(ends));
  for (int tick = 0; tick < kTicksToRest && failure.empty(); ++tick) {
    StepBoth({});
    if (world_->view()->streaming->requested.empty() && tick > 3) break;
  }
  if (!failure.empty()) return;
  const auto view = world_->view();
  if (!model_->is_empty()) return Fail("the model has live handles");
  if (view->figures.slots_in_use != 0) return Fail("slots are in use");
  if (view->objects.records != 0 || view->objects.hazards != 0 || view->objects.cells_in_use != 0) {
    return Fail(absl::StrCat("obstacles are left: ", view->objects.records, " records, ",
                             view->objects.cells_in_use, " cells"));
  }
  meshes_.clear();
  first_mesh_tick_ = world_->tick() + 1;
  runner_.reset();
  own_result_ = {};
  const HeldMemory held = HeldNow();
  report_.held_bytes_max = std::max(report_.held_bytes_max, held.bytes);
  if (++rests_ <= kWarmUps || world_->tick() <= kWarmUpTicks) {
    warm_ = {std::max(warm_.blocks, held.blocks), std::max(warm_.bytes, held.bytes)};
  } else if (held.blocks > warm_.blocks + kBlocksSlack || held.bytes > warm_.bytes + kBytesSlack) {
    Fail(absl::StrCat(held.blocks, " blocks of ", held.bytes, " bytes are held, after the warm-up it were ",
                      warm_.blocks, " of ", warm_.bytes));
  }
}

}  // namespace

DriveReport Drive(const DriveOptions& options) {
  DriveReport report;
  report.applied.resize(kOperations.size());
  std::unique_ptr<WorldDrive> before;
  RandomStream random(options.seed, RandomPurpose::kTest, 911, 0);
  while (report.operations < options.operations && report.failure.empty()) {
    auto drive = std::make_unique<WorldDrive>(options.seed, report.worlds++,
                                              before ? &before->model() : nullptr, report);
    before.reset();
    const uint64_t worth =
        options.world_operations != 0 ? options.world_operations : 200 + random.NextBelow(4000);
    const uint64_t end = std::min(report.operations + worth, options.operations);
    while (report.operations < end && drive->failure.empty()) {
      drive->RunTick();
      if (random.NextBelow(150) == 0 && drive->failure.empty()) drive->Rest();
    }
    drive->AddFigures();
    if (!drive->failure.empty()) report.failure = absl::StrCat("seed ", options.seed, ", ", drive->failure);
    before = std::move(drive);
    if (options.progress) options.progress(report.operations);
  }
  return report;
}

std::string Told(const DriveReport& report) {
  std::string text =
      absl::StrCat(report.operations, " operations in ", report.ticks, " ticks of ", report.worlds,
                   " worlds: ", report.restores, " restored, ", report.results, " results, ", report.compared,
                   " compared, ", report.restarts, " restarts, ", report.tiles_placed, " tiles placed and ",
                   report.tiles_evicted, " given up, at most ", report.held_bytes_max, " bytes at rest\n");
  for (size_t i = 0; i < report.applied.size(); ++i) {
    absl::StrAppend(&text, kOperations[i].name, " ", report.applied[i],
                    i + 1 < report.applied.size() ? ", " : "\n");
  }
  for (size_t i = 0; i < report.faults.size(); ++i) {
    const std::string reason(ReasonOf(static_cast<CommandFault>(i)));
    absl::StrAppend(&text, reason.empty() ? "applied" : reason, " ", report.faults[i],
                    i + 1 < report.faults.size() ? ", " : "\n");
  }
  if (!report.failure.empty()) absl::StrAppend(&text, "FAILED: ", report.failure, "\n");
  return text;
}

}  // namespace footfall::sim::testing
