#include "clients/cli/snapshot_bytes.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "platform/state_hash.h"
#include "sim/snapshot.h"
#include "sim/snapshot_file.h"

namespace footfall::cli {
namespace {

// 8 bytes, high byte first, so that they read like platform::HashText.
std::string WireHash(std::uint64_t hash) { return absl::HexStringToBytes(platform::HashText(hash)); }

}  // namespace

absl::StatusOr<SnapshotBytes> ReadSnapshotBytes(const std::string& path) {
  // Any header is good that can be read.
  const absl::StatusOr<std::string> state = sim::ReadSnapshotFile(
      path, sim::kSnapshotFileBytesMax, [](const sim::SnapshotHeader&) { return absl::OkStatus(); });
  if (!state.ok()) return state.status();
  const absl::StatusOr<sim::SnapshotHeader> header = sim::ReadSnapshotHeader(*state);
  if (!header.ok()) {
    return absl::Status(header.status().code(), absl::StrCat(path, ": ", header.status().message()));
  }
  // The same state packs to the same bytes.
  absl::StatusOr<std::string> packed = sim::PackSnapshot(*state);
  if (!packed.ok()) return packed.status();
  SnapshotBytes bytes;
  bytes.packed = *std::move(packed);
  bytes.info.set_version(header->version);
  bytes.info.set_state_schema(header->state_schema);
  bytes.info.set_software(header->software);
  bytes.info.set_tick(header->tick);
  bytes.info.set_seed(header->seed);
  bytes.info.set_profile_hash(WireHash(header->profile_hash));
  bytes.info.set_world_build_id(WireHash(header->world_build_id));
  bytes.info.set_hz(static_cast<std::uint32_t>(header->hz));
  bytes.info.set_world_epoch(header->epoch);
  bytes.info.set_open_commands(header->open_commands);
  bytes.info.set_state_hash(WireHash(header->state_hash));
  bytes.info.set_state_bytes(state->size());
  return bytes;
}

Figures FiguresOf(const v1::SnapshotInfo& info) {
  Figures figures;
  figures.Add("tick", info.tick());
  figures.Add("open_commands", info.open_commands());
  figures.Add("seed", std::to_string(info.seed()));
  figures.Add("hz", std::uint64_t{info.hz()});
  if (!info.profile().empty()) figures.Add("profile", absl::CHexEscape(info.profile()));
  figures.Add("profile_hash", absl::BytesToHexString(info.profile_hash()));
  figures.Add("world_build_id", absl::BytesToHexString(info.world_build_id()));
  figures.Add("state_hash", absl::BytesToHexString(info.state_hash()));
  figures.Add("state_schema", std::uint64_t{info.state_schema()});
  figures.Add("version", std::uint64_t{info.version()});
  // It comes from a stranger's file or server, and goes to a terminal.
  figures.Add("software", absl::CHexEscape(info.software()));
  figures.Add("state_bytes", info.state_bytes());
  return figures;
}

}  // namespace footfall::cli
