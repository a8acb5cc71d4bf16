#include "clients/hash/run_timeline.h"

#include <chrono>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nav/server/slice_observer.h"
#include "nav/server/wait_observer.h"
#include "sim/timeline.h"

namespace footfall::client {
namespace {

constexpr int kMainTrack = 0;

std::string FlagError(const absl::Status& status) {
  return absl::StrCat("--timeline: ", std::string(status.message()));
}

}  // namespace

// Each thread writes its own begin alone.
struct RunTimeline::Recorder final : nav::WaitObserver, nav::SearchObserver {
  using Clock = std::chrono::steady_clock;

  Recorder(std::unique_ptr<sim::TimelineWriter> made, int order_threads)
      : writer(std::move(made)), search_begin_ns(static_cast<size_t>(order_threads) + 1) {
    writer->NameRealTrack(kMainTrack, "main thread");
    for (int thread = 0; thread < order_threads; ++thread) {
      writer->NameRealTrack(thread + 1, absl::StrCat("order thread ", thread));
    }
  }

  int64_t Now() const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
  }
  void WaitBegins() override { wait_begin_ns = Now(); }
  void WaitEnds() override { writer->RealSpan(kMainTrack, "wait for a search", wait_begin_ns, Now()); }
  void SearchBegins(int thread, nav::RequestType /*type*/) override {
    search_begin_ns[static_cast<size_t>(thread)] = Now();
  }
  void SearchEnds(int thread) override {
    const auto index = static_cast<size_t>(thread);
    const bool is_main = index + 1 == search_begin_ns.size();
    writer->RealSpan(is_main ? kMainTrack : thread + 1, "search", search_begin_ns[index], Now());
  }
  void TickEnds(uint64_t tick) {
    const int64_t now_ns = Now();
    const char* const before = tick == 1 ? "world opened, tick " : "tick ";
    writer->RealSpan(kMainTrack, absl::StrCat(before, tick), tick_begin_ns, now_ns);
    tick_begin_ns = now_ns;
  }

  const Clock::time_point begin = Clock::now();
  std::unique_ptr<sim::TimelineWriter> writer;
  int64_t wait_begin_ns = 0;
  int64_t tick_begin_ns = 0;
  std::vector<int64_t> search_begin_ns;  // by order thread, then the main thread's
};

RunTimeline::RunTimeline() = default;
RunTimeline::~RunTimeline() = default;

absl::Status RunTimeline::Begin(const std::string& path, const sim::Scenario& scenario,
                                sim::RunOptions& options) {
  if (path.empty()) {
    return absl::OkStatus();
  }
  const auto profile = sim::ScenarioProfile(scenario, options.profile, options.sets);
  if (!profile.ok()) {
    return profile.status();
  }
  absl::StatusOr<std::unique_ptr<sim::TimelineWriter>> writer = sim::TimelineWriter::Create(path, *profile);
  if (!writer.ok()) {
    return absl::InvalidArgumentError(FlagError(writer.status()));
  }
  recorder_ = std::make_unique<Recorder>(*std::move(writer), options.order_threads);
  options.schedule_observer = recorder_->writer.get();
  options.wait_observer = recorder_.get();
  options.search_observer = recorder_.get();
  options.after_tick = [recorder = recorder_.get(), before = options.after_tick](const sim::World& world) {
    if (before) before(world);
    recorder->TickEnds(world.tick());
  };
  return absl::OkStatus();
}

absl::Status RunTimeline::Finish() {
  if (recorder_ == nullptr) {
    return absl::OkStatus();
  }
  const absl::Status status = recorder_->writer->Finish();
  return status.ok() ? status : absl::InvalidArgumentError(FlagError(status));
}

}  // namespace footfall::client
