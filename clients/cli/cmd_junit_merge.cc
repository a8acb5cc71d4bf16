#include "clients/cli/cmd_junit_merge.h"

#include <cstdio>

#include "clients/cli/batch/files.h"
#include "clients/cli/batch/junit_reader.h"
#include "clients/cli/batch/merge.h"
#include "clients/cli/batch/shard.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/figures.h"
#include "clients/hash/output_paths.h"
#include "platform/files.h"
#include "sim/scenario_report.h"

namespace footfall::cli {
namespace {

class JunitMergeCommand final : public Command {
 public:
  std::string name() const override { return "junit-merge"; }
  std::string summary() const override {
    return "Put the JUnit reports of a batch's shards together; fails where one is missing or a case has "
           "failed";
  }

  void Declare(Flags& flags) override {
    flags.Arguments("reports", &files_, 1, "JUnit reports of `footfall test --junit`");
    flags.Integer("--expect-shards", &expected_, 1, kShardsMax,
                  "how many there must be; else as many as the reports say");
    flags.Output(&output_);
    flags.Json(&json_);
    flags.Quiet(&quiet_);
  }

  int Run() override {
    std::vector<client::NamedPath> inputs;
    for (const std::string& file : files_) {
      inputs.push_back({"the report", file});
    }
    if (const absl::Status status = client::CheckOutputs({{"--output", output_}}, inputs); !status.ok()) {
      return Fail(name(), status);
    }
    std::vector<ShardReport> reports;
    for (const std::string& file : files_) {
      auto suites = ReadJunit(file);
      if (!suites.ok()) {
        return Fail(name(), suites.status());
      }
      reports.push_back({file, *std::move(suites)});
    }
    const Merged merged = MergeReports(std::move(reports), expected_);
    if (!output_.empty()) {
      if (const absl::Status status = platform::ReplaceFile(output_, JunitXml(merged.suites)); !status.ok()) {
        return Fail(name(), status);
      }
    }
    for (const std::string& fault : merged.faults) {
      std::fprintf(stderr, "footfall junit-merge: %s\n", sim::OneLine(fault).c_str());
    }
    return Summary(merged);
  }

 private:
  int Summary(const Merged& merged) const {
    std::int64_t counts[5] = {};
    std::int64_t cases = 0;
    for (const JunitSuite& suite : merged.suites) {
      for (const JunitCase& one : suite.cases) {
        ++counts[static_cast<size_t>(one.state)];
        ++cases;
        if (!quiet_ && !json_ && one.state != JunitCase::State::kPassed && suite.name != "merge") {
          const bool has_ended = one.state != JunitCase::State::kNotRun;
          std::printf("%s: %s\n", sim::OneLine(one.name).c_str(),
                      sim::OneLine(has_ended ? one.message : std::string(kNotRunMessage)).c_str());
        }
      }
    }
    const auto count = [&](JunitCase::State state) { return counts[static_cast<size_t>(state)]; };
    const std::int64_t passed = count(JunitCase::State::kPassed);
    if (!quiet_ || json_) {
      Figures figures;
      figures.Add("reports", static_cast<std::int64_t>(files_.size()));
      figures.Add("cases", cases - static_cast<std::int64_t>(merged.faults.size()));
      figures.Add("passed", passed);
      figures.Add("failed", count(JunitCase::State::kFailed));
      figures.Add("errors",
                  count(JunitCase::State::kError) - static_cast<std::int64_t>(merged.faults.size()));
      figures.Add("not_run", count(JunitCase::State::kNotRun) + count(JunitCase::State::kSkipped));
      figures.Add("faults", merged.faults);
      figures.Print(json_);
    }
    return cases == 0 ? kEmpty : passed == cases ? kPassed : kFailed;
  }

  std::vector<std::string> files_;
  std::optional<std::uint64_t> expected_;
  std::string output_;
  bool json_ = false;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> NewJunitMergeCommand() { return std::make_unique<JunitMergeCommand>(); }

}  // namespace footfall::cli
