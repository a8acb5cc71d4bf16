#include "sim/timeline.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "platform/check.h"
#include "platform/files.h"
#include "sim/command_kinds.h"
#include "sim/scenario_report.h"

namespace footfall::sim {
namespace {

constexpr int kVirtual = 1;
constexpr int kReal = 2;

// The format counts microseconds; three places keep the nanosecond.
std::string Micros(int64_t ns) { return absl::StrCat(ns / 1000, ".", absl::Dec(ns % 1000, absl::kZeroPad3)); }

std::string HandleText(WireHandle handle) {
  return absl::StrCat("0x", absl::Hex(handle.value, absl::kZeroPad16));
}

std::string Quoted(std::string_view text) { return absl::StrCat("\"", std::string(text), "\""); }

}  // namespace

absl::StatusOr<std::unique_ptr<TimelineWriter>> TimelineWriter::Create(const std::string& path,
                                                                       const platform::Profile& profile) {
  if (absl::Status status = platform::CheckOutputKind(path); !status.ok()) return status;
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat("cannot write ", path, ": ", std::strerror(errno)));
  }
  return std::unique_ptr<TimelineWriter>(new TimelineWriter(path, file, profile));
}

TimelineWriter::TimelineWriter(std::string path, std::FILE* file, const platform::Profile& profile)
    : path_(std::move(path)),
      file_(file),
      profile_(profile.name),
      main_core_(profile.main_core),
      path_core_(profile.path_core),
      workers_(profile.path_workers) {
  const std::string_view head = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";
  if (std::fwrite(head.data(), 1, head.size(), file_) != head.size()) error_ = errno;
  NameTracks();
}

TimelineWriter::~TimelineWriter() {
  if (file_ != nullptr) std::fclose(file_);
}

// The first worker has the profile's path core, the others those above it but for the main core.
int TimelineWriter::CoreOf(int worker) const {
  const int core = path_core_ + worker;
  return main_core_ > path_core_ && core >= main_core_ ? core + 1 : core;
}

void TimelineWriter::NameTracks() {
  const auto name = [this](int process, int track, std::string_view what, const std::string& text) {
    Write("M", process, track, what, 0, absl::StrCat(",\"args\":{\"name\":", Quoted(text), "}"));
  };
  name(kVirtual, 0, "process_name", absl::StrCat("virtual time, profile ", profile_));
  name(kReal, 0, "process_name", "real time of this host");
  const bool is_shared = path_core_ == main_core_;
  name(kVirtual, main_core_, "thread_name",
       absl::StrCat("core ", main_core_, is_shared ? ": main, path worker" : ": main"));
  for (int worker = is_shared ? 1 : 0; worker < workers_; ++worker) {
    name(kVirtual, CoreOf(worker), "thread_name",
         absl::StrCat("core ", CoreOf(worker), ": path worker",
                      workers_ > 1 ? absl::StrCat(" ", worker) : ""));
  }
}

void TimelineWriter::TickSettled(const TickReport& report) {
  WriteMain(report);
  WriteRefused(report);
  WriteRequests(report);
  WriteJobs(report);
  WriteWaiting(report);
  end_ns_ = report.start_ns + report.slice.tick_ns;
}

void TimelineWriter::WriteMain(const TickReport& report) {
  const nav::SliceReport& slice = report.slice;
  const int64_t most_ns = path_core_ == main_core_ ? slice.start_ns() : slice.tick_ns;
  int64_t at_ns = 0;
  const auto span = [&](std::string_view name, int64_t length_ns) {
    const int64_t shown_ns = std::min(length_ns, most_ns - at_ns);
    if (shown_ns > 0) {
      WriteSpan(
          kVirtual, main_core_, name, report.start_ns + at_ns, shown_ns,
          absl::StrCat("\"tick\":", report.tick, ",\"ns\":", length_ns, ",\"main_ns\":", slice.main_ns));
      at_ns += shown_ns;
    }
  };
  span("commands", report.commands_ns);
  span("sync", report.publish_ns);
  span("synthetic main load", report.load_ns);
  span("main", slice.main_ns - report.commands_ns - report.publish_ns - report.load_ns);
}

void TimelineWriter::WriteRefused(const TickReport& report) {
  for (const RefusedCommand& refused : report.refused) {
    Write("i", kVirtual, main_core_, absl::StrCat("refused: ", std::string(refused.kind)), report.start_ns,
          absl::StrCat(",\"s\":\"t\",\"args\":{\"tick\":", report.tick, ",\"source\":", refused.source,
                       ",\"sequence\":", refused.sequence, ",\"reason\":", Quoted(refused.reason),
                       ",\"detail\":", JsonString(refused.detail), "}"));
  }
}

void TimelineWriter::WriteRequests(const TickReport& report) {
  const nav::SliceReport& slice = report.slice;
  const int64_t window_ns = slice.tick_ns - slice.start_ns();
  for (size_t i = 0; i < slice.entries.size(); ++i) {
    const nav::SliceEntry& entry = slice.entries[i];
    const int64_t shown_ns = std::min(entry.start_ns + entry.charged_ns, window_ns) - entry.start_ns;
    if (entry.worker < 0 || shown_ns <= 0) {
      continue;
    }
    const std::string_view part =
        entry.is_carried ? (entry.is_complete ? "last" : "middle") : (entry.is_complete ? "whole" : "first");
    WriteSpan(kVirtual, CoreOf(entry.worker), KindOf(entry.type, entry.search),
              report.start_ns + slice.start_ns() + entry.start_ns, shown_ns,
              absl::StrCat("\"tick\":", report.tick, ",\"handle\":", Quoted(HandleText(report.handles[i])),
                           ",\"source\":", entry.source, ",\"submitted_tick\":", entry.submitted_tick,
                           ",\"part\":", Quoted(part), ",\"restarts\":", entry.restarts,
                           ",\"charged_ns\":", entry.charged_ns));
  }
}

