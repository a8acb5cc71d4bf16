#include "clients/cli/cmd_bot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "clients/cli/bot.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/figures.h"
#include "clients/cli/picture.h"
#include "clients/cli/remote.h"

namespace footfall::cli {
namespace {

// The value below which a share of the sorted values lies.
double Quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) {
    return 0;
  }
  const auto index = static_cast<size_t>(std::lround(share * static_cast<double>(sorted.size() - 1)));
  return sorted[index];
}

class BotCommand final : public Command {
 public:
  std::string name() const override { return "bot"; }
  std::string summary() const override {
    return "Submit, poll and fetch paths between random reachable pairs";
  }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Integer("--pairs", &pairs_, 1, 1'000'000, "how many paths");
    flags.Seed(&seed_);
    flags.Switch("--step", &step_, "step a paused world from here");
    flags.Switch("--lock-step", &lock_step_, "as a lock-step member: every tick waits for this bot");
    flags.Output(&output_);
    flags.Json(&json_);
    flags.Quiet(&quiet_);
  }

  int Run() override {
    if (step_ && lock_step_) {
      return Fail(name(), absl::InvalidArgumentError("--step and --lock-step exclude each other"));
    }
    BotOptions options;
    options.pairs = pairs_;
    options.seed = seed_.value_or(1);
    options.drive = step_ ? BotDrive::kStep : lock_step_ ? BotDrive::kLockStep : BotDrive::kWait;
    const absl::StatusOr<BotReport> report = RunBot(remote_.Connect(), options);
    if (!report.ok()) {
      return Fail(name(), report.status());
    }
    if (!output_.empty()) {
      std::string lines;
      for (const BotPath& path : report->paths) {
        const auto start = MessageJson(path.start, false);
        const auto goal = MessageJson(path.goal, false);
        const auto result = MessageJson(path.result, false);
        for (const auto* json : {&start, &goal, &result}) {
          if (!json->ok()) {
            return Fail(name(), json->status());
          }
        }
        lines += "{\"start\":" + *start + ",\"goal\":" + *goal + ",\"result\":" + *result + "}\n";
      }
      if (const absl::Status status = WriteText(output_, lines); !status.ok()) {
        return Fail(name(), status);
      }
    }
    return Summary(*report);
  }

 private:
  int Summary(const BotReport& report) const {
    std::vector<double> ticks;
    double length = 0;
    std::int64_t complete = 0;
    Figures outcomes;
    for (const BotPath& path : report.paths) {
      const v1::NavTiming& timing = path.result.timing();
      ticks.push_back(static_cast<double>(timing.visible_tick()) -
                      static_cast<double>(timing.submitted_tick()));
      length += static_cast<double>(path.result.length());
      complete += path.result.outcome() == v1::NAV_OUTCOME_COMPLETE ? 1 : 0;
    }
    for (int outcome = v1::NavOutcome_MIN; outcome <= v1::NavOutcome_MAX; ++outcome) {
      const auto count = std::count_if(report.paths.begin(), report.paths.end(),
                                       [&](const BotPath& path) { return path.result.outcome() == outcome; });
      if (count > 0) {
        outcomes.Add(OutcomeText(static_cast<v1::NavOutcome>(outcome)), std::int64_t{count});
      }
    }
    std::sort(ticks.begin(), ticks.end());
    Figures figures;
    figures.Add("pairs", static_cast<std::int64_t>(report.paths.size()));
    figures.Add("found", complete);
    figures.Add("outcomes", std::move(outcomes));
    figures.Add("length_m", length, 3);
    figures.Add("latency_ticks_p50", static_cast<std::int64_t>(Quantile(ticks, 0.5)));
    figures.Add("latency_ticks_p99", static_cast<std::int64_t>(Quantile(ticks, 0.99)));
    figures.Add("polls", report.polls);
    figures.Add("refused_and_tried_again", report.refusals);
    if (!quiet_) {
      figures.Print(json_);
    }
    return complete == static_cast<std::int64_t>(report.paths.size()) ? kPassed : kFailed;
  }

  Remote remote_;
  std::uint64_t pairs_ = 100;
  std::optional<std::uint64_t> seed_;
  bool step_ = false;
  bool lock_step_ = false;
  std::string output_;
  bool json_ = false;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> NewBotCommand() { return std::make_unique<BotCommand>(); }

}  // namespace footfall::cli
