#include <algorithm>
#include <cstdio>

#include "clients/hash/commands.h"
#include "clients/hash/world_source.h"
#include "sim/golden_hash.h"
#include "sim/scenario.h"
#include "sim/scenario_report.h"
#include "sim/scenario_run.h"

namespace footfall::client {
namespace {

// The exit code of one scenario.
int UpdateOne(const RunArguments& arguments, const std::string& path) {
  const auto refuse = [&](const absl::Status& status) {
    std::fprintf(stderr, "%s: %s\n", arguments.command.c_str(), std::string(status.message()).c_str());
    return status.code() == absl::StatusCode::kInternal ? kExitInternal : kExitBadUsage;
  };
  const absl::StatusOr<sim::Scenario> scenario = sim::LoadScenario(path);
  if (!scenario.ok()) {
    return refuse(scenario.status());
  }
  sim::RunOptions options;
  options.threads = arguments.threads;
  options.order_threads = arguments.order_threads;
  const absl::StatusOr<sim::RunReport> report = sim::RunScenario(*scenario, OpenWorldSource, options);
  if (!report.ok()) {
    return refuse(report.status());
  }
  const absl::Status updated = sim::UpdateHash(path, sim::GoldenHash::Of(report->final_digest()));
  if (!updated.ok()) {
    return refuse(updated);
  }
  const std::string text =
      arguments.json ? sim::UpdateJson(*scenario, *report) : sim::UpdateLine(*scenario, *report);
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
  for (const std::string& failure : report->failures) {
    std::fprintf(stderr, "failed: %s\n", failure.c_str());
  }
  return report->failures.empty() ? kExitPassed : kExitFailed;
}

}  // namespace

int UpdateHashesCommand(const RunArguments& arguments, const std::vector<std::string>& scenarios) {
  int code = kExitPassed;
  for (const std::string& path : scenarios) {
    code = std::max(code, UpdateOne(arguments, path));
  }
  return code;
}

}  // namespace footfall::client
