#include "clients/cli/cmd_sweep.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "clients/cli/batch/files.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/machine.h"
#include "clients/cli/sweep/histogram_svg.h"
#include "clients/cli/sweep/seeds.h"
#include "clients/cli/sweep/sweep_report.h"
#include "clients/cli/sweep/sweep_run.h"
#include "clients/hash/output_paths.h"
#include "clients/hash/world_source.h"
#include "platform/files.h"

namespace footfall::cli {
namespace {

constexpr std::uint64_t kJobsMax = 256;

class SweepCommand final : public Command {
 public:
  std::string name() const override { return "sweep"; }
  std::string summary() const override {
    return "Run one scenario under many seeds; table, CSV and picture of what comes of it";
  }

  void Declare(Flags& flags) override {
    flags.Arguments("scenario", &words_, 1, "scenario file (.txtpb)");
    flags.Text("--seeds", &seeds_, "as 1..1000, or 1..10,77");
    flags.Texts("--metric", &metrics_,
                "what to measure, e.g. path_length_mean; may be repeated [complete, partial, refused, "
                "path_length_mean, latency_p95, waiting_ticks]; an unknown name lists all");
    flags.Integer("--jobs", &jobs_, 1, kJobsMax, "runs at a time; cores by --threads if it is not given");
    flags.Text("--csv", &csv_, "write a line a seed to this file");
    flags.Text("--svg", &svg_, "draw a histogram of each metric into this file");
    flags.Texts("--set", &options_.sets, "key=value over the profile; may be repeated");
    flags.Threads(&threads_);
    flags.OrderThreads(&order_threads_);
    flags.Profile(&options_.profile);
    flags.Json(&json_);
    flags.Quiet(&quiet_);
  }

  int Run() override {
    if (absl::Status status = Read(); !status.ok()) {
      return Fail(name(), status);
    }
    const auto scenario = sim::LoadScenario(words_.front());
    if (!scenario.ok()) {
      return Fail(name(), scenario.status());
    }
    if (absl::Status status = CheckFiles(*scenario); !status.ok()) {
      return Fail(name(), status);
    }
    auto pack = client::OpenWorldSource(scenario->world);
    if (!pack.ok()) {
      return Fail(name(), pack.status());
    }
    const auto results = RunSweep(*scenario, *std::move(pack), options_);
    if (isatty(STDERR_FILENO) == 1) {
      std::fprintf(stderr, "\r\x1B[K");
    }
    if (!results.ok()) {
      return Fail(name(), results.status());
    }
    const std::vector<SweptMetric> swept = MetricsOver(*results, chosen_);
    if (absl::Status status = Write(scenario->name, *results, swept); !status.ok()) {
      return Fail(name(), status);
    }
    if (json_ || !quiet_) {
      const std::string text =
          json_ ? SweepJson(scenario->name, *results, swept) : SweepText(*results, swept);
      std::fwrite(text.data(), 1, text.size(), stdout);
    }
    const bool passed = std::all_of(results->begin(), results->end(),
                                    [](const SweepResult& result) { return result.failures.empty(); });
    return passed ? kPassed : kFailed;
  }

 private:
  absl::Status Read() {
    if (words_.size() != 1) {
      return absl::InvalidArgumentError(std::to_string(words_.size()) + " scenarios given, takes 1");
    }
    if (seeds_.empty()) {
      return absl::InvalidArgumentError("--seeds is needed, as 1..1000");
    }
    auto seeds = ParseSeeds("--seeds", seeds_);
    if (!seeds.ok()) {
      return seeds.status();
    }
    for (const std::string& text : metrics_) {
      const auto metric = ParseMetric(text);
      if (!metric.ok()) {
        return metric.status();
      }
      chosen_.push_back(*metric);
    }
    if (chosen_.empty()) {
      using sim::RunMetric;
      chosen_ = {RunMetric::kComplete,       RunMetric::kPartial,    RunMetric::kRefused,
                 RunMetric::kPathLengthMean, RunMetric::kLatencyP95, RunMetric::kWaitingTicks};
    }
    options_.seeds = *std::move(seeds);
    options_.threads = static_cast<int>(threads_);
    options_.order_threads = static_cast<int>(order_threads_);
    options_.jobs = jobs_.value_or(std::max<std::uint64_t>(1, UsableCores() / threads_));
    if (isatty(STDERR_FILENO) == 1 && !quiet_ && !json_) {
      options_.on_ended = [this](size_t ended) { ShowProgress(ended); };
    }
    return absl::OkStatus();
  }

  // Before the runs, which take long.
  absl::Status CheckFiles(const sim::Scenario& scenario) const {
    absl::Status status = client::CheckOutputs({{"--csv", csv_}, {"--svg", svg_}},
                                               client::InputsOf(words_.front(), scenario, options_.profile));
    for (const std::string& path : {csv_, svg_}) {
      if (status.ok() && !path.empty()) {
        status = platform::CheckReplaceable(path);
      }
    }
    return status;
  }

  void ShowProgress(size_t ended) {
    const auto now = std::chrono::steady_clock::now();
    if (now - shown_ < std::chrono::milliseconds(100)) {
      return;
    }
    shown_ = now;
    const double took = std::chrono::duration<double>(now - begin_).count();
    std::fprintf(stderr, "\r\x1B[K%zu of %zu seeds, about %.0f s left", ended, options_.seeds.size(),
                 took / static_cast<double>(ended) * static_cast<double>(options_.seeds.size() - ended));
  }

  absl::Status Write(const std::string& scenario, const std::vector<SweepResult>& results,
                     const std::vector<SweptMetric>& swept) const {
    absl::Status status = absl::OkStatus();
    if (!csv_.empty()) {
      status = platform::ReplaceFile(csv_, SweepCsv(results, chosen_));
    }
    if (status.ok() && !svg_.empty()) {
      const std::string title = scenario + ", " + std::to_string(results.size()) + " seeds";
      status = platform::ReplaceFile(svg_, HistogramSvg(title, swept));
    }
    return status;
  }

  std::vector<std::string> words_;
  std::string seeds_;
  std::vector<std::string> metrics_;
  std::optional<std::uint64_t> jobs_;
  std::string csv_;
  std::string svg_;
  std::uint64_t threads_ = 1;
  std::uint64_t order_threads_ = 1;
  bool json_ = false;
  bool quiet_ = false;
  SweepOptions options_;
  std::vector<sim::RunMetric> chosen_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point shown_{};
};

}  // namespace

std::unique_ptr<Command> NewSweepCommand() { return std::make_unique<SweepCommand>(); }

}  // namespace footfall::cli
