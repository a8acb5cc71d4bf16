#include "clients/cli/cmd_test.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "clients/cli/batch/batch_run.h"
#include "clients/cli/batch/files.h"
#include "clients/cli/batch/junit_reader.h"
#include "clients/cli/batch/selection.h"
#include "clients/cli/batch/shard.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/figures.h"
#include "clients/cli/machine.h"
#include "clients/hash/output_paths.h"
#include "sim/scenario_report.h"

namespace footfall::cli {
namespace {

constexpr std::uint64_t kJobsMax = 1024;

std::optional<std::string> EnvironmentVariable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::string>(value);
}

class TestCommand final : public Command {
 public:
  std::string name() const override { return "test"; }
  std::string summary() const override {
    return "Run scenarios and recordings, each in a process of its own; report for CI";
  }

  void Declare(Flags& flags) override {
    flags.Arguments("paths", &words_, 1, "scenarios, recordings, folders that hold them, quoted globs");
    flags.Switch("--list", &list_,
                 "name what would run, its weight in ms (- if no report knows it) and shard; run nothing");
    flags.Texts("--filter", &filters_.any_of,
                "only these: a glob, a part of the path, or re:EXPRESSION; may be repeated");
    flags.Texts("--exclude", &filters_.none_of, "not these, as --filter; may be repeated");
    flags.Text("--shard", &shard_text_, "I/N, from 1/N on; auto: as Slurm, Kubernetes or the CI system says");
    flags.Integer("--shards", &shards_, 1, kShardsMax,
                  "with --shard auto: of how many, where nobody says; also FOOTFALL_SHARDS");
    flags.Texts("--weights", &weights_,
                "JUnit report of an earlier run, by which work is dealt out; may be repeated");
    flags.Integer("--jobs", &jobs_, 1, kJobsMax, "how many at a time; cores by --threads if it is not given");
    flags.Integer("--timeout", &timeout_s_, 1, 86'400, "of each case, s");
    flags.Text("--junit", &options_.junit, "write a JUnit XML report to this file");
    flags.Switch("--resume", &options_.resume,
                 "passes that the report --junit already has are not run again");
    flags.Switch("--fail-fast", &options_.fail_fast, "begin nothing more after the first that does not pass");
    flags.Text("--artifacts", &options_.artifacts, "folder for what each case that does not pass leaves");
    flags.Text("--hashes", &options_.hashes,
               "folder for the hashes of all ticks, for `footfall hashes diff`");
    flags.Text(
        "--base", &options_.base,
        "with --hashes: such a folder of another build; says from which tick and leaf on a case differs");
    flags.Text("--runner", &options_.runner,
               "the footfall to run them with, e.g. of another build [this one]");
    flags.Threads(&options_.threads);
    flags.OrderThreads(&options_.order_threads);
    flags.Json(&json_);
    flags.Quiet(&quiet_);
  }

  int Run() override {
    if (absl::Status status = Select(); !status.ok()) {
      return Fail(name(), status);
    }
    if (list_) {
      List();
      return selected_.empty() ? Empty() : kPassed;
    }
    CatchStopSignals();
    options_.jobs = jobs_.value_or(std::max<std::uint64_t>(1, UsableCores() / options_.threads));
    options_.time_limit = std::chrono::seconds(timeout_s_);
    options_.says_all = !json_ && !quiet_;
    options_.says_faults = !json_;
    if (options_.runner.empty()) {
      options_.runner = OwnProgram();
    }
    BatchRun run(options_, mine_, FileNames(), Order(), MyWeights(), Properties());
    if (absl::Status status = run.Run(); !status.ok()) {
      return Fail(name(), status);
    }
    return Summary(run);
  }

 private:
  absl::Status Select() {
    if (options_.resume && options_.junit.empty()) {
      return absl::InvalidArgumentError("--resume: goes on with a report, which --junit names");
    }
    if (!options_.base.empty() && options_.hashes.empty()) {
      return absl::InvalidArgumentError("--base: is compared with what --hashes writes; give both");
    }
    auto found = FindCases(words_);
    if (found.ok()) {
      found = Filtered(*found, filters_);
    }
    if (!found.ok()) {
      return found.status();
    }
    selected_ = *std::move(found);
    if (absl::Status status = CheckFiles(); !status.ok()) {
      return status;
    }
    if (absl::Status status = ReadShard(); !status.ok()) {
      return status;
    }
    Weights known;
    for (const std::string& report : weights_) {
      const auto suites = ReadJunit(report);
      if (!suites.ok()) {
        return absl::Status(suites.status().code(), "--weights: " + std::string(suites.status().message()));
      }
      for (const auto& [one, weight] : WeightsOf(*suites)) {
        known[one] = weight;
      }
    }
    dealt_ = Deal(selected_, known, shard_.count);
    for (size_t i = 0; i < selected_.size(); ++i) {
      if (dealt_.shards[i] == shard_.number) {
        places_.push_back(i);
        mine_.push_back(selected_[i]);
      }
    }
    return absl::OkStatus();
  }

  absl::Status CheckFiles() const {
    std::error_code error;
    if (!options_.base.empty() && !std::filesystem::is_directory(options_.base, error)) {
      return absl::NotFoundError("--base " + options_.base + ": is no folder that is there");
    }
    if (options_.runner.find('/') == std::string::npos && !options_.runner.empty()) {
      return absl::InvalidArgumentError("--runner " + options_.runner + ": give its path, as ./" +
                                        options_.runner + "; a name alone is looked for nowhere");
    }
    if (!options_.runner.empty() && access(options_.runner.c_str(), X_OK) != 0) {
      return absl::NotFoundError("--runner " + options_.runner + ": " + std::strerror(errno));
    }
    std::vector<client::NamedPath> inputs = {{"--base", options_.base}, {"--runner", options_.runner}};
    for (const std::string& one : selected_) {
      inputs.push_back({"the case", one});
    }
    return client::CheckOutputs(
        {{"--junit", options_.junit}, {"--hashes", options_.hashes}, {"--artifacts", options_.artifacts}},
        inputs);
  }

  absl::Status ReadShard() {
    if (shard_text_ != "auto" && shards_.has_value()) {
      return absl::InvalidArgumentError("--shards: goes with --shard auto");
    }
    if (shard_text_.empty()) {
      return absl::OkStatus();
    }
    const auto shard =
        shard_text_ == "auto" ? ShardFromEnvironment(EnvironmentVariable, shards_) : ParseShard(shard_text_);
    if (!shard.ok()) {
      return shard.status();
    }
    shard_ = *shard;
    return absl::OkStatus();
  }

  // As they are begun: the longest first where it is known.
  std::vector<size_t> Order() const {
    std::vector<size_t> order;
    for (size_t i = 0; i < mine_.size(); ++i) {
      order.push_back(i);
    }
    if (!weights_.empty()) {
      order.clear();
      for (const size_t place : dealt_.longest_first) {
        const auto mine = std::lower_bound(places_.begin(), places_.end(), place);
        if (mine != places_.end() && *mine == place) {
          order.push_back(static_cast<size_t>(mine - places_.begin()));
        }
      }
    }
    return order;
  }

  // Of the whole selection, so that files of shards can be put into one folder.
  std::vector<std::string> FileNames() const {
    const std::vector<std::string> all = FlatNames(selected_);
    std::vector<std::string> names;
    for (const size_t place : places_) {
      names.push_back(all[place]);
    }
    return names;
  }

  std::vector<std::uint64_t> MyWeights() const {
    std::vector<std::uint64_t> weights;
    for (const size_t place : places_) {
      weights.push_back(dealt_.weights[place]);
    }
    return weights;
  }

  // By which `junit-merge` knows what belongs together.
  std::vector<std::pair<std::string, std::string>> Properties() const {
    return {{"shard", std::to_string(shard_.number)},
            {"shards", std::to_string(shard_.count)},
            {"selection_cases", std::to_string(selected_.size())},
            {"selection", SelectionHash(selected_, dealt_)}};
  }

  void List() const {
    auto all = nlohmann::ordered_json::array();
    for (const size_t i : places_) {
      if (json_) {
        all.push_back({{"name", selected_[i]},
                       {"kind", KindOf(selected_[i]) == CaseKind::kScenario ? "scenario" : "recording"},
                       {"weight_ms", nullptr},
                       {"shard", dealt_.shards[i]}});
        if (dealt_.is_known[i]) all.back()["weight_ms"] = dealt_.weights[i];
      } else if (quiet_) {
        std::printf("%s\n", sim::OneLine(selected_[i]).c_str());
      } else {
        const std::string weight = dealt_.is_known[i] ? std::to_string(dealt_.weights[i]) + " ms" : "-";
        std::printf("%s  %s  %u/%u\n", sim::OneLine(selected_[i]).c_str(), weight.c_str(), dealt_.shards[i],
                    shard_.count);
      }
    }
    if (json_) {
      std::printf("%s\n", all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    }
  }

  int Summary(const BatchRun& run) const {
    using State = JunitCase::State;
    const std::int64_t passed = run.Count(State::kPassed);
    Figures figures;
    figures.Add("selected", static_cast<std::int64_t>(selected_.size()));
    figures.Add("shard", std::to_string(shard_.number) + "/" + std::to_string(shard_.count));
    figures.Add(json_ ? "case_count" : "cases", static_cast<std::int64_t>(mine_.size()));
    figures.Add("passed", passed);
    figures.Add("failed", run.Count(State::kFailed));
    figures.Add("errors", run.Count(State::kError));
    figures.Add("not_run", run.Count(State::kNotRun) + run.Count(State::kSkipped));
    figures.Add("stale", StaleCount(run.suite()));
    if (json_) {
      std::printf("%s\n", WithCases(figures, run).c_str());
    } else {
      figures.Print(false);
    }
    if (StopSignal() != 0) {
      return 128 + StopSignal();
    }
    if (selected_.empty()) {
      return Empty();
    }
    return passed == static_cast<std::int64_t>(mine_.size()) ? kPassed : kFailed;
  }

  // The figures and what came of each case, in the order of the selection, as one JSON object.
  static std::string WithCases(const Figures& figures, const BatchRun& run) {
    auto all = nlohmann::ordered_json::parse(figures.Json());
    auto& cases = all["cases"] = nlohmann::ordered_json::array();
    for (size_t i = 0; i < run.suite().cases.size(); ++i) {
      const JunitCase& one = run.suite().cases[i];
      const std::string artifacts = run.ArtifactsOf(i);
      cases.push_back({{"name", one.name},
                       {"verdict", VerdictOf(one.state)},
                       {"seconds", one.seconds},
                       {"message", one.message},
                       {"artifacts", nullptr}});
      if (!artifacts.empty()) cases.back()["artifacts"] = artifacts;
    }
    return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }

  static const char* VerdictOf(JunitCase::State state) {
    switch (state) {
      case JunitCase::State::kPassed:
        return "passed";
      case JunitCase::State::kFailed:
        return "failed";
      case JunitCase::State::kError:
        return "error";
      case JunitCase::State::kNotRun:
        return "not_run";
      case JunitCase::State::kSkipped:
        return "skipped";
    }
    return "";
  }

  // Golden hashes of another state schema: no failures, but wanting `footfall run --update-hash`.
  static std::int64_t StaleCount(const JunitSuite& suite) {
    return std::count_if(suite.cases.begin(), suite.cases.end(), [](const JunitCase& one) {
      const std::string* golden = FindProperty(one.properties, "golden");
      return golden != nullptr && *golden == "stale";
    });
  }

  int Empty() const {
    std::string where;
    for (const std::string& word : words_) {
      where += (where.empty() ? "" : ", ") + word;
    }
    const bool filtered = !filters_.any_of.empty() || !filters_.none_of.empty();
    std::fprintf(stderr, "footfall test: no scenario (*.txtpb) or recording (*.ffrec) in %s%s\n",
                 where.c_str(), filtered ? " passes the filters" : "");
    return kEmpty;
  }

  std::vector<std::string> words_;
  bool list_ = false;
  Filters filters_;
  std::string shard_text_;
  std::optional<std::uint64_t> shards_;
  std::vector<std::string> weights_;
  std::optional<std::uint64_t> jobs_;
  std::uint64_t timeout_s_ = 600;
  BatchOptions options_;
  bool json_ = false;
  bool quiet_ = false;

  std::vector<std::string> selected_;  // by all shards together
  Shard shard_;
  Dealt dealt_;
  std::vector<size_t> places_;  // of this shard's cases in selected_
  std::vector<std::string> mine_;
};

}  // namespace

std::unique_ptr<Command> NewTestCommand() { return std::make_unique<TestCommand>(); }

}  // namespace footfall::cli
