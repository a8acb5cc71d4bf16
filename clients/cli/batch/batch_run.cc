#include "clients/cli/batch/batch_run.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "clients/cli/batch/files.h"
#include "clients/cli/batch/fingerprints.h"
#include "clients/cli/batch/hash_diff.h"
#include "clients/cli/batch/junit_reader.h"
#include "clients/cli/batch/selection.h"
#include "clients/cli/batch/verdict.h"
#include "clients/cli/version.h"
#include "platform/files.h"
#include "sim/scenario_report.h"

namespace footfall::cli {
namespace {

using State = JunitCase::State;
using Clock = std::chrono::steady_clock;

// Above so many cases a report is not written after each of them but once in a while; what a kill then takes
// away reads as not ended.
constexpr size_t kWriteAlwaysCases = 1000;
constexpr auto kWriteAgain = std::chrono::seconds(1);

constexpr char kFingerprint[] = "fingerprint";
constexpr char kBase[] = "base";

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

const char* WordOf(State state) {
  switch (state) {
    case State::kPassed:
      return "passed";
    case State::kFailed:
      return "FAILED";
    default:
      return "ERROR";
  }
}

// A path that no program takes for a flag.
std::string AsArgument(const std::string& path) { return path.starts_with('-') ? "./" + path : path; }

// What is told beside the verdict.
std::string Remark(const JunitCase& one) {
  std::string remark = one.message.empty() ? "" : ": " + one.message;
  const std::string* base = FindProperty(one.properties, kBase);
  const std::string* tick = FindProperty(one.properties, kFirstDifferentTick);
  const std::string* leaf = FindProperty(one.properties, kFirstDifferentLeaf);
  if (base != nullptr && tick != nullptr && leaf != nullptr) {
    remark +=
        ": differs from the base from tick " + *tick + " on" + (leaf->empty() ? "" : ", first in " + *leaf);
  } else if (base != nullptr && base->find(' ') != std::string::npos) {
    remark += ": cannot be compared with the base: " + *base;
  }
  const std::string* ticks = FindProperty(one.properties, "ticks");
  if (one.state == State::kPassed && ticks != nullptr && *ticks == "0") {
    remark += ": 0 ticks";
  }
  const std::string* golden = FindProperty(one.properties, "golden");
  if (golden != nullptr && *golden == "stale") {
    remark += ": the golden hash is stale";
  }
  return remark;
}

}  // namespace

BatchRun::BatchRun(BatchOptions options, const std::vector<std::string>& cases,
                   std::vector<std::string> file_names, std::vector<size_t> order,
                   std::vector<std::uint64_t> weights,
                   std::vector<std::pair<std::string, std::string>> properties)
    : options_(std::move(options)),
      order_(std::move(order)),
      file_names_(std::move(file_names)),
      progress_(std::move(weights), options_.says_all),
      ended_(cases.size()),
      kept_(cases.size()) {
  suite_.timestamp = Now();
  suite_.properties = std::move(properties);
  for (const std::string& path : cases) {
    JunitCase one;
    one.name = path;
    one.suite = std::filesystem::path(path).parent_path().string();
    suite_.cases.push_back(std::move(one));
  }
  fingerprints_.resize(cases.size());
}

std::int64_t BatchRun::Count(State state) const {
  return std::count_if(suite_.cases.begin(), suite_.cases.end(),
                       [&](const JunitCase& one) { return one.state == state; });
}

absl::Status BatchRun::Run() {
  // Only a report keeps them.
  Fingerprints fingerprints(options_.runner, absl::StrCat(options_.threads, " ", options_.order_threads));
  for (size_t i = 0; i < suite_.cases.size() && !options_.junit.empty(); ++i) {
    fingerprints_[i] = fingerprints.Of(suite_.cases[i].name);
  }
  absl::Status status = options_.resume ? Resume() : absl::OkStatus();
  if (status.ok()) {
    status = FindOutWhatItLeaves();
  }
  if (status.ok() && !options_.hashes.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options_.hashes, error);
    status = error ? absl::FailedPreconditionError(options_.hashes + ": cannot be made: " + error.message())
                   : status;
  }
  if (status.ok()) {
    status = WriteReport(true);
  }
  if (status.ok()) {
    status = RunChildren(
        options_.jobs, options_.time_limit, [this] { return Next(); },
        [this](size_t index, const ChildResult& child) { return Done(index, child); });
  }
  if (!status.ok()) {
    return status;
  }
  Say();
  for (JunitCase& one : suite_.cases) {
    if (one.state == State::kNotRun && !first_fault_.empty() && options_.fail_fast && StopSignal() == 0) {
      one.state = State::kSkipped;
      one.message = "not run: " + first_fault_ + " did not pass (--fail-fast)";
    }
  }
  progress_.End();
  return WriteReport(true);
}

