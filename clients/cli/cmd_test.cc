#include "clients/cli/cmd_test.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "clients/cli/child.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/figures.h"
#include "clients/cli/junit.h"
#include "clients/cli/picture.h"
#include "clients/cli/scenario_case.h"
#include "clients/cli/version.h"

namespace footfall::cli {
namespace {

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

const char* Word(JunitCase::State state) {
  switch (state) {
    case JunitCase::State::kPassed:
      return "passed";
    case JunitCase::State::kFailed:
      return "FAILED";
    default:
      return "ERROR";
  }
}

class TestCommand final : public Command {
 public:
  std::string name() const override { return "test"; }
  std::string summary() const override {
    return "Run scenarios, each in a process of its own; report for CI";
  }

  void Declare(Flags& flags) override {
    flags.Arguments("paths", &words_, 1, "scenario files, and folders that hold them");
    flags.Text("--junit", &junit_, "write a JUnit XML report to this file");
    flags.Integer("--time-limit", &time_limit_s_, 1, 86'400, "of each scenario, s");
    flags.Text("--runner", &runner_, "the footfall to run scenarios with, e.g. of another build [this one]");
    flags.Threads(&threads_);
    flags.OrderThreads(&order_threads_);
    flags.Json(&json_);
    flags.Quiet(&quiet_);
  }

  int Run() override {
    const auto paths = FindScenarios(words_);
    if (!paths.ok()) {
      return Fail(name(), paths.status());
    }
    CatchStopSignals();
    timestamp_ = Now();
    for (const std::string& path : *paths) {
      JunitCase one;
      one.name = path;
      one.suite = std::filesystem::path(path).parent_path().string();
      cases_.push_back(one);
    }
    if (const absl::Status status = WriteReport(); !status.ok()) {
      return Fail(name(), status);
    }
    for (JunitCase& one : cases_) {
      if (StopSignal() != 0) {
        break;
      }
      if (const absl::Status status = RunOne(one); !status.ok()) {
        return Fail(name(), status);
      }
    }
    return Summary();
  }

 private:
  absl::Status RunOne(JunitCase& one) {
    const std::vector<std::string> arguments = {runner_.empty() ? OwnProgram() : runner_,
                                                "run",
                                                "--json",
                                                "--threads",
                                                std::to_string(threads_),
                                                "--order-threads",
                                                std::to_string(order_threads_),
                                                one.name};
    const auto child = RunChild(arguments, std::chrono::seconds(time_limit_s_));
    if (!child.ok()) {
      return child.status();
    }
    JudgeRun(*child, &one);
    one.properties.emplace_back("build", VersionText());
    one.properties.emplace_back("threads", std::to_string(threads_));
    one.properties.emplace_back("order_threads", std::to_string(order_threads_));
    if (!json_ && (!quiet_ || one.state != JunitCase::State::kPassed)) {
      std::printf("%s %s (%.2f s)%s%s\n", Word(one.state), one.name.c_str(), one.seconds,
                  one.message.empty() ? "" : ": ", one.message.c_str());
      std::fflush(stdout);
    }
    return WriteReport();
  }

  // Written anew after each scenario, beside and then over the old one: there is a whole report at any time.
  absl::Status WriteReport() const {
    if (junit_.empty()) {
      return absl::OkStatus();
    }
    std::error_code error;
    const std::filesystem::file_status there = std::filesystem::status(junit_, error);
    if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there)) {
      return absl::FailedPreconditionError("--junit: " + junit_ + ": is there and is no regular file");
    }
    const std::string beside = junit_ + ".part";
    if (absl::Status status = WriteText(beside, JunitXml(cases_, timestamp_)); !status.ok()) {
      return status;
    }
    std::filesystem::rename(beside, junit_, error);
    return error ? absl::FailedPreconditionError(junit_ + ": cannot be written: " + error.message())
                 : absl::OkStatus();
  }

  std::int64_t Count(JunitCase::State state) const {
    return std::count_if(cases_.begin(), cases_.end(),
                         [&](const JunitCase& one) { return one.state == state; });
  }

  int Summary() const {
    const std::int64_t passed = Count(JunitCase::State::kPassed);
    const std::int64_t selected = static_cast<std::int64_t>(cases_.size());
    Figures figures;
    figures.Add("scenarios", selected);
    figures.Add("passed", passed);
    figures.Add("failed", Count(JunitCase::State::kFailed));
    figures.Add("errors", Count(JunitCase::State::kError));
    figures.Add("not_run", Count(JunitCase::State::kNotRun));
    figures.Print(json_);
    if (StopSignal() != 0) {
      return 128 + StopSignal();
    }
    if (selected == 0) {
      std::string where;
      for (const std::string& word : words_) {
        where += (where.empty() ? "" : ", ") + word;
      }
      std::fprintf(stderr, "footfall test: no scenario (*.txtpb) in %s\n", where.c_str());
      return kEmpty;
    }
    return passed == selected ? kPassed : kFailed;
  }

  std::vector<std::string> words_;
  std::string junit_;
  std::uint64_t time_limit_s_ = 600;
  std::string runner_;
  std::uint64_t threads_ = 1;
  std::uint64_t order_threads_ = 1;
  bool json_ = false;
  bool quiet_ = false;
  std::string timestamp_;
  std::vector<JunitCase> cases_;
};

}  // namespace

std::unique_ptr<Command> NewTestCommand() { return std::make_unique<TestCommand>(); }

}  // namespace footfall::cli
