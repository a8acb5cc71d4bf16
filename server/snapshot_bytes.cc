#include "server/snapshot_bytes.h"

#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "server/convert.h"
#include "server/limits.h"
#include "sim/snapshot_file.h"

namespace footfall::server {

void FillInfo(const sim::SnapshotHeader& header, uint64_t state_bytes, const std::string& profile,
              v1::SnapshotInfo* out) {
  out->set_version(header.version);
  out->set_state_schema(header.state_schema);
  out->set_software(header.software);
  out->set_tick(header.tick);
  out->set_seed(header.seed);
  out->set_profile(profile);
  out->set_profile_hash(WireHash(header.profile_hash));
  out->set_world_build_id(WireHash(header.world_build_id));
  out->set_hz(static_cast<uint32_t>(header.hz));
  out->set_world_epoch(header.epoch);
  out->set_open_commands(header.open_commands);
  out->set_state_hash(WireHash(header.state_hash));
  out->set_state_bytes(state_bytes);
}

namespace {

sim::SnapshotJudge JudgeFor(const sim::WorldOptions& options) {
  return [&options](const sim::SnapshotHeader& header) { return sim::World::CheckHeader(options, header); };
}

}  // namespace

absl::StatusOr<std::string> UnpackFor(const sim::WorldOptions& options, std::string_view packed) {
  return sim::UnpackSnapshot(packed, "snapshot", kSnapshotStateBytesMax, JudgeFor(options));
}

absl::StatusOr<std::string> ReadFileFor(const sim::WorldOptions& options, const std::string& file) {
  return sim::ReadSnapshotFile(file, kSnapshotStateBytesMax, JudgeFor(options));
}

Fault OfUpload(const std::string& field, const absl::Status& status) {
  return BadField(field, std::string(status.message()));
}

Fault OfDataFile(const std::string& field, const std::string& file, const absl::Status& status) {
  const std::string name = std::filesystem::path(file).filename().string();
  const std::string text = absl::StrReplaceAll(std::string(status.message()), {{file, name}});
  if (status.code() == absl::StatusCode::kDataLoss) {
    return Refusal("CHECKSUM", absl::StrCat(field, ": ", text));
  }
  return BadField(field, text);
}

std::optional<Fault> Upload::CheckSize(const std::string& field, uint64_t bytes, uint64_t limit) {
  if (bytes >= 1 && bytes <= limit) return std::nullopt;
  return BadField(field, absl::StrCat("is ", bytes, ", must be 1 to ", limit, ", the limit snapshot_bytes"));
}

std::optional<Fault> Upload::Add(const std::string& piece) {
  if (piece.empty()) return BadField("piece", "is empty");
  if (piece.size() > expected_ - bytes_.size()) {
    return BadField("piece", absl::StrCat("ends at byte ", bytes_.size() + piece.size(), ", told were ",
                                          expected_, " bytes"));
  }
  bytes_ += piece;
  return std::nullopt;
}

std::optional<Fault> Upload::CheckWhole() const {
  if (bytes_.size() == expected_) return std::nullopt;
  return BadField("piece",
                  absl::StrCat("cut off: ", bytes_.size(), " bytes came, told were ", expected_, " bytes"));
}

}  // namespace footfall::server
