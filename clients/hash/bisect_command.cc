#include <cstdio>
#include <memory>
#include <string>

#include "clients/hash/commands.h"
#include "clients/hash/world_source.h"
#include "sim/bisect.h"
#include "sim/bisect_report.h"
#include "sim/recording/recording_reader.h"
#include "sim/replay_report.h"
#include "sim/scenario_run.h"

namespace footfall::client {
namespace {

// The exit code of a fault, after it was told.
int Refuse(const BisectArguments& arguments, const std::string& file, const absl::Status& status) {
  const std::string where = file.empty() ? "" : file + ": ";
  std::fprintf(stderr, "%s: %s%s\n", arguments.command.c_str(), where.c_str(),
               std::string(status.message()).c_str());
  const bool is_ours =
      status.code() == absl::StatusCode::kInternal || status.code() == absl::StatusCode::kUnknown;
  return is_ours ? kExitInternal : kExitBadUsage;
}

absl::StatusOr<std::unique_ptr<sim::RecordingReader>> OpenRecording(const BisectArguments& arguments,
                                                                    const std::string& file) {
  absl::StatusOr<std::unique_ptr<sim::RecordingReader>> reader = sim::RecordingReader::Open(file);
  if (!reader.ok()) return reader;
  if (const std::string notes = sim::RecordingNotes(**reader); !notes.empty()) {
    std::fprintf(stderr, "%s: %s: %s", arguments.command.c_str(), file.c_str(), notes.c_str());
  }
  return reader;
}

std::string Output(const BisectArguments& arguments, const std::string& b, const sim::BisectReport& report) {
  const std::string& a = arguments.recordings[0];
  if (arguments.quiet) return sim::BisectSummary(report);
  return arguments.json ? sim::BisectJson(a, b, report) : sim::BisectText(a, b, report);
}

}  // namespace

int BisectCommand(const BisectArguments& arguments) {
  const std::vector<std::string>& files = arguments.recordings;
  if (files.empty() || files.size() > 2) {
    return Refuse(arguments, "", absl::InvalidArgumentError("give one recording or two"));
  }
  const auto a = OpenRecording(arguments, files[0]);
  if (!a.ok()) return Refuse(arguments, files[0], a.status());
  const sim::WorldResolver resolver = [&](const sim::WorldSource& source) {
    return OpenRecordedWorld(source, arguments.world);
  };
  sim::BisectOptions options;
  options.threads = arguments.threads;
  options.order_threads = arguments.order_threads;
  absl::StatusOr<std::vector<sim::ContentSource>> content =
      FindContentPacks(arguments.content_packs, (*a)->header(), arguments.world, files[0]);
  if (!content.ok()) return Refuse(arguments, "", content.status());
  options.content_packs = *std::move(content);
  absl::StatusOr<sim::BisectReport> report;
  if (files.size() == 1) {
    report = sim::BisectBinary(**a, resolver, options);
  } else {
    const auto b = OpenRecording(arguments, files[1]);
    if (!b.ok()) return Refuse(arguments, files[1], b.status());
    report = sim::BisectRecordings(**a, **b, resolver, options);
  }
  if (!report.ok()) return Refuse(arguments, "", report.status());
  const std::string text = Output(arguments, files.size() == 2 ? files[1] : "", *report);
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
  if (!report->pins.empty()) return kExitBadUsage;
  return report->is_equal() ? kExitPassed : kExitFailed;
}

}  // namespace footfall::client
