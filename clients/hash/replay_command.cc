#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "clients/hash/commands.h"
#include "clients/hash/find_recordings.h"
#include "clients/hash/world_source.h"
#include "platform/profile.h"
#include "sim/recording/recording_reader.h"
#include "sim/replay.h"
#include "sim/replay_report.h"

namespace footfall::client {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// A line on standard error that is written over and over, where that is a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(uint64_t last_tick) : last_tick_(last_tick), is_on_(isatty(STDERR_FILENO) == 1) {}
  ~ProgressLine() {
    if (is_shown_) std::fputs("\r\x1b[K", stderr);
  }
  void Tick(uint64_t tick) {
    if (!is_on_ || ++ticks_ % kTicksBetween != 0) return;
    const double seconds = SecondsSince(begin_);
    const double rate = static_cast<double>(ticks_) / seconds;
    const std::string line = absl::StrFormat("\rtick %d of %d, %.0f ticks/s, %.0f s still\x1b[K", tick,
                                             last_tick_, rate, static_cast<double>(last_tick_ - tick) / rate);
    std::fputs(line.c_str(), stderr);
    is_shown_ = true;
  }

 private:
  static constexpr uint64_t kTicksBetween = 256;

  const uint64_t last_tick_;
  const bool is_on_;
  const Clock::time_point begin_ = Clock::now();
  uint64_t ticks_ = 0;
  bool is_shown_ = false;
};

// The exit code of a fault, after it was told.
int Refuse(const ReplayArguments& arguments, const std::string& file, const absl::Status& status) {
  const std::string where = file.empty() ? "" : file + ": ";
  std::fprintf(stderr, "%s: %s%s\n", arguments.command.c_str(), where.c_str(),
               std::string(status.message()).c_str());
  const bool is_ours =
      status.code() == absl::StatusCode::kInternal || status.code() == absl::StatusCode::kUnknown;
  return is_ours ? kExitInternal : kExitBadUsage;
}

absl::StatusOr<sim::ReplayOptions> OptionsOf(const ReplayArguments& arguments) {
  sim::ReplayOptions options;
  options.threads = arguments.threads;
  options.order_threads = arguments.order_threads;
  options.from = arguments.from;
  options.until = arguments.until;
  if (!arguments.profile_override.empty()) {
    absl::StatusOr<platform::Profile> profile = platform::LoadProfile(arguments.profile_override);
    if (!profile.ok()) return profile.status();
    options.profile = *std::move(profile);
  }
  return options;
}

void Print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

int ReplayOne(const ReplayArguments& arguments, const std::string& file, sim::ReplayOptions options) {
  const absl::StatusOr<std::unique_ptr<sim::RecordingReader>> reader = sim::RecordingReader::Open(file);
  if (!reader.ok()) return Refuse(arguments, file, reader.status());
  if (const std::string notes = sim::RecordingNotes(**reader); !notes.empty()) {
    std::fprintf(stderr, "%s: %s: %s", arguments.command.c_str(), file.c_str(), notes.c_str());
  }
  absl::StatusOr<std::vector<sim::ContentSource>> content =
      FindContentPacks(arguments.content_packs, (*reader)->header(), arguments.world, file);
  if (!content.ok()) return Refuse(arguments, "", content.status());
  options.content_packs = *std::move(content);
  const sim::WorldResolver resolver = [&](const sim::WorldSource& source) {
    return OpenRecordedWorld(source, arguments.world);
  };
  ProgressLine progress(arguments.until.value_or((*reader)->last_tick()));
  Clock::time_point begin;
  options.before_first_tick = [&] { begin = Clock::now(); };
  options.after_tick = [&](const sim::World& world) { progress.Tick(world.tick()); };
  const absl::StatusOr<sim::ReplayReport> report = sim::ReplayRecording(**reader, resolver, options);
  if (!report.ok()) return Refuse(arguments, file, report.status());
  const sim::ReplaySpeed speed = sim::SpeedOf(*report, (*reader)->header().hz, SecondsSince(begin));
  if (arguments.json) {
    Print(sim::ReplayJson(file, **reader, *report, speed));
  } else {
    if (!arguments.quiet) Print(sim::ReplayText(file, **reader, *report, speed));
    Print(platform::HashText(report->final_digest.root) + "\n");
  }
  std::fflush(stdout);
  return report->difference.has_value() ? kExitFailed : kExitPassed;
}

// Of several: a difference is what is looked for; then our own fault, then a bad file.
int Worse(int a, int b) {
  for (const int code : {kExitFailed, kExitInternal, kExitBadUsage}) {
    if (a == code || b == code) return code;
  }
  return kExitPassed;
}

}  // namespace

int ReplayCommand(const ReplayArguments& arguments) {
  const absl::StatusOr<std::vector<std::string>> files = FindRecordings(arguments.recordings);
  if (!files.ok()) return Refuse(arguments, "", files.status());
  if (files->empty()) {
    std::string named;
    for (const std::string& word : arguments.recordings) {
      absl::StrAppend(&named, named.empty() ? "" : ", ", word);
    }
    std::fprintf(stderr, "%s: no recording (*.ffrec) in %s\n", arguments.command.c_str(), named.c_str());
    return kExitEmpty;
  }
  const absl::StatusOr<sim::ReplayOptions> options = OptionsOf(arguments);
  if (!options.ok()) return Refuse(arguments, "", options.status());
  int code = kExitPassed;
  for (const std::string& file : *files) code = Worse(code, ReplayOne(arguments, file, *options));
  return code;
}

}  // namespace footfall::client