void TimelineWriter::WriteJobs(const TickReport& report) {
  const nav::SliceReport& slice = report.slice;
  std::pair<std::string_view, int64_t> jobs[] = {{"cover points and water edges", report.cover_ns},
                                                 {"spawn coordinates", report.spawns_ns}};
  // They take what is left of one worker after the other.
  for (int worker = 0; worker < slice.workers; ++worker) {
    int64_t at_ns = slice.busy_until_ns[static_cast<size_t>(worker)];
    for (auto& [name, left_ns] : jobs) {
      const int64_t length_ns = std::min(left_ns, slice.budget_ns - at_ns);
      const int64_t shown_ns = std::min(length_ns, slice.tick_ns - slice.start_ns() - at_ns);
      if (shown_ns > 0) {
        WriteSpan(kVirtual, CoreOf(worker), name, report.start_ns + slice.start_ns() + at_ns, shown_ns,
                  absl::StrCat("\"tick\":", report.tick));
      }
      at_ns += std::max<int64_t>(length_ns, 0);
      left_ns -= std::max<int64_t>(length_ns, 0);
    }
  }
}

void TimelineWriter::WriteWaiting(const TickReport& report) {
  const nav::SliceReport& slice = report.slice;
  const int64_t end_ns = report.start_ns + slice.tick_ns;
  for (size_t i = 0; i < slice.entries.size(); ++i) {
    const nav::SliceEntry& entry = slice.entries[i];
    Waiting& waiting = waiting_[entry.handle.value];
    const std::string id =
        absl::StrCat(",\"cat\":\"request\",\"id\":", Quoted(HandleText(report.handles[i])));
    if (waiting.seen_tick == 0) {
      waiting = {report.handles[i], KindOf(entry.type, entry.search), 0, entry.restarts};
      Write("b", kVirtual, main_core_, waiting.type, report.start_ns,
            absl::StrCat(id, ",\"args\":{\"handle\":", Quoted(HandleText(waiting.handle)),
                         ",\"source\":", entry.source, ",\"submitted_tick\":", entry.submitted_tick, "}"));
    }
    if (entry.restarts > waiting.restarts) {
      waiting.restarts = entry.restarts;
      Write("n", kVirtual, main_core_, "sent back by a tile", report.start_ns, id);
    }
    waiting.seen_tick = slice.tick;
    if (entry.is_complete) {
      EndWaiting(waiting, end_ns, "answered");
      waiting_.erase(entry.handle.value);
    }
  }
  std::erase_if(waiting_, [&](const auto& waiting) {
    const bool is_gone = waiting.second.seen_tick != slice.tick;
    if (is_gone) EndWaiting(waiting.second, end_ns, "given up");
    return is_gone;
  });
}

void TimelineWriter::EndWaiting(const Waiting& waiting, int64_t at_ns, std::string_view how) {
  Write("e", kVirtual, main_core_, waiting.type, at_ns,
        absl::StrCat(",\"cat\":\"request\",\"id\":", Quoted(HandleText(waiting.handle)),
                     ",\"args\":{\"end\":", Quoted(how), "}"));
}

void TimelineWriter::NameRealTrack(int track, std::string_view name) {
  Write("M", kReal, track, "thread_name", 0, absl::StrCat(",\"args\":{\"name\":", Quoted(name), "}"));
}

void TimelineWriter::RealSpan(int track, std::string_view name, int64_t begin_ns, int64_t end_ns) {
  WriteSpan(kReal, track, name, begin_ns, std::max<int64_t>(end_ns - begin_ns, 0), "");
}

void TimelineWriter::WriteSpan(int process, int track, std::string_view name, int64_t begin_ns,
                               int64_t length_ns, std::string_view args) {
  Write("X", process, track, name, begin_ns,
        absl::StrCat(",\"dur\":", Micros(length_ns), ",\"args\":{", std::string(args), "}"));
}

void TimelineWriter::Write(std::string_view phase, int process, int track, std::string_view name,
                           int64_t at_ns, std::string_view more) {
  const std::lock_guard lock(mutex_);
  const std::string event = absl::StrCat(is_first_ ? "\n" : ",\n", "{\"ph\":", Quoted(phase),
                                         ",\"pid\":", process, ",\"tid\":", track, ",\"name\":", Quoted(name),
                                         ",\"ts\":", Micros(at_ns), std::string(more), "}");
  is_first_ = false;
  // After a fault the rest would be of no use.
  if (error_ == 0 && std::fwrite(event.data(), 1, event.size(), file_) != event.size()) error_ = errno;
}

absl::Status TimelineWriter::Finish() {
  FOOTFALL_CHECK(file_ != nullptr);
  for (const auto& waiting : waiting_) {
    EndWaiting(waiting.second, end_ns_, "still waiting");
  }
  if (error_ == 0 && std::fputs("\n]}\n", file_) < 0) error_ = errno;
  if (std::fclose(std::exchange(file_, nullptr)) != 0 && error_ == 0) error_ = errno;
  if (error_ != 0) {
    return absl::ResourceExhaustedError(
        absl::StrCat("cannot write ", path_, ": ", std::strerror(error_), "; the file is not whole"));
  }
  return absl::OkStatus();
}

}  // namespace footfall::sim
