#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "clients/hash/commands.h"
#include "clients/hash/output_paths.h"
#include "clients/hash/run_timeline.h"
#include "clients/hash/run_trails.h"
#include "clients/hash/world_source.h"
#include "platform/files.h"
#include "sim/golden_hash.h"
#include "sim/scenario.h"
#include "sim/scenario_report.h"
#include "sim/scenario_run.h"

namespace footfall::client {

namespace {

int Refuse(const RunArguments& arguments, const absl::Status& status) {
  std::fprintf(stderr, "%s: %s\n", arguments.command.c_str(), std::string(status.message()).c_str());
  return status.code() == absl::StatusCode::kInternal ? kExitInternal : kExitBadUsage;
}

void Print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

// The files that a run may write, by flag.
std::vector<NamedPath> OutputsOf(const RunArguments& arguments) {
  return {{"--record", arguments.record},
          {"--timeline", arguments.timeline},
          {"--hashes-out", arguments.hashes_out},
          {"--trails", arguments.trails},
          {"--dump", arguments.dump}};
}

// A folder that is not there is told before the run and not after it, of each file in the same words. No
// file's folder is made.
absl::Status CheckFolders(const RunArguments& arguments) {
  for (const auto& [flag, path] : OutputsOf(arguments)) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code error;
    if (!folder.empty() && !std::filesystem::is_directory(folder, error)) {
      return absl::InvalidArgumentError(
          absl::StrCat(flag, ": cannot write ", path, ": No such file or directory"));
    }
  }
  return absl::OkStatus();
}

absl::Status WriteFiles(const RunArguments& arguments, const std::string& dump, const sim::Scenario& scenario,
                        const sim::RunReport& report) {
  const auto told = [](const char* flag, const absl::Status& status) {
    return absl::InvalidArgumentError(std::string(flag) + ": " + std::string(status.message()));
  };
  if (!arguments.dump.empty()) {
    const absl::Status status = platform::WriteOutput(arguments.dump, dump);
    if (!status.ok()) return told("--dump", status);
  }
  if (!arguments.hashes_out.empty()) {
    const std::string text = sim::HashesText(scenario, report);
    const absl::Status status = platform::WriteOutput(arguments.hashes_out, text);
    if (!status.ok()) return told("--hashes-out", status);
  }
  return absl::OkStatus();
}

sim::RunOptions OptionsOf(const RunArguments& arguments) {
  sim::RunOptions options;
  options.threads = arguments.threads;
  options.order_threads = arguments.order_threads;
  options.seed = arguments.seed;
  options.profile = arguments.profile;
  options.sets = arguments.sets;
  options.record = arguments.record;
  options.results = arguments.results;
  if (arguments.snapshot_every != 0) options.snapshot_every = arguments.snapshot_every;
  if (arguments.slow_disk_ms > 0) {
    options.before_tile_read = [delay = std::chrono::milliseconds(arguments.slow_disk_ms)](nav::MeshIndex) {
      std::this_thread::sleep_for(delay);
    };
  }
  return options;
}

}  // namespace

int RunCommand(const RunArguments& arguments) {
  const bool is_own = !arguments.seed.has_value() && arguments.profile.empty() && arguments.sets.empty();
  if (arguments.update_hash && !is_own) {
    return Refuse(arguments,
                  absl::InvalidArgumentError("--update-hash: not together with --seed, --profile or --set"));
  }
  const absl::StatusOr<sim::Scenario> scenario = sim::LoadScenario(arguments.scenario);
  if (!scenario.ok()) {
    return Refuse(arguments, scenario.status());
  }
  if (absl::Status status = CheckFolders(arguments); !status.ok()) {
    return Refuse(arguments, status);
  }
  const absl::Status outputs =
      CheckOutputs(OutputsOf(arguments), InputsOf(arguments.scenario, *scenario, arguments.profile));
  if (!outputs.ok()) {
    return Refuse(arguments, outputs);
  }
  // A pipe would keep the run until somebody reads it.
  for (const std::string& path : {arguments.record, arguments.hashes_out, arguments.trails, arguments.dump}) {
    if (absl::Status status = platform::CheckOutputKind(path); !status.ok()) {
      return Refuse(arguments, status);
    }
  }
  sim::RunOptions options = OptionsOf(arguments);
  RunTimeline timeline;
  if (absl::Status status = timeline.Begin(arguments.timeline, *scenario, options); !status.ok()) {
    return Refuse(arguments, status);
  }
  RunTrails trails;
  if (absl::Status status = trails.Begin(arguments.trails, options); !status.ok()) {
    return Refuse(arguments, status);
  }
  std::string dump;
  if (!arguments.dump.empty()) {
    options.after_tick = [&, before = options.after_tick](const sim::World& world) {
      if (before) before(world);
      if (world.tick() == scenario->ticks) dump = world.Dump();
    };
  }
  const sim::WorldResolver resolver = [&](const sim::WorldSource& source) {
    // The resolver is asked for content packs too, which stay the scenario's own.
    const bool is_replaced = &source == &scenario->world && !arguments.world.empty();
    return is_replaced ? sim::OpenPackSource(sim::PackSource{arguments.world}) : OpenWorldSource(source);
  };
  const absl::StatusOr<sim::RunReport> report = sim::RunScenario(*scenario, resolver, options);
  if (!report.ok()) {
    return Refuse(arguments, report.status());
  }
  if (!report->recording.ok()) {
    std::fprintf(stderr, "%s: --record %s: the recording ended before the run did: %s\n",
                 arguments.command.c_str(), arguments.record.c_str(),
                 std::string(report->recording.message()).c_str());
  }
  if (absl::Status status = timeline.Finish(); !status.ok()) {
    return Refuse(arguments, status);
  }
  if (absl::Status status = trails.Finish(); !status.ok()) {
    return Refuse(arguments, status);
  }
  if (absl::Status status = WriteFiles(arguments, dump, *scenario, *report); !status.ok()) {
    return Refuse(arguments, status);
  }
  if (arguments.json) {
    Print(sim::ReportJson(*scenario, *report));
  } else if (!arguments.quiet) {
    Print(sim::ReportText(*scenario, *report));
  }
  bool passed = report->passed();
  if (arguments.update_hash) {
    const absl::Status updated =
        sim::UpdateHash(arguments.scenario, sim::GoldenHash::Of(report->final_digest()));
    if (!updated.ok()) {
      return Refuse(arguments, updated);
    }
    if (arguments.json) {
      Print(sim::UpdateJson(*scenario, *report));
    } else if (!arguments.quiet) {
      Print(sim::UpdateText(*scenario, *report));
    }
    passed = report->failures.empty();
  }
  if (!arguments.json) Print(sim::HashLine(*report));
  if (!report->recording.ok()) return kExitInternal;
  return passed ? kExitPassed : kExitFailed;
}

}  // namespace footfall::client
