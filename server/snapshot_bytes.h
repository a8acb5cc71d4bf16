#ifndef FOOTFALL_SERVER_SNAPSHOT_BYTES_H_
#define FOOTFALL_SERVER_SNAPSHOT_BYTES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "footfall/v1/snapshot.pb.h"
#include "server/errors.h"
#include "sim/snapshot.h"
#include "sim/world.h"

// Snapshots between bytes, messages and faults. Any thread.
namespace footfall::server {

// `state_bytes`: of the unpacked snapshot. `profile`: the name, empty if it is not known.
void FillInfo(const sim::SnapshotHeader& header, uint64_t state_bytes, const std::string& profile,
              v1::SnapshotInfo* out);

// Unpacks a snapshot, at most kSnapshotStateBytesMax, for a world of these options: one that such a world
// would refuse by its header is not unpacked. Errors as sim::UnpackSnapshot and World::CheckHeader.
absl::StatusOr<std::string> UnpackFor(const sim::WorldOptions& options, std::string_view packed);
// The same of a file.
absl::StatusOr<std::string> ReadFileFor(const sim::WorldOptions& options, const std::string& file);

// What is wrong with a snapshot that a client sent (`field`), as unpacking and restoring say it.
Fault OfUpload(const std::string& field, const absl::Status& status);
// The same of a file of the server's own; its folder stays untold.
Fault OfDataFile(const std::string& field, const std::string& file, const absl::Status& status);

// A snapshot that comes in pieces.
class Upload {
 public:
  // BAD_FIELD naming `field` where `bytes` is 0 or above the limit.
  static std::optional<Fault> CheckSize(const std::string& field, uint64_t bytes, uint64_t limit);

  Upload() = default;
  explicit Upload(uint64_t bytes) : expected_(bytes) {}
  // BAD_FIELD for an empty piece, and where they are more than was told.
  std::optional<Fault> Add(const std::string& piece);
  // BAD_FIELD where they are less.
  std::optional<Fault> CheckWhole() const;
  std::string Take() { return std::move(bytes_); }

 private:
  uint64_t expected_ = 0;
  std::string bytes_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_SNAPSHOT_BYTES_H_
