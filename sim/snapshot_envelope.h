#ifndef FOOTFALL_SIM_SNAPSHOT_ENVELOPE_H_
#define FOOTFALL_SIM_SNAPSHOT_ENVELOPE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "sim/snapshot.h"

namespace footfall::sim {

// The bytes of a snapshot around its payload. In order: magic (8 bytes), version (u32), bytes of the header
// (u32), the header, the payload, XXH3 of all before it (u64).
std::string SealSnapshot(const SnapshotHeader& header, std::string_view payload);

struct OpenedSnapshot {
  SnapshotHeader header;
  std::string_view payload;   // part of the bytes that were opened
  size_t payload_offset = 0;  // in them
};

// Errors as ReadSnapshotHeader.
absl::StatusOr<OpenedSnapshot> OpenSnapshot(std::string_view bytes);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_SNAPSHOT_ENVELOPE_H_
