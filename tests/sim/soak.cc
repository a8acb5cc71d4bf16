#include "tests/sim/soak.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "platform/check.h"
#include "platform/random.h"
#include "tests/sim/random_model.h"
#include "tests/sim/random_operations.h"
#include "tests/sim/random_world.h"

namespace footfall::sim::testing {
namespace {

constexpr nav::SourceId kSources[] = {0, 1, 2, 3, 4096, 4097, 70000};
// A tick has fewer commands than this.
constexpr uint32_t kCommandsEnd = 3;

class SoakedWorld {
 public:
  SoakedWorld(const SoakOptions& options, SoakReport& report)
      : random_(options.seed, platform::RandomPurpose::kTest, 940, 0), report_(report) {
    drawn_ = DrawWorld(random_, 1);
    report_.world = drawn_.told;
    WorldOptions made = drawn_.options;
    made.order_threads = options.order_threads;
    auto world = World::Create(std::move(made));
    FOOTFALL_CHECK(world.ok());
    world_ = *std::move(world);
    model_ = std::make_unique<RandomModel>(*world_, nullptr);
    report_.given.resize(kOperations.size());
    report_.applied.resize(kOperations.size());
  }

  void RunBusyTo(uint64_t tick) {
    while (world_->tick() < tick && report_.failure.empty()) RunTick();
  }

  void RestUntil(uint64_t tick) {
    for (const nav::SourceId source : kSources) batch_.push_back({source, ++sequence_, EndSource{}});
    Step();
    while (world_->tick() < tick && report_.failure.empty()) Step();
    if (!report_.failure.empty()) return;
    const auto view = world_->view();
    if (!model_->is_empty() || view->figures.slots_in_use != 0) Fail("requests are left at rest");
    if (view->objects.records != 0 || view->objects.hazards != 0) Fail("objects are left at rest");
  }

  SoakMoment Moment() const { return {world_->tick(), world_->hash().root, HeldNow()}; }

 private:
  void RunTick() {
    const uint32_t count = random_.NextBelow(kCommandsEnd);
    for (uint32_t i = 0; i < count; ++i) {
      const nav::SourceId source = kSources[random_.NextBelow(std::size(kSources))];
      const size_t row = DrawOperation(random_);
      batch_.push_back({source, ++sequence_, Draw(row, source)});
      rows_.push_back(row);
    }
    Step();
  }

  CommandBody Draw(size_t row, nav::SourceId source) {
    const bool is_own = random_.NextBelow(4) != 0;
    const std::vector<WireHandle> requests = is_own ? model_->RequestsOf(source) : model_->recent_requests();
    const std::vector<WireHandle> obstacles =
        is_own ? model_->ObstaclesOf(source) : model_->recent_obstacles();
    OperationDraw draw{random_, drawn_.low, drawn_.high, requests, obstacles};
    CommandBody body = kOperations[row].draw(draw);
    return random_.NextBelow(12) == 0 ? Spoiled(body, random_) : body;
  }

  // Gives the batch; drawn commands have their rows.
  void Step() {
    if (!report_.failure.empty()) return;
    results_.clear();
    world_->Step(batch_, &results_);
    if (!world_->failure().ok()) return Fail(std::string(world_->failure().message()));
    report_.commands += batch_.size();
    for (size_t i = 0; i < batch_.size(); ++i) {
      if (std::string fault = model_->Took(world_->tick(), batch_[i], results_[i]); !fault.empty())
        Fail(fault);
      if (rows_.empty()) continue;
      ++report_.given[rows_[i]];
      if (results_[i].fault == CommandFault::kNone) ++report_.applied[rows_[i]];
    }
    batch_.clear();
    rows_.clear();
    const auto view = world_->view();
    report_.results += view->finished.size();
    if (std::string fault = model_->Saw(*view); !fault.empty()) Fail(fault);
  }

  void Fail(const std::string& what) {
    if (report_.failure.empty()) report_.failure = absl::StrCat("tick ", world_->tick(), ": ", what);
  }

  platform::RandomStream random_;
  SoakReport& report_;
  RandomWorld drawn_;
  std::unique_ptr<World> world_;
  std::unique_ptr<RandomModel> model_;
  uint64_t sequence_ = 0;
  std::vector<Command> batch_;
  std::vector<size_t> rows_;  // parallel to batch_, or empty
  std::vector<CommandResult> results_;
};

std::string Growth(const SoakMoment& first, const SoakMoment& last) {
  if (last.held.blocks <= first.held.blocks + kSoakBlocksSlack &&
      last.held.bytes <= first.held.bytes + kSoakBytesSlack) {
    return "";
  }
  return absl::StrCat("memory grows: ", last.held.blocks, " blocks of ", last.held.bytes,
                      " bytes are held after tick ", last.tick, ", after tick ", first.tick, " it were ",
                      first.held.blocks, " of ", first.held.bytes);
}

}  // namespace

SoakReport Soak(const SoakOptions& options) {
  FOOTFALL_CHECK(options.told_every > kSoakRestTicks && options.ticks % options.told_every == 0);
  SoakReport report;
  report.moments.reserve(options.ticks / options.told_every);
  SoakedWorld world(options, report);
  for (uint64_t tick = options.told_every; tick <= options.ticks && report.failure.empty();
       tick += options.told_every) {
    world.RunBusyTo(tick - kSoakRestTicks);
    world.RestUntil(tick);
    if (!report.failure.empty()) break;
    report.moments.push_back(world.Moment());
    if (options.told) options.told(report.moments.back());
  }
  if (report.failure.empty()) report.failure = Growth(report.moments.front(), report.moments.back());
  return report;
}

}  // namespace footfall::sim::testing
