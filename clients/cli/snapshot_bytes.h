#ifndef FOOTFALL_CLIENTS_CLI_SNAPSHOT_BYTES_H_
#define FOOTFALL_CLIENTS_CLI_SNAPSHOT_BYTES_H_

#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/figures.h"
#include "footfall/v1/snapshot.pb.h"

namespace footfall::cli {

// A snapshot file as it travels: its packed bytes. They are checked as far as that goes without a world:
// checksums, version, header. DATA_LOSS, INVALID_ARGUMENT, NOT_FOUND, each with the file's name.
struct SnapshotBytes {
  std::string packed;
  v1::SnapshotInfo info;  // without the profile's name, which no file has
};
absl::StatusOr<SnapshotBytes> ReadSnapshotBytes(const std::string& path);

// What a snapshot says about itself, for people and programs.
Figures FiguresOf(const v1::SnapshotInfo& info);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_SNAPSHOT_BYTES_H_
