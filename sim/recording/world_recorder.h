#ifndef FOOTFALL_SIM_RECORDING_WORLD_RECORDER_H_
#define FOOTFALL_SIM_RECORDING_WORLD_RECORDER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "sim/recording/recording_writer.h"
#include "sim/scenario.h"
#include "sim/world.h"

namespace footfall::sim {

inline constexpr uint64_t kSnapshotEveryTicks = 300;

// Where a recorded world comes from: what a world itself does not know.
struct RecordingOrigin {
  WorldSource source;
  std::vector<ContentSource> content_packs;
  std::string scenario_name;  // empty: none
  std::string scenario_text;
};

// Records a world from where it stands. Sees no clock; the same world gives the same commands and hashes. One
// thread, the world's, but for status() and bytes_written().
class WorldRecorder {
 public:
  // A snapshot comes first, commands of an open phase included, and one after every `snapshot_every` ticks,
  // at least 1. Errors: InvalidArgument; those of RecordingWriter::Create.
  static absl::StatusOr<std::unique_ptr<WorldRecorder>> Begin(const std::string& path,
                                                              const RecordingOrigin& origin, World& world,
                                                              uint64_t snapshot_every,
                                                              const RecordingWriterOptions& options);

  // To be called by the world's command sink, and after each tick.
  void OnCommand(const Command& command, const CommandResult& result) {
    writer_->AddCommand(command, result);
  }
  void OnTick(World& world);
  // Ends the recording. Returns status().
  absl::Status Close() { return writer_->Close(); }

  // See RecordingWriter.
  bool is_recording() const { return writer_->is_recording(); }
  absl::Status status() const { return writer_->status(); }
  uint64_t bytes_written() const { return writer_->bytes_written(); }

 private:
  WorldRecorder(uint64_t start_tick, uint64_t snapshot_every)
      : start_tick_(start_tick), snapshot_every_(snapshot_every) {}

  const uint64_t start_tick_;
  const uint64_t snapshot_every_;
  std::unique_ptr<RecordingWriter> writer_;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_RECORDING_WORLD_RECORDER_H_
