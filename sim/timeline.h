#ifndef FOOTFALL_SIM_TIMELINE_H_
#define FOOTFALL_SIM_TIMELINE_H_

#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "platform/profile.h"
#include "sim/schedule_observer.h"

namespace footfall::sim {

// Writes what a run did in time as a file in the trace-event format, which Perfetto (ui.perfetto.dev) and
// chrome://tracing open. Two processes:
//
// - 1, virtual: a track each virtual core. The main core shows commands, sync and synthetic load, and an
//   instant with reason and detail where a command was refused; a path worker the requests that it ran, each
//   part of a carried one as an event of its own, and the background jobs behind them. Where the path server
//   shares the main core they share the track. From its submit to its answer each request is an async event
//   too, with an instant where a tile sent it back. Times are those of the simulation. What the main core did
//   beyond its part of the tick is cut off, and told in `main_ns`.
// - 2, real: what RealSpan is told, on the clock of whoever tells it.
//
// Every event goes to the file at once: memory does not grow with the run. RealSpan and NameRealTrack may be
// called by any thread, the rest by the world's.
class TimelineWriter final : public ScheduleObserver {
 public:
  // Replaces the file. `profile` is only read here. An error names the path and its cause.
  static absl::StatusOr<std::unique_ptr<TimelineWriter>> Create(const std::string& path,
                                                                const platform::Profile& profile);
  ~TimelineWriter() override;

  void TickSettled(const TickReport& report) override;

  void NameRealTrack(int track, std::string_view name);
  // ns since the start of the run. `name` is plain text without quotes or backslashes.
  void RealSpan(int track, std::string_view name, int64_t begin_ns, int64_t end_ns);

  // Ends the requests that still wait and closes the file. An error, if anything could not be written, names
  // path and cause: the file is then not whole. To be called once.
  absl::Status Finish();
  const std::string& path() const { return path_; }

 private:
  struct Waiting {
    WireHandle handle;
    std::string_view type;
    uint64_t seen_tick = 0;
    uint32_t restarts = 0;
  };

  TimelineWriter(std::string path, std::FILE* file, const platform::Profile& profile);
  int CoreOf(int worker) const;
  void NameTracks();
  void WriteMain(const TickReport& report);
  void WriteRefused(const TickReport& report);
  void WriteRequests(const TickReport& report);
  void WriteJobs(const TickReport& report);
  void WriteWaiting(const TickReport& report);
  void EndWaiting(const Waiting& waiting, int64_t at_ns, std::string_view how);
  // `more` are further members of the event, each with a comma before it.
  void Write(std::string_view phase, int process, int track, std::string_view name, int64_t at_ns,
             std::string_view more);
  void WriteSpan(int process, int track, std::string_view name, int64_t begin_ns, int64_t length_ns,
                 std::string_view args);

  const std::string path_;
  std::mutex mutex_;  // of the file
  std::FILE* file_;
  int error_ = 0;  // errno of the first write that failed
  bool is_first_ = true;
  const std::string profile_;
  const int main_core_;
  const int path_core_;
  const int workers_;
  std::map<uint64_t, Waiting> waiting_;  // by issue number
  int64_t end_ns_ = 0;                   // of the last tick
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_TIMELINE_H_