absl::Status BatchRun::Resume() {
  const auto earlier = ReadJunit(options_.junit);
  if (absl::IsNotFound(earlier.status())) {
    return absl::OkStatus();  // Nothing was begun: a job that is put in the queue again need not know.
  }
  if (!earlier.ok()) {
    return earlier.status();
  }
  for (const JunitSuite& suite : *earlier) {
    for (const JunitCase& one : suite.cases) {
      const auto mine = std::find_if(suite_.cases.begin(), suite_.cases.end(),
                                     [&](const JunitCase& other) { return other.name == one.name; });
      const std::string* fingerprint = FindProperty(one.properties, kFingerprint);
      if (one.state != State::kPassed || mine == suite_.cases.end() || fingerprint == nullptr) {
        continue;
      }
      const auto index = static_cast<size_t>(mine - suite_.cases.begin());
      if (!fingerprint->empty() && *fingerprint == fingerprints_[index]) {
        if (!HasOutputs(index)) {
          continue;
        }
        *mine = one;
        if (!options_.base.empty()) {
          // It may have been compared with another one.
          std::erase_if(mine->properties, [](const auto& property) {
            return property.first == kBase || property.first == kFirstDifferentTick ||
                   property.first == kFirstDifferentLeaf;
          });
          CompareWithBase(index);
        }
        ended_[index] = true;
        kept_[index] = true;
        progress_.Ended(index, true);
      }
    }
  }
  return absl::OkStatus();
}

bool BatchRun::HasOutputs(size_t index) const {
  // Artifacts are of cases that did not pass, and those are run again.
  const std::string hashes = HashesOf(index);
  std::error_code error;
  return hashes.empty() || std::filesystem::is_regular_file(hashes, error);
}

absl::Status BatchRun::FindOutWhatItLeaves() {
  std::string help;
  if (!options_.artifacts.empty()) {
    std::optional<ChildJob> job = ChildJob{0, {options_.runner, "run", "--help"}};
    absl::Status status = RunChildren(
        1, options_.time_limit, [&] { return std::exchange(job, std::nullopt); },
        [&](size_t, const ChildResult& child) {
          help = child.standard_output;
          return absl::OkStatus();
        });
    if (!status.ok()) {
      return status;
    }
  }
  artifacts_.emplace(options_.artifacts, file_names_, std::move(help));
  return artifacts_->Begin();
}

std::optional<ChildJob> BatchRun::Next() {
  while (begun_ < order_.size() && ended_[order_[begun_]]) {
    ++begun_;
  }
  if (begun_ == order_.size() || (options_.fail_fast && !first_fault_.empty())) {
    return std::nullopt;
  }
  const size_t index = order_[begun_++];
  NoteArtifacts(index, artifacts_->Prepare(index));
  progress_.Begun();
  return ChildJob{index, ArgumentsOf(index)};
}

absl::Status BatchRun::Done(size_t index, const ChildResult& child) {
  JunitCase& one = suite_.cases[index];
  Judge(child, &one);
  CompareWithBase(index);
  one.properties.emplace_back("build", VersionText());
  one.properties.emplace_back("threads", std::to_string(options_.threads));
  one.properties.emplace_back("order_threads", std::to_string(options_.order_threads));
  one.properties.emplace_back(kFingerprint, fingerprints_[index]);
  const bool passed = one.state == State::kPassed;
  ended_[index] = true;
  progress_.Ended(index, passed);
  if (passed) {
    artifacts_->Drop(index);
  } else {
    first_fault_ = first_fault_.empty() ? one.name : first_fault_;
    one.properties.emplace_back("repro", ReproOf(index));
    if (artifacts_->is_on()) {
      one.properties.emplace_back("artifacts", artifacts_->FolderOf(index));
    }
    NoteArtifacts(index, artifacts_->Keep(index, child, ReproOf(index), HashesOf(index)));
  }
  Say();
  return WriteReport(false);
}

