#include "clients/cli/cmd_compare.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "absl/strings/str_split.h"
#include "clients/cli/comparison_report.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/picture.h"
#include "clients/hash/output_paths.h"
#include "clients/hash/world_source.h"
#include "sim/profile_comparison.h"

namespace footfall::cli {
namespace {

class CompareCommand final : public Command {
 public:
  std::string name() const override { return "compare"; }
  std::string summary() const override {
    return "Run a scenario under several profiles; latency in its parts, refusals, tables";
  }

  void Declare(Flags& flags) override {
    flags.Arguments("scenario", &words_, 1, "scenario file (.txtpb)");
    flags.Text("--profiles", &profiles_, "names or files, commas between; all built-in ones unless told");
    flags.Text("--sweep", &sweep_,
               "KEY=VALUE,VALUE,...: each profile runs once a value; main_load in percent of a tick, or a "
               "figure of the profile");
    flags.Integer("--main-load", &main_load_, 0, 1000, "percent of each tick that keeps the main core busy");
    flags.Texts("--set", &options_.sets, "key=value over every profile; may be repeated");
    flags.Switch("--csv", &csv_, "comma-separated values, a line a run");
    flags.Text("--svg", &svg_, "file for a picture of the latencies");
    flags.Output(&output_);
    flags.Threads(&threads_);
    flags.OrderThreads(&order_threads_);
    flags.Seed(&options_.seed);
    flags.Json(&json_);
  }

  int Run() override {
    const absl::Status status = Compare();
    return status.ok() ? kPassed : Fail(name(), status);
  }

 private:
  absl::Status Compare() {
    if (words_.size() != 1) {
      return absl::InvalidArgumentError(std::to_string(words_.size()) + " scenarios given, takes 1");
    }
    if (json_ && csv_) {
      return absl::InvalidArgumentError("--json and --csv do not go together");
    }
    if (absl::Status status = CheckProfileList(); !status.ok()) {
      return status;
    }
    absl::StatusOr<std::vector<sim::ComparedVariant>> variants = Variants();
    if (!variants.ok()) {
      return variants.status();
    }
    const absl::StatusOr<sim::Scenario> scenario = sim::LoadScenario(words_.front());
    if (!scenario.ok()) {
      return scenario.status();
    }
    if (absl::Status status = CheckFiles(*scenario); !status.ok()) {
      return status;
    }
    options_.threads = static_cast<int>(threads_);
    options_.order_threads = static_cast<int>(order_threads_);
    std::vector<sim::ComparedRun> runs;
    for (const std::string& profile : ProfileList()) {
      for (const sim::ComparedVariant& variant : *variants) {
        absl::StatusOr<sim::ComparedRun> run =
            sim::RunCompared(*scenario, KeepingResolver(), profile, variant, options_);
        if (!run.ok()) {
          return absl::Status(run.status().code(),
                              "profile " + profile + ": " + std::string(run.status().message()));
        }
        runs.push_back(*std::move(run));
      }
    }
    return Print(*scenario, runs);
  }

  // Before the runs, which take long.
  absl::Status CheckFiles(const sim::Scenario& scenario) const {
    std::vector<client::NamedPath> inputs = client::InputsOf(words_.front(), scenario, "");
    for (const std::string& profile : ProfileList()) {
      inputs.push_back({"--profiles", profile});
    }
    absl::Status status = client::CheckOutputs({{"--svg", svg_}, {"--output", output_}}, inputs);
    for (const std::string& path : {svg_, output_}) {
      if (status.ok()) {
        status = CheckText(path);
      }
    }
    return status;
  }

  absl::StatusOr<std::vector<sim::ComparedVariant>> Variants() const {
    if (!sweep_.empty() && main_load_.has_value()) {
      return absl::InvalidArgumentError("--sweep and --main-load do not go together");
    }
    if (main_load_.has_value()) {
      return std::vector<sim::ComparedVariant>{{"main_load", std::to_string(*main_load_)}};
    }
    if (sweep_.empty()) {
      return std::vector<sim::ComparedVariant>(1);
    }
    absl::StatusOr<std::vector<sim::ComparedVariant>> variants = sim::ParseSweep(sweep_);
    return variants.ok() ? std::move(variants)
                         : absl::InvalidArgumentError("--" + std::string(variants.status().message()));
  }

  std::vector<std::string> ProfileList() const {
    if (!profiles_.empty()) {
      return absl::StrSplit(profiles_, ',');
    }
    const std::vector<std::string_view> names = platform::ProfileNames();
    return {names.begin(), names.end()};
  }

  absl::Status CheckProfileList() const {
    const std::vector<std::string> list = ProfileList();
    for (auto one = list.begin(); one != list.end(); ++one) {
      if (one->empty()) {
        return absl::InvalidArgumentError("--profiles: '" + profiles_ + "' has an empty name");
      }
      if (std::find(list.begin(), one, *one) != one) {
        return absl::InvalidArgumentError("--profiles: " + *one + " is there twice");
      }
    }
    return absl::OkStatus();
  }

  // A city is built once for all runs.
  sim::WorldResolver KeepingResolver() {
    return [this](const sim::WorldSource& source) -> absl::StatusOr<std::shared_ptr<const nav::Pack>> {
      // Content packs are files, which open fast.
      const auto* file = std::get_if<sim::PackSource>(&source);
      if (file != nullptr) {
        return client::OpenWorldSource(source);
      }
      if (pack_ == nullptr) {
        auto pack = client::OpenWorldSource(source);
        if (!pack.ok()) {
          return pack.status();
        }
        pack_ = *std::move(pack);
      }
      return pack_;
    };
  }

  absl::Status Print(const sim::Scenario& scenario, const std::vector<sim::ComparedRun>& runs) const {
    if (!svg_.empty()) {
      const std::string title =
          "Scenario " + scenario.name + ", " + std::to_string(scenario.ticks) + " ticks";
      if (absl::Status status = WriteText(svg_, ComparisonSvg(title, runs)); !status.ok()) {
        return status;
      }
    }
    const std::string text = json_ ? ComparisonJson(runs) : csv_ ? ComparisonCsv(runs) : ComparisonText(runs);
    if (!output_.empty()) {
      return WriteText(output_, text);
    }
    std::fputs(text.c_str(), stdout);
    return absl::OkStatus();
  }

  std::vector<std::string> words_;
  std::string profiles_;
  std::string sweep_;
  std::optional<std::uint64_t> main_load_;
  std::string svg_;
  std::string output_;
  bool csv_ = false;
  bool json_ = false;
  std::uint64_t threads_ = 1;
  std::uint64_t order_threads_ = 1;
  sim::CompareOptions options_;
  std::shared_ptr<const nav::Pack> pack_;
};

}  // namespace

std::unique_ptr<Command> NewCompareCommand() { return std::make_unique<CompareCommand>(); }

}  // namespace footfall::cli
