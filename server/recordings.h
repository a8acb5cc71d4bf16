#ifndef FOOTFALL_SERVER_RECORDINGS_H_
#define FOOTFALL_SERVER_RECORDINGS_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "sim/recording/world_recorder.h"
#include "sim/world.h"

namespace footfall::server {

struct WorldSetup;

// Everything that the live world does, into a file an epoch: footfall-TIME-EPOCH.ffrec in one folder. What
// goes wrong with the disk is logged and counted, ends the file of the epoch, and never stops a tick. On the
// strand but for the figures.
class Recordings {
 public:
  // InvalidArgument where no file can be made in the folder.
  static absl::StatusOr<std::shared_ptr<Recordings>> Create(const std::string& folder,
                                                            uint64_t snapshot_every);
  ~Recordings();

  // A new world: its file begins, and that of the one before is closed, which nobody waits for.
  void Begin(const WorldSetup& setup, sim::World& world);
  void OnCommand(const sim::Command& command, const sim::CommandResult& result);
  void OnTick(sim::World& world);
  // Logs and counts a failure that came since the last call.
  void Look();

  // Over all epochs. Any thread.
  uint64_t bytes() const { return closed_bytes_ + open_bytes_; }
  uint64_t failures() const { return failures_; }

 private:
  Recordings(std::string folder, uint64_t snapshot_every)
      : folder_(std::move(folder)), snapshot_every_(snapshot_every) {}
  // Without waiting for it.
  void CloseBeside();
  void Fail(const std::string& what);

  const std::string folder_;
  const uint64_t snapshot_every_;
  std::string path_;
  std::unique_ptr<sim::WorldRecorder> recorder_;  // null: it could not be begun, or has failed
  std::thread closing_;                           // the file of an earlier epoch
  std::atomic<uint64_t> closed_bytes_ = 0;
  std::atomic<uint64_t> open_bytes_ = 0;
  std::atomic<uint64_t> failures_ = 0;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_RECORDINGS_H_