void BatchRun::NoteArtifacts(size_t index, const absl::Status& status) {
  if (status.ok()) {
    return;
  }
  suite_.cases[index].properties.emplace_back("artifacts_fault", std::string(status.message()));
  progress_.Clear();
  std::fprintf(stderr, "footfall test: --artifacts: %s\n",
               sim::OneLine(std::string(status.message())).c_str());
}

std::vector<std::string> BatchRun::ArgumentsOf(size_t index) const {
  const std::string& path = suite_.cases[index].name;
  const bool is_scenario = KindOf(path) == CaseKind::kScenario;
  std::vector<std::string> arguments = {options_.runner,
                                        is_scenario ? "run" : "replay",
                                        "--json",
                                        "--threads",
                                        std::to_string(options_.threads),
                                        "--order-threads",
                                        std::to_string(options_.order_threads)};
  if (is_scenario) {
    const std::string hashes = HashesOf(index);
    if (!hashes.empty()) {
      arguments.insert(arguments.end(), {"--hashes-out", hashes});
    }
    const std::vector<std::string> flags = artifacts_->FlagsOf(index, hashes.empty());
    arguments.insert(arguments.end(), flags.begin(), flags.end());
  }
  arguments.push_back(AsArgument(path));
  return arguments;
}

std::string BatchRun::ArtifactsOf(size_t index) const {
  const std::string* folder = FindProperty(suite_.cases[index].properties, "artifacts");
  return folder == nullptr ? "" : *folder;
}

std::string BatchRun::ReproOf(size_t index) const {
  const std::string& path = suite_.cases[index].name;
  std::error_code error;
  return absl::StrCat("cd ", ShellWord(std::filesystem::current_path(error).string()), " && ",
                      ShellWord(options_.runner), KindOf(path) == CaseKind::kScenario ? " run" : " replay",
                      " --threads ", options_.threads, " --order-threads ", options_.order_threads, " ",
                      ShellWord(AsArgument(path)));
}

std::string BatchRun::HashesOf(size_t index) const {
  const bool has_hashes = !options_.hashes.empty() && KindOf(suite_.cases[index].name) == CaseKind::kScenario;
  return has_hashes ? (std::filesystem::path(options_.hashes) / (file_names_[index] + ".hashes")).string()
                    : "";
}

void BatchRun::CompareWithBase(size_t index) {
  const std::string hashes = HashesOf(index);
  const std::string base = (std::filesystem::path(options_.base) / (file_names_[index] + ".hashes")).string();
  std::error_code error;
  if (options_.base.empty() || hashes.empty() || !std::filesystem::exists(base, error) ||
      !std::filesystem::exists(hashes, error)) {
    return;
  }
  auto& properties = suite_.cases[index].properties;
  const absl::StatusOr<HashDifference> difference = DiffHashFiles(file_names_[index], base, hashes);
  if (!difference.ok()) {
    properties.emplace_back(kBase, std::string(difference.status().message()));
    return;
  }
  properties.emplace_back(kBase, WordOf(difference->state));
  if (difference->tick != 0) {
    properties.emplace_back(kFirstDifferentTick, std::to_string(difference->tick));
    // The golden hash may have told a leaf; that of the first tick is nearer to the cause.
    std::erase_if(properties, [](const auto& property) { return property.first == kFirstDifferentLeaf; });
    properties.emplace_back(kFirstDifferentLeaf, difference->leaf);
  }
}

void BatchRun::Say() {
  for (; said_ < begun_ && ended_[order_[said_]]; ++said_) {
    const JunitCase& one = suite_.cases[order_[said_]];
    if (options_.says_all || (options_.says_faults && one.state != State::kPassed)) {
      progress_.Clear();
      std::printf("%s %s (%.2f s%s)%s\n", WordOf(one.state), sim::OneLine(one.name).c_str(), one.seconds,
                  kept_[order_[said_]] ? ", before" : "", sim::OneLine(Remark(one)).c_str());
      std::fflush(stdout);
    }
  }
  progress_.Show();
}

absl::Status BatchRun::WriteReport(bool now) {
  if (options_.junit.empty()) {
    return absl::OkStatus();
  }
  if (!now && suite_.cases.size() > kWriteAlwaysCases && Clock::now() - written_ < kWriteAgain) {
    return absl::OkStatus();
  }
  const absl::Status status = platform::ReplaceFile(options_.junit, JunitXml({suite_}));
  written_ = Clock::now();
  return status.ok() ? status : absl::Status(status.code(), "--junit: " + std::string(status.message()));
}

}  // namespace footfall::cli
