#ifndef FOOTFALL_SIM_SNAPSHOT_FILE_H_
#define FOOTFALL_SIM_SNAPSHOT_FILE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "sim/snapshot.h"

// A snapshot in a file: one Zstandard frame with the bytes of World::Save. Any thread.
namespace footfall::sim {

// The most that a file may unpack to (R55): some hundred times a large world.
inline constexpr uint64_t kSnapshotFileBytesMax = uint64_t{1} << 30;

// Says of a header whether the rest is worth unpacking.
using SnapshotJudge = std::function<absl::Status(const SnapshotHeader&)>;

// What such a file holds. INTERNAL or RESOURCE_EXHAUSTED where Zstandard fails.
absl::StatusOr<std::string> PackSnapshot(std::string_view snapshot);
// The inverse; `name` stands before each error, "FILE" or what else the bytes came from. Errors as
// ReadSnapshotFile's but for those of the system. With a `judge` the bytes must be a snapshot's, whose header
// is unpacked first and alone (PeekSnapshotHeader): what it refuses is not unpacked further.
absl::StatusOr<std::string> UnpackSnapshot(std::string_view packed, const std::string& name,
                                           uint64_t bytes_max = kSnapshotFileBytesMax,
                                           const SnapshotJudge& judge = {});

// As platform::ReplaceFile: there is the whole file, on the disk, or what stood there before.
absl::Status WriteSnapshotFile(const std::string& path, std::string_view snapshot);

// The snapshot's bytes, of which nothing is checked but that they were unpacked whole, and their header if
// there is a `judge`: World::Restore checks the rest. NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION for
// what the system cannot read; DATA_LOSS when the file is no frame, cut off or damaged; RESOURCE_EXHAUSTED,
// before anything is unpacked, when it says that it holds more than `bytes_max`.
absl::StatusOr<std::string> ReadSnapshotFile(const std::string& path,
                                             uint64_t bytes_max = kSnapshotFileBytesMax,
                                             const SnapshotJudge& judge = {});

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_SNAPSHOT_FILE_H_
