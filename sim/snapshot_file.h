#ifndef FOOTFALL_SIM_SNAPSHOT_FILE_H_
#define FOOTFALL_SIM_SNAPSHOT_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// A snapshot in a file: one Zstandard frame with the bytes of World::Save. Any thread.
namespace footfall::sim {

// The most that a file may unpack to (R55): some hundred times a large world.
inline constexpr uint64_t kSnapshotFileBytesMax = uint64_t{1} << 30;

// What such a file holds. INTERNAL or RESOURCE_EXHAUSTED where Zstandard fails.
absl::StatusOr<std::string> PackSnapshot(std::string_view snapshot);
// The inverse; `name` stands before each error, "FILE" or what else the bytes came from. Errors as
// ReadSnapshotFile's but for those of the system.
absl::StatusOr<std::string> UnpackSnapshot(std::string_view packed, const std::string& name,
                                           uint64_t bytes_max = kSnapshotFileBytesMax);

// Writes beside `path`, brings it to the disk and renames it: there is the whole file or what stood there
// before. Errors name the path and what the system said: NOT_FOUND (no such folder), PERMISSION_DENIED,
// RESOURCE_EXHAUSTED (disk or quota full), UNKNOWN.
absl::Status WriteSnapshotFile(const std::string& path, std::string_view snapshot);

// The snapshot's bytes, of which nothing is checked but that they were unpacked whole: World::Restore checks
// the rest. NOT_FOUND, PERMISSION_DENIED; DATA_LOSS when the file is no frame, cut off or damaged;
// RESOURCE_EXHAUSTED, before anything is unpacked, when it says that it holds more than `bytes_max`.
absl::StatusOr<std::string> ReadSnapshotFile(const std::string& path,
                                             uint64_t bytes_max = kSnapshotFileBytesMax);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_SNAPSHOT_FILE_H_
