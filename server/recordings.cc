#include "server/recordings.h"

#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "platform/state_hash.h"
#include "server/event_log.h"
#include "server/world_host.h"
#include "sim/recording/recording_file.h"

namespace footfall::server {
namespace {

// UTC, so that names sort by time.
std::string TimeText() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof(text), "%Y%m%dT%H%M%SZ", &parts);
  return text;
}

sim::RecordingOrigin OriginOf(const WorldSetup& setup) {
  if (!setup.scenario) return {setup.source, setup.content_sources, "", ""};
  return {setup.source, setup.scenario->content_packs, setup.scenario->name, setup.scenario->text};
}

}  // namespace

absl::StatusOr<std::shared_ptr<Recordings>> Recordings::Create(const std::string& folder,
                                                               uint64_t snapshot_every) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) {
    return absl::InvalidArgumentError(absl::StrCat("--record ", folder, ": ",
                                                   std::filesystem::exists(folder, error)
                                                       ? "is no folder"
                                                       : "there is no such folder, and none is made"));
  }
  const std::string probe = absl::StrCat(folder, "/.footfall-", getpid());
  if (const auto file = sim::AppendedFile::Create(probe); !file.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--record ", folder, ": no file can be made there: ", file.status().message()));
  }
  unlink(probe.c_str());
  return std::shared_ptr<Recordings>(new Recordings(folder, snapshot_every));
}

Recordings::~Recordings() {
  Look();
  if (recorder_) CloseBeside();
  if (closing_.joinable()) closing_.join();
}

void Recordings::Begin(const WorldSetup& setup, sim::World& world) {
  Look();
  if (recorder_) CloseBeside();
  const uint64_t epoch = world.options().epoch;
  path_ = absl::StrCat(folder_, "/footfall-", TimeText(), "-", platform::HashText(epoch), ".ffrec");
  const sim::RecordingWriterOptions writing{.writes_when_idle = true};
  auto begun = sim::WorldRecorder::Begin(path_, OriginOf(setup), world, snapshot_every_, writing);
  if (!begun.ok()) return Fail(absl::StrCat("cannot begin: ", begun.status().message()));
  recorder_ = *std::move(begun);
  LogEvent(LogLevel::kInfo, absl::StrCat("recording file=", path_));
}

void Recordings::CloseBeside() {
  // The one before may still wait for a slow disk; there is never more than one such file.
  if (closing_.joinable()) closing_.join();
  closing_ = std::thread([this, path = path_, old = std::move(recorder_)] {
    const bool was_well = old->status().ok();
    const absl::Status status = old->Close();
    closed_bytes_ += old->bytes_written();
    if (was_well && !status.ok()) Fail(absl::StrCat("file=", path, ": ", status.message()));
  });
  open_bytes_ = 0;
}

void Recordings::OnCommand(const sim::Command& command, const sim::CommandResult& result) {
  if (recorder_) recorder_->OnCommand(command, result);
}

void Recordings::OnTick(sim::World& world) {
  if (recorder_) recorder_->OnTick(world);
}

void Recordings::Look() {
  if (!recorder_) return;
  open_bytes_ = recorder_->bytes_written();
  if (recorder_->is_recording()) return;
  const absl::Status status = recorder_->status();
  if (status.ok()) return;
  Fail(absl::StrCat("file=", path_, ": ", status.message()));
  CloseBeside();
}

void Recordings::Fail(const std::string& what) {
  ++failures_;
  LogEvent(LogLevel::kError, absl::StrCat("recording ended, the world goes on without it: ", what));
}

}  // namespace footfall::server
