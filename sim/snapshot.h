#ifndef FOOTFALL_SIM_SNAPSHOT_H_
#define FOOTFALL_SIM_SNAPSHOT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

// A world's whole state as bytes: what World::Save gives and World::Restore takes (R11). The bytes check
// themselves: magic, header, payload and, over all of these, a 64-bit XXH3. Little-endian; not compressed.
namespace footfall::sim {

// Rises when bytes of the same state schema are laid out in another way.
inline constexpr uint32_t kSnapshotVersion = 1;

// What a snapshot says about itself before anything of the state is decoded.
struct SnapshotHeader {
  uint32_t version = kSnapshotVersion;
  uint32_t state_schema = 0;    // kStateSchema of the software that wrote it; Restore wants its own
  std::string software;         // "footfall 0.1.0", for people: not compared
  uint64_t tick = 0;            // last finished when it was taken
  uint64_t seed = 0;            // of the world; WorldOptions::seed must be it
  uint64_t profile_hash = 0;    // platform::ProfileHash of the world's profile
  uint64_t world_build_id = 0;  // of the base pack
  int32_t hz = 0;
  uint64_t epoch = 0;          // that its handles were given in; no part of state (R8)
  uint64_t open_commands = 0;  // applied in the open phase 1 of tick + 1 (R1, R11)
  // Root of the state hash of all that is saved. With open commands it is not World::hash(), which is that
  // of the last finished tick.
  uint64_t state_hash = 0;
};

// As many bytes hold the header, whatever it says.
inline constexpr size_t kSnapshotHeaderBytesMax = 512;

// What the first bytes of a snapshot say about it, all of it or kSnapshotHeaderBytesMax; the checksum, which
// stands at the end, is not asked. Errors as ReadSnapshotHeader.
absl::StatusOr<SnapshotHeader> PeekSnapshotHeader(std::string_view first_bytes);

// Cheap: checks magic, checksum and version, decodes the header alone. DATA_LOSS: cut off or damaged, with
// the offset; INVALID_ARGUMENT: no snapshot, or of another version (found and supported).
absl::StatusOr<SnapshotHeader> ReadSnapshotHeader(std::string_view bytes);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_SNAPSHOT_H_
