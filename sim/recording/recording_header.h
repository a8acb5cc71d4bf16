#ifndef FOOTFALL_SIM_RECORDING_RECORDING_HEADER_H_
#define FOOTFALL_SIM_RECORDING_RECORDING_HEADER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nav/mesh/pack.h"
#include "nav/stream/adjacency_corrections.h"
#include "platform/profile.h"
#include "platform/vec.h"
#include "sim/scenario.h"

namespace footfall::sim {

// A content pack of a recorded world (NAV-075).
struct RecordedContent {
  uint32_t group = 0;
  uint64_t build_id = 0;
  uint64_t checksum = 0;  // ChecksumOf the pack
  std::string path;       // where it was; empty: not known. No pin: a file that moved is the same file
};

// Over the bytes of all its tiles. Reads none of them: their checksums are in the pack's index.
uint64_t ChecksumOf(const nav::Pack& pack);

// What a recording pins: with the world's file, everything that its state is a function of but for the
// commands.
struct RecordingHeader {
  // --- What made it. Hashes of another schema, algorithm or arithmetic cannot be compared (CheckComparable).
  uint32_t state_schema = 0;
  uint32_t command_log_version = 0;  // of the commands' bytes
  std::string software;              // "footfall 0.1.0"; for people, not compared
  std::string hash_algorithm;
  std::string float_policy;

  // --- The world
  WorldSource source;
  uint64_t world_build_id = 0;
  std::vector<RecordedContent> content_packs;  // ascending group
  std::vector<nav::AdjacencyCorrections::Correction> corrections;
  std::optional<platform::Vec3> focus;  // unset: the middle of the tiles
  uint64_t seed = 0;
  int32_t hz = 0;
  std::string profile_name;
  uint64_t profile_hash = 0;
  std::string profile_figures;  // every figure as name=value, one a line
  // Handles in the commands are of this epoch (R8).
  uint64_t epoch = 0;

  // --- The run
  uint64_t start_tick = 0;  // finished when the recording began
  uint64_t snapshot_every = 0;
  std::string scenario_name;  // empty: none
  std::string scenario_text;  // its file

  friend bool operator==(const RecordingHeader&, const RecordingHeader&);
};

// How this software computes with floating-point numbers, in words that a recording keeps.
std::string_view FloatPolicy();

// Every figure of a profile as name=value, one a line.
std::string FiguresOf(const platform::Profile& profile);
// The profile that the header's figures make. FailedPrecondition when its hash is not the header's: the
// figures, or their meaning, are not those of this software.
absl::StatusOr<platform::Profile> ProfileOf(const RecordingHeader& header);

// Whether hashes of this software may be compared with the recording's: FailedPrecondition, naming what was
// found and what is supported.
absl::Status CheckComparable(const RecordingHeader& header);

// Bytes of the header's chunk.
std::string EncodeHeader(const RecordingHeader& header);
// DataLoss with an offset for values that no header has. Any bytes are safe.
absl::StatusOr<RecordingHeader> DecodeHeader(std::string_view bytes);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_RECORDING_RECORDING_HEADER_H_
