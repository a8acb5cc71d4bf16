#ifndef FOOTFALL_TESTS_SIM_RECORDING_FIXTURE_H_
#define FOOTFALL_TESTS_SIM_RECORDING_FIXTURE_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "platform/state_hash.h"
#include "sim/recording/recorded_tick.h"
#include "sim/recording/recording_reader.h"
#include "sim/recording/world_recorder.h"
#include "sim/world.h"

namespace footfall::sim::testing {

// A folder of its own that goes away with the test.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string BytesOfFile(const std::string& path);

// What a recording holds.
struct Recorded {
  std::vector<RecordedTick> ticks;
  std::vector<platform::StateDigest> digests;
  std::vector<RecordedCommand> open;  // after the last tick
  std::vector<std::string> snapshots;
  absl::Status end;  // what Next ended with
};
// Reads on from where the reader stands, and all snapshots.
Recorded ReadAll(RecordingReader& reader);
bool SameTicks(const Recorded& a, const Recorded& b, size_t count);

// Options of a small world, so that a recording of it is small.
WorldOptions SmallYardOptions();

// Steps the world and gives commands of three sources, drawn from `seed`, half of them in the open phase;
// some are refused, sources end. Calls the recorder. `done` gets each finished tick's hash.
void Live(World& world, WorldRecorder* recorder, uint64_t ticks, uint64_t seed,
          std::vector<platform::StateDigest>* done = nullptr);

// Records `ticks` ticks of a small yard into the file.
std::vector<platform::StateDigest> RecordYard(const std::string& path, uint64_t ticks, uint64_t seed = 5,
                                              uint64_t snapshot_every = 40);

}  // namespace footfall::sim::testing

#endif  // FOOTFALL_TESTS_SIM_RECORDING_FIXTURE_H_
