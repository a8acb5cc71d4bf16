#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "clients/cli/batch/shard.h"
#include "clients/cli/parse.h"

namespace footfall::cli {
namespace {

// A system whose variables are a number and, mostly, a total.
struct System {
  const char* name;
  const char* number;
  std::uint64_t base;
  const char* total;  // null: the system does not tell it
};
constexpr System kSystems[] = {
    {"Kubernetes indexed job", "JOB_COMPLETION_INDEX", 0, nullptr},
    {"GitLab", "CI_NODE_INDEX", 1, "CI_NODE_TOTAL"},
    {"CircleCI", "CIRCLE_NODE_INDEX", 0, "CIRCLE_NODE_TOTAL"},
    {"Buildkite", "BUILDKITE_PARALLEL_JOB", 0, "BUILDKITE_PARALLEL_JOB_COUNT"},
    {"Azure Pipelines", "SYSTEM_JOBPOSITIONINPHASE", 1, "SYSTEM_TOTALJOBSINPHASE"},
    {"Semaphore", "SEMAPHORE_JOB_INDEX", 1, "SEMAPHORE_JOB_COUNT"},
    {"Bitbucket", "BITBUCKET_PARALLEL_STEP", 0, "BITBUCKET_PARALLEL_STEP_COUNT"},
    {"AWS Batch array", "AWS_BATCH_JOB_ARRAY_INDEX", 0, "AWS_BATCH_JOB_ARRAY_SIZE"},
};
constexpr char kSlurmName[] = "Slurm array";
constexpr char kSlurmNumber[] = "SLURM_ARRAY_TASK_ID";
constexpr char kOurTotal[] = "FOOTFALL_SHARDS";
// Largest task number of a Slurm array that its own limit could be set to.
constexpr std::uint64_t kSlurmTaskMax = 4'000'001;

// A shard as a system tells it; `count` is 0 where it does not.
struct Told {
  std::string system;
  std::string number_variable;
  std::string total_variable;
  std::uint64_t index = 0;  // from 0
  std::uint64_t count = 0;
};

absl::StatusOr<std::uint64_t> Need(const Environment& environment, const char* system, const char* variable,
                                   std::uint64_t min, std::uint64_t max) {
  const std::optional<std::string> text = environment(variable);
  if (!text.has_value()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--shard auto: ", system, ": ", variable, " is not set; give --shard I/N"));
  }
  return ParseInteger(variable, *text, min, max);
}

// Task numbers may begin anywhere and go in steps; a list with gaps has no shards that could be counted.
absl::StatusOr<Told> FromSlurm(const Environment& environment) {
  std::uint64_t values[4] = {};
  const char* const variables[4] = {kSlurmNumber, "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX",
                                    "SLURM_ARRAY_TASK_COUNT"};
  for (int i = 0; i < 4; ++i) {
    const auto value = Need(environment, kSlurmName, variables[i], 0, kSlurmTaskMax);
    if (!value.ok()) {
      return value.status();
    }
    values[i] = *value;
  }
  const auto [task, first, last, count] = values;
  std::uint64_t step = 1;
  if (const auto text = environment("SLURM_ARRAY_TASK_STEP"); text.has_value()) {
    const auto value = ParseInteger("SLURM_ARRAY_TASK_STEP", *text, 0, kSlurmTaskMax);
    if (!value.ok()) {
      return value.status();
    }
    step = std::max<std::uint64_t>(1, *value);
  }
  const bool whole =
      first <= task && task <= last && (task - first) % step == 0 && (last - first) / step + 1 == count;
  if (!whole) {
    return absl::InvalidArgumentError(
        absl::StrCat("--shard auto: the Slurm array has ", count, " tasks from ", first, " to ", last,
                     " in steps of ", step, ", this is ", task, ": a list with gaps; give --shard I/N"));
  }
  return Told{kSlurmName, kSlurmNumber, "SLURM_ARRAY_TASK_COUNT", (task - first) / step, count};
}

absl::StatusOr<Told> FromSystem(const System& system, const Environment& environment) {
  const auto number = Need(environment, system.name, system.number, system.base, kShardsMax);
  if (!number.ok()) {
    return number.status();
  }
  Told told{system.name, system.number, "", *number - system.base, 0};
  if (system.total != nullptr) {
    const auto total = Need(environment, system.name, system.total, 1, kShardsMax);
    if (!total.ok()) {
      return total.status();
    }
    told.total_variable = system.total;
    told.count = *total;
  }
  return told;
}

absl::StatusOr<std::vector<Told>> AllThatSpeak(const Environment& environment) {
  std::vector<Told> all;
  const auto add = [&](absl::StatusOr<Told> told) {
    if (!told.ok()) {
      return told.status();
    }
    all.push_back(*std::move(told));
    return absl::OkStatus();
  };
  if (environment(kSlurmNumber).has_value()) {
    if (absl::Status status = add(FromSlurm(environment)); !status.ok()) {
      return status;
    }
  }
  for (const System& system : kSystems) {
    if (environment(system.number).has_value()) {
      if (absl::Status status = add(FromSystem(system, environment)); !status.ok()) {
        return status;
      }
    }
  }
  // A GitLab job that is not parallel has the total alone.
  if (all.empty() && environment("CI_NODE_TOTAL") == "1") {
    all.push_back({"GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", 0, 1});
  }
  return all;
}

// --shards, or the variable that means the same; 0: neither.
absl::StatusOr<std::uint64_t> AskedTotal(const Environment& environment, std::optional<std::uint64_t> total) {
  if (total.has_value()) {
    return *total;
  }
  const std::optional<std::string> text = environment(kOurTotal);
  return text.has_value() ? ParseInteger(kOurTotal, *text, 1, kShardsMax) : std::uint64_t{0};
}

}  // namespace

absl::StatusOr<Shard> ShardFromEnvironment(const Environment& environment,
                                           std::optional<std::uint64_t> total) {
  const absl::StatusOr<std::vector<Told>> all = AllThatSpeak(environment);
  if (!all.ok()) {
    return all.status();
  }
  if (all->empty()) {
    return absl::InvalidArgumentError(
        "--shard auto: no variable of Slurm, Kubernetes or a CI system is set; give --shard I/N");
  }
  if (all->size() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("--shard auto: two systems speak: ", (*all)[0].system, " (", (*all)[0].number_variable,
                     ") and ", (*all)[1].system, " (", (*all)[1].number_variable, "); give --shard I/N"));
  }
  const Told& told = all->front();
  const absl::StatusOr<std::uint64_t> asked = AskedTotal(environment, total);
  if (!asked.ok()) {
    return asked.status();
  }
  if (told.count == 0 && *asked == 0) {
    return absl::InvalidArgumentError(absl::StrCat("--shard auto: ", told.system, ": ", told.number_variable,
                                                   " does not say of how many; give --shards N or ",
                                                   kOurTotal));
  }
  if (told.count != 0 && *asked != 0 && told.count != *asked) {
    return absl::InvalidArgumentError(absl::StrCat("--shard auto: ", told.total_variable, " is ", told.count,
                                                   ", --shards or ", kOurTotal, " ", *asked));
  }
  const std::uint64_t count = told.count != 0 ? told.count : *asked;
  if (told.index >= count || count > kShardsMax) {
    return absl::InvalidArgumentError(absl::StrCat("--shard auto: ", told.number_variable, " is number ",
                                                   told.index + 1, " of ", count, " (at most ", kShardsMax,
                                                   ")"));
  }
  return Shard{static_cast<std::uint32_t>(told.index) + 1, static_cast<std::uint32_t>(count)};
}

}  // namespace footfall::cli
