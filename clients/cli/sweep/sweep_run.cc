#include "clients/cli/sweep/sweep_run.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "sim/scenario_run.h"

namespace footfall::cli {
namespace {

class Sweep {
 public:
  Sweep(const sim::Scenario& scenario, std::shared_ptr<const nav::Pack> pack, const SweepOptions& options)
      : scenario_(scenario), pack_(std::move(pack)), options_(options), results_(options.seeds.size()) {}

  absl::StatusOr<std::vector<SweepResult>> Run() {
    std::vector<std::thread> helpers;
    for (size_t i = 1; i < std::min(options_.jobs, results_.size()); ++i) {
      helpers.emplace_back([this] { Work(); });
    }
    Work();
    for (std::thread& helper : helpers) {
      helper.join();
    }
    if (!status_.ok()) {
      return status_;
    }
    return std::move(results_);
  }

 private:
  void Work() {
    for (size_t i = next_++; i < results_.size() && !stopped_; i = next_++) {
      const absl::Status status = RunOne(options_.seeds[i], &results_[i]);
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!status.ok()) {
        status_ = status;
        stopped_ = true;
        return;
      }
      if (options_.on_ended) {
        options_.on_ended(++ended_);
      }
    }
  }

  absl::Status RunOne(std::uint64_t seed, SweepResult* result) const {
    sim::RunOptions run;
    run.seed = seed;
    run.threads = options_.threads;
    run.order_threads = options_.order_threads;
    run.profile = options_.profile;
    run.sets = options_.sets;
    absl::StatusOr<sim::RunReport> report = sim::RunScenario(
        scenario_, [this](const sim::WorldSource&) { return pack_; }, run);
    if (!report.ok()) {
      return report.status();
    }
    result->seed = seed;
    result->hash = report->final_digest().root;
    result->failures = std::move(report->failures);
    result->metrics = report->metrics;
    return absl::OkStatus();
  }

  const sim::Scenario& scenario_;
  std::shared_ptr<const nav::Pack> pack_;
  const SweepOptions& options_;
  std::vector<SweepResult> results_;
  std::atomic<size_t> next_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  absl::Status status_;  // below the mutex, as ended_
  size_t ended_ = 0;
};

}  // namespace

absl::StatusOr<std::vector<SweepResult>> RunSweep(const sim::Scenario& scenario,
                                                  std::shared_ptr<const nav::Pack> pack,
                                                  const SweepOptions& options) {
  return Sweep(scenario, std::move(pack), options).Run();
}

}  // namespace footfall::cli
